"""The scripted baselines: pure functions of a view and a stream for ties.

Both count their own hand and use the binomial tail for the rest. They never talk nor note.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.base import Baseline, BaselineKind, Parameter
from games.chance import Stream
from games.errors import BadSetting
from games.liars_dice.config import Face, Quantity
from games.liars_dice.odds import p_true, tail
from games.liars_dice.state import Action, Bid, Call, Challenge
from games.liars_dice.view import View

REACH = 2
"""Raises go up to this much past the standing quantity."""
EQUAL = 1e-12
"""Chances nearer than this are ties."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bayes:
    """Challenges what is unlikely, else bids the likeliest safe raise, else challenges.

    ``pressure`` is the same machinery with other thresholds and a pad on its raises.
    """

    challenge_below: float
    """Challenge when the standing bid is less likely than this."""
    safe: float
    """Bid only what is at least this likely."""
    pad: int = 0
    """Add this to a chosen raise where that stays legal."""

    def decide(self, view: View, ties: Stream) -> Action:
        standing = view.standing
        if standing is None:
            return self._opening(view)
        chance = p_true(view.config, view.hand, standing.quantity, standing.face)
        if chance < self.challenge_below or view.is_capped:
            return Challenge()
        chosen = self._raise(view, standing, ties)
        if chosen is None:
            return Challenge()
        if chosen.quantity + self.pad <= view.config.total:
            return Bid(quantity=Quantity(chosen.quantity + self.pad), face=chosen.face)
        return chosen

    def _opening(self, view: View) -> Bid:
        """Bid the face held most (ties: the higher), at its count and the expected share."""
        config, hand = view.config, view.hand
        face = max(config.faces, key=lambda one: (hand.count(one), one))
        share = config.unseen // len(config.faces)
        quantity = min(max(hand.count(face) + share, 1), config.total)
        return Bid(quantity=Quantity(quantity), face=Face(face))

    def _raise(self, view: View, standing: Call, ties: Stream) -> Bid | None:
        config, hand = view.config, view.hand
        chances = tail(config.unseen, len(config.faces))
        top = min(standing.quantity + REACH, config.total)
        best, kept = self.safe, []
        for face in config.faces:
            held = hand.count(face)
            low = standing.quantity + (face <= standing.face)
            for quantity in range(low, top + 1):
                needed = quantity - held
                chance = 1.0 if needed <= 0 else chances[needed] if needed < len(chances) else 0.0
                if chance >= self.safe:
                    best = max(best, chance)
                    kept.append((chance, quantity, -held, face))
        likeliest = [(q, held, face) for chance, q, held, face in kept if chance >= best - EQUAL]
        if not likeliest:
            return None
        first = min(likeliest)
        tied = [face for q, held, face in likeliest if (q, held) == first[:2]]
        face = tied[0] if len(tied) == 1 else ties.choice(tied)
        return Bid(quantity=Quantity(first[0]), face=Face(face))


_CALL = "it challenges a bid that is less likely than this"
_BID = "it bids only what is at least this likely"

KINDS: Mapping[str, BaselineKind] = {
    "bayes": BaselineKind(
        key="bayes",
        summary="Challenges bids unlikely from its own hand, else bids the likeliest safe raise.",
        parameters=(
            Parameter(key="challenge_below", meaning=_CALL, default=0.15, low=0.0, high=1.0),
            Parameter(key="safe", meaning=_BID, default=0.35, low=0.0, high=1.0),
        ),
    ),
    "pressure": BaselineKind(
        key="pressure",
        summary="Like bayes, but calls sooner and bids one more than its own hand supports.",
        parameters=(
            Parameter(key="challenge_below", meaning=_CALL, default=0.25, low=0.0, high=1.0),
            Parameter(key="safe", meaning=_BID, default=0.35, low=0.0, high=1.0),
            Parameter(
                key="pad",
                meaning="it adds this to a raise",
                default=1,
                low=0,
                high=10,
                integer=True,
            ),
        ),
    ),
}


def baseline(key: str, parameters: Mapping[str, Any]) -> Baseline[View, Action]:
    """Return a baseline. Raises BadSetting for an unknown key, parameter or value."""
    kind = KINDS.get(key)
    if kind is None:
        raise BadSetting("baseline", key, f"one of {', '.join(KINDS)}")
    return Bayes(**read_parameters(kind, parameters))


def read_parameters(kind: BaselineKind, given: Mapping[str, Any]) -> dict[str, Any]:
    """Check a baseline's parameters and fill in the defaults."""
    known = {parameter.key: parameter for parameter in kind.parameters}
    for key in given:
        if key not in known:
            raise BadSetting(key, given[key], f"a parameter of {kind.key}: {', '.join(known)}")
    return {key: _value(known[key], given.get(key, known[key].default)) for key in known}


def _value(parameter: Parameter, value: Any) -> float | int:
    kind = "an integer" if parameter.integer else "a number"
    expected = f"{kind} in {parameter.low:g}..{parameter.high:g}"
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not parameter.low <= value <= parameter.high:
        raise BadSetting(parameter.key, value, expected)
    if parameter.integer:
        if value != int(value):
            raise BadSetting(parameter.key, value, expected)
        return int(value)
    return float(value)
