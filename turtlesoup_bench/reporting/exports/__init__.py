"""A run's results in the forms of others."""
