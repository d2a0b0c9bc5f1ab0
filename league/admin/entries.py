"""Audit entries in the admin: who did what, never edited."""

from __future__ import annotations

from django.contrib import admin

from league.admin.records import KeptAdmin
from league.models import AuditEntry


@admin.register(AuditEntry)
class AuditEntryAdmin(KeptAdmin):
    list_display = ("created_at", "actor", "verb", "target")
    list_filter = ("verb",)
    list_select_related = ("actor",)
    search_fields = ("target", "actor__username")
    date_hierarchy = "created_at"
