"""The page for monitoring systems."""

from __future__ import annotations

from asgiref.sync import sync_to_async
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from prometheus_client import CONTENT_TYPE_LATEST

from league import access
from league.metrics import render_metrics
from league.play.client import calls_in_flight


async def show(request: HttpRequest) -> HttpResponse:
    """Answer with every metric, to whoever may read them."""
    if not access.can_read_metrics(request, await request.auser()):
        raise PermissionDenied("Metrics are for staff, or for a monitoring system with its token.")
    body = await sync_to_async(render_metrics)(await calls_in_flight())
    return HttpResponse(body, content_type=CONTENT_TYPE_LATEST)
