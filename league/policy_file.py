"""The file that leagues exchange policies in: a JSON list of names and environments.

    [{"name": "The Magpie", "env": {"PLAYER_PROMPT": "Count first."}},
     {"name": "Steady", "env": {"PLAYER_SCRIPTED": "bayes", "SAFE": "0.3"}}]

A prompt or a baseline, never both. Beside ``PLAYER_SCRIPTED`` the environment may hold the
baseline's parameters, in any letter case, as numbers or as texts that are numbers. Other keys are
named as ignored. Every problem is found at once, each with its place in the file. A file holds at
most 1,000 policies: they are entered in one transaction, and all else waits for it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from games.base import AnyGame, BaselineKind
from games.errors import BadSetting
from league.actions.policies import Content
from league.name_key import name_key
from league.wording import BadText, clean_name, clean_prompt

PROMPT_KEY = "PLAYER_PROMPT"
SCRIPTED_KEY = "PLAYER_SCRIPTED"
MOST_POLICIES = 1_000
LONGEST_QUOTE = 60
"""Characters of a file's own text in a sentence about it."""


class BadFile(ValueError):
    """A file that cannot be taken. ``problems`` are sentences, each with its place."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = tuple(problems)


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One policy of the file, as far as it can be read; ``place`` is such as ``[3]``."""

    place: str
    name: str | None
    content: Content | None
    problems: tuple[str, ...]
    """What is wrong with it by itself; the name and the content are there when nothing is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicyFile:
    """A list of policies, each read as far as it can be: the league may find more in its way."""

    items: tuple[Item, ...]
    ignored: tuple[str, ...]
    """Places of keys that mean nothing here."""

    @property
    def problems(self) -> tuple[str, ...]:
        return tuple(problem for item in self.items for problem in item.problems)


def load_policy_file(path: Path, game: AnyGame) -> PolicyFile:
    """Read a file from disk. Raises BadFile, also when it cannot be read or is not UTF-8."""
    try:
        return parse_policy_file(path.read_bytes().decode("utf-8-sig"), game)
    except OSError as error:
        raise BadFile([f"{path}: expected a file to read, got {error.strerror}"]) from None
    except UnicodeDecodeError as error:
        raise BadFile([f"{path}: expected UTF-8 text, got byte {error.start} otherwise"]) from None


def parse_policy_file(text: str, game: AnyGame) -> PolicyFile:
    """Read the text of a file for a game. Raises BadFile when it is no list of policies."""
    try:
        data = json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=_refuse_doubles)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise BadFile([f"{place}: expected JSON, got {error.msg.lower()}"]) from None
    except (ValueError, RecursionError) as error:
        raise BadFile([f"expected JSON, got {error}"]) from None
    if not isinstance(data, list):
        raise BadFile([f"expected a list of policies, got {_kind(data)}"])
    if len(data) > MOST_POLICIES:
        raise BadFile([f"expected at most {MOST_POLICIES:,} policies in a file, got {len(data):,}"])
    if not data:
        raise BadFile(["expected at least one policy, got an empty list"])
    reader = _Reader(game)
    items = [reader.read(f"[{index}]", one) for index, one in enumerate(data)]
    return PolicyFile(items=tuple(items), ignored=tuple(reader.ignored))


class _Reader:
    """Reads items one by one and remembers their names and what it passed over."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.problems: list[str] = []
        self.ignored: list[str] = []
        self._names: dict[str, str] = {}

    def read(self, place: str, item: Any) -> Item:
        self.problems = []
        name, content = None, None
        if isinstance(item, dict):
            self.ignored += [f"{place}.{quoted(key)}" for key in item if key not in ("name", "env")]
            name = self._name(f"{place}.name", item.get("name"))
            content = self._content(f"{place}.env", item.get("env"))
        else:
            self._refuse(place, "an object with name and env", _kind(item))
        return Item(place=place, name=name, content=content, problems=tuple(self.problems))

    def _name(self, place: str, value: Any) -> str | None:
        if not isinstance(value, str):
            self._refuse(place, "a text", _kind(value))
            return None
        try:
            name = clean_name(value)
        except BadText as error:
            self.problems.append(f"{place}: {error}")
            return None
        first = self._names.setdefault(name_key(name), place)
        if first != place:
            self._refuse(place, "a name that comes once", f"{name!r}, which {first} has")
            return None
        return name

    def _content(self, place: str, env: Any) -> Content | None:
        if not isinstance(env, dict):
            self._refuse(place, f"an object with {PROMPT_KEY} or {SCRIPTED_KEY}", _kind(env))
            return None
        found = [key for key in (PROMPT_KEY, SCRIPTED_KEY) if key in env]
        if len(found) != 1:
            got = "both" if found else "neither"
            self._refuse(place, f"either {PROMPT_KEY} or {SCRIPTED_KEY}", got)
            return None
        if found == [PROMPT_KEY]:
            self.ignored += [f"{place}.{quoted(key)}" for key in env if key != PROMPT_KEY]
            return self._prompt(f"{place}.{PROMPT_KEY}", env[PROMPT_KEY])
        return self._baseline(place, env)

    def _prompt(self, place: str, value: Any) -> Content | None:
        if not isinstance(value, str):
            self._refuse(place, "a text", _kind(value))
            return None
        try:
            return Content(prompt=clean_prompt(value))
        except BadText as error:
            self.problems.append(f"{place}: {error}")
            return None

    def _baseline(self, place: str, env: Mapping[str, Any]) -> Content | None:
        key = env[SCRIPTED_KEY]
        kind = self.game.baselines.get(key) if isinstance(key, str) else None
        if kind is None:
            known = ", ".join(self.game.baselines)
            self._refuse(f"{place}.{SCRIPTED_KEY}", f"one of {known}", short(key))
            return None
        parameters = self._parameters(place, env, kind)
        if parameters is None:
            return None
        try:
            self.game.baseline(kind.key, parameters)
        except BadSetting as error:
            self.problems.append(f"{place}.{error}")
            return None
        return Content(baseline=kind.key, parameters=parameters)

    def _parameters(
        self, place: str, env: Mapping[str, Any], kind: BaselineKind
    ) -> dict[str, float] | None:
        """Return all parameters of a baseline, those of the file over the defaults."""
        known = {one.key: one for one in kind.parameters}
        values: dict[str, float] = {one.key: one.default for one in kind.parameters}
        is_good = True
        for key, value in env.items():
            parameter = known.get(key.lower())
            if key == SCRIPTED_KEY:
                continue
            if parameter is None:
                self.ignored.append(f"{place}.{quoted(key)}")
                continue
            number = _number(value, integer=parameter.integer)
            if number is None or not parameter.low <= number <= parameter.high:
                what = "a whole number" if parameter.integer else "a number"
                span = f"{what} from {parameter.low:g} to {parameter.high:g}"
                self._refuse(f"{place}.{key}", span, short(value))
                is_good = False
            else:
                values[parameter.key] = number
        return values if is_good else None

    def _refuse(self, place: str, expected: str, got: str) -> None:
        """Note a problem."""
        self.problems.append(f"{place}: expected {expected}, got {got}")


