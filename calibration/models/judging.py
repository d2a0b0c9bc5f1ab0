"""What a judge said of duels that people answered. It stands apart from trials and judge health."""

from __future__ import annotations

from django.conf import settings as conf
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q

from calibration.models.duels import Duel
from grading.models import CHOICES, Rubric

USER = conf.AUTH_USER_MODEL
MOST_DUELS = 500
"""Duels that one run may judge."""


class JudgeRun(models.Model):
    """One judge under one rubric, over so many answered duels of a game."""

    class Status(models.TextChoices):
        QUEUED = "queued", "Waiting"
        RUNNING = "running", "At work"
        FINISHED = "finished", "Finished"
        CANCELLED = "cancelled", "Stopped"
        FAILED = "failed", "Failed"

    game = models.CharField(max_length=40)
    judge = models.CharField(max_length=40)
    rubric = models.ForeignKey(Rubric, on_delete=models.PROTECT, related_name="+")
    wanted = models.PositiveSmallIntegerField(
        validators=[MinValueValidator(1), MaxValueValidator(MOST_DUELS)],
        help_text="At most so many duels, the newest first.",
    )
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.QUEUED)
    requested_by = models.ForeignKey(
        USER, on_delete=models.SET_NULL, related_name="+", null=True, blank=True
    )
    judged = models.PositiveSmallIntegerField(
        default=0, help_text="Duels that it got through, answered or not."
    )
    voids = models.PositiveSmallIntegerField(
        default=0, help_text="Of these, duels without an answer that can be read."
    )
    cost = models.FloatField(default=0.0, help_text="US dollars")
    holder = models.CharField(max_length=40, blank=True, help_text="The process that runs it.")
    held_until = models.DateTimeField(null=True, blank=True)
    error = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "judge", "rubric"],
                condition=Q(status__in=["queued", "running"]),
                name="judge_run_one_at_a_time",
            ),
            models.CheckConstraint(
                condition=Q(wanted__gte=1, wanted__lte=MOST_DUELS), name="judge_run_is_bounded"
            ),
        ]

    def __str__(self) -> str:
        return f"judge run {self.pk}"

    @property
    def is_over(self) -> bool:
        return self.status not in (self.Status.QUEUED, self.Status.RUNNING)


class JudgedDuel(models.Model):
    """A judge's answer to a duel: one row for each duel, judge and rubric."""

    run = models.ForeignKey(JudgeRun, on_delete=models.PROTECT, related_name="rows")
    duel = models.ForeignKey(Duel, on_delete=models.CASCADE, related_name="judged")
    judge = models.CharField(max_length=40)
    rubric = models.ForeignKey(Rubric, on_delete=models.PROTECT, related_name="+")
    choice = models.CharField(
        max_length=3,
        choices=CHOICES,
        blank=True,
        help_text="Empty: no answer that can be read; a later run asks once more.",
    )
    reason = models.TextField(blank=True, help_text="The judge's, or why there is no answer.")
    latency = models.FloatField(default=0.0, help_text="seconds")
    requests = models.PositiveSmallIntegerField(default=0, help_text="Sent to the model.")
    input_tokens = models.PositiveIntegerField(default=0)
    output_tokens = models.PositiveIntegerField(default=0)
    cost = models.FloatField(default=0.0, help_text="US dollars")
    judged_at = models.DateTimeField(db_index=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["duel", "judge", "rubric"], name="judged_duel_once"),
        ]

    def __str__(self) -> str:
        return f"{self.judge} on {self.duel}"
