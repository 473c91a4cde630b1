"""Inspect plays the same replies into the same episodes as a match does without it."""

from __future__ import annotations

import base64
import gc
import hashlib
import math
from pathlib import Path
from typing import Any

import pytest
from framework_cases import CASES, SEED, Case, by_match, case_of, score

from turtlesoup_bench.errors import TransientError
from turtlesoup_bench.games import Episode, Game, Move, Observation, Score

NEEDED = "pip install -e '.[inspect]'"
inspect_ai = pytest.importorskip("inspect_ai", reason=NEEDED)
chat_api = pytest.importorskip("inspect_ai.model", reason=NEEDED)
adapter = pytest.importorskip("turtlesoup_bench.adapters.inspect", reason=NEEDED)

STOP_REASONS = {"stop": "stop", "length": "max_tokens", "content_filter": "content_filter"}
pytestmark = [
    pytest.mark.usefixtures("odd_one_out"),
    # Both are Inspect's own.
    pytest.mark.filterwarnings("ignore:The 'initial' parameter is deprecated:DeprecationWarning"),
    pytest.mark.filterwarnings("ignore:Unclosed <MemoryObject:ResourceWarning"),
]


def evaluated(case: Case, folder: Path, *, epochs: int = 1, score: Any = score) -> tuple[Any, list[Any]]:
    """The log of a model that gives the replies of the case, and the chats that it saw."""
    chats: list[list[Any]] = []
    replies = iter(case.replies * epochs)

    def reply(chat: list[Any], *_: Any) -> Any:
        chats.append(chat)
        text, reason = next(replies)
        output = chat_api.ModelOutput.from_content("mockllm/model", text, stop_reason=STOP_REASONS[reason])
        output.usage = chat_api.ModelUsage(input_tokens=1, output_tokens=1)  # else Inspect downloads a tokenizer
        return output

    task = adapter.game_task(
        case.find(),
        case.seat,
        score=score,
        players=case.players_of,
        selection=case.selection,
        options=case.options,
        seed=SEED,
    )
    model = chat_api.get_model("mockllm/model", custom_outputs=reply, memoize=False)
    [log] = inspect_ai.eval(task, model=model, log_dir=str(folder), display="none", epochs=epochs, max_samples=1)
    gc.collect()  # while its warnings are ignored, so that no later test meets them
    return log, chats


@pytest.mark.parametrize("name", CASES)
def test_it_plays_the_same_episode(name: str, tmp_path: Path) -> None:
    case = case_of(name)
    expected = by_match(case)
    log, chats = evaluated(case, tmp_path)
    assert log.status == "success", log.error
    sample = log.samples[0]
    assert Episode.from_json(sample.store["episode"], expected.setup.instance) == expected
    assert len(chats) == len(case.replies)
    moves = [step[case.seat] for step in expected.moves if case.seat in step]
    value = 0.0 if expected.status == "aborted" else sum(not move.complaints for move in moves) / len(moves)
    headline = case.find().measures[0].name
    assert sample.scores[case.game].value[headline] == pytest.approx(value)
    metrics = {result.name: result.metrics["mean"].value for result in log.results.scores}
    assert metrics[headline] == pytest.approx(value)


def test_complaints_are_the_next_message_and_pictures_are_images(tmp_path: Path, odd_one_out: Game) -> None:
    case = case_of("odd one out")
    _, chats = evaluated(case, tmp_path)
    assert [message.role for message in chats[1]] == ["system", "user", "assistant", "user"]
    assert chats[1][-1].text == "The first line is empty."
    assert chats[4][-1].text == "Reply with one name."
    (picture,) = [part for part in chats[0][1].content if isinstance(part, chat_api.ContentImage)]
    head, data = picture.image.split(",")
    assert head == "data:image/png;base64"
    shown = next(event for event in by_match(case).events if event.to == (case.seat,))
    assert hashlib.sha256(base64.b64decode(data)).hexdigest() == shown.parts[0].content


def test_a_stateless_form_begins_a_new_chat_with_each_move(tmp_path: Path) -> None:
    _, chats = evaluated(case_of("turtle soup"), tmp_path)
    assert {tuple(message.role for message in chat) for chat in chats} == {("system", "user")}
    assert "Did somebody die?" in chats[2][1].text


def test_each_epoch_has_its_own_luck(tmp_path: Path) -> None:
    log, _ = evaluated(case_of("odd one out"), tmp_path, epochs=2)
    assert [sample.store["episode"]["setup"]["seed"] for sample in log.samples] == [SEED, SEED + 1]


def test_what_is_unscored_has_no_value_but_a_reason(tmp_path: Path) -> None:
    async def unscored(episode: Episode) -> Score:
        return Score("unscored", {}, {}, {}, "the judge gave no usable reply")

    log, _ = evaluated(case_of("twenty questions"), tmp_path, score=unscored)
    result = log.samples[0].scores["twenty-questions"]
    assert math.isnan(result.value["consistent"])
    assert result.explanation == "the judge gave no usable reply"


def test_an_episode_that_fails_is_an_error_of_its_sample(tmp_path: Path) -> None:
    class Gone:
        async def act(self, observation: Observation) -> Move:
            raise TransientError("no connection")

    case = Case(
        "turtle-soup",
        "player",
        [("Did he die?", "stop")],
        "",
        0,
        players={"host": Gone()},
        selection=case_of("turtle soup").selection,
    )
    log, _ = evaluated(case, tmp_path)
    assert log.status == "error"
    assert "host: no connection" in log.error.message
