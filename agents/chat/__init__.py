"""Chat models as players of any game of turns."""
