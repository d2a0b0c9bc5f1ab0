"""Which forecasts a reliability diagram is of: raters' duels, or beliefs of policies."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import urlencode

from django.contrib.auth.models import User
from django.utils import timezone

from calibration.acquisition import Rule
from calibration.drawings import Span, draw_span
from calibration.features import MEASURES
from calibration.models import Rater
from calibration.queries.beliefs import read_beliefs
from calibration.queries.forecasts import Wanted, read_outcomes
from calibration.queries.learning_page import STREAMS
from calibration.scoring import (
    Calibration,
    Interval,
    Outcomes,
    Provenance,
    Scores,
    as_outcomes,
    wilson,
)
from games.registry import GAMES
from league.models import Policy

BELIEFS = "beliefs"
POOLED = "pooled"
SPANS = {"1": "Last 24 hours", "7": "Last 7 days", "30": "Last 30 days", "all": "Since the start"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The choices of the page; what was not asked for, or makes no sense, is the default."""

    game: str
    """A game's key, or ``beliefs``."""
    rater: str
    """A user's id; ``pooled`` for the model of all raters; empty for each rater's own model."""
    rule: str
    provenance: str
    span: str
    policy: str
    """For beliefs: a policy's slug, or empty for all."""

    @property
    def is_beliefs(self) -> bool:
        return self.game == BELIEFS

    @property
    def since(self) -> datetime | None:
        return None if self.span == "all" else timezone.now() - timedelta(days=int(self.span))

    @property
    def query(self) -> str:
        names = ("game", "rater", "rule", "provenance", "span", "policy")
        return f"?{urlencode({name: getattr(self, name) for name in names})}"


def read_asked(given: dict[str, str]) -> Asked:
    """Read the choices from an address."""

    def one_of(name: str, known: Container[str], default: str = "") -> str:
        value = given.get(name, "")
        return value if value in known else default

    return Asked(
        game=one_of("game", {*MEASURES, BELIEFS}, next(iter(MEASURES))),
        rater=one_of("rater", {POOLED, *(str(pk) for pk, _ in raters())}),
        rule=one_of("rule", {rule.value for rule in Rule}),
        provenance=one_of("provenance", {stream.value for stream in Provenance}),
        span=one_of("span", SPANS, "all"),
        policy=one_of("policy", {slug for slug, _ in believers()}),
    )


def raters() -> list[tuple[int, str]]:
    """Return who has answered duels, as (user id, name)."""
    found = User.objects.filter(pk__in=Rater.objects.filter(answers__gt=0).values("user"))
    return list(found.order_by("username").values_list("pk", "username"))


def believers() -> list[tuple[str, str]]:
    """Return the policies that may state beliefs, as (slug, name)."""
    return list(Policy.objects.filter(game="rumor").order_by("name").values_list("slug", "name"))


def games() -> list[tuple[str, str]]:
    """Return what a diagram may be of, as (key, title)."""
    duels = [(key, f"Duels of {GAMES[key].title}") for key in MEASURES if key in GAMES]
    return [*duels, (BELIEFS, "Beliefs stated in Rumor")]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreRow:
    """One line of the scores beside a diagram."""

    label: str
    scores: Scores
    span: Span | None
    """The skill's interval, from -1 to 1."""
    was_95: Interval | None
    """Wilson's interval of the share of guesses that were right."""


def score_rows(found: Calibration) -> list[ScoreRow]:
    """Return the scores of all, of the pairs drawn by lot, and of each stream where several are."""
    streams = [(STREAMS[stream], scores) for stream, scores in found.provenance.items()]
    lines = [("All of them", found.scores), ("◇ Pairs drawn by lot", found.checks)]
    lines += streams if len(streams) > 1 else []
    return [_score_row(label, scores) for label, scores in lines if scores is not None]


def counted(found: Calibration, sources: int, *, is_beliefs: bool) -> str:
    """Say how many forecasts there are, and of how many raters or policies.

    >>> counted(calibrate([]), 1, is_beliefs=True)
    '0 forecasts of 1 policy'
    """
    n = found.scores.n if found.scores else 0
    one, many = ("policy", "policies") if is_beliefs else ("rater", "raters")
    words = f"{n:,} forecast{'' if n == 1 else 's'}"
    return f"{words} of {sources} {one if sources == 1 else many}"


def _score_row(label: str, scores: Scores) -> ScoreRow:
    ends = scores.skill_95
    return ScoreRow(
        label=label,
        scores=scores,
        span=draw_span(ends.low, scores.skill, ends.high, 1.0) if ends else None,
        was_95=wilson(round(scores.was * scores.n), scores.n),
    )


def read_asked_outcomes(asked: Asked) -> tuple[Outcomes, int]:
    """Return the forecasts with what came, and of how many raters or policies they are."""
    if asked.is_beliefs:
        policy = Policy.objects.filter(slug=asked.policy).first() if asked.policy else None
        found = read_beliefs(policy_id=policy.pk if policy else None, since=asked.since)
        return as_outcomes([one for stated in found.values() for one in stated]), len(found)
    is_pooled = asked.rater == POOLED
    return read_outcomes(
        Wanted(
            game=asked.game,
            user_id=int(asked.rater) if asked.rater and not is_pooled else None,
            rule=asked.rule or None,
            provenance=Provenance(asked.provenance) if asked.provenance else None,
            since=asked.since,
        ),
        is_pooled=is_pooled,
    )
