"""The contract between a game and everything that plays, shows, stores and grades it.

Theory of operation. An episode is a fold over its events::

    begin(config) -> state_0,   apply(state_k, event_k+1) -> state_k+1

Two kinds of events exist. Those that nobody decides (the start, a deal, a forced move, the end)
come from ``next_event(state, seed)``; when it returns None, the seats in ``pending(state)`` must
act, all of them at the same time, and each answer becomes an event by ``act``. So a sequential game
has one pending seat and a simultaneous one has several; whoever runs the episode asks all pending
seats at once against the same state, then makes and applies the events in the order of ``pending``.
A view does not change through what a fellow pending seat has sent, and ``pending`` shrinks as the
events are applied, so an interrupted batch goes on where its log stops.

A deadline never interrupts a batch that was asked. ``next_event(..., deadline=True)`` is what comes
once the time is up: a game that settles at a boundary returns None until it gets there (and its
seats act on); one that settles at once returns the forced events instead, one at a time, although
seats are pending.

Seats are numbered by *slot*: the place in the configuration. Where a seat sits at the table is the
game's business and stands in its events.

Hidden information fails closed: ``view`` starts empty and adds what one seat may know, ``frame``
takes an audience and has no default.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, StrEnum, auto
from typing import Any, ClassVar, Literal, NewType, Protocol

from games.chance import Stream

Seat = NewType("Seat", int)
"""A slot of the configuration, 0-based."""

type Json = dict[str, Any]
"""A JSON object: str keys; str, int, float, bool, None, lists and objects as values."""


class Cause(StrEnum):
    """Why a policy's own reply was not played."""

    TIMEOUT = "timeout"
    TRUNCATED = "truncated"
    REFUSED = "refused"
    UNREADABLE = "unreadable"
    ILLEGAL = "illegal"
    PROVIDER = "provider"
    """The provider failed: overloaded, internal error, bad request, no connection."""
    CREDENTIALS = "credentials"
    """The provider turned our credentials down (401, 403)."""
    NO_CREDENTIALS = "no_credentials"
    """No credentials are configured, so no call was made."""
    BUDGET = "budget"
    """A spending limit was reached, so no call was made."""
    CLOCK = "clock"
    """Two more calls could pass the episode's play limit, so no call was made."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """How a decision came to be. All fields at their defaults: the model's first reply."""

    scripted: bool = False
    """The seat is played by a baseline."""
    retried: Cause | None = None
    """What was wrong with the first reply, when the second one was played."""
    fallback: Cause | None = None
    """Why the fallback baseline played instead of the model."""


FIRST_REPLY = Origin()
"""The policy's own first reply, with nothing to remark; also the origin of what nobody decided."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Audience:
    """Who looks at a frame or an export. There is no default audience."""

    notes_of: frozenset[Seat]
    """Seats whose private notes this audience may read: its own, or all for staff."""


SPECTATOR = Audience(notes_of=frozenset())
"""Anyone: no private notes at all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """What one seat's model is sent."""

    system: str
    user: str
    schema: Json
    """JSON schema of the reply; every property required, no additional ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """A named configuration that a ladder can play."""

    key: str
    title: str
    summary: str
    """One sentence for a newcomer."""
    settings: Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """One parameter of a baseline."""

    key: str
    meaning: str
    """What it does, for a reader of a page, after its name."""
    default: float
    low: float
    high: float
    integer: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BaselineKind:
    """A scripted baseline that can be fielded as a policy."""

    key: str
    summary: str
    parameters: tuple[Parameter, ...] = ()


class Baseline[View, Action](Protocol):
    """A scripted policy: a pure function of a view and a stream for ties."""

    def decide(self, view: View, ties: Stream) -> Action: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A per-seat statistic of the game that ladders show beside the mean score."""

    key: str
    label: str
    kind: Literal["count", "ratio"]
    over: str = ""
    """For a ratio: the key of the count in the denominator (sums are divided, not means)."""
    rate: str = ""
    """For a ratio: what it is called in JSON and CSV, since ``key`` names its numerator."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Facet:
    """A condition that a seat played under, by which a policy's record can be broken down."""

    key: str
    label: str
    values: Mapping[str, str]
    """What the condition can be, each with its label."""
    is_role: bool = False
    """What the seat itself was dealt: the record shows each role apart and all together."""


