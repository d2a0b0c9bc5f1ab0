"""Having a judge look at duels that people answered: start, take up, write, end.

The rows are the state. A run takes the newest answered duel that has no row yet, until it has as
many as were wanted or none is left; whoever takes it up after a crash asks only what is missing.
What a run did is counted in the run itself, because a later run may answer what it left void.
"""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import Exists, F, OuterRef, Q
from django.utils import timezone

from calibration.features import MEASURES
from calibration.models import Duel, JudgedDuel, JudgeRun
from calibration.models.judging import MOST_DUELS
from calibration.queries.agreement import left_to_judge
from games.speech import clean_line
from grading.actions.answers import Heard
from grading.judges import JUDGES
from grading.judges.base import REASON_LIMIT
from grading.models import Rubric
from league.models import record

HOLD_SECONDS = 30.0
"""How long a run stays with a process that says nothing more."""
OPEN = (JudgeRun.Status.QUEUED, JudgeRun.Status.RUNNING)


class RunRefused(ValueError):
    """A run that cannot be started as asked; the message is for people."""


def judges_on_offer() -> list[str]:
    """Return the judges that can be asked now: a model only where one is configured."""
    return [key for key, kind in JUDGES.items() if settings.ANTHROPIC_API_KEY or not kind.is_model]


def start_run(
    *, game: str, judge: str, rubric: Rubric, wanted: int, actor: User | None = None
) -> JudgeRun:
    """Queue a judge over at most ``wanted`` answered duels, the newest first. Raises RunRefused."""
    if game not in MEASURES:
        raise RunRefused(f"Game: expected one of {', '.join(MEASURES)}, got {game!r}.")
    on_offer = judges_on_offer()
    if judge not in on_offer:
        raise RunRefused(f"Judge: expected one of {', '.join(on_offer)}, got {judge!r}.")
    if not 1 <= wanted <= MOST_DUELS:
        raise RunRefused(f"Duels: expected a number from 1 to {MOST_DUELS}, got {wanted}.")
    try:
        with transaction.atomic():
            run = JudgeRun.objects.create(
                game=game, judge=judge, rubric=rubric, wanted=wanted, requested_by=actor
            )
    except IntegrityError:
        raise RunRefused("This judge is at work on this game under this rubric already.") from None
    record(actor, "start judge run", run, game=game, judge=judge, wanted=wanted)
    return run


def stop_run(run: JudgeRun, *, actor: User | None = None) -> bool:
    """Stop a run after the duel that is being judged; False when it was over."""
    if not _end(run.pk, JudgeRun.Status.CANCELLED):
        return False
    record(actor, "stop judge run", run)
    return True


def take_run(holder: str, run_id: int | None = None) -> JudgeRun | None:
    """Take the oldest open run that nobody holds, or a certain one, or renew one's own."""
    now = timezone.now()
    free = Q(holder="") | Q(holder=holder) | Q(held_until__lt=now)
    runs = JudgeRun.objects.filter(free, status__in=OPEN)
    if run_id is not None:
        runs = runs.filter(pk=run_id)
    for pk in runs.order_by("id").values_list("pk", flat=True)[:10]:
        held_until = now + timedelta(seconds=HOLD_SECONDS)
        if JudgeRun.objects.filter(free, pk=pk, status__in=OPEN).update(
            holder=holder, held_until=held_until, status=JudgeRun.Status.RUNNING
        ):
            return JudgeRun.objects.select_related("rubric").get(pk=pk)
    return None


def let_go(run_id: int, holder: str) -> None:
    """Give a run back for others to go on with."""
    JudgeRun.objects.filter(pk=run_id, holder=holder).update(holder="", held_until=None)


def next_duel(run: JudgeRun) -> Duel | None:
    """Return the next duel to judge, or None when the run has enough or nothing is left."""
    run.refresh_from_db(fields=["judged"])
    if run.judged >= run.wanted:
        return None
    mine = JudgedDuel.objects.filter(duel=OuterRef("pk"), run=run)
    left = left_to_judge(run.game, run.judge, run.rubric)
    waiting = left.exclude(Exists(mine)).order_by("-id")
    clips = [f"{clip}__{part}" for clip in ("clip_a", "clip_b") for part in ("episode", "seat")]
    return waiting.select_related(*clips).first()


@transaction.atomic
def write_verdict(run: JudgeRun, duel: Duel, heard: Heard) -> bool:
    """Store what a judge said of a duel; False when it has its answer already.

    An answer that could not be read is asked for again by a later run, in the same row. What was
    spent is counted in any case.
    """
    said = {
        "run": run,
        "choice": heard.choice or "",
        "reason": clean_line(heard.reason, REASON_LIMIT) or "",
        "latency": heard.latency,
        "judged_at": timezone.now(),
    }
    spent = {
        "requests": heard.spent.requests,
        "input_tokens": heard.spent.input_tokens,
        "output_tokens": heard.spent.output_tokens,
        "cost": heard.spent.cost,
    }
    row, is_taken = JudgedDuel.objects.get_or_create(
        duel=duel, judge=run.judge, rubric=run.rubric, defaults={**said, **spent}
    )
    if not is_taken:
        mine = JudgedDuel.objects.filter(pk=row.pk)
        mine.update(**{name: F(name) + value for name, value in spent.items()})
        is_taken = bool(mine.filter(choice="").exclude(run=run).update(**said))
    JudgeRun.objects.filter(pk=run.pk).update(
        judged=F("judged") + int(is_taken),
        voids=F("voids") + int(is_taken and heard.choice is None),
        cost=F("cost") + heard.spent.cost,
    )
    return is_taken


def finish_run(run_id: int) -> None:
    _end(run_id, JudgeRun.Status.FINISHED)


def fail_run(run_id: int, error: str) -> None:
    """End a run that cannot go on; its rows stay. The error's last line is the one for people."""
    _end(run_id, JudgeRun.Status.FAILED, error)


def _end(run_id: int, status: JudgeRun.Status, error: str = "") -> bool:
    runs = JudgeRun.objects.filter(pk=run_id, status__in=OPEN)
    return bool(runs.update(status=status, error=error, ended_at=timezone.now()))
