"""Pure rules of hidden-information games: no Django, no clock, no IO, no global randomness."""
