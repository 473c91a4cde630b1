"""The house and the evening of a drawn case: places, people, and where everybody is from minute to minute."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from turtlesoup_bench.games.murder_mystery.cases import clock
from turtlesoup_bench.games.murder_mystery.plan import Door, Plan

from .phrases import Text, phrases

ROLES = (4, 7)
PLACES = (7, 9)
LENGTH = 170
"""Minutes that the timeline covers."""
SHORTEST = 10
"""Minutes of a stay that nothing asks for."""
FOUND = 6
"""Minutes that whoever finds the victim stays there."""


@dataclass(frozen=True, slots=True)
class Stay:
    """Who is where, from minute to minute, doing what."""

    id: str
    who: str
    at: str
    start: int
    end: int
    doing: Text

    @property
    def record(self) -> dict[str, Any]:
        """As a case file has it."""
        times = {"from": clock(self.start), "to": clock(self.end)}
        return {"id": self.id, "who": self.who, "at": self.at, **times, "doing": self.doing}


@dataclass(frozen=True, slots=True)
class Window:
    """When the act was done and the victim found, and what bounds it: the latest `after`, the earliest `before`."""

    after: int
    start: int
    end: int
    before: int
    lasts: int
    found: int


@dataclass(frozen=True)
class Evening:
    """All that happened, before anybody tells of it.

    Attributes:
        setting: A record of ``settings.yaml``.
        places: Records of a case file.
        doors: Records of a case file.
        names: By person: the name.
        jobs: By person: the trade.
        begin: First minute.
        scene: Id of the place of the act.
        refuge: Id of the place to which the murderer goes from there, and where the witness is.
        claimed: Id of the place where the murderer says to have been.
        murderer, victim, witness, finder: Ids of people; the witness may be the finder.
        innocents: Ids of people, in the order of the roles.
        window: When it was done.
        stays: In order of people and time.
    """

    setting: dict[str, Any]
    places: list[dict[str, Any]]
    doors: list[dict[str, Any]]
    names: dict[str, Text]
    jobs: dict[str, Text]
    begin: int
    scene: str
    refuge: str
    claimed: str
    murderer: str
    victim: str
    witness: str
    finder: str
    innocents: list[str]
    window: Window
    stays: list[Stay]

    def stays_of(self, who: str) -> list[Stay]:
        """The stays of a person, in order of time."""
        return [stay for stay in self.stays if stay.who == who]

    def during(self, who: str) -> Stay:
        """The stay of an innocent that covers the window."""
        window = self.window
        return next(one for one in self.stays_of(who) if one.start <= window.after and window.before <= one.end)


def draw_evening(rng: Random) -> Evening:
    """An evening in one of the settings."""
    setting = rng.choice(phrases("settings"))
    chosen = rng.sample(setting["places"], rng.randint(*PLACES))
    places, doors = _house(rng, chosen)
    plan = Plan(tuple(Door(door["id"], tuple(door["between"]), door["minutes"]) for door in doors))
    names, jobs = _people(rng, setting)
    victim, *roles = names
    rng.shuffle(roles)
    murderer = rng.choice(roles)
    innocents = [who for who in roles if who != murderer]
    witness, finder = rng.choice(innocents), rng.choice(innocents)
    begin = 5 * rng.randint(17 * 12, 20 * 12 + 6)
    window = _window(rng, begin)
    scene, refuge, claimed = rng.sample([place["id"] for place in places], 3)
    doings = {place["id"]: [{"en": en, "zh": zh} for en, zh in place["doing"]] for place in chosen}

    def walk(one: str, other: str) -> int:
        return int(plan.walk(one, other))

    stays: list[Stay] = []
    for who in names:
        others = [place["id"] for place in places if place["id"] != scene]
        if who == victim:
            blocks = [[(scene, window.after - rng.randint(4, 12), window.end)]]
            last = window.end
        elif who == murderer:
            arrival = window.end + walk(scene, refuge)
            blocks = [[(scene, window.start - rng.randint(1, 2), window.end), (refuge, arrival, arrival + 8)]]
            last = begin + LENGTH
        else:
            # Whoever saw the murderer arrive is there before and after.
            end = window.before + rng.randint(3, 9)
            here = rng.choice([place for place in others if place != refuge])
            if who == witness:
                here, end = refuge, max(end, window.end + walk(scene, refuge) + 3)
            start = window.after - rng.randint(3, 9)
            blocks = [[(here, start, end)]]
            if who == finder:
                found = (scene, window.found, window.found + FOUND)
                blocks = [[(here, start, window.found - walk(here, scene)), found]]
            last = begin + LENGTH
        for number, (at, start, end) in enumerate(_chain(rng, others, walk, begin, last, blocks)):
            stays.append(Stay(f"{who}_{number}", who, at, start, end, rng.choice(doings[at])))
    return Evening(
        setting, places, doors, names, jobs, begin, scene, refuge, claimed, murderer, victim, witness, finder,
        innocents, window, stays,
    )  # fmt: skip


def _house(rng: Random, chosen: Sequence[dict[str, Any]]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Places on a grid, each beside an earlier one, and doors between neighbours so that each can be reached."""
    cells = [(1, 1)]
    while len(cells) < len(chosen):
        x, y = rng.choice(cells)
        cell = rng.choice([(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)])
        if cell not in cells and 0 <= cell[0] <= 3 and 0 <= cell[1] <= 2:
            cells.append(cell)
    places = [
        {"id": place["id"], "name": {"en": place["en"], "zh": place["zh"]}, "x": x, "y": y}
        for place, (x, y) in zip(chosen, cells, strict=True)
    ]
    doors: list[dict[str, Any]] = []
    for number, place in enumerate(places[1:], 1):
        beside = [one for one in places[:number] if abs(one["x"] - place["x"]) + abs(one["y"] - place["y"]) == 1]
        rng.shuffle(beside)
        for one in beside[: 1 + (rng.random() < 0.3)]:
            ends = [one["id"], place["id"]]
            doors.append({"id": f"door_{len(doors)}", "between": ends, "minutes": rng.randint(1, 2)})
    return places, doors


