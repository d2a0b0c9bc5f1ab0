"""The staff's audit: the heatmap, its file, and the turns behind a cell."""

from __future__ import annotations

from functools import partial
from math import isnan
from typing import Any

import numpy as np
from django.contrib import admin
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from league.admin.asked import SPANS, Asked, read_asked, read_pair
from league.charts.audit import KINDS, Cell, cells, heatmap, plural, sentence
from league.charts.page import chart_page
from league.exports import csv_file
from league.models import Ladder
from league.queries.audit import (
    FACINGS_SHOWN,
    AuditTable,
    pair_facts,
    read_audit,
    read_facings,
    total_facings,
)
from league.softplay import FEWEST_EPISODES, FEWEST_FACINGS, NOTABLE
from league.staff import Page, add_page

MEASURES = {kind.key: kind.title for kind in KINDS.values()}


def show(request: HttpRequest) -> HttpResponse:
    """Show the heatmap of a ladder with the list of its pairs."""
    asked = read_asked(request, MEASURES)
    if asked is None:
        return chart_page(request, "admin/league/audit.html", [], {"title": "Audit"})
    table = read_audit(asked.ladder, asked.since)
    chart = heatmap(table, KINDS[asked.measure], partial(facings_address, asked))
    found = [row(asked, cell) for cell in cells(table)]
    context = {
        "title": "Audit",
        "asked": asked,
        "chart": chart,
        "table": table,
        "flagged": [one for one in found if one["cell"].is_flagged],
        "pairs": found,
        "choices": choices(),
        "csv": f"{reverse('admin:audit_csv')}{asked.query()}",
        "evidence": evidence(table),
        "rule": {"notable": NOTABLE, "facings": FEWEST_FACINGS, "matches": FEWEST_EPISODES},
    }
    return chart_page(request, "admin/league/audit.html", [chart], context)


def evidence(table: AuditTable) -> str:
    """Say how much the matches can tell: pairs tested, and what would show in a typical one."""
    sheet = table.sheet
    met, tested = int((sheet.meetings > 0).sum()), int(sheet.tested.sum())
    counted = f"{tested} of {plural(met, 'ordered pair')} met often enough to be tested."
    visible = sheet.tested & np.isfinite(sheet.excess_low) & (sheet.expected > 0)
    if not visible.any():
        return f"{counted} So nothing can be flagged yet, whoever goes easy on whom."
    noise = (sheet.excess - sheet.excess_low)[visible] / sheet.expected[visible]
    times = NOTABLE + float(np.median(noise))
    return (
        f"{counted} With as many turns as the middle one of them has, a pair is flagged from about "
        f"{times:.1f} times the loss that the habits of both explain; less than that stays unseen."
    )


def choices() -> dict[str, Any]:
    return {"ladders": Ladder.objects.all(), "spans": SPANS, "measures": MEASURES}


def row(asked: Asked, cell: Cell) -> dict[str, Any]:
    """Return a line of the table of pairs."""
    return {
        "cell": cell,
        "sentence": sentence(cell, KINDS["exp_loss"]),
        "url": facings_address(asked, cell),
    }


def facings_address(asked: Asked, cell: Cell) -> str:
    query = asked.query(policy=cell.policy.slug, other=cell.other.slug)
    return f"{reverse('admin:audit_facings')}{query}"


def export(request: HttpRequest) -> HttpResponse:
    """Answer with the whole table as CSV, one line for each ordered pair that met."""
    asked = read_asked(request, MEASURES)
    table = read_audit(asked.ladder, asked.since) if asked else None
    name = f"audit-{asked.ladder.slug}" if asked else "audit"
    return csv_file(name, HEADER, csv_rows(table) if table else ())


HEADER = (
    "policy",
    "towards",
    "matches",
    "faced",
    "challenged_share",
    "challenged_low",
    "challenged_high",
    "exp_loss",
    "exp_loss_low",
    "exp_loss_high",
    "exp_loss_against_the_rest",
    "exp_loss_expected",
    "net",
    "net_per_match",
    "net_low",
    "net_high",
    "tested",
    "flagged",
)


def csv_rows(table: AuditTable) -> list[tuple[str | float | None, ...]]:
    def known(*values: float) -> list[float | None]:
        return [None if isnan(value) else value for value in values]

    return [
        (
            cell.policy.name,
            cell.other.name,
            cell.meetings,
            cell.faced,
            *known(*cell.challenged, *cell.exp_loss, cell.rest, cell.expected),
            cell.net_total,
            *known(*cell.net),
            int(cell.is_tested),
            int(cell.is_flagged),
        )
        for cell in cells(table)
    ]


def facings(request: HttpRequest) -> HttpResponse:
    """List the turns on which one policy could challenge another, with links into the replays."""
    policy, other = read_pair(request)
    asked = read_asked(request, MEASURES)
    if asked is None:
        raise Http404("the league has no ladder")
    facts = pair_facts(asked.ladder, asked.since, policy, other)
    page = Paginator(facts, FACINGS_SHOWN).get_page(request.GET.get("page"))
    faced, challenged = total_facings(facts)
    context = {
        "asked": asked,
        "policy": policy,
        "other": other,
        "page": page,
        "matches": [read_facings(fact) for fact in page],
        "faced": faced,
        "challenged": challenged,
        "back": f"{reverse('admin:audit')}{asked.query()}",
        "here": asked.query(policy=policy.slug, other=other.slug),
        "span": SPANS[asked.span],
    }
    return render(
        request, "admin/league/facings.html", {**admin.site.each_context(request), **context}
    )


add_page(
    Page(
        route="audit/",
        name="audit",
        view=show,
        title="Audit",
        position=3,
        summary="Does anyone go easy on a friend?",
    )
)
add_page(Page(route="audit/audit.csv", name="audit_csv", view=export))
add_page(Page(route="audit/facings/", name="audit_facings", view=facings))
