"""The staff's part of the site: every model in the stock admin, and pages with figures.

The figures' pages stand in the menu of ``league.staff``; what they show comes from
``league.queries`` and is drawn by ``league.charts``.
"""

from league.admin import audits, dashboard, entries, episodes, ladders, policies

__all__ = ["audits", "dashboard", "entries", "episodes", "ladders", "policies"]
