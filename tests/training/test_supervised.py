"""Replies to imitate: the right ones score the best, and of a run only what was accepted is taken."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from commands import turtlesoup

from turtlesoup_bench.errors import InvalidInput
from turtlesoup_bench.games import Instance
from turtlesoup_bench.games.match import Match
from turtlesoup_bench.games.registry import find_game
from turtlesoup_bench.games.simulated import simulated_reply
from turtlesoup_bench.models.journal import read_calls
from turtlesoup_bench.models.simulated.server import Behaviour, served
from turtlesoup_bench.prompts import Message
from turtlesoup_bench.reporting.results import RunResults, read_results
from turtlesoup_bench.training.supervised import played_replies, right_replies

QUESTIONS = find_game("murder-mystery-questions")
EVERYTHING = {"kinds": ["long_script", "text_rich", "media_rich", "multi_hop", "open"]}


@contextmanager
def provider(reply: Callable[[Sequence[Message], bool], str | None], **behaviour: Any) -> Iterator[None]:
    with served(reply, Behaviour(**behaviour)) as server, pytest.MonkeyPatch.context() as patch:
        patch.setenv("OPENAI_API_KEY", "sk-simulated")
        patch.setenv("OPENAI_BASE_URL", server.url)
        yield


def played(out: Path, *options: object) -> RunResults:
    done = turtlesoup("run", "--model", "openai/simulated", "--language", "en", *options, "--out", out)
    assert done.returncode == 0, done.stderr
    return read_results(out)


def said(reply: str, instance: Instance) -> dict[str, float]:
    """The measures of a reader that gives a reply."""
    match = Match(QUESTIONS, QUESTIONS.setup(instance))
    match.say("reader", reply)
    score = asyncio.run(QUESTIONS.scorer("rules").score(instance, match.episode(), lambda model: None))
    return dict(score.by_seat["reader"])


def test_every_right_reply_scores_the_best_and_earns_the_reward() -> None:
    instances = {f"{instance.id}/reader": instance for instance in QUESTIONS.load({})}
    count = 0
    for example in right_replies(QUESTIONS, {}, {"images": "captions"}):
        instance = instances[example.id]
        assert said(example.reply, instance)["accuracy"] == 1.0
        columns = {"answer": [instance.data["answer"]], "options": [instance.data["options"]]}
        rewards = QUESTIONS.training.reward([example.reply], **columns, needed=[[]])
        assert rewards == pytest.approx([1.2])
        count += 1
    assert count == len(instances)


def test_an_open_question_is_answered_by_its_reference() -> None:
    examples = list(right_replies(QUESTIONS, {"kinds": ["open"], "limit": 3}, {"images": "captions"}))
    instances = QUESTIONS.load({"kinds": ["open"], "limit": 3})
    for example, instance in zip(examples, instances, strict=True):
        assert json.loads(example.reply) == {"answer": " ".join(instance.data["reference"])}


def test_what_the_data_tell_is_asked_as_it_is_asked_in_play(tmp_path: Path) -> None:
    with provider(simulated_reply):
        run = played(tmp_path / "run", "--game", QUESTIONS.name, "--limit", 6)
    asked = {json.dumps(example.prompt, sort_keys=True): example for example in played_replies([run])}
    told = list(right_replies(QUESTIONS, {"languages": ["en"], "limit": 6}, {}))
    assert len(asked) == len(told) == 6
    for example in told:
        other = asked[json.dumps(example.prompt, sort_keys=True)]
        assert json.loads(other.reply) == json.loads(example.reply)  # this provider knows all answers
        assert other.score == 1.0


def test_the_replies_of_a_run_are_those_of_its_journal(tmp_path: Path) -> None:
    with provider(simulated_reply):
        run = played(tmp_path / "run", "--game", "murder-mystery", "--limit", 1, "--option", "rounds=1")
    [result] = run.results
    examples = {example.id: example for example in played_replies([run])}
    calls = read_calls(run.folder.journal_file, result.episode.id)
    assert len(examples) == len(calls) == sum(len(step) for step in result.episode.moves)
    for call in calls:
        example = examples[f"{run.run['name']}/{result.episode.id}/{call.place.seat}/{call.place.step}/{call.place.n}"]
        assert (example.prompt, example.reply) == (call.request["messages"], call.reply["text"])
        assert example.score == result.score.by_seat[call.place.seat].get(run.game.measures[0].name)
        assert example.game == "murder-mystery"


def test_a_model_in_a_seat_that_is_not_tested_is_not_imitated(tmp_path: Path) -> None:
    with provider(simulated_reply):
        run = played(tmp_path / "run", "--agent", "direct", "--limit", 1, "--max-turns", 2)
    calls = read_calls(run.folder.journal_file, run.results[0].episode.id)
    assert {call.place.seat for call in calls} == {"player", "host"}
    examples = list(played_replies([run]))
    assert examples and all(example.id.split("/")[-3] == "player" for example in examples)


def test_a_player_of_several_calls_a_move_is_imitated_in_all_of_them(tmp_path: Path) -> None:
    with provider(simulated_reply):
        run = played(tmp_path / "run", "--agent", "mosaic", "--limit", 1, "--max-turns", 3)
    calls = read_calls(run.folder.journal_file, run.results[0].episode.id)
    own = [call for call in calls if call.place.seat == "player" and call.place.step is not None]
    examples = list(played_replies([run]))
    assert len(examples) == len(own)
    assert len(examples) > 2 * sum("player" in step for step in run.results[0].episode.moves)


def last_word(messages: Sequence[Message]) -> str:
    content = messages[-1]["content"] if messages else ""
    return content if isinstance(content, str) else content[-1]["text"]


def test_a_reply_that_was_asked_for_again_is_left_out(tmp_path: Path) -> None:
    def stammers(messages: Sequence[Message], slip: bool) -> str | None:
        return '{"answer": "b"}' if "Answer with the letter" in last_word(messages) else "Let me see."

    with provider(stammers):
        run = played(tmp_path / "run", "--game", QUESTIONS.name, "--select", "kinds=long_script", "--limit", 2)
    examples = list(played_replies([run]))
    assert [example.reply for example in examples] == ['{"answer": "b"}'] * 2
    for example in examples:  # the complaint stands in the prompt
        assert [message["role"] for message in example.prompt] == ["system", "user", "assistant", "user"]


def test_a_repaired_reply_of_another_player_is_left_out(tmp_path: Path) -> None:
    def stammers(messages: Sequence[Message], slip: bool) -> str | None:
        if "That reply cannot be used" in last_word(messages):
            return simulated_reply(messages[:-2], slip)
        reply = simulated_reply(messages, slip)
        return "Let me see." if reply is not None and reply.startswith("{") else reply

    with provider(stammers):
        run = played(tmp_path / "run", "--agent", "mosaic", "--limit", 1, "--max-turns", 2, "--responder", "embedded")
    calls = read_calls(run.folder.journal_file, run.results[0].episode.id)
    replies = [call.reply["text"] for call in calls if call.place.seat == "player" and call.place.step is not None]
    assert "Let me see." in replies
    assert [example.reply for example in played_replies([run])] == [one for one in replies if one != "Let me see."]


def test_a_forfeited_move_and_a_reply_cut_off_are_left_out(tmp_path: Path) -> None:
    with provider(lambda messages, slip: "I had rather not say."):
        run = played(tmp_path / "run", "--game", QUESTIONS.name, "--select", "kinds=long_script", "--limit", 1)
    with pytest.raises(InvalidInput, match="no accepted reply of a model in a tested seat; expected a finished run"):
        list(played_replies([run]))
    with provider(simulated_reply, faults={"cut_off": 1.0}):
        run = played(tmp_path / "other", "--game", QUESTIONS.name, "--select", "kinds=long_script", "--limit", 1)
    with pytest.raises(InvalidInput, match="no accepted reply"):
        list(played_replies([run]))


def test_a_least_score_leaves_out_the_seats_below_it(tmp_path: Path) -> None:
    with provider(simulated_reply, error_rate=0.5):
        run = played(tmp_path / "run", "--game", QUESTIONS.name, "--limit", 16)
    right = [result for result in run.results if result.scored["accuracy"] == 1.0]
    assert 0 < len(right) < len(run.results)
    examples = list(played_replies([run], min_score=1.0))
    assert {example.id.split("/", 1)[1].rsplit("/", 3)[0] for example in examples} == {
        result.episode.id for result in right
    }
    assert {example.score for example in examples} == {1.0}
    assert len(list(played_replies([run], min_score=0.0))) == len(run.results)
    with pytest.raises(InvalidInput, match=r"with a score of at least 1\.5; expected .* turtlesoup score"):
        list(played_replies([run], min_score=1.5))


def test_a_run_without_a_model_has_nothing_to_imitate(tmp_path: Path) -> None:
    done = turtlesoup("run", "--game", "word-guess", "--limit", 1, "--language", "en", "--out", tmp_path / "run")
    assert done.returncode == 0, done.stderr
    with pytest.raises(InvalidInput, match="a finished run of a model"):
        list(played_replies([read_results(tmp_path / "run")]))


def test_a_game_whose_data_hold_no_replies_says_which_do() -> None:
    with pytest.raises(InvalidInput, match=r"run folders of it, or .*\(murder-mystery-questions\)"):
        list(right_replies(find_game("word-guess"), {}, {}))
