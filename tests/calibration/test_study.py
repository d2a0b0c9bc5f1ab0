"""The synthetic study: common random numbers, and a report that can be read back."""

from __future__ import annotations

import json
from io import StringIO

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from calibration.acquisition import Rule
from calibration.study import METRICS, POOLS, Design, report, run, study, world

SMALL = Design(seeds=2, duels=12, clips=16, features=3)


def test_one_seed_gives_every_rule_the_same_world_and_the_same_run_again() -> None:
    here = world(3, SMALL)
    again = world(3, SMALL)
    assert np.array_equal(here.theta, again.theta)
    assert run(Rule.BALD, "static", 3, here) == run(Rule.BALD, "static", 3, again)
    assert not np.array_equal(here.theta, world(4, SMALL).theta)


def test_a_run_leaves_the_world_as_it_was() -> None:
    here = world(1, SMALL)
    before = here.clips.copy()
    run(Rule.RANDOM, "evolving", 1, here)
    assert np.array_equal(here.clips, before)


def test_the_report_pairs_each_rule_with_random() -> None:
    runs = list(study(SMALL))
    assert len(runs) == 2 * len(Rule) * len(POOLS)
    found = report(SMALL, runs)
    for pool in POOLS:
        assert found["pools"][pool]["random"]["cosine"]["less_random"] is None
        for metric in METRICS:
            values = [
                [getattr(one, metric) for one in runs if one.pool == pool and one.rule is rule]
                for rule in (Rule.BALD, Rule.RANDOM)
            ]
            less = found["pools"][pool]["bald"][metric]["less_random"]
            assert less["n"] == 2
            assert less["mean"] == pytest.approx(np.mean(values[0]) - np.mean(values[1]))
            assert less["interval_95"][0] <= less["mean"] <= less["interval_95"][1]


def test_more_duels_teach_more() -> None:
    design = Design(seeds=1, duels=80, clips=30, features=3)
    here = world(5, design)
    few = run(Rule.RANDOM, "static", 5, world(5, Design(seeds=1, duels=4, clips=30, features=3)))
    many = run(Rule.RANDOM, "static", 5, here)
    assert many.cosine > 0.8
    assert many.excess < few.excess or few.cosine < many.cosine


def test_the_command_prints_json_and_words() -> None:
    out = StringIO()
    sizes = {"seeds": 2, "duels": 3, "clips": 8, "features": 2}
    call_command("acquisition-study", "--json", stdout=out, **sizes)
    assert set(json.loads(out.getvalue())["pools"]) == set(POOLS)
    words = StringIO()
    call_command("acquisition-study", stdout=words, **sizes)
    assert "thompson" in words.getvalue()


@pytest.mark.parametrize(("name", "value"), [("seeds", 0), ("clips", 2)])
def test_sizes_that_make_no_study_are_refused(name: str, value: int) -> None:
    with pytest.raises(CommandError, match=f"--{name}: expected an integer of at least"):
        call_command("acquisition-study", **{name: value})
