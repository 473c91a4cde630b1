"""Signs of weak craft in a story: warnings for its writer and for whoever reads it, since a person has to decide."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from turtlesoup_bench.errors import Problem
from turtlesoup_bench.games.turtle_soup.similarity.encoder import Encoder
from turtlesoup_bench.records import LANGUAGES

from .form import bottom_limits
from .numerals import numbers
from .similar import kept_encoder
from .stories import Story, length, texts

NEAR_CLUE, NEAR_SURFACE, NEAR_POINT = 0.7, 0.65, 0.8
"""Cosines from which a logic point may say what a key clue says, a rubric point what the surface says, or two points
the same: in data 0.4.0, 1 % of the logic points, less than 1 % of all points and 4 % of the stories."""
CLAUSES = {"en": 3.25, "zh": 4.0}
"""Most clauses a sentence of a bottom, on average; the densest twentieth of the first edition lay beyond."""
DENIALS = {"en": 3, "zh": 4}
"""Denials in a surface from which it is a list of them."""
SUPPORT = 0.4
"""Least share of a point's content words that surface or bottom hold, too, by their first letters."""
_STEM = {"en": 5, "zh": 1}
_LIMIT = 0.95
_DENIAL = {"en": re.compile(r"\b(?:no|not|nobody|nothing|never|none|neither|nor|without)\b|n['’]t\b", re.I)}
_DENIAL |= {"zh": re.compile(r"[没不无未](?!过[^去]|同|久|少|料)")}
_CONCLUDES = {"en": re.compile(r"(?:so|thus|therefore|hence)\b", re.I), "zh": re.compile(r"可见|因此|所以|于是|由此")}
_CLAUSE = re.compile(r"[,;:，；：、—–]")
_SENTENCE = re.compile(r"[.!?。！？]+[\"'”’]*\s*")
_CONTENT = {"en": re.compile(r"[a-z]{4,}"), "zh": re.compile(r"[\u4e00-\u9fff]")}
_SMALL_WORDS = frozenset(
    "that this with from they them their there then than what when where which while would could should have been "
    "were will only some such also into over more most other another every each because before after about".split()
)


@dataclass(frozen=True, slots=True)
class _Point:
    place: str
    text: str


def craft_warnings(stories: Sequence[Story]) -> list[Problem]:
    """Everything that looks weak in single stories, story by story."""
    encoder = kept_encoder()
    return [problem for story in stories for problem in _of_story(story, encoder)]


def _of_story(story: Story, encoder: Encoder) -> Iterator[Problem]:
    where = story["id"]
    yield from _slug(story)
    for language in LANGUAGES:
        points = [
            _Point(f"rubric.{kind}[{number}].{language}", point[language])
            for kind in ("logic", "details")
            for number, point in enumerate(story["rubric"][kind])
        ]
        yield from _near(story, language, points, encoder)
        yield from _unsupported(story, language, points)
        for point in points:
            found = _CONCLUDES[language].match(point.text)
            if found:
                yield Problem(where, point.place, f"it begins with {found[0]!r}", "a statement that stands by itself")
        yield from _telling(story, language)
    yield from _numbers(story)


def _slug(story: Story) -> Iterator[Problem]:
    """A slug must neither tell the bottom nor name what stands nowhere."""
    slug = story["id"].split("-")
    surface, bottom = (_stems(story["en"][field], "en") for field in ("surface", "bottom"))
    title = _stems(story["en"]["title"], "en")
    for word in slug:
        for stem in _stems(word, "en"):
            if stem in bottom and stem not in surface:
                yield Problem(story["id"], "id", f"{word!r} is told by the bottom alone", "words of the surface")
            elif stem not in bottom | surface | title:
                yield Problem(story["id"], "id", f"{word!r} stands nowhere in the story", "words of the surface")


def _near(story: Story, language: str, points: Sequence[_Point], encoder: Encoder) -> Iterator[Problem]:
    told = [point.text for point in points]
    clues = [clue[language] for clue in story["key_clues"]]
    surface = [sentence for sentence in _SENTENCE.split(story[language]["surface"]) if sentence]
    for others, limit, whose in ((clues, NEAR_CLUE, "a key clue"), (surface, NEAR_SURFACE, "the surface")):
        table = encoder.cosines(told, others)
        for point, row in zip(points, table, strict=True):
            # A detail is a fact that a solver has to find, and the clues are those facts; a logic point is not.
            may_be_near = others is clues and point.place.startswith("rubric.details")
            if row.max() >= limit and not may_be_near:
                found = f"{point.text!r}, much like {whose}: {others[int(row.argmax())]!r} ({row.max():.2f})"
                yield Problem(story["id"], point.place, found, "something else")
    table = encoder.cosines(told, told)
    for first, second in combinations(range(len(points)), 2):
        if table[first, second] >= NEAR_POINT:
            found = f"{told[second]!r}, much like {points[first].place} ({table[first, second]:.2f})"
            yield Problem(story["id"], points[second].place, found, "each thing once")


def _unsupported(story: Story, language: str, points: Sequence[_Point]) -> Iterator[Problem]:
    known = _stems(story[language]["surface"] + " " + story[language]["bottom"], language)
    for point in points:
        stems = _stems(point.text, language)
        if point.place.startswith("rubric.details") and stems and len(stems & known) < SUPPORT * len(stems):
            missing = ", ".join(sorted(stems - known))
            yield Problem(
                story["id"], point.place, f"{point.text!r}: the story has no {missing}", "what the story says"
            )


def _telling(story: Story, language: str) -> Iterator[Problem]:
    bottom, surface = story[language]["bottom"], story[language]["surface"]
    sentences = [sentence for sentence in _SENTENCE.split(bottom) if sentence]
    clauses = 1 + len(_CLAUSE.findall(bottom)) / len(sentences)
    if clauses > CLAUSES[language]:
        yield Problem(story["id"], f"{language}.bottom", f"{clauses:.1f} clauses a sentence", "room to breathe")
    most = bottom_limits(story["genre"])[language][1]
    if length(bottom, language) > _LIMIT * most:
        found = f"{length(bottom, language)} of at most {most}"
        yield Problem(story["id"], f"{language}.bottom", found, "a length of its own: cut facts, not grammar")
    denials = len(_DENIAL[language].findall(surface))
    if denials >= DENIALS[language]:
        yield Problem(story["id"], f"{language}.surface", f"{denials} denials", "what there is, not what there is not")


def _numbers(story: Story) -> Iterator[Problem]:
    """Numbers that one language tells and the other does not, wherever they stand."""
    told = [{n for _, text in texts(story, language) for n in numbers(text, language)} for language in LANGUAGES]
    for language, own, other in zip(LANGUAGES, told, reversed(told), strict=True):
        if own - other:
            found = f"{', '.join(map(str, sorted(own - other)))}, which the other language does not say"
            yield Problem(story["id"], language, found, "the same facts in both")


def _stems(text: str, language: str) -> set[str]:
    """The content words by their first letters; in Chinese, the characters."""
    found = _CONTENT[language].findall(text.lower())
    return {word[: _STEM[language]] for word in found if word not in _SMALL_WORDS}
