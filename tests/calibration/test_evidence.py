"""What a process keeps of the answers: little is read anew, and it is always what a refit gives."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from calibration.actions.duels import (
    rater_for,
    record_duel,
    show_duel,
    skip_duel,
    undo_answer,
)
from calibration.models import DuelSettings, Forecast, Observation, Rater, Scaling
from calibration.posterior import Posterior, fit
from calibration.queries import evidence
from calibration.queries.evidence import (
    forget_evidence,
    read_evidence,
    read_pooled_posterior,
    read_posterior,
)
from tests.support.answered import make_answers

STEPS = 4
"""Newton steps that one more answer may cost, however many came before."""


def newest(rater: Rater) -> Scaling:
    return Scaling.objects.filter(game=rater.game).order_by("-number")[0]


def answer(rater: Rater, choice: str = "A") -> Observation:
    duel = show_duel(rater)
    assert duel is not None
    return record_duel(duel, choice, actor=rater.user)


@contextmanager
def another_process(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Do something with nothing kept, and leave what was kept as it was."""
    with monkeypatch.context() as patch:
        patch.setattr(evidence, "_kept", OrderedDict())
        yield


def assert_same(one: Posterior, other: Posterior) -> None:
    assert one.n == other.n
    for name in ("mode", "mean", "covariance"):
        assert getattr(one, name) == pytest.approx(getattr(other, name), abs=1e-6), name


def assert_as_from_nothing(
    rater: Rater, monkeypatch: pytest.MonkeyPatch, half_life: float | None = None
) -> None:
    """Both posteriors, as this process keeps them, are what a refit from nothing gives."""
    own = read_posterior(rater, newest(rater), half_life)
    pooled = read_pooled_posterior(rater.game, newest(rater))
    with another_process(monkeypatch):
        assert_same(own, read_posterior(rater, newest(rater), half_life))
        assert_same(pooled, read_pooled_posterior(rater.game, newest(rater)))
    standing = Observation.objects.filter(retracted_at=None, is_blind=True)
    assert (own.n, pooled.n) == (standing.filter(rater=rater).count(), standing.count())


@pytest.mark.parametrize("half_life", [None, 8.0])
def test_what_is_kept_agrees_with_a_refit_from_nothing_to_a_millionth(
    rater: Rater, monkeypatch: pytest.MonkeyPatch, half_life: float | None
) -> None:
    DuelSettings.objects.create(game=rater.game, half_life=half_life)
    other = rater_for(User.objects.create_user("second", password="second-pass-1"), rater.game)
    make_answers(rater, 40)
    make_answers(other, 25, seed=2)
    assert_as_from_nothing(rater, monkeypatch, half_life)
    for turn in range(6):
        answer(rater, "AB"[turn % 2])
        assert_as_from_nothing(rater, monkeypatch, half_life)
    undo_answer(rater, actor=rater.user)
    assert_as_from_nothing(rater, monkeypatch, half_life)
    answer(rater)  # unblind: it counts for neither
    answer(rater)
    with another_process(monkeypatch):
        answer(other)
        undo_answer(other, actor=other.user)
        answer(rater, "B")
    assert_as_from_nothing(rater, monkeypatch, half_life)
    old = newest(rater)
    spreads = [spread and 2 * spread for spread in old.spreads]
    Scaling.objects.create(
        game=old.game, number=2, keys=old.keys, centres=old.centres, spreads=spreads, clips=1
    )
    assert_as_from_nothing(rater, monkeypatch, half_life)
    answer(rater)
    assert_as_from_nothing(rater, monkeypatch, half_life)


