"""Policies: entered, revised, made champion, retired; and two tabs at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import IntegrityError, connection, connections, transaction

from league.actions.policies import (
    Content,
    Outdated,
    Refused,
    promote,
    restore_policy,
    retire_policy,
    revise_policy,
    submit_policy,
)
from league.models import AuditEntry, Policy, Promotion, Version
from league.wording import COMMENT_LIMIT, NAME_LIMIT
from tests.support.policies import make_policy, make_user

HOSTILE = "<img src=x onerror=window.pwn=1>"


def test_the_limits_are_those_of_the_columns() -> None:
    assert Policy._meta.get_field("name").max_length == NAME_LIMIT
    assert Version._meta.get_field("comment").max_length == COMMENT_LIMIT


@pytest.mark.django_db
class TestSubmit:
    def test_the_first_version_is_champion_at_once(self) -> None:
        owner = make_user()
        policy = make_policy("The Magpie", owner=owner, prompt="Count first.")
        policy.refresh_from_db()
        assert policy.champion is not None
        assert (policy.champion.number, policy.champion.prompt) == (1, "Count first.")
        assert (policy.slug, policy.owner, policy.kind) == ("the-magpie", owner, "prompt")
        assert policy.promotions.get().is_graded is False
        assert AuditEntry.objects.get().verb == "submit policy"

    @pytest.mark.parametrize("second", ["The Magpie", "the magpie", "  THE   MAGPIE "])
    def test_a_name_is_taken_once_per_game_whatever_its_case_and_spaces(self, second: str) -> None:
        make_policy("The Magpie")
        with pytest.raises(Refused, match="is taken") as caught:
            make_policy(second)
        assert caught.value.field == "name"
        assert Policy.objects.count() == Version.objects.count() == 1

    @pytest.mark.parametrize(
        ("first", "second"),
        [
            ("Stra\u00dfe", "STRASSE"),
            ("The Fox", "\uff34\uff48\uff45 \uff26\uff4f\uff58"),
            ("No 1", "\u2116\u00a0\u2460"),
            ("\ufb01rst", "First"),
            ("Heart \u2764", "Heart \u2764\ufe0f"),
            ("The Fox", "The\u3164 Fox"),
            ("\u0130zmir", "i\u0307zmir"),
        ],
    )
    def test_a_name_that_reads_like_another_is_taken_whichever_came_first(
        self, first: str, second: str
    ) -> None:
        for one, other in ((first, second), (second, first)):
            policy = make_policy(one)
            with pytest.raises(Refused, match=r"is taken, by .* which reads like it") as caught:
                make_policy(other)
            assert caught.value.field == "name"
            assert Policy.named("liars-dice", other).get() == policy
            Policy.objects.all().update(champion=None)
            for rows in (Promotion, Version, Policy):
                rows.objects.all().delete()

    def test_the_database_holds_it(self) -> None:
        make_policy("Stra\u00dfe")
        with pytest.raises(IntegrityError), transaction.atomic():
            Policy.objects.create(name="strasse", slug="another", game="liars-dice")
        Policy.objects.create(name="strasse", slug="another", game="rumor")

    def test_names_that_share_an_address_get_one_each(self) -> None:
        slugs = [make_policy(name).slug for name in ("A b", "A-b", "A b!", "new", "¡¿", "¿¡")]
        assert len(set(slugs)) == len(slugs)
        assert "new" not in slugs

    def test_a_hostile_name_is_text(self) -> None:
        assert make_policy(HOSTILE).name == HOSTILE

    @pytest.mark.parametrize(
        ("name", "message"),
        [
            ("", "got none"),
            ("   ", "got none"),
            ("x" * 61, "at most 60 characters, got 61"),
            ("ab\u202ecd", "U\\+202E RIGHT-TO-LEFT OVERRIDE in place 3"),
            ("a\u200bb", "U\\+200B ZERO WIDTH SPACE"),
            ("a\x00b", "U\\+0000"),
            ("a\ud800", "U\\+D800"),
            ("a" + "\u0301" * 9, "at most 3 accents"),
            ("\u0301", "at least one letter"),
            ("\u3164\u2800", "at least one letter"),
        ],
    )
    def test_a_name_that_would_deceive_is_refused(self, name: str, message: str) -> None:
        with pytest.raises(Refused, match=message) as caught:
            submit_policy(
                None, name=name, game="liars-dice", content=Content(prompt="x"), owner=None
            )
        assert caught.value.field == "name"

    def test_a_prompt_is_counted_in_characters_after_line_ends_are_mended(self) -> None:
        prompt = "\r\n".join(["🎲" * 9] * 400)
        version = make_policy(prompt=f"\n {prompt}\x00\x1b \n").versions.get()
        assert version.prompt == prompt.replace("\r\n", "\n")
        assert len(version.prompt) == 3_999
        assert make_policy(prompt="x" * 4_000).versions.get().prompt == "x" * 4_000
        with pytest.raises(Refused, match="at most 4,000 characters, got 4,001"):
            make_policy(prompt="x" * 4_001)

    def test_signs_that_turn_text_are_dropped_from_a_prompt(self) -> None:
        prompt = make_policy(prompt="bid \u202e6\u202c fives \ud83d").versions.get().prompt
        assert prompt == "bid 6 fives \ufffd"

    def test_an_unknown_game_and_an_empty_prompt_are_refused(self) -> None:
        with pytest.raises(Refused, match="game: expected one of"):
            make_policy(game="whist")
        with pytest.raises(Refused, match="got none"):
            make_policy(prompt=" \n ")
        assert not Policy.objects.exists()

    def test_a_baseline_is_checked_by_its_game(self) -> None:
        policy = make_policy(baseline="bayes", challenge_below=0.1, safe=0.3)
        assert policy.is_scripted
        assert policy.versions.get().parameters == {"challenge_below": 0.1, "safe": 0.3}
        with pytest.raises(Refused, match="challenge_below"):
            make_policy(baseline="bayes", challenge_below=7)
        with pytest.raises(Refused, match="oracle"):
            make_policy(baseline="oracle")


@pytest.mark.django_db
class TestRevise:
    def test_a_save_is_a_new_version_and_the_champion_stays(self) -> None:
        policy = make_policy(prompt="one")
        version = revise_policy(None, policy, content=Content(prompt="two"), based_on=1)
        policy.refresh_from_db()
        assert (version.number, version.prompt) == (2, "two")
        assert policy.champion is not None
        assert policy.champion.number == 1
        assert policy.versions.get(number=1).prompt == "one"

    def test_a_save_without_a_change_is_refused_kindly(self) -> None:
        policy = make_policy(prompt="one")
        with pytest.raises(Refused, match="this is v1 as it stands"):
            revise_policy(None, policy, content=Content(prompt=" one\r\n"), based_on=1)

    def test_a_save_over_a_version_one_has_not_seen_is_refused(self) -> None:
        policy = make_policy(prompt="one")
        revise_policy(None, policy, content=Content(prompt="two"), based_on=1)
        with pytest.raises(Outdated, match="meanwhile v2 was saved"):
            revise_policy(None, policy, content=Content(prompt="three"), based_on=1)
        assert policy.versions.count() == 2

    def test_a_prompt_stays_a_prompt(self) -> None:
        with pytest.raises(Refused, match="expected a prompt"):
            revise_policy(None, make_policy(), content=Content(baseline="bayes"), based_on=1)


@pytest.mark.django_db
class TestPromote:
    def test_the_authors_word_is_recorded_as_ungraded(self) -> None:
        author = make_user()
        policy = make_policy(owner=author)
        first = policy.versions.get()
        second = revise_policy(author, policy, content=Content(prompt="two"), based_on=1)
        promote(author, second, expected=first)
        policy.refresh_from_db()
        assert policy.champion == second
        reign = Promotion.objects.get(version=second)
        assert (reign.previous, reign.is_graded, reign.actor) == (first, False, author)
        assert AuditEntry.objects.get(verb="make champion").detail["graded"] is False

    def test_a_decision_against_another_champion_moves_nothing(self) -> None:
        policy = make_policy(prompt="one")
        first = policy.versions.get()
        second = revise_policy(None, policy, content=Content(prompt="two"), based_on=1)
        third = revise_policy(None, policy, content=Content(prompt="three"), based_on=2)
        promote(None, second, expected=first)
        with pytest.raises(Outdated, match="v2 was made champion since"):
            promote(None, third, expected=first)
        with pytest.raises(Outdated, match="v2 is champion already"):
            promote(None, second, expected=second)
        policy.refresh_from_db()
        assert policy.champion == second
        assert policy.promotions.count() == 2


@pytest.mark.django_db
def test_a_policy_retires_and_returns_once_each() -> None:
    policy = make_policy()
    assert [retire_policy(None, policy), retire_policy(None, policy)] == [True, False]
    policy.refresh_from_db()
    assert policy.retired_at is not None
    assert [restore_policy(None, policy), restore_policy(None, policy)] == [True, False]
    policy.refresh_from_db()
    assert policy.retired_at is None
    assert AuditEntry.objects.filter(verb__in=["retire", "restore"]).count() == 2


@pytest.mark.django_db(transaction=True)
class TestTwoTabsAtOnce:
    def together(self, *jobs: object) -> list[object]:
        """Run jobs in threads that start at the same moment; return results or errors."""
        barrier = Barrier(len(jobs))

        def run(job: object) -> object:
            assert callable(job)
            try:
                barrier.wait(10)
                return job()
            except Refused as error:
                return error
            finally:
                connections.close_all()

        with ThreadPoolExecutor(len(jobs)) as pool:
            return list(pool.map(run, jobs))

    def test_of_two_saves_one_is_kept_and_the_other_is_told(self) -> None:
        policy = make_policy(prompt="one")
        done = self.together(
            *(
                lambda text=text: revise_policy(
                    None, policy, content=Content(prompt=text), based_on=1
                )
                for text in ("two", "deux", "zwei")
            )
        )
        assert sum(isinstance(one, Version) for one in done) == 1
        assert sum(isinstance(one, Outdated) for one in done) == 2
        assert policy.versions.count() == 2

    def test_of_two_champions_one_is_made(self) -> None:
        policy = make_policy(prompt="one")
        first = policy.versions.get()
        rivals = [
            revise_policy(None, policy, content=Content(prompt=f"try {number}"), based_on=number)
            for number in (1, 2)
        ]
        done = self.together(
            *(lambda rival=rival: promote(None, rival, expected=first) for rival in rivals)
        )
        assert sum(isinstance(one, Promotion) for one in done) == 1
        policy.refresh_from_db()
        won = next(one for one in done if isinstance(one, Promotion))
        assert policy.champion == won.version

    def test_of_two_policies_of_one_name_one_is_entered(self) -> None:
        done = self.together(*(lambda name=name: make_policy(name) for name in ("Ego", "ego")))
        assert sum(isinstance(one, Policy) for one in done) == 1
        assert Policy.objects.count() == 1
        assert connection.vendor in ("sqlite", "postgresql")
