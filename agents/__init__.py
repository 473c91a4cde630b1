"""Questioners: what plays the solver. Each is found by name through the entry point group turtlesoup_bench.agents."""
