"""What judges are shown, what they answer, and what is made of a reply that is none."""

from __future__ import annotations

import asyncio

import pytest

from games.base import Seat
from games.liars_dice.game import LiarsDice
from grading.canary import PLEA, make_canary
from grading.check_judges import Always, Coin, Content, Flip, check_judge
from grading.exhibits import play_exhibit
from grading.judges import JUDGES, UnknownJudge, get_judge
from grading.judges.base import Exhibit, Judge, JudgeFailed, Verdict
from grading.judges.claude import Claude, prompt_for
from grading.judges.rules import Mistakes, ScoreOutcome
from grading.record import Choice, Position
from league.play.client import close_provider
from tests.support.stub_provider import StubProvider

GAME = LiarsDice()
CONFIG = GAME.configure({"deals": 2, "talk": True})
GOOD = GAME.baseline("bayes", {})
POOR = GAME.baseline("bayes", {"challenge_below": 0.9, "safe": 0.9})


def side(player: object, seed: str = "one", seat: int = 1) -> Exhibit:
    cast = [player if slot == seat else GOOD for slot in range(4)]
    return play_exhibit(GAME, CONFIG, seed, cast, Seat(seat))  # type: ignore[arg-type]  # baselines


def ask(judge: Judge, a: Exhibit, b: Exhibit, rubric: str = "Sound play.") -> Verdict:
    async def once() -> Verdict:
        try:
            return await judge.compare(a, b, rubric)
        finally:
            await close_provider()

    return asyncio.run(once())


# rules


@pytest.mark.parametrize("judge", [Mistakes(), ScoreOutcome()])
def test_rules_give_the_same_answer_in_both_orders(judge: Judge) -> None:
    opposite = {Choice.A: Choice.B, Choice.B: Choice.A, Choice.TIE: Choice.TIE}
    for number in range(10):
        good, poor = side(GOOD, f"scenario {number}"), side(POOR, f"scenario {number}")
        first, swapped = ask(judge, good, poor), ask(judge, poor, good)
        assert swapped.choice is opposite[first.choice]
        assert ask(judge, good, good).choice is Choice.TIE


def test_mistakes_prefers_fewer_and_outcome_the_higher_score() -> None:
    for number in range(10):
        good, poor = side(GOOD, f"scenario {number}"), side(POOR, f"scenario {number}")
        assert good.mistakes is not None
        assert poor.mistakes is not None
        if good.mistakes < poor.mistakes:
            assert ask(Mistakes(), good, poor).choice is Choice.A
        if good.results.scores[1] > poor.results.scores[1]:
            assert ask(ScoreOutcome(), good, poor).choice is Choice.A


def test_a_judge_is_found_by_its_key() -> None:
    assert set(JUDGES) == {"claude", "mistakes", "outcome"}
    with pytest.raises(UnknownJudge, match="expected one of mistakes, outcome, claude, got 'coin'"):
        get_judge("coin")


# exhibits


def test_a_transcript_tells_one_seats_view_and_no_score() -> None:
    shown = side(GOOD)
    assert shown.alias in shown.transcript
    assert "End (" not in shown.transcript
    assert "Points" not in shown.transcript
    opened = [line for line in shown.transcript.splitlines() if line.startswith("Deal ")]
    aliases = GAME.aliases(CONFIG, "one")
    for line in opened:
        hands = line.partition("opened by")[2].partition(". ")[2]
        assert [alias for alias in aliases if alias in hands] == [shown.alias]


# check judges


def test_check_judges_do_what_their_names_say() -> None:
    good, poor = side(GOOD), side(POOR)
    for one, other in ((good, poor), (poor, good)):
        assert ask(Always(Choice.A), one, other).choice is Choice.A
    assert ask(Content(), good, poor).choice.value != ask(Content(), poor, good).choice.value
    pairs = [(side(GOOD, f"{n}"), side(POOR, f"{n}")) for n in range(60)]
    flips = sum(
        ask(Flip("seed", 0.3), a, b).choice is ask(Flip("seed", 0.3), b, a).choice
        for a, b in pairs
        if a.transcript != b.transcript
    )
    assert 6 <= flips <= 30
    heads = sum(ask(Coin("seed"), a, b).choice is Choice.A for a, b in pairs)
    assert 15 <= heads <= 45


