"""Preference duels by hand, each forecast before it is answered and scored in public."""
