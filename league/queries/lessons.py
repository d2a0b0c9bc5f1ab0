"""Worked examples for the rules pages, played by the real rules: what a page says is computed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings

from games.base import SPECTATOR, Json, Origin, Seat
from games.liars_dice.config import Config, Face, Mode, Quantity, configure
from games.liars_dice.events import Dealt, Event, Started
from games.liars_dice.odds import p_true
from games.liars_dice.rules import NOTES_LIMIT, SAY_LIMIT, act, apply, begin, is_raise
from games.liars_dice.state import Bid, Call, Challenge, State
from games.liars_dice.text import bid_text as plain_bid_text
from games.liars_dice.text import face_text
from games.registry import get_game
from league.queries.lesson import Lesson, Step, percent
from league.queries.rumor_lesson import rumor_lesson

NAMES = ("Gizmo", "Tinker", "Sprocket", "Ratchet")
HANDS = tuple(
    tuple(Face(face) for face in hand)
    for hand in ((5, 5, 6, 3, 2), (6, 6, 5, 2, 1), (5, 4, 4, 2, 1), (6, 4, 3, 3, 1))
)
BIDS = ((3, 2, "Two of these are mine."), (3, 6, ""), (4, 4, ""), (5, 6, ""), (6, 5, ""))
LAST_WORD = "Two of us cannot both be that lucky."


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """One bid against a standing one."""

    bid: str
    is_legal: bool
    why: str


def read_lesson(key: str) -> Lesson | None:
    """Return a game's lesson, or None when it has none yet."""
    make = LESSONS.get(key)
    return make() if make else None


def _liars_dice() -> Lesson:
    config = configure({})
    events, states = _play(config)
    game = get_game("liars-dice")
    frames = [
        {"seq": seq, "at": "2026-01-01T00:00:00Z", **game.frame(state, event, SPECTATOR)}
        for seq, (event, state) in enumerate(zip(events, states, strict=True), start=1)
    ][1:]
    frames = [{**frame, "seq": seq} for seq, frame in enumerate(frames, start=1)]
    return Lesson(
        head=_head(game.settings(config)),
        frames=frames,
        steps=list(_steps(config, frames)),
        facts=_facts(config, frames),
    )


def _play(config: Config) -> tuple[list[Event], list[State]]:
    """Play the deal by the rules; they refuse it if it ever breaks one."""
    order = tuple(Seat(slot) for slot in range(len(NAMES)))
    state = begin(config)
    events: list[Event] = []
    states: list[State] = []

    def happen(event: Event) -> None:
        nonlocal state
        state = apply(state, event)
        events.append(event)
        states.append(state)

    happen(Started(config=config, aliases=NAMES, order=order))
    happen(Dealt(deal=0, opener=order[0], hands=HANDS))
    origin = Origin(scripted=True)
    for turn, (quantity, face, say) in enumerate(BIDS):
        seat = order[turn % len(order)]
        bid = Bid(quantity=Quantity(quantity), face=Face(face), say=say or None)
        happen(act(state, seat, bid, origin))
    seat = order[len(BIDS) % len(order)]
    happen(act(state, seat, Challenge(say=LAST_WORD), origin))
    return events, states


def _head(configuration: Json) -> Json:
    seats = [
        {
            "slot": slot,
            "position": slot,
            "alias": alias,
            "policy": "a policy",
            "version": 1,
            "is_scripted": False,
            "url": "",
        }
        for slot, alias in enumerate(NAMES)
    ]
    return {
        "episode": 0,
        "game": "liars-dice",
        "variant": "standard",
        "title": "Liar's Dice",
        "config": configuration,
        "seats": seats,
        "order": list(range(len(NAMES))),
        "status": "finished",
        "last": len(BIDS) + 2,
    }


