"""An author's comparisons: what each way starts, what is in its way, and how far it is."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from calibration.actions.duels import record_duel, show_duel
from calibration.actions.streams import record_heard_edit, settle_comparison, start_comparison
from calibration.models import Comparison, Observation, Rater
from league.models import Version
from tests.calibration.test_streams import HEARD, TICK, play_out, revision

__all__ = ["revision"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def author(client: Client, rater: Rater, revision: Version) -> Client:
    client.force_login(rater.user)
    return client


def page_of(client: Client, version: Version) -> str:
    return client.get(version.policy.get_absolute_url()).content.decode()


def test_each_way_says_that_it_starts_two_matches(author: Client, revision: Version) -> None:
    page = page_of(author, revision)
    assert page.count("Starts two matches: this version and the one before it") == 2
    assert "My edit is better" in page
    assert "Your edits beside their parents" not in page


def test_without_a_model_the_page_says_so_beforehand(
    author: Client, revision: Version, settings: Any
) -> None:
    settings.ANTHROPIC_API_KEY = ""
    page = page_of(author, revision)
    assert page.count("<b>Not now.</b> No model is configured here") == 3, "a trial, two duels"
    assert page.count("there would be nothing of your edit to compare") == 2
    address = f"{revision.policy.get_absolute_url()}steps/self-report/"
    page = author.post(address, {"version": 2}, follow=True).content.decode()
    assert 'message--warning">No model is configured here' in page
    assert not Comparison.objects.exists()


def test_a_scripted_policy_needs_no_model(revision: Version, settings: Any) -> None:
    from calibration.queries.edits import read_hindrance

    settings.ANTHROPIC_API_KEY = ""
    one, other = Version(baseline="bayes"), Version(baseline="bayes")
    assert read_hindrance(one, other) == ""


def test_the_policys_page_follows_a_comparison_to_its_end(
    author: Client, rater: Rater, revision: Version
) -> None:
    found = start_comparison(rater.user, revision, HEARD)
    page = page_of(author, revision)
    assert f'href="/duels/edits/{found.pk}/">v2 beside v1</a>' in page
    assert '<span class="num">0</span> of <span class="num">2</span> matches played' in page
    assert "waiting for a free table" in page
    play_out(found.version_episode)
    page = page_of(author, revision)
    assert '<span class="num">1</span> of <span class="num">2</span> matches played' in page
    assert f"{found.version_episode.last_seq}</span> events so far" in page
    play_out(found.parent_episode)
    found = settle_comparison(found.pk)
    assert "Ready: judge the two clips" in page_of(author, revision)
    assert found.duel is not None
    choice = "A" if found.duel.clip_a.version == revision else "B"
    record_heard_edit(found, choice, actor=rater.user)
    assert "You picked v2; the model had given it 50" in page_of(author, revision)


def played(rater: Rater, revision: Version, kind: Comparison.Kind) -> Comparison:
    found = start_comparison(rater.user, revision, kind)
    for episode in (found.version_episode, found.parent_episode):
        play_out(episode)
    return settle_comparison(found.pk)


def test_the_blind_pair_is_introduced_as_one_policys_two_versions(
    author: Client, rater: Rater, revision: Version
) -> None:
    for is_first in (True, False):
        Observation.objects.all().delete()
        found = played(rater, revision, HEARD)
        if not is_first:
            record_duel(show_duel(rater), "A", actor=rater.user)  # type: ignore[arg-type]
        page = author.get(f"/duels/edits/{found.pk}/", follow=True).content.decode()
        assert "Two versions of one policy" in page
        assert "the same hands" in page
        assert "different policies" not in page
        assert not re.search(r"\bv[12]\b", re.sub(r"<script.*?</script>", "", page, flags=re.S))
        Comparison.objects.all().delete()


@pytest.mark.parametrize("kind", [HEARD, TICK])
def test_the_reveal_says_which_version_was_which(
    author: Client, rater: Rater, revision: Version, kind: Comparison.Kind
) -> None:
    found = played(rater, revision, kind)
    assert found.duel is not None
    if kind == HEARD:
        record_heard_edit(found, "A", actor=rater.user)
    page = author.get(f"/duels/{found.duel_id}/").content.decode()
    told = re.findall(r'id="um-([AB])"><a [^>]*>Mine</a> <span class="ver">(v\d)</span>', page)
    a, b = found.duel.clip_a.version.number, found.duel.clip_b.version.number
    assert told == [("A", f"v{a}"), ("B", f"v{b}")]
    assert {a, b} == {1, 2}


def test_before_the_blind_answer_the_panel_leads_to_neither_match(
    author: Client, rater: Rater, revision: Version
) -> None:
    found = start_comparison(rater.user, revision, HEARD)
    page = page_of(author, revision)
    panel = page[page.index('id="edits"') :]
    panel = panel[: panel.index("</section>")]
    for episode in (found.version_episode, found.parent_episode):
        assert f"/matches/{episode.pk}/" not in panel


def test_a_tick_and_a_failure_are_told_in_the_panel(
    author: Client, rater: Rater, revision: Version
) -> None:
    tick, blind = (start_comparison(rater.user, revision, kind) for kind in (TICK, HEARD))
    for episode in (tick.version_episode, tick.parent_episode):
        play_out(episode)
    settle_comparison(tick.pk)
    blind.problem = "One of the two scenarios could not be played."
    blind.save()
    page = page_of(author, revision)
    assert "You said v2; the model had given it 50" in page
    assert "No pair came of it. One of the two scenarios could not be played." in page
    reveal = author.get(f"/duels/edits/{tick.pk}/", follow=True).content.decode()
    assert "You said that your edit is better. The model had given it 50" in reveal


def test_comparisons_are_seen_by_their_author_alone(
    client: Client, rater: Rater, revision: Version
) -> None:
    start_comparison(rater.user, revision, HEARD)
    assert "beside their parents" not in page_of(client, revision)
    client.force_login(User.objects.create_superuser("warden"))
    assert "beside their parents" not in page_of(client, revision)


def test_the_comparisons_own_page_says_how_far_it_is(
    author: Client, rater: Rater, revision: Version
) -> None:
    found = start_comparison(rater.user, revision, TICK)
    play_out(found.parent_episode)
    page = author.get(f"/duels/edits/{found.pk}/").content.decode()
    assert 'id="edit" data-state="playing"' in page
    assert '<span class="num">1</span> of <span class="num">2</span> matches played' in page
    assert "v2 beside v1" in page


def revise(client: Client, version: Version, **fields: str) -> str:
    """Save the version after one by its form, and return the page that this leads to."""
    data = {"prompt": "Doubt every six.", "comment": "", "based_on": str(version.number), **fields}
    address = f"{version.policy.get_absolute_url()}revise/"
    return client.post(address, data, follow=True).content.decode()


def test_the_box_on_the_form_starts_the_comparison_with_the_save(
    author: Client, revision: Version
) -> None:
    form = author.get(f"{revision.policy.get_absolute_url()}revise/").content.decode()
    assert "My edit is better" in form
    assert "Judge it blind" not in form
    revise(author, revision, **{"step-self-report": "on"})
    (started,) = Comparison.objects.all()
    assert (started.kind, started.version.number, started.parent) == (TICK, 3, revision)


def test_a_save_without_the_box_starts_nothing(author: Client, revision: Version) -> None:
    revise(author, revision)
    assert revision.policy.versions.count() == 3
    assert not Comparison.objects.exists()


def test_a_hindered_box_says_why_and_takes_no_tick(
    author: Client, revision: Version, settings: Any
) -> None:
    settings.ANTHROPIC_API_KEY = ""
    form = author.get(f"{revision.policy.get_absolute_url()}revise/").content.decode()
    assert "Not now. No model is configured here" in form
    revise(author, revision, **{"step-self-report": "on"})
    assert revision.policy.versions.count() == 3
    assert not Comparison.objects.exists()


def test_the_matches_of_a_comparison_stand_in_no_list_of_a_policys_page(
    author: Client, rater: Rater, revision: Version
) -> None:
    found = start_comparison(rater.user, revision, HEARD)
    page = page_of(author, revision)
    for episode in (found.version_episode, found.parent_episode):
        assert f"/matches/{episode.pk}/" not in page
