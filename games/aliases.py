"""The names that seats go by, whatever the game: they say nothing about who sits there."""

from __future__ import annotations

ALIASES = (
    "Sprocket",
    "Gizmo",
    "Ratchet",
    "Widget",
    "Bolt",
    "Piston",
    "Flywheel",
    "Rivet",
    "Tinker",
    "Gasket",
)
