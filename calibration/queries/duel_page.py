"""What the page of a pair shows before its answer: two replays and the rater's own progress."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils import timezone

from calibration.acquisition import Rule
from calibration.features import MEASURES
from calibration.models import Clip, Duel, Observation, Rater
from calibration.queries.replay import Replay, read_replay
from games.base import AnyGame
from games.registry import GAMES

GOAL = 10
"""Answers of a day that the page counts as marks; more are counted as a number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far a rater is."""

    today: int
    """Answers of this day (UTC) that stand."""
    number: int
    """The next answer's number among those that stand."""

    @property
    def marks(self) -> Sequence[bool]:
        return [place < self.today for place in range(GOAL)]

    @property
    def goal(self) -> int:
        return GOAL

    @property
    def is_first(self) -> bool:
        return self.number == 1


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelPage:
    """A pair that waits for its answer. Nothing in here names a match, a policy or a version."""

    duel: Duel
    game: AnyGame
    alike: str
    """What the two seats share beside the game."""
    is_edit: bool
    """An edit and its parent: one policy twice, on one seed."""
    same_seed: str
    """What the two seats of such a pair share beside it."""
    a: Replay
    b: Replay
    origin: str
    """How the pair came to be, in a few words; empty where that is no news."""
    is_uniform: bool
    """Drawn uniformly: the mark ◇ stands before the words."""
    progress: Progress
    undoes: int | None
    """The number of the answer that an undo takes back; None when there is none to take."""


def games_with_duels() -> list[AnyGame]:
    """Return the games that are cut into clips."""
    return [GAMES[key] for key in sorted(GAMES) if key in MEASURES]


def read_duel_page(duel: Duel) -> DuelPage:
    """Return the page of a pair that is shown; both clips blind."""
    clips = Clip.objects.select_related("episode", "seat").in_bulk([duel.clip_a_id, duel.clip_b_id])
    return DuelPage(
        duel=duel,
        game=GAMES[duel.rater.game],
        alike=MEASURES[duel.rater.game].alike,
        is_edit=duel.provenance == Duel.Stream.HEARD_EDIT,
        same_seed=MEASURES[duel.rater.game].same_seed,
        a=read_replay(clips[duel.clip_a_id]),
        b=read_replay(clips[duel.clip_b_id]),
        origin=origin(duel),
        is_uniform=duel.is_random_check or duel.is_probe,
        progress=read_progress(duel.rater),
        undoes=_last_answer(duel.rater) if duel.is_blind else None,
    )


def origin(duel: Duel) -> str:
    """Say how a pair came to be.

    Under a rule that chooses its pairs only the probes are marked; the others go without words.
    """
    if not duel.is_blind:
        return "put back"
    if duel.provenance == Duel.Stream.HEARD_EDIT:
        return "your edit beside its parent, sides by lot"
    if duel.is_probe:
        return "unbiased probe"
    return "random pair" if duel.rule == Rule.RANDOM else ""


def read_progress(rater: Rater) -> Progress:
    """Return how many answers of a rater stand, of today and in all."""
    standing = Observation.objects.filter(rater=rater, retracted_at=None)
    midnight = timezone.now().replace(hour=0, minute=0, second=0, microsecond=0)
    return Progress(
        today=standing.filter(made_at__gte=midnight).count(), number=standing.count() + 1
    )


def _last_answer(rater: Rater) -> int | None:
    """Return the number of the last answer to a dealt pair that stands."""
    dealt = Observation.objects.filter(duel__provenance=Duel.Stream.DUEL)
    standing = dealt.filter(rater=rater, retracted_at=None).order_by("-number")
    return standing.values_list("number", flat=True).first()
