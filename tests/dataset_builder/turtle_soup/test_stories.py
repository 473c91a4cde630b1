from __future__ import annotations

import copy
from collections import Counter
from pathlib import Path

import pytest
from ruamel.yaml import YAML
from turtlesoup_bench.dataset_builder.turtle_soup.build import build, stale_files
from turtlesoup_bench.dataset_builder.turtle_soup.check import check
from turtlesoup_bench.dataset_builder.turtle_soup.fix import fix_story, fixed_text
from turtlesoup_bench.dataset_builder.turtle_soup.form import check_stories, sorted_by_answer
from turtlesoup_bench.dataset_builder.turtle_soup.lite import choose
from turtlesoup_bench.dataset_builder.turtle_soup.new import new_story
from turtlesoup_bench.dataset_builder.turtle_soup.plot import plot_stories
from turtlesoup_bench.dataset_builder.turtle_soup.similar import nearest, too_near
from turtlesoup_bench.dataset_builder.turtle_soup.stats import story_stats
from turtlesoup_bench.dataset_builder.turtle_soup.stories import STORIES, story_files
from turtlesoup_bench.dataset_builder.yaml_files import read_mapping

from turtlesoup_bench.errors import InvalidInput
from turtlesoup_bench.games.turtle_soup.puzzles import DATA, GENRES


@pytest.fixture(scope="module")
def story() -> dict:
    found, problems = read_mapping(next(path for path in story_files() if path.parent.name == "mind_game"))
    assert not problems
    assert found
    return found


@pytest.fixture(scope="module")
def stories() -> list[dict]:
    """All of them. Not to be changed."""
    return check_stories(story_files())[0]


def problems_of(story: dict, tmp_path: Path) -> list[str]:
    path = tmp_path / story["genre"] / f"{story['id']}.yaml"
    path.parent.mkdir(exist_ok=True)
    YAML().dump(story, path)
    return [str(problem) for problem in check_stories([path])[1]]


def test_all_stories_pass_and_the_built_files_are_fresh() -> None:
    stories, problems = check()
    assert problems == []
    assert {story["genre"] for story in stories} == set(GENRES)


def long_run(story: dict) -> None:
    story["en"]["surface"] = " ".join(story["en"]["bottom"].split()[:40])


def few_words(story: dict) -> None:
    story["en"]["bottom"] = "Too short to be a story."


def half_width(story: dict) -> None:
    story["key_clues"][0]["zh"] = "他知道,但没说。"


def doubled(story: dict) -> None:
    story["key_clues"][0]["zh"] = "他知道。。"


def wrong_language(story: dict) -> None:
    story["rubric"]["logic"][0]["zh"] = "A cause has an effect。"


def no_end(story: dict) -> None:
    story["rubric"]["details"][0]["en"] = "It rained all day"


def not_a_question(story: dict) -> None:
    story["probes"][0]["en"] = "Tell me."


def twice(story: dict) -> None:
    story["rubric"]["details"][1] = copy.deepcopy(story["rubric"]["details"][0])


def no_such_clue(story: dict) -> None:
    story["probes"][0]["key_clue"] = 8


def one_sided(story: dict) -> None:
    for probe in story["probes"]:
        probe["answer"] = "yes"


def sorted_probes(story: dict) -> None:
    story["probes"].sort(key=lambda probe: probe["answer"])


def new_twist(story: dict) -> None:
    story["twist"] = "never-heard-of"


CASES = [
    (long_run, "which the bottom repeats"),
    (few_words, "6 words"),
    (half_width, "half-width ','"),
    (doubled, "doubled '。。'"),
    (wrong_language, "Chinese text"),
    (no_end, "the end"),
    (not_a_question, "an end in ?"),
    (twice, "each statement once"),
    (no_such_clue, "found 8"),
    (one_sided, "0 answered no"),
    (sorted_probes, "then all of the next"),
    (new_twist, "twists.yaml"),
]


