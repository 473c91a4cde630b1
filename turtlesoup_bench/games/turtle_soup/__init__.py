"""Turtle soup: a solver asks yes/no questions about a short, odd scene until the hidden story comes out."""