def test_an_answer_that_is_committed_after_a_later_one_is_not_missed(
    rater: Rater, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_answers(rater, 12)
    late = Observation.objects.order_by("id")[5]
    pk = late.pk
    Observation.objects.filter(pk=pk).delete()
    assert read_posterior(rater, newest(rater)).n == 11
    late.save(force_insert=True)
    assert late.pk == pk
    assert_as_from_nothing(rater, monkeypatch)
    ids = read_evidence(rater, newest(rater)).answers.ids
    assert ids.tolist() == sorted(Observation.objects.values_list("id", flat=True))


def test_when_the_only_answer_is_taken_back_the_next_forecast_is_exactly_one_half(
    rater: Rater,
) -> None:
    answer(rater)
    assert read_posterior(rater, newest(rater)).mean.any()
    undo_answer(rater, actor=rater.user)
    answer(rater)
    forecast = Forecast.objects.order_by("-number")[0]
    assert (forecast.p_a, forecast.seen, forecast.pooled_p_a) == (0.5, 0, 0.5)


@pytest.mark.parametrize("behind", [10, 300])
def test_one_more_answer_reads_one_row_and_costs_a_few_steps(
    rater: Rater, monkeypatch: pytest.MonkeyPatch, behind: int
) -> None:
    make_answers(rater, behind)
    read_posterior(rater, newest(rater))
    read_pooled_posterior(rater.game, newest(rater))
    read: list[int] = []
    taken: list[int] = []
    real = evidence._load

    def counted(*arguments: object) -> evidence.Answers:
        found = real(*arguments)  # type: ignore[arg-type]
        read.append(found.n)
        return found

    monkeypatch.setattr(evidence, "_load", counted)
    for turn in range(3):
        answer(rater, "AB"[turn % 2])
        for posterior in (
            read_posterior(rater, newest(rater)),
            read_pooled_posterior(rater.game, newest(rater)),
        ):
            assert posterior.n == behind + turn + 1
            assert posterior.steps <= STEPS
            taken.append(posterior.steps)
    assert read == [1] * 6
    behind_it = read_evidence(rater, newest(rater)).answers
    assert fit(behind_it.differences, behind_it.a_won).steps >= max(taken), "from nothing"
    undo_answer(rater, actor=rater.user)
    assert read_posterior(rater, newest(rater)).steps <= STEPS
    assert read_pooled_posterior(rater.game, newest(rater)).steps <= STEPS
    assert read == [1] * 6, "an undo drops what is there"


@pytest.mark.parametrize("rule", ["random", "bald", "thompson"])
def test_queries_of_an_answer_do_not_grow_with_the_answers(rater: Rater, rule: str) -> None:
    DuelSettings.objects.create(game=rater.game, acquisition=rule)
    client = Client()
    client.force_login(rater.user)

    def queries() -> list[int]:
        """Count those of the pair's page, the answer, the reveal with the deal, next and undo."""
        counts = []
        pair = show_duel(Rater.objects.get(pk=rater.pk))
        assert pair is not None
        number = Rater.objects.get(pk=rater.pk).answers + 1
        for address, data in (
            (f"/duels/{pair.pk}/", None),
            (f"/duels/{pair.pk}/answer/", {"choice": "A"}),
            (f"/duels/{pair.pk}/", None),
            (f"/duels/{rater.game}/", None),
            (f"/duels/{rater.game}/undo/", {"answer": str(number)}),
        ):
            with CaptureQueriesContext(connection) as seen:
                client.get(address) if data is None else client.post(address, data)
            counts.append(len(seen))
        skip_duel(rater.duels.get(state="shown", again_of=pair), actor=rater.user)
        return counts

    make_answers(rater, 5)
    queries()  # fills what is kept of matches and ladders
    few = queries()
    make_answers(Rater.objects.get(pk=rater.pk), 60, seed=2)
    queries()
    assert queries() == few


def test_a_process_keeps_no_more_answers_than_its_share(
    rater: Rater, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_answers(rater, 20)
    monkeypatch.setattr(evidence, "KEPT_ANSWERS", 30)
    read_posterior(rater, newest(rater))
    assert len(evidence._kept) == 1
    read_pooled_posterior(rater.game, newest(rater))
    assert list(evidence._kept) == [("game", rater.game, 0)]
    forget_evidence()
    assert read_posterior(rater, newest(rater)).n == 20
