"""The games of turtlesoup-bench as an environment of verifiers, found by the id ``turtlesoup-bench-v1``."""

from turtlesoup_bench.adapters.verifiers.configured import GameEnv, GameHarness, GameTaskset

__all__ = ["GameEnv", "GameHarness", "GameTaskset"]
