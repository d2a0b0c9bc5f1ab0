"""The staff's dashboard and leaderboards: is the league healthy, who leads, what needs a person."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from league.charts.audit import plural
from league.charts.health import fallbacks, latencies, throughput
from league.charts.leaderboard import leaderboard
from league.charts.page import chart_page
from league.models import Episode, Ladder, LeagueSettings
from league.queries.findings import find
from league.queries.health import Health, Supply, read_health
from league.queries.scores import champions, read_leaderboard
from league.queries.standings import read_board
from league.staff import Page, add_page


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """Something that a person should look at."""

    sentence: str
    url: str
    link: str
    is_urgent: bool = False


def records(model: str, **filters: object) -> str:
    """Return the address of a list in the admin with its filters."""
    query = {key: value for key, value in filters.items() if value is not None}
    address = reverse(f"admin:league_{model}_changelist")
    return f"{address}?{urlencode(query)}" if query else address


def show(request: HttpRequest) -> HttpResponse:
    """Show the last 24 hours; every number leads to the list behind it."""
    health = read_health()
    charts = [throughput(health), fallbacks(health), latencies(health)]
    below = LeagueSettings.load().provisional_below
    context = {
        "title": "Dashboard",
        "health": health,
        "needs": list(needs(health)),
        "tiles": tiles(health),
        "charts": charts,
        "supplies": [supply_row(health, supply, below) for supply in health.supplies],
        "outcomes": [
            (outcome or "played", n, records("modelcall", outcome__exact=outcome))
            for outcome, n in health.outcomes.items()
        ],
    }
    return chart_page(request, "admin/league/dashboard.html", charts, context)


def tiles(health: Health) -> list[tuple[str, int, str]]:
    """Return the numbers on top: their words, their value, and the list that explains them."""
    ended = {"ended_at__gte": health.since.isoformat()}
    ladder = {"purpose__exact": Episode.Purpose.LADDER.value}
    counts = health.counts
    return [
        ("running now", counts["running"], records("episode", status__exact="running")),
        ("queued now", counts["queued"], records("episode", status__exact="queued")),
        (
            "finished, of any kind",
            counts["finished"],
            records("episode", status__exact="finished", **ended),
        ),
        ("failed", counts["failed"], records("episode", status__exact="failed", **ended)),
        (
            "ladder matches not rated",
            sum(health.unrated.values()),
            records("episode", is_rated__exact=0, status__exact="finished", **ended, **ladder),
        ),
        (
            "moves by a fallback, in any match",
            health.fallback_total,
            records("seat", fallbacks__gt=0, episode__ended_at__gte=health.since.isoformat()),
        ),
    ]


def needs(health: Health) -> Iterator[Need]:
    """Yield what needs a person, the urgent first."""
    counts = health.counts
    if health.refused_credentials:
        yield Need(
            sentence=f"The provider refused our credentials "
            f"{plural(health.refused_credentials, 'time')} in 24 hours; "
            "baselines play instead, unrated.",
            url=records("modelcall", outcome__exact="credentials"),
            link="See the calls",
            is_urgent=True,
        )
    if counts["failed"]:
        yield Need(
            sentence=f"Our own fault: {plural(counts['failed'], 'match', 'matches')} failed.",
            url=records("episode", status__exact="failed"),
            link="Read why, run again",
            is_urgent=True,
        )
    if health.stuck:
        yield Need(
            sentence=f"{plural(len(health.stuck), 'match', 'matches')} should have moved on: "
            "no event or no worker for minutes.",
            url=records("episode", id__in=",".join(str(row.pk) for row in health.stuck[:50])),
            link="See them",
            is_urgent=True,
        )
    for bill in health.bills:
        if bill.spending.is_reached:
            yield Need(
                sentence=f"{bill.name} reached its limit of ${bill.spending.limit} today; "
                "baselines play until midnight UTC.",
                url=records("leaguesettings"),
                link="See the limits",
            )
    for supply in health.supplies:
        if supply.is_starved and health.is_matchmaking:
            yield Need(
                sentence=f"{supply.ladder.title} has no match queued or running.",
                url=records("ladder"),
                link="See its settings",
            )
    if not health.is_matchmaking:
        yield Need(
            sentence="Matchmaking is off, so no ladder gets new matches.",
            url=records("leaguesettings"),
            link="Turn it on",
        )
    paused = [supply.ladder.title for supply in health.supplies if supply.ladder.is_paused]
    if paused:
        yield Need(
            sentence=f"Paused: {', '.join(paused)}.",
            url=records("ladder", is_paused__exact=1),
            link="Resume",
        )
    if not health.has_model:
        yield Need(
            sentence="No model is configured: prompt policies wait for a seat on the ladders. "
            "In a try-out a fallback baseline plays for them, unrated.",
            url=reverse("admin:index"),
            link="Set ANTHROPIC_API_KEY and restart",
        )


def supply_row(health: Health, supply: Supply, provisional_below: int) -> dict[str, Any]:
    """Return a ladder's line: its state in a word, its leader, and the lists behind its numbers.

    The leader has the highest mean of those with a rank, or of all while nobody has one.
    """

    def episodes(status: str, **more: object) -> str:
        ladder = supply.ladder.pk
        return records("episode", ladder__id__exact=ladder, status__exact=status, **more)

    rows = [row for row in champions(supply.ladder) if row.low is not None]
    ranked = [row for row in rows if row.episodes >= provisional_below]
    leader = next(iter(ranked or rows), None)
    state = "paused" if supply.ladder.is_paused else "starved" if supply.is_starved else "in play"
    return {
        "supply": supply,
        "state": state,
        "wait": wait(supply.oldest_wait),
        "leader": leader,
        "is_ranked": leader is not None and leader.episodes >= provisional_below,
        "running_url": episodes("running"),
        "queued_url": episodes("queued"),
        "finished_url": episodes("finished", ended_at__gte=health.since.isoformat()),
    }


def wait(span: timedelta | None) -> str:
    """Write how long a match has waited."""
    if span is None:
        return "–"
    minutes = int(span.total_seconds() // 60)
    return f"{minutes // 60} h {minutes % 60} min" if minutes >= 60 else f"{minutes} min"


def leaderboards(request: HttpRequest) -> HttpResponse:
    """Show one ladder's leaderboard, or the first ladder's."""
    ladders = list(Ladder.objects.all())
    asked = request.GET.get("ladder")
    ladder = next((one for one in ladders if one.slug == asked), ladders[0] if ladders else None)
    context: dict[str, Any] = {"title": "Leaderboards", "ladders": ladders, "ladder": ladder}
    charts = []
    if ladder:
        board = read_leaderboard(ladder)
        charts = [leaderboard(board, find(read_board(ladder)).title)]
        context |= {"board": board, "chart": charts[0]}
    return chart_page(request, "admin/league/leaderboards.html", charts, context)


add_page(
    Page(
        route="dashboard/",
        name="dashboard",
        view=show,
        title="Dashboard",
        position=1,
        summary="Is the league healthy, who leads, what needs me?",
    )
)
add_page(
    Page(
        route="leaderboards/",
        name="leaderboards",
        view=leaderboards,
        title="Leaderboards",
        position=2,
        summary="Who leads each ladder, and how widely do the scores spread?",
    )
)
