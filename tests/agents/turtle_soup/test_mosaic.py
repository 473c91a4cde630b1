from __future__ import annotations

import asyncio
import json
from collections import Counter
from pathlib import Path

import pytest
from commands import in_a_process
from running import settings
from scripted import BELIEF, Model, view
from turtlesoup_bench.agents.turtle_soup.mosaic.questioner import PROMPTS, Mosaic
from turtlesoup_bench.agents.turtle_soup.mosaic.settings import load_settings
from turtlesoup_bench.agents.turtle_soup.mosaic.thoughts import GENRES, without_marks

from turtlesoup_bench.errors import ProtocolBroken
from turtlesoup_bench.games import Seat
from turtlesoup_bench.games.turtle_soup.game import GAME
from turtlesoup_bench.games.turtle_soup.questioner import Exchange, View
from turtlesoup_bench.games.turtle_soup.records import BeliefState, Episode
from turtlesoup_bench.models.journal import Journal
from turtlesoup_bench.models.simulated.server import SimulatedProvider
from turtlesoup_bench.reporting.results import read_results
from turtlesoup_bench.runner.run import run


def seated(model: Model, variant: str | None = None):
    return Mosaic(Seat(GAME, "player", "player", "en", 42, model), load_settings(variant))


def ask(questioner, seen: View):
    return asyncio.run(questioner.ask(seen))


def test_the_first_turn_only_writes_and_chooses() -> None:
    model = Model()
    question = ask(seated(model), view(0))
    assert question.text == "Is it two?"
    assert model.tasks() == ["candidates", "screening"]
    assert question.trace["candidates"] == ["Is it one?", "Is it two?", "Is it three?"]
    assert question.trace["chosen"] == "screening"


def test_every_fifth_turn_deliberates_globally_and_votes_with_three_seeds() -> None:
    model = Model()
    questioner = seated(model)
    for turns in range(6):
        question = ask(questioner, view(turns))
    assert model.tasks().count("local_analysis") == 5
    assert model.tasks().count("global_deliberation") == model.tasks().count("doubts") == 1
    assert [seed for task, _, seed in model.asked if task == "genre_vote"] == [42, 43, 44]
    assert question.trace["belief"]["details"] == ["It rained. (inferred)"]
    assert question.trace["doubts"][0]["proposal"] == "Is it so?"
    assert question.trace["votes"] == ["mind_game"] * 3
    assert (question.trace["genre"], question.trace["confidence"]) == ("mind_game", 0.65)


def test_three_new_key_clues_call_for_a_vote() -> None:
    model = Model()
    questioner = seated(model)
    ask(questioner, view(2, clues=2))
    assert "genre_vote" not in model.tasks()
    ask(questioner, view(3, clues=3))
    assert model.tasks().count("genre_vote") == 3


def test_the_windows_are_turns_and_not_messages() -> None:
    """The released reference code counts messages, half of what it means."""
    model = Model()
    ask(seated(model), view(20))
    prompts = {task: prompt for task, prompt, _ in model.asked}

    def turns_in(prompt: str, tag: str) -> list[int]:
        return [entry["turn"] for entry in json.loads(prompt.split(f"<{tag}>")[1].split(f"</{tag}>")[0])]

    assert turns_in(prompts["candidates"], "recent") == list(range(11, 21))
    assert turns_in(prompts["screening"], "recent") == list(range(17, 21))
    assert prompts["screening"].split("</asked>")[0].count("Question ") == 20


def test_unknown_answers_and_refused_questions_are_on_the_blacklist() -> None:
    model = Model(candidates="1. Question 1?\n2. Is it new?\n3. Is it other?")
    ask(seated(model), view(2, verdict="unknown"))
    [screening] = [prompt for task, prompt, _ in model.asked if task == "screening"]
    assert screening.split("<blacklist>")[1].split("</blacklist>")[0].count("Question") == 2
    assert "leave this direction" in next(prompt for task, prompt, _ in model.asked if task == "candidates")


