"""What calibration stores: clips, duels, and each forecast with its answer.

The order is held by the database (migrations 0002 and 0005): an answer needs its forecast, a
forecast comes before its answer and is written once, and a duel has one answer.
"""

from calibration.models.answers import Forecast, Observation
from calibration.models.clips import Clip, Scaling, Uncut
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
    "Uncut",
]
