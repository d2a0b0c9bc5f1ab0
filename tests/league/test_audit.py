"""The audit's pages: the planted table, its turns, its file; and what staff may ask of them."""

from __future__ import annotations

import csv
import io
import json
import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.base import Seat
from league.admin.audits import evidence
from league.charts.audit import KINDS, cells, finding, heatmap
from league.figures import typeset
from league.models import Ladder, Policy
from league.queries.audit import read_audit
from league.softplay import NOTABLE, Facts, Sheet, audit
from tests.support.league import a_ladder, a_match, a_policy, a_staff_member, a_standing
from tests.support.softplay import HONEST, SparingOne, play_table, store_table

pytestmark = pytest.mark.django_db
HOSTILE = "<img src=x onerror=window.pwn=1>"
PAGES = ("dashboard", "leaderboards", "audit")


@pytest.fixture
def staff(client: Client) -> Client:
    client.force_login(a_staff_member())
    return client


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    cache.clear()


def plant(matches: int = 120) -> tuple[Ladder, list[Policy]]:
    """Play and store a ladder on which the first policy never challenges the second."""
    ladder = a_ladder()
    policies = [a_policy(name, baseline="bayes") for name in ("soft", "friend", "cy", "di")]
    players = [SparingOne(Seat(1)), HONEST, HONEST, HONEST]
    for match in range(matches):
        store_table(ladder, policies, *play_table(players, f"plant-{match}"))
    return ladder, policies


def figures(page: str) -> dict[str, object]:
    found = re.search(r'<script id="figures" type="application/json">(.*?)</script>', page, re.S)
    assert found
    data: dict[str, object] = json.loads(found[1])
    return data


def test_a_planted_table_stands_out_on_the_page_and_leads_to_its_turns(staff: Client) -> None:
    ladder, (soft, friend, *_) = plant()
    table = read_audit(ladder)
    flagged = [cell for cell in cells(table) if cell.is_flagged]
    assert [(cell.policy, cell.other) for cell in flagged] == [(soft, friend)]

    page = staff.get(reverse("admin:audit")).content.decode()
    assert "soft spares friend" in page
    (outline,) = figures(page)["figures"]["audit"]["layout"]["shapes"]  # type: ignore[index]
    place = [policy.pk for policy in table.policies].index
    middle = ((outline["x0"] + outline["x1"]) / 2, (outline["y0"] + outline["y1"]) / 2)
    assert middle == (place(friend.pk), place(soft.pk))

    address = reverse("admin:audit_facings")
    turns = staff.get(address, {"policy": soft.slug, "other": friend.slug})
    shown = turns.context["matches"]
    assert shown
    for match in shown:
        slots = {seat.alias: seat.slot for seat in match.episode.seats.all()}
        assert len(match.facings) == match.fact.faced
        for facing in match.facings:
            event = match.episode.events.get(seq=facing.seq)
            before = match.episode.events.get(seq=facing.seq - 1)
            assert (event.data["seat"], before.data["seat"]) == (0, slots["Gizmo"])
            assert before.kind == "bid"
            link = f"{reverse('watch', args=[match.episode.pk])}#e{facing.seq}"
            assert link in turns.content.decode()
    lines = [facing.line for match in shown for facing in match.facings]
    assert any(" x " in line for line in lines), "a transcript keeps its plain signs"
    assert all(typeset(line) in unescape(turns.content.decode()) for line in lines)
    assert not re.search(r"\d x |[^\w-]-\d", re.sub(r"<[^>]*>|&\w+;", " ", between(turns)))


def between(page: Any) -> str:
    """Return the list of turns of a page, without what stands around it."""
    return "".join(re.findall(r"<ol>.*?</ol>", page.content.decode(), re.S))


