"""How long an answer takes, from the click to the next pair, with 10, 1,000 and 10,000 behind it.

    uv run python -m tests.bench.answers [--json] [--sizes 10 1000 10000] [--rule random]

One rater's answers grow from size to size in one database. At each size a few more are given
through Django's test client, whole requests with every query and template: the answer (both
forecasts), its reveal (which deals the next pair ahead), the next pair's page; then an undo, what a
process that knows nothing yet reads and fits, and the pages that draw every forecast. The model's
part is all fits, predictions and the choice of a pair between the click and the next pair's page.
Times are medians, by the clock and by the processor; `ratio` divides the latter at the two largest
sizes, so that what else a machine does counts for little. The page that says what a duel is stands
beside them as a bare one of the same process.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from tests.bench.pages import prepare

MATCHES = 70
"""Enough for a full pool of clips."""
ROUNDS = 15
LONG_ROUNDS = 3
MODEL = (
    ("calibration.queries.evidence", "fit"),
    ("calibration.queries.hindsight", "fit"),
    ("calibration.queries.hindsight", "predict"),
    ("calibration.actions.duels", "predict"),
    ("calibration.acquisition", "deal"),
)
"""Where the model works, as modules name it."""

type Times = dict[str, list[Took]]
"""By what was timed."""


class Took(NamedTuple):
    """Milliseconds."""

    clock: float
    processor: float


class Since:
    """A moment from which both are counted."""

    def __init__(self) -> None:
        self._clock, self._processor = time.perf_counter(), time.process_time()

    def took(self) -> Took:
        clock, processor = time.perf_counter(), time.process_time()
        return Took(1000 * (clock - self._clock), 1000 * (processor - self._processor))


class Watch:
    """Adds up the time inside the model's functions."""

    def __init__(self) -> None:
        self.parts: list[Took] = []

    def timed(self, function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def call(*arguments: Any, **named: Any) -> Any:
            since = Since()
            try:
                return function(*arguments, **named)
            finally:
                self.parts.append(since.took())

        return call


def total(parts: list[Took]) -> Took:
    return Took(sum(one.clock for one in parts), sum(one.processor for one in parts))


@contextmanager
def watched() -> Iterator[Watch]:
    """Time the model's functions wherever they are called by name."""
    from importlib import import_module

    watch = Watch()
    found = [(import_module(module), name) for module, name in MODEL]
    kept = [getattr(module, name) for module, name in found]
    for (module, name), function in zip(found, kept, strict=True):
        setattr(module, name, watch.timed(function))
    try:
        yield watch
    finally:
        for (module, name), function in zip(found, kept, strict=True):
            setattr(module, name, function)


def measure(client: Any, rater: Any) -> tuple[Times, dict[str, int]]:
    """Give some answers and time every part; return the times, and the bytes of each page."""
    from calibration.actions.duels import show_duel
    from calibration.models import Duel, Scaling
    from calibration.queries.evidence import forget_evidence, read_posterior

    times: Times = defaultdict(list)
    sizes: dict[str, int] = {}
    play = f"/duels/{rater.game}/"

    def ask(name: str, address: str, data: dict[str, str] | None = None) -> Took:
        since = Since()
        response = client.get(address) if data is None else client.post(address, data)
        took = since.took()
        assert response.status_code == (200 if data is None else 302), (name, response)
        times[name].append(took)
        sizes[name] = len(response.content)
        return took

    client.get(play)
    with watched() as watch:
        for turn in range(ROUNDS + 2):
            duel = show_duel(rater)
            assert duel is not None
            watch.parts.clear()
            parts = [
                ask("answer", f"/duels/{duel.pk}/answer/", {"choice": "AB"[turn % 2]}),
                ask("reveal, next dealt", f"/duels/{duel.pk}/"),
                ask("next pair's page", play),
            ]
            times["click to next pair"].append(total(parts))
            times["the model's part"].append(total(watch.parts))
            ask("a bare page", "/duels/?games=1")
    for _ in range(LONG_ROUNDS):
        ask("undo", f"{play}undo/", {})
        back = Duel.objects.get(rater=rater, state=Duel.State.SHOWN, again_of__isnull=False)
        client.post(f"/duels/{back.pk}/skip/")
        ask("LEARNING", f"{play}learning/")
        ask("LEARNING as JSON", f"{play}learning.json")
        ask("reliability", f"/admin/reliability/?game={rater.game}")
        forget_evidence()
        since = Since()
        read_posterior(rater, Scaling.objects.filter(game=rater.game).order_by("-number")[0])
        times["a process's first fit"].append(since.took())
    kept = {name: found[2:] if len(found) > LONG_ROUNDS else found for name, found in times.items()}
    return kept, sizes


def run(sizes: list[int], rule: str) -> dict[str, Any]:
    """Measure at each size, and compare."""
    from django.core.management import call_command
    from django.db import connection
    from django.test import Client

    from calibration.models import DuelSettings, Rater
    from league.models import Episode
    from league.queries.frames import frame_log
    from tests.support.answered import make_answers, make_clips, make_rater

    call_command("migrate", verbosity=0)
    make_clips(MATCHES)
    rater = make_rater()
    DuelSettings.objects.create(game=rater.game, acquisition=rule)
    rater.user.is_staff = rater.user.is_superuser = True
    rater.user.save()
    client = Client()
    client.force_login(rater.user)
    for episode in Episode.objects.all():
        frame_log(episode).read()  # as in a process that has served for a while
    at: dict[int, Times] = {}
    bytes_at: dict[int, dict[str, int]] = {}
    for size in sizes:
        rater = Rater.objects.get(pk=rater.pk)
        make_answers(rater, max(0, size - rater.answers), seed=size)
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
        at[size], bytes_at[size] = measure(client, rater)
    found = {}
    for name in at[sizes[0]]:
        clock = {size: median(one.clock for one in times[name]) for size, times in at.items()}
        spent = {size: median(one.processor for one in times[name]) for size, times in at.items()}
        ratio = spent[sizes[-1]] / spent[sizes[-2]]
        sent = {size: bytes_at[size].get(name) for size in sizes}
        found[name] = {"clock_ms": clock, "processor_ms": spent, "ratio": ratio, "bytes": sent}
    return {"sizes": sizes, "rounds": ROUNDS, "rule": rule, "parts": found}


def main() -> None:
    """Run, and print a table and one JSON object."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--json", action="store_true", help="print only the JSON object")
    parser.add_argument("--sizes", type=int, nargs="+", default=[10, 1_000, 10_000])
    parser.add_argument("--rule", choices=("random", "bald", "thompson"), default="random")
    options = parser.parse_args()
    if len(options.sizes) < 2 or options.sizes != sorted(options.sizes):
        parser.error("--sizes: expected two or more, the smallest first")
    with tempfile.TemporaryDirectory() as folder:
        prepare(str(Path(folder)))
        found = run(options.sizes, options.rule)
    if not options.json:
        print(f"load {os.getloadavg()[0]:.1f}, n = {found['rounds']} answers at each size")
        print("milliseconds by the clock, in brackets by the processor")
        for name, row in found["parts"].items():
            figures = ", ".join(
                f"{ms:.0f} ({row['processor_ms'][n]:.1f}) at {n:,}"
                for n, ms in row["clock_ms"].items()
            )
            size = row["bytes"][options.sizes[-1]]
            sent = f", {size / 1000:.0f} kB" if size else ""
            print(f"{name:<20} ms {figures}: ratio {row['ratio']:.2f}{sent}")
    print(json.dumps(found))


if __name__ == "__main__":
    main()
