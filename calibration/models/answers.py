"""A forecast and its answer. Written once, in this order; an undo marks both and keeps them."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from calibration.models.clips import Scaling
from calibration.models.duels import Duel, Rater


class Forecast(models.Model):
    """What the model said of a duel before its answer was known."""

    duel = models.OneToOneField(Duel, on_delete=models.CASCADE, related_name="forecast")
    rater = models.ForeignKey(Rater, on_delete=models.CASCADE, related_name="forecasts")
    number = models.PositiveIntegerField(help_text="The rater's answers, from 1.")
    p_a = models.FloatField(help_text="The chance it gave to A.")
    seen = models.PositiveIntegerField(help_text="Observations that it had seen.")
    pooled_p_a = models.FloatField(help_text="The same by the model of all raters of the game.")
    pooled_seen = models.PositiveIntegerField()
    scaling = models.ForeignKey(Scaling, on_delete=models.PROTECT, related_name="+")
    half_life = models.FloatField(null=True, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)
    retracted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["rater", "number"], name="forecast_number_once"),
            models.CheckConstraint(
                condition=Q(p_a__gte=0, p_a__lte=1, pooled_p_a__gte=0, pooled_p_a__lte=1),
                name="forecast_is_a_chance",
            ),
        ]

    def __str__(self) -> str:
        return f"forecast of {self.duel}"


class Observation(models.Model):
    """What the rater picked."""

    class Picked(models.TextChoices):
        A = "A", "A"
        B = "B", "B"

    duel = models.OneToOneField(Duel, on_delete=models.CASCADE, related_name="observation")
    forecast = models.OneToOneField(Forecast, on_delete=models.CASCADE, related_name="observation")
    rater = models.ForeignKey(Rater, on_delete=models.CASCADE, related_name="observations")
    number = models.PositiveIntegerField()
    picked = models.CharField(max_length=1, choices=Picked.choices)
    is_blind = models.BooleanField(
        default=True, help_text="Given without having seen the reveal of the pair."
    )
    made_at = models.DateTimeField(auto_now_add=True)
    retracted_at = models.DateTimeField(null=True, blank=True)
    retracted_after = models.PositiveIntegerField(
        null=True, blank=True, help_text="The rater's last number when it was taken back."
    )

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["rater", "number"], name="observation_number_once"),
            models.CheckConstraint(
                condition=Q(picked__in=["A", "B"]), name="observation_is_a_or_b"
            ),
            models.CheckConstraint(
                condition=Q(retracted_at=None, retracted_after=None)
                | Q(retracted_at__isnull=False, retracted_after__isnull=False),
                name="observation_retracted_at_a_number",
            ),
        ]

    def __str__(self) -> str:
        return f"answer to {self.duel}"

    @property
    def is_counted(self) -> bool:
        """Does it feed the model and the scores: given blind, and not taken back?"""
        return self.is_blind and self.retracted_at is None
