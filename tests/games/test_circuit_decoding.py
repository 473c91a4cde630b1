from __future__ import annotations

import asyncio
import doctest
from importlib.metadata import entry_points
from typing import Any

import pytest
from conftest import MODEL, ROOT
from turtlesoup_bench.agents.chat.player import ChatPlayer

from turtlesoup_bench.errors import UnknownName
from turtlesoup_bench.games import Instance, Move, Setup
from turtlesoup_bench.games.checking import check_game
from turtlesoup_bench.games.match import Match, play
from turtlesoup_bench.games.multi_turn.circuit_decoding.game import GAME, load, measure
from turtlesoup_bench.models.client import ClientPool
from turtlesoup_bench.models.journal import Journal
from turtlesoup_bench.models.simulated.server import SimulatedProvider

AND, OR, NAND, NOR = "0001", "0111", "1110", "1000"
TABLES = AND + OR + NAND + NOR + AND + OR
WRONG = "0" * 24
CIRCUITS = ["(x1 AND x2)", "(x1 OR x2)", "(NOT (x2 AND x1))", "(NOT (x1 OR x2))", "(x1 AND x2)", "(x2 OR x1)"]


def six(language: str = "en", **grants: Any) -> Setup:
    """Six circuits of two inputs."""
    data = {
        "inputs": 2,
        "stock": {"AND": 3, "OR": 3, "NOT": 2},
        "circuits": CIRCUITS,
        "tables": TABLES,
        "random": 0.0625,
        "best": 1.0,
    }
    instance = Instance("six", language, {"decoder": "decoder"}, data, "six")
    return GAME.setup(instance, grants={"decoder": grants} if grants else {})


def three() -> Setup:
    """Three circuits of three inputs."""
    (instance,) = load({"limit": 1, "languages": ["en"]})
    assert instance.data["inputs"] == 3
    return GAME.setup(instance)


def told(match: Match) -> str:
    observation = match.observe()["decoder"]
    return "\n".join(part.content for part in match.forms("decoder")[0].tell(observation))


def outcome(match: Match) -> str | None:
    ending = match.episode().ending
    return ending and ending.outcome


@pytest.mark.parametrize(
    ("query", "answer"),
    [("A(0, 1)", 0), ("A(1, 1)", 1), ("B(0, 0)", 0), ("B(1, 0)", 1), ("C(1, 1)", 0), ("D(0, 0)", 1), ("F(0, 1)", 1)],
)
def test_a_query_is_answered_with_the_output_of_that_circuit(query: str, answer: int) -> None:
    match = Match(GAME, six())
    match.say("decoder", f"<query>{query}</query>")
    assert match.observe()["decoder"].events[-1].data == {"query": query, "answer": answer}
    assert told(match).startswith(f"{query} = {answer}\n") and "17" in told(match)


def test_after_18_queries_only_a_guess_is_accepted() -> None:
    match = Match(GAME, six())
    for left in range(18, 0, -1):
        assert match.observe()["decoder"].view == {"queries_left": left}
        match.say("decoder", "<query>A(0, 0)</query>")  # one that is repeated is answered and counted too
    observation = match.observe()["decoder"]
    assert [observation.phase, observation.view["queries_left"]] == ["guess", 0]
    assert told(match).startswith("A(0, 0) = 0\n") and "no queries left" in told(match)
    match.say("decoder", "<query>A(0, 0)</query>")
    assert told(match) == "You have no queries left. Reply with your guess of 24 bits, as in <guess>BITS</guess>."
    match.say("decoder", f"<guess>{TABLES}</guess>")
    assert outcome(match) == "solved"
    assert GAME.measure_play(six().instance, match.episode())["turns"] == 19


@pytest.mark.parametrize(("guess", "expected"), [(TABLES, "solved"), (WRONG, "not solved")])
def test_a_guess_may_come_early_and_ends_the_game(guess: str, expected: str) -> None:
    match = Match(GAME, six())
    match.say("decoder", f"<guess>{guess}</guess>")
    episode = match.episode()
    assert episode.ending and (episode.ending.outcome, episode.ending.data["queries"]) == (expected, 0)
    assert GAME.measure_play(six().instance, episode) == {"turns": 1}


@pytest.mark.parametrize(
    ("guess", "right", "bits"),
    [
        (TABLES, 6, 24),
        (WRONG, 0, 12),
        (TABLES[:-1] + "0", 5, 23),
        ("1" + TABLES[1:-1] + "0", 4, 22),
        (AND * 6, 2, 14),
        ("".join(str(1 - int(bit)) for bit in TABLES), 0, 0),
    ],
)
def test_a_circuit_is_right_with_its_whole_table_alone(guess: str, right: int, bits: int) -> None:
    values = measure(six().instance.data, {"guess": guess})
    share = (right / 6 - 1 / 16) / (1 - 1 / 16)
    solved = float(right == 6)
    assert values == pytest.approx({"score": share, "circuits": right / 6, "bits": bits / 24, "solved": solved})


