"""Rubrics: the house's own, and saving the next version of one."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from grading.models import Rubric
from league.models import record

HOUSE = "sound-play"
TITLE = "Sound play"
TEXT = """Prefer the seat whose decisions were sounder, given what it could know when it made them.

1. Bids and claims: does it say what its own cards or clues and the others' words support? Does it \
bluff where a bluff can gain something, and not out of habit?
2. Challenges and votes: does it call what is unlikely and let pass what is likely, counting what \
its own hand holds and what the bids say about the others' hands?
3. Talk: do its words serve its play? Length, politeness and confidence count for nothing.

Judge the decisions and not their luck: a sound decision that lost is better than a poor one that \
won. Where the decisions are equally sound, answer tie."""


def house_rubric() -> Rubric:
    """Return the newest version of the house's rubric, made if there is none."""
    found = Rubric.objects.filter(slug=HOUSE).order_by("-number").first()
    if found is None:
        defaults = {"title": TITLE, "text": TEXT}
        found, _ = Rubric.objects.get_or_create(slug=HOUSE, number=1, defaults=defaults)
    return found


def newest_rubrics() -> list[Rubric]:
    """Return the newest version of every rubric, the house's first."""
    house = house_rubric()
    newest = {rubric.slug: rubric for rubric in Rubric.objects.order_by("slug", "number")}
    return [newest.pop(house.slug), *newest.values()]


@transaction.atomic
def save_rubric(actor: Any, *, slug: str, title: str, text: str) -> Rubric:
    """Save a text as the next version of a rubric; what was judged under older ones is kept."""
    last = Rubric.objects.select_for_update().filter(slug=slug).order_by("-number").first()
    rubric = Rubric.objects.create(
        slug=slug,
        number=last.number + 1 if last else 1,
        title=title,
        text=text,
        author=actor if getattr(actor, "pk", None) else None,
    )
    record(actor, "save rubric", rubric, slug=slug, number=rubric.number)
    return rubric
