"""The three streams beside dealt pairs: a live match's offer, a revision met blind, a tick.

Each is forecast first, by the same ``record_duel``; none is ever a random check.
"""

from __future__ import annotations

import secrets
from itertools import cycle, islice

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone

from calibration.actions.clips import current_scaling, cut_clips, cut_so_far
from calibration.actions.duels import AlreadyAnswered, DuelRefused, rater_for, record_duel
from calibration.features import MEASURES
from calibration.models import Clip, Comparison, Duel, Observation, Rater
from calibration.queries.edits import read_hindrance
from calibration.scoring import Side
from games.registry import get_game
from league.actions.episodes import create_episode
from league.actions.house import field_baseline
from league.models import Episode, Policy, Seat, Version, record

AUTHOR_SLOT = 0
"""Where the compared versions sit, both in the same place of the same scenario."""
MOST_FALLBACKS = 0.25
"""The largest share of a prompt's decisions that a baseline may have made for it."""


@transaction.atomic
def record_perform_offer(
    user: User,
    episode: Episode,
    seat: Seat,
    other: Seat,
    choice: Side | str,
    *,
    upto: int | None = None,
) -> Observation:
    """Take "who is playing better right now?" between two seats of a live match: A or B.

    The clips are the seats' play up to the event that the person had on the page (``upto``; None is
    the newest), so that one offer is one moment however often it is sent. Raises DuelRefused for a
    match that is not running, a game where an offer would tell what is hidden, seats of one policy,
    and play too short to measure; AlreadyAnswered for the same two seats at the same moment.
    """
    measure = MEASURES.get(episode.game)
    if measure is None or measure.so_far is None:
        raise DuelRefused("This game offers no pick beside a live match.")
    if episode.status != Episode.Status.RUNNING:
        raise DuelRefused("The match is not being played any more, so this pick was not taken.")
    if seat.version.policy_id == other.version.policy_id:
        raise DuelRefused("Expected seats of two policies, got one policy twice.")
    rater = Rater.objects.select_for_update().get(pk=rater_for(user, episode.game).pk)
    clips = [cut_so_far(episode, one, upto) for one in (seat, other)]
    if None in clips:
        raise DuelRefused("One of these seats has not acted yet, so this pick was not taken.")
    clip_a, clip_b = (clip for clip in clips if clip is not None)
    asked = Duel.objects.filter(rater=rater, provenance=Duel.Stream.PERFORM_OFFER)
    if asked.filter(clip_a__in=(clip_a, clip_b), clip_b__in=(clip_a, clip_b)).exists():
        raise AlreadyAnswered("This moment has your answer.")
    duel = _make_duel(user, clip_a, clip_b, Duel.Stream.PERFORM_OFFER)
    return record_duel(duel, choice, actor=user)


def _make_duel(user: User, clip_a: Clip, clip_b: Clip, stream: Duel.Stream) -> Duel:
    scaling = current_scaling(clip_a.game)
    if scaling is None:
        raise DuelRefused("No match has been cut into clips yet. Try again after a finished match.")
    return Duel.objects.create(
        rater=rater_for(user, clip_a.game),
        state=Duel.State.SHOWN,
        provenance=stream,
        clip_a=clip_a,
        clip_b=clip_b,
        a_values=clip_a.values,
        b_values=clip_b.values,
        scaling=scaling,
        shown_at=timezone.now(),
    )


def parent_of(version: Version) -> Version | None:
    """Return the version that this one revised."""
    return version.policy.versions.filter(number__lt=version.number).order_by("-number").first()


def can_compare(user: User, version: Version, kind: Comparison.Kind) -> bool:
    """May this person still compare a version with its parent in this way: its author, once."""
    return (
        version.author_id == user.pk
        and version.number > 1
        and version.policy.game in MEASURES
        and not Comparison.objects.filter(version=version, kind=kind).exists()
    )


@transaction.atomic
def start_comparison(user: User, version: Version, kind: Comparison.Kind) -> Comparison:
    """Let a version and its parent play one unrated scenario each, on one seed.

    For a tick (``self_report``) the answer is recorded once both are played and the pair is
    forecast; for a blind duel (``heard_edit``) the pair is then put before the author. Raises
    DuelRefused when the person may not, or did before, or when a baseline would have to play.
    """
    parent = parent_of(version)
    if parent is None or not can_compare(user, version, kind):
        raise DuelRefused("A revision is compared with its parent by its author, once in each way.")
    if hindrance := read_hindrance(version, parent):
        raise DuelRefused(hindrance)
    policy = version.policy
    seed = secrets.token_hex(32)
    try:
        with transaction.atomic():
            comparison = Comparison.objects.create(
                kind=kind,
                author=user,
                version=version,
                parent=parent,
                version_episode=_play(policy, version, seed, user),
                parent_episode=_play(policy, parent, seed, user),
            )
    except IntegrityError:
        raise DuelRefused("This revision is being compared already.") from None
    record(user, f"start {kind}", version, parent=parent.pk, comparison=comparison.pk)
    return comparison


