"""Cases written by a user's own model: agents for facts, characters, criticism, clues and questions.

The check of case files is the critic that cannot be talked round: what it finds goes back to whoever wrote it.
"""
