"""Questions on cases as a game: the contract, what is shown, how answers are read, and how they are scored."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands import turtlesoup

from turtlesoup_bench.errors import InvalidInput
from turtlesoup_bench.games import Instance, Move, Unreadable
from turtlesoup_bench.games.checking import check_game
from turtlesoup_bench.games.match import Match
from turtlesoup_bench.games.murder_mystery.case_questions.form import ReaderForm, letter_of
from turtlesoup_bench.games.murder_mystery.case_questions.game import GAME, load
from turtlesoup_bench.games.murder_mystery.case_questions.instances import KINDS, OPEN
from turtlesoup_bench.games.murder_mystery.case_questions.scoring import BY_KIND
from turtlesoup_bench.models.simulated.server import SimulatedProvider
from turtlesoup_bench.prompts import as_data
from turtlesoup_bench.records import LANGUAGES

OPTIONS = ("22:20", "21:05", "Gu Huaiyin", "the boat house")


@pytest.fixture(scope="module")
def instances() -> list[Instance]:
    return load({})


def told(instance: Instance, images: str = "pictures") -> tuple[str, int]:
    """What a model reads, and how many pictures it sees."""
    match = Match(GAME, GAME.setup(instance, options={"images": images}))
    (seen,) = match.observe().values()
    parts = ReaderForm(instance.language).tell(seen)
    texts = [part.content for part in parts if part.media_type.startswith("text/")]
    return "\n".join(texts), len(parts) - len(texts)


@pytest.mark.parametrize("images", ["pictures", "captions"])
@pytest.mark.parametrize("kind", KINDS)
def test_the_contract_is_kept(kind: str, images: str) -> None:
    assert check_game(GAME, {"kinds": [kind], "limit": 3}, playouts=6, scorer="rules", options={"images": images}) == []


def test_both_languages_ask_the_same_and_a_limit_mixes_cases_and_kinds(instances: list[Instance]) -> None:
    english, chinese = ([one for one in instances if one.language == language] for language in LANGUAGES)
    assert [one.id.split("@")[0] for one in english] == [one.id.split("@")[0] for one in chinese]
    first = load({"limit": 40, "languages": ["en"]})
    assert first == english[:40]
    assert {one.data["kind"] for one in first} == set(KINDS)
    assert len({one.cluster for one in first}) > 5


def test_pictures_that_a_question_needs_are_shown_and_no_others(instances: list[Instance]) -> None:
    for instance in instances[:200]:
        data = instance.data
        text, pictures = told(instance)
        assert pictures == len(data["pictures"])
        assert (data["script"] is not None) == ("<script>" in text)
        assert (pictures > 0) == (data["kind"] != "long_script")
        in_words, none = told(instance, "captions")
        assert none == 0
        assert all(as_data(one["text"])[1:40] in in_words for one in data["pictures"])


def test_an_open_question_comes_with_all_pictures_and_no_script() -> None:
    for instance in load({"kinds": [OPEN], "limit": 4}):
        text, pictures = told(instance)
        assert pictures == len(instance.data["pictures"]) >= 5
        assert "<script>" not in text
        assert "<options>" not in text


@pytest.mark.parametrize(
    ("reply", "letter"),
    [
        ('{"answer": "b"}', "b"),
        ('The toll book says so.\n{"answer": "(C)"}', "c"),
        ('{"Answer": "b. 21:05"}', "b"),
        ('```json\n{"answer": "d"}\n```', "d"),
        ("B", "b"),
        ("**b.**", "b"),
        ("（Ｂ）", "b"),
        ("Option a looks right at first, but the answer is (c).", "c"),
        ("答案：B", "b"),
        ("应选 d。", "d"),
        ("21:05", "b"),
        ('{"answer": "the boat house"}', "d"),
        ("a boat was seen at noon", None),
        ("It cannot be known.", None),
        ('{"answer": "e"}', None),
        ('{"answer": ["a", "b"]}', None),
        ('{"answer": null}', None),
        ("", None),
    ],
)
def test_a_letter_is_read_from_what_models_write(reply: str, letter: str | None) -> None:
    assert letter_of(reply, OPTIONS) == letter


def test_a_reply_without_a_letter_is_asked_for_once_more_and_then_wrong(instances: list[Instance]) -> None:
    instance = instances[0]
    match = Match(GAME, GAME.setup(instance))
    (seen,) = match.observe().values()
    unread = ReaderForm("en").read("I cannot tell.", seen)
    assert isinstance(unread, Unreadable)
    assert '{"answer": "a"}' in unread.complaint
    for _ in range(GAME.allowance + 1):
        match.act({"reader": Move({"answer": "z"})})
    episode = match.episode()
    assert episode.ending is not None
    assert (episode.ending.outcome, episode.ending.aborted) == ("passed", ())


@pytest.mark.parametrize(("error_rate", "expected"), [(0.0, 1.0), (1.0, 0.0)])
def test_a_run_measures_accuracy_by_kind(
    error_rate: float, expected: float, provider: SimulatedProvider, tmp_path: Path
) -> None:
    provider.behaviour.error_rate = error_rate
    out = tmp_path / "run"
    command = ["run", "--game", GAME.name, "--model", "openai/simulated", "--select", "cases=water-stage"]
    done = turtlesoup(*command, "--limit", "12", "--out", str(out))
    assert done.returncode == 0, done.stderr
    (file,) = out.rglob("scores*.jsonl")
    scores = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert len(scores) == 24
    kinds = {instance.id: instance.data["kind"] for instance in load({"cases": ["water-stage"]})}
    for score in scores:
        (kind,) = (kinds[name] for name in kinds if name in score["episode_id"])
        assert score["by_seat"] == {"reader": {"accuracy": expected, BY_KIND[kind]: expected}}


def test_open_questions_are_judged_and_without_a_judge_refused(provider: SimulatedProvider, tmp_path: Path) -> None:
    command = ["run", "--game", GAME.name, "--model", "openai/simulated", "--select", "kinds=open", "--limit", "2"]
    refused = turtlesoup(*command, "--out", str(tmp_path / "none"))
    assert refused.returncode != 0
    assert "an open question is scored by a judge" in refused.stderr
    assert provider.answered.total() == 0
    out = tmp_path / "run"
    done = turtlesoup(*command, "--judge", "openai/simulated", "--out", str(out))
    assert done.returncode == 0, done.stderr
    (file,) = out.rglob("scores*.jsonl")
    scores = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert [score["by_seat"] for score in scores] == [{"reader": {"open": 100.0}}] * 4
    assert provider.tasks["murder-mystery-judge/answer"] == 4


@pytest.mark.parametrize(
    ("selection", "message"),
    [
        ({"kinds": ["short"]}, "long_script"),
        ({"cases": ["no-such-case"]}, "water-stage"),
        ({"languages": ["fr"]}, "en, zh"),
        ({"limit": 0}, "a number from 1"),
        ({"genres": ["x"]}, "languages, limit"),
    ],
)
def test_what_is_not_there_cannot_be_selected(selection: dict[str, object], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        load(selection)
