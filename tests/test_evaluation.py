"""A model measured from Python: in a script, and where an event loop runs, as in a notebook."""

from __future__ import annotations

import asyncio
import builtins
from pathlib import Path
from typing import Any

import pytest

from turtlesoup_bench import Evaluation, InvalidInput, evaluate_model


def evaluated(**settings: Any) -> Evaluation:
    return evaluate_model(
        None, "word-guess", **{"agent": "word-guess-consistent", "limit": 3, "progress": False, **settings}
    )


def test_it_plays_scores_and_tells(tmp_path: Path) -> None:
    results = evaluated(out=tmp_path / "run")
    records = results.to_records()
    assert len(records) == 3
    assert results.score == pytest.approx(sum(record["score"] for record in records) / 3)
    assert {record["outcome"] for record in records} == {"solved"}
    assert (results.folder / "report.html").exists() and (results.folder / "summary.json").exists()
    assert "outcomes: 3 solved" in str(results)
    assert results._repr_html_().startswith("<pre>")


def test_it_may_be_called_where_a_loop_runs(capsys: pytest.CaptureFixture[str]) -> None:
    async def cell() -> Evaluation:
        return evaluated(progress=True)

    assert asyncio.run(cell()).score is not None
    assert "3/3" in capsys.readouterr().err


def test_called_again_it_goes_on(tmp_path: Path) -> None:
    evaluated(out=tmp_path)
    lines = (tmp_path / "episodes.jsonl").read_text(encoding="utf-8")
    evaluated(out=str(tmp_path))
    assert (tmp_path / "episodes.jsonl").read_text(encoding="utf-8") == lines


def test_a_wrong_setting_is_said() -> None:
    with pytest.raises(InvalidInput, match="no such option"):
        evaluated(options={"turns": 3})


def test_frames_come_from_what_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    results = evaluated()
    frame = pytest.importorskip("pandas").DataFrame(results.to_records())
    assert results.to_frame().equals(frame)
    importing = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        if name in ("pandas", "polars"):
            raise ImportError(name)
        return importing(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(ImportError, match="pip install pandas"):
        results.to_frame()
