"""The official rulers: one file a game and version of its rules, never changed once scores were made by it."""
