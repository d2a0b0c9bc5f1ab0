"""An episode, its seats, its log, and what is derived from it."""

from __future__ import annotations

from django.conf import settings as conf
from django.db import models
from django.db.models import Q
from django.urls import reverse

from league.models.ladders import Ladder
from league.models.policies import Policy, Version

USER = conf.AUTH_USER_MODEL


class Episode(models.Model):
    """One match: a configuration, a seed, its seats, and the log of its events."""

    class Status(models.TextChoices):
        QUEUED = "queued", "Queued"
        RUNNING = "running", "Running"
        FINISHED = "finished", "Finished"
        FAILED = "failed", "Failed"
        VOID = "void", "Void"

    class Purpose(models.TextChoices):
        LADDER = "ladder", "Ladder"
        TRYOUT = "tryout", "Try-out"
        TRIAL = "trial", "Trial"
        SELF_REPORT = "self_report", "Self-report"

    purpose = models.CharField(max_length=12, choices=Purpose.choices)
    ladder = models.ForeignKey(
        Ladder, on_delete=models.PROTECT, related_name="episodes", null=True, blank=True
    )
    game = models.CharField(max_length=40)
    variant = models.CharField(max_length=40)
    settings = models.JSONField(help_text="The game's whole configuration.")
    seed = models.CharField(max_length=64, help_text="Secret until the end.")
    salt = models.CharField(max_length=64, help_text="Secret until the end.")
    commitment = models.CharField(max_length=64, help_text="SHA-256 of seed, a colon and salt.")
    is_paced = models.BooleanField(
        default=False, help_text="Scripted moves wait, so that there is something to watch."
    )
    requested_by = models.ForeignKey(
        USER, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.QUEUED)
    reason = models.CharField(max_length=20, blank=True, help_text="complete or deadline")
    is_rated = models.BooleanField(default=True)
    is_counted = models.BooleanField(
        default=False, editable=False, help_text="Its scores are in the ladder's standings."
    )
    unrated_reason = models.CharField(max_length=200, blank=True)
    error = models.TextField(blank=True, help_text="Why it failed, for staff.")
    attempts = models.PositiveIntegerField(default=0, help_text="Times a worker took it up.")
    barren_attempts = models.PositiveIntegerField(
        default=0, help_text="Times a worker took it up since its last event."
    )
    play_seconds = models.FloatField(default=0.0, help_text="Time on the match's clock.")
    last_seq = models.PositiveIntegerField(default=0)
    results = models.JSONField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name, verbose_name_plural = "match", "matches"
        ordering = ["-id"]
        indexes = [
            models.Index(fields=["status", "id"], name="episode_by_status"),
            models.Index(fields=["ladder", "status", "-ended_at"], name="episode_by_ladder"),
            models.Index(fields=["-ended_at"], name="episode_by_end"),
            # Without it SQLite reads and sorts every finished match for the newest of them.
            models.Index(
                fields=["status", "-ended_at", "-id", "purpose"], name="episode_by_status_end"
            ),
            models.Index(fields=["ladder", "-created_at"], name="episode_by_creation"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(is_rated=True, unrated_reason="") | Q(is_rated=False),
                name="episode_rated_has_no_reason_against",
            )
        ]

    def __str__(self) -> str:
        return f"match {self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("watch", args=[self.pk])

    @property
    def is_over(self) -> bool:
        return self.status in (self.Status.FINISHED, self.Status.FAILED, self.Status.VOID)


