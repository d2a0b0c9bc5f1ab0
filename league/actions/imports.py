"""Entering all policies of a file at once, or none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.contrib.auth.models import User
from django.db import transaction

from league.actions.policies import Content, Refused, promote, revise_policy, submit_policy
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
    Raises BadFile with every name that is in the way, and then nothing has changed.
    """
    problems: list[str] = []
    outcomes = []
    with transaction.atomic():
        for item in file.items:
            try:
                with transaction.atomic():
                    outcomes.append(_import(item, game, owner, revise))
            except Refused as error:
                problems.append(f"{item.place}.{_where(error, item)}: {error.message}")
        if problems:
            raise BadFile(problems)
        record(None, "import policies", game, count=len(outcomes))
    return outcomes


def _import(item: Item, game: str, owner: User | None, revise: bool) -> Outcome:
    policy = Policy.named(game, item.name).first() if revise else None
    if policy is None:
        entered = submit_policy(None, name=item.name, game=game, content=item.content, owner=owner)
        assert entered.champion is not None
        return Outcome(done=Done.ENTERED, version=entered.champion)
    if policy.owner_id != (owner.pk if owner else None):
        whose = policy.owner.get_username() if policy.owner else "the house"
        raise Refused("name", f"expected a policy of the same owner, and {whose} owns this one")
    return _revise(policy, item.content)


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
    return "env.PLAYER_SCRIPTED" if item.content.baseline else "env.PLAYER_PROMPT"
