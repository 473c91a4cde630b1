"""What it costs to begin: the command line's help, the import, loading the data, and resuming a finished run.

CPU seconds of a fresh process, as ratios to ``import numpy`` in one. Run: ``python benchmarks/starting.py``
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
from pathlib import Path

ROUNDS = 5


def cpu(*command: str) -> float:
    """Least CPU seconds of some runs of a command."""
    return min(cpu_once(*command) for _ in range(ROUNDS))


def main() -> None:
    """Prints the table."""
    with tempfile.TemporaryDirectory() as scratch:
        run = ["-m", "turtlesoup_bench", "run", "--out", str(Path(scratch) / "run"), "--limit", "40"]
        first = cpu_once(*run)
        measured = {
            "import turtlesoup_bench": cpu("-c", "import turtlesoup_bench"),
            "turtlesoup --help": cpu("-m", "turtlesoup_bench", "--help"),
            "load_puzzles()": cpu("-c", "import turtlesoup_bench; turtlesoup_bench.load_puzzles()"),
            'load_dataset("turtlesoup-bench")': cpu(
                "-c", "import turtlesoup_bench; turtlesoup_bench.load_dataset('turtlesoup-bench', 'zh')"
            ),
            "a finished run of 80 episodes, again": cpu(*run),
            "the same for the first time": first,
        }
    unit = cpu("-c", "import numpy")
    for name, seconds in measured.items():
        print(f"{name:<38} {seconds / unit:6.2f} x import numpy")


def cpu_once(*command: str) -> float:
    """CPU seconds of one run of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *command], check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    main()
