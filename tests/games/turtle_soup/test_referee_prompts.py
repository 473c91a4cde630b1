"""What hosts, judges and players are told: only what they may know, valid templates, equal rules in both languages."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from turtlesoup_bench.games.turtle_soup.forms import PLAYER_PROMPTS
from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle
from turtlesoup_bench.games.turtle_soup.responder.model import PROMPTS as HOST
from turtlesoup_bench.games.turtle_soup.scoring.judges.model import PROMPTS as JUDGE
from turtlesoup_bench.prompts import PromptSet, as_data

LANGUAGES = ("en", "zh")
TEMPLATES = [
    (PLAYER_PROMPTS, "conclude"),
    (JUDGE, "point"),
    (JUDGE, "points"),
    (JUDGE, "conclusion"),
    (JUDGE, "rubric"),
]


def system(prompts: PromptSet, name: str, language: str, **values: Any) -> str:
    text = (prompts.folder / language / f"{name}.md.j2").read_text(encoding="utf-8")
    given = dict.fromkeys(set(re.findall(r"{{ (\w+)", text)), "x")
    content: str = prompts.render(name, language, **{"partly": False, **given, **values})[0]["content"]
    return content


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_answer_is_judged_by_surface_and_bottom_alone(puzzle: Callable[[str], Puzzle], language: str) -> None:
    one = puzzle(language)
    values = {"surface": one.surface, "bottom": one.bottom, "clues": one.key_clues, "question": "?", "partly": False}
    answer, key_clue = (HOST.render(name, language, **values)[1]["content"] for name in ("answer", "key_clue"))
    assert "<bottom>" in answer and "<clues>" not in answer
    for clue in one.key_clues:
        assert as_data(clue) in key_clue
        assert as_data(clue) not in answer


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("prompts", "name"), TEMPLATES, ids=lambda value: getattr(value, "name", value))
def test_a_template_is_valid_json(prompts: PromptSet, name: str, language: str) -> None:
    lines = [line for line in system(prompts, name, language).splitlines() if line.startswith("{")]
    assert len(lines) == 1
    assert json.loads(lines[0])


@pytest.mark.parametrize("name", ["answer", "key_clue"])
def test_both_languages_have_the_same_rules_and_examples(name: str) -> None:
    english, chinese = (system(HOST, name, language) for language in LANGUAGES)
    for mark in (r"^\d+\. ", r"^- "):
        assert len(re.findall(mark, english, re.MULTILINE)) == len(re.findall(mark, chinese, re.MULTILINE)) > 0


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["point", "points", "conclusion"])
def test_the_scale_has_anchors_on_both_sides_of_the_threshold(name: str, language: str) -> None:
    anchors = [float(value) for value in re.findall(r"^- ([\d.]+)[:：]", system(JUDGE, name, language), re.MULTILINE)]
    assert anchors == sorted(anchors, reverse=True)
    assert anchors[0] == 1 and anchors[-1] == 0
    assert any(0 < anchor < 0.5 for anchor in anchors)
    assert any(0.5 < anchor < 0.8 for anchor in anchors)


@pytest.mark.parametrize(("language", "word"), [("en", "Partly"), ("zh", "部分正确")])
def test_partly_is_spoken_of_only_where_it_is_an_answer(language: str, word: str) -> None:
    for prompts, name in ((HOST, "answer"), (PLAYER_PROMPTS, "ask")):
        assert word not in system(prompts, name, language)
        assert word in system(prompts, name, language, partly=True)


@pytest.mark.parametrize(("language", "words"), [("en", ("CONCLUDE", "by itself")), ("zh", ("结束提问", "单独看"))])
def test_players_are_told_to_be_understood_and_how_to_stop(language: str, words: tuple[str, ...]) -> None:
    told = system(PLAYER_PROMPTS, "ask", language)
    assert all(word in told for word in words)
