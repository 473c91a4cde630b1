"""Questions on cases: each answer is recomputed from the facts, and no other option is right."""

from __future__ import annotations

import json
import re
from collections import Counter
from importlib import import_module

import pytest
from packaged_cases import NAMES, checked_cases, drafts_on, each_case, questions_on
from recomputing import Truth
from turtlesoup_bench.dataset_builder.murder_mystery.questions import (
    Question,
    open_questions,
    question_files,
    questions,
)
from turtlesoup_bench.dataset_builder.murder_mystery.questions.baseline import accuracies
from turtlesoup_bench.dataset_builder.murder_mystery.questions.choice import (
    LETTERS,
    MOST_A_CASE,
    MOST_A_FACT,
    chosen,
)

from turtlesoup_bench.games.murder_mystery.case_questions.instances import KINDS
from turtlesoup_bench.games.murder_mystery.cases import Case
from turtlesoup_bench.games.murder_mystery.texts import all_texts, plain, stated
from turtlesoup_bench.records import LANGUAGES
from turtlesoup_bench.validation import check_record

ENOUGH = 6
"""Fewest cases on which guessing can be measured."""


def all_questions() -> list[Question]:
    return [question for name in NAMES for question in questions_on(name)]


@each_case
def test_just_the_answer_is_right(name: str) -> None:
    case = checked_cases()[name]
    truth = Truth(dict(case.record))
    for choice in chosen(name, drafts_on(name)):
        about = {name: words.en for name, words in choice.draft.about.items()}
        right = [truth.is_right(choice.draft.ask, about, option.en) for option in choice.options]
        assert right == [place == choice.place for place in range(len(LETTERS))], choice


@each_case
def test_a_question_is_a_record_with_four_different_options(name: str) -> None:
    case = checked_cases()[name]
    pairs = {(plain(text["en"]), plain(text["zh"])) for _, text in all_texts(case.record)}
    gapped = {option for draft in drafts_on(name) for option in [draft.answer] if "____" in option.en}
    for question in questions_on(name):
        assert check_record(question, "murder_mystery/question", question["id"]) == []
        for english, chinese in zip(question["options"]["en"], question["options"]["zh"], strict=True):
            is_number = english == chinese and re.fullmatch(r"\d+|\d\d:\d\d", english)
            assert is_number or (english, chinese) in pairs | gapped, question


@each_case
def test_limits_hold(name: str) -> None:
    own = questions_on(name)
    assert len(own) <= MOST_A_CASE
    assert max(Counter(fact for question in own for fact in question["facts"]).values()) <= MOST_A_FACT
    assert {question["kind"] for question in own} == set(KINDS)
    assert len({question["id"] for question in own}) == len(own)
    for language in LANGUAGES:
        texts = Counter((question["question"][language], question["answer"]) for question in own)
        assert max(texts.values()) <= MOST_A_FACT


@each_case
def test_letters_are_balanced(name: str) -> None:
    for kind in KINDS:
        letters = Counter(one["answer"] for one in questions_on(name) if one["kind"] == kind)
        counts = [letters[letter] for letter in LETTERS]
        assert max(counts) - min(counts) <= 2


@each_case
def test_each_hop_is_stated_by_its_source(name: str) -> None:
    case = checked_cases()[name]
    clues = {clue.id: clue for clue in case.clues}
    scripts = {role["who"]: stated(role["script"]) for role in case.record["roles"]}
    kinds = {clue["id"]: clue.get("image", {}).get("kind") for clue in case.record["clues"]}
    doors = {door.id for door in case.plan.doors}
    for question in questions_on(name):
        many = question["kind"] == "multi_hop"
        assert 2 <= len(question["hops"]) <= 6 if many else len(question["hops"]) == 1
        for hop in question["hops"]:
            source, facts = hop["source"], set(hop["facts"])
            if facts <= doors:
                assert kinds[source] in ("floor_plan", "map")
            elif source in scripts:
                assert facts <= scripts[source] and question["role"] == source
            elif source == "opening":
                assert facts <= case.public
            else:
                assert all(_shows(case, source, fact) for fact in facts), question
            assert source in {*question["clues"], *scripts, "opening"} or not clues[source].is_image


