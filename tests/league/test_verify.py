"""Verifying a match: everything that the seed decides is derived again."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from league.models import Episode
from league.verification import Verification, verify
from tests.support.factories import make_episode, play_out

pytestmark = pytest.mark.django_db


@pytest.fixture
def episode() -> Episode:
    return play_out(make_episode(settings={"deals": 3}))


def problems(verification: Verification) -> dict[str, str]:
    return {check.name: check.problem for check in verification.checks if check.problem}


def change(episode: Episode, seq: int, **changes: Any) -> None:
    row = episode.events.get(seq=seq)
    row.data |= changes
    row.save()


def seq_of(episode: Episode, kind: str, nth: int = 0) -> int:
    return episode.events.filter(kind=kind).values_list("seq", flat=True)[nth]


def test_an_honest_match_is_as_the_seed_and_the_rules_have_it(episode: Episode) -> None:
    verification = verify(episode)
    assert verification.is_good, problems(verification)
    assert [check.name for check in verification.checks] == [
        "commitment",
        "seats",
        "events",
        "results",
    ]


def test_a_match_that_still_waits_can_be_verified_as_far_as_it_goes() -> None:
    verification = verify(make_episode())
    assert verification.is_good
    assert "results" not in {check.name for check in verification.checks}


def test_another_seed_or_salt_breaks_the_commitment(episode: Episode) -> None:
    episode.salt = "00"
    assert set(problems(verify(episode))) == {"commitment"}


def test_swapped_seats_are_found(episode: Episode) -> None:
    one, other = episode.seats.order_by("slot")[:2]
    names = one.alias, other.alias
    for seat, name in ((one, "?"), (other, names[0]), (one, names[1])):
        seat.alias = name
        seat.save()
    assert "aliases" in problems(verify(episode))["seats"]


def test_a_marked_die_is_found_at_its_deal(episode: Episode) -> None:
    seq = seq_of(episode, "deal", 1)
    hands = episode.events.get(seq=seq).data["hands"]
    hands[0][0] = hands[0][0] % 6 + 1
    change(episode, seq, hands=hands)
    verification = verify(episode)
    assert verification.first_bad_event == seq
    assert f"event {seq}" in problems(verification)["events"]


def test_a_bid_against_the_rules_is_found(episode: Episode) -> None:
    seq = seq_of(episode, "bid")
    change(episode, seq, quantity=99)
    assert verify(episode).first_bad_event == seq


def test_a_missing_event_is_found_by_its_number(episode: Episode) -> None:
    seq = seq_of(episode, "bid")
    episode.events.filter(seq=seq).delete()
    assert verify(episode).first_bad_event == seq


def test_a_missing_end_is_found(episode: Episode) -> None:
    last = episode.last_seq
    episode.events.filter(seq=last).delete()
    assert verify(episode).first_bad_event == last


def test_changed_results_scores_and_facts_are_found(episode: Episode) -> None:
    pair = episode.pair_facts.first()
    assert pair is not None
    pair.net += 1
    pair.save()
    assert problems(verify(episode))["results"].startswith("audit")
    seat = episode.seats.get(slot=2)
    seat.score = 0.9
    seat.save()
    assert problems(verify(episode))["results"].startswith("seat 2")
    assert episode.results is not None
    episode.results["scores"][0] = 1.0
    assert problems(verify(episode))["results"].startswith("results")


class TestCommand:
    def test_it_says_so_in_words_and_as_json(
        self, episode: Episode, capsys: pytest.CaptureFixture[str]
    ) -> None:
        call_command("verify", str(episode.pk))
        assert "as the seed and the rules have it" in capsys.readouterr().out
        call_command("verify", str(episode.pk), "--json")
        answer = json.loads(capsys.readouterr().out)
        assert answer["ok"] is True
        assert answer["events"] == episode.last_seq

    def test_a_mismatch_names_the_first_event_and_exits_with_1(
        self, episode: Episode, capsys: pytest.CaptureFixture[str]
    ) -> None:
        change(episode, 3, quantity=99)
        with pytest.raises(SystemExit) as exit_:
            call_command("verify", str(episode.pk))
        assert exit_.value.code == 1
        assert "the first event that differs is event 3" in capsys.readouterr().out
        with pytest.raises(SystemExit):
            call_command("verify", str(episode.pk), "--json")
        assert json.loads(capsys.readouterr().out)["first_bad_event"] == 3

    def test_a_number_that_is_no_match_is_told_which_there_are(self, episode: Episode) -> None:
        other = make_episode()
        with pytest.raises(CommandError) as error:
            call_command("verify", str(other.pk + 9999))
        assert str(error.value) == (
            f"expected the number of a match (this database has {episode.pk} to {other.pk}),"
            f" got {other.pk + 9999}"
        )


def test_before_the_first_match_verify_says_that_there_is_none() -> None:
    with pytest.raises(CommandError, match=r"\(no match has been played .* yet\), got 9999"):
        call_command("verify", "9999")