def quoted(key: str) -> str:
    """Return a key as it stands in a place: whole when it is a plain word, else short and escaped.

    A terminal obeys control characters, and a line end would begin a sentence of the file's own.
    """
    is_plain = key.isascii() and key.isprintable() and 0 < len(key) <= LONGEST_QUOTE
    return key if is_plain else short(key)


def short(value: Any) -> str:
    """Return a value of the file as a sentence quotes it: a text's beginning, a list's kind."""
    if isinstance(value, list | dict):
        return _kind(value)
    if isinstance(value, str) and len(value) > LONGEST_QUOTE:
        return f"{value[:LONGEST_QUOTE]!a}… ({len(value):,} characters)"
    said = ascii(value)
    return said if len(said) <= 10 * LONGEST_QUOTE else "a very large number"


def _number(value: Any, *, integer: bool) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    if not integer:
        return number
    return int(number) if number.is_integer() else None


def _kind(value: Any) -> str:
    """Name a JSON value's type in JSON's own words."""
    match value:
        case None:
            return "nothing"
        case bool():
            return "true or false"
        case int() | float():
            return "a number"
        case str():
            return "a text"
        case list():
            return "a list"
        case _:
            return "an object"


def _refuse_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Read an object; of a key that comes twice, one value would be lost without a word."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"the key {short(key)} twice in one object")
        found[key] = value
    return found


def _refuse_constant(name: str) -> Any:
    raise ValueError(name)
