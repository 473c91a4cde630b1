"""Run folders on a local web page: what is played, their reports, and runs compared."""
