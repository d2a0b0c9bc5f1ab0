"""Which pages may open a socket: our own.

A browser sends its page's origin with every socket, and no cross-origin rule protects sockets, so
the check is ours. Foreign, `null` and missing origins are refused, whatever ALLOWED_HOSTS says.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http.request import split_domain_port, validate_host

DEFAULT_PORTS = {"http": "80", "https": "443", "ws": "80", "wss": "443"}


class OwnOrigin:
    """Wrap an ASGI application for sockets: refuse those that no page of ours has opened."""

    def __init__(self, application: Any) -> None:
        self._application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if is_own_origin(dict(scope["headers"])):
            await self._application(scope, receive, send)
        else:
            await refuse(scope, receive, send)


def is_own_origin(headers: dict[bytes, bytes]) -> bool:
    """Say whether the Origin header names the host that was asked, or a trusted origin."""
    origin = headers.get(b"origin", b"").decode("latin1").lower()
    host = headers.get(b"host", b"").decode("latin1").lower()
    if origin in {trusted.lower() for trusted in settings.CSRF_TRUSTED_ORIGINS}:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    if parts.scheme not in ("http", "https") or not parts.netloc:
        return False
    domain, _ = split_domain_port(host)
    if not domain or not validate_host(domain, settings.ALLOWED_HOSTS):
        return False
    port = f":{DEFAULT_PORTS[parts.scheme]}"
    return parts.netloc.removesuffix(port) == host.removesuffix(port)


async def refuse(scope: Any, receive: Any, send: Any) -> None:
    """Turn a socket away before it is accepted: the client sees status 403."""
    await receive()
    await send({"type": "websocket.close", "code": 4403})