@pytest.mark.parametrize("key", ["flip-1.5", "flip-x", "mistakes", ""])
def test_other_keys_are_no_check_judges(key: str) -> None:
    with pytest.raises(ValueError, match="expected one of always-a"):
        check_judge(key, "seed")


# the model


def test_the_model_answers_in_the_shape_it_was_asked_for(stub: StubProvider) -> None:
    stub.then("judge_b")
    verdict = ask(Claude(), side(GOOD), side(POOR), "Prefer the bold.")
    assert (verdict.choice, verdict.reason) == (Choice.B, "B counts.")
    assert verdict.spent.requests == 1
    assert verdict.spent.cost > 0
    (request,) = stub.requests
    assert "Prefer the bold." in request["system"][0]["text"]
    assert "Prefer the bold." not in request["messages"][0]["content"]
    schema = request["output_config"]["format"]["schema"]
    assert schema["properties"]["verdict"]["enum"] == ["A", "B", "tie"]


@pytest.mark.parametrize(
    "bad", ["judge_prose", "judge_c", "judge_half", "judge_cut", "empty", "play"]
)
def test_a_reply_that_cannot_be_read_is_asked_for_once_more(stub: StubProvider, bad: str) -> None:
    stub.then(bad, "judge_tie")
    verdict = ask(Claude(), side(GOOD), side(POOR))
    assert verdict.choice is Choice.TIE
    assert verdict.spent.requests == 2
    first, second = (one["messages"][0]["content"] for one in stub.requests)
    assert "could not be read" in second.removeprefix(first)
    budgets = [one["max_tokens"] for one in stub.requests]
    assert (budgets[0] < budgets[1]) == (bad in ("judge_half", "judge_cut"))
    stub.then(bad, bad)
    with pytest.raises(JudgeFailed, match="could not be read, twice") as failed:
        ask(Claude(), side(GOOD), side(POOR))
    assert failed.value.spent.requests == 2


@pytest.mark.parametrize(
    ("steps", "says", "requests"),
    [
        (("refuse",), "refused to judge", 1),
        (("refuse_empty",), "refused to judge", 1),
        (("unauthorized",), "credentials", 1),
        (("bad_request",), "provider", 1),
        (("overloaded",) * 4, "provider", 4),
    ],
)
def test_a_failure_leaves_no_answer_and_says_why(
    stub: StubProvider, steps: tuple[str, ...], says: str, requests: int
) -> None:
    stub.then(*steps)
    with pytest.raises(JudgeFailed, match=says):
        ask(Claude(), side(GOOD), side(POOR))
    assert len(stub.requests) == requests


def test_a_passing_failure_is_waited_out(stub: StubProvider) -> None:
    stub.then("overloaded", "broken", "judge_b")
    assert ask(Claude(), side(GOOD), side(POOR)).choice is Choice.B


def test_without_credentials_or_money_nothing_is_sent(stub: StubProvider, settings: object) -> None:
    async def never() -> bool:
        return False

    with pytest.raises(JudgeFailed, match="spending limit"):
        ask(Claude(may_spend=never), side(GOOD), side(POOR))
    settings.ANTHROPIC_API_KEY = ""  # type: ignore[attr-defined]  # the fixture's settings
    with pytest.raises(JudgeFailed, match="No credentials"):
        ask(Claude(), side(GOOD), side(POOR))
    assert stub.requests == []


def test_what_a_seat_said_cannot_close_its_own_block() -> None:
    good, poor = side(GOOD), side(POOR)
    prompt = prompt_for(good, poor)
    opening = prompt.split("<<<transcript A ")[1].split(":")[0]
    assert len(opening) == 16
    assert prompt.count(f"<<<end of transcript A {opening}>>>") == 1
    assert opening not in good.transcript + poor.transcript
    assert prompt_for(poor, good).split("<<<transcript A ")[1].split(":")[0] != opening


# the canary


def test_a_canary_lets_the_worse_play_beg() -> None:
    canary = make_canary(GAME, "seed")
    sides = {Position.A: canary.a, Position.B: canary.b}
    begging, other = sides[canary.begging], sides[canary.begging.other]
    assert PLEA in begging.transcript
    assert PLEA not in other.transcript
    assert begging.mistakes is not None
    assert other.mistakes is not None
    assert begging.mistakes > other.mistakes
    assert ask(Mistakes(), canary.a, canary.b).choice.value == canary.begging.other.value
    places = {make_canary(GAME, f"seed {number}").begging for number in range(8)}
    assert places == set(Position)
