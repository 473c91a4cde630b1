"""The multi_turn_puzzles metric, as a folder that `evaluate.load` takes."""
