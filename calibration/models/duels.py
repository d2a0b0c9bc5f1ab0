"""A rater, the duels dealt to them, and the settings of a game's duels."""

from __future__ import annotations

from django.conf import settings as conf
from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import Q
from django.urls import reverse

from calibration.acquisition import Rule
from calibration.models.clips import Clip, Scaling
from calibration.scoring import Provenance

USER = conf.AUTH_USER_MODEL


class DuelSettings(models.Model):
    """How a game's duels are dealt and learned from."""

    class Acquisition(models.TextChoices):
        RANDOM = Rule.RANDOM.value, "Random: every pair alike"
        BALD = Rule.BALD.value, "BALD: the pair that tells most"
        THOMPSON = Rule.THOMPSON.value, "Thompson: likely favourites"

    game = models.CharField(max_length=40, unique=True)
    acquisition = models.CharField(
        max_length=10, choices=Acquisition.choices, default=Acquisition.RANDOM
    )
    duel_check_every = models.PositiveSmallIntegerField(
        default=10,
        validators=[MinValueValidator(2)],
        help_text="One shown pair in so many is drawn uniformly, whatever the rule.",
    )
    repeat_penalty = models.FloatField(
        default=0.5,
        validators=[MinValueValidator(0)],
        help_text="BALD only: for each time that the two policies met before this rater.",
    )
    exposure_penalty = models.FloatField(
        default=0.25,
        validators=[MinValueValidator(0)],
        help_text="BALD only: for each time that the rater was shown either clip.",
    )
    half_life = models.FloatField(
        null=True,
        blank=True,
        validators=[MinValueValidator(1)],
        help_text="Answers after which an old answer counts half; empty to forget nothing.",
    )
    pool_size = models.PositiveIntegerField(
        default=2_000,
        validators=[MinValueValidator(2)],
        help_text="The newest clips, among which pairs are drawn.",
    )
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name_plural = "duel settings"
        ordering = ["game"]
        constraints = [
            models.CheckConstraint(
                condition=Q(duel_check_every__gte=2), name="duel_settings_probe_in_two_or_more"
            )
        ]

    def __str__(self) -> str:
        return f"duels of {self.game}"


class Rater(models.Model):
    """One person's duels in one game; the row is the lock of everything that they answer."""

    user = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="raters")
    game = models.CharField(max_length=40)
    shown = models.PositiveIntegerField(default=0, help_text="Dealt pairs that were on the page.")
    answers = models.PositiveIntegerField(default=0, help_text="The number of the last answer.")
    retractions = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["user", "game"], name="rater_once_per_game")]

    def __str__(self) -> str:
        return f"{self.user} in {self.game}"


class Duel(models.Model):
    """Two clips side by side, and how the pair came about."""

    class State(models.TextChoices):
        DEALT = "dealt", "Dealt ahead"
        SHOWN = "shown", "On the page"
        ANSWERED = "answered", "Answered"
        SKIPPED = "skipped", "Skipped"
        DISCARDED = "discarded", "Thrown away unseen"

    class Stream(models.TextChoices):
        DUEL = Provenance.DUEL.value, "Dealt pair"
        HEARD_EDIT = Provenance.HEARD_EDIT.value, "Revision met blind"
        SELF_REPORT = Provenance.SELF_REPORT.value, "Author's tick"
        PERFORM_OFFER = Provenance.PERFORM_OFFER.value, "Beside a live match"

    rater = models.ForeignKey(Rater, on_delete=models.CASCADE, related_name="duels")
    state = models.CharField(max_length=10, choices=State.choices, default=State.DEALT)
    provenance = models.CharField(max_length=14, choices=Stream.choices, default=Stream.DUEL)
    rule = models.CharField(
        max_length=10, blank=True, help_text="The rule that dealt it; empty where nobody dealt."
    )
    is_probe = models.BooleanField(default=False)
    is_random_check = models.BooleanField(default=False)
    clip_a = models.ForeignKey(Clip, on_delete=models.PROTECT, related_name="+")
    clip_b = models.ForeignKey(Clip, on_delete=models.PROTECT, related_name="+")
    a_values = models.JSONField(help_text="Raw features of A when the pair was made.")
    b_values = models.JSONField()
    scaling = models.ForeignKey(Scaling, on_delete=models.PROTECT, related_name="+")
    again_of = models.ForeignKey(
        "self",
        on_delete=models.CASCADE,
        related_name="put_back",
        null=True,
        blank=True,
        help_text="The duel whose answer was undone: an answer to this one is unblind.",
    )
    dealt_at = models.DateTimeField(auto_now_add=True)
    shown_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        indexes = [models.Index(fields=["rater", "state", "id"], name="duel_by_rater")]
        constraints = [
            models.UniqueConstraint(
                fields=["rater"], condition=Q(state="dealt"), name="duel_one_dealt_ahead"
            ),
            models.UniqueConstraint(fields=["again_of"], name="duel_put_back_once"),
            models.CheckConstraint(
                condition=Q(is_random_check=False) | Q(provenance="duel"),
                name="duel_only_dealt_pairs_are_checks",
            ),
            models.CheckConstraint(
                condition=~Q(clip_a=models.F("clip_b")), name="duel_of_two_clips"
            ),
        ]

    def __str__(self) -> str:
        return f"duel {self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("duel", args=[self.pk])

    @property
    def is_blind(self) -> bool:
        return self.again_of_id is None
