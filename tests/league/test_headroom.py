"""``manage.py headroom``: the published figures, without a database."""

from __future__ import annotations

import json

import pytest
from django.core.management import CommandError, call_command

PUBLISHED = {
    "own_clue": (0.675, 0.01),
    "all_claims": (0.717, 0.015),
    "honest_clues": (0.925, 0.015),
    "gossip": (0.68, 0.012),
    "herd": (0.625, 0.02),
    "draws": (1.70, 0.06),
}


def test_the_command_agrees_with_the_published_figures(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("headroom", "--seeds", "6000", "--json")
    shown = capsys.readouterr()
    report = json.loads(shown.out)
    assert "6,000 of 6,000" in shown.err
    for key, (figure, within) in PUBLISHED.items():
        row = report["all"][key]
        assert row["n"] == 6000
        assert 0 < row["se"] < within
        assert row["mean"] == pytest.approx(figure, abs=within), key
    for groups in (report["by_topology"], report["by_saboteurs"]):
        assert sum(rows["gossip"]["n"] for rows in groups.values()) == 6000


def test_the_command_reads_well_and_refuses_no_seeds(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("headroom", "--seeds", "1")
    shown = capsys.readouterr().out
    assert "all-gossip table" in shown
    assert "none, n = 0" in shown
    for count in ("0", "-1", "9" * 30):
        with pytest.raises(CommandError, match="--seeds: expected 1 to 10,000,000, got"):
            call_command("headroom", "--seeds", count)
