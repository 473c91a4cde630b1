"""The leaderboard: submissions ranked, beside published figures."""