class Seat(models.Model):
    """One seat of an episode: who sits in it, and what came of it."""

    episode = models.ForeignKey(
        Episode, on_delete=models.CASCADE, related_name="seats", verbose_name="match"
    )
    slot = models.PositiveSmallIntegerField()
    position = models.PositiveSmallIntegerField()
    alias = models.CharField(max_length=20)
    version = models.ForeignKey(Version, on_delete=models.PROTECT, related_name="seats")
    score = models.FloatField(null=True, blank=True)
    stats = models.JSONField(default=dict, blank=True)
    facets = models.JSONField(
        default=dict, blank=True, help_text="The conditions it played under, by the game's facets."
    )
    decisions = models.PositiveIntegerField(default=0)
    model_decisions = models.PositiveIntegerField(default=0)
    fallbacks = models.PositiveIntegerField(default=0)
    input_tokens = models.PositiveBigIntegerField(default=0)
    output_tokens = models.PositiveBigIntegerField(default=0)
    cost = models.FloatField(default=0.0, help_text="US dollars")

    class Meta:
        ordering = ["episode", "slot"]
        indexes = [models.Index(fields=["version", "-episode"], name="seat_by_version")]
        constraints = [
            models.UniqueConstraint(fields=["episode", "slot"], name="seat_slot_once"),
            models.UniqueConstraint(fields=["episode", "position"], name="seat_position_once"),
            models.UniqueConstraint(fields=["episode", "alias"], name="seat_alias_once"),
        ]

    def __str__(self) -> str:
        return f"{self.alias} in match {self.episode_id}"


class Event(models.Model):
    """One event of an episode's log, as the game encodes it. Never updated."""

    episode = models.ForeignKey(
        Episode, on_delete=models.CASCADE, related_name="events", verbose_name="match"
    )
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=20)
    data = models.JSONField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["episode", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["episode", "seq"], name="event_seq_once"),
            models.CheckConstraint(condition=Q(seq__gte=1), name="event_seq_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.seq} of match {self.episode_id}"


class ModelCall(models.Model):
    """One request to the model's provider."""

    episode = models.ForeignKey(
        Episode, on_delete=models.CASCADE, related_name="calls", verbose_name="match"
    )
    slot = models.PositiveSmallIntegerField()
    version = models.ForeignKey(Version, on_delete=models.PROTECT, related_name="calls")
    seq = models.PositiveIntegerField(help_text="The event that the decision became.")
    attempt = models.PositiveSmallIntegerField()
    outcome = models.CharField(max_length=20, blank=True, help_text="Empty when it was played.")
    model = models.CharField(max_length=80)
    latency = models.FloatField(help_text="seconds")
    input_tokens = models.PositiveIntegerField(default=0)
    cache_creation_tokens = models.PositiveIntegerField(default=0)
    cache_read_tokens = models.PositiveIntegerField(default=0)
    output_tokens = models.PositiveIntegerField(default=0)
    cost = models.FloatField(default=0.0, help_text="US dollars")
    request_id = models.CharField(max_length=80, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-id"]
        indexes = [models.Index(fields=["created_at"], name="call_by_time")]
        constraints = [
            models.UniqueConstraint(
                fields=["episode", "seq", "slot", "attempt"], name="call_attempt_once"
            )
        ]

    def __str__(self) -> str:
        return f"call {self.attempt} for event {self.seq} of match {self.episode_id}"


class PairFact(models.Model):
    """How one seat treated another over a finished episode: the rows of the soft-play audit."""

    episode = models.ForeignKey(
        Episode, on_delete=models.CASCADE, related_name="pair_facts", verbose_name="match"
    )
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="+")
    policy = models.ForeignKey(Policy, on_delete=models.PROTECT, related_name="+")
    other_policy = models.ForeignKey(Policy, on_delete=models.PROTECT, related_name="+")
    faced = models.PositiveIntegerField()
    challenged = models.PositiveIntegerField()
    forgone = models.FloatField()
    net = models.IntegerField()

    class Meta:
        ordering = ["episode", "seat", "other"]
        indexes = [models.Index(fields=["policy", "other_policy"], name="pair_by_policies")]
        constraints = [
            models.UniqueConstraint(fields=["seat", "other"], name="pair_once_per_episode")
        ]

    def __str__(self) -> str:
        return f"{self.policy} towards {self.other_policy} in match {self.episode_id}"
