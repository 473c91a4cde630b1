"""From drafts to questions: which are taken, their wording, their four options, and the letter of the answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from ruamel.yaml import YAML

from turtlesoup_bench.records import LANGUAGES

from .drafts import KINDS, Draft, Words, number

LETTERS = "abcd"
MOST_A_CASE = 60
MOST_A_FACT = 2
TURNS = (("text_rich", 12), ("multi_hop", 10), ("media_rich", 12), ("long_script", 26))
"""How many of each kind a case has if it can, in the order in which they are taken; then kinds that have more fill it."""

Question = dict[str, Any]


def questions_of(case: str, drafts: Iterable[Draft]) -> list[Question]:
    """The questions of a case.

    Args:
        case: Its id.
        drafts: All that could be asked.

    Returns:
        Records of the schema ``murder_mystery/question``, by kind.
    """
    unique = list({draft.key: draft for draft in drafts}.values())
    options = {draft.key: chosen for draft in unique if (chosen := _options(case, draft, unique))}
    taken = _taken(case, [draft for draft in unique if draft.key in options])
    questions = []
    for kind in KINDS:
        of_kind = sorted((draft for draft in taken if draft.kind == kind), key=lambda draft: number(case, draft.key))
        shift = number(case, kind)
        for position, draft in enumerate(of_kind):
            place = _SHUFFLED[(position + shift) % len(_SHUFFLED)]
            questions.append(_question(f"{case}/{kind}-{position + 1}", case, draft, options[draft.key], place))
    return questions


_SHUFFLED = (0, 2, 1, 3, 2, 0, 3, 1, 3, 0, 1, 2, 1, 3, 0, 2)
"""Places of the answers in turn, each equally often and after each other."""


def _options(case: str, draft: Draft, drafts: Sequence[Draft]) -> list[Words]:
    """Three wrong options: answers to the same kind of question on something else, then the pool; empty if too few."""
    same = [other for other in drafts if other.ask == draft.ask]
    right = [draft.answer, *draft.unfit, *(other.answer for other in same if other.about == draft.about)]
    others = sorted(same, key=lambda other: number(case, draft.key, other.key))
    others.sort(key=lambda other: _differ(draft.answer, other.answer))
    pool = sorted(draft.pool, key=lambda words: number(case, draft.key, words.en))
    wrong: list[Words] = []
    for words in [*(other.answer for other in others), *pool]:
        if len(wrong) < len(LETTERS) - 1 and not any(words.overlaps(other) for other in (*right, *wrong)):
            wrong.append(words)
    return wrong if len(wrong) == len(LETTERS) - 1 else []


def _differ(one: Words, other: Words) -> bool:
    """Whether the lengths of two sentences differ so much that the length might tell the answer."""
    return any(
        max(len(a), len(b)) > 12 * shortest and max(len(a), len(b)) > 1.7 * min(len(a), len(b))
        for a, b, shortest in zip(one, other, (2, 1), strict=True)
    )


def _taken(case: str, drafts: Sequence[Draft]) -> list[Draft]:
    """As many of each kind as its share, then of any kind, mixed by what is asked."""
    taken: list[Draft] = []
    facts: Counter[str] = Counter()
    asked: Counter[tuple[str, str]] = Counter()
    supply = Counter((draft.kind, draft.ask) for draft in drafts)

    def of(draft: Draft) -> tuple[str, str]:
        return draft.kind, draft.ask

    def take(kind: str, most: int) -> None:
        left = [draft for draft in drafts if draft.kind == kind and draft not in taken]
        count = sum(draft.kind == kind for draft in taken)
        while left and count < most and len(taken) < MOST_A_CASE:
            draft = min(left, key=lambda one: (asked[of(one)], supply[of(one)], number(case, one.key)))
            left.remove(draft)
            if any(facts[fact] >= MOST_A_FACT for fact in draft.facts):
                continue
            taken.append(draft)
            facts.update(draft.facts)
            asked[of(draft)] += 1
            count += 1

    for kind, most in (*TURNS, *((kind, MOST_A_CASE) for kind in KINDS)):
        take(kind, most)
    return taken


def _question(name: str, case: str, draft: Draft, wrong: Sequence[Words], place: int) -> Question:
    options = [*wrong[:place], draft.answer, *wrong[place:]]
    return {
        "id": name,
        "case": case,
        "kind": draft.kind,
        "question": {language: _phrased(case, draft, language) for language in LANGUAGES},
        "options": {language: [getattr(words, language) for words in options] for language in LANGUAGES},
        "answer": LETTERS[place],
        "facts": list(draft.facts),
        "hops": [{"facts": list(hop.facts), "source": hop.source} for hop in draft.hops],
        "clues": list(draft.clues),
        "role": draft.role,
    }


def _phrased(case: str, draft: Draft, language: str) -> str:
    phrases = _phrases()[draft.ask][language]
    phrase = phrases[number(case, language, draft.key) % len(phrases)]
    text: str = phrase.format(**{name: getattr(words, language).rstrip(".。") for name, words in draft.about.items()})
    return text[:1].upper() + text[1:]


@cache
def _phrases() -> Mapping[str, Mapping[str, Sequence[str]]]:
    phrases: Mapping[str, Mapping[str, Sequence[str]]] = YAML(typ="safe").load(
        files(__package__).joinpath("phrases.yaml").read_text(encoding="utf-8")
    )
    return phrases
