"""The judges that a trial may choose from. Another one is a class and a line here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from grading.judges.base import Judge
from grading.judges.claude import Claude
from grading.judges.rules import Mistakes, ScoreOutcome

DEFAULT = "mistakes"


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeKind:
    """A judge on offer."""

    key: str
    title: str
    summary: str
    """One sentence for whoever chooses."""
    make: Callable[[], Judge]
    is_model: bool = False
    """Asks the model: it costs, reads the rubric, and is tried by a canary."""


_ALL = (
    JudgeKind(
        key="mistakes",
        title="Mistakes",
        summary="Counts wrong decisions with all hands open. Free, and always the same.",
        make=Mistakes,
    ),
    JudgeKind(
        key="outcome",
        title="Outcome",
        summary="The higher score wins. Free, and as lucky as the game is.",
        make=ScoreOutcome,
    ),
    JudgeKind(
        key="claude",
        title="Claude",
        summary="The model reads both transcripts under the rubric.",
        make=Claude,
        is_model=True,
    ),
)
JUDGES: Mapping[str, JudgeKind] = {kind.key: kind for kind in _ALL}


class UnknownJudge(ValueError):
    """A judge that is not on offer."""


def get_judge(key: str) -> JudgeKind:
    """Return the judge of that key. Raises UnknownJudge naming those that exist."""
    try:
        return JUDGES[key]
    except KeyError:
        raise UnknownJudge(f"judge: expected one of {', '.join(JUDGES)}, got {key!r}") from None
