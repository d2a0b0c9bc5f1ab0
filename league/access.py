"""Who may do what. Views, sockets, exports and pages ask here and nowhere else.

Owners read and change what is theirs, staff read everything and look after the policies of the
house. Everybody else gets what a spectator gets: each rule starts from "no".
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from secrets import compare_digest

from django.conf import settings
from django.contrib.auth.models import AnonymousUser, User
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseBase

from games.base import SPECTATOR, Audience, Seat
from league.models import Episode, Policy

type Person = User | AnonymousUser


def is_staff(user: Person) -> bool:
    return user.is_active and user.is_staff


def owns(user: Person, policy: Policy) -> bool:
    """Is this the policy's owner? Nobody owns a policy of the house, least of all a stranger."""
    return user.is_active and user.pk is not None and policy.owner_id == user.pk


def can_edit(user: Person, policy: Policy) -> bool:
    """May this person save versions and make one champion: the owner, or staff for the house."""
    return owns(user, policy) or (policy.owner_id is None and is_staff(user))


def can_retire(user: Person, policy: Policy) -> bool:
    return owns(user, policy) or is_staff(user)


def can_try_out(user: Person, policy: Policy) -> bool:
    return owns(user, policy) or is_staff(user)


def can_grade(user: Person, policy: Policy) -> bool:
    """May this person start a trial of a version, stop it, and promote by it: owner and staff."""
    return owns(user, policy) or is_staff(user)


def can_undo_promotion(user: Person) -> bool:
    """May this person take back what a trial promoted: staff."""
    return is_staff(user)


def can_read_prompt(user: Person, policy: Policy) -> bool:
    """May this person read the prompts, their comments and the notes: the owner and staff."""
    return owns(user, policy) or is_staff(user)


def can_field_baseline(user: Person) -> bool:
    return is_staff(user)


def audience_for(user: Person, episode: Episode) -> Audience:
    """Return whose private notes this person may read in an episode. Costs one query at most."""
    if not user.is_active or user.pk is None:
        return SPECTATOR
    seats = (
        episode.seats.all()
        if is_staff(user)
        else episode.seats.filter(version__policy__owner=user.pk)
    )
    return Audience(notes_of=frozenset(Seat(slot) for slot in seats.values_list("slot", flat=True)))


FORWARDED = ("X-Forwarded-For", "Forwarded", "X-Real-IP", "Via")
LOOPBACK = ("127.0.0.1", "::1")


def can_read_metrics(request: HttpRequest, user: Person) -> bool:
    """May this request read /metrics: staff, the monitoring system's token, or this very machine.

    A proxy on this machine makes strangers look local, so a request counts as local only where no
    header tells of a proxy and HTTPS, which a proxy would end, is not configured.
    """
    if is_staff(user):
        return True
    token = settings.METRICS_TOKEN
    given = request.headers.get("Authorization", "")
    if token and compare_digest(given.encode(), f"Bearer {token}".encode()):
        return True
    is_direct = not settings.IS_HTTPS and not any(name in request.headers for name in FORWARDED)
    return is_direct and request.META.get("REMOTE_ADDR") in LOOPBACK


def require(is_allowed: bool, sentence: str) -> None:
    """Raise PermissionDenied with a sentence for the page, unless it is allowed."""
    if not is_allowed:
        raise PermissionDenied(sentence)


def require_staff[**P](
    view: Callable[P, HttpResponseBase],
) -> Callable[P, HttpResponseBase]:
    """Let only staff into a view: a stranger is asked to sign in, anyone else gets a 403."""

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        request = args[0]
        assert isinstance(request, HttpRequest)
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        require(is_staff(request.user), "This page is for staff.")
        return view(*args, **kwargs)

    return guarded
