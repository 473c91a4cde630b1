"""Players of the multi-turn puzzles."""
