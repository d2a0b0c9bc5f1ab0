"""Daphne, which runserver uses, serves the pages and the sockets too."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from websockets.asyncio.client import connect

from tests.support.processes import league

PLAY = """
episode = make_episode()
play_out(episode)
answer = episode.pk
"""


async def frames(origin: str, episode: int) -> list[int]:
    """Return the numbers of the first frames that a match's socket sends."""
    address = f"{origin.replace('http', 'ws', 1)}/ws/matches/{episode}/?after=0"
    async with asyncio.timeout(30), connect(address, origin=origin) as socket:  # type: ignore[arg-type]  # a text is an origin
        while True:
            message = json.loads(await socket.recv())
            if message["type"] == "frames":
                return [frame["seq"] for frame in message["frames"]]


def test_daphne_serves_pages_and_sockets(tmp_path: Path) -> None:
    with league(tmp_path, HEARSAY_VAR_DIR=str(tmp_path / "var")) as one:
        assert one.command("migrate", "--verbosity", "0").returncode == 0
        episode = one.run(PLAY)
        server = one.start_module("daphne", "-b", "127.0.0.1", "-p", "0", "league.asgi:application")

        def listening() -> Any:
            return re.search(r"Listening on TCP address 127\.0\.0\.1:(\d+)", server.says())

        origin = f"http://127.0.0.1:{one.wait(listening, 'daphne listens')[1]}"
        with urlopen(f"{origin}/matches/{episode}/") as answer:
            assert answer.status == 200
        seen = asyncio.run(frames(origin, episode))
    assert seen[0] == 1
    assert seen == sorted(set(seen))
