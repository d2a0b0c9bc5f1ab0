"""Ladders, a version's standing on one, and the league's own settings."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.urls import reverse

from league.models.policies import Version


class Ladder(models.Model):
    """A ranked competition in one variant of one game, with its supply of matches."""

    game = models.CharField(max_length=40)
    variant = models.CharField(max_length=40)
    slug = models.SlugField(max_length=80, unique=True)
    title = models.CharField(max_length=80)
    settings = models.JSONField(
        default=dict, blank=True, help_text="Overrides of the variant's settings."
    )
    position = models.PositiveSmallIntegerField(default=0, help_text="Order in lists.")
    is_paused = models.BooleanField(default=False, help_text="No new matches are made.")
    tables = models.PositiveSmallIntegerField(
        default=1, help_text="Matches kept queued or running at a time."
    )
    episodes_per_hour = models.PositiveIntegerField(
        "matches per hour", default=0, help_text="Most new matches an hour; 0 for no limit."
    )
    daily_limit = models.DecimalField(
        max_digits=9,
        decimal_places=2,
        null=True,
        blank=True,
        help_text="Most US dollars a day on this ladder; empty for no limit.",
    )
    max_fallback_share = models.FloatField(
        default=0.25,
        help_text="A match is unrated when more of a prompt policy's decisions were fallbacks.",
    )
    rated_episodes = models.PositiveIntegerField(
        "rated matches", default=0, editable=False, help_text="Matches in its standings."
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["position", "title"]
        constraints = [
            models.CheckConstraint(
                condition=Q(max_fallback_share__gte=0, max_fallback_share__lte=1),
                name="ladder_fallback_share_is_a_share",
            )
        ]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("ladder", args=[self.slug])


class LeagueSettings(models.Model):
    """The league's own settings, one row, edited in the admin."""

    daily_limit = models.DecimalField(
        max_digits=9,
        decimal_places=2,
        null=True,
        blank=True,
        help_text="Most US dollars a day over the whole league; empty for no limit.",
    )
    owner_daily_limit = models.DecimalField(
        max_digits=9,
        decimal_places=2,
        null=True,
        blank=True,
        help_text="Most US dollars a day on one owner's policies; empty for no limit.",
    )
    is_matchmaking = models.BooleanField(default=True, help_text="Make ladder matches at all.")
    provisional_below = models.PositiveIntegerField(
        default=20, help_text="A policy with fewer rated matches has no rank yet."
    )
    policies_per_account = models.PositiveIntegerField(
        default=50, help_text="Most policies in play of one account; 0 for no limit."
    )
    versions_per_day = models.PositiveIntegerField(
        default=100, help_text="Most versions that one account saves in 24 hours; 0 for no limit."
    )

    class Meta:
        verbose_name = verbose_name_plural = "league settings"
        constraints = [models.CheckConstraint(condition=Q(pk=1), name="league_settings_is_one_row")]

    def __str__(self) -> str:
        return "League settings"

    @classmethod
    def load(cls) -> LeagueSettings:
        return cls.objects.get_or_create(pk=1)[0]


class Standing(models.Model):
    """A version's record on a ladder over rated, finished episodes: sums, and bootstrap sums.

    The interval of the mean comes from resampling episodes (Poisson bootstrap: in replicate b an
    episode counts Poisson(1) times, drawn from a stream that the episode names, so that all seats
    of one table are resampled together and the order of finishing does not matter).
    """

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="standings")
    version = models.ForeignKey(Version, on_delete=models.PROTECT, related_name="standings")
    seated = models.PositiveIntegerField(
        default=0, help_text="Matches it was given a seat in, finished or not."
    )
    episodes = models.PositiveIntegerField("matches", default=0)
    seats = models.PositiveIntegerField(default=0)
    score_sum = models.FloatField(default=0.0)
    replicates = models.BinaryField(default=bytes, editable=False)
    mean = models.FloatField(null=True, blank=True)
    low = models.FloatField(null=True, blank=True)
    high = models.FloatField(null=True, blank=True)
    stats = models.JSONField(default=dict, blank=True)
    decisions = models.PositiveBigIntegerField(default=0)
    model_decisions = models.PositiveBigIntegerField(default=0)
    cost = models.FloatField(default=0.0)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["ladder", "-mean"]
        constraints = [models.UniqueConstraint(fields=["ladder", "version"], name="standing_once")]

    def __str__(self) -> str:
        return f"{self.version} on {self.ladder}"


class Meeting(models.Model):
    """How often two versions were given seats at one table of a ladder; ``one`` has the lower id.

    Matchmaking keeps ``made`` even over the pairs. ``rated`` ties versions together: without a
    chain of rated meetings between them, two means cannot be compared.
    """

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="meetings")
    one = models.ForeignKey(Version, on_delete=models.PROTECT, related_name="+")
    other = models.ForeignKey(Version, on_delete=models.PROTECT, related_name="+")
    made = models.PositiveIntegerField(default=0)
    rated = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["ladder", "one", "other"]
        constraints = [
            models.UniqueConstraint(fields=["ladder", "one", "other"], name="meeting_once"),
            models.CheckConstraint(
                condition=Q(one__lt=models.F("other")), name="meeting_lower_id_first"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.one} with {self.other} on {self.ladder}"
