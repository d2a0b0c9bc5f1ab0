"""How many people watch: each process says its own count, and adds up what the others said.

The sum is approximate on purpose. A process repeats its count every few seconds, and one that has
died is forgotten when it has been silent for `FRESH` seconds; nothing is stored anywhere.
"""

from __future__ import annotations

from dataclasses import dataclass

REPEAT = 10.0
"""Seconds after which a process repeats a count that has not changed."""
FRESH = 25.0
"""Seconds for which a process's count is believed."""


@dataclass(frozen=True, slots=True)
class Report:
    """What one process said, and when it was heard."""

    count: int
    heard_at: float


class Presence:
    """The watchers of one match, by the process (hub) that they are connected to."""

    __slots__ = ("_announced", "_announced_at", "_reports")

    def __init__(self) -> None:
        self._reports: dict[str, Report] = {}
        self._announced = 0
        self._announced_at = float("-inf")

    def hear(self, hub: str, count: int, now: float) -> None:
        """Note another process's count."""
        if count > 0:
            self._reports[hub] = Report(count, now)
        else:
            self._reports.pop(hub, None)

    def elsewhere(self, now: float) -> int:
        """Return the watchers in other processes, as far as they were heard of lately."""
        for hub, report in list(self._reports.items()):
            if now - report.heard_at > FRESH:
                del self._reports[hub]
        return sum(report.count for report in self._reports.values())

    def is_due(self, count: int, now: float) -> bool:
        """Say whether our own count should be announced now, and note that it is."""
        if count == self._announced and now - self._announced_at < REPEAT:
            return False
        self._announced, self._announced_at = count, now
        return True
