"""The agreement of judges: figures as scipy and scikit-learn give them, and the command over run folders."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from commands import turtlesoup
from scipy.stats import pearsonr, spearmanr
from sklearn.metrics import cohen_kappa_score

from turtlesoup_bench.errors import InvalidInput
from turtlesoup_bench.reporting.agreement import BINS, judge_agreement
from turtlesoup_bench.run_folder import RunFolder
from turtlesoup_bench.statistics.agreement import pearson, spearman, weighted_kappa


def fixtures() -> list[tuple[list[float], list[float]]]:
    rng = Random(7)
    pairs = []
    for count in (2, 5, 40, 300):
        first = [rng.randint(0, 10) for _ in range(count)]
        second = [min(10, max(0, value + rng.randint(-3, 3))) for value in first]
        pairs.append(([float(value) for value in first], [float(value) for value in second]))
    return [*pairs, ([0.0, 1.0, 2.0], [2.0, 1.0, 0.0])]


@pytest.mark.parametrize(("first", "second"), fixtures())
def test_figures_are_those_of_scipy_and_scikit_learn(first: list[float], second: list[float]) -> None:
    binned = [[min(BINS - 1, int(value / 10 * BINS)) for value in rated] for rated in (first, second)]
    expected = cohen_kappa_score(*binned, labels=list(range(BINS)), weights="quadratic")
    assert weighted_kappa(binned[0], binned[1], BINS) == pytest.approx(expected, abs=1e-9)
    assert pearson(first, second) == pytest.approx(pearsonr(first, second).statistic, abs=1e-9)
    assert spearman(first, second) == pytest.approx(spearmanr(first, second).statistic, abs=1e-9)


def test_where_there_is_no_variance_there_is_no_figure() -> None:
    assert weighted_kappa([], [], 5) is None
    assert weighted_kappa([2, 2], [2, 2], 5) is None
    assert pearson([1.0, 1.0], [1.0, 2.0]) is None
    assert spearman([1.0, 2.0], [3.0, 3.0]) is None


def add_scores(folder: Path, scorer: str, values: list[float]) -> None:
    """Scores of the measure RP for the murderer of each episode, by another scorer."""
    run = RunFolder(folder)
    lines = [json.loads(line) for line in run.scores_file("rules").read_text(encoding="utf-8").splitlines()]
    for line, value in zip(lines, values, strict=True):
        ruler = {**line["ruler"], "scorer": {"judge": scorer}}
        record = {**line, "scorer": scorer, "by_seat": {"murderer": {"rp": value}}, "ruler": ruler}
        with run.scores_file(scorer).open("a", encoding="utf-8") as file:
            file.write(json.dumps(record) + "\n")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("runs") / "run"
    command = ["run", "--game", "murder-mystery", "--agent", "murder-mystery-random", "--limit", "3"]
    assert turtlesoup(*command, "--out", str(path)).returncode == 0
    add_scores(path, "a/one", [2.0, 4.0, 6.0, 8.0, 9.0, 10.0])
    add_scores(path, "b/two", [1.0, 4.0, 5.0, 9.0, 9.0, 10.0])
    add_scores(path, "c/three", [3.0, 4.0, 7.0, 7.0, 9.0, 10.0])
    add_scores(path, "people", [2.0, 5.0, 6.0, 8.0, 7.0, 8.0])
    return path


def test_judges_are_compared_in_pairs_and_their_mean_with_people(folder: Path) -> None:
    (agreement,) = judge_agreement([folder], people="people")
    assert agreement.measure.name == "rp"
    assert [(pair.first, pair.second, pair.count) for pair in agreement.pairs] == [
        ("a/one", "b/two", 6),
        ("a/one", "c/three", 6),
        ("b/two", "c/three", 6),
    ]
    assert agreement.kappa == pytest.approx(sum(pair.kappa or 0 for pair in agreement.pairs) / 3)
    assert [one.judges for one in agreement.against] == ["mean", "a/one", "b/two", "c/three"]
    mean = agreement.against[0]
    assert mean.spearman == pytest.approx(spearmanr([2, 4, 6, 8, 9, 10], [2, 5, 6, 8, 7, 8]).statistic)
    assert sum(mean.differences) == pytest.approx(1.0)
    # Judges minus people, in tenths of the range: 0, -1, 0, 0, 2, 2.
    assert [mean.differences[place] * 6 for place in (9, 10, 12)] == pytest.approx([1, 3, 2])


def test_without_people_all_are_judges(folder: Path) -> None:
    (agreement,) = judge_agreement([folder])
    assert len(agreement.pairs) == 6
    assert agreement.against == []


def test_the_command_prints_it(folder: Path) -> None:
    done = turtlesoup("judge", "agreement", str(folder), "--people", "people")
    assert done.returncode == 0, done.stderr
    assert "a/one and b/two" in done.stdout
    assert "Spearman" in done.stdout


def test_what_cannot_be_compared_is_said(folder: Path, tmp_path: Path) -> None:
    command = ["run", "--game", "murder-mystery", "--agent", "murder-mystery-random", "--limit", "1"]
    assert turtlesoup(*command, "--out", str(tmp_path / "run")).returncode == 0
    with pytest.raises(InvalidInput, match="a measure that two scorers gave"):
        judge_agreement([tmp_path / "run"])
    with pytest.raises(InvalidInput, match="nobody"):
        judge_agreement([folder], people="nobody")
