"""What a trial's page says in sentences: where it stands, and why each number is needed."""

from __future__ import annotations

from dataclasses import replace
from math import ceil

from grading.evidence import Checks, size_needed
from grading.models import Trial
from grading.queries.trial_page import Gate, TrialPage, state_of

SMALL = (
    "no", "one", "two", "three", "four", "five", "six",
    "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
NARROW = "\u202f"
STATES = {
    "queued": "Queued",
    "running": "Running",
    "promoted": "Promoted",
    "undone": "Promotion undone",
    "better": "Better, not promoted",
    "kept": "Incumbent kept",
    "undecided": "Undecided",
    "unfit": "Undecided: judge unfit",
    "cancelled": "Cancelled",
    "failed": "Failed",
}
"""A trial's state for people."""


def in_words(number: int) -> str:
    """Write a small number in words.

    >>> in_words(5), in_words(48)
    ('five', '48')
    """
    return SMALL[number] if 0 <= number < len(SMALL) else f"{number:,}"


def per_cent(share: float) -> str:
    return f"{100 * share:.0f}{NARROW}%"


def number(value: float) -> str:
    """Write evidence with as many digits as say something.

    >>> number(0.0213), number(6.3555), number(48.52), number(12345.6)
    ('0.02', '6.36', '48.5', '12,346')
    """
    if value >= 1e6:
        return "over a million"
    return f"{value:.2f}" if value < 10 else f"{value:.1f}" if value < 100 else f"{value:,.0f}"


def lede(page: TrialPage) -> str:
    """Say where a trial stands and what comes next, in one or two sentences."""
    trial, new, old = page.trial, page.challenger, page.incumbent
    match state_of(trial):
        case "queued":
            return "It waits its turn and starts here by itself, usually within a minute."
        case "running":
            return _running(page)
        case "promoted":
            if page.policy.champion_id == trial.challenger_id:
                return f"{new} is better and is champion now. {_numbers(page.gate)}"
            return f"{new} was better and became champion. Another version holds the place by now."
        case "undone":
            return f"{new} was promoted by this trial, and staff have undone it."
        case "better" if page.is_unavailing:
            return f"{new} is better than {old}, but another version holds the place by now."
        case "better":
            return f"{new} is better than {old}. It plays the ladders once somebody promotes it."
        case "kept":
            return f"{old} stays champion: the evidence is against {new}. {_numbers(page.gate)}"
        case "cancelled":
            return "It was stopped before the gate decided. What was judged stays."
        case "failed":
            return "Something of ours broke. Nothing is promoted; staff see why and the rest stays."
        case _:
            return f"{trial.reason} Nothing is promoted."


def _numbers(gate: Gate) -> str:
    return (
        f"Evidence {number(gate.strongest)} of {gate.threshold:g}, "
        f"{gate.decisive} decisive comparisons of the {gate.needed} needed."
    )


def _running(page: TrialPage) -> str:
    gate, new = page.gate, page.challenger
    if page.settled == 0:
        return "The first matches are being played. The judge reads them as they end."
    if gate.needed is None:
        return f"{cause(gate)} The evidence stands at {number(gate.strongest)}."
    missing = gate.needed - gate.decisive
    if gate.has_evidence and missing > 0:
        end = f"{new} is {'promoted' if page.trial.promotes else 'better'} if it still leads"
        if not gate.leans_to_challenger:
            end = f"{page.incumbent} is kept if it still leads"
        more = f"{in_words(missing)} more decisive comparison{'' if missing == 1 else 's'}"
        return f"The evidence is in, the size is not: {end} after {more}."
    if missing <= 0:
        return (
            f"The size is in, the evidence is not: {number(gate.strongest)} of the "
            f"{gate.threshold:g} that would settle it."
        )
    return (
        f"Neither number is reached: evidence {number(gate.strongest)} of {gate.threshold:g}, "
        f"{gate.decisive} of {gate.needed} decisive comparisons."
    )


def cause(gate: Gate) -> str:
    """Say how many decisive comparisons are needed and why."""
    checks = gate.checks
    times = f"{checks.disagreements} of {checks.sampled} check{'' if checks.sampled == 1 else 's'}"
    if gate.is_unfit:
        return f"The judge is unfit: it disagreed with itself in {times}."
    if checks.sampled == 0:
        return "Nothing can be decided yet: no comparison was judged again with the order swapped."
    if gate.needed is None:
        return f"No number suffices: the judge disagreed with itself in {times}."
    return f"Needs {gate.needed} because the judge disagreed with itself in {times}."


def working(gate: Gate, n_min: float, own: Checks) -> str:
    """Say how the need follows from the checks, and whose checks they are."""
    if gate.checks.sampled == 0 or gate.needed is None:
        return ""
    steps = (
        f"At worst that is a rate of {per_cent(gate.high)} (90{NARROW}% interval "
        f"{100 * gate.low:.0f} to {100 * gate.high:.0f}), and {n_min:g} ÷ (1 − {gate.high:.2f})² "
        f"is {gate.needed}."
    )
    earlier = gate.checks.sampled - own.sampled
    if earlier <= 0:
        return steps
    if own.sampled == 0:
        return f"{steps} All are from other trials of this judge and rubric."
    verb = "is" if earlier == 1 else "are"
    share = f"{in_words(earlier)} of the {in_words(gate.checks.sampled)} checks"
    return f"{steps} {share.capitalize()} {verb} from other trials of this judge and rubric."


def outlook(gate: Gate, n_min: float) -> str:
    """Say what more clean checks would do to the need."""
    checks = gate.checks
    if gate.is_unfit or checks.sampled == 0 or checks.sampled >= 100:
        return ""
    more = replace(checks, sampled=2 * checks.sampled)
    needed = size_needed(more, n_min)
    if needed is None or (gate.needed is not None and ceil(needed) >= gate.needed):
        return ""
    return (
        f"more clean checks shrink the need: {more.disagreements} of {more.sampled} "
        f"would ask for {ceil(needed)}."
    )


def favourite(page: TrialPage) -> str:
    """Say whether the judge has a favourite side."""
    share = page.first_position
    if not share.n:
        return ""
    ends = share.interval
    said = (
        f"The judge preferred side A in {share.hits} of {share.n} decisive comparisons "
        f"(95{NARROW}% from {100 * ends.low:.0f} to {per_cent(ends.high)})"
    )
    if ends.low > 0.5 or ends.high < 0.5:
        side = "A" if ends.low > 0.5 else "B"
        return f"{said}: it favours side {side}. The turning of sides cancels that in the record."
    return f"{said}: no favourite side in sight."


def announcement(page: TrialPage) -> str:
    """Say what a screen reader hears: each tenth comparison, and the end."""
    state = state_of(page.trial)
    if state != "running":
        return f"{STATES[state]}. {lede(page)}"
    tens = page.settled - page.settled % 10
    return f"{tens} of at most {page.trial.comparisons} comparisons." if tens else "Running."


def is_live(trial: Trial) -> bool:
    return trial.status in (Trial.Status.QUEUED, Trial.Status.RUNNING)
