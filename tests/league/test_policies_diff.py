"""A diff: nothing is lost, what is the same is not marked, and hostile texts cost no time."""

from __future__ import annotations

import random

import pytest

from league.prompt_diff import Diff, Kind, diff_texts


def side(diff: Diff, left_out: Kind) -> str:
    lines = [line for line in diff.lines if line.kind is not left_out]
    return "\n".join("".join(piece.text for piece in line.pieces) for line in lines)


PAIRS = [
    ("", ""),
    ("", "one"),
    ("a\n\nb", "a\nb"),
    ("Bid low, then wait.\nNever talk.", "Bid high, then wait.\nTalk."),
    ("  indented\ttabs ", "indented tabs"),
    ("x\n" * 600, "y\nx\n" * 300),
]


@pytest.mark.parametrize(("old", "new"), PAIRS)
def test_both_texts_can_be_read_back(old: str, new: str) -> None:
    diff = diff_texts(old, new)
    assert side(diff, Kind.ADDED) == old
    assert side(diff, Kind.REMOVED) == new


def test_texts_drawn_at_random_can_be_read_back() -> None:
    draw = random.Random(5)
    for _ in range(60):
        old, new = ("".join(draw.choices("ab \n.", k=draw.randint(0, 60))) for _ in range(2))
        diff = diff_texts(old, new)
        assert (side(diff, Kind.ADDED), side(diff, Kind.REMOVED)) == (old, new)


def test_equal_texts_have_no_change() -> None:
    diff = diff_texts("a\nb", "a\nb")
    assert (diff.added, diff.removed) == (0, 0)
    assert [(line.old, line.new) for line in diff.lines] == [(1, 1), (2, 2)]


def test_only_the_changed_words_are_marked() -> None:
    diff = diff_texts("Count a third of them.", "Count a sixth of them.")
    marked = [[p.text.strip() for p in line.pieces if p.is_changed] for line in diff.lines]
    assert marked == [["third"], ["sixth"]]
    assert (diff.removed, diff.added) == (1, 1)


def test_strangers_are_marked_whole() -> None:
    diff = diff_texts("Open with fours.", "Say nothing, whatever happens!")
    assert all(piece.is_changed for line in diff.lines for piece in line.pieces)
