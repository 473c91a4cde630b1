"""Games: a folder each. A game turns a puzzle and a questioner into an episode."""
