"""The clock of one episode: how much of its time play has used."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.conf import settings


class Clock:
    """Counts the seconds that play takes; pauses for the audience's sake do not count.

    It goes on from the seconds that an earlier worker has stored, so a restart gives no time back.
    """

    def __init__(
        self, *, spent: float, limit: float, reserve: float, now: Callable[[], float]
    ) -> None:
        self._before = spent
        self._limit = limit
        self._reserve = reserve
        self._now = now
        self._since = now()

    @classmethod
    def of_episode(cls, spent: float, now: Callable[[], float] = time.monotonic) -> Clock:
        """Return the clock of an episode that has played ``spent`` seconds, by the settings."""
        return cls(
            spent=spent,
            limit=settings.EPISODE_SECONDS * settings.PLAY_SHARE,
            reserve=2 * settings.CALL_TIMEOUT,
            now=now,
        )

    @property
    def spent(self) -> float:
        """Seconds of play so far, earlier workers' included."""
        return self._before + self._now() - self._since

    @property
    def left(self) -> float:
        """Seconds until the play limit; never negative."""
        return max(0.0, self._limit - self.spent)

    @property
    def is_out(self) -> bool:
        """Whether two more calls at their timeout could pass the limit: no model is asked now."""
        return self.left < self._reserve

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """Stand still for as long as the block takes."""
        began = self._now()
        try:
            yield
        finally:
            self._since += self._now() - began
