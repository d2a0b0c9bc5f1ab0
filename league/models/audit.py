"""Who did what."""

from __future__ import annotations

from typing import Any

from django.conf import settings as conf
from django.db import models

USER = conf.AUTH_USER_MODEL


class AuditEntry(models.Model):
    """Who did what: one row for each action that a person or a command took."""

    actor = models.ForeignKey(
        USER, on_delete=models.SET_NULL, related_name="+", null=True, blank=True
    )
    verb = models.CharField(max_length=40)
    target = models.CharField(max_length=120)
    detail = models.JSONField(default=dict, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name_plural = "audit entries"
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.verb} {self.target}"


def record(actor: Any, verb: str, target: object, **detail: Any) -> AuditEntry:
    """Write the audit row of an action, in the action's own transaction."""
    person = actor if getattr(actor, "pk", None) else None
    return AuditEntry.objects.create(
        actor=person, verb=verb, target=str(target)[:120], detail=detail
    )
