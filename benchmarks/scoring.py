"""What it costs to score 800 predictions with the embedded judge, and to score them again.

Every prediction is another puzzle's gold with every second point replaced by one of the right puzzle: nothing is
found by equality alone. Run: ``python benchmarks/scoring.py``; it prints CPU seconds and peak memory.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time

from turtlesoup_bench.games.turtle_soup.puzzles import load_puzzles
from turtlesoup_bench.games.turtle_soup.scoring.batch import score_predictions

PREDICTIONS = 800


def main() -> None:
    """Scores once in a process of its own, twice with one cache."""
    if "--once" in sys.argv:
        once()
        return
    with tempfile.TemporaryDirectory() as cache:
        for name in ("first", "second"):
            command = [sys.executable, __file__, "--once"]
            done = subprocess.run(command, env={**os.environ, "XDG_CACHE_HOME": cache}, capture_output=True, text=True)
            print(f"{name} time: {done.stdout.strip() or done.stderr}")


def once() -> None:
    """Scores the predictions and prints what it cost."""
    puzzles = load_puzzles()
    predictions, references = [], []
    for number in range(PREDICTIONS):
        right, other = puzzles[number % len(puzzles)], puzzles[(number * 7 + 1) % len(puzzles)]
        mark = f" ({number})"  # makes the texts of repeated puzzles distinct, as another model's would be
        mixed = {
            name: [(b if place % 2 else a) + mark for place, (a, b) in enumerate(zip(one, two, strict=False))]
            for name, one, two in (("logic", right.logic, other.logic), ("details", right.details, other.details))
        }
        predictions.append({**mixed, "conclusion": other.bottom + mark})
        references.append(right.id)
    start = time.process_time()
    scores = score_predictions(predictions, references)
    seconds = time.process_time() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{len(scores)} predictions, {seconds:.1f} s of CPU, {peak:.0f} MB at most")


if __name__ == "__main__":
    main()
