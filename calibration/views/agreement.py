"""Staff have a judge look at answered duels, and read how far people agree with it."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from calibration.actions.judging import RunRefused, start_run, stop_run
from calibration.features import MEASURES
from calibration.models import JudgeRun
from calibration.models.judging import MOST_DUELS
from calibration.queries.agreement import (
    Table,
    answered_duels,
    line_json,
    read_table,
    table_json,
)
from calibration.queries.agreement_page import (
    announcement,
    finding,
    offers,
    read_runs,
    rows,
    void_reasons,
)
from games.registry import GAMES
from grading.actions.rubrics import newest_rubrics
from grading.judges import DEFAULT, JUDGES
from grading.models import Rubric
from league.access import Person
from league.charts.page import chart_page
from league.exports import csv_file
from league.queries.spending import spent_by_league

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
    """Show the table of one judge, how runs are getting on, and the form that starts one."""
    asked = _asked(request)
    return chart_page(
        request,
        "admin/calibration/agreement.html",
        [],
        {
            "title": "People against a judge",
            **_live_context(asked),
            "games": [(key, GAMES[key].title) for key in MEASURES],
            "judges": [(key, kind.title) for key, kind in JUDGES.items()],
            "rubrics": _rubrics(),
            "spending": spent_by_league(),
            "usual": USUAL,
            "most": MOST_DUELS,
        },
    )


@never_cache
def live(request: HttpRequest) -> HttpResponse:
    """Answer with the page's changing part, or 304 for a reader who has it."""
    asked = _asked(request)
    context = _live_context(asked)
    runs = [(one.run.pk, one.run.status, one.run.judged, one.total, one.note)
            for one in context["runs"]]  # fmt: skip
    said = repr((asked.query, runs, table_json(context["table"])))
    mark = f'"{sha256(said.encode()).hexdigest()[:32]}"'
    known = get_conditional_response(request, etag=mark)
    response = known or render(request, "admin/calibration/_agreement.html", context)
    response["ETag"] = mark
    return response


def _live_context(asked: Asked) -> dict[str, Any]:
    table, runs = _table(asked), read_runs(asked.game)
    is_open = any(not one.run.is_over for one in runs)
    offered = offers(asked.game, asked.rubric)
    return {
        "asked": asked,
        "table": table,
        "rows": rows(table),
        "finding": finding(table),
        "void_reasons": void_reasons(table),
        "answered": answered_duels(asked.game).count(),
        "runs": runs,
        "state": "running" if is_open else "over",
        "announcement": announcement(runs),
        "offers": offered,
        "prices": {one.key: {"price": one.price.dollars, "left": one.left} for one in offered},
        "files": [
            (name, f"{reverse(f'admin:reliability_agreement_{name.lower()}')}{asked.query}")
            for name in ("CSV", "JSON")
        ],
    }


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
    found = []
    for line in map(line_json, _table(_asked(request)).lines):
        observed, kappa = (line[name] or [None, None] for name in ("agreement_95", "kappa_95"))
        ends = {
            "agreement_low": observed[0],
            "agreement_high": observed[1],
            "kappa_low": kappa[0],
            "kappa_high": kappa[1],
        }
        found.append([{**line, **ends}[name] for name in HEADER])
    return csv_file("agreement", HEADER, found)


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
