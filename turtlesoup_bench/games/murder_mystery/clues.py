"""Clues as players get them: a text, or a picture, or the picture told in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from turtlesoup_bench.games import Event, Part
from turtlesoup_bench.games.murder_mystery.cases import Case, Record
from turtlesoup_bench.games.murder_mystery.media import picture_of
from turtlesoup_bench.games.murder_mystery.texts import plain

CAPTIONS = "captions"
KINDS: Mapping[str, Mapping[str, str]] = {
    "letter": {"en": "letter", "zh": "信"},
    "telegram": {"en": "telegram", "zh": "电报"},
    "diary": {"en": "page of a diary", "zh": "日记"},
    "newspaper": {"en": "newspaper cutting", "zh": "剪报"},
    "receipt": {"en": "receipt", "zh": "收据"},
    "ticket": {"en": "ticket", "zh": "票"},
    "log": {"en": "log", "zh": "登记"},
    "register": {"en": "register", "zh": "登记簿"},
    "form": {"en": "form", "zh": "表格"},
    "chat": {"en": "chat", "zh": "聊天记录"},
    "label": {"en": "label", "zh": "标牌"},
    "photograph": {"en": "photograph", "zh": "照片"},
    "chart": {"en": "chart", "zh": "记录图"},
    "floor_plan": {"en": "plan", "zh": "平面图"},
    "map": {"en": "map", "zh": "地图"},
    "timetable": {"en": "timetable", "zh": "时刻表"},
    "clock": {"en": "clock", "zh": "钟"},
    "phone_trace": {"en": "trace of calls or positions", "zh": "通话或位置记录"},
    "seating_plan": {"en": "seating plan", "zh": "座位图"},
    "family_tree": {"en": "family tree", "zh": "家谱图"},
    "footprints": {"en": "footprints", "zh": "脚印"},
    "safe": {"en": "safe", "zh": "保险箱"},
    "before_after": {"en": "two pictures, before and after", "zh": "前后对照图"},
}
"""Kinds of pictures by their name in the case file: what they are called."""
PLANS = ("floor_plan", "map")
"""Pictures that show all places with the minutes between them."""
_TEXT = {"en": "text", "zh": "文字"}
_WAY = {"en": "{one} to {other}: {minutes} min", "zh": "{one}到{other}：{minutes}分钟"}


def clue_event(case: Case, number: int, language: str, images: str, to: tuple[str, ...] | None) -> Event:
    """A clue that comes to the table, or into the hands of one seat.

    Args:
        case: The case.
        number: Of the clue, from 0.
        language: In which it is told.
        images: How pictures reach players: ``pictures`` or ``captions``.
        to: Seats that see it; None for all.
    """
    clue = case.record["clues"][number]
    data: dict[str, Any] = {"clue": clue["id"], "number": number + 1, "kind": kind_of(clue, language)}
    if "text" in clue:
        return Event("clue", {**data, "text": plain(clue["text"][language])}, to=to)
    if images == CAPTIONS:
        return Event("clue", {**data, "text": description(case, clue, language)}, to=to)
    digest, media_type = picture_of(case.record["id"], clue["id"], language)
    return Event("clue", data, parts=(Part(digest, media_type),), to=to)


def kind_of(clue: Record, language: str) -> str:
    """What a clue is called, such as ``letter``."""
    return KINDS[clue["image"]["kind"]][language] if "image" in clue else _TEXT[language]


def description(case: Case, clue: Record, language: str) -> str:
    """What a picture shows, in words: its caption, then a line for each of its lines, and on plans for each way."""
    image = clue["image"]
    told = [image["caption"][language]]
    told += [" · ".join(_line(case, line, language)) for line in image["lines"]]
    if image["kind"] in PLANS:
        names = _names(case, "places", language)
        told += [
            _WAY[language].format(one=names[door.between[0]], other=names[door.between[1]], minutes=door.minutes)
            for door in case.plan.doors
        ]
    return "\n".join(told)


def _line(case: Case, line: Record, language: str) -> Iterator[str]:
    if "time" in line:
        yield line["time"]
    for field, table in (("person", "people"), ("place", "places"), ("object", "objects")):
        if field in line:
            yield _names(case, table, language)[line[field]]
    if "text" in line:
        yield line["text"][language]


def _names(case: Case, table: str, language: str) -> dict[str, str]:
    return {entry["id"]: entry["name"][language] for entry in case.record[table]}
