"""Every variant of every game has a transcript that a person can read, kept beside this file.

``uv run python -m tests.games.contract.test_transcripts`` writes them anew; read them before you
commit them.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from games.base import Seat
from games.registry import GAMES
from games.transcript import transcript
from tests.games.contract.samples import SAMPLES
from tests.games.play import play

FOLDER = Path(__file__).parent / "transcripts"
VARIANTS = [(key, name) for key, game in sorted(GAMES.items()) for name in game.variants]


def fixture_of(key: str, variant: str) -> Path:
    return FOLDER / f"{key}.{variant}.txt"


def written(key: str, variant: str) -> str:
    """Return the transcript of a short match: as spectators, then as the first seat saw it."""
    game = GAMES[key]
    config = game.configure({**game.variants[variant].settings, **SAMPLES[key].short})
    log = play(game, config, "transcript", SAMPLES[key].decide)
    seen = transcript(game, config, log)
    return f"{seen}\nAs seat 0 saw it\n\n{transcript(game, config, log, Seat(0))}"


@pytest.mark.parametrize(("key", "variant"), VARIANTS)
def test_the_transcript_reads_as_it_was_read(key: str, variant: str) -> None:
    assert written(key, variant) == fixture_of(key, variant).read_text()


@pytest.mark.parametrize(("key", "variant"), VARIANTS)
def test_each_event_has_one_numbered_line(key: str, variant: str) -> None:
    game = GAMES[key]
    config = game.configure({**game.variants[variant].settings, **SAMPLES[key].short})
    log = play(game, config, "transcript", SAMPLES[key].decide)
    lines = transcript(game, config, log).splitlines()
    assert [int(line.split()[0]) for line in lines] == list(range(1, len(log) + 1))


if __name__ == "__main__":
    for key, variant in VARIANTS:
        fixture_of(key, variant).write_text(written(key, variant))
