"""Runs episodes: many at once, under one limit of calls in flight, into a folder from which they can be resumed."""
