"""The watch page, and the JSON that it and anyone else may fetch of a match."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import conditional_page, require_GET

from games.base import SPECTATOR
from league.access import audience_for
from league.extensions import watch_panels_for
from league.models import Episode
from league.queries.aftermath import read_aftermath
from league.queries.frames import read_frames, read_log
from league.queries.head import read_head
from league.queries.lobby import read_others
from league.queries.transcript import read_transcript

MOST_FRAMES = 1_000
MODULES = (
    "league/dom.js",
    "league/keys.js",
    "league/words.js",
    "league/watch/state.js",
    "league/watch/log.js",
    "league/watch/socket.js",
    "league/watch/transport.js",
)
"""What the page's script imports, named in its head so that a browser fetches all at once."""
FINISHED_SECONDS = 3_600
"""How long a browser may keep the frames of a finished match without asking."""


@require_GET
def show(request: HttpRequest, pk: int) -> HttpResponse:
    """The page of one match, live and replay in one: head and frames, and the log in words."""
    found = Episode.objects.select_related("ladder").prefetch_related("seats__version__policy")
    episode = get_object_or_404(found, pk=pk)
    all_frames = read_frames(episode, 0, SPECTATOR, limit=MOST_FRAMES)
    context = {
        "tab": "watch",
        "episode": episode,
        "head": read_head(episode),
        "frames": all_frames,
        "table": all_frames[-1]["table"] if all_frames else None,
        "lines": read_transcript(episode),
        "others": read_others(episode),
        "modules": MODULES,
        "panels": watch_panels_for(request.user, episode),
        "may_read_notes": audience_for(request.user, episode) != SPECTATOR,
    }
    return render(request, "league/watch.html", context)


@require_GET
@conditional_page
def frames(request: HttpRequest, pk: int) -> HttpResponse:
    """Frames after `?after=n` as any spectator may see them, and the number of the log's last."""
    episode = get_object_or_404(Episode, pk=pk)
    after = _number(request.GET.get("after", ""))
    found = read_frames(episode, after, SPECTATOR, limit=MOST_FRAMES)
    last = max(episode.last_seq, found[-1]["seq"] if found else 0)
    response = JsonResponse({"frames": found, "last": last})
    is_settled = episode.status == Episode.Status.FINISHED
    response["Cache-Control"] = f"public, max-age={FINISHED_SECONDS}" if is_settled else "no-cache"
    return response


@require_GET
def log(request: HttpRequest, pk: int) -> HttpResponse:
    """The whole log as a download; `?notes=1` adds the private notes that this person may read."""
    episode = get_object_or_404(Episode.objects.select_related("ladder"), pk=pk)
    with_notes = request.GET.get("notes") == "1"
    audience = audience_for(request.user, episode) if with_notes else SPECTATOR
    if with_notes and audience == SPECTATOR:
        return JsonResponse(
            {"error": "Notes are for the owners of the policies at this table and for staff."},
            status=403,
        )
    head, events = read_head(episode), read_log(episode, audience)
    response = JsonResponse(
        {"head": head, "notes_of": sorted(audience.notes_of), "events": events},
        json_dumps_params={"indent": 1, "ensure_ascii": False},
    )
    name = f"match-{episode.pk}{'-notes' if with_notes else ''}.json"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "private, no-store" if with_notes else "no-cache"
    return response


@require_GET
def aftermath(request: HttpRequest, pk: int) -> HttpResponse:
    """What the messages of a finished match did, in games that tell; 404 before the end."""
    episode = get_object_or_404(Episode, pk=pk, status=Episode.Status.FINISHED)
    response = JsonResponse(read_aftermath(episode))
    response["Cache-Control"] = f"public, max-age={FINISHED_SECONDS}"
    return response


def _number(text: str) -> int:
    """Read a frame's number; anything that is not one counts as 0."""
    return int(text[:12]) if text.isascii() and text.isdigit() else 0
