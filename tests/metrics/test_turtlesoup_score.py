"""In the manner of evaluate's own common tests: loads by path, states its features, and its examples are true."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

from turtlesoup_bench.errors import InvalidInput
from turtlesoup_bench.games.turtle_soup.puzzles import load_puzzles
from turtlesoup_bench.games.turtle_soup.scoring.batch import score_predictions
from turtlesoup_bench.validation import check_record

FOLDER = Path(__file__).parents[2] / "metrics" / "turtlesoup_score"


@pytest.fixture(scope="module")
def metric(tmp_path_factory: pytest.TempPathFactory):
    import evaluate

    return evaluate.load(str(FOLDER), cache_dir=str(tmp_path_factory.mktemp("cache")))


def test_the_folder_is_complete() -> None:
    names = {path.name for path in FOLDER.iterdir()}
    assert {"turtlesoup_score.py", "README.md", "app.py", "requirements.txt", "audit_pairs.jsonl"} <= names


def test_the_examples_of_the_description_are_true(metric, monkeypatch: pytest.MonkeyPatch) -> None:
    import evaluate

    real = evaluate.load
    monkeypatch.setattr(evaluate, "load", lambda name: metric if name == "turtlesoup_score" else real(name))
    runner = doctest.DocTestRunner()
    for test in doctest.DocTestFinder().find(type(metric), "turtlesoup_score", globs={}):
        runner.run(test)
    assert runner.summarize(verbose=False).failed == 0
    assert runner.summarize(verbose=False).attempted >= 7


def test_own_references_and_weights(metric) -> None:
    own = {"bottom": "He lied. She knew.", "logic": ["A lie is known."], "details": ["He lied.", "She knew."]}
    prediction = {"logic": ["A lie is known."], "details": ["He lied."], "conclusion": ""}
    result = metric.compute(predictions=[prediction], references=[own], weights=(0.0, 1.0, 0.0))
    assert result["logic"] == 1.0
    assert result["overall"] == pytest.approx(0.5, abs=0.2)
    [score] = result["scores"]
    assert check_record(score, "core/score", "score") == check_record(score, "turtle_soup/score", "score") == []
    assert score["ruler"]["scorer"]["weights"] == [0.0, 1.0, 0.0]
    assert {name: score["by_seat"]["player"][name] for name in ("logic", "overall")} == {
        name: result[name] for name in ("logic", "overall")
    }
    assert (result["n"], result["scored"]) == (1, 1)


@pytest.mark.parametrize("options", [{"weights": (1, 1, 1)}, {"thresholds": (0.9, 0.1)}])
def test_impossible_options_are_refused(metric, options: dict) -> None:
    puzzle = load_puzzles("en", limit=1)[0]
    nothing = {"logic": [], "details": [], "conclusion": ""}
    with pytest.raises(ValueError, match="must be"):
        metric.compute(predictions=[nothing], references=[puzzle.id], **options)


def test_an_empty_prediction_counts_as_nothing_and_is_not_solved(metric) -> None:
    puzzle = load_puzzles("en", limit=1)[0]
    gold = {"logic": list(puzzle.logic), "details": list(puzzle.details), "conclusion": puzzle.bottom}
    nothing = {"logic": [], "details": [], "conclusion": ""}
    result = metric.compute(predictions=[gold, nothing], references=[puzzle.id, puzzle.id], thresholds=(0.0, 0.8))
    assert (result["n"], result["scored"]) == (2, 2)
    assert [result[name] for name in ("overall", "precision", "solved")] == [0.5, 0.5, 0.5]


def test_an_unknown_puzzle_is_refused(metric) -> None:
    with pytest.raises(InvalidInput, match="the id of a puzzle"):
        metric.compute(predictions=[{"logic": [], "details": [], "conclusion": ""}], references=["no/such@en"])


OWN = {"bottom": "He lied. She knew.", "logic": ["A lie is known."], "details": ["He lied."]}
GOLD = {"logic": ["A lie is known."], "details": ["He lied."], "conclusion": "He lied. She knew."}


@pytest.mark.parametrize(
    ("prediction", "reference", "place"),
    [
        ({**GOLD, "logic": "A lie is known."}, OWN, r"predictions\[1\]\.logic: found 'A lie is known\.'"),
        ({**GOLD, "details": [["He lied."]]}, OWN, r"predictions\[1\]\.details"),
        ({**GOLD, "details": None}, OWN, r"predictions\[1\]\.details"),
        ({"logic": [], "details": []}, OWN, r"predictions\[1\]\.conclusion"),
        ("He lied.", OWN, r"predictions\[1\]: found str"),
        (GOLD, {**OWN, "logic": "A lie is known."}, r"references\[1\]\.logic"),
        (GOLD, {**OWN, "bottom": ["He lied."]}, r"references\[1\]\.bottom"),
    ],
)
def test_a_field_of_another_type_is_refused(metric, prediction: object, reference: object, place: str) -> None:
    with pytest.raises(InvalidInput, match=place):
        score_predictions([GOLD, prediction], [OWN, reference])
    with pytest.raises(InvalidInput, match=place):
        metric.compute(predictions=[GOLD, prediction], references=[OWN, reference])
    with pytest.raises(InvalidInput, match=place.replace("1", "0")):
        metric.add(prediction=prediction, reference=reference)
