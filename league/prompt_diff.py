"""What changed between two texts: line by line, and word by word inside a changed line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from itertools import zip_longest

_WORDS = re.compile(r"\w+\s*|[^\w\s]\s*|\s+")
_WORDS_AT_MOST = 1_000
_LINES_AT_MOST = 500
"""Comparing more than that word by word, or line by line, could take seconds for hostile texts:
longer lines are shown as a whole, and in longer texts the commonest lines are not matched up."""
_ALIKE = 0.3
"""Lines that share less than this are another line, and not a changed one."""


class Kind(StrEnum):
    SAME = "same"
    REMOVED = "removed"
    ADDED = "added"


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A run of text inside a line."""

    text: str
    is_changed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of a diff, with its 1-based number in the text or texts that have it."""

    kind: Kind
    old: int | None
    new: int | None
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Diff:
    """The lines of a diff, in reading order."""

    lines: tuple[Line, ...]

    @property
    def removed(self) -> int:
        return sum(line.kind is Kind.REMOVED for line in self.lines)

    @property
    def added(self) -> int:
        return sum(line.kind is Kind.ADDED for line in self.lines)


def diff_texts(old: str, new: str) -> Diff:
    """Compare two texts.

    >>> [(line.kind.value, [p.text for p in line.pieces if p.is_changed])
    ...  for line in diff_texts("Bid low.", "Bid high.").lines]
    [('removed', ['low']), ('added', ['high'])]
    """
    return Diff(lines=tuple(_lines(old.split("\n"), new.split("\n"))))


def _lines(old: Sequence[str], new: Sequence[str]) -> Iterator[Line]:
    is_long = max(len(old), len(new)) > _LINES_AT_MOST
    for tag, a, b, c, d in SequenceMatcher(None, old, new, autojunk=is_long).get_opcodes():
        if tag == "equal":
            for i, j in zip(range(a, b), range(c, d), strict=True):
                yield Line(kind=Kind.SAME, old=i + 1, new=j + 1, pieces=_whole(old[i], False))
            continue
        pairs = [_compare(one, other) for one, other in zip_longest(old[a:b], new[c:d])]
        for i, (before, _) in zip(range(a, b), pairs, strict=False):
            yield Line(kind=Kind.REMOVED, old=i + 1, new=None, pieces=before)
        for j, (_, after) in zip(range(c, d), pairs, strict=False):
            yield Line(kind=Kind.ADDED, old=None, new=j + 1, pieces=after)


def _compare(old: str | None, new: str | None) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """Return both lines in pieces, changed words marked; as a whole where they are strangers."""
    if old is None or new is None:
        return _whole(old or "", True), _whole(new or "", True)
    one, other = _WORDS.findall(old), _WORDS.findall(new)
    if max(len(one), len(other)) > _WORDS_AT_MOST:
        return _whole(old, True), _whole(new, True)
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    if matcher.quick_ratio() < _ALIKE or matcher.ratio() < _ALIKE:
        return _whole(old, True), _whole(new, True)
    before, after = [], []
    for tag, a, b, c, d in matcher.get_opcodes():
        if b > a:
            before.append(Piece(text="".join(one[a:b]), is_changed=tag != "equal"))
        if d > c:
            after.append(Piece(text="".join(other[c:d]), is_changed=tag != "equal"))
    return tuple(before), tuple(after)


def _whole(line: str, is_changed: bool) -> tuple[Piece, ...]:
    return (Piece(text=line, is_changed=is_changed),) if line else ()
