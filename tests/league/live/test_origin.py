"""Field case 9: a socket opened by a foreign page is refused."""

from __future__ import annotations

import pytest
from channels.testing import WebsocketCommunicator
from pytest_django.fixtures import Settings

from league.asgi import application
from league.live.origin import is_own_origin


def headers(origin: str | None, host: str = "hearsay.example") -> dict[bytes, bytes]:
    found = {b"host": host.encode()}
    return found if origin is None else found | {b"origin": origin.encode()}


@pytest.fixture(autouse=True)
def _hosts(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["hearsay.example", "127.0.0.1", "[::1]"]
    settings.CSRF_TRUSTED_ORIGINS = []


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("https://hearsay.example", "hearsay.example"),
        ("http://hearsay.example:80", "hearsay.example"),
        ("https://hearsay.example", "hearsay.example:443"),
        ("HTTPS://Hearsay.Example", "hearsay.example"),
        ("http://127.0.0.1:8000", "127.0.0.1:8000"),
        ("http://[::1]:8000", "[::1]:8000"),
    ],
)
def test_our_own_page_may_open_a_socket(origin: str, host: str) -> None:
    assert is_own_origin(headers(origin, host))


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("https://evil.example", "hearsay.example"),
        ("https://hearsay.example.evil.example", "hearsay.example"),
        ("https://evil.example", "evil.example"),
        ("http://127.0.0.1:8001", "127.0.0.1:8000"),
        ("https://hearsay.example:8443", "hearsay.example"),
        ("file://hearsay.example", "hearsay.example"),
        ("hearsay.example", "hearsay.example"),
        ("null", "hearsay.example"),
        ("", "hearsay.example"),
        (None, "hearsay.example"),
        ("https://hearsay.example", ""),
        ("https://[", "hearsay.example"),
    ],
)
def test_a_foreign_a_null_and_a_missing_origin_are_refused(origin: str | None, host: str) -> None:
    assert not is_own_origin(headers(origin, host))


def test_an_open_list_of_hosts_does_not_open_the_sockets(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    assert not is_own_origin(headers(None))
    assert not is_own_origin(headers("https://evil.example"))
    assert is_own_origin(headers("https://hearsay.example"))


def test_a_trusted_origin_may_open_a_socket(settings: Settings) -> None:
    settings.CSRF_TRUSTED_ORIGINS = ["https://www.hearsay.example"]
    assert is_own_origin(headers("https://www.hearsay.example"))


@pytest.mark.parametrize("path", ["/ws/matches/1/", "/ws/lobby/", "/ws/ladders/x/", "/ws/other/"])
async def test_every_socket_is_behind_the_check(path: str) -> None:
    foreign = [(b"host", b"hearsay.example"), (b"origin", b"https://evil.example")]
    socket = WebsocketCommunicator(application, path, headers=foreign)
    assert (await socket.connect())[0] is False


async def test_an_address_that_does_not_exist_is_refused_without_an_error() -> None:
    own = [(b"host", b"hearsay.example"), (b"origin", b"https://hearsay.example")]
    socket = WebsocketCommunicator(application, "/ws/nothing/", headers=own)
    assert (await socket.connect())[0] is False
