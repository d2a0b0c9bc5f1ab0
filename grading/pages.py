"""What the templates of grading's pages are given: the reading, its sentences, its drawings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.base import SPECTATOR
from grading import sentences
from grading.drawings import FLOOR, MOST_CELLS, draw_path, draw_size, draw_strip, evidence_path
from grading.models import Trial
from grading.queries.trial_list import Listed
from grading.queries.trial_page import SHOWN, name_sides, read_page, read_row, state_of
from league.access import Person
from league.models import Episode
from league.queries.frames import read_frames
from league.queries.head import read_head
from league.queries.transcript import read_transcript

MOST_FRAMES = 1_000


def trial_context(user: Person, trial: Trial, *, shows_all: bool = False) -> dict[str, Any]:
    """Return what a trial's page shows to this person."""
    page = read_page(user, trial)
    points = evidence_path(page.rows)
    state = state_of(trial)
    return {
        "page": page,
        "trial": trial,
        "state": state,
        "state_words": sentences.STATES[state],
        "is_live": sentences.is_live(trial),
        "lede": sentences.lede(page),
        "cause": sentences.cause(page.gate),
        "working": sentences.working(page.gate, trial.n_min, page.own_checks),
        "outlook": sentences.outlook(page.gate, trial.n_min),
        "favourite": sentences.favourite(page),
        "announcement": sentences.announcement(page),
        "pro": sentences.number(page.gate.evidence),
        "contra": sentences.number(page.gate.against),
        "strongest": sentences.number(page.gate.strongest),
        "paths": [
            draw_path(
                points, page.gate.threshold, trial.comparisons, page.challenger, is_wide=is_wide
            )
            for is_wide in (True, False)
        ],
        "sizebar": draw_size(page.gate.decisive, page.gate.needed),
        "strips": [
            draw_strip(page.rows, per_line, kind)
            for per_line, kind in ((50, "wide"), (28, "mid"), (13, "narrow"))
        ],
        "bar": {
            "total": max(1, page.record.decisive + page.record.ties),
            "losses_at": page.record.wins + page.record.ties,
        },
        "alpha": sentences.per_cent(trial.alpha),
        "is_floored": any(FLOOR in (pro, contra) for _, pro, contra in points),
        "strip_is_cut": page.settled > MOST_CELLS,
        "most_cells": MOST_CELLS,
        "shown": page.latest if shows_all else page.latest[:SHOWN],
        "shows_all": shows_all,
    }


def listed_context(trials: Iterable[Listed]) -> list[dict[str, Any]]:
    """Return trials of a list with their words."""
    return [
        {
            "trial": one.trial,
            "policy": one.policy,
            "challenger": one.challenger,
            "incumbent": one.incumbent,
            "judge": one.judge,
            "state": one.state,
            "words": sentences.STATES[one.state],
            "record": one.record,
            "evidence_words": sentences.number(one.evidence),
            "threshold": one.threshold,
            "needed": one.needed,
        }
        for one in trials
    ]


def comparison_context(trial: Trial, number: int) -> dict[str, Any] | None:
    """Return one comparison with both matches; None when there is none of that number."""
    found = trial.rows.filter(index=number - 1).select_related(
        "challenger_episode__ladder", "incumbent_episode__ladder"
    )
    comparison = found.first()
    if comparison is None:
        return None
    challenger, incumbent = name_sides(trial)
    sides = [
        _side(who, name, episode, comparison.slot)
        for who, name, episode in (
            ("challenger", challenger, comparison.challenger_episode),
            ("incumbent", incumbent, comparison.incumbent_episode),
        )
        if episode is not None
    ]
    made = trial.rows.count()
    return {
        "trial": trial,
        "row": read_row(comparison),
        "policy": trial.challenger.policy if trial.challenger else None,
        "challenger": challenger,
        "incumbent": incumbent,
        "sides": sides,
        "has_frames": bool(sides) and all(side["frames"] for side in sides),
        "before": number - 1 if number > 1 else None,
        "after": number + 1 if number < made else None,
    }


def _side(who: str, name: str, episode: Episode, slot: int) -> dict[str, Any]:
    frames = read_frames(episode, 0, SPECTATOR, limit=MOST_FRAMES)
    seat = episode.seats.filter(slot=slot).select_related("version").first()
    return {
        "key": who,
        "name": name,
        "episode": episode,
        "seat": seat,
        "frames": frames,
        "replay": {"head": read_head(episode), "frames": frames},
        "script_id": f"side-{who}",
        "lines": read_transcript(episode),
    }