@pytest.mark.parametrize(("spoil", "words"), CASES, ids=[case[0].__name__ for case in CASES])
def test_what_spoils_a_story_is_found(story: dict, tmp_path: Path, spoil, words: str) -> None:
    spoilt = copy.deepcopy(story)
    spoil(spoilt)
    assert any(words in problem for problem in problems_of(spoilt, tmp_path))


def test_an_unspoilt_story_has_no_problem(story: dict, tmp_path: Path) -> None:
    assert problems_of(copy.deepcopy(story), tmp_path) == []


def test_a_wrong_id_is_found(tmp_path: Path, story: dict) -> None:
    path = tmp_path / "mind_game" / "another-name.yaml"
    path.parent.mkdir()
    YAML().dump(story, path)
    assert "another-name, the file's name" in str(check_stories([path])[1][0])


def test_fix_mends_what_is_mechanical_and_touches_nothing_else(story: dict, tmp_path: Path) -> None:
    source = next(path for path in story_files() if path.parent.name == "mind_game")
    text = source.read_text(encoding="utf-8")
    path = tmp_path / "mind_game" / source.name
    path.parent.mkdir()
    path.write_text(text, encoding="utf-8")
    assert not fix_story(path)

    clue = story["key_clues"][0]
    spoilt = text.replace(f"id: {story['id']}", "id: old-name # renamed")
    spoilt = spoilt.replace(clue["en"], clue["en"].rstrip(".")).replace(clue["zh"], clue["zh"].rstrip("。") + "。。")
    path.write_text(spoilt, encoding="utf-8")
    problems = check_stories([path])[1]
    assert len(problems) == 3
    assert all(problem.fixable for problem in problems)
    assert fix_story(path)
    assert path.read_text(encoding="utf-8").replace(" # renamed", "") == text


def test_fix_mixes_sorted_probes_and_loses_none(story: dict, tmp_path: Path) -> None:
    spoilt, path = copy.deepcopy(story), tmp_path / story["genre"] / f"{story['id']}.yaml"
    sorted_probes(spoilt)
    path.parent.mkdir()
    YAML().dump(spoilt, path)
    assert fix_story(path)
    mended, problems = read_mapping(path)
    assert not problems and mended and not sorted_by_answer(mended)
    assert sorted(map(str, mended["probes"])) == sorted(map(str, spoilt["probes"])) != mended["probes"]


@pytest.mark.parametrize(
    ("text", "language", "fixed"),
    [
        ("One  line\nand more", "en", "One line and more."),
        ("Wait... what??", "en", "Wait... what?"),
        ("他来了,又走了!!", "zh", "他来了，又走了！"),
        ("他 来了\n又走了", "zh", "他来了又走了。"),
        ("她说：“走。”", "zh", "她说：“走。”"),
        ("听 Bach 的人", "zh", "听 Bach 的人。"),
    ],
)
def test_fixed_text(text: str, language: str, fixed: str) -> None:
    assert fixed_text(text, language) == fixed