class Beat(Enum):
    """How long the table should stand still before an event, so that a person can follow."""

    NONE = auto()
    """Not at all: it belongs to the event before it."""
    MOVE = auto()
    """One seat moved."""
    ROUND = auto()
    """All seats moved at once."""
    REVEAL = auto()
    """After something hidden was shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PairFact:
    """One seat's conduct towards another over an episode: a row of the soft-play audit."""

    seat: Seat
    other: Seat
    faced: int
    challenged: int
    forgone: float
    """Expected value forgone by not challenging, summed over the facings."""
    net: int
    """Points the seat took from the other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """What an episode came to. Sequences are indexed by seat."""

    reason: str
    """``complete`` or ``deadline``."""
    scores: tuple[float, ...]
    stats: tuple[Mapping[str, float], ...]
    """Per seat, the sums named by the game's columns."""
    facets: tuple[Mapping[str, str], ...] = ()
    """Per seat, a value for each of the game's facets; empty when the game has none."""
    pairs: tuple[PairFact, ...] = ()
    details: Json = field(default_factory=dict)
    """Anything else the game reports (its audit in full), as JSON."""


class Game[Config, State, Event, View, Action](ABC):
    """One game. Instances are stateless; all state is in ``State``, a frozen value."""

    key: ClassVar[str]
    """Stable name in URLs, files and the database, such as ``liars-dice``."""
    title: ClassVar[str]
    variants: ClassVar[Mapping[str, Variant]]
    baselines: ClassVar[Mapping[str, BaselineKind]]
    fallback: ClassVar[str]
    """Key of the baseline that plays when a model's reply cannot be."""
    columns: ClassVar[tuple[Column, ...]]
    facets: ClassVar[tuple[Facet, ...]] = ()
    break_even: ClassVar[float]
    """The mean score of a seat at a table of equals."""
    score_range: ClassVar[tuple[float, float]]

    # configuration

    @abstractmethod
    def configure(self, settings: Mapping[str, Any]) -> Config:
        """Check settings (absent = default). Raises BadSetting with field, value and range."""

    @abstractmethod
    def settings(self, config: Config) -> Json:
        """Return a configuration as JSON; ``configure`` of it gives the same configuration."""

    @abstractmethod
    def seats(self, config: Config) -> int: ...

    # the fold

    @abstractmethod
    def begin(self, config: Config) -> State:
        """Return the state before the first event."""

    @abstractmethod
    def next_event(self, state: State, seed: str, *, deadline: bool = False) -> Event | None:
        """Return the event that comes without anybody's decision, or None when seats must act.

        With ``deadline`` the episode's time is up: the game settles at its next boundary.
        """

    @abstractmethod
    def pending(self, state: State) -> tuple[Seat, ...]:
        """Return the seats that must act now, all at once; none when a chance event is due."""

    @abstractmethod
    def is_over(self, state: State) -> bool: ...

    @abstractmethod
    def apply(self, state: State, event: Event) -> State:
        """Fold one event in. Raises ReplayMismatch when the rules do not allow it here."""

    @abstractmethod
    def is_chance(self, event: Event) -> bool:
        """Return whether the event says of itself that nobody decided it.

        Such an event must be what ``next_event`` gives, with or without the deadline; all others
        come from ``act``. ``games.replay.check_log`` holds a log to that.
        """

    # deciding

    @abstractmethod
    def view(self, state: State, seat: Seat) -> View:
        """Return all that a seat may know, and nothing else."""

    @abstractmethod
    def prompt(self, view: View, policy: str) -> Prompt:
        """Write the request to a model that plays a policy prompt."""

    @abstractmethod
    def parse(self, view: View, reply: str) -> Action:
        """Read a model's reply. Raises UnreadableAction with what was expected."""

    @abstractmethod
    def act(self, state: State, seat: Seat, action: Action, origin: Origin) -> Event:
        """Turn a decision into its event. Raises IllegalAction naming the rule it breaks."""

    @abstractmethod
    def baseline(self, key: str, parameters: Mapping[str, Any]) -> Baseline[View, Action]:
        """Return a baseline. Raises BadSetting for an unknown key, parameter or value."""

    # storing and showing

    @abstractmethod
    def encode(self, event: Event) -> Json:
        """Return an event as JSON, with its ``kind`` under that key."""

    @abstractmethod
    def decode(self, data: Mapping[str, Any]) -> Event:
        """Read an event back. Raises ReplayMismatch when it is not one."""

    @abstractmethod
    def export(self, state: State, event: Event, audience: Audience) -> Json:
        """Return the event as ``audience`` may read it; ``state`` is the one after the event."""

    @abstractmethod
    def frame(self, state: State, event: Event, audience: Audience) -> Json:
        """Return what a page draws after ``event``: {"kind", "event", "table"}.

        ``table`` is complete in itself, of bounded size, and holds nothing that the audience may
        not know; ``state`` is the one after the event.
        """

    @abstractmethod
    def line(self, state: State, event: Event, seat: Seat | None = None) -> str:
        """Return one readable line for a transcript, by aliases; ``state`` is after the event.

        Without a seat it says what spectators may see; with one, what that seat may know, and
        nothing ("") of an event that it did not notice. Private notes stand in neither.
        """

    @abstractmethod
    def aliases(self, config: Config, seed: str) -> tuple[str, ...]:
        """Return each seat's alias, by slot."""

    @abstractmethod
    def order(self, config: Config, seed: str) -> tuple[Seat, ...]:
        """Return the seats by table position."""

    @abstractmethod
    def results(self, state: State) -> Results:
        """Return the results of a finished episode. Raises InvariantBroken when it is not over."""

    def headline(self, results: Results, names: Sequence[str]) -> str:
        """Return one true sentence on a finished episode for the lobby; ``names`` are by seat.

        A game that knows more telling facts than the winner's score overrides it.
        """
        best = max(results.scores)
        winners = [name for name, score in zip(names, results.scores, strict=True) if score == best]
        if len(winners) == len(names):
            return f"All {len(names)} seats finish level at {best:.2f}."
        if len(winners) == 1:
            return f"{winners[0]} wins with {best:.2f}."
        return f"{', '.join(winners[:-1])} and {winners[-1]} share first place with {best:.2f}."

    def figures(self, results: Sequence[Results]) -> Json:
        """Return what ``simulate`` says of many episodes beside their seats' scores and ratios."""
        return {}

    def beat(self, before: str | None, after: str) -> Beat:
        """Return how long to wait between two kinds of events that no model decided.

        ``before`` is None at the start of the log.
        """
        return Beat.MOVE

    def mistakes(self, state: State, seat: Seat) -> float | None:
        """Return how badly a seat decided in a finished episode, with everything open.

        Less is better, 0 is faultless; judges compare it between two plays of one scenario. None
        where the game has no such measure.
        """
        return None

    # audits that a page links to

    def facings(
        self, config: Config, events: Sequence[Event], seat: Seat, other: Seat
    ) -> tuple[int, ...]:
        """Return the 1-based numbers of the events at which ``seat`` faced ``other``."""
        return ()

    def aftermath(
        self,
        config: Config,
        events: Sequence[Event],
        players: Sequence[Baseline[View, Action] | None],
    ) -> Json:
        """Return what pages show of a finished episode beside its results; empty for nothing.

        It explains and is never scored. ``players`` are by seat: the baseline that sat there, or
        None for a model.
        """
        return {}


type AnyGame = Game[Any, Any, Any, Any, Any]
