"""The pages on which people play: all games, and one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from turtlesoup_bench.games import Game
from turtlesoup_bench.pages import FOLDER, page
from turtlesoup_bench.playing.offer import Offer
from turtlesoup_bench.records import LANGUAGES, Json

SHELL = FOLDER / "play"


def home_page(offers: Sequence[Offer]) -> str:
    """The page with all games, and those that whoever looks has begun."""
    data = {
        "games": [
            {
                "name": offer.name,
                "title": offer.phrases["game-title"],
                "about": offer.phrases["game-about"],
                "instances": len(offer.instances),
                "languages": _languages(offer),
            }
            for offer in offers
        ]
    }
    return page(
        "turtlesoup-bench",
        data,
        [FOLDER / "server.js", SHELL / "unfinished.js", SHELL / "home.js"],
        [SHELL],
        can_call_server=True,
    )


def game_page(offer: Offer) -> str:
    """The page of a game, with its own transcript and controls where it has them."""
    folder = offer.planned.game.report.folder
    data: Json = {
        "game": offer.name,
        "title": offer.phrases["game-title"],
        "cast": offer.cast,
        "scorer": offer.planned.scorer_name,
        "options": offer.planned.options,
        "languages": _languages(offer),
        "notes": [{language: note.text(language) for language in LANGUAGES} for note in offer.notes],
    }
    title = f"{offer.phrases['game-title']['en']} – turtlesoup-bench"
    folders = [SHELL, *([folder] if folder else [])]
    return page(title, data, scripts_of(offer.planned.game), folders, can_call_server=True)


def scripts_of(game: Game) -> list[Path]:
    """The scripts of a game's page, which share one scope: no two may define the same name."""
    folder = game.report.folder
    return [
        FOLDER / "moves.js",
        _own("transcript.js", folder, FOLDER),
        _own("controls.js", folder, SHELL),
        FOLDER / "server.js",
        SHELL / "unfinished.js",
        SHELL / "list.js",
        SHELL / "ending.js",
        SHELL / "play.js",
    ]


def _own(name: str, folder: Path | None, default: Path) -> Path:
    """The game's own script of a name, else the one for games without."""
    own = (folder or default) / name
    return own if own.is_file() else default / name


def _languages(offer: Offer) -> list[str]:
    return sorted({instance.language for instance in offer.instances.values()})
