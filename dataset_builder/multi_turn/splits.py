"""New splits of the games whose data is generated: nobody can have seen what has just been drawn."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from turtlesoup_bench.errors import InvalidInput, Problem, UnknownName

GAMES = ("circuit-decoding", "movie-recommendation", "twenty-questions", "word-chaining", "word-guess")


def new_split(game: str, folder: Path, *, seed: int, count: int | None = None) -> list[Path]:
    """Draws a split of a game, which is played by giving its folder as the data.

    Args:
        game: One of `GAMES`.
        folder: Where to write; made if it does not exist.
        seed: Whoever knows it can draw the same split. It is written nowhere.
        count: What the game's builder counts: instances, or vocabularies of word guess; None for as many as in the
            packaged data.

    Returns:
        The files written.

    Raises:
        UnknownName: If the game's data is not generated.
        InvalidInput: If the folder is not empty, the seed is that of the packaged data, a source is not installed, or
            there is not enough in it.
    """
    if game not in GAMES:
        raise UnknownName("game with generated data", game, GAMES)
    builder = import_module(f"{__package__}.{game.replace('-', '_')}")
    problems = []
    if seed == builder.SEED:
        problems.append(Problem("--seed", "", str(seed), "another one; this one draws the packaged data"))
    if count is not None and count < 1:
        problems.append(Problem("--count", "", str(count), "at least 1"))
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        problems.append(Problem(str(folder), "", "something there already", "a new or empty folder"))
    if problems:
        raise InvalidInput(problems)
    folder.mkdir(parents=True, exist_ok=True)
    try:
        builder.build(folder, seed=seed, **({} if count is None else {"count": count}))
    except FileNotFoundError as error:
        sources = "scowl and wordnet-base of apt-get install, and jieba of pip install"
        raise InvalidInput([Problem(str(error.filename or error), "", "no such file", sources)]) from None
    except ValueError as error:
        raise InvalidInput([Problem("--count", "", str(error), "fewer")]) from None
    return sorted(folder.iterdir())