@pytest.mark.parametrize("reply", ["Something else?", "Is it one? Is it two?", "none"])
def test_a_choice_that_is_no_candidate_is_the_first_one(reply: str) -> None:
    question = ask(seated(Model(screening=reply)), view(0))
    assert (question.text, question.trace["chosen"]) == ("Is it one?", "first")


def test_what_would_waste_a_turn_is_refused() -> None:
    model = Model(candidates="1. Question 1?\n2. Is it a and is it b?\n3. Is it new?")
    question = ask(seated(model), view(1))
    assert question.text == "Is it new?"
    assert [refusal["reason"] for refusal in question.trace["refused"]] == ["repeat", "compound"]
    assert "screening" not in model.tasks()


def test_three_tries_without_a_question_abort_and_keep_the_replies() -> None:
    model = Model(candidates=["mumble", "1. Question 1?", "no"])
    with pytest.raises(ProtocolBroken) as caught:
        ask(seated(model), view(1))
    assert caught.value.replies == ("mumble", "1. Question 1?", "no")
    tries = [prompt for task, prompt, _ in model.asked if task == "candidates"]
    assert "no question found" in tries[1]
    assert "asked before" in tries[2]


def test_an_unreadable_belief_state_leaves_the_last_good_one() -> None:
    model = Model(global_deliberation=[BELIEF, "oops", "oops again", "bad", "bad again"])
    questioner = seated(model)
    ask(questioner, view(5))
    question = ask(questioner, view(10))
    assert question.trace["unreadable"] == ["oops", "oops again"]
    assert "belief" not in question.trace
    assert asyncio.run(questioner.conclude(view(30))) == BeliefState(("a leads to b",), ("It rained.",), "So it was.")


def test_no_belief_state_at_all_aborts() -> None:
    with pytest.raises(ProtocolBroken):
        asyncio.run(seated(Model(global_deliberation="nothing")).conclude(view(3)))


def test_a_vote_that_cannot_be_read_is_no_vote() -> None:
    question = ask(seated(Model(genre_vote='{"genre": "western"}')), view(5))
    assert question.trace["votes"] == [None] * 3
    assert question.trace["genre"] == "default"


ABLATED = {
    "without-deliberation": {"local_analysis", "global_deliberation", "doubts"},
    "without-meta-cognition": {"genre_vote"},
    "without-pruning": {"screening"},
    "without-all": {"local_analysis", "global_deliberation", "doubts", "genre_vote", "screening"},
}


@pytest.mark.parametrize("variant", ["without-pruning", "without-all"])
@pytest.mark.parametrize("first", ["Question 1?", "Is it a and is it b?"])
def test_without_pruning_the_first_candidate_is_asked_as_it_is(variant: str, first: str) -> None:
    model = Model(candidates=["mumble", f"1. {first}\n2. Is it new?"])
    question = ask(seated(model, variant), view(1))
    assert question.text == first
    assert (question.trace["chosen"], "refused" in question.trace) == ("first", False)
    assert model.tasks().count("candidates") == 2  # what is unreadable still counts as a try
    with pytest.raises(ProtocolBroken):
        ask(seated(Model(candidates="mumble"), variant), view(1))


@pytest.mark.parametrize("variant", ABLATED)
def test_an_ablation_leaves_its_calls_out(variant: str) -> None:
    whole, ablated = Model(), Model()
    for model, name in ((whole, None), (ablated, variant)):
        ask(seated(model, name), view(5, clues=3))
    assert set(whole.tasks()) - set(ablated.tasks()) == ABLATED[variant]


def test_nothing_is_asked_under_a_denied_hypothesis() -> None:
    question = ask(seated(Model(), "elimination"), view(1))
    assert question.text == "Is it g?"
    assert question.trace["refused"] == [{"question": "Is it h?", "reason": "denied"}]
    assert question.trace["hypotheses"][0] == {"statement": "h", "denied_by": [1]}


