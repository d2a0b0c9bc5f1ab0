"""The axis of time: its ticks stand at the starts of periods, and tell them apart."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from league.charts.time_axis import DAY, HOUR, MOST_TICKS, time_axis

MORNING = datetime(2026, 11, 30, 5, tzinfo=UTC)
MIDNIGHT = datetime(2026, 11, 30, tzinfo=UTC)


def spans(first: datetime, period: timedelta) -> list[list[datetime]]:
    counts = (1, 2, 3, 4, 7, 12, 25, 48, 60, 365, 800)
    return [[first + place * period for place in range(count)] for count in counts]


@pytest.mark.parametrize("starts", spans(MORNING, HOUR), ids=len)
def test_no_two_ticks_over_hours_read_the_same(starts: list[datetime]) -> None:
    axis = time_axis(starts, HOUR)
    assert 1 <= len(axis["tickvals"]) == len(set(axis["ticktext"])) <= MOST_TICKS
    assert {datetime.fromisoformat(tick) for tick in axis["tickvals"]} <= set(starts)


@pytest.mark.parametrize("starts", spans(MIDNIGHT, DAY), ids=len)
def test_no_two_ticks_over_days_read_the_same(starts: list[datetime]) -> None:
    axis = time_axis(starts, DAY)
    assert 1 <= len(axis["tickvals"]) == len(set(axis["ticktext"])) <= MOST_TICKS
    assert {datetime.fromisoformat(tick) for tick in axis["tickvals"]} <= set(starts)


def test_ticks_name_what_they_need_to_be_told_apart() -> None:
    assert time_axis([MORNING, MORNING + 2 * HOUR], HOUR)["ticktext"] == ["05:00", "06:00", "07:00"]
    assert time_axis([MORNING + 18 * HOUR, MORNING + 20 * HOUR], HOUR)["ticktext"] == [
        "23:00<br>30 Nov",
        "00:00<br>1 Dec",
        "01:00<br>1 Dec",
    ]
    assert time_axis([MIDNIGHT, MIDNIGHT + 2 * DAY], DAY)["ticktext"] == [
        "30 Nov",
        "1 Dec",
        "2 Dec",
    ]
    assert time_axis([MIDNIGHT, MIDNIGHT + 366 * DAY], DAY)["ticktext"][0] == "30 Nov<br>2026"


def test_the_first_and_the_last_period_have_room() -> None:
    low, high = map(datetime.fromisoformat, time_axis([MIDNIGHT], DAY)["range"])
    assert low < MIDNIGHT - DAY / 2 < MIDNIGHT + DAY / 2 < high
