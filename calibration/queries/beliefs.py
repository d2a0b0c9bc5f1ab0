"""The beliefs that policies state in Rumor, as forecasts of the truth: answer A or answer B.

A belief that a fallback stated is not the policy's and is left out, and so are matches that count
for nothing because they are void or not finished.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from datetime import datetime

from calibration.scoring import Resolved, Side
from league.models import Episode, Event, Seat

NEWEST = 1_000
"""Matches that are read, the newest first."""
SIDES = {"a": Side.A, "b": Side.B}


def read_beliefs(
    *,
    policy_id: int | None = None,
    ballots_only: bool = False,
    since: datetime | None = None,
    until: datetime | None = None,
    newest: int = NEWEST,
) -> Mapping[int, list[Resolved]]:
    """Return stated beliefs with the truth, by policy id; ``ballots_only`` leaves talk out."""
    seats = Seat.objects.filter(episode__game="rumor", episode__status=Episode.Status.FINISHED)
    if policy_id is not None:
        seats = seats.filter(version__policy=policy_id)
    if since is not None:
        seats = seats.filter(episode__ended_at__gte=since)
    if until is not None:
        seats = seats.filter(episode__ended_at__lt=until)
    chosen = list(
        seats.order_by("-episode_id").values_list("episode", flat=True).distinct()[:newest]
    )
    policies = {
        (episode, slot): policy
        for episode, slot, policy in seats.filter(episode__in=chosen).values_list(
            "episode", "slot", "version__policy"
        )
    }
    kinds = ["vote", "tally"] if ballots_only else ["say", "vote", "tally"]
    events = Event.objects.filter(episode__in=chosen, kind__in=kinds).order_by("episode", "seq")
    stated: dict[int, list[tuple[int, int]]] = defaultdict(list)
    found: dict[int, list[Resolved]] = defaultdict(list)
    for episode, data in events.values_list("episode", "data").iterator():
        if data["kind"] == "tally":
            truth = SIDES[data["truth"]]
            for policy, belief in stated.pop(episode, []):
                found[policy].append(Resolved(p_a=belief / 100, came=truth))
        elif (policy_of := policies.get((episode, data["seat"]))) and _is_own(data):
            stated[episode].append((policy_of, data["belief"]))
    return dict(found)


def _is_own(data: Mapping[str, object]) -> bool:
    return data["fallback"] is None and not data.get("forced", False)
