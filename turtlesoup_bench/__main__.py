"""``python -m turtlesoup_bench`` is ``turtlesoup``."""

from turtlesoup_bench.cli import main

main()
