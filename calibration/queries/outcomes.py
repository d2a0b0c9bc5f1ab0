"""What became of a clip for the judged seat, in a line: for the reveal, never before it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.humanize.templatetags.humanize import apnumber

from calibration.models import Clip
from games.liars_dice.config import Config
from games.liars_dice.events import BidMade, Challenged
from games.liars_dice.text import bid_text
from games.registry import get_game
from games.replay import decode_log
from games.rumor.events import Started, Tallied
from games.rumor.scenario import Role
from league.figures import signed_text, typeset
from league.queries.frames import configuration


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How a clip ended for one seat."""

    where: str
    """What the clip is of: `In this deal`, `In this match`."""
    text: str
    points: str
    """What it brought, with its sign."""
    is_gain: bool
    is_loss: bool


def read_outcome(clip: Clip) -> Outcome | None:
    """Return what became of the judged seat; None where the clip came to no end. One query."""
    tell = TELLERS.get(clip.game)
    if tell is None or clip.is_partial:
        return None
    log = clip.episode.events.filter(seq__gte=clip.first_seq, seq__lte=clip.last_seq)
    events = decode_log(get_game(clip.game), log.order_by("seq").values_list("data", flat=True))
    return tell(clip, events)


def _deal(clip: Clip, events: Sequence[Any]) -> Outcome | None:
    """Say what the seat's last word in a deal of Liar's Dice was, and what the hands held."""
    call = next((one for one in reversed(events) if isinstance(one, Challenged)), None)
    if call is None:
        return None
    _, config = configuration(clip.episode)
    assert isinstance(config, Config)
    slot = clip.seat.slot
    bid = typeset(bid_text(config.mode, call.quantity, call.face))
    held = f"{apnumber(call.actual)} {'was' if call.actual == 1 else 'were'} there"
    if slot == call.seat:
        text = f"{'had to challenge' if call.forced else 'challenged'} {bid}; {held}"
    elif slot == call.bidder:
        text = f"bid {bid} and was challenged; {held}"
    else:
        bids = sum(isinstance(one, BidMade) and one.seat == slot for one in events)
        own = f"{apnumber(bids)} bid{'' if bids == 1 else 's'}" if bids else "no bid"
        text = f"{own}; the challenge was between two others"
    points = 0 if slot not in (call.seat, call.bidder) else 1 if slot == call.winner else -1
    return _outcome("In this deal", text, float(points), digits=0)


def _match(clip: Clip, events: Sequence[Any]) -> Outcome | None:
    """Say how the seat voted in a match of Rumor, and on which side it was."""
    start = next((one for one in events if isinstance(one, Started)), None)
    tally = next((one for one in events if isinstance(one, Tallied)), None)
    if start is None or tally is None or clip.seat.score is None:
        return None
    slot = clip.seat.slot
    vote = start.scenario.question.word(tally.votes[slot])
    right = "which was right" if tally.votes[slot] is tally.truth else "which was wrong"
    role = "a saboteur" if tally.roles[slot] is Role.SABOTEUR else "honest"
    return _outcome(
        "In this match", f"{role}; voted {vote}, {right}", float(clip.seat.score), digits=2
    )


def _outcome(where: str, text: str, points: float, *, digits: int) -> Outcome:
    return Outcome(
        where=where,
        text=text,
        points=signed_text(points, digits),
        is_gain=points > 0,
        is_loss=points < 0,
    )


TELLERS: dict[str, Callable[[Clip, Sequence[Any]], Outcome | None]] = {
    "liars-dice": _deal,
    "rumor": _match,
}
"""A game that is not here has no such line."""
