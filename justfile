# Everything that is done to the project by hand; `just check` is what CI runs after the tests.

set positional-arguments

# show what there is
default:
    @just --list

# make the environment (uv makes it by itself at the first `uv run`)
setup:
    uv sync

# serve with demo data
run *arguments:
    uv run manage.py demo "$@"

# everything but the tests: format, lint, types, migrations, pinned versions, scripts
check: lint types migrations scripts
    uv run python tools/lock.py --check

# format and lint
lint:
    uv run ruff format --check .
    uv run ruff check .

types:
    uv run mypy .

# no model has changed without its migration
migrations:
    uv run manage.py makemigrations --check --dry-run

# the pages' scripts: types from JSDoc, then their own tests
scripts:
    npm install --no-package-lock --no-audit --no-fund --silent
    npx tsc --project static/jsconfig.json
    node --test tests/js/*.test.js

# all tests, as the README says
test *arguments:
    uv run pytest "$@"

# all tests on PostgreSQL and Redis; DATABASE_URL and REDIS_URL say where
test-scaled *arguments:
    SECRET_KEY=tests-only uv run pytest "$@"

# mend what can be mended by machine
fix:
    uv run ruff check --fix .
    uv run ruff format .

# measure; prints ratios against something on the same machine
bench *arguments:
    uv run python -m tests.bench "$@"

# take the screenshots under docs/screens
screens:
    uv run python -m tools.screens

# write the exact version of every package into pyproject.toml
lock *arguments:
    uv run python tools/lock.py "$@"
