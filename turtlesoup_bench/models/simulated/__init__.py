"""The simulated provider: an OpenAI-compatible server on loopback that plays, answers and judges from the puzzles.

It knows every bottom, so its play says nothing about any model: it is there to test agents, runs and faults
without a key.
"""
