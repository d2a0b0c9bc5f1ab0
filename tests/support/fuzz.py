"""Hostile requests to every address of the site, the same ones for the same seed."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import quote, urlencode

from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RegexPattern, RoutePattern

type Pair = tuple[str, str]

METHODS = ("GET", "POST", "HEAD", "OPTIONS", "PUT", "PATCH", "DELETE")
HOSTILE = (
    "",
    "0",
    "-1",
    "9" * 30,
    "9" * 9,
    "9223372036854775808",
    "2147483648",
    "1e999",
    "nan",
    "\x00",
    "a\x00b",
    "\ud7ff\uffff\U0010ffff",
    "\u202e\u200b\u0661\u00b2",
    "<script>window.pwn=1</script>",
    "'\"><svg onload=window.pwn=1>",
    "' OR 1=1 --",
    "{{7*7}}%s%(x)s",
    "../../etc/passwd",
    "x" * 5_000,
    "\r\nSet-Cookie: pwn=1",
    "[1]",
    "null",
    "on",
)
"""Texts for any parameter; the site's own values stand beside them."""
QUERY = (
    "page", "all", "policy", "other", "version", "variant", "game", "judge", "rubric", "span",
    "ladder", "measure", "after", "notes", "from", "to", "show", "games", "kind", "status", "next",
    "q", "o", "p", "e", "id", "id__exact", "pk__in", "sort", "order", "purpose", "is_staff__exact",
    "_changelist_filters", "_popup", "_to_field", "app_label", "model_name", "field_name", "term",
)  # fmt: skip
"""Names that some page reads from its address."""


@dataclass(frozen=True, slots=True)
class Place:
    """One address pattern: its text with a gap for each argument."""

    parts: tuple[str, ...]
    """Texts around the gaps: one more than there are gaps."""
    kinds: tuple[str, ...]
    """What each gap takes: ``int``, ``slug``, ``path`` or ``str``."""

    def filled(self, values: Sequence[str]) -> str:
        texts = [quote(value, safe="", errors="surrogatepass") for value in values]
        return "/" + "".join(
            part + text for part, text in zip(self.parts, [*texts, ""], strict=True)
        )


def places() -> list[Place]:
    """Return every address pattern of the site, the admin's too."""
    found = [_place(route) for route in _routes(get_resolver(), "")]
    return sorted(set(found), key=lambda place: place.parts)


def _routes(resolver: URLResolver, before: str) -> Iterator[str]:
    for one in resolver.url_patterns:
        pattern = one.pattern
        route = str(pattern)
        if isinstance(pattern, RegexPattern):
            route = re.sub(r"\(\?P<(\w+)>[^)]*\)", r"<path:\1>", route).strip("^$")
        else:
            assert isinstance(pattern, RoutePattern)
        if isinstance(one, URLResolver):
            yield from _routes(one, before + route)
        elif isinstance(one, URLPattern):
            yield before + route


def _place(route: str) -> Place:
    pieces = re.split(r"<(?:(\w+):)?\w+>", route)
    return Place(tuple(pieces[::2]), tuple(kind or "str" for kind in pieces[1::2]))


@dataclass(slots=True)
class Form:
    """A form that a page offered: where it goes, and what it would send untouched."""

    action: str
    method: str
    fields: list[Pair] = field(default_factory=list)

    @property
    def shape(self) -> tuple[str, str, frozenset[str]]:
        """What two forms share that do the same: the path, the method, the names."""
        return self.action.partition("?")[0], self.method, frozenset(dict(self.fields))


class Forms(HTMLParser):
    """Collects the forms of a page."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.address = address
        self.found: list[Form] = []
        self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = {key: value or "" for key, value in attrs}
        if tag == "form":
            action = named.get("action") or self.address
            self.found.append(Form(action, named.get("method", "get").upper()))
        if not self.found:
            return
        fields, name = self.found[-1].fields, named.get("name", "")
        if tag == "select":
            self._select = name
        elif tag == "option" and self._select:
            fields.append((self._select, named.get("value", "")))
        elif tag in ("input", "button", "textarea") and name:
            fields.append((name, named.get("value", "")))

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self._select = ""


def forms_of(address: str, html: str) -> list[Form]:
    parser = Forms(address)
    parser.feed(html)
    return parser.found


def spoil(form: Form, chance: random.Random) -> list[Pair]:
    """Return a form's fields with some emptied, replaced, doubled or left out."""
    kept = {name: value for name, value in form.fields if chance.random() < 0.5 or value}
    pairs = list(kept.items())
    for _ in range(chance.randint(1, 3)):
        if not pairs:
            break
        at = chance.randrange(len(pairs))
        name = pairs[at][0]
        match chance.randrange(4):
            case 0:
                del pairs[at]
            case 1:
                pairs.append((name, chance.choice(HOSTILE)))
            case _:
                pairs[at] = (name, chance.choice(HOSTILE))
    return pairs


def query(chance: random.Random) -> str:
    """Return a query string of known names with hostile values; mostly none."""
    if chance.random() < 0.4:
        return ""
    names = chance.sample(QUERY, chance.randint(1, 4))
    if chance.random() < 0.2:
        names.append(names[0])
    return "?" + urlencode([(name, chance.choice(HOSTILE)) for name in names])


def body(pairs: Sequence[Pair]) -> dict[str, Any]:
    """Return fields as the keywords of a test client's request."""
    return {"data": urlencode(pairs), "content_type": "application/x-www-form-urlencoded"}


def walk(known: Mapping[str, Sequence[str]], chance: random.Random) -> Iterator[tuple[str, str]]:
    """Yield requests, as method and address: each place as it is meant to be asked, then not.

    ``known`` holds values that exist, for each kind of gap.
    """
    for place in places():
        meant = [chance.choice(known[kind]) for kind in place.kinds]
        yield "GET", place.filled(meant)
        yield chance.choice(METHODS), place.filled(meant) + query(chance)
        if place.kinds:
            yield "GET", place.filled([chance.choice(HOSTILE) for _ in place.kinds])
        else:
            yield "GET", place.filled(()) + query(chance)


def spoiled(forms: Iterable[Form], chance: random.Random) -> Iterator[tuple[str, str, list[Pair]]]:
    """Yield what to send to each form twice, as method, address and fields."""
    for form in forms:
        for _ in range(2):
            pairs = spoil(form, chance)
            if form.method == "POST":
                yield "POST", form.action, pairs
            else:
                yield "GET", f"{form.action.partition('?')[0]}?{urlencode(pairs)}", []
