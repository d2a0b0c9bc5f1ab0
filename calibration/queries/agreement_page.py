"""How people against a judge are drawn: the finding in a line, kappas on one axis, the runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Count
from django.utils import timezone

from calibration.actions.judging import HOLD_SECONDS, judges_on_offer
from calibration.drawings import Span, draw_span
from calibration.models import JudgedDuel, JudgeRun
from calibration.queries.agreement import Line, Table, answered_duels, left_to_judge
from calibration.queries.spending import Price, price_of_duel
from grading.judges import JUDGES
from grading.models import Rubric

MOST_REASONS = 5
MOST_RUNS = 8
PATIENCE = timedelta(seconds=15)
"""A run that waits longer says where runs are taken up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A line of the table with its kappa drawn on the axis from -1 to 1."""

    line: Line
    span: Span | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A judge that can be asked now."""

    key: str
    title: str
    summary: str
    price: Price
    left: int
    """Answered duels that it has not answered yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far a run is."""

    run: JudgeRun
    total: int
    """The duels that it will have judged: as many as were wanted, or as there are."""
    note: str
    """What people should know of it besides; empty when all is well."""


def finding(table: Table) -> str:
    """Say what the interval of the pooled kappa tells.

    A kappa is about 1 where they always agree and 0 where chance would do as well.
    """
    found, judge = table.pooled.agreement, JUDGES[table.judge].title
    if not found.n:
        return f"{judge} took no side yet"
    if found.kappa is None or found.kappa_95 is None:
        return "One of them always picks the same side"
    low, high = (round(end, 2) for end in (found.kappa_95.low, found.kappa_95.high))  # as shown
    if low > 0:
        return f"{judge} agrees with people, beyond chance"
    if high < 0:
        return f"{judge} picks against people"
    return f"No more agreement with {judge} than chance gives, so far"


def rows(table: Table) -> list[Row]:
    """Return the lines, all raters first."""
    return [Row(line=line, span=_span(line)) for line in table.lines]


def _span(line: Line) -> Span | None:
    kappa, ends = line.agreement.kappa, line.agreement.kappa_95
    return None if kappa is None or ends is None else draw_span(ends.low, kappa, ends.high, 1.0)


def void_reasons(table: Table) -> Sequence[tuple[str, int]]:
    """Return why there is no answer on so many duels, the most frequent reasons first."""
    voids = JudgedDuel.objects.filter(
        judge=table.judge, rubric=table.rubric, choice="", duel__in=answered_duels(table.game)
    )
    counts = voids.values_list("reason").annotate(n=Count("pk")).order_by("-n", "reason")
    return list(counts[:MOST_REASONS])


def offers(game: str, rubric: Rubric) -> list[Offer]:
    """Return the judges that can be asked now, each with its price for one duel."""
    return [
        Offer(
            key=key,
            title=JUDGES[key].title,
            summary=JUDGES[key].summary,
            price=price_of_duel(key, game),
            left=left_to_judge(game, key, rubric).count(),
        )
        for key in judges_on_offer()
    ]


def read_runs(game: str) -> list[Progress]:
    """Return the newest runs over a game's duels."""
    runs = JudgeRun.objects.filter(game=game).select_related("rubric", "requested_by")
    return [Progress(run=run, total=_total(run), note=_note(run)) for run in runs[:MOST_RUNS]]


def announcement(runs: Sequence[Progress]) -> str:
    """Say how the newest run stands, for who hears the page: its state, not each duel."""
    if not runs:
        return ""
    run = runs[0].run
    state = run.get_status_display().lower()
    return f"Run {run.pk}: {state}{f', {run.judged} judged' if run.is_over else ''}."


def _total(run: JudgeRun) -> int:
    if run.is_over:
        return run.judged
    again = JudgedDuel.objects.filter(run=run, choice="").count()
    left = left_to_judge(run.game, run.judge, run.rubric).count() - again
    return min(run.wanted, run.judged + max(0, left))


def _note(run: JudgeRun) -> str:
    """Say what broke, or why nothing moves."""
    if run.status == JudgeRun.Status.FAILED:
        return run.error.strip().splitlines()[-1] if run.error.strip() else "It broke."
    if run.is_over:
        return ""
    now = timezone.now()
    if run.status == JudgeRun.Status.QUEUED and now - run.created_at > PATIENCE:
        return "No process has taken it up: runs go on where matches are played."
    is_left = not run.holder or (run.held_until is not None and run.held_until < now)
    if run.status == JudgeRun.Status.RUNNING and is_left:
        return f"Its process is gone; the next one goes on within {HOLD_SECONDS:.0f} seconds."
    return ""
