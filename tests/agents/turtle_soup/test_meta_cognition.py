"""The numbers of the protocol, worked by hand."""

from __future__ import annotations

import pytest
from turtlesoup_bench.agents.turtle_soup.mosaic.meta_cognition import GenreBelief
from turtlesoup_bench.agents.turtle_soup.mosaic.settings import load_settings

SETTINGS = load_settings()
START = GenreBelief("default", SETTINGS.confidence)


@pytest.mark.parametrize(
    ("belief", "votes", "genre", "confidence"),
    [
        # v = 1: c' = 0.35 + 0.3 = 0.65 > 0.6, switch.
        (START, ["mind_game"] * 3, "mind_game", 0.65),
        # v = 0.67: c' = 0.551, not above 0.6; v >= c, so c becomes c'.
        (START, ["mind_game", "mind_game", "default"], "default", 0.551),
        # Three votes that differ keep the genre: v = 0.33, c' = 0.449, v < c, so max(0.3, c').
        (START, ["mind_game", "clever_logic", "crime_thriller"], "default", 0.449),
        # The same genre again: no switch, v >= c.
        (GenreBelief("mind_game", 0.65), ["mind_game"] * 3, "mind_game", 0.755),
        # A full vote for another: c' = 0.755 > 0.75, switch.
        (GenreBelief("mind_game", 0.65), ["clever_logic"] * 3, "clever_logic", 0.755),
        # Too sure to switch: c' = 0.86, not above 0.9. Votes for another genre raise the confidence in this one.
        (GenreBelief("mind_game", 0.8), ["clever_logic"] * 3, "mind_game", 0.86),
        # The floor.
        (GenreBelief("mind_game", 0.28 + 0.02), ["default", "clever_logic", "crime_thriller"], "mind_game", 0.309),
        (GenreBelief("mind_game", 0.8), [None, None, "clever_logic"], "mind_game", 0.659),
        (GenreBelief("mind_game", 0.8), [None, None, None], "mind_game", 0.8),
    ],
)
def test_a_vote(belief: GenreBelief, votes: list, genre: str, confidence: float) -> None:
    after = belief.after(votes, 6, 3, SETTINGS)
    assert after.genre == genre
    assert after.confidence == pytest.approx(confidence)
    assert (after.turn, after.clues) == (6, 3)


def test_the_floor_holds_while_a_genre_is_kept() -> None:
    belief = GenreBelief("mind_game", 0.36)
    for _ in range(10):
        belief = belief.after(["default", "clever_logic", "crime_thriller"], 1, 0, SETTINGS)
    assert belief.confidence >= SETTINGS.confidence_floor


@pytest.mark.parametrize(("turn", "clues", "due"), [(1, 3, True), (1, 2, False), (4, 2, False), (5, 0, True)])
def test_a_vote_falls_due(turn: int, clues: int, due: bool) -> None:
    assert START.is_due(turn, clues, SETTINGS) is due


def test_each_ablation_changes_one_thing() -> None:
    whole = load_settings()
    changed = {
        "without-deliberation": {"deliberation"},
        "without-meta-cognition": {"meta_cognition"},
        "without-pruning": {"pruning"},
        "without-key-clues": {"key_clues"},
        "without-all": {"deliberation", "meta_cognition", "pruning", "key_clues"},
        "elimination": {"elimination"},
    }
    for variant, names in changed.items():
        settings = load_settings(variant)
        assert {name for name in settings.__slots__ if getattr(settings, name) != getattr(whole, name)} == names
