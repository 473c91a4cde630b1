"""The turtlesoup_score metric, as a folder that `evaluate.load` takes."""
