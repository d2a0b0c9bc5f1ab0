"""The scripted baselines: pure functions of a view, always legal, with fixed words.

``gossip`` weighs its own clue and the first claim of each neighbour by their log-odds, once ever,
since an echo is no new evidence. ``herd`` says what most of its neighbours said last. As saboteurs
both claim and vote the opposite of their clue and invent a count.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import exp, log
from typing import Any, ClassVar

from games.base import Baseline, BaselineKind
from games.chance import Stream
from games.errors import BadSetting
from games.rumor.limits import MESSAGE_LIMIT
from games.rumor.scenario import CLUE_CHANCE, Role, Side
from games.rumor.state import Action, Ballot, Talk
from games.rumor.view import View

CLAIM_CHANCE = 0.56
"""That a neighbour's first claim is true, as gossip reckons."""
CLUE_ODDS = log(CLUE_CHANCE / (1 - CLUE_CHANCE))
CLAIM_ODDS = log(CLAIM_CHANCE / (1 - CLAIM_CHANCE))


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaning:
    """What a baseline makes of what it knows, were it honest."""

    side: Side
    confidence: int
    belief: int


class Teller(ABC):
    """A baseline: an honest half of its own, and the saboteur's half that both share."""

    lie_confidence: ClassVar[int]

    def decide(self, view: View, ties: Stream) -> Action:
        return self.vote(view) if view.is_ballot else self.talk(view)

    def talk(self, view: View) -> Talk:
        leaning = self.leaning(view)
        if view.role is Role.SABOTEUR:
            lie = view.clue.other
            return Talk(
                claim=lie,
                confidence=self.lie_confidence,
                belief=leaning.belief,
                message=invented_count(view, lie),
            )
        return Talk(
            claim=leaning.side,
            confidence=leaning.confidence,
            belief=leaning.belief,
            message=self.message(view),
        )

    def vote(self, view: View) -> Ballot:
        if view.role is Role.SABOTEUR:
            leaning = self.leaning(view)
            return Ballot(vote=view.clue.other, belief=leaning.belief, reason="To mislead.")
        return self.honest_vote(view)

    @abstractmethod
    def leaning(self, view: View) -> Leaning: ...

    @abstractmethod
    def message(self, view: View) -> str: ...

    @abstractmethod
    def honest_vote(self, view: View) -> Ballot: ...


class Gossip(Teller):
    """Weighs its clue and each neighbour's first claim; names its sources."""

    lie_confidence = 90

    def leaning(self, view: View) -> Leaning:
        odds = log_odds(view)
        side = lean(odds, view.clue)
        return Leaning(side=side, confidence=_percent(abs(odds)), belief=_percent(odds))

    def message(self, view: View) -> str:
        word = view.question.word
        told = [
            f"{one.alias} {word(one.first_claim)}"
            for one in view.neighbours
            if one.first_claim is not None
        ]
        return with_sources(f"My clue says {word(view.clue)}.", told)

    def honest_vote(self, view: View) -> Ballot:
        leaning, word = self.leaning(view), view.question.word
        told = [one.first_claim for one in view.neighbours if one.first_claim is not None]
        reason = (
            f"My clue says {word(view.clue)}; of {len(told)} first claims"
            f" {told.count(leaning.side)} said {word(leaning.side)}."
        )
        return Ballot(vote=leaning.side, belief=leaning.belief, reason=reason)


class Herd(Teller):
    """Says its clue once, then what most neighbours said last."""

    lie_confidence = 100

    def leaning(self, view: View) -> Leaning:
        side = majority(
            (one.last.claim for one in view.neighbours if one.last is not None), view.clue
        )
        return _followed(side)

    def message(self, view: View) -> str:
        word = view.question.word(self.leaning(view).side)
        if view.sent:
            return f"Most around me say {word}, and so do I."
        return f"I hear it is {word}."

    def honest_vote(self, view: View) -> Ballot:
        claimed = view.sent[-1].claim if view.sent else None
        side = view.clue if claimed is None else claimed
        return Ballot(vote=side, belief=_followed(side).belief, reason="It is what I said last.")


def log_odds(view: View) -> float:
    """Return gossip's log-odds for answer A."""
    claims = [one.first_claim for one in view.neighbours]
    return _sign(view.clue) * CLUE_ODDS + CLAIM_ODDS * sum(
        _sign(claim) for claim in claims if claim is not None
    )


def lean(odds: float, clue: Side) -> Side:
    """Return the side that log-odds for A point at; at zero the clue's."""
    if odds == 0:
        return clue
    return Side.A if odds > 0 else Side.B


def majority(claims: Iterable[Side | None], clue: Side) -> Side:
    """Return what most claims say; on a tie what the clue says."""
    balance = sum(_sign(claim) for claim in claims if claim is not None)
    return lean(balance, clue)


def with_sources(opening: str, told: Iterable[str], limit: int = MESSAGE_LIMIT) -> str:
    """Return the opening and as many whole sources as fit.

    >>> with_sources("My clue says DRY.", ["Bolt DRY", "Rivet FLOODED"])
    'My clue says DRY. First claims: Bolt DRY, Rivet FLOODED.'
    >>> with_sources("My clue says DRY.", ["Bolt DRY", "Rivet FLOODED"], limit=50)
    'My clue says DRY. First claims: Bolt DRY.'
    """
    message = opening
    kept: list[str] = []
    for source in told:
        kept.append(source)
        longer = f"{opening} First claims: {', '.join(kept)}."
        if len(longer) > limit:
            break
        message = longer
    return message


def invented_count(view: View, lie: Side) -> str:
    """Return a saboteur's words: a count that nobody made, larger with every round."""
    known = len(view.sent) + 4
    return f"{known - 1} of the {known} clues I know of say {view.question.word(lie)}."


def _followed(side: Side) -> Leaning:
    return Leaning(side=side, confidence=60, belief=85 if side is Side.A else 15)


def _sign(side: Side) -> int:
    return 1 if side is Side.A else -1


def _percent(odds: float) -> int:
    return round(100 / (1 + exp(-odds)))


KINDS: Mapping[str, BaselineKind] = {
    "gossip": BaselineKind(
        key="gossip",
        summary="Weighs its clue and each neighbour's first claim, once ever.",
    ),
    "herd": BaselineKind(
        key="herd",
        summary="Says its clue once, then what most of its neighbours said last.",
    ),
}
_TELLERS: Mapping[str, Teller] = {"gossip": Gossip(), "herd": Herd()}


def baseline(key: str, parameters: Mapping[str, Any]) -> Baseline[View, Action]:
    """Return a baseline. Raises BadSetting for an unknown key or any parameter."""
    if key not in _TELLERS:
        raise BadSetting("baseline", key, f"one of {', '.join(KINDS)}")
    for name, value in parameters.items():
        raise BadSetting(name, value, f"nothing: {key} takes no parameters")
    return _TELLERS[key]


GOSSIP = Gossip()
"""The fallback, and whoever votes once the time is up."""
