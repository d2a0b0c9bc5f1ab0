"""The values that a game's measure gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

type Values = Mapping[str, float | None]
"""By the feature's key; None where there is nothing to measure."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Feature:
    """Something about a play that a rater may like or dislike."""

    key: str
    label: str
    """In words that a rater would use."""
    meaning: str
    """One sentence: what is counted, in which unit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """One seat's play in a log."""

    seat: int
    part: int
    """The deal, 0-based; 0 where a clip is a whole episode."""
    group: str
    """Only clips of one group meet."""
    first_seq: int
    last_seq: int
    """1-based numbers of its first and last event."""
    values: Values
