"""A hand-over: another model plays the rest of saved episodes, and sees all that was said before."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from turtlesoup_bench.cli import main
from turtlesoup_bench.errors import InvalidInput
from turtlesoup_bench.games.results import compare
from turtlesoup_bench.models.journal import Journal
from turtlesoup_bench.models.simulated.server import SimulatedProvider
from turtlesoup_bench.reporting.comparison import comparison_table
from turtlesoup_bench.reporting.notes import texts
from turtlesoup_bench.reporting.results import read_results
from turtlesoup_bench.run_folder import SavedRun, read_saved
from turtlesoup_bench.runner.run import run
from turtlesoup_bench.runner.settings import RunSettings
from turtlesoup_bench.submissions.making import Statement, prepare

MODEL, HEIR = "openai/simulated", "openai/heir"


def finished(out: Path, game: str = "twenty-questions", **settings: Any) -> Path:
    selection = settings.pop("selection", {"limit": 4})
    return asyncio.run(run(RunSettings(game, selection=selection, out=out, **settings))).path


def handed_over(source: Path, out: Path, *options: object) -> SavedRun:
    arguments = ("handover", source, "--model", HEIR, "--out", out, *options)
    with pytest.raises(SystemExit) as ended:
        main(list(map(str, arguments)))
    assert ended.value.code == 0
    return read_saved(out)


def chats(folder: Path) -> list[list[dict[str, Any]]]:
    """What the models of a run were asked."""
    with Journal(folder / "calls.sqlite") as journal:
        calls = [call for episode in read_saved(folder).episodes for call in journal.calls(episode)]
    return [call.request["messages"] for call in calls if call.request]


def test_the_last_move_is_played_by_another_model(provider: SimulatedProvider, tmp_path: Path) -> None:
    source = read_saved(finished(tmp_path / "first", model=MODEL))
    heir = handed_over(tmp_path / "first", tmp_path / "second")
    assert heir.episodes.keys() == source.episodes.keys()
    for name, before in source.episodes.items():
        after = heir.episodes[name]
        assert after.moves[:-1] == before.moves[:-1]
        assert after.events[: len(before.events) - 1] == before.events[:-1]
        assert after.usage["answerer"].calls == 1
        assert after.ending == before.ending
        assert after.setup.cast == {"answerer": f"chat with {HEIR}, handed over by chat with {MODEL}"}
    record = heir.run["handover"]
    assert (record["run"], record["first_move"]) == (source.run["identity"], None)
    assert record["seats"]["answerer"]["model"] == MODEL
    assert heir.run["identity"] != source.run["identity"]

    first, second = read_results(tmp_path / "first"), read_results(tmp_path / "second")
    assert compare(first.game, first.results, second.results).pairs == 4
    assert comparison_table({"first": first, "second": second})
    assert second.tested == f"chat with {HEIR}, handed over by chat with {MODEL}"
    assert any(text.startswith("Handed over: ") and "at the last move" in text for text in texts(second.notes))


def test_the_model_sees_the_whole_game_as_its_own_chat(provider: SimulatedProvider, tmp_path: Path) -> None:
    finished(tmp_path / "first", model=MODEL)
    handed_over(tmp_path / "first", tmp_path / "second")
    longest: dict[str, list[dict[str, Any]]] = {}
    for chat in chats(tmp_path / "first"):
        words = chat[1]["content"]
        longest[words] = max(chat, longest.get(words, []), key=len)
    assert sorted(longest.values(), key=str) == sorted(chats(tmp_path / "second"), key=str)


def test_moves_that_no_chat_model_made_stand_as_json(provider: SimulatedProvider, tmp_path: Path) -> None:
    finished(tmp_path / "first", agent="twenty-questions-honest", selection={"limit": 1})
    handed_over(tmp_path / "first", tmp_path / "second")
    [chat] = chats(tmp_path / "second")
    said = [message["content"] for message in chat if message["role"] == "assistant"]
    assert said[0] == '{"ready": true}'
    assert {*said[1:]} <= {'{"answer": "yes"}', '{"answer": "no"}'}


@pytest.mark.parametrize("first_move", [1, 3, 100])
def test_a_game_is_handed_over_at_any_move(provider: SimulatedProvider, tmp_path: Path, first_move: int) -> None:
    source = read_saved(finished(tmp_path / "first", model=MODEL))
    heir = handed_over(tmp_path / "first", tmp_path / "second", "--from", first_move)
    for name, before in source.episodes.items():
        after = heir.episodes[name]
        played = max(0, len(before.moves) - (first_move - 1))
        assert (after.usage["answerer"].calls if played else len(after.usage)) == played
        assert after.ending == before.ending


def test_other_seats_stay_as_they_were(provider: SimulatedProvider, tmp_path: Path) -> None:
    options: dict[str, Any] = {"options": {"max_turns": 3}, "seats": {"host": "embedded"}, "selection": {"limit": 1}}
    source = read_saved(finished(tmp_path / "first", "turtle-soup", model=MODEL, seeds=(7,), **options))
    heir = handed_over(tmp_path / "first", tmp_path / "second")
    assert heir.run["seats"]["host"] == source.run["seats"]["host"]
    assert (heir.run["options"], heir.run["seeds"]) == (source.run["options"], [7])
    for episode in heir.episodes.values():
        assert (episode.status, set(episode.usage)) == ("completed", {"player"})


def test_it_goes_on_where_it_stopped(provider: SimulatedProvider, tmp_path: Path) -> None:
    finished(tmp_path / "first", model=MODEL)
    handed_over(tmp_path / "first", tmp_path / "second")
    calls, file = provider.tries.total(), tmp_path / "second" / "episodes.jsonl"
    file.write_text("".join(file.read_text().splitlines(keepends=True)[:2]))
    assert len(handed_over(tmp_path / "first", tmp_path / "second").episodes) == 4
    assert provider.tries.total() == calls  # the journal answers


def test_what_cannot_be_handed_over_is_said(provider: SimulatedProvider, tmp_path: Path) -> None:
    folder = finished(tmp_path / "first", model=MODEL)
    heir = RunSettings("twenty-questions", model=HEIR, selection={"limit": 4}, handover=folder, out=tmp_path / "heir")
    asyncio.run(run(heir))
    with pytest.raises(InvalidInput, match="a run that was handed over"):
        asyncio.run(run(RunSettings("twenty-questions", model=HEIR, handover=tmp_path / "heir")))
    with pytest.raises(InvalidInput, match="at least 1, the first move"):
        asyncio.run(run(RunSettings("twenty-questions", model=HEIR, handover=folder, handover_from=0)))
    with pytest.raises(InvalidInput, match="played by the same system throughout"):
        prepare(tmp_path / "heir", tmp_path, Statement(["A"], "a@example.org"))
    file = folder / "episodes.jsonl"
    file.write_text("".join(file.read_text().splitlines(keepends=True)[:2]))
    with pytest.raises(InvalidInput, match="found 2 episodes that have ended; expected 4"):
        asyncio.run(run(heir))
