"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Run = Annotated[Path, typer.Argument(help="A run folder.")]
Runs = Annotated[list[Path], typer.Argument(help="Run folders.")]

DEFAULT_GAME = "turtle-soup"
Game = Annotated[str, typer.Option(help="What is played; `turtlesoup games` lists what is installed.")]
Seats = Annotated[
    list[str] | None,
    typer.Option(
        "--seat",
        metavar="NAME=WHO",
        help="Who plays a seat: an agent, a model, <agent>@<model>, or human, at the terminal; may be repeated.",
    ),
]
OwnSeats = Annotated[
    list[str] | None,
    typer.Option(
        "--seat",
        metavar="NAME[=WHO]",
        help="The seat that you take, or who plays another: an agent, a model, <agent>@<model>; may be repeated.",
    ),
]
Samplings = Annotated[
    list[str] | None,
    typer.Option(
        "--sampling",
        metavar="SEAT:NAME=VALUE,..",
        help="How the model of a seat, or of the judge, is sampled: temperature, top_p, max_tokens, reasoning_effort, "
        "extra_body (JSON); may be repeated. Default: temperature 0.",
    ),
]
GameOptions = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="An option of the game; may be repeated."),
]
Responder = Annotated[str | None, typer.Option(help="Turtle soup's host, as --seat host=..: embedded, or a model.")]
Judge = Annotated[str | None, typer.Option(help="Who scores: embedded (turtle soup's default), or a model.")]
Ruler = Annotated[
    str | None,
    typer.Option(help="Host, judge, their sampling and the options: official, or the path of a ruler file."),
]
Language = Annotated[list[str] | None, typer.Option(help="en or zh; may be given twice. Default: both.")]
Genre = Annotated[list[str] | None, typer.Option(help="Genre to play; may be repeated. Default: all.")]
Select = Annotated[
    list[str] | None,
    typer.Option(
        "--select",
        metavar="NAME=VALUE,..",
        help="What else of the game's data is played, such as cases=water-stage of murder mystery; may be repeated.",
    ),
]
Limit = Annotated[int | None, typer.Option(help="At most so many instances a language; genres in turn.")]
MaxTurns = Annotated[int | None, typer.Option(help="Turtle soup's option: questions an episode may have.")]
Feedback = Annotated[
    str | None, typer.Option(help="Turtle soup's option: full, no-clues, noisy:<share> or silent:<share>.")
]
Seed = Annotated[list[int] | None, typer.Option(help="Seed; repeat it to play every puzzle once a seed. Default: 42.")]
Concurrency = Annotated[int, typer.Option(help="Calls in flight at each provider, at most.")]
Rpm = Annotated[float | None, typer.Option(help="Calls begun a minute at each provider, at most.")]
Tpm = Annotated[float | None, typer.Option(help="Tokens a minute at each provider, at most.")]
Money = Annotated[
    str | None, typer.Option("--budget", help="Stop when so much is spent: 20 (dollars), 5000calls, 3Mtokens.")
]
Timeout = Annotated[float, typer.Option(help="Seconds until one try of a call is given up.")]
Data = Annotated[Path | None, typer.Option(help="Folder with imported or newly drawn data, not the packaged one.")]
Agreement = Annotated[
    Path, typer.Option("--out", help="Folder for the comparison and the replies; what it holds is not asked again.")
]
AskedRuler = Annotated[
    str | None, typer.Option("--ruler", help="Ask that of a ruler too: official, or the path of a ruler file.")
]
