"""Hosts and judges compared on what saved games hold."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from commands import in_a_process, turtlesoup
from running import settings

from turtlesoup_bench.errors import InvalidInput
from turtlesoup_bench.games.turtle_soup.audits import judge_agreement, responder_agreement
from turtlesoup_bench.games.turtle_soup.audits.judge_agreement import compare_judges
from turtlesoup_bench.games.turtle_soup.audits.responder_agreement import compare_responders
from turtlesoup_bench.games.turtle_soup.audits.saved import Rater, draw, labels_of, read_runs
from turtlesoup_bench.games.turtle_soup.audits.saved_predictions import AskedJudge, Prediction, predictions_of
from turtlesoup_bench.games.turtle_soup.audits.saved_questions import Question, questions_of
from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle
from turtlesoup_bench.games.turtle_soup.records import Answer, BeliefState
from turtlesoup_bench.games.turtle_soup.scoring.score import Reference, capped
from turtlesoup_bench.models.simulated.server import Behaviour, SimulatedProvider
from turtlesoup_bench.run_folder import RunFolder
from turtlesoup_bench.runner.run import run
from turtlesoup_bench.runner.settings import RunSettings

HOST_CALLS = ("responder/answer", "responder/key_clue")
Command = Callable[..., CompletedProcess[str]]
JUDGE_CALLS = ("judge/point", "judge/conclusion")


def played(out: Path, **changed: object) -> Path:
    chosen = {"model": "openai/m", "host": "openai/host", "judge": "openai/judge", "limit": 2, "max_turns": 3}
    return asyncio.run(run(settings(**{**chosen, **changed}, out=out))).path


def compared(noun: str, *arguments: object, command: Command = turtlesoup) -> str:
    done = command(noun, "compare", *arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout


def calls(provider: SimulatedProvider, tasks: tuple[str, ...]) -> int:
    return sum(provider.tasks[task] for task in tasks)


def test_questions_are_asked_of_a_second_host_and_never_twice(provider: SimulatedProvider, tmp_path: Path) -> None:
    folder = played(tmp_path / "run")
    before = calls(provider, HOST_CALLS)
    ask = (folder, "--responder", "openai/other", "--questions", "8", "--out", tmp_path / "out")
    said = compared("responder", *ask)
    assert "openai/other: 8 to ask, 16 calls" in said
    assert calls(provider, HOST_CALLS) == before + 16
    assert compared("responder", *ask) == said
    assert calls(provider, HOST_CALLS) == before + 16
    record = json.loads((tmp_path / "out" / responder_agreement.FILE).read_text(encoding="utf-8"))
    assert [host["host"] for host in record["hosts"]] == ["openai/host", "openai/other"]
    assert [(pair["group"], pair["questions"]) for pair in record["pairs"]] == [("overall", 8), ("en", 4), ("zh", 4)]
    assert all(pair["same_answer"]["mean"] == 1.0 for pair in record["pairs"])
    assert record["disputed"] == []


def test_hosts_that_played_the_same_questions_are_compared_without_a_call(
    provider: SimulatedProvider, tmp_path: Path
) -> None:
    asked = {"model": None, "agent": "question-bank", "judge": "embedded"}
    one = played(tmp_path / "one", host="openai/host", **asked)
    provider.behaviour = Behaviour(error_rate=0.5)
    other = played(tmp_path / "other", host="openai/another", **asked)
    before = calls(provider, HOST_CALLS)
    said = compared("responder", one, other, "--out", tmp_path / "out", command=in_a_process)
    assert calls(provider, HOST_CALLS) == before
    assert "1 and 2, overall" in said
    assert "Most disputed" in said
    record = json.loads((tmp_path / "out" / responder_agreement.FILE).read_text(encoding="utf-8"))
    assert 0 < record["pairs"][0]["same_answer"]["mean"] < 1
    assert set(record["disputed"][0]["answers"]) == {"openai/host", "openai/another"}


def test_predictions_are_put_to_a_second_judge_and_never_twice(provider: SimulatedProvider, tmp_path: Path) -> None:
    folder = played(tmp_path / "run", limit=4)
    before = calls(provider, JUDGE_CALLS)
    ask = (folder, "--judge", "openai/other", "--predictions", "6", "--out", tmp_path / "out")
    said = compared("judge", *ask)
    drawn = draw(predictions_of(read_runs([folder])), 6)
    expected = AskedJudge("openai/other").calls_for(drawn)
    assert expected > 0
    assert f"openai/other: {len(drawn)} to score, {expected} calls" in said
    assert calls(provider, JUDGE_CALLS) == before + expected
    assert compared("judge", *ask) == said
    assert calls(provider, JUDGE_CALLS) == before + expected
    record = json.loads((tmp_path / "out" / judge_agreement.FILE).read_text(encoding="utf-8"))
    assert [judge["judge"] for judge in record["judges"]] == ["openai/judge", "openai/other"]
    assert record["pairs"][0]["difference"]["mean"] == 0.0


def test_scores_in_the_folder_are_compared_without_a_call(provider: SimulatedProvider, tmp_path: Path) -> None:
    folder = played(tmp_path / "run")
    file = RunFolder(folder).scores_file("openai/judge")
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    for line in lines:
        line["ruler"]["scorer"]["judge_prompts"] = "older"
        line["by_seat"]["player"]["overall"] /= 2
    file.write_text("".join(json.dumps(line) + "\n" for line in lines) + file.read_text(encoding="utf-8"))
    before = calls(provider, JUDGE_CALLS)
    said = compared("judge", folder, "--out", tmp_path / "out", command=in_a_process)
    assert calls(provider, JUDGE_CALLS) == before
    assert "openai/judge (judge_prompts older)" in said


@pytest.mark.parametrize(("noun", "option"), [("responder", "--responder"), ("judge", "--judge")])
def test_one_alone_is_refused_before_anything_is_asked(
    provider: SimulatedProvider, tmp_path: Path, noun: str, option: str
) -> None:
    folder = played(tmp_path / "run")
    before = provider.tries.total()
    done = turtlesoup(noun, "compare", folder, "--out", tmp_path / "out")
    assert done.returncode == 2
    assert f"name another with {option}" in done.stderr
    assert provider.tries.total() == before
    assert not (tmp_path / "out").exists()


def test_another_game_is_refused(tmp_path: Path) -> None:
    chosen = RunSettings("word-guess", agent="word-guess-optimum", selection={"limit": 1}, out=tmp_path / "run")
    folder = asyncio.run(run(chosen))
    with pytest.raises(InvalidInput, match="a run of turtle-soup"):
        read_runs([folder.path])


def test_a_draw_is_the_same_for_everybody_and_half_of_each_language(puzzles: list[Puzzle]) -> None:
    questions = [Question(puzzle, f"{number}?") for puzzle in puzzles[:300] + puzzles[-50:] for number in range(2)]
    drawn = draw(questions, 60)
    assert {language: sum(q.puzzle.language == language for q in drawn) for language in ("en", "zh")} == {
        "en": 30,
        "zh": 30,
    }
    assert draw(questions[::-1], 60) == drawn
    assert drawn[:10] == draw(questions, 20)[:10]
    assert len(draw([q for q in questions if q.puzzle.language == "en"], 60)) == 60


def test_questions_in_the_same_words_count_once_a_puzzle(provider: SimulatedProvider, tmp_path: Path) -> None:
    bank = {"model": None, "agent": "question-bank", "host": "embedded", "judge": "embedded"}
    runs = read_runs([played(tmp_path / name, seeds=seeds, **bank) for name, seeds in (("a", (1, 2)), ("b", (3,)))])
    questions = questions_of(runs)
    assert len({(question.puzzle.id, question.text) for question in questions}) == len(questions)
    assert len(questions) == len(questions_of(runs[1:]))
    assert [q.text for q in questions] == [q.text for q in questions_of(runs[::-1])]


def host(name: str, version: str = "1") -> Rater:
    return Rater.of(name, {"version": version, "sampling": None})


def test_agreement_by_hand(puzzle: Callable[[str], Puzzle]) -> None:
    one, other, third = host("a"), host("b"), host("c")
    english, chinese = puzzle("en"), puzzle("zh")
    questions = [
        Question(english, "1", {one: Answer("yes", True), other: Answer("yes", True), third: Answer("no")}),
        Question(english, "2", {one: Answer("no"), other: Answer("unknown", True)}),
        Question(chinese, "3", {one: Answer("no"), other: Answer("no")}),
        Question(chinese, "4", {one: Answer("unknown"), other: Answer("unknown")}),
    ]
    found = compare_responders(["run"], questions)
    pair = next(pair for pair in found.pairs if (pair.first, pair.second, pair.group) == ("a", "b", "overall"))
    assert (pair.questions, pair.same_answer.mean, pair.same_flag.mean) == (4, 0.75, 0.75)
    assert pair.answer_kappa == pytest.approx((0.75 - 5 / 16) / (1 - 5 / 16))
    assert pair.flag_kappa == pytest.approx(0.5)
    assert [(p.first, p.second, p.questions) for p in found.pairs if p.group == "overall"] == [
        ("a", "b", 4),
        ("a", "c", 1),
        ("b", "c", 1),
    ]
    assert [one.question for one in found.disputed] == ["1", "2"]  # a Yes against a No is worse than an Unknown
    assert found.disputed[0].answers == {"a": "yes + key clue", "b": "yes + key clue", "c": "no"}
    assert found.hosts[0].shares == {"yes": 0.25, "no": 0.5, "unknown": 0.25, "partly": 0, "key clue": 0.25}


def test_judges_by_hand(puzzles: list[Puzzle]) -> None:
    one, other = Rater.of("a", {}), Rater.of("b", {})
    numbers = [(0.1, 0.2), (0.4, 0.35), (0.5, 0.5), (0.9, 0.2)]
    predictions = [
        Prediction(puzzle, BeliefState(conclusion=str(first)), {one: first, other: second})
        for puzzle, (first, second) in zip(puzzles, numbers, strict=False)
    ]
    found = compare_judges(["run"], predictions)
    [pair] = found.pairs
    assert pair.difference.mean == pytest.approx(-0.1625)
    # Of six pairs three are concordant, two discordant, one tied in the second.
    assert pair.rank is not None and pair.rank.tau == pytest.approx(1 / 30**0.5)
    assert [one.prediction.conclusion for one in found.disputed] == ["0.9", "0.1", "0.4"]


def test_labels_say_what_differs() -> None:
    raters = [host("a", "1"), host("a", "2"), host("b")]
    assert list(labels_of(raters).values()) == ["a (version 1)", "a (version 2)", "b"]


@pytest.mark.parametrize("judge", ["openai/judge", "openai/judge:batched", "embedded"])
def test_the_number_of_calls_is_known_before(puzzle: Callable[[str], Puzzle], judge: str) -> None:
    full = Prediction(puzzle("en"), BeliefState(("a", "b"), ("c",), "d"))
    bare = Prediction(puzzle("en"), BeliefState((), ("c", " "), ""))
    rubric, seen = Reference.of(puzzle("en")), capped(bare.belief)
    assert seen == BeliefState((), ("c",), "")
    logic, details = (1, 1) if "batched" in judge else (len(rubric.logic), len(rubric.details))
    expected = 0 if judge == "embedded" else logic + details + 1 + details
    assert AskedJudge(judge).calls_for([full, bare]) == expected
