"""The pages about trials: who sees what, what each state says, and that text stays text."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from grading.actions.comparisons import lay_out
from grading.actions.promotions import promote_challenger
from grading.actions.rubrics import house_rubric
from grading.actions.trials import cancel_trial
from grading.models import Trial
from grading.sequence import position_of
from league.actions.policies import promote
from league.models import Policy, Promotion
from tests.support.policies import make_policy, make_user
from tests.support.trials import make_comparison, make_trial, revise

pytestmark = pytest.mark.django_db
HOSTILE = "<img src=x onerror=pwn()>"
CLEAN = dict.fromkeys(range(1, 21), True)
"""Twenty checks without a disagreement: 25 decisive comparisons are needed."""


@pytest.fixture
def policy() -> Policy:
    policy = make_policy("The Magpie", owner=make_user("corvid"), baseline="bayes")
    revise(policy, safe=0.3)
    return policy


def as_author(client: Client, policy: Policy) -> Client:
    assert policy.owner is not None
    client.force_login(policy.owner)
    return client


def as_staff(client: Client) -> Client:
    client.force_login(make_user("boss", is_staff=True))
    return client


def text(client: Client, path: str) -> str:
    page = client.get(path)
    assert page.status_code == 200, path
    return page.content.decode()


def test_the_list_says_what_a_trial_is_while_there_is_none(client: Client) -> None:
    assert "No trial yet" in text(client, "/trials/")


def test_the_list_shows_each_trial_and_can_be_of_one_policy(client: Client, policy: Policy) -> None:
    trial = make_trial(policy, "WLWT", is_settled=False)
    other = make_policy("Other", baseline="bayes")
    page = text(client, "/trials/")
    assert f'href="/trials/{trial.pk}/"' in page
    assert "2–1–1" in page
    assert f'href="/trials/{trial.pk}/"' not in text(client, f"/trials/?policy={other.slug}")
    assert client.get("/trials/?policy=nobody").status_code == 404


def test_a_run_of_a_check_judge_has_no_page(client: Client, policy: Policy) -> None:
    trial = make_trial(policy, is_check=True)
    assert client.get(f"/trials/{trial.pk}/").status_code == 404
    assert "No trial yet" in text(client, "/trials/")


# starting one


def test_saving_a_revision_offers_to_grade_it(client: Client, policy: Policy) -> None:
    as_author(client, policy)
    page = text(client, f"/policies/{policy.slug}/")
    assert "Grade it against the champion" in page
    step = client.post(f"/policies/{policy.slug}/steps/grade/", {"version": "2"})
    assert step["Location"] == f"/policies/{policy.slug}/grade/?version=2"


def test_a_revision_of_a_prompt_is_offered_a_trial_where_a_model_can_play_it(
    client: Client, settings: Settings
) -> None:
    prompt = make_policy("Slow Ledger", owner=make_user("corvid"), prompt="Count first.")
    revise(prompt)
    as_author(client, prompt)
    path, button = f"/policies/{prompt.slug}/", "/steps/grade/"
    settings.ANTHROPIC_API_KEY = ""
    page = text(client, path)
    assert "No model is configured here" in page
    assert button not in page
    settings.ANTHROPIC_API_KEY = "key-of-a-test"
    assert button in text(client, path)


def test_only_the_owner_and_staff_may_grade(client: Client, policy: Policy) -> None:
    path = f"/policies/{policy.slug}/grade/"
    assert client.get(path)["Location"].startswith("/accounts/login/")
    client.force_login(make_user("stranger"))
    assert client.get(path).status_code == 403
    assert client.post(path, choices()).status_code == 403
    assert not Trial.objects.exists()
    assert as_staff(client).get(path).status_code == 200


def choices(**changed: str) -> dict[str, str]:
    usual = {
        "version": "2",
        "judge": "mistakes",
        "comparisons": "20",
        "variant": "standard",
        "path": "alternating",
        "ending": "auto",
    }
    return {**usual, **changed}


def rubric_on(client: Client, policy: Policy) -> str:
    form = client.get(f"/policies/{policy.slug}/grade/").context["form"]
    return str(next(iter(form.rubrics)))


def test_a_trial_starts_as_its_author_chose(client: Client, policy: Policy) -> None:
    as_author(client, policy)
    data = choices(rubric=rubric_on(client, policy))
    reply = client.post(f"/policies/{policy.slug}/grade/", data)
    trial = Trial.objects.get()
    assert reply["Location"] == f"/trials/{trial.pk}/"
    assert trial.requested_by == policy.owner
    assert (trial.judge, trial.comparisons, trial.promotes) == ("mistakes", 20, True)
    assert trial.challenger is not None
    assert (trial.challenger.number, trial.incumbent) == (2, policy.champion)


def test_a_form_that_is_sent_twice_starts_one_trial(client: Client, policy: Policy) -> None:
    as_author(client, policy)
    data = choices(rubric=rubric_on(client, policy))
    replies = [client.post(f"/policies/{policy.slug}/grade/", data) for _ in range(2)]
    trial = Trial.objects.get()
    assert {reply["Location"] for reply in replies} == {f"/trials/{trial.pk}/"}
    cancel_trial(policy.owner, trial)
    client.post(f"/policies/{policy.slug}/grade/", data)
    assert Trial.objects.count() == 2, "one that has ended stands in nobody's way"


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"comparisons": "201"}, "less than or equal to 200"),
        ({"comparisons": "1"}, "greater than or equal to 2"),
        ({"judge": "claude"}, "not one of the available choices"),
        ({"judge": "always-a"}, "not one of the available choices"),
        ({"version": "1"}, "not one of the available choices"),
    ],
)
def test_a_bad_choice_is_named_and_loses_nothing(
    client: Client, policy: Policy, settings: Any, changed: dict[str, str], says: str
) -> None:
    settings.ANTHROPIC_API_KEY = ""
    as_author(client, policy)
    data = choices(rubric=rubric_on(client, policy), **{"ending": "hand", **changed})
    reply = client.post(f"/policies/{policy.slug}/grade/", data)
    assert says in reply.content.decode()
    assert reply.context["form"]["ending"].value() == "hand"
    assert not Trial.objects.exists()


def test_staff_may_ask_for_more_comparisons(client: Client, policy: Policy) -> None:
    as_staff(client)
    data = choices(rubric=rubric_on(client, policy), comparisons="1000")
    client.post(f"/policies/{policy.slug}/grade/", data)
    assert Trial.objects.get().comparisons == 1000


def test_without_a_model_prompts_cannot_be_graded(client: Client, settings: Settings) -> None:
    policy = make_policy("The Owl", owner=make_user("strix"), prompt="Bid what you hold.")
    revise(policy)
    page = f"{policy.get_absolute_url()}grade/"
    settings.ANTHROPIC_API_KEY = ""
    shown = text(as_author(client, policy), page)
    assert 'disabled aria-describedby="why-not">Start the trial' in shown
    assert 'id="why-not">No model is configured' in shown
    assert shown.index("<b>Not now.</b> No model is configured") < shown.index('name="version"')
    choices = {"version": 2, "judge": "mistakes", "rubric": house_rubric().pk, "comparisons": 10}
    choices |= {"variant": "standard", "path": "alternating", "ending": "hand"}
    sent = client.post(page, choices)
    assert "is played by a model, and ANTHROPIC_API_KEY is not set" in sent.content.decode()
    assert not Trial.objects.exists()
    settings.ANTHROPIC_API_KEY = "key-of-a-test"
    assert "disabled" not in text(client, page).partition("</form>")[0]
    assert client.post(page, choices).status_code == 302


def test_a_policy_with_one_version_has_nothing_to_grade(client: Client) -> None:
    owner = make_user()
    policy = make_policy(owner=owner, baseline="bayes")
    client.force_login(owner)
    assert client.get(f"/policies/{policy.slug}/grade/").status_code == 404
    assert "Grade it" not in text(client, f"/policies/{policy.slug}/")


# what a trial says


def test_both_numbers_stand_against_what_they_need(client: Client, policy: Policy) -> None:
    trial = make_trial(policy, "WWLWWL", checked={2: True}, comparisons=40, is_settled=False)
    page = text(client, f"/trials/{trial.pk}/")
    # 0 of 1 check: the upper end of the interval is 0.73, so 20 / (1 - 0.73)^2 = 275 are needed
    assert "Needs 275 because the judge disagreed with itself in 0 of 1 check." in page
    assert "6 of 275 decisive comparisons" in page
    assert "Neither number is reached" in page


def test_without_a_check_nothing_can_be_decided(client: Client, policy: Policy) -> None:
    trial = make_trial(policy, "W" * 30, comparisons=40, is_settled=False)
    page = text(client, f"/trials/{trial.pk}/")
    assert "no comparison was judged again with the order swapped" in page


def test_an_end_by_the_gate_says_which(client: Client, policy: Policy) -> None:
    better = make_trial(policy, "W" * 30, checked=CLEAN)
    assert "Better, not promoted" in text(client, f"/trials/{better.pk}/")
    kept = make_trial(policy, "L" * 30, checked=CLEAN)
    page = text(client, f"/trials/{kept.pk}/")
    assert "Incumbent kept" in page
    assert "v1 stays champion" in page


def test_an_unfit_judge_is_named(client: Client, policy: Policy) -> None:
    trial = make_trial(policy, "W" * 20, checked=dict.fromkeys(range(1, 21), False))
    page = text(client, f"/trials/{trial.pk}/")
    assert "Undecided: judge unfit" in page
    assert "disagreed with itself in 20 of 20 checks" in page


def test_an_undecided_trial_says_why(client: Client, policy: Policy) -> None:
    trial = make_trial(policy, "WLWLWLWLWL", checked=CLEAN)
    page = text(client, f"/trials/{trial.pk}/")
    assert ">Undecided</span>" in page
    assert "All 10 comparisons are used up." in page


def test_a_contradiction_and_a_tie_are_told_apart(client: Client, policy: Policy) -> None:
    trial = make_trial(policy, "TW", checked={1: True, 2: False}, comparisons=9, is_settled=False)
    page = client.get(f"/trials/{trial.pk}/")
    rows = {row.number: row for row in page.context["shown"]}
    assert (rows[1].outcome, rows[1].check) == ("tied", "same")
    assert (rows[2].outcome, rows[2].check) == ("won", "differed")


def test_sides_turn_about_in_the_strip(client: Client, policy: Policy) -> None:
    trial = make_trial(policy, "WLTVW", comparisons=9, is_settled=False)
    strip = client.get(f"/trials/{trial.pk}/").context["strips"][0]
    assert [cell.row.comparison.position for cell in strip.cells] == [
        position_of(index).value for index in range(5)
    ]
    assert [cell.letter for cell in strip.cells] == ["W", "L", "=", "–", "W"]
    assert {cell.y for cell in strip.cells[::2]} != {cell.y for cell in strip.cells[1::2]}


def test_a_seed_is_sealed_while_a_match_is_open(client: Client, policy: Policy) -> None:
    trial = make_trial(policy, comparisons=4)
    row = (lay_out(trial.pk) or [])[0]
    for path in ("", "comparisons/1/", "trial.json", "comparisons.csv", "live/"):
        page = text(client, f"/trials/{trial.pk}/{path}")
        assert row.seed[:8] not in page, path
        assert trial.seed not in page, path


def test_names_and_reasons_are_text(client: Client) -> None:
    policy = make_policy(HOSTILE, owner=make_user("corvid"), baseline="bayes")
    revise(policy, safe=0.3)
    trial = make_trial(policy, "WV", reasons={1: HOSTILE, 2: HOSTILE}, comparisons=9)
    as_author(client, policy)
    for path in (
        f"/trials/{trial.pk}/",
        f"/trials/{trial.pk}/live/",
        f"/trials/{trial.pk}/comparisons/1/",
        f"/trials/{trial.pk}/comparisons/2/",
        "/trials/",
        f"/policies/{policy.slug}/",
        f"/policies/{policy.slug}/grade/",
    ):
        page = text(client, path)
        assert "<img" not in page, path
        assert "onerror=pwn()&gt;" in page or "onerror=pwn()\\u003E" in page, path


def test_a_challengers_comment_is_for_its_owner_and_staff(client: Client, policy: Policy) -> None:
    trial = make_trial(policy, "WL", comparisons=9)
    comment = "“count twice”"
    assert comment not in text(client, f"/trials/{trial.pk}/")
    assert comment in text(as_author(client, policy), f"/trials/{trial.pk}/")
    assert comment in text(as_staff(client), f"/trials/{trial.pk}/")


def test_what_broke_is_for_staff(client: Client, policy: Policy) -> None:
    trial = make_trial(policy, "WL", status="failed", decision="undecided", error="Traceback: oh")
    assert "Traceback" not in text(as_author(client, policy), f"/trials/{trial.pk}/")
    assert "Traceback: oh" in text(as_staff(client), f"/trials/{trial.pk}/")


# live


def test_the_live_part_is_sent_once(client: Client, policy: Policy) -> None:
    trial = make_trial(policy, "WL", comparisons=9)
    first = client.get(f"/trials/{trial.pk}/live/")
    mark = first["ETag"]
    again = client.get(f"/trials/{trial.pk}/live/", headers={"If-None-Match": mark})
    assert (again.status_code, again.content) == (304, b"")
    make_comparison(trial, 2, "W", None, "new")
    news = client.get(f"/trials/{trial.pk}/live/", headers={"If-None-Match": mark})
    assert news.status_code == 200
    assert news["ETag"] != mark
    assert "new" in news.content.decode()


def test_two_readers_do_not_share_a_mark(client: Client, policy: Policy) -> None:
    trial = make_trial(policy, "WL", comparisons=9)
    path = f"/trials/{trial.pk}/live/"
    mark = client.get(path)["ETag"]
    page = as_author(client, policy).get(path, headers={"If-None-Match": mark})
    assert page.status_code == 200
    assert "Stop the trial" in page.content.decode()


# acting


def test_a_trial_is_stopped_by_its_owner(client: Client, policy: Policy) -> None:
    trial = make_trial(policy, "WL", comparisons=9)
    client.force_login(make_user("stranger"))
    assert client.post(f"/trials/{trial.pk}/cancel/").status_code == 403
    assert "Stop the trial" not in text(client, f"/trials/{trial.pk}/")
    as_author(client, policy)
    assert "Stop the trial" in text(client, f"/trials/{trial.pk}/")
    client.post(f"/trials/{trial.pk}/cancel/")
    trial.refresh_from_db()
    assert trial.status == Trial.Status.CANCELLED
    page = client.post(f"/trials/{trial.pk}/cancel/", follow=True).content.decode()
    assert "is over already" in page


def test_one_click_promotes_and_one_undoes(client: Client, policy: Policy) -> None:
    trial = make_trial(policy, "W" * 30, checked=CLEAN)
    as_staff(client)
    page = client.post(f"/trials/{trial.pk}/promote/", follow=True).content.decode()
    policy.refresh_from_db()
    assert policy.champion == trial.challenger
    assert "v2 is better and is champion now" in page
    client.post(f"/trials/{trial.pk}/undo/")
    policy.refresh_from_db()
    assert policy.champion == trial.incumbent
    assert "Promotion undone" in text(client, f"/trials/{trial.pk}/")


def test_undoing_is_for_staff(client: Client, policy: Policy) -> None:
    trial = make_trial(policy, "W" * 30, checked=CLEAN)
    promote_challenger(policy.owner, trial)
    as_author(client, policy)
    assert client.post(f"/trials/{trial.pk}/undo/").status_code == 403
    assert "Undo the promotion" not in text(client, f"/trials/{trial.pk}/")
    assert Promotion.objects.filter(policy=policy).count() == 2


def test_a_trial_that_was_overtaken_offers_no_promotion(client: Client, policy: Policy) -> None:
    trial = make_trial(policy, "W" * 30, checked=CLEAN)
    third = revise(policy, safe=0.4)
    promote(policy.owner, third, expected=policy.champion)
    page = text(as_author(client, policy), f"/trials/{trial.pk}/")
    assert "another version holds the place by now" in page
    assert f"/trials/{trial.pk}/promote/" not in page


# files


def test_the_files_hold_what_the_page_shows(client: Client, policy: Policy) -> None:
    trial = make_trial(policy, "WLTV", checked={2: False}, comparisons=9, is_settled=False)
    data = json.loads(text(client, f"/trials/{trial.pk}/trial.json"))
    assert data["record"] == {"wins": 1, "losses": 1, "ties": 1}
    assert [row["outcome"] for row in data["rows"]] == ["win", "loss", "tie", ""]
    assert [row["is_sampled"] for row in data["rows"]] == [0, 1, 0, 0]
    lines = text(client, f"/trials/{trial.pk}/comparisons.csv").splitlines()
    assert len(lines) == 5
    assert lines[2].startswith("2,B,judged,A,loss,1,")
