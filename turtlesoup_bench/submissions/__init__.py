"""Submissions to the leaderboard: made, checked, read."""