def test_only_the_number_of_its_hypothesis_denies_a_candidate() -> None:
    """A question that says more than one answered No may go another way: the text cannot tell."""
    reply = json.dumps({"candidates": [{"hypothesis": 2, "question": "Did the man's wife die?"}]})
    seen = View("A scene.", "en", (Exchange(1, "Did the man die?", "no", False),), 29)
    question = ask(seated(Model(hypothesis_candidates=reply), "elimination"), seen)
    assert question.text == "Did the man's wife die?"
    assert "refused" not in question.trace


def test_prompts_and_strategies_come_in_both_languages() -> None:
    for folder, kinds in (("prompts", 8), ("strategies", len(GENRES))):
        english, chinese = (
            {path.name for path in (PROMPTS.folder.parent / folder / language).iterdir()} for language in ("en", "zh")
        )
        assert english == chinese
        assert len(english) == kinds


def test_marks_of_inferred_facts_are_not_part_of_a_prediction() -> None:
    belief = BeliefState((), ("It rained. (inferred)", "下雨了（推测）。", "He said (aloud) no."), "c")
    assert without_marks(belief).details == ("It rained.", "下雨了。", "He said (aloud) no.")


@pytest.mark.parametrize("agent", ["mosaic", "mosaic-without-key-clues", "mosaic-elimination"])
def test_a_perfect_player_solves_and_needs_the_clues(provider: SimulatedProvider, tmp_path: Path, agent: str) -> None:
    chosen = settings(agent=agent, model="openai/simulated", judge="openai/judge", limit=2, out=tmp_path / "run")
    folder = asyncio.run(run(chosen))
    results = read_results(folder.path)
    solved = results.rows[0].outcomes["solved"]
    assert solved == (0 if agent.endswith("key-clues") else 4)
    first = Episode.of(results.results[0].episode)
    assert len(first.turns) == 30
    assert {"genre", "confidence", "candidates", "chosen"} <= first.turns[0].trace.keys()
    with Journal(folder.journal_file) as journal:
        steps = Counter(call.place.step for call in journal.calls(first.episode_id) if call.place.seat == "player")
    questions = [steps[2 * number] for number in range(30)]
    assert min(questions) >= 2 and sum(questions) >= 60


@pytest.mark.parametrize("agent", ["mosaic", "mosaic-elimination"])
def test_the_journal_replays_mosaic_to_the_byte(provider: SimulatedProvider, tmp_path: Path, agent: str) -> None:
    provider.behaviour.latency = 0.01  # so that the calls of a turn really go side by side the first time

    def played() -> bytes:
        chosen = settings(agent=agent, model="openai/simulated", limit=1, max_turns=11, out=tmp_path / "run")
        folder = asyncio.run(run(chosen))
        lines = folder.episodes_file.read_bytes().splitlines()
        folder.episodes_file.unlink()
        return b"\n".join(sorted(lines))

    first, calls = played(), provider.tries.total()
    assert played() == first
    assert provider.tries.total() == calls


def test_ablate_prints_the_table_of_the_six(provider: SimulatedProvider, tmp_path: Path) -> None:
    options = ["--judge", "openai/judge", "--limit", 2, "--max-turns", 10, "--out", tmp_path / "runs"]
    done = in_a_process("ablate", "--model", "openai/simulated", *options)
    assert done.returncode == 0, done.stderr
    lines = [line for line in done.stdout.splitlines() if line.startswith(("mosaic ", "w/o "))]
    assert len(lines) == 6
    *table, place = done.stdout.splitlines()
    assert max(map(len, table)) <= 80
    assert place == f"report: {tmp_path / 'runs' / 'report.html'}"
    assert (tmp_path / "runs" / "report.html").is_file()
    without_clues = next(line for line in lines if line.startswith("w/o key-clues "))
    assert "-" in without_clues.split("4/4")[1]
