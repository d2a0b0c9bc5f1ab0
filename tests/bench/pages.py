"""How long ladder, lobby and a policy's page take at 1,000 and at 100,000 episodes.

    uv run python -m tests.bench.pages [--json] [--sizes 1000 100000] [--keep FOLDER]

Two databases hold the same policies and as many finished matches as named. The pages of both are
asked for in turn, whole pages through Django's test client with every query and template, and
`ratio` divides the medians: a page that read its matches one by one would show a hundred.
With ``--keep`` the databases stay in a folder, and the next run finds them there.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from contextlib import nullcontext
from pathlib import Path
from statistics import median
from typing import Any

PAGES = {
    "ladder": "/ladders/liars-dice-standard/",
    "ladder, last 24 hours": "/ladders/liars-dice-standard/?window=day",
    "ladders": "/ladders/",
    "lobby": "/",
    "policy": "/policies/the-magpie/",
}
ROUNDS = 25


def prepare(folder: str) -> None:
    """Point the settings at a database of this bench's own."""
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "league.settings",
        "HEARSAY_VAR_DIR": folder,
        "ALLOWED_HOSTS": "testserver",
    }
    if not os.environ.get("HEARSAY_BENCH_POSTGRES"):
        os.environ |= {"DATABASE_URL": "", "REDIS_URL": ""}
    import django

    django.setup()


def serve(folder: str, episodes: int) -> None:
    """Fill a database, then time one round of the pages for each line that is read."""
    prepare(folder)
    from django.core.management import call_command
    from django.db import connection
    from django.test import Client

    from league.models import Episode
    from tests.support.synthetic import make_league

    call_command("migrate", verbosity=0)
    if not Episode.objects.exists():
        make_league(episodes)
    if connection.vendor == "postgresql":  # a league on SQLite never gathers statistics
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
    client = Client()
    print("ready", flush=True)
    for _ in sys.stdin:
        times = {}
        for name, url in PAGES.items():
            start = time.perf_counter()
            response = client.get(url)
            times[name] = time.perf_counter() - start
            times[name] = times[name] if response.status_code == 200 else float("nan")
        print(json.dumps(times), flush=True)


def run(sizes: list[int], keep: str) -> dict[str, Any]:
    """Time both sizes in turn, and compare."""
    with nullcontext(keep) if keep else tempfile.TemporaryDirectory() as folder:
        servers = {}
        for size in sizes:
            (Path(folder) / str(size)).mkdir(parents=True, exist_ok=True)
            command = [sys.executable, "-m", "tests.bench.pages", "--serve", str(size), folder]
            servers[size] = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
        times: dict[int, list[dict[str, float]]] = {size: [] for size in sizes}
        for server in servers.values():
            assert server.stdout is not None
            server.stdout.readline()
        for number in range(ROUNDS + 3):
            for size, server in servers.items():
                assert server.stdin is not None
                assert server.stdout is not None
                server.stdin.write("\n")
                server.stdin.flush()
                line = json.loads(server.stdout.readline())
                if number >= 3:  # the first rounds fill caches
                    times[size].append(line)
        for server in servers.values():
            server.communicate()
    small, large = min(sizes), max(sizes)
    found = {}
    for page in PAGES:
        at = {size: median(one[page] for one in times[size]) for size in sizes}
        found[page] = {"seconds": at, "ratio": at[large] / at[small]}
    return {"sizes": sizes, "rounds": ROUNDS, "pages": found}


def main() -> None:
    """Run, and print a table and one JSON object."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--json", action="store_true", help="print only the JSON object")
    parser.add_argument("--sizes", type=int, nargs=2, default=[1_000, 100_000])
    parser.add_argument("--keep", default="", metavar="FOLDER", help="keep the databases there")
    parser.add_argument("--serve", nargs=2, metavar=("SIZE", "FOLDER"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        size, folder = options.serve
        serve(str(Path(folder) / size), int(size))
        return
    found = run(options.sizes, options.keep)
    if not options.json:
        for page, row in found["pages"].items():
            figures = ", ".join(f"{1000 * t:.1f} ms at {n:,}" for n, t in row["seconds"].items())
            print(f"{page:<24} {figures}: ratio {row['ratio']:.2f}")
    print(json.dumps(found))


if __name__ == "__main__":
    main()
