"""Deals per second of the rules with baselines, beside the dealing of the same hands alone.

uv run python -m tests.bench.rules
"""

from __future__ import annotations

import time

from games.liars_dice.rules import deal_hands
from games.registry import get_game
from games.simulation import parse_seats, simulate

EPISODES, DEALS = 100, 30


def main() -> None:
    game = get_game("liars-dice")
    seats = parse_seats(game, "bayes,bayes,pressure,pressure")
    total = EPISODES * DEALS
    for mode in ("dice", "poker"):
        config = game.configure({"seats": len(seats), "mode": mode, "deals": DEALS})
        started = time.perf_counter()
        for number in range(EPISODES):
            for deal in range(DEALS):
                deal_hands(config, f"1.{number}", deal)
        dealt = time.perf_counter() - started
        started = time.perf_counter()
        for _ in simulate(game, config, "1", seats, EPISODES):
            pass
        played = time.perf_counter() - started
        print(
            f"{mode}: {total / played:,.0f} deals a second; a deal played takes"
            f" {played / dealt:.1f} times as long as its hands take to deal (n = {total:,})"
        )


if __name__ == "__main__":
    main()
