"""A league of any size without playing it: policies of known strength and bulk-written matches."""

from __future__ import annotations

from datetime import timedelta

import numpy as np
from django.contrib.auth.models import User
from django.utils import timezone

from games.registry import get_game
from league.actions.house import set_up_league
from league.actions.standings import rebuild_standings
from league.models import Episode, Ladder, Policy, Seat, Version
from tests.support.ladders import ALIASES

CAST = (
    ("Cold Arithmetic", "ferrous", 0.07, 0.22),
    ("The Magpie", "corvid", 0.06, 0.41),
    ("Slow Ledger", "hallmark", 0.05, 0.14),
    ("Second Opinion", "night-desk", 0.03, 0.27),
    ("Quiet Hand", "tern", 0.02, 0.19),
    ("Devil’s Advocate", "ostler", 0.01, 0.36),
    ("Long Memory", "hallmark", 0.0, 0.25),
    ("Pocket Audit", "ferrous", -0.01, 0.21),
    ("Plain Dealer", "tern", -0.02, 0.09),
    ("Loud Neighbour", "quillon", -0.05, 0.52),
    ("Night Clerk", "night-desk", -0.07, 0.58),
    ("Coin in the Air", "ferrous", -0.09, 0.49),
)
STRENGTHS = {"bayes": 0.02, "pressure": -0.04}
BATCH = 5_000


def make_league(episodes: int, *, ladder: str = "liars-dice-standard") -> Ladder:
    """Set up the league and fill one ladder with finished, rated, counted matches."""
    set_up_league()
    found = Ladder.objects.get(slug=ladder)
    cast = [_champion(name, owner) for name, owner, *_ in CAST]
    house = Policy.objects.filter(owner=None, game=found.game).select_related("champion")
    cast += [policy.champion for policy in house if policy.champion]
    strengths = [row[2] for row in CAST] + [STRENGTHS.get(one.name, 0.0) for one in house]
    bluffs = [row[3] for row in CAST] + [0.3] * len(house)
    _write_matches(found, cast, np.array(strengths), np.array(bluffs), episodes)
    rebuild_standings(found)
    found.refresh_from_db()
    return found


def _champion(name: str, owner: str) -> Version:
    account, _ = User.objects.get_or_create(username=owner)
    slug = name.lower().replace(" ", "-").replace("’", "")
    policy, is_new = Policy.objects.get_or_create(
        name=name, slug=slug, game="liars-dice", owner=account
    )
    if is_new:
        policy.champion = Version.objects.create(policy=policy, number=1, prompt="Count first.")
        policy.save()
    assert policy.champion is not None
    return policy.champion


def _write_matches(
    ladder: Ladder, cast: list[Version], strengths: np.ndarray, bluffs: np.ndarray, episodes: int
) -> None:
    chance = np.random.default_rng(1)
    game = get_game(ladder.game)
    settings = game.settings(game.configure(game.variants[ladder.variant].settings))
    now = timezone.now()
    for start in range(0, episodes, BATCH):
        numbers = range(start, min(episodes, start + BATCH))
        made = Episode.objects.bulk_create(
            Episode(
                purpose=Episode.Purpose.LADDER,
                ladder=ladder,
                game=ladder.game,
                variant=ladder.variant,
                settings=settings,
                seed=f"synthetic {ladder.slug} {number}",
                salt="salt",
                commitment="c",
                status=Episode.Status.FINISHED,
                reason="complete",
                results={
                    "reason": "complete",
                    "scores": [0.5] * 4,
                    "stats": [],
                    "details": {"deals_played": 8},
                },
                ended_at=now - timedelta(minutes=2 + 3 * (episodes - number)),
            )
            for number in numbers
        )
        Seat.objects.bulk_create(
            seat for one in made for seat in _seats(one, cast, strengths, bluffs, chance)
        )


def _seats(
    episode: Episode,
    cast: list[Version],
    strengths: np.ndarray,
    bluffs: np.ndarray,
    chance: np.random.Generator,
) -> list[Seat]:
    picked = chance.choice(len(cast), 4, replace=False)
    edges = strengths[picked] - strengths[picked].mean()
    wins = chance.binomial(4, np.clip(0.5 + 2 * edges, 0.02, 0.98))
    losses = 4 - wins
    return [
        Seat(
            episode=episode,
            slot=slot,
            position=slot,
            alias=ALIASES[slot],
            version=cast[who],
            score=0.5 + float(wins[slot] - losses[slot] - (2 * wins.mean() - 4)) / 16,
            stats={
                "wins": int(wins[slot]),
                "losses": int(losses[slot]),
                "bids": 20,
                "false_bids": int(chance.binomial(20, bluffs[who])),
                "challenges": 4,
                "challenges_won": 2,
            },
            decisions=24,
            model_decisions=0 if cast[who].baseline else 24 - int(chance.random() < 0.1),
            cost=0.0 if cast[who].baseline else float(chance.uniform(0.03, 0.06)),
        )
        for slot, who in enumerate(picked)
    ]
