"""Answers with a page of figures, under a style policy of its own.

Plotly writes rules into a style sheet that it expects in the head of the page. The page holds that
sheet with a nonce, and only for such pages the policy lets a nonce in. Scripts stay as everywhere:
from the site's own files and never inline.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.conf import settings
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.csp import CSP

from league.charts.figure import Chart, payload

POLICY = {**settings.SECURE_CSP, "style-src": [CSP.SELF, CSP.NONCE]}


def chart_page(
    request: HttpRequest, template: str, charts: Sequence[Chart], context: Mapping[str, Any]
) -> HttpResponse:
    """Render a staff page; each chart is drawn where the template names its key."""
    site = admin.site.each_context(request)
    response = render(request, template, {**site, **context, "payload": payload(list(charts))})
    response._csp_config = POLICY  # type: ignore[attr-defined]  # what csp_override sets
    return response
