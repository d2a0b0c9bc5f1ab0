"""What just ended: newest first, finished matches only, each as one true sentence."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.db.models import Count
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from league.models import Episode
from league.queries.lobby import read_others, read_tables
from league.queries.results import read_results, seat_names
from league.views.matches import MatchFilter
from tests.support.matches import Match, make_match
from tests.support.policies import make_policy

pytestmark = pytest.mark.django_db


def finished(match: Match, hours_ago: int = 0) -> Match:
    match.append(match.length)
    match.settle()
    match.episode.ended_at = timezone.now() - timedelta(hours=hours_ago)
    match.episode.save()
    return match


def test_the_newest_comes_first_and_only_finished_matches_count() -> None:
    old, new = finished(make_match(deals=2), 2), finished(make_match(deals=2), 1)
    for status in (Episode.Status.FAILED, Episode.Status.VOID):
        make_match(deals=2).settle(status)
    make_match(deals=2)
    assert [result["episode"] for result in read_results()] == [new.episode.pk, old.episode.pk]
    assert [result["episode"] for result in read_results(limit=1)] == [new.episode.pk]


def test_a_trials_matches_are_no_news() -> None:
    news = finished(make_match(deals=2), 2)
    for purpose in (Episode.Purpose.TRIAL, Episode.Purpose.SELF_REPORT):
        match = finished(make_match(deals=2))
        Episode.objects.filter(pk=match.episode.pk).update(purpose=purpose)
    assert [result["episode"] for result in read_results()] == [news.episode.pk]


def test_an_authors_comparison_is_played_where_nobody_is_shown_it() -> None:
    watched, hidden = make_match(3, deals=2), make_match(3, deals=2)
    Episode.objects.filter(pk=hidden.episode.pk).update(purpose=Episode.Purpose.SELF_REPORT)
    assert [table.head["episode"] for table in read_tables()] == [watched.episode.pk]
    other = make_match(3, deals=2)
    assert [head["episode"] for head in read_others(other.episode)] == [watched.episode.pk]


def test_a_result_lists_the_seats_by_score_and_names_the_best_in_its_sentence() -> None:
    match = finished(make_match(deals=8))
    (result,) = read_results()
    scores = [seat["score"] for seat in result["seats"]]
    assert scores == sorted(scores, reverse=True)
    assert sum(scores) == pytest.approx(2.0), "points are taken from each other"
    assert result["seats"][0]["policy"] in result["headline"]
    assert result["title"] == "Liar's Dice · Standard"
    assert result["url"] == f"/matches/{match.episode.pk}/"


def test_a_policy_that_holds_several_seats_is_told_apart() -> None:
    assert seat_names(["Otter", "Heron", "Otter", "Wren"]) == [
        "Otter (1)",
        "Heron",
        "Otter (2)",
        "Wren",
    ]
    otter = make_policy("Otter")
    finished(make_match(deals=2, policies=[otter] * 4))
    (result,) = read_results()
    assert {seat["policy"] for seat in result["seats"]} == {f"Otter ({n})" for n in (1, 2, 3, 4)}


def test_the_number_of_queries_does_not_grow(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for _ in range(5):
        finished(make_match(deals=2))
    with django_assert_num_queries(4):
        assert len(read_results()) == 5


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL plans by what a table holds")
def test_the_newest_matches_are_read_in_order_and_counted_without_their_rows() -> None:
    """A page of them then costs the same at a hundred thousand matches as at a thousand."""
    matches = MatchFilter({}).qs
    newest = matches.select_related(None).prefetch_related(None).explain()
    assert "episode_by_status_end" in newest
    assert "TEMP B-TREE" not in newest
    counted = matches.order_by().values("status").annotate(n=Count("pk")).explain()
    assert "COVERING INDEX episode_by_status_end" in counted
