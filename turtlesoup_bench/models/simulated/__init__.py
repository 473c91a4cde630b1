"""The simulated provider: an OpenAI-compatible server on loopback that replies as the games say a perfect model would.

It knows every solution, so its play says nothing about any model: it is there to test agents, runs and faults
without a key.
"""
