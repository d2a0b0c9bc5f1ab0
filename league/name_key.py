"""What two names of policies are compared by."""

from __future__ import annotations

import re
import unicodedata

_UNSEEN = re.compile(
    "[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff]"
)
"""Code points that draw nothing: fillers, joiners, the blank pattern, variation selectors."""


def name_key(name: str) -> str:
    """Return what is equal for names that people read as one; empty when nothing is seen of it.

    Compatibility forms become plain ones (NFKC), letters are folded, what draws nothing is dropped,
    and spaces are single. Letters of different scripts that happen to look alike stay apart.

    >>> name_key("Straße") == name_key("STRASSE"), name_key("Ｆｏｘ  ①"), name_key("\u3164")
    (True, 'fox 1', '')
    """
    seen = _UNSEEN.sub("", unicodedata.normalize("NFKC", name))
    folded = unicodedata.normalize("NFKC", seen.casefold())
    # Folding may bring a form that NFKC composes anew, which then folds once more.
    return " ".join(unicodedata.normalize("NFKC", folded.casefold()).split())
