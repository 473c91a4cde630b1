"""From case files to murder mystery's data set."""
