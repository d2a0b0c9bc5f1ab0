"""Everything that the page of one trial shows, for one pair of eyes."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Max, Q

from games.registry import GAMES
from grading.actions.promotions import can_promote
from grading.actions.trials import read_trial
from grading.evidence import Checks
from grading.judges import JUDGES
from grading.models import Comparison, Trial
from grading.queries.history import Share, checks_for, own_checks, record_of, tally_trial
from grading.record import WinRecord
from league import access
from league.models import Episode, Policy, Version

SHOWN = 12
"""Comparisons in the table before one asks for all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate:
    """Both numbers of the sample gate against what they need."""

    evidence: float
    against: float
    threshold: float
    decisive: int
    needed: int | None
    checks: Checks
    low: float
    high: float
    """The 90 % interval of the judge's disagreement with itself."""
    ruling: str

    @property
    def strongest(self) -> float:
        return max(self.evidence, self.against)

    @property
    def leans_to_challenger(self) -> bool:
        return self.evidence >= self.against

    @property
    def has_evidence(self) -> bool:
        return self.strongest >= self.threshold

    @property
    def has_size(self) -> bool:
        return self.needed is not None and self.decisive >= self.needed

    @property
    def is_unfit(self) -> bool:
        return self.ruling == "unfit"


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One comparison as the table shows it."""

    comparison: Comparison
    number: int
    """1-based, as people count."""
    outcome: str
    """won, lost, tied, void, or empty while it waits."""
    verdict: str
    """The first answer in the challenger's terms: won, lost, tied; empty without one."""
    swapped: str
    """The same of the answer with the order swapped."""
    check: str
    """same, differed, void, or empty where it was not asked twice."""
    reason: str
    seed: str
    """The first letters of the scenario's seed, once both matches are over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialPage:
    """A trial's page. What the reader may not see is empty, whatever a template asks."""

    trial: Trial
    policy: Policy
    game: str
    judge: str
    challenger: str
    """Such as ``v8``; with its policy's name where the two are of two policies."""
    incumbent: str
    comment: str
    """The challenger's, where the reader may read prompts."""
    reigns: bool
    """The incumbent holds its place now."""
    record: WinRecord
    voids: int
    settled: int
    at: int
    """Comparisons when the gate was read last."""
    gate: Gate
    own_checks: Checks
    first_position: Share
    rows: Sequence[Row]
    """All that are made, in order."""
    opponents: Sequence[Version]
    cost: float | None
    """US dollars spent on judging; None for a reader who may not know."""
    is_author: bool
    can_stop: bool
    can_promote: bool
    can_undo: bool
    is_unavailing: bool
    """It says promote, and another version holds the place by now."""

    @property
    def latest(self) -> list[Row]:
        """The settled comparisons, newest first."""
        return [row for row in reversed(self.rows) if row.outcome]


def find_trial(pk: int) -> Trial | None:
    """Return a trial of two versions; runs of check judges have no page."""
    return (
        Trial.objects.filter(pk=pk, is_check=False)
        .select_related("challenger__policy__owner", "incumbent__policy", "rubric", "requested_by")
        .first()
    )


def state_of(trial: Trial) -> str:
    """Return a trial's state in one word, for pages."""
    if not trial.is_over or trial.status in (Trial.Status.CANCELLED, Trial.Status.FAILED):
        return trial.status
    if trial.decision == Trial.Decision.PROMOTE:
        if trial.undone_at:
            return "undone"
        return "promoted" if trial.promotion_id else "better"
    if trial.decision == Trial.Decision.KEEP:
        return "kept"
    return "unfit" if (trial.reading or {}).get("ruling") == "unfit" else "undecided"


def name_sides(trial: Trial) -> tuple[str, str]:
    """Return how the challenger and the incumbent are called on pages."""
    challenger, incumbent = trial.challenger, trial.incumbent
    assert challenger is not None, "a trial that is no check has two sides"
    assert incumbent is not None, "a trial that is no check has two sides"
    if challenger.policy_id == incumbent.policy_id:
        return f"v{challenger.number}", f"v{incumbent.number}"
    return (
        f"{challenger.policy.name} v{challenger.number}",
        f"{incumbent.policy.name} v{incumbent.number}",
    )


