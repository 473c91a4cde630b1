"""Movie recommendation in words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

from turtlesoup_bench.games import Observation, Unreadable
from turtlesoup_bench.games.chat import GrowingForm
from turtlesoup_bench.games.multi_turn.movie_recommendation.complaints import COMPLAINTS
from turtlesoup_bench.games.multi_turn.tags import last_tagged
from turtlesoup_bench.prompts import Prompt, PromptSet
from turtlesoup_bench.records import Json

PROMPTS = PromptSet("movie-recommendation", Path(__file__).with_name("prompts"))
TITLE = {"en": "title", "zh": "片名"}
QUESTION = {"en": "Would you prefer watching {} over {}?", "zh": "你更想看《{}》，而不是《{}》吗？"}
ANSWERS = {
    "en": {"yes": "Yes", "no": "No", "no preference": "No Preference"},
    "zh": {"yes": "是", "no": "不是", "no preference": "没有偏好"},
}
_PREFER = "更(?:想|愿意|喜欢|倾向于?)看?"
_QUESTIONS = (
    re.compile(
        r"(?:prefer|rather) (?:watching |to watch |watch )?(?P<movie>.+?) (?:over|rather than|than) (?P<over>[^?]+)"
    ),
    re.compile(rf"{_PREFER}(?P<movie>.+?)而(?:不是|非)看?(?P<over>.+?)(?:吗|\?|$)"),
    re.compile(rf"(?:比起|相比于?|相较于?|和|与|跟)(?P<over>.+?)(?:相比)?,.*?{_PREFER}(?P<movie>.+?)(?:吗|\?|$)"),
)


@dataclass(frozen=True)
class RecommenderForm(GrowingForm):
    """The recommender; the chat grows with each question.

    Attributes:
        language: ``en`` or ``zh``.
    """

    language: str

    def read(self, reply: str, observation: Observation) -> Any | Unreadable:
        """The pair in the last question, or the movie in the last final answer."""
        tag = "question" if observation.phase == "ask" else "final_answer"
        text = last_tagged(reply, tag)
        if observation.phase == "ask":
            readings = [pattern.search(_plain(text or "")) for pattern in _QUESTIONS]
            titles = next((reading.groupdict() for reading in readings if reading), None)
        else:
            titles = {"movie": text} if text else None
        if titles is None:
            return Unreadable(COMPLAINTS[self.language][tag])
        known = {_letters(title): title for title in _movies(observation)}
        action = {key: known.get(_letters(title)) for key, title in titles.items()}
        is_choice = None not in action.values() and len(set(action.values())) == len(action)
        return action if is_choice else Unreadable(COMPLAINTS[self.language]["movies" if len(titles) > 1 else "movie"])

    def example(self, observation: Observation, rng: Random) -> str:
        """A question about two movies drawn at random, or the recommendation of one."""
        titles = list(_movies(observation))
        if observation.phase == "ask":
            return f"<question>{QUESTION[self.language].format(*rng.sample(titles, 2))}</question>"
        return f"<final_answer>{rng.choice(titles)}</final_answer>"

    def prompt(self, observation: Observation) -> Prompt:
        """See `turtlesoup_bench.games.chat.PromptForm.prompt`."""
        answers = [event.data["answer"] for event in observation.events if event.kind == "answer"]
        answer = ANSWERS[self.language][answers[-1]] if answers else None
        movies = _set(observation)
        rows = [[title, *scores] for title, scores in movies["movies"].items()]
        table = [[TITLE[self.language], *movies["attributes"]], *rows]
        values = {"table": table, "answer": answer, "left": observation.view["questions_left"]}
        return PROMPTS.prompt("recommender", self.language, phase=observation.phase, **values)


def _set(observation: Observation) -> Json:
    """The set of movies that the next move is about."""
    kind = "seen" if observation.phase == "ask" else "unseen"
    return next(event.data for event in observation.events if event.kind == kind)


def _movies(observation: Observation) -> Iterable[str]:
    titles: Iterable[str] = _set(observation)["movies"]
    return titles


def _plain(text: str) -> str:
    """The text in small letters, its characters in their usual width, in one line."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


@lru_cache(maxsize=4096)  # each reply is compared with every title of the set
def _letters(title: str) -> str:
    """What is left of a title without its case, width, spaces and punctuation."""
    return "".join(filter(str.isalnum, _plain(title)))
