"""Mosaic, the reference questioner (arXiv 2508.10358, section 4): deliberation, meta-cognition, action."""
