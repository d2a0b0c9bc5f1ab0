"""The addresses of duels; ``league.urls`` includes them under ``/duels/``."""

from __future__ import annotations

from django.urls import path

from calibration.views import duels

urlpatterns = [
    path("", duels.index, name="duels"),
]
