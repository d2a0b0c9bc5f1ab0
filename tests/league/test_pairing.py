"""Who is seated with whom: even pairs, even shares, one seat for an account."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, product

import pytest
from scipy.stats import binom, chi2

from games.chance import stream
from games.registry import GAMES
from league.pairing import Entrant, seat_table

SEATS = 4
EPISODES = 500


class League:
    """A ladder in memory: it seats tables and keeps the counts that the league keeps."""

    def __init__(self, owners: Sequence[int | None], *, baselines: int = 2) -> None:
        people = [(number, owner, False) for number, owner in enumerate(owners, 1)]
        house = [(1_001 + number, None, True) for number in range(baselines)]
        self.entrants = [*people, *house]
        self.seated: Counter[int] = Counter()
        self.met: Counter[tuple[int, int]] = Counter()
        self.tables: list[tuple[int, ...]] = []
        self.chance = stream("a league in memory", "seating")

    def owner(self, version: int) -> int | None:
        return next(owner for key, owner, _ in self.entrants if key == version)

    def play(self, episodes: int = EPISODES) -> League:
        for _ in range(episodes):
            entrants = [
                Entrant(version=key, owner=owner, is_baseline=house, seated=self.seated[key])
                for key, owner, house in self.entrants
            ]
            table = seat_table(entrants, self.met, SEATS, self.chance)
            assert table is not None
            self.tables.append(table)
            self.seated.update(set(table))
            self.met.update(combinations(sorted(set(table)), 2))
        return self

    def pairs(self) -> list[int]:
        """Return the meetings of every pair that may meet."""
        return [
            self.met[one, other]
            for one, other in combinations(sorted(key for key, *_ in self.entrants), 2)
            if self.owner(one) is None or self.owner(one) != self.owner(other)
        ]


def chance_allows(pairs: int, episodes: int) -> int:
    """Return the most meetings that chance gives any pair, once in a thousand such ladders.

    Were tables drawn at random, a pair among P would meet in each episode with probability
    6 / P (a table of four has six pairs), so its meetings are binomial; over P pairs the highest
    passes the quantile at 1 - 0.001 / P at most once in a thousand (Bonferroni).
    """
    return int(binom.ppf(1 - 0.001 / pairs, episodes, 6 / pairs))


@pytest.mark.parametrize("players", [4, 8, 11, 30])
def test_over_500_episodes_pair_counts_differ_by_no_more_than_chance_allows(players: int) -> None:
    """Field case 32. Matchmaking evens counts out, so it must stay far inside: the furthest pair
    is within a quarter of the way from the mean to what chance would allow."""
    counts = League(range(players)).play().pairs()
    mean = 6 * EPISODES / len(counts)
    assert sum(counts) == 6 * EPISODES
    allowed = chance_allows(len(counts), EPISODES) - mean
    assert max(counts) - mean <= allowed
    assert mean - min(counts) <= allowed
    assert max(abs(count - mean) for count in counts) <= allowed / 4


def test_seats_are_shared_out_evenly() -> None:
    seated = League(range(11)).play().seated
    assert max(seated.values()) - min(seated.values()) <= 2


def test_a_newcomer_catches_up() -> None:
    league = League(range(9)).play(300)
    league.entrants.append((500, 77, False))
    league.play(80)
    assert all(500 in table for table in league.tables[-80:][:50])
    league.play(120)
    assert max(league.seated.values()) - league.seated[500] <= 2
    newcomers = [count for pair, count in league.met.items() if 500 in pair]
    assert max(newcomers) - min(newcomers) <= 3


@pytest.mark.parametrize(
    "owners", [[1, 1, 1, 1, 2, 2, 2, 2], [1] * 12, [1, 1, 2, 2, 3, 3], [1] * 6 + [2, 3, 4]]
)
def test_one_account_never_has_two_seats(owners: list[int]) -> None:
    league = League(owners).play()
    for table in league.tables:
        accounts = [owner for owner in map(league.owner, table) if owner is not None]
        assert len(accounts) == len(set(accounts))
    assert (
        max(league.seated[k] for k in range(1, len(owners) + 1) if owners[k - 1] == 1)
        - min(league.seated[k] for k in range(1, len(owners) + 1) if owners[k - 1] == 1)
        <= 2
    )


def test_empty_seats_go_to_the_baselines_of_the_house() -> None:
    league = League([1, 2]).play(60)
    for table in league.tables:
        assert {1, 2, 1_001, 1_002} == set(table)
    lone = League([1]).play(60)
    assert {tuple(sorted(Counter(table).values())) for table in lone.tables} == {(1, 1, 2)}
    assert all(Counter(table)[1] == 1 for table in lone.tables)


def test_baselines_alone_play_each_other() -> None:
    league = League([]).play(20)
    assert all(sorted(table) == [1_001, 1_001, 1_002, 1_002] for table in league.tables)


@pytest.mark.parametrize(("owners", "baselines"), [([], 1), ([1], 0), ([1, 2, 3], 0), ([], 0)])
def test_no_table_without_two_versions_and_enough_to_fill_it(
    owners: list[int], baselines: int
) -> None:
    entrants = [
        Entrant(version=key, owner=owner, is_baseline=house, seated=0)
        for key, owner, house in League(owners, baselines=baselines).entrants
    ]
    assert seat_table(entrants, {}, SEATS, stream("x")) is None


def test_slots_positions_and_openings_are_balanced() -> None:
    """Every version sits in each table position as often as chance allows (chi-squared at 0.001
    over all versions together), and with 8 deals at 4 seats everyone opens exactly twice."""
    game = GAMES["liars-dice"]
    config = game.configure({})
    league = League(range(8)).play()
    slots: Counter[tuple[int, int]] = Counter()
    positions: Counter[tuple[int, int]] = Counter()
    for number, table in enumerate(league.tables):
        order = game.order(config, f"seed {number}")
        slots.update((version, slot) for slot, version in enumerate(table))
        positions.update((table[slot], position) for position, slot in enumerate(order))
        openers = Counter(order[deal % SEATS] for deal in range(8))
        assert set(openers.values()) == {2}
    for counts in (slots, positions):
        statistic = 0.0
        for version, place in product(league.seated, range(SEATS)):
            expected = league.seated[version] / SEATS
            statistic += (counts[version, place] - expected) ** 2 / expected
        assert statistic < chi2.ppf(0.999, len(league.seated) * (SEATS - 1))
