"""The addresses of the whole site."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from django.contrib import admin
from django.urls import URLPattern, URLResolver, get_resolver


def own_names(resolver: URLResolver) -> Iterator[str]:
    """Yield the names that stand in the one space that every template and ``reverse`` shares."""
    for found in resolver.url_patterns:
        if isinstance(found, URLResolver):
            if found.namespace != admin.site.name:
                yield from own_names(found)
        elif isinstance(found, URLPattern) and found.name:
            yield found.name


def test_no_two_pages_share_a_name() -> None:
    """They would be told apart by the shape of their arguments alone."""
    names = Counter(own_names(get_resolver()))
    assert "edit_comparison" in names, "the pages of the apps above count too"
    assert [name for name, times in names.items() if times > 1] == []
