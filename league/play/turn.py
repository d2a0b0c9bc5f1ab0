"""Whose turn it is to play: in a league on one machine, one process plays and others look on.

The turn is a lock on a file, which a killed process lets go of. On many machines there is none:
there the queue hands each match to one worker, and nobody else plays it.
"""

from __future__ import annotations

import fcntl
from pathlib import Path
from typing import IO

from django.conf import settings


class Turn:
    """The right to play this league's matches."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path or settings.VAR_DIR / "runner.lock"
        self._file: IO[str] | None = None

    def take(self) -> bool:
        """Take the turn when it is free, or keep it; say whether it is ours."""
        if settings.IS_SCALED:
            return False
        if self._file is None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            file = self._path.open("w")
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                file.close()
                return False
            self._file = file
        return True

    def give_back(self) -> None:
        """Let the next process play."""
        if self._file is not None:
            self._file.close()
            self._file = None
