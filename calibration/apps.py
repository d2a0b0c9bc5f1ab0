"""The calibration app."""

from __future__ import annotations

from django.apps import AppConfig


class CalibrationConfig(AppConfig):
    name = "calibration"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from calibration import cutting, order, panels, settling
        from calibration.jobs import serve_judge_runs
        from calibration.queries.spending import duels_judged_today
        from league.play.services import add_service
        from league.queries.spending import add_costs

        panels.register_all()
        settling.listen()
        cutting.listen()
        order.listen(self)
        add_service("judge-runs", serve_judge_runs)
        add_costs("duels", duels_judged_today)
