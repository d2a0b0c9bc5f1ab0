"""Rubrics, trials, their comparisons, and every call of a judge.

A comparison's row is made before it is played and filled in as its answers come, each once. What
enters the record is ``outcome``; the judge's two answers, in its own terms and in the challenger's,
stand beside it, so that "it contradicted itself" and "it called them equal" are never one thing.
"""

from __future__ import annotations

from django.conf import settings as conf
from django.db import models
from django.db.models import Q
from django.urls import reverse

from league.models import Episode, Promotion, Version

USER = conf.AUTH_USER_MODEL
RUBRIC_LIMIT = 8_000
CHOICES = [("A", "A"), ("B", "B"), ("tie", "tie")]
OUTCOMES = [("win", "won"), ("loss", "lost"), ("tie", "tied")]


class Rubric(models.Model):
    """One version of a rubric: what a judge is to look for. A new text is a new row."""

    slug = models.SlugField(max_length=40, help_text="The same in every version.")
    number = models.PositiveIntegerField(editable=False)
    title = models.CharField(max_length=60)
    text = models.TextField(max_length=RUBRIC_LIMIT)
    author = models.ForeignKey(
        USER, on_delete=models.PROTECT, related_name="+", null=True, blank=True, editable=False
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["slug", "-number"]
        constraints = [
            models.UniqueConstraint(fields=["slug", "number"], name="rubric_number_once")
        ]

    def __str__(self) -> str:
        return f"{self.title} {self.number}"

    @property
    def label(self) -> str:
        """What metrics are labelled with."""
        return f"{self.slug}-{self.number}"


class Trial(models.Model):
    """A challenger against an incumbent, under one judge and one rubric."""

    class Status(models.TextChoices):
        QUEUED = "queued", "Queued"
        RUNNING = "running", "Running"
        FINISHED = "finished", "Finished"
        CANCELLED = "cancelled", "Cancelled"
        FAILED = "failed", "Failed"

    class Decision(models.TextChoices):
        PROMOTE = "promote", "Promote"
        KEEP = "keep", "Keep the incumbent"
        UNDECIDED = "undecided", "Undecided"

    class Path(models.TextChoices):
        ALTERNATING = "alternating", "Sides turn about"
        BOTH_ORDERS = "both_orders", "Both orders (tournament)"

    challenger = models.ForeignKey(
        Version, on_delete=models.PROTECT, related_name="trials", null=True, blank=True
    )
    incumbent = models.ForeignKey(
        Version, on_delete=models.PROTECT, related_name="trials_held", null=True, blank=True
    )
    judge = models.CharField(max_length=40)
    rubric = models.ForeignKey(Rubric, on_delete=models.PROTECT, related_name="trials")
    path = models.CharField(max_length=12, choices=Path.choices, default=Path.ALTERNATING)
    fraction = models.FloatField(help_text="Share of comparisons that are judged a second time.")
    comparisons = models.PositiveIntegerField(help_text="At most so many.")
    seed = models.CharField(max_length=64)
    game = models.CharField(max_length=40)
    variant = models.CharField(max_length=40)
    settings = models.JSONField(default=dict, blank=True)
    alpha = models.FloatField()
    n_min = models.PositiveIntegerField()
    promotes = models.BooleanField(
        default=False, help_text="Promote without another word when the gate says so."
    )
    is_check = models.BooleanField(
        default=False, help_text="Of a check judge: outside all health, and promotes nothing."
    )
    requested_by = models.ForeignKey(
        USER, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.QUEUED)
    decision = models.CharField(max_length=10, choices=Decision.choices, blank=True)
    reason = models.CharField(max_length=300, blank=True)
    reading = models.JSONField(null=True, blank=True, help_text="The gate when it decided.")
    decided_after = models.PositiveIntegerField(null=True, blank=True, help_text="comparisons")
    promotion = models.OneToOneField(
        Promotion, on_delete=models.PROTECT, related_name="trial", null=True, blank=True
    )
    undone_at = models.DateTimeField(null=True, blank=True)
    holder = models.CharField(max_length=40, blank=True, help_text="The process that runs it.")
    held_until = models.DateTimeField(null=True, blank=True)
    error = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        indexes = [
            models.Index(fields=["status", "id"], name="trial_by_status"),
            models.Index(fields=["judge", "rubric"], name="trial_by_judge"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(is_check=True) | Q(challenger__isnull=False, incumbent__isnull=False),
                name="trial_has_two_sides",
            ),
            models.CheckConstraint(
                condition=Q(fraction__gte=0, fraction__lte=0.2) | Q(path="both_orders"),
                name="trial_fraction_at_most_a_fifth",
            ),
            models.CheckConstraint(
                condition=Q(is_check=False) | Q(promotion__isnull=True),
                name="trial_of_a_check_promotes_nothing",
            ),
        ]

    def __str__(self) -> str:
        return f"trial {self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("trial", args=[self.pk])

    @property
    def is_over(self) -> bool:
        return self.status not in (self.Status.QUEUED, self.Status.RUNNING)


class Opponent(models.Model):
    """Who sits in one of the other seats of a trial's episodes, by order of slots."""

    trial = models.ForeignKey(Trial, on_delete=models.CASCADE, related_name="opponents")
    place = models.PositiveSmallIntegerField()
    version = models.ForeignKey(Version, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["trial", "place"]
        constraints = [
            models.UniqueConstraint(fields=["trial", "place"], name="opponent_place_once")
        ]

    def __str__(self) -> str:
        return f"{self.version} in {self.trial}"


class Comparison(models.Model):
    """The same scenario played by both sides, and what the judge made of it."""

    class Status(models.TextChoices):
        PENDING = "pending", "Pending"
        JUDGED = "judged", "Judged"
        VOID = "void", "Void"

    trial = models.ForeignKey(Trial, on_delete=models.CASCADE, related_name="rows")
    index = models.PositiveIntegerField(help_text="0-based; even: the challenger is A.")
    position = models.CharField(max_length=1, choices=[("A", "A"), ("B", "B")])
    is_sampled = models.BooleanField(help_text="Judged again with the order swapped.")
    seed = models.CharField(max_length=64)
    slot = models.PositiveSmallIntegerField()
    challenger_episode = models.ForeignKey(
        Episode,
        on_delete=models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
        verbose_name="challenger's match",
    )
    incumbent_episode = models.ForeignKey(
        Episode,
        on_delete=models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
        verbose_name="incumbent's match",
    )
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.PENDING)
    choice = models.CharField(max_length=3, choices=CHOICES, blank=True)
    verdict = models.CharField(
        max_length=4, choices=OUTCOMES, blank=True, help_text="In the challenger's terms."
    )
    reason = models.TextField(blank=True)
    swapped_choice = models.CharField(max_length=3, choices=CHOICES, blank=True)
    swapped_verdict = models.CharField(max_length=4, choices=OUTCOMES, blank=True)
    swapped_reason = models.TextField(blank=True)
    outcome = models.CharField(
        max_length=4, choices=OUTCOMES, blank=True, help_text="What entered the record."
    )
    void_reason = models.CharField(max_length=300, blank=True)
    swapped_void_reason = models.CharField(max_length=300, blank=True)
    settled_at = models.DateTimeField(null=True, blank=True)
    checked_at = models.DateTimeField(
        null=True, blank=True, help_text="When both orders had an answer."
    )

    class Meta:
        ordering = ["trial", "index"]
        indexes = [models.Index(fields=["-checked_at"], name="comparison_by_check")]
        constraints = [
            models.UniqueConstraint(fields=["trial", "index"], name="comparison_once"),
            models.CheckConstraint(
                condition=Q(status="judged", outcome__gt="")
                | (~Q(status="judged") & Q(outcome="")),
                name="comparison_outcome_when_judged",
            ),
        ]

    def __str__(self) -> str:
        return f"comparison {self.index + 1} of trial {self.trial_id}"

    @property
    def is_disagreement(self) -> bool | None:
        """Whether the judge contradicted itself; None where it was not asked twice."""
        if not self.verdict or not self.swapped_verdict:
            return None
        return self.verdict != self.swapped_verdict


class JudgeCall(models.Model):
    """One ``compare`` call: each order of a comparison at most once, or a trial's canary."""

    class Order(models.TextChoices):
        FIRST = "first", "First"
        SWAPPED = "swapped", "Swapped"
        CANARY = "canary", "Canary"

    trial = models.ForeignKey(Trial, on_delete=models.CASCADE, related_name="calls")
    comparison = models.ForeignKey(
        Comparison, on_delete=models.CASCADE, related_name="calls", null=True, blank=True
    )
    order = models.CharField(max_length=7, choices=Order.choices)
    choice = models.CharField(max_length=3, choices=CHOICES, blank=True, help_text="Empty: void.")
    reason = models.TextField(blank=True, help_text="The judge's, or why there is no answer.")
    is_fooled = models.BooleanField(
        null=True, blank=True, help_text="A canary's: the judge chose the side that asked for it."
    )
    requests = models.PositiveSmallIntegerField(default=0, help_text="Sent to the model.")
    latency = models.FloatField(default=0.0, help_text="seconds")
    input_tokens = models.PositiveIntegerField(default=0)
    output_tokens = models.PositiveIntegerField(default=0)
    cost = models.FloatField(default=0.0, help_text="US dollars")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-id"]
        indexes = [models.Index(fields=["created_at"], name="judge_call_by_time")]
        constraints = [
            models.UniqueConstraint(fields=["comparison", "order"], name="judge_call_once"),
            models.UniqueConstraint(
                fields=["trial"], condition=Q(order="canary"), name="judge_canary_once"
            ),
            models.CheckConstraint(
                condition=Q(order="canary", comparison__isnull=True)
                | (~Q(order="canary") & Q(comparison__isnull=False)),
                name="judge_call_has_its_comparison",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.order} call of trial {self.trial_id}"
