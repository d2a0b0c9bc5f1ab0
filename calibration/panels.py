"""What calibration adds to the league's pages, and to the staff's site."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from itertools import combinations
from typing import Any

from django.contrib.auth.models import User
from django.urls import reverse

from calibration.actions.duels import DuelRefused
from calibration.actions.streams import can_compare, start_comparison
from calibration.features import MEASURES
from calibration.models import Comparison
from calibration.views import agreement, staff
from league.access import Person
from league.actions.policies import Refused
from league.extensions import MenuEntry, Step, WatchPanel, register
from league.models import Episode, Version
from league.staff import Page, add_page


def register_all() -> None:
    """Register once, when the apps are ready."""
    register(
        MenuEntry(key="duels", label="Duels", url_name="duels"),
        Step(
            key="heard-edit",
            label="Judge it blind",
            hint="It and its parent play one unrated match each on one seed; you then judge the two"
            " clips without names.",
            is_offered=_offers(Comparison.Kind.HEARD_EDIT),
            take=_starts(Comparison.Kind.HEARD_EDIT),
        ),
        Step(
            key="self-report",
            label="My edit is better",
            hint="Says so on record: both play one unrated match on one seed, the pair is forecast,"
            " then your word counts as its answer.",
            is_offered=_offers(Comparison.Kind.SELF_REPORT),
            take=_starts(Comparison.Kind.SELF_REPORT),
        ),
        WatchPanel(key="offer", template="calibration/_offer.html", context=offer),
    )
    for page in (
        Page(
            route="reliability/",
            name="reliability",
            view=staff.show,
            title="Reliability",
            summary="Is a forecast as sure as it should be?",
            position=6,
        ),
        Page(route="reliability/reliability.csv", name="reliability_csv", view=staff.csv),
        Page(route="reliability/reliability.json", name="reliability_json", view=staff.json),
        Page(route="reliability/agreement/", name="reliability_agreement", view=agreement.show),
        Page(
            route="reliability/agreement/start/",
            name="reliability_agreement_start",
            view=agreement.start,
        ),
        Page(
            route="reliability/agreement/<int:pk>/stop/",
            name="reliability_agreement_stop",
            view=agreement.stop,
        ),
        Page(
            route="reliability/agreement/agreement.csv",
            name="reliability_agreement_csv",
            view=agreement.csv,
        ),
        Page(
            route="reliability/agreement/agreement.json",
            name="reliability_agreement_json",
            view=agreement.json,
        ),
    ):
        add_page(page)


def _offers(kind: Comparison.Kind) -> Callable[[User, Version], bool]:
    return lambda user, version: can_compare(user, version, kind)


def _starts(kind: Comparison.Kind) -> Callable[[User, Version], str]:
    def start(user: User, version: Version) -> str:
        try:
            return reverse("edit_comparison", args=[start_comparison(user, version, kind).pk])
        except DuelRefused as refusal:
            raise Refused("", str(refusal)) from None

    return start


def offer(user: Person, episode: Episode) -> Mapping[str, Any] | None:
    """Return two seats of a running match to pick between; None where an offer would tell."""
    measure = MEASURES.get(episode.game)
    if measure is None or measure.so_far is None or episode.status != Episode.Status.RUNNING:
        return None
    seats = list(episode.seats.select_related("version__policy"))
    pairs = [
        pair
        for pair in combinations(seats, 2)
        if pair[0].version.policy_id != pair[1].version.policy_id
    ]
    if not pairs:
        return None
    a, b = random.choice(pairs)
    return {"a": a, "b": b, "episode": episode, "is_signed_in": user.is_authenticated}
