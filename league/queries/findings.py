"""A ladder's title: what its standings show, and why no more."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.text import capfirst

from league.figures import score_text
from league.queries.standings import Board, Window

NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One sentence for the title, and one that explains it."""

    title: str
    lede: str


def find(board: Board) -> Finding:
    """Say what a ladder shows."""
    even = f"Break even is {score_text(board.game.break_even)}."
    if not board.episodes:
        if board.window is not Window.ALL:
            return Finding(title="No rated match in this time", lede="Look at a longer period.")
        return Finding(
            title="Nobody has played here yet",
            lede="The first rated match opens the ladder.",
        )
    if not board.ranked:
        below = board.provisional_below
        lede = f"A rank needs {below} rated matches; the nearest has {board.nearest}. {even}"
        return Finding(title="Too early to rank anyone", lede=lede)
    if board.groups > 1:
        return Finding(
            title=f"{capfirst(_count(board.groups))} groups have never met",
            lede="No chain of tables ties them together, so each is ranked by itself. " + even,
        )
    leaders = board.leaders
    if len(board.ranked) == 1:
        name = leaders[0].policy.name
        return Finding(title=f"{name} is the first with a rank", lede=f"Nobody to compare. {even}")
    if len(leaders) == 1:
        lede = f"Its whole interval lies above every other. {even}"
        return Finding(title=f"{leaders[0].policy.name} leads", lede=lede)
    lede = f"Their intervals still overlap, so the ladder does not choose. {even}"
    if len(leaders) == len(board.ranked):
        everyone = "Both" if len(leaders) == 2 else f"All {_count(len(leaders))}"
        return Finding(title=f"{everyone} ranked policies share first place", lede=lede)
    return Finding(title=f"{capfirst(_count(len(leaders)))} policies share first place", lede=lede)


def _count(number: int) -> str:
    return NUMBERS[number] if number < len(NUMBERS) else str(number)
