"""Run the benchmarks, one after another: ``just bench`` for all, ``just bench live`` for some.

Each bench is a module with a ``main()`` and measures a ratio against something on the same machine
in the same run. Figures of a busy machine mean little; docs/performance.md says where its own come
from.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

BENCHES = ("rules", "latency", "live", "pages", "answers")


def main(names: list[str]) -> int:
    known = {path.stem for path in Path(__file__).parent.glob("[a-z]*.py")}
    for name in names:
        if name not in known:
            print(f"bench: expected one of {', '.join(sorted(known))}, got {name!r}")
            return 2
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, Python {sys.version.split()[0]}")
    for name in names or BENCHES:
        print(f"\n== {name}", flush=True)
        code = subprocess.run([sys.executable, "-m", f"tests.bench.{name}"], check=False).returncode
        if code:
            return code
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
