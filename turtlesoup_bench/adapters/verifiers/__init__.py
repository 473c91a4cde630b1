"""Games as environments of verifiers, which calls the models and records the traces; extra ``verifiers``.

`environment` makes the classes of one game. `turtlesoup_bench.adapters.verifiers.configured` has those of an
environment in which the game, the seat and who else plays are configuration; the package in
``environments/turtlesoup_bench_v1`` gives them to verifiers by name.
"""

from turtlesoup_bench.adapters.verifiers.environment import GameState, environment

__all__ = ["GameState", "environment"]
