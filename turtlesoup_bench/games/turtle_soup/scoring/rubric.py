"""A rubric for a bottom that has none: extracted once by a model judge, kept by bottom and judge, and used again."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from turtlesoup_bench.games.turtle_soup.scoring.judges.model import PROMPTS
from turtlesoup_bench.models import ModelClient
from turtlesoup_bench.models.structured import ask_readable, read_object, read_strings
from turtlesoup_bench.run_folder import append_line, drop_torn_line
from turtlesoup_bench.validation import read_records

_SENTENCE_END = re.compile(r"[.!?。！？]+")


@dataclass(frozen=True, slots=True)
class Rubric:
    """What a prediction is scored on; see `Reference`."""

    logic: tuple[str, ...]
    details: tuple[str, ...]


def rubric_size(bottom: str) -> tuple[int, int]:
    """How many logic points and details a bottom's length calls for (arXiv 2508.10358, "Evaluation").

    Args:
        bottom: The full hidden story.

    Returns:
        N in [2, 5] and M in [3, 8], from the length in characters and the number of sentences.
    """
    length, sentences = len(bottom), len(_SENTENCE_END.findall(bottom))
    logic = 2 if length < 250 else 3 if length < 350 else 4 if length < 500 else 5
    if length < 140:
        details = 3
    elif length < 180:
        details = 4
    elif length < 250:
        details = 5 if sentences >= 5 and length >= 200 else 4
    elif length < 350:
        details = 6 if sentences >= 7 else 5
    elif length < 500:
        details = 7 if sentences >= 8 else 6
    else:
        details = 8
    return logic, details


async def extract_rubric(client: ModelClient, bottom: str, language: str) -> Rubric:
    """Has a model read the logic points and details off a bottom.

    Raises:
        MalformedReply: If its reply has not the right number of points, even after one repair request.
        ProviderError: If the model cannot be reached.
    """
    logic, details = rubric_size(bottom)
    messages = PROMPTS.render("rubric", language, bottom=bottom, sizes={"logic": logic, "details": details})
    return await ask_readable(client, messages, _reader(logic, details), language, json_mode=True)


class RubricStore:
    """Extracted rubrics in a file, one a line.

    Args:
        path: JSON Lines that satisfy ``rubric.schema.json``; created when the first rubric is kept. A last line that a
            killed process left torn is dropped, so that its rubric is owed again.

    Raises:
        InvalidInput: With every other broken line.
    """

    def __init__(self, path: Path):
        self._path = path
        drop_torn_line(path)
        records = read_records(path, "turtle_soup/rubric") if path.exists() else []
        self._rubrics = {record["key"]: Rubric(tuple(record["logic"]), tuple(record["details"])) for record in records}

    async def rubrics(
        self, client: ModelClient, bottoms: Sequence[tuple[str, str]], on_rubric: Callable[[], None] | None = None
    ) -> list[Rubric]:
        """A rubric for each bottom, extracted if it is not kept yet.

        Args:
            client: The judge that extracts.
            bottoms: Pairs of bottom and language.
            on_rubric: Called after each.
        """

        async def one(bottom: str, language: str) -> Rubric:
            key = sha256(json.dumps([bottom, client.model, PROMPTS.version]).encode()).hexdigest()
            if key not in self._rubrics:
                rubric = await extract_rubric(client, bottom, language)
                points = {"logic": list(rubric.logic), "details": list(rubric.details)}
                append_line(self._path, {"key": key, "judge": client.model, **points})
                self._rubrics[key] = rubric
            if on_rubric:
                on_rubric()
            return self._rubrics[key]

        return await asyncio.gather(*(one(bottom, language) for bottom, language in bottoms))


def _reader(logic: int, details: int) -> Callable[[str], Rubric]:
    def read(text: str) -> Rubric:
        record = read_object(text)
        rubric = Rubric(*(read_strings(record.get(name), name) for name in ("logic", "details")))
        if (len(rubric.logic), len(rubric.details)) != (logic, details):
            raise ValueError(f'"logic" must hold {logic} statements and "details" {details}')
        return rubric

    return read
