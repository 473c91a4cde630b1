"""From a prediction to a score. Nothing here plays a game or calls a player."""