@pytest.mark.parametrize(
    ("setup", "reply", "query"),
    [
        (three, "<query>A(0, 1, 1)</query>", "A(0, 1, 1)"),
        (three, "I wonder about C.\n<query>C(1,0,1)</query>", "C(1, 0, 1)"),
        # case and width
        (three, "<query>b(0, 1, 1)</query>", "B(0, 1, 1)"),
        (three, "<query>Ｂ（０，１，１）</query>", "B(0, 1, 1)"),
        # the circuit's name
        (three, "<query>Circuit B(0, 1, 1)</query>", "B(0, 1, 1)"),
        (three, "<query>电路 B(0, 1, 1)</query>", "B(0, 1, 1)"),
        # what stands around the values
        (three, "<query>B [0, 1, 1]</query>", "B(0, 1, 1)"),
        (three, "<query>B: 0, 1, 1</query>", "B(0, 1, 1)"),
        (three, "<query>B 0 1 1</query>", "B(0, 1, 1)"),
        # what stands between them
        (three, "<query>B(011)</query>", "B(0, 1, 1)"),
        (three, "<query>B(0; 1; 1)</query>", "B(0, 1, 1)"),
        (three, "<query>B（0、1、1）</query>", "B(0, 1, 1)"),
        (three, "<query>B(x1=0, x2 = 1, x3=1)</query>", "B(0, 1, 1)"),
        # what stands behind them
        (three, "<query>B(0, 1, 1) = ?</query>", "B(0, 1, 1)"),
        (three, "<query>B(0, 1, 1).</query>", "B(0, 1, 1)"),
        # other moves in the reply
        (three, "<query>A(0, 1, 1)</query> I repeat: <query>A(0,1,1)</query>", "A(0, 1, 1)"),
        (three, "Later I give a <guess>BITS</guess>, now <query>A(0, 1, 1)</query>.", "A(0, 1, 1)"),
        (six, "<query>F(1, 0)</query>", "F(1, 0)"),
    ],
)
def test_a_query_is_read_in_the_shapes_that_models_write(setup: Any, reply: str, query: str) -> None:
    match = Match(GAME, setup())
    match.say("decoder", reply)
    assert match.observe()["decoder"].events[-1].data["query"] == query


@pytest.mark.parametrize(
    "reply",
    [
        f"<guess>{TABLES}</guess>",
        f"The tables are:\n<guess>\n{TABLES}\n</guess>",
        f"<guess>{' '.join(TABLES)}</guess>",
        f"<guess>{', '.join(TABLES)}</guess>",
        f"<guess>[{'; '.join(TABLES)}]</guess>",
        f"<guess>({'、'.join(TABLES)})</guess>",
        f"<guess>{'|'.join(TABLES[at : at + 4] for at in range(0, 24, 4))}</guess>",
        f"<guess>{TABLES.translate({48: '０', 49: '１'})}</guess>",
        f"<guess>A: {AND}, B: {OR}, C: {NAND}, D: {NOR}, E: {AND}, F: {OR}</guess>",
        f"<guess>\nA = {AND}\nB = {OR}\nC = {NAND}\nD = {NOR}\nE = {AND}\nF = {OR}\n</guess>",
        f"<guess>Circuit A: {AND} Circuit B: {OR} 电路C：{NAND} 电路D：{NOR} e: {AND} f: {OR}</guess>",
        f"<guess>{TABLES}</guess> Once more: <guess>{' '.join(TABLES)}</guess>",
        f"The format is <guess>BITS</guess>, so: <guess>{TABLES}</guess>",
    ],
)
def test_a_guess_is_read_in_the_shapes_that_models_write(reply: str) -> None:
    match = Match(GAME, six())
    match.say("decoder", reply)
    assert outcome(match) == "solved"


def test_queries_beside_the_last_guess_do_not_matter() -> None:
    match = Match(GAME, six())
    for _ in range(18):
        match.say("decoder", "<query>A(0, 0)</query>")
    match.say("decoder", f"<query>A(0, 0)</query> gave 0, <query>A(0, 1)</query> too: <guess>{TABLES}</guess>")
    assert outcome(match) == "solved"


FORM = "Reply with one query, such as <query>A(0, 0)</query>, or with your guess of 24 bits, as in <guess>BITS</guess>."
SEVERAL = "Your reply holds several different moves. Reply with one query or one guess alone."
QUERY = (
    "This query cannot be answered. Name one circuit from A to F and give each of its inputs the value 0 or 1, such as "
    "<query>A(0, 0)</query>."
)


