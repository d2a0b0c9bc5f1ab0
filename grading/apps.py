"""The grading app, and what it adds to the league when it is ready."""

from __future__ import annotations

from django.apps import AppConfig


class GradingConfig(AppConfig):
    name = "grading"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from grading.jobs import serve_trials
        from grading.metrics import read_judges
        from grading.panels import register_panels
        from grading.queries.spending import judged_today
        from league.metrics import add_totals
        from league.play.services import add_service
        from league.queries.spending import add_costs

        add_totals("judges", read_judges)
        add_costs("trials", judged_today)
        add_service("trials", serve_trials)
        register_panels()
