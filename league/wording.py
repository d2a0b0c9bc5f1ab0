"""What a policy's name, its prompt and its comments may be, for forms and files alike.

Text from people is shown as text everywhere, so markup needs no rule here. What is refused is what
would make text read otherwise than it is stored; that no two names of a game read as one is seen to
where a name is taken (``league.name_key``).
"""

from __future__ import annotations

import re
import unicodedata

from league.models import PROMPT_LIMIT
from league.name_key import name_key

NAME_LIMIT = 60
COMMENT_LIMIT = 200
MARKS_IN_A_ROW = 3

_DROPPED = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Control characters but line ends and tabs; and embeddings, overrides and isolates, which make
text read in another order than it is stored."""


class BadText(ValueError):
    """A text that cannot be taken; the message says what was expected and what came."""


def clean_name(text: str) -> str:
    """Return a name as it is stored: NFC, trimmed, single spaces. Raises BadText."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if len(name) > NAME_LIMIT:
        raise BadText(f"expected at most {NAME_LIMIT} characters, got {len(name)}")
    marks = 0
    for place, sign in enumerate(name, 1):
        category = unicodedata.category(sign)
        if category[0] == "C":
            raise BadText(f"expected visible characters, got {describe(sign)} in place {place}")
        marks = marks + 1 if category[0] == "M" else 0
        if marks > MARKS_IN_A_ROW:
            raise BadText(f"expected at most {MARKS_IN_A_ROW} accents on one letter")
    if not name:
        raise BadText(f"expected 1 to {NAME_LIMIT} characters, got none")
    if not any(unicodedata.category(sign)[0] in "LNSP" for sign in name) or not name_key(name):
        raise BadText("expected at least one letter, digit or sign")
    return name


def clean_prompt(text: str) -> str:
    """Return a prompt as it is stored and counted. Raises BadText when empty or too long.

    Line ends become ``\\n``; control characters other than line ends and tabs, and signs that turn
    the direction of text, are dropped; a lone surrogate becomes U+FFFD; the ends are trimmed.
    """
    prompt = _printable(text).strip()
    if not prompt:
        raise BadText(f"expected 1 to {PROMPT_LIMIT:,} characters, got none")
    if len(prompt) > PROMPT_LIMIT:
        raise BadText(f"expected at most {PROMPT_LIMIT:,} characters, got {len(prompt):,}")
    return prompt


def clean_comment(text: str) -> str:
    """Return a version's comment on one line. Raises BadText when it is too long."""
    comment = " ".join(_printable(text).split())
    if len(comment) > COMMENT_LIMIT:
        raise BadText(f"expected at most {COMMENT_LIMIT} characters, got {len(comment)}")
    return comment


def describe(sign: str) -> str:
    """Name a character that cannot be shown, such as ``U+202E RIGHT-TO-LEFT OVERRIDE``."""
    return f"U+{ord(sign):04X} {unicodedata.name(sign, '')}".strip()


def _printable(text: str) -> str:
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    kept = _DROPPED.sub("", lines)
    return kept.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
