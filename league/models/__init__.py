"""What the league stores.

The event log is the truth: ``Event`` rows are written once, unique by (episode, seq). Everything
else about a match (scores, pair facts, standings) is derived from them and can be rebuilt.
"""

from league.models.audit import AuditEntry, record
from league.models.episodes import Episode, Event, ModelCall, PairFact, Seat
from league.models.ladders import Ladder, LeagueSettings, Meeting, Standing
from league.models.policies import PROMPT_LIMIT, Policy, Promotion, Version

__all__ = [
    "PROMPT_LIMIT",
    "AuditEntry",
    "Episode",
    "Event",
    "Ladder",
    "LeagueSettings",
    "Meeting",
    "ModelCall",
    "PairFact",
    "Policy",
    "Promotion",
    "Seat",
    "Standing",
    "Version",
    "record",
]
