"""Telling every process that there is more.

The database is the truth and a message is a hint: it is sent after the commit, it may carry the new
frames so that nobody needs to read them again, and when it is lost the hubs find out by the numbers
or at their next look. So a layer that fails is logged, and never stops whoever publishes.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

from games.base import Json
from league.live.groups import LOBBY, episode_group, ladder_group
from league.models import Episode
from league.queries.frames import encode_frame

log = logging.getLogger(__name__)
PAYLOAD_LIMIT = 64_000
"""Characters of frames that one message carries; above it, it only says that there is more."""


async def publish_frames(episode: Episode, frames: Sequence[Json]) -> None:
    """Tell the watchers of a match and the lobby about new frames; call it after the commit.

    `frames` are spectators' frames in order (`queries.frames.make_frame`). Never raises for the
    layer's faults.
    """
    if not frames:
        return
    texts = [encode_frame(frame) for frame in frames]
    if sum(map(len, texts)) > PAYLOAD_LIMIT:
        texts = []
    first, last = frames[0]["seq"], frames[-1]["seq"]
    body = {"episode": episode.pk, "first": first, "last": last, "texts": texts}
    await _send(
        {
            episode_group(episode.pk): {"type": "frames", **body},
            LOBBY: {"type": "frames", **body, "first": last, "texts": texts[-1:]},
        }
    )


async def apublish_status(episode: Episode) -> None:
    """Tell everyone that a match began, ended, failed, was voided or became unrated."""
    message = {"type": "status", "episode": episode.pk}
    messages = {episode_group(episode.pk): message, LOBBY: message}
    if episode.ladder_id is not None and episode.is_over:
        messages[ladder_group(episode.ladder_id)] = {"type": "standings"}
    await _send(messages)


def publish_status(episode: Episode) -> None:
    """Do the same from an action: `transaction.on_commit(partial(publish_status, episode))`."""
    async_to_sync(apublish_status)(episode)


async def _send(messages: Mapping[str, Json]) -> None:
    """Send a message to each group, all of them on their way at once, and return when all are sent.

    A group gets one of them, so that its messages stay in the order in which they are published.
    """
    await asyncio.gather(*(send_to_group(group, one) for group, one in messages.items()))


async def send_to_group(group: str, message: Json) -> None:
    """Send a message to a group, and log it when the layer fails."""
    layer = get_channel_layer()
    if layer is None:
        return
    try:
        await layer.group_send(group, {**message, "to": group})
    except Exception:
        log.warning("a message to group %s was lost", group, exc_info=True)
