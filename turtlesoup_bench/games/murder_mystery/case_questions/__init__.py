"""Questions on the cases of murder mystery, a game of one move: read a script, or look at pictures, and answer."""
