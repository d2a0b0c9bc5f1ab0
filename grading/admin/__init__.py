"""Grading's part of the staff's site: rubrics, trials and their rows, and the judges' health."""

from grading.admin import judges, rubrics, trials

__all__ = ["judges", "rubrics", "trials"]
