"""What an episode of model seats takes beside the model itself.

    uv run python -m tests.bench.latency [--episodes 1 100] [--json]

A stub provider answers in a process of its own after one second. One worker plays that many
episodes of the standard variant at once, four prompt seats each, with the limiter wide open.
``ratio`` is an episode's wall time, from its first event to its results, divided by the sum of its
model latencies as the client measured them: 1 means that the league takes no time at all.
``nominal`` divides by the stub's one second a decision instead, so it also counts what a busy loop
adds to the latencies themselves.
``cpu`` is the worker's processor time for one decision.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from statistics import mean, median
from typing import Any

LATENCY = 1.0
PROMPT = "Count your own hand first. Raise while the bid is likelier than not, else challenge."


@contextmanager
def stub() -> Iterator[str]:
    """Run the provider and yield its address."""
    command = [sys.executable, "-m", "tests.support.stub_provider", "--latency", str(LATENCY)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield process.stdout.readline().strip()
    finally:
        process.terminate()
        process.wait()


async def measure(count: int) -> dict[str, Any]:
    """Play ``count`` episodes at once, and return the figures."""
    from asgiref.sync import sync_to_async

    from league.models import Episode
    from league.play.jobs_embedded import EmbeddedRunner

    numbers = await sync_to_async(make)(count)
    runner = EmbeddedRunner(count)
    began, processor = time.perf_counter(), time.process_time()
    task = asyncio.create_task(runner.run())
    playing = Episode.objects.filter(pk__in=numbers, status__in=("queued", "running"))
    while await playing.aexists():  # noqa: ASYNC110  # the database says when, not an event
        await asyncio.sleep(0.5)
    wall, processor = time.perf_counter() - began, time.process_time() - processor
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
    return {"wall": wall} | await sync_to_async(figures)(numbers, processor)


def make(count: int) -> list[int]:
    from tests.support.factories import make_episode, make_versions

    versions = make_versions(PROMPT, PROMPT + " Talk.", PROMPT + " Bluff.", PROMPT + " Be bold.")
    return [make_episode(versions=versions, settings={}).pk for _ in range(count)]


def figures(numbers: list[int], processor: float) -> dict[str, Any]:
    from django.db.models import Count, Sum

    from league.models import Episode

    episodes = Episode.objects.filter(pk__in=numbers, status="finished")
    rows = list(episodes.annotate(latency=Sum("calls__latency"), decisions=Count("calls")))
    walls = [
        (row.ended_at - row.started_at).total_seconds()
        for row in rows
        if row.ended_at is not None and row.started_at is not None
    ]
    ratios = [wall / row.latency for wall, row in zip(walls, rows, strict=True)]
    nominal = [wall / (LATENCY * row.decisions) for wall, row in zip(walls, rows, strict=True)]
    decisions = sum(row.decisions for row in rows)
    return {
        "episodes": len(rows),
        "decisions": decisions,
        "ratio": {"mean": mean(ratios), "median": median(ratios), "max": max(ratios)},
        "nominal": mean(nominal),
        "cpu": processor / decisions,
    }


def table(found: dict[str, Any]) -> str:
    """Return the figures for people."""
    lines = [
        f"{found['machine']['cores']} cores, Python {found['machine']['python']}, "
        f"{found['machine']['database']}; a model that answers after {LATENCY:g} s",
        f"{'at once':>8} {'decisions':>10} {'ratio':>7} {'median':>7} {'max':>7} {'nominal':>8}"
        f" {'cpu':>9}",
    ]
    lines += [
        f"{row['episodes']:>8} {row['decisions']:>10,} {row['ratio']['mean']:>7.3f}"
        f" {row['ratio']['median']:>7.3f} {row['ratio']['max']:>7.3f} {row['nominal']:>8.3f}"
        f" {1_000 * row['cpu']:>6.1f} ms"
        for row in found["runs"]
    ]
    return "\n".join(lines)


def main() -> None:
    """Run in a database of its own, and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--episodes", type=int, nargs="+", default=[1, 100], metavar="N")
    parser.add_argument("--json", action="store_true", help="print only the JSON object")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, stub() as address:
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "league.settings",
            "HEARSAY_VAR_DIR": folder,
            "DATABASE_URL": "",
            "REDIS_URL": "",
            "ANTHROPIC_API_KEY": "key-of-a-bench",
            "ANTHROPIC_BASE_URL": address,
            "NO_PROXY": "127.0.0.1",
            "HEARSAY_EPISODE_SECONDS": "36000",
            "HEARSAY_MAX_CALLS_IN_FLIGHT": "100000",
            "HEARSAY_MAX_REQUESTS_PER_MINUTE": "100000000",
            "HEARSAY_MAX_TOKENS_PER_MINUTE": "1000000000",
            "HEARSAY_LOG_LEVEL": "WARNING",
        }
        import django
        from django.core.management import call_command
        from django.db import connection

        django.setup()
        call_command("migrate", verbosity=0)
        runs = [asyncio.run(measure(count)) for count in options.episodes]
        machine = {
            "cores": os.cpu_count(),
            "python": platform.python_version(),
            "database": connection.vendor,
        }
        found = {"machine": machine, "latency": LATENCY, "runs": runs}
    if not options.json:
        print(table(found))
    print(json.dumps(found))


if __name__ == "__main__":
    main()
