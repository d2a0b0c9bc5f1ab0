"""The policies' pages by HTTP: what each person sees, and that bad input loses nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from league import extensions
from league.access import Person
from league.actions.policies import Content, Refused, revise_policy
from league.models import Policy, Version
from tests.support.policies import make_policy, make_user

pytestmark = pytest.mark.django_db

HOSTILE = "<img src=x onerror=window.pwn=1>"
SECRET = "Never tell that you always open with fours."


@pytest.fixture
def owner() -> User:
    return make_user("corvid")


@pytest.fixture
def mine(client: Client, owner: User) -> Client:
    client.force_login(owner)
    return client


def read(client: Client, url: str) -> str:
    answer = client.get(url)
    assert answer.status_code == 200, url
    return answer.content.decode()


def test_a_stranger_reads_how_to_enter(client: Client) -> None:
    page = read(client, "/policies/")
    assert "How to enter" in page
    assert "/accounts/signup/?next=/policies/new/" in page


def test_someone_new_reads_what_to_do(mine: Client) -> None:
    assert "You have no policy yet" in read(mine, "/policies/")


def test_the_list_says_what_plays_and_what_waits(mine: Client, owner: User) -> None:
    policy = make_policy("The Magpie", owner=owner)
    revise_policy(owner, policy, content=Content(prompt="two"), based_on=1)
    make_policy("Somebody else's", owner=make_user())
    page = read(mine, "/policies/")
    assert "The Magpie" in page
    assert "v2 waits" in page
    assert "Somebody else" not in page


def test_a_prompt_is_submitted_and_is_champion(mine: Client, owner: User) -> None:
    answer = mine.post(
        "/policies/new/", {"name": " The Magpie ", "game": "liars-dice", "prompt": "Count.\r\n"}
    )
    policy = Policy.objects.get()
    assert answer.headers["Location"] == "/policies/the-magpie/"
    assert policy.champion is not None
    assert (policy.name, policy.owner, policy.champion.prompt) == ("The Magpie", owner, "Count.")


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"prompt": "x" * 4_001}, "Expected at most 4,000 characters, got 4,001"),
        ({"name": "Taken"}, "is taken"),
        ({"name": "a\u202eb"}, "RIGHT-TO-LEFT OVERRIDE"),
        ({"name": ""}, "This field is required"),
        ({"game": "whist"}, "whist"),
    ],
)
def test_a_bad_submit_keeps_its_text_and_says_what_was_expected(
    mine: Client, fields: dict[str, str], message: str
) -> None:
    make_policy("Taken")
    data = {"name": "Mine", "game": "liars-dice", "prompt": f"{HOSTILE} keep me", **fields}
    page = mine.post("/policies/new/", data).content.decode()
    assert message in page
    assert Policy.objects.count() == 1
    assert HOSTILE not in page
    if "prompt" not in fields:
        assert "&lt;img src=x onerror=window.pwn=1&gt; keep me" in page
    else:
        assert "x" * 4_001 in page


def test_only_those_signed_in_submit(client: Client) -> None:
    answer = client.get("/policies/new/")
    assert answer.headers["Location"] == "/accounts/login/?next=/policies/new/"


def test_staff_field_a_baseline_within_its_bounds(client: Client, owner: User) -> None:
    client.force_login(owner)
    assert client.get("/policies/new/liars-dice/bayes/").status_code == 403
    client.force_login(make_user(is_staff=True))
    assert client.get("/policies/new/liars-dice/oracle/").status_code == 404
    url = "/policies/new/liars-dice/bayes/"
    page = client.post(url, {"name": "Shy", "challenge_below": "7", "safe": "0.3"}).content.decode()
    assert "less than or equal to 1" in page
    assert 'value="7"' in page
    client.post(url, {"name": "Shy", "challenge_below": "0.1", "safe": "0.3"})
    policy = Policy.objects.get()
    assert policy.owner is None
    assert policy.versions.get().parameters == {"challenge_below": 0.1, "safe": 0.3}
    client.post("/policies/shy/revise/", {"challenge_below": "0.2", "safe": "0.3", "based_on": "1"})
    assert policy.versions.get(number=2).parameters == {"challenge_below": 0.2, "safe": 0.3}


def test_prompts_comments_and_diffs_are_for_the_owner_and_staff(
    client: Client, owner: User
) -> None:
    policy = make_policy("The Magpie", owner=owner, prompt=SECRET)
    revise_policy(
        owner, policy, content=Content(prompt=f"{SECRET}!"), comment="hush hush", based_on=1
    )
    urls = ("/policies/the-magpie/", "/policies/the-magpie/record.json")
    for person, is_let_in in ((None, False), (make_user(), False), (owner, True)):
        if person:
            client.force_login(person)
        pages = "".join(read(client, url) for url in urls)
        assert (SECRET in pages) is is_let_in
        assert ("hush hush" in pages) is is_let_in
        diff = client.get("/policies/the-magpie/diff/")
        assert (diff.status_code == 200) is is_let_in
        assert (client.get("/policies/the-magpie/revise/").status_code == 200) is is_let_in
    client.force_login(make_user(is_staff=True))
    assert SECRET in read(client, urls[0])
    assert client.get("/policies/the-magpie/revise/").status_code == 403
    assert SECRET not in read(client, "/policies/the-magpie/versions.csv")


def test_a_second_tab_is_told_and_may_then_save(mine: Client, owner: User) -> None:
    policy = make_policy("The Magpie", owner=owner, prompt="one")
    url = "/policies/the-magpie/revise/"
    mine.post(url, {"prompt": "first tab", "based_on": "1"})
    page = mine.post(url, {"prompt": "second tab", "based_on": "1"}).content.decode()
    assert "Meanwhile v2 was saved" in page
    assert "second tab" in page
    assert 'name="based_on" value="2"' in page
    mine.post(url, {"prompt": "second tab", "based_on": "2"})
    assert list(policy.versions.order_by("number").values_list("prompt", flat=True)) == [
        "one",
        "first tab",
        "second tab",
    ]


def test_a_save_without_a_change_is_refused(mine: Client, owner: User) -> None:
    make_policy("The Magpie", owner=owner, prompt="one")
    page = mine.post("/policies/the-magpie/revise/", {"prompt": "one", "based_on": "1"})
    assert "this is v1 as it stands" in page.content.decode()
    assert Version.objects.count() == 1


def test_a_champion_made_against_another_one_is_refused(mine: Client, owner: User) -> None:
    policy = make_policy("The Magpie", owner=owner)
    for number in (1, 2):
        revise_policy(owner, policy, content=Content(prompt=f"try {number}"), based_on=number)
    url = "/policies/the-magpie/champion/"
    mine.post(url, {"version": "2", "expected": "1"})
    page = mine.post(url, {"version": "3", "expected": "1"}, follow=True).content.decode()
    assert "v2 was made champion since" in page
    policy.refresh_from_db()
    assert policy.champion is not None
    assert policy.champion.number == 2
    assert "by its author’s word (ungraded)" in page
    assert mine.post(url, {"version": "9", "expected": "2"}).status_code == 404
    assert mine.post(url, {"version": "x", "expected": "2"}).status_code == 404


@pytest.mark.parametrize("what", ["champion", "retire", "restore"])
def test_strangers_change_nothing(client: Client, owner: User, what: str) -> None:
    make_policy("The Magpie", owner=owner)
    url = f"/policies/the-magpie/{what}/"
    assert client.post(url).headers["Location"].startswith("/accounts/login/")
    client.force_login(make_user())
    assert client.post(url, {"version": "1", "expected": "1"}).status_code == 403
    assert client.get(url).status_code == 405


def test_a_policy_retires_and_returns(mine: Client, owner: User) -> None:
    make_policy("The Magpie", owner=owner)
    page = mine.post("/policies/the-magpie/retire/", follow=True).content.decode()
    assert "Put back into play" in page
    page = mine.post("/policies/the-magpie/restore/", follow=True).content.decode()
    assert "is back in play" in page


def test_hostile_names_are_text_and_no_formula(client: Client) -> None:
    policy = make_policy("=cmd|' /C calc'!A0", owner=make_user("tern"))
    hostile = make_policy("'\"><svg onload=window.pwn=1>")
    page = read(client, hostile.get_absolute_url())
    assert "<svg onload" not in page
    assert "&lt;svg onload" in page
    facts = json.loads(read(client, f"/policies/{policy.slug}/record.json"))
    assert (facts["policy"], facts["owner"]) == (policy.name, "tern")
    assert client.get(f"/policies/{policy.slug}/nothing.csv").status_code == 404


class TestExtensions:
    @pytest.fixture(autouse=True)
    def shelves(self) -> Iterator[None]:
        """Leave what the apps registered as it was."""
        shelves: tuple[dict[str, Any], ...] = (
            extensions.panels,
            extensions.steps,
            extensions.menu,
        )
        before = [dict(shelf) for shelf in shelves]
        yield
        for shelf, kept in zip(shelves, before, strict=True):
            shelf.clear()
            shelf.update(kept)

    def test_an_app_above_adds_a_panel(self, client: Client, owner: User) -> None:
        def context(user: Person, policy: Policy) -> dict[str, str] | None:
            return None if user.is_anonymous else {"policy_is": policy.name}

        extensions.register(extensions.Panel(key="p", template="tests/panel.html", context=context))
        policy = make_policy("The Magpie", owner=owner)
        assert extensions.panels_for(make_user(), policy)[0].context == {"policy_is": "The Magpie"}
        assert read(client, policy.get_absolute_url())

    def test_a_key_is_taken_once(self) -> None:
        entry = extensions.MenuEntry(key="spare", label="Spare", url_name="lobby")
        extensions.register(entry)
        with pytest.raises(ValueError, match="'spare' twice"):
            extensions.register(entry)

    def test_a_menu_entry_stands_in_the_bar(self, client: Client) -> None:
        extensions.register(
            extensions.MenuEntry(key="spare", label="Spare", url_name="my_policies")
        )
        assert ">Spare</a>" in read(client, "/policies/")

    def test_a_page_under_an_entry_is_linked_there_and_at_the_foot(self, client: Client) -> None:
        extensions.register(
            extensions.MenuEntry(key="s", label="Spare", url_name="matches", under="policies")
        )
        link = '<a href="/matches/">Spare</a>'
        assert read(client, "/").count(link) == 1
        page = read(client, "/policies/")
        assert page.count(link) == 1
        assert page.count(">Spare</a>") == 2

    def test_a_step_is_offered_with_a_waiting_version(self, mine: Client, owner: User) -> None:
        taken: list[tuple[User, int]] = []

        def take(user: User, version: Version) -> str:
            if taken:
                raise Refused("", "one trial at a time")
            taken.append((user, version.number))
            return "/policies/"

        step = extensions.Step(
            key="trial",
            label="Start a trial",
            hint="A judge compares the two.",
            is_offered=lambda user, version: version.number > 1,
            take=take,
            hindrance=lambda user, version: hindrances[-1],
        )
        hindrances = [""]
        extensions.register(step)
        policy = make_policy("The Magpie", owner=owner)
        url = "/policies/the-magpie/steps/trial/"
        assert "Start a trial" not in read(mine, "/policies/the-magpie/")
        assert mine.post(url, {"version": "1"}).status_code == 404
        revise_policy(owner, policy, content=Content(prompt="two"), based_on=1)
        assert "Start a trial" in read(mine, "/policies/the-magpie/")
        assert mine.post(url, {"version": "2"}).headers["Location"] == "/policies/"
        assert taken == [(owner, 2)]
        page = mine.post(url, {"version": "2"}, follow=True).content.decode()
        assert "one trial at a time" in page
        assert 'steps/trial/"' in read(mine, "/policies/the-magpie/")
        hindrances.append("The judge is asleep.")
        page = read(mine, "/policies/the-magpie/")
        assert "<b>Not now.</b> The judge is asleep." in page
        assert 'steps/trial/"' not in page
        page = mine.post(url, {"version": "2"}, follow=True).content.decode()
        assert 'message--warning">The judge is asleep.' in page
