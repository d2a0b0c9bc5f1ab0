"""Where sockets are answered."""

from __future__ import annotations

from typing import Any

from django.urls import path, re_path

from league.live.origin import refuse
from league.live.sockets import ladder_socket, lobby_socket, match_socket

websocket_urlpatterns: list[Any] = [
    path("ws/matches/<int:pk>/", match_socket),  # type: ignore[arg-type]  # an ASGI application
    path("ws/lobby/", lobby_socket),  # type: ignore[arg-type]  # an ASGI application
    path("ws/ladders/<slug:slug>/", ladder_socket),  # type: ignore[arg-type]  # an ASGI application
    re_path(r"", refuse),  # type: ignore[arg-type]  # an ASGI application
]
