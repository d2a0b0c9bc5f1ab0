"""What a reader asked of a ladder's page: which rows, in which order, in which sections."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from league.queries.standings import Board, Row, Window

type Key = Callable[[Row], float | str | None]

SORTS: Mapping[str, Key] = {
    "mean": lambda row: row.sums.mean,
    "policy": lambda row: row.policy.name.lower(),
    "episodes": lambda row: row.sums.episodes,
    "wins": lambda row: row.win_share,
    "rate": lambda row: row.rates[0].share if row.rates else None,
    "model": lambda row: row.model_share,
    "cost": lambda row: row.cost_per_episode,
}
NATURAL = {"policy": ""}
"""Columns that are first sorted upwards; all others downwards."""
ENDS = {"policy": ("Z to A", "A to Z")}
"""How to say downwards and upwards, where it is not "highest first" and "lowest first"."""
GROUPS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """The filters and the order of a ladder's page."""

    window: Window = Window.ALL
    search: str = ""
    scripted: bool = True
    provisional: bool = True
    sort: str = "-mean"
    """A key of ``SORTS``, with a minus for downwards."""

    @classmethod
    def parse(cls, query: Mapping[str, str]) -> Wish:
        """Read a query string; what cannot be read is as if it were not there.

        An unticked box sends nothing, so the form says by ``filtered`` that its boxes are meant.
        """
        window, sort = query.get("window", ""), query.get("sort", "")
        meant = "filtered" in query
        return cls(
            window=Window(window) if window in list(Window) else Window.ALL,
            search=query.get("q", "").strip()[:60],
            scripted="scripted" in query or not meant,
            provisional="provisional" in query or not meant,
            sort=sort if sort.removeprefix("-") in SORTS else "-mean",
        )

    def sorted_by(self, key: str) -> str:
        """Return the query string of the same page in the order of a column, turned if it is."""
        down = f"-{key}"
        first = key if key in NATURAL else down
        turned = key if self.sort == down else down
        sort = turned if self.sort.removeprefix("-") == key else first
        fields = {"window": self.window.value, "q": self.search, "sort": sort, "filtered": "1"}
        boxes = {"scripted": self.scripted, "provisional": self.provisional}
        return "?" + urlencode({**fields, **{name: "1" for name, on in boxes.items() if on}})

    def direction(self, key: str) -> str:
        """Return the value of ``aria-sort`` for a column, or nothing."""
        return {f"-{key}": "descending", key: "ascending"}.get(self.sort, "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """One way to sort, as a menu offers it."""

    sort: str
    label: str


def orders(board: Board) -> tuple[Order, ...]:
    """Return every way to sort the rows of a ladder, for screens without room for column heads."""
    shares = [column.label for column in board.game.columns if column.kind == "ratio"]
    labels = {"mean": "Mean score", "policy": "Policy", "episodes": "Matches"}
    if {"wins", "losses"} <= {column.key for column in board.game.columns}:
        labels["wins"] = "Challenges won"
    if shares:
        labels["rate"] = shares[0]
    labels |= {"model": "By model", "cost": "Cost"}
    found = []
    for key, label in labels.items():
        down, up = ENDS.get(key, ("highest first", "lowest first"))
        pair = [
            Order(sort=f"-{key}", label=f"{label}, {down}"),
            Order(sort=key, label=f"{label}, {up}"),
        ]
        found += pair[::-1] if key in NATURAL else pair
    return tuple(found)


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """Rows under one heading."""

    kind: str
    """``ranked``, ``provisional`` or ``waiting``."""
    title: str
    """Empty for the ranked rows of a ladder whose policies have all met."""
    rows: tuple[Row, ...]


def arrange(board: Board, wish: Wish) -> tuple[Section, ...]:
    """Return the sections that have rows, in the order of the page."""
    sections = []
    for group in range(board.groups):
        rows = [row for row in board.ranked if row.place and row.place.group == group]
        title = ""
        if board.groups > 1:
            name = GROUPS[group % len(GROUPS)]
            title = f"Group {name}: never met the other groups, so it is ranked by itself"
        sections.append(Section(kind="ranked", title=title, rows=_pick(rows, wish)))
    if wish.provisional:
        title = f"Provisional: a rank needs {board.provisional_below} matches"
        rows_ = _pick(board.provisional, wish)
        sections.append(Section(kind="provisional", title=title, rows=rows_))
        title = "Waiting for a first rated match"
        sections.append(Section(kind="waiting", title=title, rows=_pick(board.waiting, wish)))
    return tuple(section for section in sections if section.rows)


def _pick(rows: Iterable[Row], wish: Wish) -> tuple[Row, ...]:
    words = wish.search.casefold()
    shown = [
        row
        for row in rows
        if (wish.scripted or not row.policy.is_scripted) and words in row.policy.name.casefold()
    ]
    key = SORTS[wish.sort.removeprefix("-")]
    known = [row for row in shown if key(row) is not None]
    known.sort(key=lambda row: key(row), reverse=wish.sort.startswith("-"))  # type: ignore[arg-type,return-value]  # no None is left
    return (*known, *(row for row in shown if key(row) is None))
