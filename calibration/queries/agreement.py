"""People against a judge on the same pairs: by rater, and pooled."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, QuerySet

from calibration.agreement import Agreement, agree
from calibration.models import Duel, JudgedDuel
from calibration.scoring import Interval, Side, interval_json, wilson
from games.base import Json
from grading.models import Rubric

type Row = tuple[str, str]
"""What a person picked, and what the judge said: A, B, tie, or empty for no answer."""


def answered_duels(game: str) -> QuerySet[Duel]:
    """Return the duels whose blind answers stand, of plays that are over.

    A pick beside a live match is left out: its clip ends where the match then stood.
    """
    return Duel.objects.filter(
        rater__game=game,
        observation__is_blind=True,
        observation__retracted_at=None,
        clip_a__is_partial=False,
        clip_b__is_partial=False,
    )


def left_to_judge(game: str, judge: str, rubric: Rubric) -> QuerySet[Duel]:
    """Return the answered duels on which a judge under a rubric has given no answer yet."""
    judged = JudgedDuel.objects.filter(duel=OuterRef("pk"), judge=judge, rubric=rubric)
    return answered_duels(game).exclude(Exists(judged.exclude(choice="")))


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One rater, or all of them, against the judge."""

    rater: str
    """A user's name; empty for all raters together."""
    agreement: Agreement
    """Over the pairs on which both picked a side."""
    observed_95: Interval | None
    ties: int
    """Pairs that the judge called equal; a person cannot."""
    voids: int
    """Pairs on which the judge gave no answer that can be read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A judge under a rubric against the people of a game."""

    game: str
    judge: str
    rubric: Rubric
    pooled: Line
    raters: Sequence[Line]

    @property
    def lines(self) -> list[Line]:
        return [self.pooled, *self.raters]

    @property
    def judged(self) -> int:
        return self.pooled.agreement.n + self.pooled.ties + self.pooled.voids


def read_table(game: str, judge: str, rubric: Rubric) -> Table:
    """Return the table over every judged duel whose answer still stands."""
    rows = JudgedDuel.objects.filter(
        judge=judge, rubric=rubric, duel__in=answered_duels(game)
    ).values_list("duel__rater__user__username", "duel__observation__picked", "choice")
    by_rater: dict[str, list[Row]] = defaultdict(list)
    for name, picked, choice in rows:
        by_rater[name].append((picked, choice))
    everybody = [row for found in by_rater.values() for row in found]
    return Table(
        game=game,
        judge=judge,
        rubric=rubric,
        pooled=_line("", everybody),
        raters=[_line(name, by_rater[name]) for name in sorted(by_rater)],
    )


def _line(rater: str, rows: Sequence[Row]) -> Line:
    sides = {side.value for side in Side}
    found = agree((Side(person), Side(judge)) for person, judge in rows if judge in sides)
    return Line(
        rater=rater,
        agreement=found,
        observed_95=wilson(found.both_a + found.both_b, found.n),
        ties=sum(judge == "tie" for _, judge in rows),
        voids=sum(judge == "" for _, judge in rows),
    )


def line_json(line: Line) -> Json:
    """Return a line; ``rater`` is null for all raters together."""
    found = line.agreement
    return {
        "rater": line.rater or None,
        "n": found.n,
        "both_a": found.both_a,
        "person_a_judge_b": found.person_a,
        "person_b_judge_a": found.judge_a,
        "both_b": found.both_b,
        "ties": line.ties,
        "voids": line.voids,
        "agreement": found.observed,
        "agreement_95": interval_json(line.observed_95),
        "kappa": found.kappa,
        "kappa_95": interval_json(found.kappa_95),
    }


def table_json(table: Table) -> Json:
    return {
        "game": table.game,
        "judge": table.judge,
        "rubric": table.rubric.label,
        "lines": [line_json(line) for line in table.lines],
    }
