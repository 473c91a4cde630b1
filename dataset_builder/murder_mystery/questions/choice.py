"""From drafts to questions: which are taken, their wording, their four options, and the letter of the answer."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import islice
from typing import Any, NamedTuple

from ruamel.yaml import YAML

from turtlesoup_bench.games.murder_mystery.case_questions.instances import KINDS
from turtlesoup_bench.games.murder_mystery.case_questions.rules import LETTERS
from turtlesoup_bench.records import LANGUAGES

from .drafts import Draft, Words, number

WRONG = len(LETTERS) - 1
ROUNDS = 6
"""Of evening out how often each option is used."""
SHORT = (24, 12)
"""Up to so many characters, English and Chinese, lengths of options may differ."""
MOST_A_CASE = 60
MOST_A_FACT = 2
TURNS = (("text_rich", 13), ("multi_hop", 10), ("media_rich", 12), ("long_script", 25))
"""How many of each kind a case has if it can, in the order of taking; then kinds that have more fill it."""

Question = dict[str, Any]


class Choice(NamedTuple):
    """A draft with its options.

    Attributes:
        name: Id of the question.
        draft: What is asked.
        options: The four options in order.
        place: Which of them is right.
    """

    name: str
    draft: Draft
    options: tuple[Words, ...]
    place: int


def chosen(case: str, drafts: Iterable[Draft]) -> list[Choice]:
    """The questions of a case with their options, by kind.

    Args:
        case: Its id.
        drafts: All that could be asked.
    """
    unique = list({draft.key: draft for draft in drafts}.values())
    fit = _Fit(unique)
    taken = _taken(case, [draft for draft in unique if len(list(islice(fit.options(draft), WRONG))) == WRONG])
    taken.sort(key=lambda draft: (KINDS.index(draft.kind), number(case, draft.key)))
    wrong = _wrong(case, taken, {draft.key: list(fit.options(draft)) for draft in taken})
    numbers: Counter[str] = Counter()
    choices = []
    for draft in taken:
        place = _place(case, draft.kind, numbers[draft.kind])
        numbers[draft.kind] += 1
        others = sorted(wrong[draft.key], key=lambda words: number(draft.key, words.en))
        options = (*others[:place], draft.answer, *others[place:])
        choices.append(Choice(f"{case}/{draft.kind}-{numbers[draft.kind]}", draft, options, place))
    return choices


def _place(case: str, kind: str, position: int) -> int:
    """Where the answer stands: each four questions of a kind have the four letters, in an order set by a hash."""
    block, rest = divmod(position, len(LETTERS))
    return sorted(range(len(LETTERS)), key=lambda place: number(case, kind, block, place))[rest]


class _Fit:
    """What can be a wrong option of some drafts: answers to the same question on something else, and the pool."""

    def __init__(self, drafts: Iterable[Draft]) -> None:
        self._answers: defaultdict[str, list[Words]] = defaultdict(list)
        self._right: defaultdict[tuple[object, ...], list[Words]] = defaultdict(list)
        for draft in drafts:
            self._answers[draft.ask].append(draft.answer)
            self._right[draft.ask, *draft.about.items()].append(draft.answer)

    def options(self, draft: Draft) -> Iterator[Words]:
        """Those of one of these drafts, each different in both languages from all others and from what is right."""
        right = [*draft.unfit, *self._right[draft.ask, *draft.about.items()]]
        english, chinese = ({words[place] for words in right} for place in range(len(LANGUAGES)))
        for words in (*self._answers[draft.ask], *draft.pool):
            if words.en not in english and words.zh not in chinese:
                yield words
                english.add(words.en)
                chinese.add(words.zh)


def _wrong(case: str, taken: Sequence[Draft], fit: Mapping[str, Sequence[Words]]) -> dict[str, list[Words]]:
    """Three wrong options of each question: about as long as the answer, some rarer in the case and some not.

    What is an option seldom, or often, would tell the answer. So a hash says how many of the wrong options are rarer
    than the answer. Each choice changes the counts for the others: a few rounds even them out.
    """
    uses = Counter(draft.answer for draft in taken)
    wrong: dict[str, list[Words]] = {draft.key: [] for draft in taken}
    differ = {draft.key: {words: _differ(draft.answer, words) for words in fit[draft.key]} for draft in taken}
    for turn in range(ROUNDS):
        for position, draft in enumerate(taken):
            uses.subtract(wrong[draft.key])
            order = sorted(fit[draft.key], key=lambda words: number(case, draft.key, words.en, turn))
            order.sort(key=differ[draft.key].__getitem__)
            goal = uses[draft.answer]
            level = [words for words in order if uses[words] + 1 == goal]
            rarer = [words for words in order if uses[words] + 1 < goal]
            others = [words for words in order if uses[words] + 1 > goal]
            share = (position + turn) % len(LETTERS)
            preferred = [*rarer[:share], *level, *others, *rarer]
            wrong[draft.key] = list(dict.fromkeys(preferred))[:WRONG]
            uses.update(wrong[draft.key])
    return wrong


def _differ(one: Words, other: Words) -> bool:
    """Whether the lengths of two sentences differ so much that the length might tell the answer."""
    for a, b, short in zip(one, other, SHORT, strict=True):
        less, more = sorted((len(a), len(b)))
        if more > short and more > 1.7 * less:
            return True
    return False


def _taken(case: str, drafts: Sequence[Draft]) -> list[Draft]:
    """As many of each kind as its share, then of any kind, mixed by what is asked."""
    taken: list[Draft] = []
    facts: Counter[str] = Counter()
    asked: Counter[tuple[str, str]] = Counter()
    supply = Counter((draft.kind, draft.ask) for draft in drafts)
    order = {draft.key: number(case, draft.key) for draft in drafts}

    def take(kind: str, most: int) -> None:
        known = {draft.key for draft in taken}
        left: defaultdict[str, list[Draft]] = defaultdict(list)
        for draft in sorted(drafts, key=lambda draft: -order[draft.key]):
            if draft.kind == kind and draft.key not in known:
                left[draft.ask].append(draft)
        count = sum(draft.kind == kind for draft in taken)
        while left and count < most and len(taken) < MOST_A_CASE:
            ask = min(left, key=lambda ask: (asked[kind, ask], supply[kind, ask], order[left[ask][-1].key]))
            draft = left[ask].pop()
            if not left[ask]:
                del left[ask]
            if any(facts[fact] >= MOST_A_FACT for fact in draft.facts):
                continue
            taken.append(draft)
            facts.update(draft.facts)
            asked[kind, ask] += 1
            count += 1

    for kind, most in (*TURNS, *((kind, MOST_A_CASE) for kind in KINDS)):
        take(kind, most)
    return taken


def question_record(case: str, choice: Choice) -> Question:
    """The record of a question, of the schema ``murder_mystery/question``."""
    draft = choice.draft
    return {
        "id": choice.name,
        "case": case,
        "kind": draft.kind,
        "question": {language: _phrased(case, draft, language) for language in LANGUAGES},
        "options": {language: [getattr(words, language) for words in choice.options] for language in LANGUAGES},
        "answer": LETTERS[choice.place],
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
