"""Staff have a judge look at answered duels, and read how far people agree with it."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_POST

from calibration.actions.judging import RunRefused, judges_on_offer, start_run, stop_run
from calibration.features import MEASURES
from calibration.models import JudgeRun
from calibration.models.judging import MOST_DUELS
from calibration.queries.agreement import (
    Table,
    answered_duels,
    line_json,
    read_runs,
    read_table,
    table_json,
)
from games.registry import GAMES
from grading.actions.rubrics import newest_rubrics
from grading.judges import DEFAULT, JUDGES
from grading.models import Rubric
from league.access import Person
from league.charts.page import chart_page
from league.exports import csv_file

USUAL = 50
HEADER = (
    "rater",
    "n",
    "both_a",
    "person_a_judge_b",
    "person_b_judge_a",
    "both_b",
    "ties",
    "voids",
    "agreement",
    "agreement_low",
    "agreement_high",
    "kappa",
    "kappa_low",
    "kappa_high",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The choices of the page; what was not asked for, or makes no sense, is the default."""

    game: str
    judge: str
    rubric: Rubric

    @property
    def query(self) -> str:
        names = {"game": self.game, "judge": self.judge, "rubric": str(self.rubric.pk)}
        return f"?{urlencode(names)}"


def show(request: HttpRequest) -> HttpResponse:
    """Show the table of one judge, the form that starts a run, and how runs are getting on."""
    asked = _asked(request)
    return chart_page(
        request,
        "admin/calibration/agreement.html",
        [],
        {
            "title": "People against a judge",
            "asked": asked,
            "table": _table(asked),
            "answered": answered_duels(asked.game).count(),
            "runs": read_runs(asked.game),
            "games": [(key, GAMES[key].title) for key in MEASURES],
            "judges": [(key, kind.title, kind.summary) for key, kind in JUDGES.items()],
            "on_offer": judges_on_offer(),
            "rubrics": _rubrics(),
            "usual": USUAL,
            "most": MOST_DUELS,
            "files": [
                (name, f"{reverse(f'admin:reliability_agreement_{name.lower()}')}{asked.query}")
                for name in ("CSV", "JSON")
            ],
        },
    )


@require_POST
def start(request: HttpRequest) -> HttpResponse:
    """Queue a run over a game's answered duels."""
    rubric = get_object_or_404(Rubric, pk=_number(request.POST.get("rubric", "")))
    asked = Asked(
        game=request.POST.get("game", ""), judge=request.POST.get("judge", ""), rubric=rubric
    )
    wanted = _number(request.POST.get("wanted", ""))
    try:
        start_run(
            game=asked.game,
            judge=asked.judge,
            rubric=rubric,
            wanted=wanted,
            actor=_actor(request.user),
        )
    except RunRefused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, "The judge begins within seconds.")
    return redirect(f"{reverse('admin:reliability_agreement')}{asked.query}")


@require_POST
def stop(request: HttpRequest, pk: int) -> HttpResponse:
    """Stop a run; what it judged is kept."""
    run = get_object_or_404(JudgeRun.objects.select_related("rubric"), pk=pk)
    if stop_run(run, actor=_actor(request.user)):
        messages.success(request, "Stopped. What it judged is kept.")
    asked = Asked(game=run.game, judge=run.judge, rubric=run.rubric)
    return redirect(f"{reverse('admin:reliability_agreement')}{asked.query}")


def csv(request: HttpRequest) -> HttpResponse:
    """Answer with the table as CSV; the line of all raters has an empty name."""
    rows = []
    for line in map(line_json, _table(_asked(request)).lines):
        observed, kappa = (line[name] or [None, None] for name in ("agreement_95", "kappa_95"))
        ends = {
            "agreement_low": observed[0],
            "agreement_high": observed[1],
            "kappa_low": kappa[0],
            "kappa_high": kappa[1],
        }
        rows.append([{**line, **ends}[name] for name in HEADER])
    return csv_file("agreement", HEADER, rows)


def json(request: HttpRequest) -> HttpResponse:
    """Answer with the table as JSON."""
    found = table_json(_table(_asked(request)))
    return JsonResponse(found, json_dumps_params={"indent": 1})


def _asked(request: HttpRequest) -> Asked:
    game, judge = (request.GET.get(name, "") for name in ("game", "judge"))
    rubrics = {rubric.pk: rubric for rubric in _rubrics()}
    wanted = _number(request.GET.get("rubric", ""))
    return Asked(
        game=game if game in MEASURES else next(iter(MEASURES)),
        judge=judge if judge in JUDGES else DEFAULT,
        rubric=rubrics.get(wanted) or next(iter(rubrics.values())),
    )


def _rubrics() -> list[Rubric]:
    """Return the newest version of every rubric, then older ones that have judged duels."""
    newest = newest_rubrics()
    used = Rubric.objects.filter(pk__in=JudgeRun.objects.values("rubric"))
    return [*newest, *used.exclude(pk__in=[rubric.pk for rubric in newest])]


def _table(asked: Asked) -> Table:
    return read_table(asked.game, asked.judge, asked.rubric)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


def _actor(user: Person) -> User | None:
    return user if isinstance(user, User) else None
