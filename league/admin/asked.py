"""What a staff page was asked for, in its address: the ladder, the time span, the pair."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import urlencode

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils import timezone

from league.models import Ladder, Policy

SPANS = {"1": "Last 24 hours", "7": "Last 7 days", "30": "Last 30 days", "all": "Since the start"}
DEFAULT_SPAN = "30"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The choices of an audit page; what was not asked for, or makes no sense, is the default."""

    ladder: Ladder
    span: str
    measure: str

    @property
    def since(self) -> datetime | None:
        return None if self.span == "all" else timezone.now() - timedelta(days=int(self.span))

    def query(self, **more: str) -> str:
        """Return the choices as a query string, with some replaced or added."""
        kept = {"ladder": self.ladder.slug, "span": self.span, "measure": self.measure}
        return f"?{urlencode({**kept, **more})}"


def read_asked(request: HttpRequest, measures: dict[str, str]) -> Asked | None:
    """Read the choices from the address; None while the league has no ladder."""
    ladders = {ladder.slug: ladder for ladder in Ladder.objects.all()}
    if not ladders:
        return None
    slug, span, measure = (request.GET.get(key, "") for key in ("ladder", "span", "measure"))
    return Asked(
        ladder=ladders.get(slug) or next(iter(ladders.values())),
        span=span if span in SPANS else DEFAULT_SPAN,
        measure=measure if measure in measures else next(iter(measures)),
    )


def read_pair(request: HttpRequest) -> tuple[Policy, Policy]:
    """Read the pair of policies. Raises Http404 when one of them does not exist."""
    slugs = [request.GET.get(key, "") for key in ("policy", "other")]
    if not all(slugs):
        raise Http404("expected ?policy=…&other=…")
    first, second = (get_object_or_404(Policy, slug=slug) for slug in slugs)
    return first, second
