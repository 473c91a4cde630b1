"""Builds the data of movie recommendation, the same bytes for the same seed and count.

    python -m turtlesoup_bench.dataset_builder.multi_turn.movie_recommendation FOLDER [--seed N] [--count N]

There are 20 users; each instance is another pair of sets, 20 seen and 40 unseen movies, for one of them. Each movie has
a budget, which its attribute scores sum to, so that no movie is best in every attribute: each attribute gets a minimum,
and the rest is cut at random places into one piece for each attribute. In a seen movie half of the attributes, drawn
anew for each movie, are left at the minimum, and the rest of the budget goes to the others: two movies then differ
clearly in some attributes and not at all in others.

The paper leaves the constants open. ``movie_titles.tsv`` holds the titles, invented for this project, in English and
Chinese.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random

from turtlesoup_bench.games.multi_turn.movie_recommendation.rules import WEIGHT_SCALE, rank, utility
from turtlesoup_bench.records import Json

from .drawing import build_by_command, id_of, in_random_order, write_lines

TITLES = Path(__file__).with_name("movie_titles.tsv")
USERS, INSTANCES = 20, 1_000
SEEN, UNSEEN = 20, 40
ATTRIBUTES = 8
BASE, DELTA, MINIMUM = 2_000, 400, 50
"""A budget is drawn from [20, 24], and no attribute has less than 0.5; in hundredths, as the attribute scores."""
SPARSE = 4
"""Attributes that are left at the minimum in a seen movie."""
SEEN_STEP, UNSEEN_STEP = 10, 1
"""Seen movies have scores of one decimal, unseen movies of two; in hundredths."""
SEED = 42


def build(folder: Path, *, seed: int = SEED, count: int = INSTANCES) -> None:
    """Writes ``titles.jsonl`` and ``instances.jsonl`` into a folder.

    Args:
        folder: Where to write.
        seed: Another one draws other users and movies.
        count: Number of instances, which are given to the users in turn.
    """
    titles = [dict(zip(("en", "zh"), line.split("\t"), strict=True)) for line in TITLES.read_text("utf-8").splitlines()]
    users = [draw_weights(Random(f"{seed}:user:{number}")) for number in range(USERS)]
    write_lines(folder / "titles.jsonl", titles)
    write_lines(folder / "instances.jsonl", (_instance(seed, number, users, len(titles)) for number in range(count)))


def draw_weights(rng: Random) -> list[int]:
    """A user's taste: weights uniform in [0, 1], rounded to one decimal, in tenths."""
    return [round(rng.random() * WEIGHT_SCALE) for _ in range(ATTRIBUTES)]


def draw_movie(rng: Random, *, step: int, sparse: int) -> list[int]:
    """The attribute scores of a movie, in hundredths.

    Args:
        rng: Luck.
        step: All scores are multiples of it; it divides base, delta and minimum.
        sparse: How many attributes are left at the minimum.
    """
    rich = in_random_order(range(ATTRIBUTES), rng)[sparse:]
    budget = BASE + step * int(rng.random() * (DELTA // step + 1))
    steps = (budget - ATTRIBUTES * MINIMUM) // step
    cuts = sorted(int(rng.random() * (steps + 1)) for _ in rich[1:])
    scores = [MINIMUM] * ATTRIBUTES
    for attribute, start, end in zip(rich, [0, *cuts], [*cuts, steps], strict=True):
        scores[attribute] += step * (end - start)
    return scores


def draw_unseen(rng: Random, weights: Sequence[int]) -> list[list[int]]:
    """New movies, no two of which a user with these weights likes equally well."""
    movies: dict[int, list[int]] = {}
    while len(movies) < UNSEEN:
        movie = draw_movie(rng, step=UNSEEN_STEP, sparse=0)
        movies.setdefault(utility(weights, movie), movie)
    return list(movies.values())


def _instance(seed: int, number: int, users: Sequence[Sequence[int]], titles: int) -> Json:
    rng, user = Random(f"{seed}:{number}"), number % USERS
    seen = [draw_movie(rng, step=SEEN_STEP, sparse=SPARSE) for _ in range(SEEN)]
    unseen = draw_unseen(rng, users[user])
    names = in_random_order(range(titles), rng)
    sets = [[name, *scores] for name, scores in zip(names, seen + unseen, strict=False)]
    utilities = [utility(users[user], movie) for movie in unseen]
    return {
        "id": id_of([json.dumps(sets)]),  # not of the weights, which could be found from it by trial
        "user": f"user-{id_of([f'{seed}:{user}'])}",
        "weights": users[user],
        "random": (UNSEEN + 1) / 2,
        "best": rank(utilities, max(utilities)),
        "seen": sets[:SEEN],
        "unseen": sets[SEEN:],
    }


if __name__ == "__main__":
    build_by_command(build, seed=SEED, count=INSTANCES)