def test_only_rated_finished_matches_of_the_ladder_and_time_count() -> None:
    ladder, other = a_ladder(), a_ladder("elsewhere")
    policies = [a_policy("a"), a_policy("b")]
    facts = {(0, 1): (2, 1, 0.5, 1), (1, 0): (3, 0, 0.1, -1)}
    a_match(ladder, policies, pairs=facts)
    a_match(ladder, policies, pairs=facts, ended_at=timezone.now() - timedelta(days=9))
    a_match(ladder, policies, pairs=facts, is_rated=False, unrated_reason="credentials")
    a_match(ladder, policies, pairs=facts, status="void")
    a_match(ladder, policies, pairs=facts, purpose="tryout")
    a_match(other, policies, pairs=facts)
    assert read_audit(ladder).sheet.faced.tolist() == [[0, 4], [6, 0]]
    week = timezone.now() - timedelta(days=7)
    assert read_audit(ladder, week).sheet.faced.tolist() == [[0, 2], [3, 0]]


def test_policies_stand_in_ladder_order() -> None:
    ladder = a_ladder()
    low, new, high = (a_policy(name) for name in ("a low", "b new", "c high"))
    pairs = {(s, o): (1, 0, 0.0, 0) for s in range(3) for o in range(3) if s != o}
    a_match(ladder, [low, new, high], pairs=pairs)
    a_standing(ladder, low, 0.4)
    a_standing(ladder, high, 0.6)
    assert list(read_audit(ladder).policies) == [high, low, new]


def test_the_audit_costs_the_same_number_of_queries_at_any_size() -> None:
    ladder = a_ladder()
    policies = [a_policy(f"p{n}") for n in range(4)]
    pairs = {(s, o): (1, 0, 0.0, 0) for s in range(4) for o in range(4) if s != o}
    costs = []
    for more in (1, 20):
        for _ in range(more):
            a_match(ladder, policies, pairs=pairs)
        with CaptureQueriesContext(connection) as queries:
            list(cells(read_audit(ladder)))
        costs.append(len(queries))
    assert costs[0] == costs[1] <= 6


def test_the_same_matches_are_added_up_once_and_a_new_one_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ladder, policies = plant(15)
    counted = []

    def counting(facts: Facts, size: int) -> Sheet:
        counted.append(facts)
        return audit(facts, size)

    monkeypatch.setattr("league.queries.audit.audit", counting)
    first, second = read_audit(ladder), read_audit(ladder)
    assert len(counted) == 1
    assert (first.sheet.faced == second.sheet.faced).all()
    players = [SparingOne(Seat(1)), HONEST, HONEST, HONEST]
    store_table(ladder, policies, *play_table(players, "one more"))
    assert read_audit(ladder).sheet.episodes == 16
    assert len(counted) == 2


def test_the_page_says_how_much_the_matches_can_tell() -> None:
    thin, _ = plant(3)
    words = evidence(read_audit(thin))
    assert words.startswith("0 of ")
    assert "nothing can be flagged yet" in words


def test_enough_matches_say_what_would_show() -> None:
    ladder, _ = plant(60)
    words = evidence(read_audit(ladder))
    tested = int(read_audit(ladder).sheet.tested.sum())
    assert words.startswith(f"{tested} of 12 ordered pairs met often enough")
    assert float(words.partition("about ")[2].partition(" ")[0]) > NOTABLE


def test_hostile_names_are_text_in_the_chart_the_page_and_the_file(staff: Client) -> None:
    ladder = a_ladder(title=HOSTILE)
    names = [HOSTILE, '=HYPERLINK("x")', "+1", "@x", "-2", "<b>%{x}</b> $y$"]
    policies = [a_policy(name) for name in names]
    pairs = {(s, o): (40, 1, 1.0, -1) for s in range(6) for o in range(6) if s != o}
    a_match(ladder, policies, pairs=pairs, scores=[0.5] * 6)
    for policy in policies:
        a_standing(ladder, policy, 0.5)
    for name in PAGES:
        page = staff.get(reverse(f"admin:{name}")).content.decode()
        assert "<img src=x" not in page
        assert "<b>%{x}" not in json.dumps(figures(page))
        assert "<img" not in json.dumps(figures(page))
    answer = staff.get(reverse("admin:audit_csv"))
    rows = list(csv.DictReader(io.StringIO(answer.content.decode())))
    written = {row["policy"] for row in rows} | {row["towards"] for row in rows}
    assert written == {HOSTILE, "<b>%{x}</b> $y$", '\'=HYPERLINK("x")', "'+1", "'@x", "'-2"}
    assert {row["net"] for row in rows} == {"-1"}  # a number stays a number


