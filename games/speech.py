"""What players write: cleaned, and cut where a reader would cut it.

Limits count code points; a cut never falls inside one user-visible character (a letter with its
accents, an emoji joined of several, a flag, a Hangul syllable of jamo), and ends with ``…``.
"""

from __future__ import annotations

import json
import re
import unicodedata

ELLIPSIS = "…"
_STRIPPED = re.compile("[\x00\ud800-\udfff]")
_CONTROL = re.compile("[\x01-\x1f\x7f-\x9f\u2028\u2029]+")
_CONTROL_BUT_NEWLINE = re.compile("[\x01-\x08\x0b-\x1f\x7f-\x9f]+")
_ESCAPED = re.compile("[<\u202a-\u202e\u2066-\u2069]")
_ZWJ = "\u200d"


def clean_line(text: str, limit: int) -> str | None:
    """Return text as one line of at most ``limit`` code points; None when nothing is left."""
    line = _CONTROL.sub(" ", _STRIPPED.sub("", text)).strip()
    return cut(line, limit) or None


def clean_notes(text: str, limit: int) -> str:
    """Return text of several lines, at most ``limit`` code points in all; may be empty."""
    lines = re.sub("\r\n?|\u2028|\u2029", "\n", _STRIPPED.sub("", text))
    return cut(_CONTROL_BUT_NEWLINE.sub(" ", lines).strip(), limit)


def cut(text: str, limit: int) -> str:
    """Return text, or its longest whole-character beginning that fits with ``…`` in ``limit``.

    >>> cut("hearsay", 7), cut("hearsay", 5)
    ('hearsay', 'hear…')
    """
    if len(text) <= limit:
        return text
    end = limit - len(ELLIPSIS)
    while end > 0 and not _is_boundary(text, end):
        end -= 1
    return text[:end] + ELLIPSIS


def quoted(text: str) -> str:
    """Return text as one JSON string: no tag opens or closes in it, no reading order is turned.

    An embedding or override that stood in it as it is would turn the sentence around it, too.
    """
    return _ESCAPED.sub(_escape, json.dumps(text, ensure_ascii=False))


def _escape(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"


def _is_boundary(text: str, index: int) -> bool:
    """Return whether a reader sees two characters meet at ``index`` (after UAX 29)."""
    before, after = text[index - 1], text[index]
    if before == _ZWJ or _extends(after):
        return False
    if _is_flag_half(before) and _is_flag_half(after):
        halves = index - len(text[:index].rstrip(_FLAG_HALVES))
        return halves % 2 == 0
    return not _joins_jamo(before, after) and not _is_linked(text, index)


_FLAG_HALVES = "".join(map(chr, range(0x1F1E6, 0x1F200)))


def _is_flag_half(char: str) -> bool:
    return char in _FLAG_HALVES


def _joins_jamo(before: str, after: str) -> bool:
    """Leading consonants, vowels and trailing consonants grow together into one syllable."""
    if "\u1100" <= before <= "\u115f" or "\ua960" <= before <= "\ua97c":
        return "\u1100" <= after <= "\u11a7" or "\uac00" <= after <= "\ud7a3"
    open_syllable = "\uac00" <= before <= "\ud7a3" and (ord(before) - 0xAC00) % 28 == 0
    if open_syllable or "\u1160" <= before <= "\u11a7":
        return "\u1160" <= after <= "\u11ff"
    closed = "\uac00" <= before <= "\ud7a3" or "\u11a8" <= before <= "\u11ff"
    return closed and "\u11a8" <= after <= "\u11ff"


def _extends(char: str) -> bool:
    """Marks, joiners, variation selectors, skin tones and tags belong to what stands before."""
    return (
        char in (_ZWJ, "\u200c")
        or "\U0001f3fb" <= char <= "\U0001f3ff"
        or "\U000e0020" <= char <= "\U000e007f"
        or char in "\u0e33\u0eb3\uff9e\uff9f"
        or unicodedata.category(char) in ("Mn", "Mc", "Me")
    )


def _is_linked(text: str, index: int) -> bool:
    """Return whether a virama joins the consonant at ``index`` to what stands before it."""
    return unicodedata.combining(text[index - 1]) == 9 and text[index].isalpha()
