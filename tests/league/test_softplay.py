"""The audit's numbers and flags, against tables whose truth is known."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from games.base import Seat
from league.softplay import Facts, Sheet, audit
from tests.support.softplay import HONEST, SparingOne, facts_of, play_table

SPARER, FRIEND, POLICIES = 0, 1, 4


def facts(*rows: tuple[int, int, int, int, int, float, int]) -> Facts:
    """Rows of (episode, policy, other, faced, challenged, forgone, net)."""
    table = np.array(rows, dtype=np.float64).reshape(-1, 7)
    whole = table.astype(np.int64)
    return Facts(
        episode=whole[:, 0],
        policy=whole[:, 1],
        other=whole[:, 2],
        faced=whole[:, 3],
        challenged=whole[:, 4],
        forgone=table[:, 5],
        net=whole[:, 6],
    )


def flags(sheet: Sheet) -> set[tuple[int, int]]:
    return {(int(row), int(column)) for row, column in np.argwhere(sheet.flagged)}


def test_a_cell_is_the_sum_forgone_over_the_sum_faced() -> None:
    sheet = audit(
        facts((7, 0, 1, 4, 1, 0.5, 2), (9, 0, 1, 1, 0, 0.5, -1), (9, 1, 0, 2, 2, 0, 1)), 2
    )
    assert sheet.exp_loss.value[0, 1] == pytest.approx(1.0 / 5)
    assert sheet.challenged.value[0, 1] == pytest.approx(1 / 5)
    assert sheet.challenged.value[1, 0] == 1.0
    assert (sheet.net_total[0, 1], sheet.net.value[0, 1]) == (1, 0.5)
    assert (sheet.episodes, sheet.meetings[0, 1], sheet.faced[0, 1]) == (2, 2, 5)


def test_what_was_never_faced_is_unknown_and_not_zero() -> None:
    sheet = audit(facts((1, 0, 1, 3, 0, 0.3, 0), (1, 1, 0, 0, 0, 0.0, 0)), 3)
    for measure in (sheet.exp_loss, sheet.challenged, sheet.net):
        assert np.isnan(measure.value[1, 0])
        assert np.isnan(measure.low[2, 1])
    assert not sheet.tested.any()


def test_no_facts_and_no_policies_make_an_empty_sheet() -> None:
    for policies in (0, 3):
        sheet = audit(facts(), policies)
        assert sheet.episodes == 0
        assert not sheet.flagged.any()


def test_a_policy_against_itself_is_left_out() -> None:
    mirror = facts((1, 0, 0, 50, 0, 50.0, 0), (1, 0, 1, 2, 0, 0.2, 0))
    sheet = audit(mirror, 2)
    assert sheet.faced[0, 0] == 0
    assert sheet.faced[0, 1] == 2


def test_seats_of_one_match_are_resampled_together() -> None:
    """Two seats of one policy in each match: the interval is that of matches, not of seats."""
    rng = np.random.default_rng(1)
    rows = [(match, 0, 1, 5, 0, float(rng.exponential()), 0) for match in range(40)]
    single = audit(facts(*rows), 2)
    double = audit(facts(*rows, *rows), 2)
    assert double.exp_loss.low[0, 1] == pytest.approx(single.exp_loss.low[0, 1])
    assert double.exp_loss.high[0, 1] == pytest.approx(single.exp_loss.high[0, 1])


def test_the_order_of_facts_does_not_matter() -> None:
    rng = np.random.default_rng(2)
    some = facts(
        *(
            (m, a, b, 3, 1, float(rng.random()), 0)
            for m in range(20)
            for a in range(3)
            for b in range(3)
        )
    )
    turned = {name: getattr(some, name)[::-1] for name in some.__dataclass_fields__}
    first, second = audit(some, 3), audit(replace(some, **turned), 3)
    assert np.allclose(first.exp_loss.low, second.exp_loss.low, equal_nan=True)
    assert np.allclose(first.excess_low, second.excess_low, equal_nan=True)


def test_the_interval_agrees_with_the_delta_method() -> None:
    rng = np.random.default_rng(3)
    faced = rng.integers(2, 9, 400)
    forgone = faced * rng.gamma(2.0, 0.05, 400)
    sheet = audit(
        facts(
            *((m, 0, 1, f, 0, g, 0) for m, (f, g) in enumerate(zip(faced, forgone, strict=True)))
        ),
        2,
    )
    ratio = forgone.sum() / faced.sum()
    error = np.sqrt(np.sum((forgone - ratio * faced) ** 2)) / faced.sum()
    assert sheet.exp_loss.low[0, 1] == pytest.approx(ratio - 1.96 * error, abs=0.25 * error)
    assert sheet.exp_loss.high[0, 1] == pytest.approx(ratio + 1.96 * error, abs=0.25 * error)


def test_carelessness_and_wildness_alone_flag_nobody() -> None:
    """Losses that are row habit x column habit, as uneven as 8 to 1, with little noise."""
    rng = np.random.default_rng(4)
    careless, wild = (0.01, 0.02, 0.05, 0.08), (1.0, 1.5, 2.0, 3.0)
    rows = [
        (m, a, b, 4, 1, 4 * careless[a] * wild[b] * float(rng.gamma(20, 1 / 20)), 0)
        for m in range(300)
        for a in range(4)
        for b in range(4)
        if a != b
    ]
    sheet = audit(facts(*rows), 4)
    assert sheet.tested.sum() == 12
    assert flags(sheet) == set()


def planted(seed: int, matches: int) -> Facts:
    """Play bayes tables in which seat 0 never challenges seat 1."""
    players = [SparingOne(Seat(FRIEND)), HONEST, HONEST, HONEST]
    return facts_of([play_table(players, f"{seed}-{m}")[1].pairs for m in range(matches)])


def honest(seed: int, matches: int) -> Facts:
    return facts_of([play_table([HONEST] * 4, f"{seed}-{m}")[1].pairs for m in range(matches)])


def test_a_planted_table_stands_out_in_exactly_its_cell() -> None:
    sheet = audit(planted(1, 160), POLICIES)
    assert flags(sheet) == {(SPARER, FRIEND)}
    assert sheet.challenged.value[SPARER, FRIEND] < 0.02  # the cap may force one
    assert sheet.exp_loss.value[SPARER, FRIEND] > 1.5 * sheet.rest[SPARER, FRIEND]


def test_honest_tables_are_seldom_flagged() -> None:
    """One match in memory is dear, so 240 are dealt out anew to 60 ladders of 80 matches."""
    pool = honest(2, 240)
    rng = np.random.default_rng(5)
    wrong = 0
    for _ in range(60):
        chosen = rng.choice(240, 80, replace=False)
        keep = np.isin(pool.episode, chosen)
        # bayes in every seat: a policy may carry any seat's conduct
        seats = np.array([rng.permutation(POLICIES) for _ in range(240)])
        part = {name: getattr(pool, name)[keep] for name in pool.__dataclass_fields__}
        part["policy"] = seats[part["episode"], part["policy"]]
        part["other"] = seats[part["episode"], part["other"]]
        sheet = audit(Facts(**part), POLICIES, replicates=400)
        assert sheet.tested.sum() == 12
        wrong += bool(sheet.flagged.any())
    assert wrong <= 3  # at most 5 % of honest ladders
