"""``turtlesoup synthesize``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from turtlesoup_bench.dataset_builder.murder_mystery.synthesis.writing import Round

app = typer.Typer(no_args_is_help=True, help="Write new cases.")
GAME = "murder-mystery"


@app.callback()
def _group() -> None:
    """Keeps ``mystery`` a word of its own."""


@app.command("mystery")
def mystery_command(
    out: Annotated[Path, typer.Argument(help="Folder for cases, questions and pictures, to be given as --data.")],
    model: Annotated[str | None, typer.Option(help="The model that writes, as litellm writes it.")] = None,
    settings: Annotated[
        Path | None, typer.Option(help="What the case should be like: a YAML file with place, date, roles, notes.")
    ] = None,
    language: Annotated[str, typer.Option(help="Of the prompts, en or zh; cases are written in both.")] = "en",
    rounds: Annotated[int, typer.Option(min=0, help="How often the check may send something back.")] = 5,
    budget: Annotated[str | None, typer.Option(help="Most to spend: $20, 5000calls or 3Mtokens.")] = None,
    timeout: Annotated[float, typer.Option(help="Seconds until one try of a call is given up.")] = 900.0,
    without_model: Annotated[
        bool, typer.Option("--without-model", help="Draw cases by rules, in plain prose; needs --seed.")
    ] = False,
    seed: Annotated[int | None, typer.Option(help="Decides what is drawn; a private split keeps it secret.")] = None,
    count: Annotated[int, typer.Option(min=1, help="Cases to draw.")] = 1,
) -> None:
    """Write a new murder mystery case, by a model or by rules, and build it.

    With a model: agents write facts, roles and clues, a critic reads them, and what the check finds goes back to
    whoever wrote it. At the end the model asks questions and plays its case in every seat. Run the same command again
    to go on where it was.
    """
    from turtlesoup_bench.errors import InvalidInput, Problem

    if without_model:
        if seed is None or model is not None:
            found = "no --seed" if seed is None else "--model"
            raise InvalidInput([Problem("--without-model", "", found, "a --seed, and no --model")])
        _draw(out, seed, count)
        return
    if model is None or settings is None:
        missing = " and ".join(name for name, one in (("--model", model), ("--settings", settings)) if one is None)
        raise InvalidInput([Problem("synthesize mystery", "", f"no {missing}", "both, or --without-model --seed N")])
    if language not in ("en", "zh"):
        raise InvalidInput([Problem("--language", "", language, "en or zh")])
    _write(out, model, settings, language, rounds, budget, timeout)


def _draw(out: Path, seed: int, count: int) -> None:
    from turtlesoup_bench.dataset_builder.murder_mystery.generator import draw_case
    from turtlesoup_bench.dataset_builder.murder_mystery.synthesis.folder import build_folder, write_case_file
    from turtlesoup_bench.text_tables import counted

    for number in range(count):
        write_case_file(out, draw_case(seed, number))
    build_folder(out)
    print(f"drew {counted(count, 'case')} into {out}; play: turtlesoup run --game {GAME} --data {out}")


def _write(out: Path, model: str, settings: Path, language: str, most: int, limit: str | None, timeout: float) -> None:
    import asyncio

    from turtlesoup_bench.cli.report import show_run
    from turtlesoup_bench.cli.run import run_settings
    from turtlesoup_bench.cli.running import play_run, resumable
    from turtlesoup_bench.dataset_builder.murder_mystery.synthesis.agents import Agents
    from turtlesoup_bench.dataset_builder.murder_mystery.synthesis.folder import (
        JOURNAL,
        build_folder,
        write_case_file,
        write_rounds,
    )
    from turtlesoup_bench.dataset_builder.murder_mystery.synthesis.settings import read_settings
    from turtlesoup_bench.dataset_builder.murder_mystery.synthesis.writing import Writing
    from turtlesoup_bench.models.budget import Budget
    from turtlesoup_bench.models.client import ClientPool
    from turtlesoup_bench.models.gateway import LocalGateway
    from turtlesoup_bench.models.journal import Journal
    from turtlesoup_bench.run_folder import RunFolder
    from turtlesoup_bench.runner.run import book_spent, check_prices

    wished = read_settings(settings)
    budget = Budget.parse(limit) if limit else None
    check_prices(budget, [model])
    out.mkdir(parents=True, exist_ok=True)

    async def go(journal: Journal) -> Path:
        if budget is not None:
            budget.add(journal.spent())
        async with ClientPool(LocalGateway(journal, budget=budget), timeout=timeout) as pool:
            writing = Writing(Agents(pool.client(model), wished, language), most, _tell)
            try:
                record = await writing.case()
            finally:
                write_rounds(out, writing.rounds)
            path: Path = write_case_file(out, record)
            build_folder(out, await writing.questions(record))
            return path

    with Journal(out / JOURNAL) as journal, resumable():
        path = asyncio.run(go(journal))
    print(f"wrote {path}, with questions and pictures; now the model plays it")
    played = run_settings(
        game=GAME,
        seats=[],
        named_options={},
        selection={"data": out, "languages": [language]},
        seed=[1],
        model=model,
        timeout=timeout,
        out=out / "played",
    )
    if budget is not None:
        book_spent(budget, RunFolder(out / "played"))
    show_run(play_run(played, budget), None, out)


def _tell(one: Round) -> None:
    """Shows what goes back to the agents."""
    from turtlesoup_bench.text_tables import counted

    wrong = [f"{part}: {problem}" for part, found in one.problems.items() for problem in found]
    print(f"round {one.number}: {one.by} sends back {counted(len(wrong), 'remark')}")
    for line in wrong[:5]:
        print(f"  {line}")
    if len(wrong) > 5:
        print(f"  and {len(wrong) - 5} more")
