"""Murder mystery as a game: the contract, who sees what, passes, and the floor and ceiling of its score."""

from __future__ import annotations

import asyncio
import json
from functools import cache
from importlib.metadata import entry_points

import pytest

from turtlesoup_bench.games import Agent, Episode, Instance, Move, Observation, Player, Seat, Unreadable
from turtlesoup_bench.games.checking import check_game
from turtlesoup_bench.games.match import Match, play
from turtlesoup_bench.games.murder_mystery.form import PlayerForm
from turtlesoup_bench.games.murder_mystery.game import GAME, load
from turtlesoup_bench.games.murder_mystery.instances import INNOCENT, MURDERER
from turtlesoup_bench.games.murder_mystery.scoring import CaseScorer
from turtlesoup_bench.games.murder_mystery.texts import plain
from turtlesoup_bench.games.results import Result

RIDGE = "a-clear-night-on-the-ridge"
OPTIONS = [{}, {"images": "captions", "reveal": "at start", "rounds": 1, "beliefs": False}]


@pytest.fixture(scope="module")
def instances() -> list[Instance]:
    return load({})


@pytest.fixture(scope="module")
def ridge() -> Instance:
    return load({"cases": [RIDGE], "languages": ["en"]})[0]


@cache
def agent_of(name: str) -> Agent:
    (point,) = entry_points(group="turtlesoup_bench.agents", name=f"murder-mystery-{name}")
    agent: Agent = point.load()
    return agent


def player_of(name: str, instance: Instance, seat: str, seed: int) -> Player:
    return agent_of(name).create(Seat(GAME, seat, instance.seats[seat], instance.language, seed))


def played(instance: Instance, innocents: str, murderer: str = "stonewaller", seed: int = 42) -> Episode:
    names = {seat: murderer if role == MURDERER else innocents for seat, role in instance.seats.items()}
    grants = {seat: agent_of(innocents).grants for seat, role in instance.seats.items() if role == INNOCENT}
    setup = GAME.setup(instance, seed=seed, grants=grants)
    players = {seat: player_of(name, instance, seat, seed) for seat, name in names.items()}
    return asyncio.run(play(GAME, setup, players))


def scores(episode: Episode) -> dict[str, dict[str, float]]:
    def no_models(name: str) -> None:
        raise AssertionError(name)

    score = asyncio.run(CaseScorer.named("rules").score(episode.setup.instance, episode, no_models))  # type: ignore[arg-type]
    return {seat: dict(measures) for seat, measures in score.by_seat.items()}


@pytest.mark.parametrize("options", OPTIONS)
def test_the_contract_is_kept(options: dict[str, object]) -> None:
    assert check_game(GAME, playouts=18, scorer="rules", options=options) == []


def test_who_eliminates_by_all_clues_names_the_murderer_of_every_case(instances: list[Instance]) -> None:
    for instance in instances:
        episode = played(instance, "detective")
        assert episode.ending is not None
        assert episode.ending.outcome == "caught", instance.id
        measures = scores(episode)
        assert all(measures[seat]["dm"] == 1.0 for seat, role in instance.seats.items() if role == INNOCENT)
        assert measures[MURDERER]["escape"] == 0.0


def test_random_votes_name_the_murderer_as_often_as_chance_does(ridge: Instance) -> None:
    rounds = [scores(played(ridge, "random", "random", seed)) for seed in range(60)]
    votes = [measures[seat]["dm"] for measures in rounds for seat in measures if seat != MURDERER]
    chance = 1 / (len(ridge.seats) - 1)
    margin = 4 * (chance * (1 - chance) / len(votes)) ** 0.5
    assert abs(sum(votes) / len(votes) - chance) < margin


def test_a_seat_is_shown_its_own_script_and_no_other(instances: list[Instance]) -> None:
    for instance in instances:
        match = Match(GAME, GAME.setup(instance))
        scripts = {role["who"]: plain(role["script"][instance.language]) for role in instance.data["case"]["roles"]}
        for seat, seen in match.observe().items():
            own = instance.data["people"][seat]
            told = "\n".join(part.content for part in PlayerForm(instance.language).tell(seen))
            shown = json.dumps([event.data for event in seen.events], ensure_ascii=False)
            for who, script in scripts.items():
                line = json.dumps(script, ensure_ascii=False)[1:60]
                assert (line in shown) == (line in told) == (who == own)


def test_nobody_can_tell_the_murderer_by_the_order_of_players_or_moves(instances: list[Instance]) -> None:
    places = set()
    for instance in instances:
        murderer = instance.data["people"][MURDERER]
        for seed in range(20):
            match = Match(GAME, GAME.setup(instance, seed=seed))
            match.act({seat: Move(minimal(seen)) for seat, seen in match.observe().items()})
            events = match.episode().events
            told = [one["id"] for one in events[0].data["players"]]
            spoken = [event.data["who"] for event in events if event.kind == "introduction"]
            assert told == spoken
            places.add((len(told), told.index(murderer)))
            assert all(not event.seat for event in events)
    sizes = {len(instance.seats) for instance in instances}
    assert places == {(size, place) for size in sizes for place in range(size)}


def test_clues_come_to_the_table_before_their_round_and_held_ones_only_when_shared(ridge: Instance) -> None:
    clues = {clue["id"]: clue for clue in ridge.data["case"]["clues"]}
    match = Match(GAME, GAME.setup(ridge))
    seen_at: dict[str, int] = {}
    holder = next(clue["held_by"] for clue in clues.values() if "held_by" in clue)
    while waiting := match.observe():
        moves = {}
        for seat, seen in waiting.items():
            for event in seen.events:
                if event.kind == "clue" and event.to is None:
                    seen_at.setdefault(event.data["clue"], seen.view["round"])
            action = minimal(seen)
            if seen.view["who"] == holder and seen.phase == "question" and seen.view["round"] == 2:
                action["clues_share"] = seen.view["held"]
            moves[seat] = Move(action)
        match.act(moves)
    for clue in clues.values():
        if "held_by" not in clue:
            assert seen_at[clue["id"]] == clue["revealed"]
        elif clue["held_by"] == holder:
            assert seen_at[clue["id"]] == 2
        else:
            assert clue["id"] not in seen_at


