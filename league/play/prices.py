"""What a call to the model costs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.conf import settings

MILLION = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Tokens:
    """Tokens of one call, as the provider counts them; the four kinds do not overlap."""

    input: int = 0
    """Sent and neither written to the prompt cache nor read from it."""
    cache_creation: int = 0
    cache_read: int = 0
    output: int = 0

    @property
    def rated(self) -> int:
        """Return how many count towards the tokens a minute: reads from the cache do not."""
        return self.input + self.cache_creation + self.output

    def cost(self, prices: Mapping[str, float] | None = None) -> float:
        """Return the price in US dollars; ``prices`` are dollars per million tokens.

        >>> prices = {"input": 3.0, "cache_creation": 3.75, "cache_read": 0.3, "output": 15.0}
        >>> round(Tokens(input=3, cache_creation=12_304, output=550).cost(prices), 6)
        0.054399
        """
        prices = settings.PRICES if prices is None else prices
        return (
            self.input * prices["input"]
            + self.cache_creation * prices["cache_creation"]
            + self.cache_read * prices["cache_read"]
            + self.output * prices["output"]
        ) / MILLION
