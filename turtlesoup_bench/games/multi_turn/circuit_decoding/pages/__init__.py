"""Circuit decoding on the report page: queries with answers, and the truth tables."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from turtlesoup_bench.games import Caption, GameReport, HumanPlay, Instance
from turtlesoup_bench.games.multi_turn.circuit_decoding.circuits import input_rows, labels, queries
from turtlesoup_bench.games.report import moves_of
from turtlesoup_bench.records import Json

if TYPE_CHECKING:
    from turtlesoup_bench.games.results import Result

_TITLES = {"en": "{} circuits of {} inputs ({})", "zh": "{} 个电路，各 {} 个输入（{}）"}
_COUNTS = {"en": "{} circuits of {} inputs.", "zh": "{} 个电路，各 {} 个输入。"}
_STOCK = {
    "en": "Gates of all circuits together: {AND} AND, {OR} OR, {NOT} NOT.",
    "zh": "所有电路共用门数：AND {AND} 个，OR {OR} 个，NOT {NOT} 个。",
}


def caption(instance: Instance) -> Caption:
    """Number and inputs of the circuits, with the id since instances share them; then the stock of gates."""
    data, language = instance.data, instance.language
    title = _TITLES[language].format(len(data["circuits"]), data["inputs"], instance.cluster)
    return Caption(title, _STOCK[language].format(**data["stock"]))


def transcript(result: Result) -> Json:
    """The queries with their answers, and each circuit with its rows: answer, guess and output, where there is one."""
    data, episode = result.instance.data, result.episode
    answers = [event.data for event in episode.events if event.kind == "answer"]
    answered = {answer["query"]: answer["answer"] for answer in answers}
    guess = next((event.data["guess"] for event in episode.events if event.kind == "guess"), None)
    every_query = queries(len(data["circuits"]), data["inputs"])
    inputs = input_rows(data["inputs"])
    rows = [
        {
            "inputs": " ".join(map(str, inputs[place % len(inputs)])),
            "answer": answered.get(query),
            "guess": guess and int(guess[place]),
            "output": int(data["tables"][place]),
        }
        for place, query in enumerate(every_query)
    ]
    circuits = [
        {"label": label, "formula": formula, "rows": rows[place * len(inputs) : (place + 1) * len(inputs)]}
        for place, (label, formula) in enumerate(zip(labels(len(data["circuits"])), data["circuits"], strict=True))
    ]
    return {**moves_of(episode), "inputs": data["inputs"], "answers": answers, "circuits": circuits}


def _teaser(instance: Instance) -> str:
    """As the caption, without an id."""
    data, language = instance.data, instance.language
    counts = _COUNTS[language].format(len(data["circuits"]), data["inputs"])
    return f"{counts} {_STOCK[language].format(**data['stock'])}"


REPORT = GameReport(caption, Path(__file__).parent, transcript)
HUMAN_PLAY = HumanPlay(_teaser)
