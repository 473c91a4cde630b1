"""Replies to imitate: the right ones of a game's data, and those of models that played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.games import Game, Move
from turtlesoup_bench.games.registry import find_game, game_names
from turtlesoup_bench.games.results import Result
from turtlesoup_bench.models.journal import Call, read_calls
from turtlesoup_bench.reporting.results import RunResults
from turtlesoup_bench.training import Example
from turtlesoup_bench.training.decisions import decisions


def right_replies(game: Game, selection: Mapping[str, Any], options: Mapping[str, Any]) -> Iterator[Example]:
    """The first decision of each instance, with the right reply where the game's data holds one.

    Args:
        game: The game.
        selection: Which instances; see `Game.load`.
        options: Options of the game.

    Raises:
        InvalidInput: If selection or options do not fit, or the data holds no right reply.
    """
    reply = game.training.reply if game.training else None
    if reply is None:
        able = [name for name in game_names() if (known := find_game(name).training) and known.reply]
        expected = f"run folders of it, or a game whose data holds them ({', '.join(able) or 'none is installed'})"
        raise InvalidInput([Problem(game.name, "", "data without right replies", expected)])
    for instance in game.load(selection):
        for chosen in decisions(game, game.setup(instance, options=options)):
            right = reply(instance, chosen.observation)
            if right is not None:
                name = f"{instance.id}/{chosen.observation.seat}"
                yield Example(name, game.name, instance.language, chosen.chats[0], right)


def played_replies(runs: Sequence[RunResults], min_score: float | None = None) -> Iterator[Example]:
    """Every accepted reply of a tested seat's model in the episodes of runs that came to an end.

    A reply is not accepted if it was cut off, if the seat forfeited the move, or if it was asked for again. Where the
    player noted which replies its move is made of, as the chat player does, those are the accepted ones; of another
    player, all of the step but those that a request with a complaint goes on from.

    Args:
        runs: Of any games.
        min_score: Take only seats that have a headline in the episode, and one of at least this (at most, if less is
            better).

    Raises:
        InvalidInput: If a run has no such reply, or its journal was written without requests.
    """
    for run in runs:
        count = 0
        for result in run.results:
            for example in _of_episode(run, result, min_score):
                count += 1
                yield example
        if not count:
            worth = "" if min_score is None else f" with a score of at least {min_score:g}"
            found = f"no accepted reply of a model in a tested seat{worth}"
            expected = "a finished run of a model" + (", scored: turtlesoup score" if worth else "")
            raise InvalidInput([Problem(str(run.folder.path), "", found, expected)])


def _of_episode(run: RunResults, result: Result, min_score: float | None) -> Iterator[Example]:
    episode = result.episode
    if episode.ending is None:
        return
    scores = _headlines(result)
    seats = [seat for seat in episode.setup.tested if min_score is None or _is_enough(result, scores, seat, min_score)]
    if not seats:
        return
    calls = [
        call
        for call in read_calls(run.folder.journal_file, episode.id)
        if call.place.seat in seats and call.place.step is not None
    ]
    for (step, seat), group in groupby(calls, key=lambda call: (call.place.step, call.place.seat)):
        assert step is not None
        move = episode.moves[step].get(seat) if step < len(episode.moves) else None
        if move is None or move.forfeit is not None:
            continue
        for call in _accepted(move, list(group)):
            if call.request is None:
                expected = "one that keeps requests; play the run again with this version"
                raise InvalidInput([Problem(str(run.folder.journal_file), "", "a journal without requests", expected)])
            yield Example(
                f"{run.run['name']}/{episode.id}/{seat}/{step}/{call.place.n}",
                run.game.name,
                result.instance.language,
                call.request["messages"],
                call.reply["text"],
                scores.get(seat),
            )


def _headlines(result: Result) -> dict[str, float]:
    """The headline of each seat that has one; an aborted seat has its worst."""
    if not result.game.measures:
        return {}
    headline, ending = result.game.measures[0], result.episode.ending
    is_scored = result.score is not None and result.score.status == "scored"
    by_seat = result.score.by_seat if result.score is not None and is_scored else {}
    scores = {seat: values[headline.name] for seat, values in by_seat.items() if headline.name in values}
    return scores | dict.fromkeys(ending.aborted if ending else (), headline.worst)


def _is_enough(result: Result, scores: Mapping[str, float], seat: str, least: float) -> bool:
    if seat not in scores:
        return False
    return scores[seat] >= least if result.game.measures[0].higher_is_better else scores[seat] <= least


def _accepted(move: Move, calls: Sequence[Call]) -> list[Call]:
    """The calls of a step whose replies the move is made of, in the order in which they were begun."""
    whole = [
        call
        for call in calls
        if call.reply["text"] and call.reply.get("finish_reason") not in ("length", "content_filter")
    ]
    if "replies" in move.trace:
        wanted, last_first = Counter(map(str, move.trace["replies"])), []
        for call in reversed(whole):
            if wanted[call.reply["text"]]:
                wanted[call.reply["text"]] -= 1
                last_first.append(call)
        return last_first[::-1]
    return [call for call in whole if not any(_asks_again(call, other) for other in calls)]


def _asks_again(call: Call, other: Call) -> bool:
    """Whether a request goes on from the reply of a call of the same step, as one with a complaint does."""
    if call.request is None or other.request is None:
        return False
    reply = {"role": "assistant", "content": call.reply["text"]}
    return list(other.request["messages"][:-1]) == [*call.request["messages"], reply]
