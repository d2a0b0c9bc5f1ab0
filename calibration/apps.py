"""The calibration app."""

from __future__ import annotations

from django.apps import AppConfig


class CalibrationConfig(AppConfig):
    name = "calibration"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from calibration import panels, settling
        from calibration.jobs import serve_judge_runs
        from calibration.queries.spending import duels_judged_today
        from grading.queries.spending import add_judging
        from league.play.services import add_service

        panels.register_all()
        settling.listen()
        add_service("judge-runs", serve_judge_runs)
        add_judging(duels_judged_today)
