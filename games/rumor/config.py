"""The configuration of a table: how long it talks, and what of the scenario is pinned."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.base import Json
from games.errors import BadSetting
from games.rumor.scenario import SABOTEURS, Topology

ROUNDS = range(3, 7)
NAMES = ("rounds", "topology", "saboteurs")
"""Every setting."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """One table's settings. None leaves a draw to chance."""

    rounds: int
    """Talk rounds before the ballot."""
    topology: Topology | None
    saboteurs: int | None


def configure(settings: Mapping[str, Any]) -> Config:
    """Check settings and fill in the defaults. Raises BadSetting naming field, value and range."""
    unknown = sorted(set(settings) - set(NAMES))
    if unknown:
        raise BadSetting(
            unknown[0], settings[unknown[0]], f"a setting of the game: {', '.join(NAMES)}"
        )
    rounds = settings.get("rounds", 5)
    if not _is_integer(rounds) or rounds not in ROUNDS:
        raise BadSetting("rounds", rounds, f"an integer in {ROUNDS[0]}..{ROUNDS[-1]}")
    topology = settings.get("topology")
    if topology is not None and topology not in list(Topology):
        raise BadSetting("topology", topology, f"one of {', '.join(Topology)}, or null")
    saboteurs = settings.get("saboteurs")
    if saboteurs is not None and (not _is_integer(saboteurs) or saboteurs not in SABOTEURS):
        raise BadSetting("saboteurs", saboteurs, "2 or 3, or null")
    return Config(
        rounds=rounds,
        topology=None if topology is None else Topology(topology),
        saboteurs=saboteurs,
    )


def settings(config: Config) -> Json:
    """Return a configuration as the JSON object that ``configure`` reads."""
    return {
        "rounds": config.rounds,
        "topology": None if config.topology is None else config.topology.value,
        "saboteurs": config.saboteurs,
    }


def _is_integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
