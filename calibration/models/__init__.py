"""What calibration stores: clips, duels, and each forecast with its answer.

The order is held by the database (migration 0002): an answer needs its forecast, a forecast comes
before its answer and is written once, and a duel has one answer.
"""

from calibration.models.answers import Forecast, Observation
from calibration.models.clips import Clip, Scaling
from calibration.models.comparisons import Comparison
from calibration.models.duels import Duel, DuelSettings, Rater
from calibration.models.judging import JudgedDuel, JudgeRun

__all__ = [
    "Clip",
    "Comparison",
    "Duel",
    "DuelSettings",
    "Forecast",
    "JudgeRun",
    "JudgedDuel",
    "Observation",
    "Rater",
    "Scaling",
]
