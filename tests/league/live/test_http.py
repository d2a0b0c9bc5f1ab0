"""What anyone may fetch of a match: frames, and the log for download."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from league.models import Episode
from tests.support.matches import NOTE, PROMPT, SALT, SEED, Match, make_match
from tests.support.policies import make_policy, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(db: None) -> Match:
    return make_match(stored=12)


def frames(client: Client, match: Match, after: object = 0) -> list[int]:
    reply = client.get(f"/matches/{match.episode.pk}/frames/", {"after": str(after)})
    return [frame["seq"] for frame in reply.json()["frames"]]


def test_frames_begin_after_the_number_and_end_with_the_log(client: Client, match: Match) -> None:
    assert frames(client, match) == list(range(1, 13))
    assert frames(client, match, after=9) == [10, 11, 12]
    assert frames(client, match, after=12) == []
    assert frames(client, match, after=400) == []
    match.append(2)
    assert frames(client, match, after=12) == [13, 14], "a later reader pays for what is new"


def test_a_frame_says_when_its_event_was_stored(client: Client, match: Match) -> None:
    reply = client.get(f"/matches/{match.episode.pk}/frames/").json()
    stored = match.episode.events.order_by("seq").values_list("created_at", flat=True)
    assert [frame["at"] for frame in reply["frames"]] == [
        at.strftime("%Y-%m-%dT%H:%M:%SZ") for at in stored
    ]
    assert reply["last"] == 12


@pytest.mark.parametrize("after", ["x", "-3", "1.5", "٣", "", "9" * 40])
def test_a_number_that_is_none_is_no_error(client: Client, match: Match, after: str) -> None:
    assert len(frames(client, match, after=after)) == (0 if after.startswith("9") else 12)


def test_a_log_that_was_replaced_is_folded_anew(client: Client, match: Match) -> None:
    assert len(frames(client, match)) == 12
    match.episode.events.all().delete()
    match.stored = 0
    match.append(4)
    assert frames(client, match) == [1, 2, 3, 4]


def test_a_queued_match_has_no_frames_yet(client: Client) -> None:
    match = make_match()
    match.settle(Episode.Status.QUEUED)
    assert client.get(f"/matches/{match.episode.pk}/frames/").json() == {"frames": [], "last": 0}


def test_a_match_that_does_not_exist_is_not_found(client: Client) -> None:
    assert client.get("/matches/999/frames/").status_code == 404
    assert client.get("/matches/999/log.json").status_code == 404


def test_a_finished_match_may_be_kept_by_browsers_and_is_not_sent_twice(
    client: Client, match: Match
) -> None:
    address = f"/matches/{match.episode.pk}/frames/"
    assert client.get(address)["Cache-Control"] == "no-cache"
    match.append(match.length)
    match.settle()
    reply = client.get(address)
    assert reply["Cache-Control"].startswith("public, max-age=")
    again = client.get(address, headers={"if-none-match": reply["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_no_public_payload_holds_notes_prompts_or_the_seed_of_a_running_match(
    client: Client, match: Match
) -> None:
    staff = make_user(is_staff=True)
    assert NOTE in json.dumps(match.episode.events.get(seq=4).data), "the log itself has notes"
    for user in (None, staff):
        if user:
            client.force_login(user)
        for address in ("frames/", "log.json"):
            text = client.get(f"/matches/{match.episode.pk}/{address}").content.decode()
            assert "talk" in text
            for secret in (NOTE, 'notes":', PROMPT, SEED, SALT):
                assert secret not in text.replace('"notes_of":', "")


def test_the_download_has_every_event_and_at_the_end_the_seed(client: Client, match: Match) -> None:
    match.append(match.length)
    match.settle()
    reply = client.get(f"/matches/{match.episode.pk}/log.json")
    data = reply.json()
    assert reply["Content-Disposition"] == f'attachment; filename="match-{match.episode.pk}.json"'
    assert [event["seq"] for event in data["events"]] == list(range(1, match.length + 1))
    assert (data["head"]["seed"], data["head"]["salt"], data["notes_of"]) == (SEED, SALT, [])


def test_a_failed_match_keeps_its_seed_and_a_void_one_shows_it(
    client: Client, match: Match
) -> None:
    address = f"/matches/{match.episode.pk}/log.json"
    match.settle(Episode.Status.FAILED)
    assert client.get(address).json()["head"]["seed"] is None
    match.settle(Episode.Status.VOID)
    head = client.get(address).json()["head"]
    assert (head["status"], head["seed"]) == ("void", SEED)


def test_notes_are_for_the_owner_of_the_policy_and_for_staff() -> None:
    owner, stranger, staff = make_user(), make_user(), make_user(is_staff=True)
    policies = [make_policy(owner=owner), make_policy(), make_policy(), make_policy()]
    match = make_match(stored=30, policies=policies)
    address = f"/matches/{match.episode.pk}/log.json?notes=1"

    def noted(user: object) -> tuple[int, set[int]]:
        client = Client()
        if user:
            client.force_login(user)  # type: ignore[arg-type]  # a person of this test
        reply = client.get(address)
        events = reply.json().get("events", [])
        assert reply.status_code == 403 or reply["Cache-Control"] == "private, no-store"
        return reply.status_code, {event["seat"] for event in events if "notes" in event}

    assert noted(None) == (403, set())
    assert noted(stranger) == (403, set())
    assert noted(owner) == (200, {0})
    assert noted(staff) == (200, {0, 1, 2, 3})
