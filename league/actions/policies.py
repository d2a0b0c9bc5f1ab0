"""Everything that changes a policy.

A policy is a line of immutable versions. The first is champion at once; a later one becomes it by
its author's word (recorded as ungraded) or by a trial. Two tabs at once are settled by the
database: the number of a version and the move of the champion are decided under the policy's row.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.text import slugify

from games.errors import BadSetting
from games.registry import get_game
from league.models import LeagueSettings, Policy, Promotion, Version, record
from league.wording import BadText, clean_comment, clean_name, clean_prompt

DAY = timedelta(hours=24)
RESERVED_SLUGS = frozenset({"new", "all"})


class Refused(ValueError):
    """An action that cannot be done as asked. ``field`` is the input that is at fault, or empty."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field
        self.message = message

    def for_option(self) -> str:
        """Return the message for a command line, with the option at fault first."""
        if not self.field:
            return self.message
        return f"--{self.field}: {self.message.removeprefix(f'{self.field}: ')}"


class Outdated(Refused):
    """Somebody, perhaps the same person in another tab, has changed the policy meanwhile."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """What a version plays: a prompt, or a baseline with its parameters."""

    prompt: str = ""
    baseline: str = ""
    parameters: Mapping[str, Any] = field(default_factory=dict)

    def checked(self, game: str) -> Content:
        """Return the content as it is stored. Raises Refused."""
        if not self.baseline:
            return Content(prompt=_clean("prompt", clean_prompt, self.prompt))
        if self.prompt:
            raise Refused("prompt", "expected a prompt or a baseline, got both")
        try:
            get_game(game).baseline(self.baseline, self.parameters)
        except BadSetting as error:
            raise Refused(error.field, str(error)) from None
        return self

    def is_same_as(self, version: Version) -> bool:
        return (self.prompt, self.baseline, dict(self.parameters)) == (
            version.prompt,
            version.baseline,
            version.parameters,
        )


def submit_policy(
    actor: User | None,
    *,
    name: str,
    game: str,
    content: Content,
    owner: User | None,
    comment: str = "",
) -> Policy:
    """Enter a policy with its first version, champion at once.

    ``owner`` is None for the house. Raises Refused for a name that is taken or unusable, a game
    that does not exist, content that cannot be played, and an account at its limits.
    """
    name = _clean("name", clean_name, name)
    try:
        get_game(game)
    except BadSetting as error:
        raise Refused("game", str(error)) from None
    content = content.checked(game)
    comment = _clean("comment", clean_comment, comment)
    with transaction.atomic():
        _check_limits(actor, owner=owner)
        policy = _create_policy(name, game, content, owner)
        version = _create_version(policy, 1, content, comment, actor)
        policy.champion = version
        policy.save(update_fields=["champion"])
        Promotion.objects.create(policy=policy, version=version, actor=actor)
        record(actor, "submit policy", policy, policy=policy.pk, game=game)
    return policy


def revise_policy(
    actor: User | None, policy: Policy, *, content: Content, comment: str = "", based_on: int
) -> Version:
    """Save the next version of a policy; the champion stays.

    ``based_on`` is the number of the version the author started from. Raises Outdated when a newer
    one was saved meanwhile, Refused when nothing changed, the content cannot be played, or the
    author has saved as many versions today as the league takes.
    """
    content = content.checked(policy.game)
    comment = _clean("comment", clean_comment, comment)
    with transaction.atomic():
        Policy.objects.select_for_update().get(pk=policy.pk)
        latest = policy.versions.order_by("-number")[0]
        field = "prompt" if latest.prompt else "__all__"
        if bool(latest.prompt) != bool(content.prompt):
            raise Refused(field, f"expected {'a prompt' if latest.prompt else 'a baseline'}")
        if content.is_same_as(latest):
            raise Refused(field, f"expected a change: this is v{latest.number} as it stands")
        if latest.number != based_on:
            raise Outdated(
                field,
                f"meanwhile v{latest.number} was saved, perhaps in another tab. "
                "Yours is kept here; save again to add it as the next version.",
            )
        _check_limits(actor)
        version = _create_version(policy, latest.number + 1, content, comment, actor)
        record(actor, "save version", version, policy=policy.pk, version=version.number)
    return version


def promote(
    actor: User | None,
    version: Version,
    *,
    expected: Version | None,
    is_graded: bool = False,
    reason: str = "",
) -> Promotion:
    """Make a version its policy's champion.

    ``expected`` is the champion that the decision was made against: when another one holds the
    place by now, nothing moves and Outdated is raised. ``is_graded`` says that a trial decided.
    """
    with transaction.atomic():
        moved = (
            Policy.objects.filter(pk=version.policy_id, champion=expected)
            .exclude(champion=version)
            .update(champion=version)
        )
        if not moved:
            raise Outdated("", _why_not_moved(version))
        promotion = Promotion.objects.create(
            policy_id=version.policy_id,
            version=version,
            previous=expected,
            is_graded=is_graded,
            reason=reason,
            actor=actor,
        )
        record(
            actor,
            "make champion",
            version,
            policy=version.policy_id,
            previous=expected.number if expected else None,
            graded=is_graded,
        )
    return promotion


def retire_policy(actor: User | None, policy: Policy) -> bool:
    """Take a policy out of play; its record stays. Returns whether anything changed."""
    return _set_retired(actor, policy, is_retired=True)


def restore_policy(actor: User | None, policy: Policy) -> bool:
    """Put a retired policy back into play. Returns whether anything changed."""
    return _set_retired(actor, policy, is_retired=False)


def _set_retired(actor: User | None, policy: Policy, *, is_retired: bool) -> bool:
    with transaction.atomic():
        changed = Policy.objects.filter(pk=policy.pk, retired_at__isnull=is_retired).update(
            retired_at=timezone.now() if is_retired else None
        )
        if changed:
            record(actor, "retire" if is_retired else "restore", policy, policy=policy.pk)
    return bool(changed)


def _create_policy(name: str, game: str, content: Content, owner: User | None) -> Policy:
    kind = Policy.Kind.SCRIPTED if content.baseline else Policy.Kind.PROMPT
    for slug in _slugs(name, game):
        if Policy.objects.filter(slug=slug).exists():
            continue
        try:
            with transaction.atomic():
                return Policy.objects.create(
                    name=name, slug=slug, game=game, kind=kind, owner=owner
                )
        except IntegrityError:
            check_name_is_free(name, game)
    raise AssertionError("the slugs never end")


def check_name_is_free(name: str, game: str) -> None:
    """Raise Refused when a policy of the game has the name, or one that reads like it."""
    taken = Policy.named(game, name).first()
    if taken is None:
        return
    alike = "" if taken.name == name else f", by {taken.name!r}, which reads like it"
    raise Refused("name", f"{name!r} is taken{alike}; choose another name")


def _create_version(
    policy: Policy, number: int, content: Content, comment: str, author: User | None
) -> Version:
    return Version.objects.create(
        policy=policy,
        number=number,
        prompt=content.prompt,
        baseline=content.baseline,
        parameters=dict(content.parameters),
        comment=comment,
        author=author,
    )


def _check_limits(actor: User | None, *, owner: User | None = None) -> None:
    """Refuse when an account's policies, or its versions of the last 24 hours, are used up.

    What the league does by itself, without an actor, has no limits. The person's row is locked, so
    that two tabs count as one.
    """
    if actor is None:
        return
    User.objects.select_for_update().get(pk=actor.pk)
    league = LeagueSettings.load()
    if owner is not None and league.policies_per_account:
        held = Policy.objects.filter(owner=owner, retired_at=None).count()
        if held >= league.policies_per_account:
            raise Refused(
                "",
                f"expected at most {league.policies_per_account} policies in play for one "
                f"account, and you have {held}: retire one first, or revise one instead",
            )
    saved = Version.objects.filter(author=actor, created_at__gt=timezone.now() - DAY)
    limit = league.versions_per_day
    if limit and (count := saved.count()) >= limit:
        oldest = saved.order_by("-created_at").values_list("created_at", flat=True)[limit - 1]
        raise Refused(
            "",
            f"expected at most {limit} versions in 24 hours, and you have saved {count}: "
            f"the next is free at {oldest + DAY:%H:%M} UTC. What you typed stays in the form.",
        )


def _slugs(name: str, game: str) -> Iterator[str]:
    """Yield addresses for a name, the plainest first, without end."""
    plain = slugify(name)[:60].strip("-") or "policy"
    if plain not in RESERVED_SLUGS:
        yield plain
    yield f"{plain}-{game}"[:72]
    number = 2
    while True:
        yield f"{plain}-{number}"
        number += 1


def _why_not_moved(version: Version) -> str:
    policy = Policy.objects.select_related("champion").get(pk=version.policy_id)
    if policy.champion_id == version.pk:
        return f"v{version.number} is champion already."
    number = policy.champion.number if policy.champion else 0
    return (
        f"v{number} was made champion since you opened this page, perhaps in another tab. "
        "Look again and decide."
    )


def _clean(field: str, clean: Any, text: str) -> str:
    try:
        return str(clean(text))
    except BadText as error:
        raise Refused(field, str(error)) from None
