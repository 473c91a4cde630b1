"""A run against a provider that fails in every way while the process is killed again and again.

Of all tries 10 % meet a 429, 5 % a 500, 5 % a time-out, 5 % broken JSON and 2 % an empty reply; the process is killed
five times at random (-9). Then the same puzzles are played undisturbed. Run: ``python benchmarks/chaos.py``
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from turtlesoup_bench.leaderboard.results import read_results
from turtlesoup_bench.models.journal import Journal
from turtlesoup_bench.models.simulated.server import Behaviour, served
from turtlesoup_bench.records import outcome

FAULTS = {"rate_limit": 0.10, "server_error": 0.05, "timeout": 0.05, "broken_json": 0.05, "empty": 0.02}
KILLS = 5


def command(out: Path, episodes: int, turns: int) -> list[str]:
    options = ["--model", "openai/simulated", "--judge", "openai/judge", "--limit", str(episodes // 2)]
    options += ["--max-turns", str(turns), "--timeout", "1", "--concurrency", "24", "--out", str(out)]
    return [sys.executable, "-m", "turtlesoup_bench", "run", *options]


def run_through(out: Path, episodes: int, turns: int, kills: int) -> int:
    """Runs to the end, killing the process so many times on the way; returns how often it was really killed."""
    done = 0
    draw = random.Random(5)
    while True:
        process = subprocess.Popen(command(out, episodes, turns), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if done < kills:
            time.sleep(draw.uniform(5, 12))
            if process.poll() is None:
                process.kill()
                done += 1
            process.wait()
        elif process.wait() == 0:
            return done


def main(episodes: int = 100, turns: int = 8) -> None:
    """Prints what came of it."""
    os.environ["OPENAI_API_KEY"] = "sk-simulated"
    with tempfile.TemporaryDirectory() as scratch:
        folders = {name: Path(scratch) / name for name in ("disturbed", "undisturbed")}
        answered = {}
        for name, folder in folders.items():
            behaviour = Behaviour(faults=FAULTS, retry_after=0.1, hang=1.5) if name == "disturbed" else Behaviour()
            with served(behaviour) as provider:
                os.environ["OPENAI_BASE_URL"] = provider.url
                killed = run_through(folder, episodes, turns, KILLS if name == "disturbed" else 0)
                answered[name] = Counter(provider.answered)
            if name == "disturbed":
                print(f"killed {killed} times; {provider.tries.total()} tries, {provider.answered.total()} answered")
        results = {name: read_results(folder) for name, folder in folders.items()}
        print("outcomes:", results["disturbed"].rows[0].outcomes)
        lines = (folders["disturbed"] / "episodes.jsonl").read_text().splitlines()
        names = [json.loads(line)["episode_id"] for line in lines]
        scores = (folders["disturbed"] / "scores.openai--judge.jsonl").read_text().splitlines()
        scored = Counter(json.loads(line)["episode_id"] for line in scores)
        print(f"episodes {len(set(names))}, scored once {sum(count == 1 for count in scored.values())}")
        with Journal(folders["disturbed"] / "calls.sqlite") as journal:
            # An answer that a kill, a time-out or an unreadable body kept from the journal is asked for again.
            print(
                f"journaled {len(journal)}, answered and not journaled {answered['disturbed'].total() - len(journal)}"
            )
        expected = {r.episode.episode_id: r.score for r in results["undisturbed"].results}
        differing = [
            r.episode.episode_id
            for r in results["disturbed"].results
            if outcome(r.episode, r.score) in ("solved", "unsolved")
            and r.score.overall != expected[r.episode.episode_id].overall
        ]
        filed = [r for r in results["disturbed"].results if outcome(r.episode, r.score) not in ("solved", "unsolved")]
        print(f"scores other than undisturbed: {len(differing)}; filed with a cause: {len(filed)}")
        for result in filed[:5]:
            print("  ", result.episode.episode_id, result.episode.reason or result.score.reason)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
