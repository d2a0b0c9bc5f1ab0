"""Where `serve` listens, and what `demo` brings along."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from league.demo import enter_demo_policies
from league.models import Policy
from league.server import PortTaken, format_address, open_socket


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that somebody else listens at."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield other.getsockname()[1]


def test_when_the_port_is_taken_the_next_free_one_is_used(taken: int) -> None:
    with open_socket("127.0.0.1", taken, is_fixed=False) as listener:
        port = listener.getsockname()[1]
        assert taken < port < taken + 20
        assert format_address(listener) == f"http://127.0.0.1:{port}/"


def test_a_port_that_was_asked_for_is_that_one_or_an_error(taken: int) -> None:
    with pytest.raises(PortTaken, match=f"cannot listen at 127.0.0.1:{taken} .*--port"):
        open_socket("127.0.0.1", taken, is_fixed=True)


@pytest.mark.django_db
def test_serve_says_which_port_is_taken(taken: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("league.management.commands.serve.prepare_database", lambda: None)
    with pytest.raises(CommandError, match=f"cannot listen at 127.0.0.1:{taken}"):
        call_command("serve", "--port", str(taken), stdout=StringIO())


@pytest.mark.django_db
def test_the_demo_s_policies_are_entered_once() -> None:
    enter_demo_policies()
    first = set(Policy.objects.values_list("name", flat=True))
    enter_demo_policies()
    assert first
    assert set(Policy.objects.values_list("name", flat=True)) == first


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("option", "value", "expected"),
    [
        ("--port", "99999", "--port: expected 0 to 65535, got 99999"),
        ("--port", "-1", "--port: expected 0 to 65535, got -1"),
        ("--host", "nowhere.invalid", "--host: expected an address of this machine"),
        ("--host", "192.0.2.1", "--host: expected an address of this machine"),
        ("--workers", "-1", "--workers: expected at least 0, got -1"),
    ],
)
def test_a_number_that_cannot_be_used_is_refused_by_its_name(
    option: str, value: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("league.management.commands.serve.prepare_database", lambda: None)
    monkeypatch.setattr("league.management.commands.serve.serve_forever", lambda *a, **k: None)
    with pytest.raises(CommandError, match=expected):
        call_command("serve", f"{option}={value}", stdout=StringIO())
