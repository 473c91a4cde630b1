"""Movie recommendation as a registered game: its data and its scores."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from turtlesoup_bench.games import Episode, Game, Instance, Measure, Role
from turtlesoup_bench.games.multi_turn.instances import DATA, SELECTION, read_lines, selected
from turtlesoup_bench.games.multi_turn.movie_recommendation.form import RecommenderForm
from turtlesoup_bench.games.multi_turn.movie_recommendation.pages import HUMAN_PLAY, REPORT
from turtlesoup_bench.games.multi_turn.movie_recommendation.rules import RECOMMENDER, MovieRecommendation
from turtlesoup_bench.games.multi_turn.movie_recommendation.simulated import simulate
from turtlesoup_bench.games.multi_turn.scoring import RulesScorer, normalized
from turtlesoup_bench.records import Json

FOLDER = DATA / "movie_recommendation"
LANGUAGES = ("en", "zh")
ATTRIBUTES = {
    "en": [
        "intellectual depth",
        "visual detail",
        "realism",
        "emotional intensity",
        "pace",
        "dialogue",
        "soundtrack",
        "character complexity",
    ],
    "zh": ["思想深度", "画面细节", "写实程度", "情感强度", "节奏", "对白", "配乐", "人物复杂度"],
}


def load(selection: Mapping[str, Any]) -> list[Instance]:
    """The instances of a selection; see `turtlesoup_bench.games.multi_turn.instances.selected`."""
    return selected(_read, FOLDER, selection, LANGUAGES)


def _read(folder: Path) -> list[Instance]:
    titles = read_lines(folder / "titles.jsonl")
    named = {language: [title[language] for title in titles] for language in LANGUAGES}
    records = read_lines(folder / "instances.jsonl")
    return [_instance(record, language, named[language]) for record in records for language in LANGUAGES]


def _instance(record: Json, language: str, titles: list[str]) -> Instance:
    """A record of the data in a language, with the titles in that language."""
    sets = {name: {titles[number]: scores for number, *scores in record[name]} for name in ("seen", "unseen")}
    return Instance(
        id=f"{record['id']}@{language}",
        language=language,
        seats={RECOMMENDER: RECOMMENDER},
        data={
            "attributes": ATTRIBUTES[language],
            **{name: record[name] for name in ("weights", "random", "best")},
            **sets,
        },
        cluster=record["user"],
    )


def measures(data: Json, ending: Json) -> dict[str, float]:
    """The rank of the recommended movie, and what follows from it.

    ``score`` is `normalized` with the instance's ``random`` and ``best`` rank, ``rank_share`` the share of the other
    new movies that are no better, in the sense of the paper.
    """
    rank = ending["rank"]
    return {
        "score": normalized(rank, data["random"], data["best"]),
        "rank": rank,
        "rank_share": 1 - (rank - 1) / (len(data["unseen"]) - 1),
        "found_best": float(rank == data["best"]),
    }


def measure_play(instance: Instance, episode: Episode) -> dict[str, float | None]:
    """The number of questions and recommendations; `quality.question_quality` measures the questions."""
    return {"turns": episode.ending.data["turns"] if episode.ending else None}


GAME = Game(
    name="movie-recommendation",
    version="1",
    roles=(Role(RECOMMENDER, without_model="movie-recommendation-greedy"),),
    rules=MovieRecommendation(),
    load=load,
    selection=SELECTION,
    forms=lambda role, language: [RecommenderForm(language)],
    measures=(
        Measure("score", "Score", (-1.0, 1.0), in_percent=True, if_aborted=0.0),
        Measure("rank", "Rank", (1.0, 40.0), higher_is_better=False),
        Measure("rank_share", "Rank share"),
        Measure("found_best", "Best movie", outcomes=("best movie", "another movie")),
    ),
    play_measures=(Measure("turns", "Turns", (0.0, 11.0)),),
    measure_play=measure_play,
    scorer=RulesScorer(RECOMMENDER, measures).named,
    simulate=simulate,
    allowance=1,
    report=REPORT,
    human=HUMAN_PLAY,
    files=__package__,
)
