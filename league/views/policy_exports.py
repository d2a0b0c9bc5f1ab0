"""A policy's public tables as files."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from league.exports import Cell, csv_file, tidy
from league.models import Policy
from league.queries.policy_tables import TABLES, Table


@require_safe
def table(request: HttpRequest, slug: str, table: str) -> HttpResponse:
    """One table as CSV."""
    policy = _policy(slug)
    if table not in TABLES:
        raise Http404(f"expected one of {', '.join(TABLES)}")
    found = TABLES[table](policy)
    return csv_file(f"{policy.slug}-{table}", found.header, found.rows)


@require_safe
def record(request: HttpRequest, slug: str) -> JsonResponse:
    """All tables as one JSON object."""
    policy = _policy(slug)
    facts = {
        "policy": policy.name,
        "game": policy.game,
        "kind": policy.kind,
        "owner": policy.owner.get_username() if policy.owner else None,
        "champion": policy.champion.number if policy.champion else None,
        "retired_at": policy.retired_at,
    }
    tables = {key: _objects(read(policy)) for key, read in TABLES.items()}
    return JsonResponse({**facts, **tables})


def _objects(table: Table) -> list[dict[str, Cell]]:
    return [dict(zip(table.header, map(tidy, row), strict=True)) for row in table.rows]


def _policy(slug: str) -> Policy:
    return get_object_or_404(Policy.objects.select_related("owner", "champion"), slug=slug)
