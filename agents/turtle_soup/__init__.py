"""Turtle soup's questioners."""