def minimal(seen: Observation) -> dict[str, object]:
    """The least that a seat may do."""
    other = seen.view["others"][0]
    return {
        "introduction": {"introduction": "Hello."},
        "question": {"question": "Who?", "chosen_player": other, "clues_share": []},
        "answer": {"answers": ["I."] * len(seen.view.get("questions", ())), "clues_share": []},
        "belief": {"suspicion": dict.fromkeys(seen.view["others"], 1)},
        "hypothesis": {"reasoning": "a", "motive": "b", "method": "c"},
        "vote": {"chosen_player": other},
    }[seen.phase]


def test_a_move_that_is_refused_twice_is_passed_and_counted(ridge: Instance) -> None:
    match = Match(GAME, GAME.setup(ridge, tested=["innocent-1"]))
    while waiting := match.observe():
        silent = "innocent-1" in waiting
        for seat, seen in waiting.items():
            if seat != "innocent-1":
                match.act({seat: Move(minimal(seen))})
        if silent:
            for _ in range(GAME.allowance + 1):
                match.say("innocent-1", "I would rather not {")
    episode = match.episode()
    assert episode.status == "completed"
    assert {event.data["phase"] for event in episode.events if event.kind == "pass"} >= {"introduction", "vote"}
    assert GAME.measure_play(ridge, episode)["passed"] == 1.0
    assert scores(episode)["innocent-1"] == {"dm": 0.0, "caught": scores(episode)["innocent-2"]["caught"]}


@pytest.mark.parametrize(
    ("phase", "reply", "action"),
    [
        ("vote", '{"chosen_player": "Viktor Halloran"}', {"chosen_player": "viktor"}),
        ("vote", 'I think so.\n```json\n{"chosen_player": "#b#.Viktor"}\n```', {"chosen_player": "viktor"}),
        ("vote", '{"Chosen Player": "INES"}', {"chosen_player": "ines"}),
        ("vote", '{"vote": "Inés Carrasco, the astronomer"}', {"chosen_player": "ines"}),
        ("vote", '{"chosen_player": 3}', {"chosen_player": 3}),
        ("vote", "Viktor", None),
        (
            "question",
            '{"question": "Where?", "chosen_player": "Viktor", "clues share": ["clue 10"]}',
            {"question": "Where?", "chosen_player": "viktor", "clues_share": ["development_card"]},
        ),
        (
            "question",
            '{"question": "Where?", "chosen_player": "Viktor"}',
            {"question": "Where?", "chosen_player": "viktor", "clues_share": []},
        ),
        ("question", '{"chosen_player": "Viktor"}', None),
        ("introduction", "I am Nadia Kessler.", {"introduction": "I am Nadia Kessler."}),
        ("introduction", '{"introduction": "I am Nadia."}', {"introduction": "I am Nadia."}),
        ("answer", '{"answers": "No."}', {"answers": ["No."], "clues_share": []}),
        (
            "belief",
            '{"suspicion": {"Viktor": 10, "Inés Carrasco": 90}}',
            {"suspicion": {"viktor": 10, "ines": 90}},
        ),
    ],
)
def test_replies_are_read_in_the_shapes_in_which_models_write(
    ridge: Instance, phase: str, reply: str, action: object
) -> None:
    seat = {who: seat for seat, who in ridge.data["people"].items()}["nadia"]
    seen = Match(GAME, GAME.setup(ridge)).observe()[seat]
    seen = Observation(seat, seen.role, phase, {}, seen.view, seen.events)
    reading = PlayerForm("en").read(reply, seen)
    assert isinstance(reading, Unreadable) if action is None else reading == action


@pytest.mark.parametrize("images", ["pictures", "captions"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_pictures_reach_a_model_as_pictures_or_in_words(language: str, images: str) -> None:
    (instance,) = load({"cases": [RIDGE], "languages": [language]})
    seen = Match(GAME, GAME.setup(instance, options={"images": images})).observe()[MURDERER]
    parts = PlayerForm(language).tell(seen)
    pictures = [part for part in parts if part.media_type != "text/plain"]
    assert bool(pictures) == (images == "pictures")
    assert all(GAME.open_media(part.content)[8:12] == b"WEBP" for part in pictures)
    caption = next(clue["image"]["caption"][language] for clue in instance.data["case"]["clues"] if "image" in clue)
    assert any(caption in part.content for part in parts) == (images == "captions")


def test_a_seat_that_is_named_beside_others_is_not_tested() -> None:
    from turtlesoup_bench.runner.seats import cast_seats

    instances = load({"cases": [RIDGE], "languages": ["en"]})
    cast = cast_seats(GAME, instances, model="openai/simulated", seats={MURDERER: "murder-mystery-stonewaller"})
    assert [seat for seat, one in cast.items() if not one.is_tested] == [MURDERER]
    cast = cast_seats(GAME, instances, model="openai/simulated")
    assert all(one.is_tested for one in cast.values())


def test_the_report_shows_pictures_and_keeps_what_was_held_and_believed_for_who_asks(ridge: Instance) -> None:
    episode = played(ridge, "detective")
    shown = GAME.report.transcript(Result(GAME, ridge, episode, None))
    assert set(shown["pictures"]) == {part.content for event in episode.events for part in event.parts}
    assert shown["solution"] == plain(ridge.data["case"]["solution"]["en"])
