"""Policies and their immutable versions."""

from __future__ import annotations

from typing import Any

from django.conf import settings as conf
from django.db import models
from django.db.models import Case, Q, Value, When
from django.urls import reverse

from league.name_key import name_key

PROMPT_LIMIT = 4_000
USER = conf.AUTH_USER_MODEL


class Policy(models.Model):
    """A named line of immutable versions for one game, owned by a person or by the house."""

    class Kind(models.TextChoices):
        PROMPT = "prompt", "Prompt"
        SCRIPTED = "scripted", "Scripted baseline"

    name = models.CharField(max_length=60)
    name_key = models.TextField(editable=False)
    """What the name is compared by (``league.name_key``); set with the row, as names never change.

    Rows from before the key that would share one keep their names: all but the oldest have their
    number after it."""
    slug = models.SlugField(max_length=80, unique=True)
    game = models.CharField(max_length=40)
    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.PROMPT)
    owner = models.ForeignKey(
        USER,
        on_delete=models.PROTECT,
        related_name="policies",
        null=True,
        blank=True,
        help_text="Empty for a policy of the house.",
    )
    champion = models.ForeignKey(
        "Version", on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    created_at = models.DateTimeField(auto_now_add=True)
    retired_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "policies"
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(fields=["game", "name_key"], name="policy_name_once_per_game")
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.name_key = self.name_key or name_key(self.name)
        super().save(*args, **kwargs)

    def get_absolute_url(self) -> str:
        return reverse("policy", args=[self.slug])

    @classmethod
    def named(cls, game: str, name: str) -> models.QuerySet[Policy]:
        """Return the policies of a game that people read as having this name, the very one first.

        One at most, but for rows from before names were compared by their key.
        """
        is_same = Case(When(name=name, then=Value(0)), default=Value(1))
        alike = cls.objects.filter(Q(name_key=name_key(name)) | Q(name=name), game=game)
        return alike.order_by(is_same, "pk")

    @property
    def is_scripted(self) -> bool:
        return self.kind == self.Kind.SCRIPTED


class Version(models.Model):
    """One immutable version of a policy: a prompt, or a baseline with its parameters."""

    policy = models.ForeignKey(Policy, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    prompt = models.TextField(blank=True, max_length=PROMPT_LIMIT)
    baseline = models.CharField(max_length=40, blank=True)
    parameters = models.JSONField(default=dict, blank=True)
    comment = models.CharField(max_length=200, blank=True, help_text="What changed, for people.")
    author = models.ForeignKey(
        USER, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["policy", "-number"]
        constraints = [
            models.UniqueConstraint(fields=["policy", "number"], name="version_number_once"),
            models.CheckConstraint(
                condition=Q(prompt="", baseline__gt="") | Q(prompt__gt="", baseline=""),
                name="version_is_prompt_or_baseline",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.policy.name} v{self.number}"


class Promotion(models.Model):
    """How a version became champion: the reigns of a policy, oldest first."""

    policy = models.ForeignKey(Policy, on_delete=models.PROTECT, related_name="promotions")
    version = models.ForeignKey(Version, on_delete=models.PROTECT, related_name="promotions")
    previous = models.ForeignKey(
        Version, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    is_graded = models.BooleanField(
        default=False, help_text="A trial decided; otherwise its author's word."
    )
    reason = models.CharField(max_length=200, blank=True)
    actor = models.ForeignKey(
        USER, on_delete=models.SET_NULL, related_name="+", null=True, blank=True
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["policy", "pk"]

    def __str__(self) -> str:
        return f"{self.version} became champion"
