"""Open questions on the murder: who and how, and why; the reference is what the solution tells of it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from turtlesoup_bench.games.murder_mystery.cases import Case
from turtlesoup_bench.games.murder_mystery.facts import Bound, Deed, Motive, Need, Scene
from turtlesoup_bench.games.murder_mystery.solver import proof_facts
from turtlesoup_bench.games.murder_mystery.texts import plain, spans
from turtlesoup_bench.records import LANGUAGES

from .choice import Question

_ASKED = {
    "method": {
        "en": "Who killed {victim}, where, and how was it done?",
        "zh": "杀害{victim}的是谁？在什么地方、用什么办法下的手？",
    },
    "motive": {"en": "Why was {victim} killed?", "zh": "{victim}为什么被害？"},
    "proof": {
        "en": "From what does it follow that nobody else can have killed {victim}?",
        "zh": "凭什么断定杀害{victim}的不会是别人？",
    },
}

_SENTENCE_END = re.compile(r"(?<=[a-z0-9)][.!?])\s+|(?<=[。！？])\s*|\n+")


def open_questions(case: Case) -> list[Question]:
    """The open questions on a case, as records of the schema ``murder_mystery/open_question``."""
    name = case.record["id"]
    victim = next(person["name"] for person in case.record["people"] if person["id"] == case.victim)
    return [
        {
            "id": f"{name}/open-{what}",
            "case": name,
            "question": {language: _ASKED[what][language].format(victim=victim[language]) for language in LANGUAGES},
            "reference": {language: reference(case, facts, language) for language in LANGUAGES},
            "facts": sorted(facts),
        }
        for what, facts in _facts(case)
        if facts
    ]


def _facts(case: Case) -> Iterator[tuple[str, set[str]]]:
    act = {fact.id for kind in (Deed, Scene, Need, Bound) for fact in case.of(kind)}
    told = {fact for span in spans(case.record["solution"]["en"]) for fact in span.facts}
    motives = {motive.id for motive in case.of(Motive) if motive.who == case.murderer}
    yield "method", act & told
    yield "motive", motives & told & case.known
    yield "proof", proof_facts(case, case.known) & told


def reference(case: Case, facts: set[str], language: str) -> list[str]:
    """The sentences of the solution that state some of the facts, in their order."""
    sentences = _SENTENCE_END.split(case.record["solution"][language])
    return [plain(one).strip() for one in sentences if any(facts & set(span.facts) for span in spans(one))]
