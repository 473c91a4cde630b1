"""A run against a provider that fails in every way while the process is killed again and again.

Of all tries 10 % meet a 429, 5 % a 500, 5 % a time-out, 5 % broken JSON and 2 % an empty reply; the process is killed
five times at random (-9). Then the same puzzles are played undisturbed. Run: ``python benchmarks/chaos.py``
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from provider import ROUTES, lead

from turtlesoup_bench.games.results import Result
from turtlesoup_bench.games.simulated import simulated_reply
from turtlesoup_bench.games.turtle_soup.records import Episode
from turtlesoup_bench.models.journal import Journal
from turtlesoup_bench.models.simulated.server import Behaviour, served
from turtlesoup_bench.reporting.results import read_results
from turtlesoup_bench.run_folder import RunFolder

FAULTS = {"rate_limit": 0.10, "server_error": 0.05, "timeout": 0.05, "broken_json": 0.05, "empty": 0.02}
KILLS = 5


def run_through(command: list[str], kills: int) -> int:
    """Runs to the end, killing the process so many times on the way; returns how often it was really killed."""
    done = 0
    draw = random.Random(5)
    while True:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if done < kills:
            time.sleep(draw.uniform(5, 12))
            if process.poll() is None:
                process.kill()
                done += 1
            process.wait()
        elif process.wait() == 0:
            return done


def chaos(model: str, judge: str, episodes: int, turns: int) -> None:
    """Prints what came of it."""
    options = ["--model", model, "--judge", judge, "--limit", str(episodes // 2)]
    options += ["--max-turns", str(turns), "--timeout", "1", "--concurrency", "24"]
    with tempfile.TemporaryDirectory() as scratch:
        folders = {name: RunFolder(Path(scratch) / name) for name in ("disturbed", "undisturbed")}
        answered = {}
        for name, folder in folders.items():
            behaviour = Behaviour(faults=FAULTS, retry_after=0.1, hang=1.5) if name == "disturbed" else Behaviour()
            with served(simulated_reply, behaviour) as provider:
                lead(provider.url)
                command = [sys.executable, "-m", "turtlesoup_bench", "run", *options, "--out", str(folder.path)]
                killed = run_through(command, KILLS if name == "disturbed" else 0)
                answered[name] = Counter(provider.answered)
            if name == "disturbed":
                print(f"killed {killed} times; {provider.tries.total()} tries, {provider.answered.total()} answered")
        results = {name: read_results(folder.path) for name, folder in folders.items()}
        print("outcomes:", results["disturbed"].rows[0].outcomes)
        folder = folders["disturbed"]
        lines = (folder.path / "episodes.jsonl").read_text().splitlines()
        names = [json.loads(line)["episode_id"] for line in lines]
        scores = folder.scores_file(judge).read_text().splitlines()
        scored = Counter(json.loads(line)["episode_id"] for line in scores)
        print(f"episodes {len(set(names))}, scored once {sum(count == 1 for count in scored.values())}")
        with Journal(folder.journal_file) as journal:
            # An answer that a kill, a time-out or an unreadable body kept from the journal is asked for again.
            print(
                f"journaled {len(journal)}, answered and not journaled {answered['disturbed'].total() - len(journal)}"
            )
        expected = {r.episode.id: r.values["overall"] for r in results["undisturbed"].results}
        # A judgement that failed, or a question that the host could not judge, is in the records.
        causes = {r.episode.id: cause for r in results["disturbed"].results if (cause := cause_of(r))}
        differing = [
            r.episode.id
            for r in results["disturbed"].results
            if r.episode.id not in causes and r.values["overall"] != expected[r.episode.id]
        ]
        print(f"scores other than undisturbed: {len(differing)}; filed with a cause: {len(causes)}")
        for name, cause in list(causes.items())[:5]:
            print("  ", name, cause)


def cause_of(result: Result) -> str | None:
    """What an episode's record says went wrong in it; None if nothing did."""
    view = Episode.of(result.episode)
    if result.outcome not in ("solved", "unsolved"):
        return view.reason or (result.score.reason if result.score else None) or result.outcome
    return "a flagged answer" if any(turn.answer.fault for turn in view.turns) else None


def main(episodes: int = 100, turns: int = 8) -> None:
    """Both routes."""
    for route, models in ROUTES.items():
        print(f"{route}:")
        chaos(*models, episodes, turns)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
