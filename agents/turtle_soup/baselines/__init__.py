"""Simple questioners to compare others with."""