def test_a_bare_file_name_is_read_in_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = next(path for path in story_files() if path.parent.name == "mind_game")
    (tmp_path / "mind_game").mkdir()
    (tmp_path / "mind_game" / source.name).write_text(source.read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.chdir(tmp_path / "mind_game")
    assert check([Path(source.name)], fix=True)[1] == []


def test_fix_leaves_broken_files_to_the_check(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    for text in ("a: [", "- a list\n", ""):
        path.write_text(text)
        assert not fix_story(path)
        assert path.read_text() == text


def test_a_story_told_again_is_too_near(story: dict, tmp_path: Path) -> None:
    retold = copy.deepcopy(story)
    retold["id"] = "told-again"
    path = tmp_path / "mind_game" / "told-again.yaml"
    path.parent.mkdir()
    YAML().dump(retold, path)
    problems = check([path])[1]
    assert any(f"a story like {story['id']}" in str(problem) for problem in problems)


def test_no_stays_a_word(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("answer: no\n")
    assert read_mapping(path) == ({"answer": "no"}, [])


def test_a_stale_file_is_noticed_and_rebuilt(stories: list[dict], tmp_path: Path) -> None:
    (tmp_path / "VERSION").write_text((DATA / "VERSION").read_text())
    files = len(list(stale_files(stories, tmp_path)))
    assert files >= 3
    assert len(build(STORIES, tmp_path)) == files
    assert stale_files(stories, tmp_path) == []
    assert build(STORIES, tmp_path) == []


def test_a_skeleton_reads_and_lacks_only_its_texts(tmp_path: Path) -> None:
    path = new_story("clever_logic/a-new-one", tmp_path)
    story, problems = read_mapping(path)
    assert not problems
    assert (story["id"], story["genre"]) == ("a-new-one", "clever_logic")
    found = check_stories([path])[1]
    assert found
    assert all(problem.found in ("null", "nothing") for problem in found)
    assert len({(problem.where, problem.place) for problem in found}) == len(found)
    lines = path.read_text(encoding="utf-8").splitlines()
    for problem in found:
        number = int(problem.where.rsplit(":", 1)[1])
        assert problem.where == f"{path}:{number}"
        assert (problem.place.rsplit(".", 1)[-1] + ":") in lines[number - 1]
    with pytest.raises(InvalidInput, match="a new name"):
        new_story("clever_logic/a-new-one", tmp_path)
    for wrong in ("clever-logic/x", "clever_logic/", "clever_logic/Not This"):
        with pytest.raises(InvalidInput):
            new_story(wrong, tmp_path)


def test_a_story_told_twice_is_too_near(story: dict) -> None:
    twin = {**copy.deepcopy(story), "id": "twin"}
    [pair] = nearest([story, twin])
    assert pair.nearness > 0.99
    assert "twin" in str(too_near([pair])[0])


def test_no_two_stories_are_too_near(stories: list[dict]) -> None:
    assert too_near(nearest(stories)) == []


def test_the_stats_count_every_story(stories: list[dict]) -> None:
    stats = story_stats(stories)
    assert sum(there for there, _ in stats.genres.values()) == len(stories)
    assert sum(planned for _, planned in stats.genres.values()) == 400
    assert set(stats.probes) == {"yes", "no", "unknown"}
    assert stats.twists[0][1] <= 16


def test_one_bad_story_builds_nothing(tmp_path: Path) -> None:
    (tmp_path / "stories" / "original").mkdir(parents=True)
    (tmp_path / "stories" / "original" / "bad.yaml").write_text("id: bad\n")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "VERSION").write_text("0")
    with pytest.raises(InvalidInput):
        build(tmp_path / "stories", tmp_path / "out")
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["VERSION"]


def test_the_picture_of_the_set_is_the_same_each_time(stories: list[dict], tmp_path: Path) -> None:
    paths = [tmp_path / "one.svg", tmp_path / "two.svg"]
    for path in paths:
        plot_stories(stories, path)
    assert paths[0].read_text().startswith("<?xml")
    assert paths[0].read_bytes() == paths[1].read_bytes()


def test_a_picture_in_a_format_that_there_is_not_is_refused(stories: list[dict], tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"ends in \.svg, \.png or \.pdf"):
        plot_stories(stories, tmp_path / "stats.xyz")


def test_form_and_content_are_checked_in_one_go(story: dict, tmp_path: Path) -> None:
    spoilt = copy.deepcopy(story)
    spoilt["title"] = "a field that there is not"
    doubled(spoilt)
    found = "\n".join(problems_of(spoilt, tmp_path))
    assert "unknown field 'title'" in found and "doubled '。。'" in found


def test_lite_takes_the_shares_of_the_genres_and_no_order_matters() -> None:
    sizes = {"mind_game": 25, "clever_logic": 5, "original": 12}
    stories = [{"id": f"{genre}-{n}", "genre": genre} for genre, count in sizes.items() for n in range(count)]
    chosen = choose(stories, 10)
    assert Counter(story.split("-")[0] for story in chosen) == {"mind_game": 6, "original": 3, "clever_logic": 1}
    assert choose(stories[::-1], 10) == chosen
    assert len(choose(stories, 1000)) == len(stories)
