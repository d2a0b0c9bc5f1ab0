"""The worked example of Rumor: one small match by baselines, stepped through round by round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from django.conf import settings

from games.base import SPECTATOR, Json, Origin, Seat
from games.chance import stream
from games.registry import get_game
from games.rumor.limits import MESSAGE_LIMIT, NOTES_LIMIT
from league.queries.headroom_band import LANDMARKS, axis, read_standpoints
from league.queries.lesson import Lesson, Step, percent

SEED = f"{3:064x}"
"""A match in which talk mends one honest seat's clue and spoils another's."""
TABLE = {"topology": "clusters", "rounds": 3, "saboteurs": 2}


def rumor_lesson() -> Lesson:
    """Return the worked match with its steps, the headroom band and who stands where in it."""
    game = get_game("rumor")
    config = game.configure(TABLE)
    aliases, order = game.aliases(config, SEED), game.order(config, SEED)
    frames = [
        {**frame, "seq": seq, "at": "2026-01-01T00:00:00Z"}
        for seq, frame in enumerate(_shown(list(_play(game, config))), start=1)
    ]
    return Lesson(
        head=_head(game.settings(config), aliases, order, len(frames)),
        frames=frames,
        steps=list(_steps(frames, aliases)),
        facts=_facts(frames),
    )


def _play(game: Any, config: Any) -> Iterator[Json]:
    """Play it all by gossip, and yield a frame for each event."""
    state, number = game.begin(config), 0
    player = game.baseline("gossip", {})
    while not game.is_over(state):
        event = game.next_event(state, SEED)
        asked = state
        events = (
            [event]
            if event is not None
            else [
                game.act(asked, seat, player.decide(game.view(asked, seat), ties), Origin())
                for seat in game.pending(asked)
                for ties in [stream(SEED, "ties", number, seat)]
            ]
        )
        for one in events:
            state, number = game.apply(state, one), number + 1
            yield game.frame(state, one, SPECTATOR)


def _shown(frames: Sequence[Json]) -> list[Json]:
    """Keep what a newcomer needs: the clues, each round once all have spoken, ballot and tally."""
    kept = [frames[0]]
    for before, after in pairwise(frames):
        if before["kind"] in ("say", "vote") and after["kind"] != before["kind"]:
            kept.append(before)
    return [*kept, next(frame for frame in frames if frame["kind"] == "tally")]


def _head(config: Json, aliases: Sequence[str], order: Sequence[Seat], last: int) -> Json:
    seats = [
        {
            "slot": slot,
            "position": order.index(Seat(slot)),
            "alias": alias,
            "policy": "a policy",
            "version": 1,
            "is_scripted": True,
            "url": "",
        }
        for slot, alias in enumerate(aliases)
    ]
    return {
        "episode": 0,
        "game": "rumor",
        "variant": "bridged",
        "title": "Rumor",
        "config": config,
        "seats": seats,
        "order": list(order),
        "status": "finished",
        "last": last,
    }


def _steps(frames: Sequence[Json], aliases: Sequence[str]) -> Iterator[Step]:
    """Say what each frame shows; every name and number comes from the frame."""
    first, *rounds, ballot, tally = frames
    table = first["table"]
    question = table["question"]
    many = {side: table["clues"].count(side) for side in "ab"}
    yield Step(
        seq=1,
        title="Ten clues, one question",
        text=(
            f"{question['text']} {question['a']} or {question['b']}? {many['a']} clues say"
            f" {question['a']}, {many['b']} say {question['b']}. A seat sees its own clue only."
        ),
    )
    for number, frame in enumerate(rounds, start=1):
        claims = frame["table"]["claims"][number - 1]
        says = f"{claims.count('a')} claim {question['a']}, {claims.count('b')} {question['b']}."
        hint = {
            1: "Every seat writes to its neighbours, and all messages leave at once.",
            2: "Now everybody has read its neighbours. Only one link joins the two groups.",
        }.get(number, "The signs grow with the confidence that is claimed, true or not.")
        yield Step(seq=frame["seq"], title=f"Talk round {number}", text=f"{hint} {says}")
    yield Step(
        seq=ballot["seq"],
        title="The ballot",
        text="Ten sealed votes. Nobody sees another’s, and no spectator does.",
    )
    yield Step(seq=tally["seq"], title="The masks come off", text=_ending(tally["table"], aliases))


def _ending(table: Json, aliases: Sequence[str]) -> str:
    tally, question = table["tally"], table["question"]
    truth = tally["truth"]
    honest = [slot for slot, role in enumerate(tally["roles"]) if role == "honest"]
    sets = {
        "mended": [s for s in honest if table["clues"][s] != truth and tally["votes"][s] == truth],
        "spoilt": [s for s in honest if table["clues"][s] == truth and tally["votes"][s] != truth],
        "saboteurs": [slot for slot in range(len(aliases)) if slot not in honest],
    }
    names = {key: " and ".join(aliases[slot] for slot in slots) for key, slots in sets.items()}
    text = (
        f"It is {question[truth]}: {tally['correct']} of {tally['honest']} honest seats voted so."
        f" {names['saboteurs']} lied; the bands show where it went."
    )
    if sets["mended"]:
        text += f" Talk mended {names['mended']}, whose clue was wrong."
    if sets["spoilt"]:
        text += f" It spoilt {names['spoilt']}, whose clue was right."
    return text


def _facts(frames: Sequence[Json]) -> Mapping[str, Any]:
    tally = frames[-1]["table"]["tally"]
    accuracy = tally["accuracy"]
    return {
        "accuracy": percent(accuracy),
        "bloc": f"{2 * accuracy - 1:+.2f}".replace("-", "−"),
        "landmarks": [(mark, axis(mark.share)) for mark in LANDMARKS],
        "own_at": axis(0.675),
        "room": round(axis(0.925) - axis(0.675), 2),
        "even_at": axis(0.5),
        "standpoints": [
            (point, axis(point.low), axis(point.share), axis(point.high))
            for point in read_standpoints("rumor")
        ],
        "message_limit": MESSAGE_LIMIT,
        "notes_limit": NOTES_LIMIT,
        "call_seconds": round(settings.CALL_TIMEOUT),
        "episode_minutes": round(settings.EPISODE_SECONDS / 60),
        "play_share": percent(settings.PLAY_SHARE),
    }
