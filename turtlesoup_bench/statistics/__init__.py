"""Intervals and tests that know nothing of a game."""
