"""What players write: cleaned, and never cut inside one user-visible character."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.speech import clean_line, clean_notes, cut

FAMILY = "👩‍👩‍👧"
CLUSTERS = (
    "e\u0301",  # a letter and its accent
    FAMILY,
    "👍🏽",  # a skin tone
    "❤\ufe0f",  # a variation selector
    "🇨🇭",  # a flag of two halves
    "\u1100\u1161\u11a8",  # a Hangul syllable of jamo
    "\uac00\u11a8",  # an open syllable and its final
    "\uac01\u11a8",
    "\u0915\u094d\u0937",  # a Devanagari conjunct
    "\U0001f3f4\U000e0067\U000e0062\U000e007f",  # a flag of tags
    "\u0e01\u0e33",  # Thai sara am
    "a\u0328\u0304",
)


@pytest.mark.parametrize("cluster", CLUSTERS)
def test_no_cut_falls_inside_a_user_visible_character(cluster: str) -> None:
    for lead in range(12):
        text = "x" * lead + cluster * 12
        for limit in range(lead + 1, len(text)):
            kept = cut(text, limit)
            assert kept.endswith("…")
            assert len(kept) <= limit
            assert kept[:-1] == "x" * min(lead, len(kept) - 1) + cluster * (
                max(0, len(kept) - 1 - lead) // len(cluster)
            )
            assert limit - len(kept) < len(cluster)


@pytest.mark.parametrize("pair", ["ab", "\uac00\uac01", "日本", "👍👎", "\u1161a", "a\u1100"])
def test_characters_that_merely_meet_may_be_parted(pair: str) -> None:
    assert cut(pair * 5, 4) == (pair * 5)[:3] + "…"


def test_flags_are_counted_from_where_they_begin() -> None:
    assert cut("🇨🇭🇩🇪🇫🇷", 4) == "🇨🇭…"
    assert cut("🇨🇭🇩🇪🇫🇷", 5) == "🇨🇭🇩🇪…"


def test_a_line_is_one_line() -> None:
    assert clean_line("a\nb\r\n\tc\x07d\u2028e", 140) == "a b c d e"
    assert clean_line(" \n ", 140) is None
    assert clean_line("\x00\ud800", 140) is None
    assert clean_line("nul\x00 and lone \udfff surrogate", 140) == "nul and lone  surrogate"
    assert clean_line("x" * 140, 140) == "x" * 140
    assert clean_line("x" * 141, 140) == "x" * 139 + "…"


def test_notes_keep_their_lines() -> None:
    assert clean_notes("a\r\nb\rc\n\td\x07\x00", 400) == "a\nb\nc\n\td"
    assert clean_notes("", 400) == ""


@given(st.text(alphabet=st.characters(), max_size=60), st.integers(1, 20))
def test_cleaning_is_done_once(text: str, limit: int) -> None:
    """What was cleaned stays as it is: the rules hold a log to that."""
    line, notes = clean_line(text, limit), clean_notes(text, limit)
    assert line is None or clean_line(line, limit) == line
    assert clean_notes(notes, limit) == notes
    for kept in (line or "", notes):
        assert len(kept) <= limit
        kept.encode()
        assert "\x00" not in kept
    assert not any(unicodedata.category(char) == "Cc" for char in line or "")