def _play(policy: Policy, version: Version, seed: str, user: User) -> Episode:
    game = get_game(policy.game)
    variant = next(iter(game.variants))
    seats = game.seats(game.configure(game.variants[variant].settings))
    rivals = [field_baseline(game, key).champion for key in game.baselines]
    others = islice(cycle(one for one in rivals if one is not None), seats - 1)
    return create_episode(
        purpose=Episode.Purpose.SELF_REPORT,
        versions=[version, *others],
        game=game.key,
        variant=variant,
        requested_by=user,
        seed=seed,
        is_paced=False,
    )


def settle_comparison(comparison_id: int) -> Comparison:
    """Make the duel of a comparison once both scenarios are played; before that, do nothing.

    A tick is answered at once: forecast, then recorded. Doing it twice changes nothing.
    """
    with transaction.atomic():
        comparison = (
            Comparison.objects.select_for_update(of=("self",))
            .select_related("author", "version_episode", "parent_episode")
            .get(pk=comparison_id)
        )
        if comparison.duel_id is not None or comparison.problem:
            return comparison
        episodes = (comparison.version_episode, comparison.parent_episode)
        states = {episode.status for episode in episodes}
        if states & {Episode.Status.FAILED, Episode.Status.VOID}:
            return _give_up(comparison, "One of the two scenarios could not be played.")
        if states != {Episode.Status.FINISHED}:
            return comparison
        if any(map(_is_played_for, episodes)):
            return _give_up(
                comparison, "A baseline played for a version, so there is nothing of it to compare."
            )
        return _meet(comparison)


def _is_played_for(episode: Episode) -> bool:
    """Say whether a baseline made too many of a prompt's decisions, as without a model."""
    seat = episode.seats.select_related("version").get(slot=AUTHOR_SLOT)
    return bool(seat.version.prompt) and seat.fallbacks > MOST_FALLBACKS * seat.decisions


def _meet(comparison: Comparison) -> Comparison:
    mine, old = (
        {(clip.part, clip.group): clip for clip in cut_clips(episode, [AUTHOR_SLOT])}
        for episode in (comparison.version_episode, comparison.parent_episode)
    )
    shared = sorted(set(mine) & set(old))
    if not shared:
        return _give_up(comparison, "The two versions never acted in the same part of the match.")
    clips = [mine[shared[0]], old[shared[0]]]
    is_version_a = secrets.randbelow(2) == 0
    clip_a, clip_b = clips if is_version_a else clips[::-1]
    stream = Duel.Stream(comparison.kind)
    try:
        duel = _make_duel(comparison.author, clip_a, clip_b, stream)
    except DuelRefused as refusal:
        return _give_up(comparison, str(refusal))
    comparison.duel = duel
    comparison.save(update_fields=["duel"])
    if comparison.kind == Comparison.Kind.SELF_REPORT:
        record_self_report(comparison)
    return comparison


def record_self_report(comparison: Comparison) -> Observation:
    """Take the author's tick "my edit is better" as the answer to its pair, after its forecast."""
    duel = comparison.duel
    if duel is None or comparison.kind != Comparison.Kind.SELF_REPORT:
        raise DuelRefused("Expected a tick whose two scenarios are played.")
    side = Side.A if duel.clip_a.version_id == comparison.version_id else Side.B
    return record_duel(duel, side, actor=comparison.author)


def record_heard_edit(comparison: Comparison, choice: Side | str, *, actor: User) -> Observation:
    """Take the author's blind pick between a revision's clip and its parent's."""
    if comparison.duel is None or comparison.kind != Comparison.Kind.HEARD_EDIT:
        raise DuelRefused("The two scenarios are still being played.")
    return record_duel(comparison.duel, choice, actor=actor)


def _give_up(comparison: Comparison, problem: str) -> Comparison:
    comparison.problem = problem
    comparison.save(update_fields=["problem"])
    return comparison
