"""Clips and their frozen scalings."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.db import connection
from pytest_django import DjangoAssertNumQueries

from calibration.actions.clips import current_scaling, cut_clips, cut_new_clips, freeze_scaling
from calibration.models import Clip, Forecast, Rater, Scaling, Uncut
from calibration.queries.evidence import measured, standardise
from calibration.queries.pool import DEALT_FROM
from league.actions.episodes import void_episode
from league.models import Episode
from tests.support.duels import Chance, answer, rederived
from tests.support.policies import make_user
from tests.support.stored import make_match


@pytest.mark.django_db
def test_a_finished_match_is_cut_once_and_a_running_one_not_at_all() -> None:
    episode = make_match()
    make_match(events=20)
    assert cut_new_clips("liars-dice") == 1
    count = Clip.objects.count()
    assert count > 16
    assert cut_new_clips("liars-dice") == 0
    cut_clips(episode)
    assert Clip.objects.count() == count


def waiting() -> set[int]:
    return set(Uncut.objects.values_list("episode", flat=True))


@pytest.mark.django_db
def test_a_match_waits_from_its_end_until_it_is_cut() -> None:
    episode = make_match(events=20)
    assert waiting() == set()
    episode.status = Episode.Status.FINISHED
    episode.save(update_fields=["status"])
    assert waiting() == {episode.pk}
    episode.is_paced = True
    episode.save(update_fields=["is_paced"])
    assert cut_new_clips("liars-dice") == 1
    assert waiting() == set()


@pytest.mark.django_db
def test_only_matches_that_are_dealt_from_wait() -> None:
    for purpose in Episode.Purpose:
        make_match(purpose=purpose)
    found = Episode.objects.filter(pk__in=waiting()).values_list("purpose", flat=True)
    assert set(found) == set(DEALT_FROM)


@pytest.mark.django_db
def test_a_match_made_void_before_it_was_cut_stays_uncut() -> None:
    episode = make_match()
    void_episode(episode, actor=make_user(), reason="a test")
    assert cut_new_clips("liars-dice") == 0
    assert waiting() == set()
    assert not Clip.objects.exists()


@pytest.mark.django_db
def test_a_deal_asks_about_no_match_but_those_that_wait(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    oldest, *_ = [make_match() for _ in range(3)]
    assert cut_new_clips("liars-dice", limit=2) == 2
    assert waiting() == {oldest.pk}
    assert cut_new_clips("liars-dice") == 1
    with django_assert_num_queries(1) as asked:
        assert cut_new_clips("liars-dice") == 0
    (sql,) = [one["sql"] for one in asked.captured_queries]
    assert 'FROM "calibration_uncut"' in sql
    assert 'ORDER BY "calibration_uncut"."episode_id"' in sql  # in the index of the queue


@pytest.mark.django_db
def test_the_migration_puts_in_line_what_had_finished_before() -> None:
    cut, uncut = make_match(), make_match()
    make_match(events=20)
    make_match(purpose=Episode.Purpose.TRIAL)
    Uncut.objects.all().delete()
    cut_clips(cut)
    migration = import_module("calibration.migrations.0006_queue_matches_for_cutting")
    with connection.cursor() as cursor:
        cursor.execute(migration.WAITING)
    assert waiting() == {uncut.pk}


def test_a_constant_feature_is_not_measured_and_a_missing_value_stands_at_the_middle(
    rater: Rater,
) -> None:
    Clip.objects.update(values={"turns": 2.0, "points": 1.0, "boldness": None})
    clip = Clip.objects.all()[0]
    clip.values = {"turns": 2.0, "points": -1.0, "boldness": None}
    clip.save()
    scaling = freeze_scaling("liars-dice")
    assert scaling is not None
    assert [scaling.keys[place] for place in measured(scaling)] == ["points"]
    low, missing = standardise(scaling, [{"points": -1e9}, {"points": None}])
    assert (low[0], missing[0]) == (-4.0, 0.0)


def test_a_new_scaling_refits_from_nothing_and_leaves_forecasts_alone(
    rater: Rater, chance: Chance
) -> None:
    for _ in range(4):
        answer(rater, chance)
    before = list(Forecast.objects.order_by("id").values())
    first = Scaling.objects.get()
    second = Scaling.objects.create(
        game=first.game,
        number=2,
        keys=first.keys,
        centres=first.centres,
        spreads=[spread and 2 * spread for spread in first.spreads],
        clips=first.clips,
    )
    five = answer(rater, chance)
    assert five.forecast.scaling == second
    p_a, seen = rederived(five.forecast)
    assert p_a == pytest.approx(five.forecast.p_a, abs=1e-6)
    assert seen == 4
    assert list(Forecast.objects.order_by("id").values())[:4] == before


def test_a_scaling_of_few_clips_is_replaced_once_there_are_many_more(rater: Rater) -> None:
    first = Scaling.objects.get()
    assert current_scaling("liars-dice") == first
    Scaling.objects.update(clips=first.clips // 4)
    again = current_scaling("liars-dice")
    assert again is not None
    assert again.number == 2
