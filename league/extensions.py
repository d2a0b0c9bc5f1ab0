"""What the apps above the league add to its pages.

An app registers when it is ready (``AppConfig.ready``); the league never imports it. Keys are
unique, and things stand on the page in the order in which they were registered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User

from league.access import Person
from league.models import Episode, Policy, Version


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """A part of a policy's page."""

    key: str
    template: str
    """Rendered with the page's context and what ``context`` returns, under ``panel``."""
    context: Callable[[Person, Policy], Mapping[str, Any] | None]
    """Returns what the template needs, or None where there is nothing to show."""


def nothing_hinders(user: User, version: Version) -> str:
    """Say that a step may be taken now."""
    return ""


def never(user: User, policy: Policy) -> bool:
    """Say that a step has no box."""
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What an author may do with a saved version, as a button beside "Make champion"."""

    key: str
    label: str
    hint: str
    """One sentence on what will happen."""
    is_offered: Callable[[User, Version], bool]
    """Asked again when the button is pressed."""
    take: Callable[[User, Version], str]
    """Does it and returns the address to go to. May raise ``actions.policies.Refused``."""
    hindrance: Callable[[User, Version], str] = nothing_hinders
    """Says in a sentence why it cannot be taken just now; empty when it can. The sentence stands in
    the button's place. For a box it is asked about the version that is being revised."""
    has_box: Callable[[User, Policy], bool] = never
    """Says whether it is offered as a box to tick on the form that saves a policy's next version
    too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchPanel:
    """A part of a match's page, beside the seats."""

    key: str
    template: str
    """Rendered with the page's context and what ``context`` returns, under ``panel``."""
    context: Callable[[Person, Episode], Mapping[str, Any] | None]
    """Returns what the template needs, or None where there is nothing to show."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MenuEntry:
    """An entry of the top bar, or a page that belongs under one of its entries."""

    key: str
    """The ``tab`` of its pages, where it stands in the bar itself."""
    label: str
    url_name: str
    under: str = ""
    """The ``tab`` of the bar that it belongs under; then that page and the footer link to it."""


panels: dict[str, Panel] = {}
steps: dict[str, Step] = {}
menu: dict[str, MenuEntry] = {}
watch_panels: dict[str, WatchPanel] = {}


def register(*things: Panel | Step | MenuEntry | WatchPanel) -> None:
    """Add things to the pages. Raises ValueError for a key that is taken by its kind."""
    for thing in things:
        match thing:
            case Panel():
                _add(panels, thing.key, thing)
            case Step():
                _add(steps, thing.key, thing)
            case MenuEntry():
                _add(menu, thing.key, thing)
            case WatchPanel():
                _add(watch_panels, thing.key, thing)


def _add[T](shelf: dict[str, T], key: str, thing: T) -> None:
    if key in shelf:
        raise ValueError(f"expected a key that is free, got {key!r} twice")
    shelf[key] = thing


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPanel:
    """A panel that has something to show on a page."""

    template: str
    context: Mapping[str, Any]


def panels_for(user: Person, policy: Policy) -> list[ShownPanel]:
    """Return the panels of a policy's page that have something to show to this person."""
    found = [(panel.template, panel.context(user, policy)) for panel in panels.values()]
    return [ShownPanel(template=name, context=told) for name, told in found if told is not None]


def watch_panels_for(user: Person, episode: Episode) -> list[ShownPanel]:
    """Return the panels of a match's page that have something to show to this person."""
    found = [(panel.template, panel.context(user, episode)) for panel in watch_panels.values()]
    return [ShownPanel(template=name, context=told) for name, told in found if told is not None]


def steps_for(user: User, version: Version) -> list[Step]:
    """Return the steps that this author may take with this version."""
    return [step for step in steps.values() if step.is_offered(user, version)]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownStep:
    """A step on a page, and what is in its way just now."""

    step: Step
    hindrance: str


def shown_steps(user: User, version: Version) -> list[ShownStep]:
    """Return the steps of a version as its page shows them."""
    found = steps_for(user, version)
    return [ShownStep(step=step, hindrance=step.hindrance(user, version)) for step in found]


def boxes_for(user: User, latest: Version) -> list[ShownStep]:
    """Return the steps that the form which saves the version after ``latest`` offers as boxes."""
    found = [step for step in steps.values() if step.has_box(user, latest.policy)]
    return [ShownStep(step=step, hindrance=step.hindrance(user, latest)) for step in found]
