"""How much a seat may write, in code points."""

from __future__ import annotations

MESSAGE_LIMIT = 240
REASON_LIMIT = 200
NOTES_LIMIT = 600
