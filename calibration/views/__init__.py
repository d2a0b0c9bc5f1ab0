"""The pages of duels and of what was learned from them."""