def read_page(user: access.Person, trial: Trial) -> TrialPage:
    """Return a trial's page as this person may see it."""
    assert trial.challenger is not None
    assert trial.incumbent is not None
    policy = trial.challenger.policy
    may = access.can_grade(user, policy)
    rows = read_rows(trial)
    tally = tally_trial(trial)
    settled = next((row.number - 1 for row in rows if not row.outcome), len(rows))
    challenger, incumbent = name_sides(trial)
    reigns = trial.incumbent.policy.champion_id == trial.incumbent_id
    is_open_promotion = can_promote(trial)
    game = GAMES.get(trial.game)
    variant = game.variants.get(trial.variant) if game else None
    return TrialPage(
        trial=trial,
        policy=policy,
        game=f"{game.title}, {variant.title}" if game and variant else trial.game,
        judge=JUDGES[trial.judge].title if trial.judge in JUDGES else trial.judge,
        challenger=challenger,
        incumbent=incumbent,
        comment=trial.challenger.comment if access.can_read_prompt(user, policy) else "",
        reigns=reigns,
        record=record_of(trial),
        voids=tally.voids,
        settled=settled,
        at=(trial.decided_after or settled) if trial.is_over else settled - settled % 2,
        gate=read_numbers(trial, settled),
        own_checks=own_checks(trial),
        first_position=tally.first_position,
        rows=rows,
        opponents=[
            one.version
            for one in trial.opponents.select_related("version__policy").order_by("place")
        ],
        cost=tally.cost if may else None,
        is_author=access.owns(user, policy),
        can_stop=may and not trial.is_over,
        can_promote=may and is_open_promotion and reigns,
        can_undo=access.can_undo_promotion(user)
        and trial.promotion_id is not None
        and trial.undone_at is None
        and policy.champion_id == trial.challenger_id,
        is_unavailing=is_open_promotion and not reigns,
    )


def read_numbers(trial: Trial, settled: int) -> Gate:
    """Return the gate as it decided, or as it stands after the last even comparison."""
    stored: dict[str, Any] = trial.reading or read_trial(trial, settled - settled % 2).as_json()
    return Gate(
        evidence=stored["evidence"],
        against=stored["evidence_against"],
        threshold=stored["threshold"],
        decisive=stored["decisive"],
        needed=stored["needed"],
        checks=Checks(sampled=stored["sampled"], disagreements=stored["disagreements"]),
        low=stored["interval"][0],
        high=stored["interval"][1],
        ruling=stored["ruling"],
    )


def read_rows(trial: Trial) -> list[Row]:
    """Return a trial's comparisons in order, with their matches."""
    found = trial.rows.select_related("challenger_episode", "incumbent_episode").order_by("index")
    return [read_row(comparison) for comparison in found]


def read_row(comparison: Comparison) -> Row:
    """Return one comparison in words."""
    outcome = comparison.get_outcome_display()
    if comparison.status == Comparison.Status.VOID:
        outcome = "void"
    check = ""
    if comparison.is_disagreement is not None:
        check = "differed" if comparison.is_disagreement else "same"
    elif comparison.swapped_void_reason:
        check = "void"
    matches = (comparison.challenger_episode, comparison.incumbent_episode)
    is_open = any(match is not None and not match.is_over for match in matches)
    return Row(
        comparison=comparison,
        number=comparison.index + 1,
        outcome=outcome,
        verdict=comparison.get_verdict_display(),
        swapped=comparison.get_swapped_verdict_display(),
        check=check,
        reason=comparison.void_reason or comparison.reason,
        seed="" if is_open else comparison.seed[:8],
    )


def read_mark(user: access.Person, trial: Trial) -> str:
    """Return a mark that differs whenever the page would; it costs a handful of counts."""
    rows = trial.rows.aggregate(
        made=Count("pk"),
        settled=Count("pk", filter=~Q(status=Comparison.Status.PENDING)),
        last=Max("settled_at"),
        played=Count("pk", filter=Q(challenger_episode__status=Episode.Status.FINISHED))
        + Count("pk", filter=Q(incumbent_episode__status=Episode.Status.FINISHED)),
    )
    champion = trial.incumbent.policy.champion_id if trial.incumbent else None
    checks = None if trial.is_over else checks_for(trial)
    facts = (
        user.pk, trial.pk, trial.status, trial.decision, trial.promotion_id, trial.undone_at,
        trial.calls.count(), champion, checks, *rows.values(),
    )  # fmt: skip
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:24]
