"""Reading settings from the environment: a value that cannot be used stops the program by name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import SplitResult, urlsplit

from django.core.exceptions import ImproperlyConfigured
from environs import Env, EnvError

HOST = re.compile(r"\*|\.?[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*\.?|\[[0-9A-Fa-f:.]+\]")
"""A name (with a dot before it: and all names below), an address, or a star for any."""
LIKE_POSTGRESQL = "postgresql://user:password@host:5432/league"
LIKE_REDIS = "redis://host:6379/0"
env = Env()


def read(kind: str, name: str, **options: Any) -> Any:
    """Read one variable, or stop with its name and what was expected."""
    try:
        return getattr(env, kind)(name, **options)
    except EnvError as error:
        raise ImproperlyConfigured(f"{name}: {error}") from None


def read_text(name: str) -> str:
    """Read a text without the space around it; empty when it is not set."""
    return str(read("str", name, default="")).strip()


def read_key(name: str) -> str:
    """Read what is sent as a header: plain characters only, or stop. Never shows the value."""
    key = read_text(name)
    if not (key.isascii() and key.isprintable()) or " " in key:
        raise ImproperlyConfigured(f"{name}: expected letters, digits and signs without a space")
    return key


def read_hosts(name: str, default: Sequence[str]) -> list[str]:
    """Read names of hosts, with commas; without scheme, port and path."""
    hosts = _read_list(name, default)
    for host in hosts:
        if not HOST.fullmatch(host):
            raise ImproperlyConfigured(
                f"{name}: expected names such as league.example, with commas, got {host!r}"
            )
    return hosts


def read_origins(name: str) -> list[str]:
    """Read origins, with commas: a scheme and a host, and nothing after them."""
    origins = _read_list(name, ())
    for origin in origins:
        parts = _split(name, origin)
        is_origin = parts.scheme in ("http", "https") and parts.hostname
        if not is_origin or origin != f"{parts.scheme}://{parts.netloc}":
            raise ImproperlyConfigured(
                f"{name}: expected origins such as https://league.example, with commas, "
                f"got {origin!r}"
            )
    return origins


def read_address(name: str) -> str | None:
    """Read the address of an HTTP service; None when it is not set."""
    address = read_text(name)
    if not address:
        return None
    parts = _split(name, address)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ImproperlyConfigured(f"{name}: expected https://… or http://… with a host")
    return address


def read_database(name: str) -> str:
    """Read the URL of a PostgreSQL database; empty when it is not set. Never shows the value."""
    url = read_text(name)
    if not url:
        return ""
    parts = _split(name, url)
    if parts.scheme not in ("postgres", "postgresql"):
        raise ImproperlyConfigured(f"{name}: expected {LIKE_POSTGRESQL}, or nothing for SQLite")
    if not parts.path.strip("/"):
        raise ImproperlyConfigured(f"{name}: expected the database's name at the end of the URL")
    return url


def read_redis(name: str) -> str:
    """Read the URL of a Redis; empty when it is not set. Never shows the value."""
    url = read_text(name)
    if not url:
        return ""
    parts = _split(name, url)
    if parts.scheme not in ("redis", "rediss", "unix"):
        raise ImproperlyConfigured(f"{name}: expected {LIKE_REDIS}, rediss://… or unix://…")
    number = parts.path.strip("/")
    if parts.scheme != "unix" and not (parts.hostname and (not number or number.isdecimal())):
        raise ImproperlyConfigured(
            f"{name}: expected {LIKE_REDIS}, with a host, and a number or nothing at the end"
        )
    return url


def _read_list(name: str, default: Sequence[str]) -> list[str]:
    found = [one.strip() for one in read("list", name, default=list(default))]
    return [one for one in found if one]


def _split(name: str, url: str) -> SplitResult:
    """Split a URL whose host and port can be read, or stop."""
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018  # reading it checks it
    except ValueError:  # its text may hold a part of the password
        raise ImproperlyConfigured(
            f"{name}: expected a URL with a number as its port, and signs in a password as %xx"
        ) from None
    return parts
