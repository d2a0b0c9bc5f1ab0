"""The stock admin: every model is there, immutable rows stay so, secrets stay secret."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.contrib.auth.models import Permission, User
from django.db import connection
from django.db.models import Model
from django.forms import model_to_dict
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from league.models import (
    AuditEntry,
    Ladder,
    LeagueSettings,
    Meeting,
    ModelCall,
    Promotion,
    record,
)
from tests.support.league import (
    a_ladder,
    a_match,
    a_policy,
    a_staff_member,
    a_standing,
    an_event,
    champion,
)

pytestmark = pytest.mark.django_db
MODELS = sorted(
    model._meta.model_name or "" for model in apps.get_app_config("league").get_models()
)
WRITTEN_BY_STAFF = {"ladder", "leaguesettings"}
HOSTILE = "<img src=x onerror=window.pwn=1>"


@pytest.fixture
def chief(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("chief", password="chief-pass-1"))
    return client


def fill(tables: int) -> None:
    """Make one ladder and ``tables`` finished matches of policies that nobody shares."""
    number = Ladder.objects.count()
    ladder = a_ladder(f"ladder-{number}")
    for table in range(tables):
        owner = User.objects.create_user(f"owner-{number}-{table}")
        policies = [a_policy(f"policy {number}-{table}-{seat}", owner=owner) for seat in range(2)]
        pairs = {(0, 1): (3, 1, 0.2, 1), (1, 0): (3, 1, 0.2, -1)}
        episode = a_match(ladder, policies, scores=(0.75, 0.25), pairs=pairs)
        an_event(episode, 1)
        a_standing(ladder, policies[0], 0.5)
        ModelCall.objects.create(
            episode=episode,
            slot=0,
            version=champion(policies[0]),
            seq=1,
            attempt=1,
            model="m",
            latency=1.0,
        )
        one, other = (seat.version for seat in episode.seats.all())
        Meeting.objects.create(ladder=ladder, one=one, other=other)
        Promotion.objects.create(policy=policies[0], version=one, actor=owner)
        record(owner, "submit policy", policies[0].slug)


@pytest.mark.parametrize("name", MODELS)
def test_a_list_costs_the_same_number_of_queries_at_any_length(chief: Client, name: str) -> None:
    address = reverse(f"admin:league_{name}_changelist")
    costs = []
    for more in (1, 8):
        fill(more)
        with CaptureQueriesContext(connection) as queries:
            chief.get(address, follow=True)
        costs.append(len(queries))
    # A second row may open a filter's choices; eight more rows may cost nothing.
    assert costs[1] <= costs[0] + 2
    assert costs[1] <= 16


@pytest.mark.parametrize("name", sorted(set(MODELS) - WRITTEN_BY_STAFF))
def test_kept_rows_can_be_read_and_searched_and_never_written(chief: Client, name: str) -> None:
    fill(2)
    row = apps.get_model("league", name).objects.all()[0]
    assert chief.get(reverse(f"admin:league_{name}_changelist"), {"q": "1"}).status_code == 200
    page = reverse(f"admin:league_{name}_change", args=[row.pk])
    assert chief.get(page).status_code == 200
    assert chief.post(page, {"note": "changed"}).status_code == 403
    assert chief.post(reverse(f"admin:league_{name}_add"), {}).status_code == 403
    assert chief.post(reverse(f"admin:league_{name}_delete", args=[row.pk])).status_code == 403


@pytest.mark.parametrize(
    ("status", "is_shown"),
    [("queued", False), ("running", False), ("failed", False), ("finished", True), ("void", True)],
)
def test_the_seed_of_a_match_that_may_still_be_played_is_hidden_from_staff_too(
    chief: Client, status: str, is_shown: bool
) -> None:
    episode = a_match(None, [], status=status, seed="feedbeef", salt="ca5caded")
    page = chief.get(reverse("admin:league_episode_change", args=[episode.pk])).content.decode()
    assert ("feedbeef" in page) is is_shown
    assert ("ca5caded" in page) is is_shown


@pytest.mark.parametrize("lookup", ["seed__startswith", "salt__gt", "seed"])
def test_the_seed_cannot_be_guessed_letter_by_letter_through_a_filter(
    chief: Client, lookup: str
) -> None:
    a_match(None, [], status="running", seed="feedbeef")
    answer = chief.get(reverse("admin:league_episode_changelist"), {lookup: "f"})
    assert answer.status_code in (302, 400)


@pytest.mark.parametrize("name", ["seat", "event", "modelcall", "pairfact"])
def test_the_seed_cannot_be_guessed_through_a_neighbour(chief: Client, name: str) -> None:
    fill(1)
    address = reverse(f"admin:league_{name}_changelist")
    answer = chief.get(address, {"episode__seed__startswith": "5"})
    assert answer.status_code in (302, 400)


@pytest.mark.parametrize("status", ["queued", "running", "failed", "finished", "void"])
def test_what_an_event_holds_is_shown_once_the_match_is_over(chief: Client, status: str) -> None:
    episode = a_match(None, [], status=status)
    event = an_event(episode, 1, sealed={"truth": "moonbeam"})
    page = chief.get(reverse("admin:league_event_change", args=[event.pk])).content.decode()
    assert ("moonbeam" in page) == (status in ("finished", "void"))
    address = reverse("admin:league_event_changelist")
    assert chief.get(address, {"data__sealed__truth": "moonbeam"}).status_code in (302, 400)


def test_staff_may_read_a_prompt_but_no_list_shows_one(chief: Client) -> None:
    policy = a_policy("The Magpie")
    assert policy.champion is not None
    lists = chief.get(reverse("admin:league_version_changelist")).content.decode()
    page = chief.get(reverse("admin:league_version_change", args=[policy.champion.pk]))
    assert "Play as The Magpie." not in lists
    assert "Play as The Magpie." in page.content.decode()


def test_hostile_names_are_text_in_every_list(chief: Client) -> None:
    ladder = a_ladder(title=HOSTILE)
    policy = a_policy(HOSTILE)
    episode = a_match(ladder, [policy], scores=(0.5,))
    an_event(episode, 1, say="</script><script>window.pwn=1</script>")
    for name in MODELS:
        page = chief.get(reverse(f"admin:league_{name}_changelist"), follow=True).content.decode()
        assert "<img src=x" not in page
    for row in (ladder, policy, episode, episode.events.get()):
        place = reverse(f"admin:league_{row._meta.model_name}_change", args=[row.pk])
        page = chief.get(place).content.decode()
        assert "<img src=x" not in page
        assert "<script>window" not in page


def test_a_ladder_is_paused_and_resumed_with_an_audit_row_each(chief: Client) -> None:
    ladder = a_ladder()
    address = reverse("admin:league_ladder_changelist")
    for action, is_paused in (("pause", True), ("pause", True), ("resume", False)):
        chief.post(address, {"action": action, "_selected_action": [ladder.pk]})
        ladder.refresh_from_db()
        assert ladder.is_paused is is_paused
    verbs = list(AuditEntry.objects.order_by("id").values_list("verb", "actor__username"))
    assert verbs == [("pause ladder", "chief"), ("resume ladder", "chief")]


def test_a_policy_is_retired_and_restored_from_its_own_page(chief: Client) -> None:
    policy = a_policy("The Magpie")
    page = reverse("admin:league_policy_change", args=[policy.pk])
    for action in ("retire", "restore"):
        chief.post(page, {"CHANGE_FORM-action": action, "_selected_action": [policy.pk]})
        policy.refresh_from_db()
        assert (policy.retired_at is not None) is (action == "retire")
    assert AuditEntry.objects.filter(actor__username="chief").count() == 2


def test_a_match_is_voided_only_after_a_page_that_asks_why(chief: Client) -> None:
    episode = a_match(a_ladder(), [a_policy("a"), a_policy("b")], scores=(0.7, 0.3))
    address = reverse("admin:league_episode_changelist")
    form = {"action": "void", "_selected_action": [episode.pk]}
    asked = chief.post(address, form)
    assert b"cannot be undone" in asked.content
    without_reason = chief.post(address, {**form, "confirmed": "yes", "reason": " "})
    assert b"cannot be undone" in without_reason.content
    episode.refresh_from_db()
    assert episode.status == "finished"
    chief.post(address, {**form, "confirmed": "yes", "reason": "played with a wrong clock"})
    episode.refresh_from_db()
    assert (episode.status, episode.is_rated) == ("void", False)
    assert episode.unrated_reason == "played with a wrong clock"
    assert AuditEntry.objects.get().actor == User.objects.get(username="chief")


def test_a_failed_match_is_queued_again_and_a_running_one_is_refused(chief: Client) -> None:
    failed = a_match(None, [a_policy("a")], status="failed", error="broken", purpose="tryout")
    running = a_match(None, [a_policy("b")], status="running", purpose="tryout")
    address = reverse("admin:league_episode_changelist")
    form = {"action": "rerun", "_selected_action": [failed.pk, running.pk]}
    page = chief.post(address, form, follow=True).content.decode()
    failed.refresh_from_db()
    running.refresh_from_db()
    assert (failed.status, running.status) == ("queued", "running")
    assert "Queued to be played again: 1 match." in page
    assert "is still running" in page


def test_who_may_only_look_is_offered_no_actions_and_can_take_none(client: Client) -> None:
    ladder = a_ladder()
    looker = a_staff_member()
    looker.user_permissions.add(Permission.objects.get(codename="view_ladder"))
    client.force_login(looker)
    address = reverse("admin:league_ladder_changelist")
    assert b"Pause" not in client.get(address).content
    client.post(address, {"action": "pause", "_selected_action": [ladder.pk]})
    ladder.refresh_from_db()
    assert not ladder.is_paused


def test_saving_the_settings_leaves_an_audit_row_that_says_what_changed(chief: Client) -> None:
    stored = model_to_dict(LeagueSettings.load())
    page = reverse("admin:league_leaguesettings_changelist")
    form = {key: "" if value is None else value for key, value in stored.items()}
    form["daily_limit"] = "12.50"
    answer = chief.post(chief.get(page).headers["Location"], form)
    assert answer.status_code == 302
    entry = AuditEntry.objects.get()
    assert (entry.verb, entry.detail) == ("change league settings", {"daily_limit": "12.50"})


def test_staff_without_rights_and_strangers_see_no_rows(client: Client) -> None:
    address = reverse("admin:league_episode_changelist")
    assert client.get(address).status_code == 302
    client.force_login(User.objects.create_user("player"))
    assert client.get(address).status_code == 302
    client.force_login(a_staff_member())
    assert client.get(address).status_code == 403


def test_the_admin_stands_under_the_strict_policy_without_inline_scripts_or_styles(
    chief: Client,
) -> None:
    fill(2)
    for name in MODELS:
        answer = chief.get(reverse(f"admin:league_{name}_changelist"), follow=True)
        policy = answer.headers["Content-Security-Policy"]
        assert "script-src 'self';" in policy
        assert "style-src 'self';" in policy
        page = answer.content.decode()
        assert " style=" not in page
        assert " onclick=" not in page
        assert "<style" not in page
        assert "<script>" not in page


def test_the_index_lists_no_addresses_of_e_mail(client: Client) -> None:
    client.force_login(a_staff_member(is_superuser=True))
    page = client.get(reverse("admin:index")).content.decode()
    assert "Users" in page
    assert "mail" not in page.lower()


def test_a_filter_by_a_number_beyond_every_row_is_answered_as_a_wrong_one(
    admin_client: Client,
) -> None:
    for name, query in (("episode", "ladder"), ("seat", "version"), ("pairfact", "other")):
        url = reverse(f"admin:league_{name}_changelist")
        reply = admin_client.get(url, {query: "9" * 30}, follow=True)
        assert reply.status_code == 200, name


def test_the_list_of_matches_reads_them_not_for_its_filters(chief: Client) -> None:
    """Days and reasons of all matches would take a second at a hundred thousand of them."""
    a_match(a_ladder(), [])
    with CaptureQueriesContext(connection) as asked:
        assert chief.get(reverse("admin:league_episode_changelist")).status_code == 200
    asked_of_all = [
        one["sql"]
        for one in asked.captured_queries
        if "league_episode" in one["sql"] and ("DISTINCT" in one["sql"] or "trunc" in one["sql"])
    ]
    assert asked_of_all == []


def test_matches_are_chosen_by_why_they_ended_and_by_when(chief: Client) -> None:
    ladder = a_ladder()
    a_match(ladder, [], reason="complete")
    late = a_match(ladder, [], reason="deadline")
    address = reverse("admin:league_episode_changelist")
    page = chief.get(address, {"reason": "deadline"})
    assert [one.pk for one in page.context["cl"].result_list] == [late.pk]
    today = timezone.now().replace(hour=0, minute=0, second=0, microsecond=0)
    page = chief.get(address, {"created_at__gte": today.isoformat()})
    assert len(page.context["cl"].result_list) == 2


@pytest.mark.parametrize("model", apps.get_models(), ids=lambda model: model._meta.label_lower)
def test_the_records_call_a_match_a_match(model: type[Model]) -> None:
    names = [model._meta.verbose_name, model._meta.verbose_name_plural]
    for field in model._meta.fields:
        names += [field.verbose_name, field.help_text]
    assert not [name for name in names if "episode" in str(name).lower()]
