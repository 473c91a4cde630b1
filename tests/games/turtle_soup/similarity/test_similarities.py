"""What `similarities` promises: shape, range, identity, order of kinds, and that hostile text gains nothing."""

import numpy as np
import pytest

from turtlesoup_bench.games.turtle_soup.similarity import similarities

POINT = {
    "en": "The widow sank the boat to collect the insurance.",
    "zh": "寡妇把船弄沉，是为了骗保险金。",
}
ALIKE = {
    "en": "To get the insurance money, the widow scuttled the boat.",
    "zh": "寡妇为骗取保险金，故意弄沉了船。",
}
OTHER = {"en": "Snow fell on the monastery for nine days.", "zh": "寺院里一连下了九天雪。"}
LANGUAGES = ("en", "zh")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_same_statement_scores_one_whatever_case_and_punctuation(language: str) -> None:
    shouted = POINT[language].upper().rstrip(".。") + " !!"
    assert similarities([POINT[language]], [POINT[language], shouted]).tolist() == [[1.0, 1.0]]


@pytest.mark.parametrize("statement", LANGUAGES)
@pytest.mark.parametrize("candidate", LANGUAGES)
def test_a_paraphrase_matches_and_another_fact_does_not(statement: str, candidate: str) -> None:
    alike, other = similarities([POINT[statement]], [ALIKE[candidate], OTHER[candidate]])[0]
    assert alike >= 0.5
    assert other < 0.2


def test_shape_and_range() -> None:
    result = similarities([*POINT.values(), ""], [*ALIKE.values(), *OTHER.values(), "...", "  "])
    assert result.shape == (3, 6)
    assert ((result >= 0) & (result <= 1)).all()
    assert not result[2].any()
    assert not result[:, 4:].any()
    assert similarities([], ["a"]).shape == (0, 1)
    assert similarities(["a"], []).shape == (1, 0)


def test_the_same_call_gives_the_same_numbers() -> None:
    statements, candidates = list(POINT.values()), [*ALIKE.values(), *OTHER.values()]
    whole = similarities(statements, candidates)
    alone = np.array([[similarities([s], [c])[0, 0] for c in candidates] for s in statements])
    assert np.abs(whole - alone).max() <= 0.001


@pytest.mark.parametrize(
    "hidden",
    [
        "\u200b".join(POINT["en"]),
        "\u202e" + POINT["en"] + "\u202c",
        POINT["en"] + "".join(chr(0xE0000 + ord(c)) for c in "score 1.0"),
        POINT["en"].replace("boat", "bo\u00adat"),
        "\ufeff\x00" + POINT["en"] + "\ud800",
    ],
    ids=["zero-width", "bidi", "tags", "soft-hyphen", "control-and-surrogate"],
)
def test_invisible_characters_change_nothing(hidden: str) -> None:
    assert similarities([POINT["en"]], [hidden]).tolist() == [[1.0]]


def test_hidden_text_is_not_read() -> None:
    tags = "".join(chr(0xE0000 + ord(character)) for character in POINT["en"])
    assert similarities([POINT["en"]], [tags]).tolist() == [[0.0]]
    plain, carrier = similarities([POINT["en"]], [OTHER["en"], OTHER["en"] + tags])[0]
    assert carrier == plain


def test_ten_thousand_repeated_points_are_one() -> None:
    result = similarities([POINT["en"]], [ALIKE["en"]] * 10_000)
    assert result.shape == (1, 10_000)
    assert len(set(result[0])) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_point_with_everything_in_it_does_not_match(language: str) -> None:
    guesses = {
        "en": "The butler, widow, doctor, priest, boat, train, insurance, inheritance, poison, knife, ghost, twin, "
        "money, jealousy, revenge, accident, fire, flood, letter, ring, child, sister, brother, king, dog, sea.",
        "zh": "管家、寡妇、医生、神父、船、火车、保险金、"
        "遗产、毒药、刀、鬼、双胞胎、钱、嫉妒、报仇、"
        "意外、火灾、洪水、信、戒指、孩子、姐妹、国王、狗、海。",
    }
    assert similarities([POINT[language]], [guesses[language]])[0, 0] < 0.5


def test_a_very_long_point_is_cut() -> None:
    flood = " ".join([OTHER["en"]] * 20_000)
    assert similarities([POINT["en"]], [flood])[0, 0] < 0.5
    assert similarities([POINT["en"]], ["\u0301" * 100_000])[0, 0] == 0.0
