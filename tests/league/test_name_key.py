"""Names that read as one: the key they are compared by, and the rows from before there was one."""

from __future__ import annotations

import sys

import pytest
from django.apps.registry import Apps
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from league.models import Policy
from league.name_key import name_key

BEFORE, AFTER = (
    ("league", "0007_count_barren_attempts"),
    ("league", "0008_compare_names_by_their_look"),
)
DOTLESS = "\u0131"
"""Its capital is a plain I, whose small letter has a dot: the one letter that case tells apart."""


def migrate(target: tuple[str, str]) -> Apps:
    """Bring the league's tables to a migration; returns the models as they are then."""
    executor = MigrationExecutor(connection)
    executor.migrate([target])
    return executor.loader.project_state([target]).apps


def test_the_key_of_a_key_is_itself_and_case_changes_no_key() -> None:
    for number in range(sys.maxunicode + 1):
        sign = chr(number)
        if "\ud800" <= sign <= "\udfff" or sign == DOTLESS:
            continue
        key = name_key(f"a{sign}b")
        assert name_key(key) == key, hex(number)
        assert name_key(f"a{sign.upper()}b") == name_key(f"a{sign.lower()}b") == key, hex(number)


@pytest.mark.django_db(transaction=True)
def test_rows_from_before_keep_their_names_and_are_found_by_them() -> None:
    try:
        rows = migrate(BEFORE).get_model("league", "Policy").objects
        for name, game in (
            ("Stra\u00dfe", "liars-dice"),
            ("STRASSE", "liars-dice"),
            ("Strasse", "rumor"),
            ("\u2800", "rumor"),
            ("\u3164", "rumor"),
        ):
            rows.create(name=name, slug=f"policy-{rows.count()}", game=game)
    finally:
        migrate(AFTER)
        executor = MigrationExecutor(connection)
        executor.migrate(executor.loader.graph.leaf_nodes())
    names = Policy.objects.order_by("pk").values_list("name", flat=True)
    assert list(names) == ["Stra\u00dfe", "STRASSE", "Strasse", "\u2800", "\u3164"]
    for policy in Policy.objects.all():
        assert Policy.named(policy.game, policy.name).first() == policy
        policy.save()
    assert Policy.named("liars-dice", "strasse").get().name == "Stra\u00dfe"
