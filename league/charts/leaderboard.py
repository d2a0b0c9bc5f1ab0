"""The leaderboard as a figure: every champion's scores as a box, its mean with the interval."""

from __future__ import annotations

import plotly.graph_objects as go

from league.charts.figure import Chart, Table, figure, label, text
from league.figures import score_text, span_text
from league.queries.scores import Leader, Leaderboard

ROW_HEIGHT = 46


def leaderboard(board: Leaderboard, title: str) -> Chart:
    """Draw the leaders that have scores, the highest mean on top.

    ``title`` is the ladder's finding, so that staff and everyone read the same of one ladder.
    """
    shown = [
        leader for leader in board.leaders if leader.spread and leader.standing.low is not None
    ]
    return Chart(
        key=f"scores-{board.ladder.pk}",
        title=title,
        note="Boxes hold the middle half of the seat scores, whiskers the rest within 1.5 boxes; "
        "the dot is the mean with its 95 % interval." + provisional(shown),
        figure=_draw(board, shown) if shown else {},
        table=Table(
            header=("Policy", "Matches", "Mean", "95 % interval", "Median", "Middle half"),
            rows=tuple(_row(leader) for leader in board.leaders),
        ),
    )


def provisional(shown: list[Leader]) -> str:
    """Say who of the drawn has no rank, so that nobody takes the top row for a leader."""
    names = [one.standing.version.policy.name for one in shown if one.is_provisional]
    return f" Without a rank yet: {', '.join(names)}." if names else ""


def _draw(board: Leaderboard, shown: list[Leader]) -> dict[str, object]:
    places = list(range(len(shown)))
    spreads = [leader.spread for leader in shown if leader.spread]
    standings = [leader.standing for leader in shown]
    means = [float(row.mean or 0.0) for row in standings]
    names = [row.version.policy.name for row in standings]
    hovers = [
        f"{text(name)}: mean {score_text(mean)}<br>95 % interval {span_text(row.low, row.high)}<br>"
        f"{row.episodes:,} matches"
        for name, mean, row in zip(names, means, standings, strict=True)
    ]
    return figure(
        [
            go.Box(
                y=places,
                orientation="h",
                lowerfence=[spread.low for spread in spreads],
                q1=[spread.lower for spread in spreads],
                median=[spread.median for spread in spreads],
                q3=[spread.upper for spread in spreads],
                upperfence=[spread.high for spread in spreads],
                width=0.5,
                hoverinfo="skip",
                showlegend=False,
            ),
            go.Scatter(
                x=means,
                y=places,
                mode="markers",
                error_x={
                    "array": [(row.high or 0.0) - (row.mean or 0.0) for row in standings],
                    "arrayminus": [(row.mean or 0.0) - (row.low or 0.0) for row in standings],
                },
                customdata=hovers,
                hovertemplate="%{customdata}<extra></extra>",
                showlegend=False,
            ),
        ],
        height=ROW_HEIGHT * len(shown) + 84,
        xaxis={
            "title": {"text": "score of a seat"},
            "range": padded(board.score_range),
            "tickformat": ".2f",
        },
        yaxis={
            "tickvals": places,
            "ticktext": [
                f"{label(name)}  n {spread.n:,}"
                for name, spread in zip(names, spreads, strict=True)
            ],
            "range": [len(shown) - 0.5, -0.5],
            "showgrid": False,
        },
        meta={"short": [f"{label(name, 12)}" for name in names]},
        shapes=[
            {
                "type": "line",
                "x0": board.break_even,
                "x1": board.break_even,
                "y0": 0,
                "y1": 1,
                "yref": "paper",
                "line": {"dash": "dash", "width": 1.5},
                "layer": "below",
            }
        ],
        annotations=[
            {
                "x": board.break_even,
                "y": 1,
                "yref": "paper",
                "yanchor": "bottom",
                "text": "break even",
            }
        ],
        margin={"t": 28},
    )


def padded(ends: tuple[float, float]) -> list[float]:
    """Return a range a little wider, so that nothing on its ends is cut."""
    low, high = ends
    return [low - 0.02 * (high - low), high + 0.02 * (high - low)]


def _row(leader: Leader) -> tuple[object, ...]:
    standing, spread = leader.standing, leader.spread
    return (
        standing.version,
        f"{standing.episodes:,}",
        score_text(standing.mean),
        span_text(standing.low, standing.high),
        score_text(spread.median if spread else None),
        span_text(spread.lower, spread.upper) if spread else "–",
    )
