"""The pages about trials. Each view reads the request, calls one action or query, and renders."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The latest trials, and what a trial is."""
    return render(request, "grading/index.html", {"tab": "policies"})
