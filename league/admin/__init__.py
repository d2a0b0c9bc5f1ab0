"""The staff's part of the site: every model in the stock admin, and pages with figures.

The figures' pages stand in the menu of ``league.staff``; what they show comes from
``league.queries`` and is drawn by ``league.charts``.
"""

from allauth.account import admin as accounts
from allauth.account.models import EmailAddress
from django.contrib import admin

from league.admin import audits, dashboard, entries, episodes, ladders, policies

__all__ = ["audits", "dashboard", "entries", "episodes", "ladders", "policies"]

assert accounts, "imported first, so that what it registers is there to be taken out"
admin.site.unregister(EmailAddress)  # the league knows no e-mail
