"""What can go wrong in a game, and whose fault it is.

Every error has a stable ``code`` for logs and tests, and a message in lower case that says what was
expected and what came.
"""

from __future__ import annotations


class GameError(Exception):
    """Base of every error that the rules raise."""

    code = "game_error"


class BadSetting(GameError):
    """A configuration or parameter is out of range: the fault of whoever wrote it."""

    code = "bad_setting"

    def __init__(self, field: str, value: object, expected: str) -> None:
        super().__init__(f"{field}: expected {expected}, got {value!r}")
        self.field = field
        self.value = value
        self.expected = expected


class UnreadableAction(GameError):
    """A reply is not an action at all: the fault of the player."""

    code = "unreadable_action"


class IllegalAction(GameError):
    """An action that the rules forbid now: the fault of the player. ``rule`` names the rule."""

    code = "illegal_action"

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(message)
        self.rule = rule


class ReplayMismatch(GameError):
    """A log disagrees with the rules or with its seed: the fault of the log.

    ``seq`` is the number of the first event that differs (1-based, as stored), or None when the
    rules met the event outside a log.
    """

    code = "replay_mismatch"

    def __init__(self, message: str, seq: int | None = None) -> None:
        super().__init__(message if seq is None else f"event {seq}: {message}")
        self.reason = message
        self.seq = seq


class InvariantBroken(GameError):
    """The rules contradict themselves: our own fault."""

    code = "invariant_broken"
