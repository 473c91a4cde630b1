"""Movie recommendation on the report page: questions with answers, and the movies by the user's taste."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from turtlesoup_bench.games import Caption, Event, GameReport, HumanPlay, Instance
from turtlesoup_bench.games.multi_turn.movie_recommendation.form import ANSWERS, QUESTION
from turtlesoup_bench.games.multi_turn.movie_recommendation.rules import (
    ATTRIBUTE_SCALE,
    WEIGHT_SCALE,
    rank,
    utility,
)
from turtlesoup_bench.games.report import moves_of
from turtlesoup_bench.records import Json

if TYPE_CHECKING:
    from turtlesoup_bench.games.results import Result

_TITLES = {"en": "{}; {}; {}; …", "zh": "《{}》《{}》《{}》……"}


def caption(instance: Instance) -> Caption:
    """The first of the seen movies."""
    first, second, third, *_ = instance.data["seen"]
    return Caption(_TITLES[instance.language].format(first, second, third))


def transcript(result: Result) -> Json:
    """The questions as the user answered them, the recommendation, both sets of movies, and the taste."""
    data, episode = result.instance.data, result.episode
    unseen = _movies(data["weights"], data["unseen"])
    return {
        **moves_of(episode),
        "questions": [_worded(event, result.instance.language) for event in episode.events if event.seat],
        "answers": [
            ANSWERS[result.instance.language][event.data["answer"]]
            for event in episode.events
            if event.kind == "answer"
        ],
        "recommended": episode.ending.data.get("movie") if episode.ending else None,
        "attributes": data["attributes"],
        "weights": [weight / WEIGHT_SCALE for weight in data["weights"]],
        "seen": _movies(data["weights"], data["seen"]),
        "unseen": sorted(unseen, key=lambda movie: movie["rank"]),
    }


def _worded(question: Event, language: str) -> str:
    return QUESTION[language].format(question.data["movie"], question.data["over"])


def _movies(weights: list[int], movies: dict[str, list[int]]) -> list[Json]:
    """Movies with their attribute scores, and with utility and rank by the user's taste."""
    utilities = [utility(weights, scores) for scores in movies.values()]
    return [
        {
            "title": title,
            "scores": [score / ATTRIBUTE_SCALE for score in scores],
            "utility": own / (WEIGHT_SCALE * ATTRIBUTE_SCALE),
            "rank": rank(utilities, own),
        }
        for (title, scores), own in zip(movies.items(), utilities, strict=True)
    ]


REPORT = GameReport(caption, Path(__file__).parent, transcript)
HUMAN_PLAY = HumanPlay(lambda instance: caption(instance).title)
