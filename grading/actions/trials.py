"""The life of a trial: started, decided, cancelled, failed."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import cycle, islice
from typing import Any

from django.conf import settings as conf
from django.db import transaction
from django.utils import timezone

from games.base import AnyGame
from games.errors import BadSetting
from games.registry import get_game
from grading.actions.rubrics import house_rubric
from grading.evidence import ALPHA, N_MIN, Reading, Ruling, read_gate
from grading.judges import DEFAULT, UnknownJudge, get_judge
from grading.models import Comparison, Opponent, Rubric, Trial
from grading.queries.history import checks_for, record_of
from grading.sequence import DEFAULT_FRACTION, FractionRefused, check_fraction
from league.actions.episodes import UNFINISHED, void_episode
from league.actions.house import field_baseline
from league.actions.policies import Refused
from league.models import Policy, Version, record
from league.play.sweeper import Bell

MOST_COMPARISONS = 1_000
USUAL_LIMIT = 200
"""Most comparisons of a trial that nobody told otherwise."""
MOST_VOIDS = 10
"""Void comparisons in a row after which a trial ends: the judge, or the play, has failed."""
NO_MODEL = "ANTHROPIC_API_KEY is not set: every comparison would be void."
OPEN = (Trial.Status.QUEUED, Trial.Status.RUNNING)
bell = Bell()
"""Wakes what runs trials in this process."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How a trial is to be run."""

    judge: str = DEFAULT
    rubric: Rubric | None = None
    """None: the newest version of the house's."""
    comparisons: int = 100
    path: str = Trial.Path.ALTERNATING
    fraction: float = DEFAULT_FRACTION
    variant: str = ""
    """Empty: the game's first."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """Overrides of the variant's."""
    opponents: Sequence[Version] = ()
    """By order of slots; empty: the house's baselines in turn."""
    promotes: bool = False
    seed: str = ""
    """Empty: secret and random."""


@transaction.atomic
def start_trial(
    actor: Any, challenger: Version, incumbent: Version, plan: Plan | None = None
) -> Trial:
    """Queue a trial. Raises Refused naming the field at fault."""
    plan = plan or Plan()
    try:
        get_judge(plan.judge)
    except UnknownJudge as error:
        raise Refused("judge", str(error)) from None
    if challenger.pk == incumbent.pk:
        raise Refused("challenger", f"expected two versions, got {challenger} twice")
    if challenger.policy.game != incumbent.policy.game:
        raise Refused("incumbent", "expected a version that plays the same game")
    game = get_game(challenger.policy.game)
    variant = plan.variant or next(iter(game.variants))
    if variant not in game.variants:
        raise Refused("variant", f"expected one of {', '.join(game.variants)}, got {variant!r}")
    settings = {**game.variants[variant].settings, **plan.settings}
    try:
        seats = game.seats(game.configure(settings))
    except BadSetting as error:
        raise Refused("settings", str(error)) from None
    others = list(plan.opponents) or _house_opponents(game, seats - 1)
    if len(others) != seats - 1:
        raise Refused("opponents", f"expected {seats - 1} opponents, got {len(others)}")
    _check_model(plan.judge, (challenger, incumbent, *others))
    trial = _create(
        actor,
        plan,
        challenger=challenger,
        incumbent=incumbent,
        game=game.key,
        variant=variant,
        settings=settings,
    )
    Opponent.objects.bulk_create(
        Opponent(trial=trial, place=place, version=version) for place, version in enumerate(others)
    )
    record(
        actor,
        "start trial",
        trial,
        trial=trial.pk,
        policy=challenger.policy_id,
        challenger=challenger.pk,
        incumbent=incumbent.pk,
        judge=plan.judge,
    )
    bell.ring_on_commit()
    return trial


def _check_model(judge: str, versions: Sequence[Version]) -> None:
    """Raise Refused where a model would have to judge or play and none is configured.

    Its fallback would play, and every comparison would be void.
    """
    if conf.ANTHROPIC_API_KEY:
        return
    if get_judge(judge).is_model:
        raise Refused("judge", f"the judge {judge} is a model, and {NO_MODEL}")
    if prompt := next((one for one in versions if one.prompt), None):
        raise Refused("", f"{prompt} is played by a model, and {NO_MODEL}")


@transaction.atomic
def start_trial_once(actor: Any, challenger: Version, incumbent: Version, plan: Plan) -> Trial:
    """Queue a trial, or return the one of these versions by this judge that is under way.

    So a form that is sent twice starts one. Raises Refused as ``start_trial`` does.
    """
    Policy.objects.select_for_update().get(pk=challenger.policy_id)
    alike = Trial.objects.filter(challenger=challenger, incumbent=incumbent, judge=plan.judge)
    same = alike.filter(status__in=OPEN, is_check=False).first()
    return same or start_trial(actor, challenger, incumbent, plan)


@transaction.atomic
def start_check(judge: str, plan: Plan, *, game: str, variant: str, settings: Any) -> Trial:
    """Queue a run of a check judge: no policies, no health, no promotion."""
    return _create(
        None, plan, judge=judge, is_check=True, game=game, variant=variant, settings=settings
    )