def test_charts_have_their_own_style_policy_and_no_page_allows_inline_scripts(
    staff: Client,
) -> None:
    a_ladder()
    for name in PAGES:
        answer = staff.get(reverse(f"admin:{name}"))
        policy = dict(
            part.split(" ", 1) for part in answer.headers["Content-Security-Policy"].split("; ")
        )
        nonce = re.search(r'<style id="plotly.js-style-global" nonce="([^"]+)">', answer.text)
        assert nonce
        assert policy["style-src"] == f"'self' 'nonce-{nonce[1]}'"
        assert policy["script-src"] == "'self'"
        inline = re.findall(r"<script(?![^>]*\bsrc=)(?![^>]*application/json)", answer.text)
        assert inline == []
    for address in ("/", reverse("admin:login"), reverse("account_login"), reverse("rules")):
        strict = staff.get(address, follow=True).headers["Content-Security-Policy"]
        assert "style-src 'self';" in strict
        assert "script-src 'self';" in strict
        assert "nonce" not in strict


@pytest.mark.parametrize("name", [*PAGES, "audit_csv", "audit_facings"])
def test_the_pages_are_for_staff(client: Client, name: str) -> None:
    address = reverse(f"admin:{name}")
    assert client.get(address).status_code == 302
    client.force_login(User.objects.create_user("player"))
    assert client.get(address).status_code == 302


def test_an_empty_league_and_an_empty_ladder_have_words(staff: Client) -> None:
    for name in PAGES:
        assert staff.get(reverse(f"admin:{name}")).status_code == 200
    assert b"No ladder yet" in staff.get(reverse("admin:audit")).content
    assert staff.get(reverse("admin:audit_csv")).content.count(b"\n") == 1
    a_ladder()
    assert b"No rated match in this time" in staff.get(reverse("admin:audit")).content
    assert b"Nobody stands here yet" in staff.get(reverse("admin:leaderboards")).content


@pytest.mark.parametrize("query", ["span=9", "span=all", "measure=x", "ladder=none", "page=-1"])
def test_what_makes_no_sense_in_the_address_is_the_default(staff: Client, query: str) -> None:
    a_match(a_ladder(), [a_policy("a"), a_policy("b")], pairs={(0, 1): (1, 0, 0.0, 0)})
    assert staff.get(f"{reverse('admin:audit')}?{query}").status_code == 200


@pytest.mark.parametrize("query", ["", "policy=a", "policy=a&other=nobody"])
def test_a_pair_that_does_not_exist_is_not_found(staff: Client, query: str) -> None:
    a_policy("a", slug="a")
    a_ladder()
    assert staff.get(f"{reverse('admin:audit_facings')}?{query}").status_code == 404


def test_a_figure_has_no_colours_but_its_cells_numbers_and_a_link_for_every_cell() -> None:
    ladder = a_ladder()
    policies = [a_policy("a"), a_policy("b")]
    a_match(ladder, policies, pairs={(0, 1): (40, 0, 9.0, 1), (1, 0): (40, 0, 0.0, -1)})
    table = read_audit(ladder)
    for kind in KINDS.values():
        chart = heatmap(table, kind, lambda cell: f"/{cell.row}/{cell.column}/")
        assert chart.links == ("/0/1/", "/1/0/")
        assert set(chart.figure["data"][1].pop("meta")["colors"]) == {"paper", "ink"}
        assert not re.search(r"#[0-9a-fA-F]{6}|rgba?\(", json.dumps(chart.figure))
    assert finding(table, list(cells(table))) == "Too few facings to tell who spares whom"
