"""The transcripts of a submission: nobody can play them again, but what was changed in one place shows in another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.games.turtle_soup.feedback import Feedback
from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle
from turtlesoup_bench.games.turtle_soup.records import Episode, Role
from turtlesoup_bench.records import Usage
from turtlesoup_bench.submissions.files import EPISODES, METADATA
from turtlesoup_bench.submissions.records import Records, some


def check_episodes(
    folder: Path, meta: Mapping[str, Any], records: Records, puzzles: Mapping[str, Puzzle]
) -> Iterator[Problem]:
    """The transcripts agree with the predictions, the conditions of play and themselves."""
    try:
        feedback = Feedback.parse(meta["play"]["feedback"])
    except InvalidInput as error:
        for problem in error.problems:
            yield Problem(str(folder / METADATA), "play.feedback", problem.found, problem.expected)
        return
    if records.episodes is None:
        return
    file = folder / EPISODES
    for episode_id, episode in records.episodes.items():
        where = f"{file} {episode_id}"
        if episode.episode_id != episode_id:
            yield Problem(where, "episode_id", episode_id, f"{episode.episode_id}, by its puzzle and seed")
        if episode.agent != meta["agent"]:
            yield Problem(where, "agent", repr(episode.agent), f"{meta['agent']!r}, as {METADATA} states")
        if episode.seed not in meta["seeds"]:
            yield Problem(where, "seed", str(episode.seed), f"one of {meta['seeds']}")
        if episode.puzzle_id not in puzzles:
            yield Problem(where, "puzzle_id", repr(episode.puzzle_id), "a puzzle of the data set")
        submitted = records.predictions.get(episode_id)
        if (episode.status == "completed") != (episode.prediction is not None):
            yield Problem(
                where, "prediction", f"status {episode.status}", "a prediction if and only if it is completed"
            )
        if submitted != episode.prediction:
            found = "no prediction" if submitted is None else "another prediction"
            yield Problem(where, "prediction", f"{found} in the predictions file", "the same prediction in both")
        yield from _check_turns(where, episode, meta["play"]["max_turns"], feedback, puzzles.get(episode.puzzle_id))
    declared = {name: group["status"] for group in meta["missing"] for name in group["episodes"]}
    for episode_id, status in declared.items():
        played = records.episodes.get(episode_id)
        if (played.status if played else "not_played") != status:
            stands = f"status {played.status}" if played else "no episode"
            expected = f"status {status}, as {METADATA} declares under missing"
            yield Problem(f"{file} {episode_id}", "status", stands, expected)
    absent = [name for name in records.predictions if name not in records.episodes]
    if absent:
        yield Problem(
            str(file), "", f"no episode for {some(absent)}", "an episode for each prediction, or no such file"
        )


def _check_turns(
    where: str, episode: Episode, max_turns: int, feedback: Feedback, puzzle: Puzzle | None
) -> Iterator[Problem]:
    numbers = [turn.number for turn in episode.turns]
    if numbers != list(range(1, len(numbers) + 1)):
        yield Problem(where, "turns", f"turns numbered {some(numbers)}", "1, 2, 3 and so on without a gap")
    if len(numbers) > max_turns:
        yield Problem(where, "turns", f"{len(numbers)} turns", f"at most {max_turns}, as {METADATA} states")
    spent: dict[Role, Usage] = {}
    for place, turn in enumerate(episode.turns):
        shown = feedback.show(turn.answer, episode.puzzle_id, episode.seed, turn.number)
        # Agents that are not shown the flags exist, so a flag may be withheld, but never added.
        if turn.shown.verdict != shown.verdict or turn.shown.is_key_clue > shown.is_key_clue:
            expected = f"{shown.verdict}, which feedback {feedback} shows of the answer {turn.answer.verdict}"
            yield Problem(where, f"turns[{place}].shown", str(turn.shown.verdict), expected)
        if turn.answer.clue is not None and (puzzle is None or turn.answer.clue > len(puzzle.key_clues)):
            expected = f"at most {len(puzzle.key_clues) if puzzle else 0}, the number of key clues"
            yield Problem(where, f"turns[{place}].answer.clue", str(turn.answer.clue), expected)
        for role, usage in turn.usage.items():
            spent[role] = spent.get(role, Usage()) + usage
    for role, usage in spent.items():
        whole = episode.usage.get(role, Usage())
        for name in ("calls", "prompt_tokens", "completion_tokens"):
            if getattr(usage, name) > getattr(whole, name):
                expected = f"at least {getattr(usage, name)}, the sum of its turns"
                yield Problem(where, f"usage.{role}.{name}", str(getattr(whole, name)), expected)
