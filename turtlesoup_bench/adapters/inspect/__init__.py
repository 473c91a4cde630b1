"""Games as tasks of Inspect, which calls the models, scores the samples and keeps the log; extra ``inspect``.

`turtlesoup_bench.adapters.inspect.registered` registers a task for each game, so that ``inspect eval
turtlesoup_bench/<game>`` finds it; `game_task` makes one of your own; `turtlesoup_bench.runner.inspect_logs` turns a
log into a run folder.
"""

from turtlesoup_bench.adapters.inspect.task import EPISODE, SCORE, game_task

__all__ = ["EPISODE", "SCORE", "game_task"]
