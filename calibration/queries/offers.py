"""The pick beside a live match: what is asked just now, and what came of an answer.

A match offers its pick in a game whose hands lie open to spectators while it runs. What a page
shows is one of four things: the two seats to choose between, that it is too early, that the match
is over, or the answer with what the model had said.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import combinations

from calibration.features import MEASURES
from calibration.models import Duel, Forecast, Observation
from games.replay import decode_log
from league.access import Person
from league.models import Episode, Seat
from league.queries.frames import configuration


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """What stands beside a match."""

    episode: Episode
    seats: tuple[Seat, Seat] | None = None
    """A and B, to choose between."""
    is_over: bool = False
    has_answered: bool = False
    """This person has answered for this very moment."""
    told: Told | None = None

    @property
    def state(self) -> str:
        """Name what is shown: ``told``, ``over``, ``ask`` or ``wait``."""
        if self.told is not None:
            return "told"
        if self.is_over:
            return "over"
        return "wait" if self.seats is None else "ask"

    @property
    def seen(self) -> int:
        """The number of the last event that the page has."""
        return self.episode.last_seq


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """An answer that was taken."""

    duel: Duel
    picked: Seat
    other: Seat
    forecast: Forecast
    p_picked: float
    """The chance that the forecast had given to the seat that was picked."""
    upto: int
    """The match's last event that the forecast went by."""
    is_counted: bool


def read_offer(user: Person, episode: Episode) -> Offer | None:
    """Return what a match asks now; None in a game where an offer would tell what is hidden.

    Two seats that this person has answered for at this very moment are not asked about again.
    """
    measure = MEASURES.get(episode.game)
    if measure is None or measure.so_far is None:
        return None
    if episode.is_over:
        return Offer(episode=episode, is_over=True)
    answered = _answered_now(user, episode)
    between = [
        (a, b)
        for a, b in combinations(_seats_that_acted(episode), 2)
        if a.version.policy_id != b.version.policy_id and {a.pk, b.pk} not in answered
    ]
    return Offer(
        episode=episode,
        seats=random.choice(between) if between else None,
        has_answered=bool(answered),
    )


def _seats_that_acted(episode: Episode) -> list[Seat]:
    measure = MEASURES[episode.game]
    game, config = configuration(episode)
    log = episode.events.filter(seq__lte=episode.last_seq).order_by("seq")
    events = decode_log(game, log.values_list("data", flat=True))
    assert measure.so_far is not None
    return [
        seat
        for seat in episode.seats.select_related("version").order_by("slot")
        if any(value is not None for value in measure.so_far(config, events, seat.slot).values())
    ]


def _answered_now(user: Person, episode: Episode) -> list[set[int]]:
    if not user.is_authenticated:
        return []
    asked = Duel.objects.filter(
        rater__user=user.pk,
        provenance=Duel.Stream.PERFORM_OFFER,
        clip_a__episode=episode,
        clip_a__last_seq=episode.last_seq,
    )
    return [set(pair) for pair in asked.values_list("clip_a__seat", "clip_b__seat")]


def read_told(observation: Observation) -> Offer:
    """Return an answer to an offer with what the model had said."""
    duel, forecast = observation.duel, observation.forecast
    clips = (duel.clip_a, duel.clip_b)
    picked, other = clips if observation.picked == "A" else clips[::-1]
    return Offer(
        episode=picked.episode,
        told=Told(
            duel=duel,
            picked=picked.seat,
            other=other.seat,
            forecast=forecast,
            p_picked=forecast.p_a if observation.picked == "A" else 1 - forecast.p_a,
            upto=picked.last_seq,
            is_counted=observation.is_counted,
        ),
    )


def read_standing_pick(user_id: int, seats: tuple[Seat, Seat], upto: int) -> Observation:
    """Return a person's answer between two seats at one moment. Raises DoesNotExist."""
    either = {"clip_a__seat__in": seats, "clip_b__seat__in": seats}
    return Observation.objects.select_related(
        "forecast", "duel__clip_a__seat", "duel__clip_b__seat", "duel__clip_a__episode"
    ).get(
        rater__user=user_id,
        duel__provenance=Duel.Stream.PERFORM_OFFER,
        **{f"duel__{name}": value for name, value in either.items()},
        duel__clip_a__last_seq=upto,
    )
