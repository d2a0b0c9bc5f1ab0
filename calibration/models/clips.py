"""Clips, and the frozen scalings by which their features are compared."""

from __future__ import annotations

from django.db import models

from league.models import Episode, Policy, Seat, Version


class Clip(models.Model):
    """One seat's play: a deal of Liar's Dice, an episode of Rumor."""

    episode = models.ForeignKey(
        Episode, on_delete=models.CASCADE, related_name="clips", verbose_name="match"
    )
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="clips")
    version = models.ForeignKey(Version, on_delete=models.PROTECT, related_name="+")
    policy = models.ForeignKey(Policy, on_delete=models.PROTECT, related_name="+")
    game = models.CharField(max_length=40)
    part = models.PositiveIntegerField(help_text="The deal, from 0; 0 for a whole match.")
    group = models.CharField(
        max_length=40, blank=True, help_text="Only clips of one group meet in a duel."
    )
    first_seq = models.PositiveIntegerField()
    last_seq = models.PositiveIntegerField()
    is_partial = models.BooleanField(
        default=False, help_text="A live match's play so far: never dealt."
    )
    values = models.JSONField(help_text="Raw features by key; null where there is none.")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-id"]
        indexes = [models.Index(fields=["game", "is_partial", "-id"], name="clip_by_game")]
        constraints = [
            models.UniqueConstraint(
                fields=["seat", "part", "last_seq", "is_partial"], name="clip_once"
            )
        ]

    def __str__(self) -> str:
        return f"clip {self.pk}"


class Uncut(models.Model):
    """A finished match that waits to be cut into clips: the queue that a deal takes from."""

    episode = models.OneToOneField(
        Episode,
        on_delete=models.CASCADE,
        primary_key=True,
        related_name="+",
        verbose_name="match",
    )
    game = models.CharField(max_length=40)

    class Meta:
        ordering = ["-episode_id"]
        indexes = [models.Index(fields=["game", "-episode"], name="uncut_by_game")]

    def __str__(self) -> str:
        return f"match {self.episode_id}, uncut"


class Scaling(models.Model):
    """How raw features become comparable: by middle and spread over the clips of a day. Frozen."""

    game = models.CharField(max_length=40)
    number = models.PositiveIntegerField()
    keys = models.JSONField(help_text="The features, in order.")
    centres = models.JSONField(help_text="The mean of each; null when nothing was measured.")
    spreads = models.JSONField(
        help_text="The standard deviation of each; null for a constant, which is not measured."
    )
    clips = models.PositiveIntegerField(help_text="Clips that it was taken from.")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["game", "-number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="scaling_number_once")
        ]

    def __str__(self) -> str:
        return f"scaling {self.number} of {self.game}"
