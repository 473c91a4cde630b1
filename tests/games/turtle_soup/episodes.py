"""Episodes for tests: made of moves, and checked as the record of a run would be."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from turtlesoup_bench import games
from turtlesoup_bench.games import Forfeit, Move
from turtlesoup_bench.games.match import Match
from turtlesoup_bench.games.turtle_soup.game import GAME, instance_of
from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle
from turtlesoup_bench.games.turtle_soup.records import HOST, PLAYER, Answer, BeliefState, Episode
from turtlesoup_bench.records import to_json
from turtlesoup_bench.validation import check_record

MAX_TURNS = 10


def made(
    puzzle: Puzzle, questions: Sequence[str], answer: Answer, prediction: BeliefState | None = None
) -> games.Episode:
    """An episode with these questions, all answered alike; without a prediction the player is aborted."""
    setup = GAME.setup(instance_of(puzzle), options={"max_turns": MAX_TURNS}, cast={PLAYER: "direct"})
    moves = []
    for question in questions:
        moves += [{PLAYER: Move({"question": question})}, {HOST: Move(to_json(answer))}]
    if prediction is None:
        moves.append({PLAYER: Move(forfeit=Forfeit("unreadable", "no question", ("mumble",)))})
    else:
        moves += [{PLAYER: Move({"question": None})}, {PLAYER: Move(to_json(prediction))}]
    return Match(GAME, setup, moves).episode()


def recorded(episode: games.Episode) -> Episode:
    """The view of an episode whose record fits its schemas and is read back, and whose moves give it again."""
    record = json.loads(json.dumps(episode.to_json()))
    assert check_record(record, "core/episode", "episode") == []
    assert check_record(record, "turtle_soup/episode", "episode") == []
    assert games.Episode.from_json(record, episode.setup.instance) == episode
    match = Match(GAME, episode.setup, episode.moves)
    if episode.failure is not None:
        match.fail(episode.failure)
    assert match.episode() == replace(episode, usage={})  # no match knows what models consumed
    view = Episode.of(episode)
    assert Episode.from_json(record) == view
    return view