def _steps(config: Config, frames: list[Json]) -> Iterator[Step]:
    """Say what happens in each frame; every number comes from the frame."""
    yield Step(
        seq=1,
        title="Everybody rolls under a cup",
        text=(
            f"{config.hand_size} dice each, {config.total} on the table. You see all of them here;"
            f" a seat sees its own {config.hand_size} and guesses the other {config.unseen}."
        ),
    )
    standing: tuple[int, int] | None = None
    for frame in frames[1:-1]:
        event, table = frame["event"], frame["table"]
        seat, quantity, face = event["seat"], event["quantity"], event["face"]
        held = HANDS[seat].count(face)
        read = percent(table["reads"][seat])
        text = (
            f"{NAMES[seat]} holds {held} itself; from its hand alone the bid is true with {read}."
        )
        if event["say"]:
            text += f" It says “{event['say']}” Talk binds nobody."
        if standing is None:
            text = (
                f"All hands together hold at least {quantity} {face_text(Mode.DICE, face)}. " + text
            )
        elif standing[0] == quantity:
            text = "The same quantity of a higher face is a higher bid. " + text
        else:
            text = "More dice is a higher bid, whatever the face. " + text
        standing = (quantity, face)
        yield Step(
            seq=frame["seq"],
            title=f"{NAMES[seat]} bids {bid_text(Mode.DICE, quantity, face)}",
            text=text,
        )
    last = frames[-1]
    verdict = last["table"]["verdict"]
    read = frames[-2]["table"]["reads"][verdict["challenger"]]
    face = verdict["face"]
    yield Step(
        seq=last["seq"],
        title=f"{NAMES[verdict['challenger']]} calls it a bluff",
        text=(
            f"From its own hand the bid is true with {percent(read)}, so it challenges. The cups"
            f" open: {verdict['actual']} {face_text(Mode.DICE, face, verdict['actual'])}, and"
            f" {verdict['quantity']} were bid. {NAMES[verdict['winner']]} takes a point,"
            f" {NAMES[verdict['bidder']]} loses one, the others stand by."
        ),
    )


def _facts(config: Config, frames: list[Json]) -> Mapping[str, Any]:
    poker = configure({"mode": "poker"})
    read = frames[-2]["table"]["reads"][frames[-1]["table"]["verdict"]["challenger"]]
    standing = Call(Seat(0), Quantity(4), Face(4))
    examples = [(4, 5), (5, 1), (4, 4), (4, 3), (3, 6)]
    return {
        "config": config,
        "poker": poker,
        "poker_read": percent(p_true(poker, (4, 0, 7, 7, 4, 1, 9, 2), 5, 7)),
        "say_limit": SAY_LIMIT,
        "notes_limit": NOTES_LIMIT,
        "standing": bid_text(Mode.DICE, 4, 4),
        "examples": [
            Example(
                bid=bid_text(Mode.DICE, quantity, face),
                is_legal=is_raise(quantity, face, standing),
                why=_why(quantity, face),
            )
            for quantity, face in examples
        ],
        "read": percent(read),
        "forgone": f"{1 - 2 * read:.2f}",
        "best": f"{0.5 + config.deals / (2 * config.deals):.3f}",
        "plus_three": f"{0.5 + 3 / (2 * config.deals):.3f}",
        "call_seconds": round(settings.CALL_TIMEOUT),
        "episode_minutes": round(settings.EPISODE_SECONDS / 60),
        "play_share": percent(settings.PLAY_SHARE),
    }


def bid_text(mode: Mode, quantity: int, face: int) -> str:
    """Return a bid as pages print it: ``6 × fives``."""
    return plain_bid_text(mode, quantity, face).replace(" x ", " × ")


def _why(quantity: int, face: int) -> str:
    if quantity > 4:
        return "more dice, any face"
    if quantity < 4:
        return "fewer dice"
    return "a higher face" if face > 4 else "the same bid" if face == 4 else "a lower face"


LESSONS: Mapping[str, Callable[[], Lesson]] = {
    "liars-dice": _liars_dice,
    "rumor": rumor_lesson,
}
