"""What the tests of calibration share: nothing kept between tests, and a league with clips."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from django.contrib.auth.models import User

from calibration.actions.clips import current_scaling, cut_clips
from calibration.actions.duels import rater_for
from calibration.models import Rater
from calibration.queries.evidence import forget_evidence
from tests.support.stored import make_match


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    forget_evidence()
    yield
    forget_evidence()


@pytest.fixture
def chance() -> np.random.Generator:
    return np.random.default_rng(11)


@pytest.fixture
def user(db: None) -> User:
    return User.objects.create_user("rater", password="rater-pass-1")


@pytest.fixture
def rater(user: User) -> Rater:
    """A rater in a league with the clips of two matches."""
    for seed in ("5eed", "5eee"):
        cut_clips(make_match(seed=seed * 16))
    assert current_scaling("liars-dice") is not None
    return rater_for(user, "liars-dice")