def _shows(case: Case, source: str, fact: str) -> bool:
    """Whether a clue states the fact, has this line, or shows where somebody is without more."""
    clue = next(clue for clue in case.record["clues"] if clue["id"] == source)
    lines = clue.get("image", {}).get("lines", [])
    shown = [line for line in lines if {"person", "place", "time"} <= line.keys() and "fact" not in line]
    stays = {(stay["who"], stay["at"]) for stay in case.record["stays"] if stay["id"] == fact}
    return (
        fact in next(clue.states for clue in case.clues if clue.id == source)
        or fact in {f"{source}[{number}]" for number in range(len(lines))}
        or any((line["person"], line["place"]) in stays for line in shown)
    )


@each_case
def test_a_question_on_a_picture_cannot_be_answered_without_it(name: str) -> None:
    case = checked_cases()[name]
    texts = [case.record["opening"], *(clue["text"] for clue in case.record["clues"] if "text" in clue)]
    read = frozenset(fact for text in texts for fact in stated(text))
    for question in questions_on(name):
        if question["kind"] in ("text_rich", "media_rich") and question["clues"] != _seating(case):
            assert not read & set(question["facts"]), question
            answer = question["options"]["en"][LETTERS.index(question["answer"])]
            if ":" in answer:
                assert not any(answer in text["en"] for text in texts), question


def _seating(case: Case) -> list[str]:
    """The clue that shows who sits beside whom, which no fact states."""
    return [clue["id"] for clue in case.record["clues"] if clue.get("image", {}).get("kind") == "seating_plan"]


@each_case
def test_no_question_names_what_is_shown(name: str) -> None:
    for question in questions_on(name):
        asked = {language: re.sub("“.*?”", "", text) for language, text in question["question"].items()}
        assert not re.search(r"\b(image|picture|photo|clue|plan|script|letter|log)\b|[{}]", asked["en"])
        assert not re.search(r"图片|照片|线索|剧本|这封信|[{}]", asked["zh"])
        assert question["question"]["en"].endswith(("?", ".", "”"))


@each_case
def test_questions_depend_on_the_case_alone(name: str) -> None:
    case = checked_cases()[name]
    assert questions(case) == questions_on(name)


@each_case
def test_open_questions_carry_the_solution(name: str) -> None:
    case = checked_cases()[name]
    records = open_questions(case)
    for record in records:
        assert check_record(record, "murder_mystery/open_question", record["id"]) == []
        for language in LANGUAGES:
            told = record["reference"][language]
            assert all(sentence in plain(case.record["solution"][language]) for sentence in told)
    assert {fact for record in records for fact in record["facts"]} <= stated(case.record["solution"])


def test_files_hold_all_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    module = import_module(question_files.__module__)
    monkeypatch.setattr(module, "questions", lambda case: questions_on(case.record["id"]))  # asks them but once
    cases = [checked_cases()[name] for name in NAMES]
    lines = [list(map(json.loads, text.splitlines())) for text in question_files(cases).values()]
    assert lines == [all_questions(), [question for case in cases for question in open_questions(case)]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_giveaway_is_measured(language: str) -> None:
    """Answers that are longer than all others, or that always contain the same words, are seen."""
    marked = []
    for number, question in enumerate(all_questions()[::4]):
        options = list(question["options"][language])
        options[LETTERS.index(question["answer"])] = "the right one, and rather long, to be sure of it: 是这个，错不了"
        marked.append(question | {"options": {language: options}, "case": str(number % 2)})
    measured = accuracies(marked, language)
    assert measured["longest"] > 0.9
    assert measured["naive Bayes"] > 0.9


@pytest.mark.skipif(len(NAMES) < ENOUGH, reason=f"guessing is measured over {ENOUGH} cases or more")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_question_alone_does_not_tell_the_answer(language: str) -> None:
    assert max(accuracies(all_questions(), language).values()) <= 0.30
