"""``turtlesoup dataset``: from story files to the published data set."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(help="Check, build and export the data set.", no_args_is_help=True)


@app.command("check")
def check_command(
    paths: Annotated[list[Path] | None, typer.Argument(help="Story files. Default: all, and the built files.")] = None,
) -> None:
    """Check stories, and that the built files are fresh."""
    from turtlesoup_bench.dataset_builder.build import stale_files
    from turtlesoup_bench.dataset_builder.check import check_stories
    from turtlesoup_bench.dataset_builder.stories import story_files
    from turtlesoup_bench.errors import InvalidInput

    stories, problems = check_stories(paths or story_files())
    if not problems and not paths:
        problems = stale_files()
    if problems:
        raise InvalidInput(problems)
    print(f"{len(stories)} stor{'y' if len(stories) == 1 else 'ies'}, no problem")


@app.command("build")
def build_command() -> None:
    """Build the data set and its card from the story files."""
    from turtlesoup_bench.dataset_builder.build import build

    changed = build()
    print("\n".join(f"wrote {path}" for path in changed) or "everything was fresh")


@app.command("export")
def export_command(
    folder: Annotated[Path, typer.Argument(help="Where to put the two folders.")] = Path(),
) -> None:
    """Lay out data set and metric for `datasets`, `evaluate`.

    In that folder, datasets.load_dataset("turtlesoup-bench", "zh") and evaluate.load("turtlesoup_score") then work.
    """
    from turtlesoup_bench.dataset_builder.export import export

    for path in export(folder):
        print(f"wrote {path}")
