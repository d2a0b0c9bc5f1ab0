"""How LEARNING is drawn: heaps of dots, the finding in a line, the rows that fit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from calibration.drawings import Heap, Span, draw_heap, draw_span
from calibration.models import Rater
from calibration.queries.learning import Learning, Weight, read_learning
from calibration.scoring import Provenance, Scores, wilson
from games.base import AnyGame
from games.registry import GAMES

FEW = 20
"""A stream of fewer answers stands in grey."""
MANY, VERY_MANY = 50, 200
STREAMS = {
    Provenance.DUEL: "Pairs dealt here",
    Provenance.HEARD_EDIT: "Edits met in a blind duel",
    Provenance.SELF_REPORT: "“My edit is better”, ticked",
    Provenance.PERFORM_OFFER: "Picks beside live matches",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class WeightRow:
    """One feature's weight, and where it stands on the axis that all share."""

    weight: Weight
    span: Span | None
    """None where the feature is not measured."""

    @property
    def is_sure(self) -> bool:
        return is_sure(self.weight)


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamRow:
    """One way that answers came."""

    key: str
    label: str
    scores: Scores
    span: Span | None

    @property
    def is_small(self) -> bool:
        return self.scores.n < FEW


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A row of the table that says how to read the page."""

    sign: str
    meaning: str
    fits: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LearningPage:
    """The page of one rater in one game."""

    game: AnyGame
    learned: Learning
    heaps: Sequence[tuple[str, Heap]]
    """By the width of the page: ``wide``, ``mid``, ``narrow``."""
    finding: str
    skill_span: Span | None
    weights: Sequence[WeightRow]
    weights_finding: str
    streams: Sequence[StreamRow]
    readings: Sequence[Reading]

    @property
    def scores(self) -> Scores | None:
        return self.learned.calibration.scores

    @property
    def ties(self) -> int:
        """Forecasts of exactly one half."""
        return int((self.learned.outcomes.p == 0.5).sum())

    @property
    def are_all_checks(self) -> bool:
        """Every forecast here is of a pair that was drawn uniformly."""
        return self.scores is not None and self.learned.calibration.check_n == self.scores.n


def read_learning_page(rater: Rater) -> LearningPage:
    """Return the page of a rater, from the answers that stand and were given blind."""
    learned = read_learning(rater)
    scores = learned.calibration.scores
    return LearningPage(
        game=GAMES[rater.game],
        learned=learned,
        heaps=[
            (name, draw_heap(learned.outcomes.p, width=width))
            for name, width in (("wide", 1200), ("mid", 720), ("narrow", 332))
        ],
        finding=finding(scores, beats_a_coin=learned.beats_a_coin),
        skill_span=_skill_span(scores),
        weights=weight_rows(learned.weights),
        weights_finding=weights_finding(learned.weights),
        streams=[
            StreamRow(key=stream.value, label=STREAMS[stream], scores=one, span=_skill_span(one))
            for stream, one in learned.calibration.provenance.items()
        ],
        readings=readings(scores),
    )


def is_sure(weight: Weight) -> bool:
    """Does the whole interval lie on one side of zero?"""
    return weight.low is not None and weight.high is not None and weight.low * weight.high > 0


def weight_rows(weights: Sequence[Weight]) -> list[WeightRow]:
    """Place all weights on one axis with zero in its middle."""
    ends = [abs(end) for one in weights for end in (one.low, one.high) if end is not None]
    reach = max([1e-9, *ends]) * 1.06
    return [
        WeightRow(
            weight=one,
            span=None
            if one.mean is None or one.low is None or one.high is None
            else draw_span(one.low, one.mean, one.high, reach),
        )
        for one in weights
    ]


def finding(scores: Scores | None, *, beats_a_coin: bool) -> str:
    """Say in one line how the forecasts do."""
    if scores is None:
        return "Nothing to score yet"
    if not beats_a_coin:
        return f"Not beating a coin flip yet (n = {scores.n:,})"
    sure = _sureness(scores)
    ends = {1: ", and too sure of it", -1: ", and surer than it says", 0: ""}
    return f"Better than a coin{ends[sure]} (n = {scores.n:,})"


def _sureness(scores: Scores) -> int:
    """Return 1 where ``expected`` lies above the interval of ``was``, -1 below it, 0 inside."""
    share = wilson(round(scores.was * scores.n), scores.n)
    if share is None or share.low <= scores.expected <= share.high:
        return 0
    return 1 if scores.expected > share.high else -1


def weights_finding(weights: Sequence[Weight]) -> str:
    """Say which features surely count."""
    sure = [weight for weight in weights if is_sure(weight)]
    liked = next((one.label for one in sure if one.mean and one.mean > 0), None)
    disliked = next((one.label for one in sure if one.mean and one.mean < 0), None)
    if liked and disliked:
        return f"You reward {liked} and mark down {disliked}"
    if liked:
        return f"You reward {liked}"
    if disliked:
        return f"You mark down {disliked}"
    return "What you value is still open"


def readings(scores: Scores | None) -> list[Reading]:
    """Return the table of what to make of it, with the rows that fit marked."""
    n = scores.n if scores else 0
    interval = scores.skill_95 if scores else None
    is_open = scores is not None and (interval is None or interval.low <= 0 <= interval.high)
    sure = _sureness(scores) if scores else 0
    return [
        Reading(
            sign="Skill near 0, few answers",
            meaning="Too early. Correct and expected.",
            fits=is_open and n < MANY,
        ),
        Reading(
            sign="Skill below 0, with many answers",
            meaning="Worse than a coin: it overfits a coincidence, or the answers contradict"
            " each other.",
            fits=interval is not None and interval.high < 0,
        ),
        Reading(
            sign="Expected above was",
            meaning="Too sure: when it says 80 % it is right less often than that.",
            fits=sure > 0,
        ),
        Reading(sign="Expected below was", meaning="Not sure enough.", fits=sure < 0),
        Reading(
            sign="Skill stays near 0, with very many answers",
            meaning="What you prefer is probably not among the features it measures.",
            fits=is_open and n >= VERY_MANY,
        ),
    ]


def _skill_span(scores: Scores | None) -> Span | None:
    if scores is None or scores.skill_95 is None:
        return None
    return draw_span(scores.skill_95.low, scores.skill, scores.skill_95.high, 1.0)
