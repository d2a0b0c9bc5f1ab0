"""Entering all policies of a file at once, or none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.contrib.auth.models import User
from django.db import transaction

from league.actions.policies import (
    Content,
    Refused,
    check_name_is_free,
    promote,
    revise_policy,
    submit_policy,
)
from league.models import Policy, Version, record
from league.policy_file import BadFile, Item, PolicyFile


class Done(StrEnum):
    """What was done with one policy of a file."""

    ENTERED = "entered"
    REVISED = "revised"
    UNCHANGED = "unchanged"


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    done: Done
    version: Version


def import_policies(
    file: PolicyFile, *, game: str, owner: User | None, revise: bool
) -> Sequence[Outcome]:
    """Enter a file's policies in one transaction, in their order.

    A name that the league has is refused; with ``revise`` a policy of the same owner gets the
    file's content as a new version that is champion at once, or stays when it plays the same.
    Raises BadFile with every problem of the file and everything of the league that is in its way,
    in the order of the file, and then nothing has changed.
    """
    problems: list[str] = []
    outcomes: list[Outcome] = []
    with transaction.atomic():
        for item in file.items:
            problems += item.problems
            try:
                with transaction.atomic():
                    outcomes += _import(item, game, owner, revise)
            except Refused as error:
                problems.append(f"{item.place}.{_where(error, item)}: {error.message}")
        if problems:
            raise BadFile(problems)
        record(None, "import policies", game, count=len(outcomes))
    return outcomes


def _import(item: Item, game: str, owner: User | None, revise: bool) -> Sequence[Outcome]:
    """Do what an item asks; of one that cannot be read whole, only see whether its name is free."""
    if item.name is None:
        return ()
    policy = _policy(item.name, game, owner, revise)
    if item.content is None:
        return ()
    if policy is not None:
        return (_revise(policy, item.content),)
    entered = submit_policy(None, name=item.name, game=game, content=item.content, owner=owner)
    assert entered.champion is not None
    return (Outcome(done=Done.ENTERED, version=entered.champion),)


def _policy(name: str, game: str, owner: User | None, revise: bool) -> Policy | None:
    """Return the policy to revise, or None to enter one. Raises Refused."""
    if not revise:
        check_name_is_free(name, game)
        return None
    policy = Policy.named(game, name).first()
    if policy is not None and policy.owner_id != (owner.pk if owner else None):
        whose = policy.owner.get_username() if policy.owner else "the house"
        raise Refused("name", f"expected a policy of the same owner, and {whose} owns this one")
    return policy


def _revise(policy: Policy, content: Content) -> Outcome:
    latest = policy.versions.order_by("-number")[0]
    champion = policy.champion
    if champion is not None and content.is_same_as(champion):
        return Outcome(done=Done.UNCHANGED, version=champion)
    if content.is_same_as(latest):
        version = latest
    else:
        version = revise_policy(
            None, policy, content=content, comment="imported", based_on=latest.number
        )
    promote(None, version, expected=champion, reason="imported")
    return Outcome(done=Done.REVISED, version=version)


def _where(error: Refused, item: Item) -> str:
    if error.field == "name":
        return "name"
    assert item.content is not None
    return "env.PLAYER_SCRIPTED" if item.content.baseline else "env.PLAYER_PROMPT"
