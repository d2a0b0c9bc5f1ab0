"""What the page of a pair shows after its answer: who they were, what the model had said, skill."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from calibration.drawings import Dot, History, draw_history
from calibration.models import Clip, Duel, Forecast, Scaling
from calibration.queries.duel_page import Progress, origin, read_progress
from calibration.queries.evidence import read_evidence, read_settings
from calibration.queries.hindsight import Hindsight, read_hindsight
from calibration.queries.outcomes import Outcome, read_outcome
from calibration.scoring import Scores, score_arrays
from games.base import AnyGame
from games.registry import GAMES
from league.models import Episode, Policy, Version
from league.queries.standings import Row, read_board

SHOWN = 60
"""Forecasts in the little history; LEARNING draws all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unmasked:
    """One clip of an answered pair."""

    side: str
    alias: str
    version: Version
    is_picked: bool
    address: str
    """The moment in its match where the clip begins."""
    row: Row | None
    """Its policy's place on the ladder of that match."""
    ranked: int
    """How many have a rank on that ladder."""
    outcome: Outcome | None
    """What became of it in the clip."""

    @property
    def policy(self) -> Policy:
        return self.version.policy


@dataclass(frozen=True, slots=True, kw_only=True)
class Running:
    """How the forecasts of this rater do so far."""

    scores: Scores | None
    history: History
    is_beating: bool
    """There are enough forecasts, and the whole interval of the skill lies above a coin's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reveal:
    """An answered pair."""

    duel: Duel
    game: AnyGame
    forecast: Forecast
    picked: str
    p_picked: float
    """The chance that the forecast gave to the clip that was picked."""
    clips: Sequence[Unmasked]
    why: Hindsight
    running: Running
    progress: Progress
    origin: str
    is_uniform: bool
    is_blind: bool
    is_counted: bool
    can_undo: bool

    @property
    def is_offer(self) -> bool:
        """Was it a pick beside a match?"""
        return self.duel.provenance == Duel.Stream.PERFORM_OFFER

    @property
    def is_tick(self) -> bool:
        """Was it an author's word, "my edit is better"?"""
        return self.duel.provenance == Duel.Stream.SELF_REPORT

    @property
    def match(self) -> Episode:
        return self.duel.clip_a.episode

    @property
    def picked_alias(self) -> str:
        return next(clip.alias for clip in self.clips if clip.is_picked)

    @property
    def a_share(self) -> float:
        return self.forecast.p_a

    @property
    def b_share(self) -> float:
        return 1 - self.forecast.p_a


def read_reveal(duel: Duel) -> Reveal:
    """Return the page of an answered pair."""
    forecast, picked = duel.forecast, duel.observation.picked
    p_a = forecast.p_a
    found = Clip.objects.select_related("episode__ladder", "seat", "version__policy")
    clips = found.in_bulk([duel.clip_a_id, duel.clip_b_id])
    return Reveal(
        duel=duel,
        game=GAMES[duel.rater.game],
        forecast=forecast,
        picked=picked,
        p_picked=p_a if picked == "A" else 1 - p_a,
        clips=[
            _unmask("A", clips[duel.clip_a_id], picked),
            _unmask("B", clips[duel.clip_b_id], picked),
        ],
        why=read_hindsight(duel),
        running=read_running(duel),
        progress=read_progress(duel.rater),
        origin=origin(duel),
        is_uniform=duel.is_random_check or duel.is_probe,
        is_blind=duel.observation.is_blind,
        is_counted=duel.observation.is_counted,
        can_undo=_can_undo(duel),
    )


def _unmask(side: str, clip: Clip, picked: str) -> Unmasked:
    episode = clip.episode
    board = read_board(episode.ladder) if episode.ladder else None
    rows = board.ranked if board else ()
    return Unmasked(
        side=side,
        alias=clip.seat.alias,
        version=clip.version,
        is_picked=side == picked,
        address=f"{episode.get_absolute_url()}#e{clip.first_seq}",
        row=next((row for row in rows if row.policy.pk == clip.policy_id), None),
        ranked=len(rows),
        outcome=read_outcome(clip),
    )


def read_running(duel: Duel) -> Running:
    """Return the scores of the rater's forecasts, and the newest of them as dots."""
    rater = duel.rater
    scaling = Scaling.objects.filter(game=rater.game).order_by("-number")[0]
    answers = read_evidence(rater, scaling, read_settings(rater.game).half_life).answers
    scores = score_arrays(answers.outcomes.p_a, answers.outcomes.a_came)
    given = answers.outcomes.p[-SHOWN:]
    are_last = answers.ids[-SHOWN:] == duel.observation.pk
    dots = [
        Dot(p=p, is_last=is_last)
        for p, is_last in zip(given.tolist(), are_last.tolist(), strict=True)
    ]
    return Running(
        scores=scores,
        history=draw_history(dots, first=answers.n - len(dots) + 1),
        is_beating=scores is not None and scores.beats_a_coin,
    )


def _can_undo(duel: Duel) -> bool:
    """Only the newest answer to a dealt pair is taken back."""
    observation = duel.observation
    if observation.retracted_at is not None or duel.provenance != Duel.Stream.DUEL:
        return False
    later = type(observation).objects.filter(
        rater=duel.rater, retracted_at=None, number__gt=observation.number
    )
    return not later.filter(duel__provenance=Duel.Stream.DUEL).exists()