def _people(rng: Random, setting: dict[str, Any]) -> tuple[dict[str, Text], dict[str, Text]]:
    """Names and trades, by ids that tell nothing; the first is the victim."""
    count = rng.randint(*ROLES) + 1
    names = rng.sample(phrases("people"), count)
    jobs = rng.sample(setting["jobs"], count)
    ids = [name[0].split()[0].lower().replace("-", "_") for name in names]
    return (
        {who: {"en": en, "zh": zh} for who, (en, zh) in zip(ids, names, strict=True)},
        {who: {"en": en, "zh": zh} for who, (en, zh) in zip(ids, jobs, strict=True)},
    )


def _window(rng: Random, begin: int) -> Window:
    start = begin + rng.randint(70, 95)
    end = start + rng.randint(6, 10)
    before = end + rng.randint(1, 3)
    lasts = end - start - rng.randint(0, 1)
    return Window(start - rng.randint(1, 3), start, end, before, lasts, before + rng.randint(32, 40))


def _chain(
    rng: Random,
    places: Sequence[str],
    walk: Any,
    begin: int,
    last: int,
    blocks: Sequence[Sequence[tuple[str, int, int]]],
) -> Iterator[tuple[str, int, int]]:
    """Stays from the first minute to the last, with the given ones among them, and a walk between each two."""
    here, now = rng.choice([place for place in places if place != blocks[0][0][0]]), begin
    is_open = True  # whether the stay that has begun may last as long as it likes
    for block in blocks:
        goal, arrival, _ = block[0]
        while True:
            leave = now + (SHORTEST if is_open else 0)
            options = [
                place
                for place in places
                if place not in (here, goal) and leave + walk(here, place) + SHORTEST + walk(place, goal) <= arrival
            ]
            direct = is_open or now + walk(here, goal) == arrival
            if not options or (direct and rng.random() < 0.2):
                break
            there = rng.choice(options)
            if is_open:
                spare = arrival - walk(there, goal) - SHORTEST - walk(here, there) - leave
                leave += rng.randint(0, min(spare, 30))
                yield here, now, leave
            here, now, is_open = there, leave + walk(here, there), True
        if is_open:
            yield here, now, arrival - walk(here, goal)
        yield from block
        here, _, now = block[-1]
        is_open = False
    while now < last:
        there = rng.choice([place for place in places if place != here])
        start = now + walk(here, there)
        end = min(last, start + rng.randint(15, 40))
        if end + SHORTEST > last:
            end = last
        if start >= end:
            return
        yield there, start, end
        here, now = there, end
