"""Generators of the multi-turn puzzles' data."""
