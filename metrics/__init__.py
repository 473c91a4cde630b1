"""Metrics in the layout of Hugging Face `evaluate`: one folder a metric."""
