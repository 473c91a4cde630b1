"""Reference seats of murder mystery: an honest witness, a detective that eliminates, and a murderer that says little.

They speak in sentences of their own scripts, since only these are certain to be true. None of them asks what a player
of flesh and blood would ask; what they are for is to stand on one side while a model plays the other, and to bound
the share of votes that name the murderer: by chance below, by all that was shown above.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from turtlesoup_bench.games import Agent, Move, Observation, Player, Seat
from turtlesoup_bench.records import Json

GAME = "murder-mystery"
ELIMINATION = "elimination"
_ASK = {"en": "Where were you, and whom did you see?", "zh": "你当时在哪儿，看见了谁？"}
_NOTHING = {"en": "I have nothing to add to that.", "zh": "这个我没有什么可说的。"}
_HYPOTHESIS = {"en": "Whom all that was shown leaves.", "zh": "照已知的一切，剩下的就是此人。"}
_SENTENCE = re.compile(r"(?<=[.!?。！？])\s*")


@dataclass(frozen=True)
class Reference:
    """Plays a seat by rule.

    Attributes:
        seed: Of its luck.
        language: ``en`` or ``zh``.
        is_open: Whether it tells its script and lays its clues; otherwise it says as little as it can.
    """

    seed: int
    language: str
    is_open: bool

    async def act(self, observation: Observation) -> Move:
        """See `turtlesoup_bench.games.Player.act`."""
        view = observation.view
        share = view["held"] if self.is_open else []
        actions: dict[str, Json] = {
            "introduction": {"introduction": self._told(observation)},
            "question": {
                "question": _ASK[self.language],
                "chosen_player": self._chosen(observation),
                "clues_share": share,
            },
            "answer": {
                "answers": [self._answer(observation, one["asker"]) for one in view.get("questions", ())],
                "clues_share": share,
            },
            "belief": {"suspicion": {who: 100 * share for who, share in _belief(view).items()}},
            "hypothesis": dict.fromkeys(("reasoning", "motive", "method"), _HYPOTHESIS[self.language]),
            "vote": {"chosen_player": self._chosen(observation)},
        }
        return Move(actions[observation.phase])

    def _told(self, observation: Observation) -> str:
        """Its script, as far as a move can hold it, without what it must not say; or nothing."""
        if not self.is_open:
            return _NOTHING[self.language]
        role = next(event.data for event in observation.events if event.kind == "role")
        return str(role["script"])

    def _answer(self, observation: Observation, asker: str) -> str:
        """What its script says of whoever asks; all the rest it has told when it introduced itself."""
        names = {one["id"]: one["name"] for one in observation.events[0].data["players"]}
        parts = {part for part in re.split(r"[\s·]+", names[asker]) if len(part) > 1}
        told = [one for one in _SENTENCE.split(self._told(observation)) if any(part in one for part in parts)]
        return " ".join(told) or _NOTHING[self.language]

    def _chosen(self, observation: Observation) -> Any:
        """One of those who are left, or of all others, drawn anew each time."""
        people: Sequence[str] = observation.view.get("left") or observation.view["others"]
        luck = Random(f"{self.seed}:{observation.seat}:{observation.phase}:{observation.view['round']}:{people}")
        return luck.choice(people)


def _belief(view: Json) -> dict[str, float]:
    """Equal shares for those who are left, or for all others."""
    people = view.get("left") or view["others"]
    return {who: float(who in people) / len(people) for who in view["others"]}


def _agent(roles: tuple[str, ...], is_open: bool, grants: Json | None = None) -> Agent:
    def create(seat: Seat) -> Player:
        return Reference(seat.seed, seat.language, is_open)

    return Agent(
        create=create,
        games=(GAME,),
        roles=roles,
        kind="anchor",
        needs_model=False,
        takes_model=False,
        grants=grants or {},
    )


witness = _agent(("innocent",), is_open=True)
detective = _agent(("innocent",), is_open=True, grants={ELIMINATION: True})
stonewaller = _agent(("murderer",), is_open=False)
random_voter = _agent((), is_open=False)
