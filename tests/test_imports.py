"""The arrows of the house: games <- league <- grading <- calibration, and pure files stay pure."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LAYERS = ("games", "league", "grading", "calibration")
PURE = (
    "odds",
    "audit",
    "evidence",
    "record",
    "sequence",
    "posterior",
    "acquisition",
    "scoring",
    "features",
    "study",
    "agreement",
)
IMPURE = {"django", "asyncio", "os", "time", "random", "datetime", "channels", "anthropic"}


def imported(path: Path) -> Iterator[str]:
    """Yield the dotted name of every module that a file imports, wherever it does."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def files(layer: str) -> list[Path]:
    return [path for path in (ROOT / layer).rglob("*.py") if "migrations" not in path.parts]


def is_pure(path: Path) -> bool:
    parts = path.relative_to(ROOT).parts
    return parts[0] == "games" or (
        parts[0] in ("grading", "calibration")
        and path.relative_to(ROOT / parts[0]).parts[0].removesuffix(".py") in PURE
    )


@pytest.mark.parametrize("layer", LAYERS)
def test_no_import_points_up(layer: str) -> None:
    above = set(LAYERS[LAYERS.index(layer) + 1 :])
    found = [
        (path.relative_to(ROOT), name)
        for path in files(layer)
        for name in imported(path)
        if name.split(".")[0] in above
    ]
    assert found == []


def test_pure_files_touch_no_clock_no_io_no_framework() -> None:
    allowed = {("games/chance.py", "random")}
    found = [
        (str(path.relative_to(ROOT)), name)
        for layer in LAYERS
        for path in files(layer)
        if is_pure(path)
        for name in imported(path)
        if name.split(".")[0] in IMPURE
        and (str(path.relative_to(ROOT)), name.split(".")[0]) not in allowed
    ]
    assert found == []
