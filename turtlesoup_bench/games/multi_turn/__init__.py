"""Multi-turn puzzles (arXiv 2508.10142): synthetic games in which rules play the other side and keep the score."""
