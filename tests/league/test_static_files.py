"""Static files come whole: a streamed answer makes Django warn under ASGI."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import settings
from django.test import AsyncClient, Client

ADDRESS = "/static/league/base.css"
FILE = Path(settings.BASE_DIR) / "static" / "league" / "base.css"


def test_a_file_comes_whole_with_its_own_headers(client: Client) -> None:
    reply = client.get(ADDRESS)
    assert (reply.status_code, reply.streaming) == (200, False)
    assert reply.content == FILE.read_bytes()
    assert reply["content-type"] == 'text/css; charset="utf-8"'
    assert reply["content-length"] == str(len(reply.content))
    assert client.get(ADDRESS, headers={"if-none-match": reply["etag"]}).status_code == 304


async def test_no_warning_comes_under_asgi(async_client: AsyncClient) -> None:
    reply = await async_client.get(ADDRESS)
    assert reply.content == FILE.read_bytes()


@pytest.mark.parametrize(
    ("asked", "status", "length"),
    [("bytes=2-5", 206, 4), ("bytes=999999999-", 416, 0), ("a few", 200, len(FILE.read_bytes()))],
)
def test_a_part_of_a_file(client: Client, asked: str, status: int, length: int) -> None:
    reply = client.get(ADDRESS, headers={"range": asked})
    assert reply.status_code == status
    assert len(reply.content) == length


def test_other_methods_bring_nothing(client: Client) -> None:
    assert client.head(ADDRESS).content == b""
    assert client.post(ADDRESS).status_code == 405
