"""What a monitoring system reads of the judges, per judge and rubric, from the stored answers.

The counts only grow, since rows are never taken away; check judges are in none of them.
"""

from __future__ import annotations

from collections.abc import Iterator

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric

from grading.models import Rubric
from grading.queries.history import judged_pairs, tally_judge

LABELS = ["judge", "rubric"]


def read_judges() -> Iterator[Metric]:
    """Yield every metric of the judges; a ratio of nothing is left out."""
    disagreement = GaugeMetricFamily(
        "hearsay_judge_disagreement_ratio",
        "Sampled pairs whose two verdicts differ, over sampled pairs.",
        labels=LABELS,
    )
    first_position = GaugeMetricFamily(
        "hearsay_judge_first_position_ratio",
        "Share of A among the decisive first answers; 1/2 for a judge without a favourite side.",
        labels=LABELS,
    )
    calls = CounterMetricFamily(
        "hearsay_judge_compare_calls",
        "Compare calls, without canaries and repeated requests.",
        labels=LABELS,
    )
    comparisons = CounterMetricFamily(
        "hearsay_judge_comparisons", "Comparisons that are settled.", labels=LABELS
    )
    voids = CounterMetricFamily(
        "hearsay_judge_void", "Comparisons without an answer that can be read.", labels=LABELS
    )
    labels_of = {rubric.pk: rubric.label for rubric in Rubric.objects.only("slug", "number")}
    for judge, rubric in judged_pairs():
        labels, tally = [judge, labels_of[rubric]], tally_judge(judge, rubric)
        if tally.disagreement.rate is not None:
            disagreement.add_metric(labels, tally.disagreement.rate)
        if tally.first_position.rate is not None:
            first_position.add_metric(labels, tally.first_position.rate)
        calls.add_metric(labels, tally.calls)
        comparisons.add_metric(labels, tally.comparisons)
        voids.add_metric(labels, tally.voids)
    yield from (disagreement, first_position, calls, comparisons, voids)
