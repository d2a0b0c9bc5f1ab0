"""What calibration adds to the league's pages, and to the staff's site."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib.auth.models import User
from django.urls import reverse

from calibration.actions.duels import DuelRefused
from calibration.actions.streams import can_compare, parent_of, start_comparison
from calibration.features import MEASURES
from calibration.models import Comparison
from calibration.queries.edits import read_edits, read_hindrance
from calibration.queries.offers import read_offer
from calibration.views import agreement, staff
from league.access import Person
from league.actions.policies import Refused
from league.extensions import MenuEntry, Panel, Step, WatchPanel, register
from league.models import Episode, Policy, Version
from league.staff import Page, add_page


def register_all() -> None:
    """Register once, when the apps are ready."""
    register(
        MenuEntry(key="duels", label="Duels", url_name="duels"),
        Step(
            key="heard-edit",
            label="Judge it blind",
            hint="Starts two matches: this version and the one before it play one unrated scenario"
            " each, on one seed. You then judge the two clips without names.",
            is_offered=_offers(Comparison.Kind.HEARD_EDIT),
            take=_starts(Comparison.Kind.HEARD_EDIT),
            hindrance=_hinders,
        ),
        Step(
            key="self-report",
            label="My edit is better",
            hint="Starts two matches: this version and the one before it play one unrated scenario"
            " each, on one seed. The pair is forecast, then your word is recorded as its answer.",
            is_offered=_offers(Comparison.Kind.SELF_REPORT),
            take=_starts(Comparison.Kind.SELF_REPORT),
            hindrance=_hinders,
            has_box=lambda user, policy: policy.game in MEASURES,
        ),
        Panel(key="edits", template="calibration/_edits.html", context=edits),
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
            route="reliability/agreement/live/",
            name="reliability_agreement_live",
            view=agreement.live,
        ),
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


def _hinders(user: User, version: Version) -> str:
    return read_hindrance(version, parent_of(version) or version)


def edits(user: Person, policy: Policy) -> Mapping[str, Any] | None:
    """Return an author's comparisons of revisions with their parents, newest first."""
    found = read_edits(user, policy)
    return {"edits": found} if found else None


def offer(user: Person, episode: Episode) -> Mapping[str, Any] | None:
    """Return the pick that a match offers; None once it is over, or where it would tell."""
    found = None if episode.is_over else read_offer(user, episode)
    return None if found is None else {"offer": found}