def _create(actor: Any, plan: Plan, **fields: Any) -> Trial:
    if not 1 <= plan.comparisons <= MOST_COMPARISONS:
        raise Refused("comparisons", f"expected 1 to {MOST_COMPARISONS}, got {plan.comparisons}")
    try:
        fraction = check_fraction(plan.fraction)
    except FractionRefused as error:
        raise Refused("fraction", str(error)) from None
    return Trial.objects.create(
        **{
            "judge": plan.judge,
            "rubric": plan.rubric or house_rubric(),
            "path": plan.path,
            "fraction": 1.0 if plan.path == Trial.Path.BOTH_ORDERS else fraction,
            "comparisons": plan.comparisons,
            "seed": plan.seed or secrets.token_hex(32),
            "alpha": ALPHA,
            "n_min": N_MIN,
            "promotes": plan.promotes,
            "requested_by": actor if getattr(actor, "pk", None) else None,
            **fields,
        }
    )


def _house_opponents(game: AnyGame, count: int) -> list[Version]:
    champions = [field_baseline(game, key).champion for key in game.baselines]
    return list(islice(cycle([one for one in champions if one is not None]), count))


def lock_open(trial_id: int) -> Trial | None:
    """Return a trial that is not over, locked until the transaction ends; else None."""
    trials = Trial.objects.select_for_update(of=("self",))
    return trials.filter(pk=trial_id, status__in=OPEN).first()


@transaction.atomic
def settle(trial_id: int) -> Trial | None:
    """Read the gate over what is judged, and end the trial if it decides or is used up.

    Returns the trial when it has just ended, else None. A check's run goes on to its end and
    keeps the gate's first decision.
    """
    trial = lock_open(trial_id)
    if trial is None:
        return None
    statuses = list(trial.rows.order_by("index").values_list("status", flat=True))
    settled = next(
        (i for i, status in enumerate(statuses) if status == Comparison.Status.PENDING),
        len(statuses),
    )
    if settled and settled % 2 == 0 and not trial.decision:
        reading = read_trial(trial, settled)
        if reading.ruling is not Ruling.GO_ON:
            _decide(trial, reading, settled)
    failed = _is_failing(statuses[:settled])
    is_used_up = settled >= trial.comparisons
    if not (is_used_up or (not trial.is_check and (trial.decision or failed))):
        trial.save(update_fields=["decision", "reason", "reading", "decided_after"])
        return None
    if not trial.decision:
        trial.decision = Trial.Decision.UNDECIDED
        trial.decided_after = settled
        trial.reason = _why_undecided(trial, failed and not is_used_up)[:300]
        trial.reading = read_trial(trial, settled - settled % 2).as_json()
    trial.status = Trial.Status.FINISHED
    _close(trial)
    return trial


def read_trial(trial: Trial, settled: int | None = None) -> Reading:
    """Read a trial's gate over its first comparisons."""
    return read_gate(
        record_of(trial, settled), checks_for(trial), alpha=trial.alpha, n_min=trial.n_min
    )


def _decide(trial: Trial, reading: Reading, settled: int) -> None:
    trial.decision = {
        Ruling.PROMOTE: Trial.Decision.PROMOTE,
        Ruling.KEEP: Trial.Decision.KEEP,
    }.get(reading.ruling, Trial.Decision.UNDECIDED)
    trial.reason = reading.reason
    trial.reading = reading.as_json()
    trial.decided_after = settled


def _is_failing(statuses: Sequence[str]) -> bool:
    last = statuses[-MOST_VOIDS:]
    return len(last) == MOST_VOIDS and set(last) == {Comparison.Status.VOID}


def _why_undecided(trial: Trial, is_failing: bool) -> str:
    rows = trial.rows.order_by("index")
    voids = rows.filter(status=Comparison.Status.VOID)
    count, last = voids.count(), voids.last()
    if last is not None and (is_failing or count == rows.count()):
        how_many = f"The last {MOST_VOIDS}" if is_failing else f"All {count}"
        return f"{how_many} comparisons were void: {last.void_reason}"
    return f"All {trial.comparisons} comparisons are used up. {read_trial(trial).reason}"


@transaction.atomic
def cancel_trial(actor: Any, trial: Trial) -> Trial:
    """Stop a trial where it is; what was judged stays. Raises Refused when it is over."""
    trial = Trial.objects.select_for_update(of=("self",)).get(pk=trial.pk)
    if trial.is_over:
        raise Refused("", f"Trial {trial.pk} is over already.")
    trial.status = Trial.Status.CANCELLED
    trial.decision = Trial.Decision.UNDECIDED
    trial.reason = "It was stopped before the gate decided."
    _close(trial)
    record(actor, "cancel trial", trial, trial=trial.pk)
    return trial


@transaction.atomic
def fail_trial(trial_id: int, error: str) -> None:
    """End a trial through our own fault, undecided."""
    trial = lock_open(trial_id)
    if trial is None:
        return
    trial.status = Trial.Status.FAILED
    trial.decision = Trial.Decision.UNDECIDED
    trial.reason = "Something of ours broke; staff can read what."
    trial.error = error
    _close(trial)
    record(None, "fail trial", trial, trial=trial_id)


def _close(trial: Trial) -> None:
    """End a trial, and take the matches out of play that nobody will judge."""
    trial.ended_at = timezone.now()
    trial.holder, trial.held_until = "", None
    trial.save()
    for row in trial.rows.filter(status=Comparison.Status.PENDING).select_related(
        "challenger_episode", "incumbent_episode"
    ):
        for episode in (row.challenger_episode, row.incumbent_episode):
            if episode is not None and episode.status in UNFINISHED:
                void_episode(episode, actor=None, reason=f"Trial {trial.pk} ended without it.")
