"""A revision and its parent, each playing the same scenario on the same seed."""

from __future__ import annotations

from django.conf import settings as conf
from django.db import models
from django.db.models import Q

from calibration.models.duels import Duel
from league.models import Episode, Version

USER = conf.AUTH_USER_MODEL


class Comparison(models.Model):
    """An author's revision beside its parent, met blind or reported."""

    class Kind(models.TextChoices):
        HEARD_EDIT = "heard_edit", "Blind duel"
        SELF_REPORT = "self_report", "Tick"

    kind = models.CharField(max_length=14, choices=Kind.choices)
    author = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="comparisons")
    version = models.ForeignKey(Version, on_delete=models.PROTECT, related_name="+")
    parent = models.ForeignKey(Version, on_delete=models.PROTECT, related_name="+")
    version_episode = models.OneToOneField(
        Episode, on_delete=models.PROTECT, related_name="+", verbose_name="version's match"
    )
    parent_episode = models.OneToOneField(
        Episode, on_delete=models.PROTECT, related_name="+", verbose_name="parent's match"
    )
    duel = models.OneToOneField(
        Duel, on_delete=models.SET_NULL, related_name="comparison", null=True, blank=True
    )
    problem = models.CharField(
        max_length=200, blank=True, help_text="Why no duel came of it; empty while it may."
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["version", "kind"], name="comparison_once_per_kind"),
            models.CheckConstraint(
                condition=~Q(version=models.F("parent")), name="comparison_of_two_versions"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.version} beside its parent"
