"""The ASGI application: pages over HTTP, matches over WebSockets.

Sockets carry what any spectator may see and nothing else, so they read no session: that saves two
queries for each, and no cookie can widen what a socket sends.
"""

from __future__ import annotations

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
pages = get_asgi_application()

from channels.routing import ProtocolTypeRouter, URLRouter

# The pages' modules load seconds of imports: at the start, not while the first visitor waits.
import league.urls  # noqa: F401
from league.live.origin import OwnOrigin
from league.live.routing import websocket_urlpatterns

application = ProtocolTypeRouter(
    {"http": pages, "websocket": OwnOrigin(URLRouter(websocket_urlpatterns))}
)
