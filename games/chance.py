"""Named, seeded streams of chance.

A stream is named by a seed and a path, so that a draw never depends on how many draws another part
of the game made. Every draw is built on ``random.Random(...).random()``, the only method whose
values Python promises to keep across versions.

>>> stream("seed", "order").shuffled(["a", "b", "c"]) == stream("seed", "order").shuffled("abc")
True
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from random import Random


class Stream:
    """A sequence of draws, reproducible from its seed and path."""

    __slots__ = ("_draw", "_path", "_seed")

    def __init__(self, seed: str, path: tuple[str | int, ...]) -> None:
        self._seed = seed
        self._path = path
        self._draw: Callable[[], float] | None = None

    def _opened(self) -> Callable[[], float]:
        """Return the source; the first draw opens it, since most streams for ties see none."""
        if self._draw is None:
            name = "\x1f".join([self._seed, *map(str, self._path)])
            digest = hashlib.sha256(name.encode()).digest()
            self._draw = Random(int.from_bytes(digest, "big")).random
        return self._draw

    def uniform(self) -> float:
        """Draw a float from [0, 1)."""
        return self._opened()()

    def uniforms(self, count: int) -> list[float]:
        """Draw ``count`` floats from [0, 1), the same that ``uniform`` would, in one go."""
        draw = self._opened()
        return [draw() for _ in range(count)]

    def below(self, n: int) -> int:
        """Draw an integer from 0..n-1; n must be at least 1."""
        if n < 1:
            raise ValueError(f"below: expected n >= 1, got {n!r}")
        return int(self.uniform() * n)

    def several_below(self, n: int, count: int) -> list[int]:
        """Draw ``count`` integers from 0..n-1, the same that ``below`` would, in one go."""
        if n < 1:
            raise ValueError(f"several_below: expected n >= 1, got {n!r}")
        draw = self._opened()
        return [int(draw() * n) for _ in range(count)]

    def chance(self, prob: float) -> bool:
        """Draw True with probability ``prob``."""
        return self.uniform() < prob

    def choice[T](self, items: Sequence[T]) -> T:
        """Draw one item, uniformly."""
        return items[self.below(len(items))]

    def shuffled[T](self, items: Iterable[T]) -> list[T]:
        """Return the items in a uniformly random order (Fisher and Yates)."""
        pool = list(items)
        for last in range(len(pool) - 1, 0, -1):
            pick = self.below(last + 1)
            pool[last], pool[pick] = pool[pick], pool[last]
        return pool

    def sample[T](self, items: Iterable[T], count: int) -> list[T]:
        """Return ``count`` distinct items in random order."""
        pool = self.shuffled(items)
        if not 0 <= count <= len(pool):
            raise ValueError(f"sample: expected a count in 0..{len(pool)}, got {count!r}")
        return pool[:count]


def stream(seed: str, *path: str | int) -> Stream:
    """Open the stream of ``seed`` that is named by ``path``."""
    return Stream(seed, path)
