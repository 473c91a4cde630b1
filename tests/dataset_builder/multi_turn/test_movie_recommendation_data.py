"""The generator of movie recommendation, and the data that it made."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from turtlesoup_bench.dataset_builder.multi_turn import movie_recommendation as builder

from turtlesoup_bench.games import Instance
from turtlesoup_bench.games.multi_turn.movie_recommendation.game import ATTRIBUTES, FOLDER, LANGUAGES, load
from turtlesoup_bench.games.multi_turn.movie_recommendation.rules import utility

property_test = settings(derandomize=True, database=None, deadline=None)
seeds = st.integers(0, 2**32)


def check_movie(scores: list[int], step: int, sparse: int) -> None:
    """A budget within its range, no score below the minimum, the decimals of its set."""
    assert builder.BASE <= sum(scores) <= builder.BASE + builder.DELTA
    assert min(scores) >= builder.MINIMUM and scores.count(builder.MINIMUM) >= sparse
    assert not any(score % step for score in scores)


@pytest.mark.parametrize("step", [builder.SEEN_STEP, builder.UNSEEN_STEP])
@pytest.mark.parametrize("sparse", [0, builder.SPARSE, builder.ATTRIBUTES - 1])
@property_test
@given(seed=seeds)
def test_budgets_minimum_and_decimals_are_kept(step: int, sparse: int, seed: int) -> None:
    check_movie(builder.draw_movie(Random(seed), step=step, sparse=sparse), step, sparse)


@property_test
@given(seeds)
def test_weights_are_in_tenths_and_new_movies_have_a_strict_order(seed: int) -> None:
    rng = Random(seed)
    weights = builder.draw_weights(rng)
    assert len(weights) == builder.ATTRIBUTES and min(weights) >= 0 and max(weights) <= 10
    utilities = {utility(weights, movie) for movie in builder.draw_unseen(rng, weights)}
    assert len(utilities) == builder.UNSEEN


def test_budgets_and_places_of_the_minimum_are_drawn_evenly() -> None:
    rng = Random(1)
    movies = [builder.draw_movie(rng, step=10, sparse=4) for _ in range(4_000)]
    budgets = Counter(sum(movie) for movie in movies)
    assert set(budgets) == set(range(2_000, 2_401, 10))
    assert max(budgets.values()) / 4_000 < 2 / 41
    means = [sum(movie[place] for movie in movies) / 4_000 for place in range(8)]
    assert means == pytest.approx([2_200 / 8] * 8, rel=0.1)


@pytest.fixture(scope="module")
def instances() -> list[Instance]:
    return load({})


def test_there_are_50_instances_of_each_of_20_users_in_each_language(instances: list[Instance]) -> None:
    assert len({instance.id for instance in instances}) == len({instance.hash for instance in instances}) == 2_000
    assert Counter(instance.language for instance in instances) == dict.fromkeys(LANGUAGES, 1_000)
    users = Counter(instance.cluster for instance in instances)
    assert len(users) == 20 and set(users.values()) == {100}
    tastes = {(instance.cluster, tuple(instance.data["weights"])) for instance in instances}
    assert len(tastes) == len({taste for _, taste in tastes}) == 20


def test_every_instance_is_as_the_paper_describes_it(instances: list[Instance]) -> None:
    for instance in instances:
        data = instance.data
        assert data["attributes"] == ATTRIBUTES[instance.language] and len(data["weights"]) == 8
        assert (len(data["seen"]), len(data["unseen"])) == (20, 40)
        assert not data["seen"].keys() & data["unseen"].keys()
        for movie in data["seen"].values():
            check_movie(movie, builder.SEEN_STEP, builder.SPARSE)
        for movie in data["unseen"].values():
            check_movie(movie, builder.UNSEEN_STEP, 0)
        assert len({utility(data["weights"], movie) for movie in data["unseen"].values()}) == 40
        assert (data["random"], data["best"]) == (20.5, 1.0)


def test_both_languages_share_the_numbers(instances: list[Instance]) -> None:
    for english, chinese in zip(instances[::2], instances[1::2], strict=True):
        assert english.id.removesuffix("@en") == chinese.id.removesuffix("@zh")
        assert english.cluster == chinese.cluster and english.data["weights"] == chinese.data["weights"]
        for name in ("seen", "unseen"):
            assert list(english.data[name].values()) == list(chinese.data[name].values())


def test_the_packaged_data_can_be_built_again(tmp_path: Path) -> None:
    builder.build(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {"titles.jsonl", "instances.jsonl"}
    for path in tmp_path.iterdir():
        assert path.read_bytes() == (FOLDER / path.name).read_bytes()
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) < 6_000_000


def test_another_seed_draws_other_users_and_a_smaller_count_fewer_instances(tmp_path: Path) -> None:
    records = {}
    for name, seed, count in (("packaged", 42, 4), ("again", 42, 8), ("private", 7, 8)):
        (tmp_path / name).mkdir()
        builder.build(tmp_path / name, seed=seed, count=count)
        lines = (tmp_path / name / "instances.jsonl").read_text(encoding="utf-8").splitlines()
        records[name] = [json.loads(line) for line in lines]
    assert records["packaged"] == records["again"][:4] and len(records["again"]) == 8
    for key in ("id", "user", "seen", "unseen"):
        assert not {str(record[key]) for record in records["again"]} & {str(r[key]) for r in records["private"]}


def test_titles_are_fit_to_be_asked_about() -> None:
    titles = [json.loads(line) for line in (FOLDER / "titles.jsonl").read_text(encoding="utf-8").splitlines()]
    assert len(titles) >= 60 and all(set(title) == set(LANGUAGES) for title in titles)
    for language, words in (("en", {"over", "than", "prefer", "rather"}), ("zh", {"而不是", "吗", "比起", "想看"})):
        names = [title[language] for title in titles]
        letters = {"".join(filter(str.isalnum, name.casefold())) for name in names}
        assert len(letters) == len(names) == len(titles)
        for name in names:
            assert not words & {
                *name.casefold().split(),
                *(word for word in words if language == "zh" and word in name),
            }
            assert not set(name) & set('<>"“”《》,，?？\t') and name == name.strip()