@pytest.mark.parametrize(
    ("reply", "complaint"),
    [
        ("A(0, 0)", f"No move was found. {FORM}"),
        ("", f"No move was found. {FORM}"),
        ("<query>A(0, 0)</query> <query>A(0, 1)</query>", SEVERAL),
        (f"<query>A(0, 0)</query> <guess>{WRONG}</guess>", SEVERAL),
        (f"<guess>{TABLES}</guess> <guess>{WRONG}</guess>", SEVERAL),
        ("<query>G(0, 0)</query>", QUERY),
        ("<query>A(0, 2)</query>", QUERY),
        ("<query>A(0)</query>", QUERY),
        ("<query>A(0, 0, 0)</query>", QUERY),
        ("<query>A(0, 0) = 1</query>", QUERY),
        ("<query>A(0, 0), B(0, 0)</query>", QUERY),
        ("<query>Is A an AND?</query>", QUERY),
        ("<query></query>", QUERY),
        ("<guess>BITS</guess>", f"No move was found. {FORM}"),
        (f"<guess>{WRONG[1:]}2</guess>", f"No move was found. {FORM}"),
        (f"<guess>{WRONG}00</guess>", "A guess has 24 bits, one for each row of each circuit; yours has 26."),
        (f"<guess>{WRONG[1:]}</guess>", "A guess has 24 bits, one for each row of each circuit; yours has 23."),
    ],
)
def test_a_move_that_is_not_accepted_is_complained_of_once(reply: str, complaint: str) -> None:
    match = Match(GAME, six())
    match.say("decoder", reply)
    assert told(match) == complaint
    match.say("decoder", reply)
    episode = match.episode()
    assert episode.status == "aborted"
    assert episode.ending and episode.ending.data["replies"] == [reply] * 2


def test_the_allowance_is_for_each_move_and_past_it_everything_is_lost() -> None:
    match = Match(GAME, six())
    for _ in range(3):
        match.say("decoder", "What?")
        match.say("decoder", "<query>A(0, 0)</query>")
    match.say("decoder", "What?")
    match.say("decoder", "What?")
    assert GAME.scorer
    episode = match.episode()
    score = asyncio.run(GAME.scorer("rules").score(episode.setup.instance, episode, lambda name: pytest.fail(name)))
    nothing = {"score": 0.0, "circuits": 0.0, "bits": 0.0, "solved": 0.0}
    assert GAME.settle(score, episode).by_seat == {"decoder": nothing}
    with pytest.raises(UnknownName, match="one of rules"):
        GAME.scorer("a-model")


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        ("en", ["6 unknown logic circuits: A, B, C, D, E, F", "exactly 3 AND, 3 OR and 2 NOT gates", "18 queries"]),
        ("zh", ["6 个未知的逻辑电路", "3 个 AND 门、3 个 OR 门和 2 个 NOT 门", "查询 18 次"]),
    ],
)
def test_the_player_is_told_the_stock_and_the_forms_in_its_language(language: str, sentences: list[str]) -> None:
    match = Match(GAME, six(language))
    system = match.forms("decoder")[0].system(match.observe()["decoder"])
    for sentence in [*sentences, "(0, 0)", "(1, 0)", "<query>A(0, 1)</query>", "<guess>BITS</guess>", "24"]:
        assert sentence in system
    assert not any(circuit in system for circuit in CIRCUITS)


@pytest.mark.parametrize(
    "reply", ["?", "<query>A</query>", "<guess>0</guess>", "<query>A(0, 0)</query><query>A(0, 1)</query>"]
)
def test_complaints_are_in_the_language_of_the_instance(reply: str) -> None:
    match = Match(GAME, six("zh"))
    match.say("decoder", reply)
    assert "。" in told(match) and "Reply" not in told(match)


def test_the_tables_are_told_to_a_seat_that_is_granted_them_alone() -> None:
    assert "tables" not in Match(GAME, six()).observe()["decoder"].events[0].data
    assert Match(GAME, six(tables=True)).observe()["decoder"].events[0].data["tables"] == TABLES


@pytest.mark.parametrize(
    "action",
    [None, [], "A(0, 0)", {}, {"query": ["A(0, 0)"]}, {"query": "A(0,0)"}, {"query": "A(0, 0)", "guess": WRONG}]
    + [{"guess": 0}, {"guess": f"{WRONG}\n"}, {"answer": 1}],
)
def test_actions_of_another_form_are_refused(action: Any) -> None:
    match = Match(GAME, six())
    match.act({"decoder": Move(action)})
    assert match.observe()["decoder"].complaint


def test_a_model_that_refuses_to_play_is_aborted(provider: SimulatedProvider) -> None:
    provider.behaviour.faults = {"refusal": 1.0}

    async def go() -> Any:
        with Journal() as journal:
            async with ClientPool(journal) as pool:
                player = ChatPlayer(GAME, "decoder", "zh", pool.client(MODEL))
                return await play(GAME, six("zh"), {"decoder": player})

    episode = asyncio.run(go())
    assert [len(episode.moves), episode.status] == [1, "aborted"]
    assert episode.ending.data["replies"] == ["I'm sorry, but I can't help with that."] * 2


def test_it_keeps_the_contract() -> None:
    assert check_game(GAME, playouts=200, scorer="rules") == []


def test_it_is_registered() -> None:
    (point,) = entry_points(group="turtlesoup_bench.games", name="circuit-decoding")
    assert point.load() is GAME
    (role,) = GAME.roles
    assert entry_points(group="turtlesoup_bench.agents", name=str(role.without_model))


def test_the_examples_of_its_page_are_true() -> None:
    page = ROOT / "docs" / "multi_turn" / "circuit_decoding.md"
    results = doctest.testfile(str(page), module_relative=False)
    assert results.attempted >= 4 and results.failed == 0
