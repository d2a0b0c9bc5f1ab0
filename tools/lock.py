"""Write the exact version of every package into pyproject.toml, the indirect ones too.

The versions stand under ``[tool.uv] constraint-dependencies``, which every ``uv`` command obeys and
which names no registry. Run it by ``just lock`` after a change to the dependencies; ``--upgrade``
takes the newest versions that the declared ranges allow.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent / "pyproject.toml"
BLOCK = re.compile(r"\n?constraint-dependencies = \[\n(?:    .*\n)*\]\n")


def pinned(upgrade: bool) -> list[str]:
    """Return one requirement with an exact version for each package that uv resolves."""
    command = ["uv", "export", "--all-groups", "--no-hashes", "--no-annotate", "--no-header"]
    if upgrade:
        command.append("--upgrade")
    out = subprocess.run(command, check=True, capture_output=True, text=True).stdout  # noqa: S603
    return sorted(line.strip() for line in out.splitlines() if "==" in line)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--upgrade", action="store_true")
    parser.add_argument("--check", action="store_true", help="fail when the file would change")
    options = parser.parse_args()
    before = PROJECT.read_text()
    bare = BLOCK.sub("\n", before)
    if options.upgrade:
        PROJECT.write_text(bare)
    lines = "".join(f'    "{line}",\n' for line in map(quoted, pinned(options.upgrade)))
    block = f"constraint-dependencies = [\n{lines}]\n"
    after = re.sub(
        r"(\[tool\.uv\]\npackage = false\n)\n*", lambda found: found[1] + block + "\n", bare
    )
    if options.check:
        if after != before:
            print("pyproject.toml: expected the pinned versions that uv resolves; run: just lock")
            return 1
        return 0
    PROJECT.write_text(after)
    return 0


def quoted(line: str) -> str:
    """Return a requirement whose marker uses single quotes only, so that TOML can hold it."""
    return line.replace('"', "'")


if __name__ == "__main__":
    sys.exit(main())
