"""``turtlesoup dataset``: from story files to the published data set."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from turtlesoup_bench.dataset_builder.murder_mystery.stats import Stats

app = typer.Typer(help="Check, build and export the data set.", no_args_is_help=True)


@app.command("check")
def check_command(
    paths: Annotated[
        list[Path] | None, typer.Argument(help="Story and case files. Default: all, and the built files.")
    ] = None,
    fix: Annotated[bool, typer.Option("--fix", help="First mend what needs no human decision, in stories.")] = False,
    craft: Annotated[
        bool, typer.Option("--craft", help="Of all stories, too, list what a person should look at.")
    ] = False,
) -> None:
    """Check stories and murder mystery cases.

    That is their form, their facts, their distance from all others, and whether the built files are fresh. Of stories
    that are named, it also lists what a person should look at: points that say what a clue says, numbers that differ
    between the languages, a slug that tells the bottom, and the like. Of cases that are named, it shows the proof: for
    each suspect, which facts leave no opportunity or no means.
    """
    from rich.console import Console

    from turtlesoup_bench.dataset_builder.murder_mystery.check import check_cases, is_case
    from turtlesoup_bench.dataset_builder.murder_mystery.data_files import stale_files
    from turtlesoup_bench.dataset_builder.murder_mystery.solution import proof_lines
    from turtlesoup_bench.dataset_builder.turtle_soup.check import check, warnings
    from turtlesoup_bench.errors import InvalidInput
    from turtlesoup_bench.text_tables import counted

    named_cases = [path for path in paths or [] if is_case(path)]
    named_stories = [path for path in paths or [] if path not in named_cases]
    with Console(stderr=True).status("checking"):
        cases, problems = check_cases(named_cases) if named_cases or not paths else ([], [])
        if not paths and not problems:
            problems = stale_files(cases)
        stories, more = check(named_stories, fix) if named_stories or not paths else ([], [])
        if problems or more:
            raise InvalidInput([*problems, *more])
        signs = warnings(stories, whole=not paths) if stories and (paths or craft) else []
    for sign in signs:
        print(f"look at {sign}")
    for case in cases if paths else []:
        print("\n".join(proof_lines(case)))
    counts = [counted(len(stories), "story", "stories")] if stories else []
    counts += [counted(len(cases), "case")] if cases else []
    looked = f", {len(signs)} to look at" if stories and (paths or craft) else ""
    print(f"{', '.join(counts)}, no problem{looked}")


@app.command("build")
def build_command() -> None:
    """Build the data sets from the files of stories and cases.

    Their card is written, too. Pictures are drawn where what they show has changed. That needs the extra images, and
    the fonts Noto CJK and LXGW WenKai (on Debian: fonts-noto-cjk, fonts-lxgw-wenkai).
    """
    from turtlesoup_bench.dataset_builder.murder_mystery import build as murder_mystery
    from turtlesoup_bench.dataset_builder.turtle_soup import build as turtle_soup

    changed = [*turtle_soup.build(), *murder_mystery.build()]
    print("\n".join(f"wrote {path}" for path in changed) or "everything was fresh")


@app.command("export")
def export_command(
    folder: Annotated[Path, typer.Argument(help="Where to put the folders.")] = Path(),
) -> None:
    """Lay out data set and metrics for `datasets`, `evaluate`.

    In that folder, datasets.load_dataset("turtlesoup-bench", "zh") (or the name of another game in place of "zh") and
    evaluate.load("turtlesoup_score"), evaluate.load("multi_turn_puzzles") and evaluate.load("murder_mystery_qa") then
    work.
    """
    from turtlesoup_bench.dataset_builder.publish.export import export

    for path in export(folder):
        print(f"wrote {path}")


@app.command("publish")
def publish_command(
    owner: Annotated[str | None, typer.Argument(help="User or organization on the Hub; needed to upload.")] = None,
    folder: Annotated[Path | None, typer.Option(help="Keep what is uploaded in this new folder.")] = None,
    private: Annotated[bool, typer.Option("--private", help="Make new repositories private.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only list what would be uploaded.")] = False,
) -> None:
    """Upload data set, metrics and a page to play on to the Hub.

    That is five repositories: the data set of all games with card, eval.yaml and Croissant, a Space for each of the
    three metrics, and a Space on which people play. Without an owner, or with --dry-run, nothing is uploaded.
    """
    import tempfile

    from turtlesoup_bench.dataset_builder.publish import repositories
    from turtlesoup_bench.errors import InvalidInput, Problem
    from turtlesoup_bench.text_tables import counted

    if owner and "/" in owner:
        raise InvalidInput([Problem("OWNER", "", owner, "the owner alone; the repositories have names of their own")])
    with tempfile.TemporaryDirectory() as scratch:
        staged = repositories.lay_out(folder or Path(scratch) / "staged")
        for one in staged:
            name = f"{owner}/{one.name}" if owner else one.name
            sizes = {path: (one.folder / path).stat().st_size for path in one.files()}
            total = f"{counted(len(sizes), 'file')}, {sum(sizes.values()):,} bytes"
            print(f"{one.kind} {name}{f' ({one.sdk})' if one.sdk else ''}: {total}")
            print("\n".join(f"{size:12,} {path.as_posix()}" for path, size in sizes.items()))
        if owner is None or dry_run:
            print("Nothing was uploaded" + ("." if owner else ": give an owner."))
            return
        for address in repositories.upload(staged, owner, private):
            print(address)


@app.command("import")
def import_command(
    source: Annotated[Path, typer.Argument(help="Folder of the collection.")],
    target: Annotated[Path, typer.Argument(help="Folder to write, for --data.")],
    collection: Annotated[str, typer.Option("--from", help="paper (the paper's released data) or turtlebench.")],
) -> None:
    """Import another collection into a folder for --data."""
    from turtlesoup_bench.dataset_builder.turtle_soup.importing import import_collection

    for path in import_collection(collection, source, target):
        print(f"wrote {path}")


@app.command("new-split")
def new_split_command(
    game: Annotated[str, typer.Argument(help="A game whose data is generated, such as word-guess.")],
    folder: Annotated[Path, typer.Argument(help="New folder, for --data.")],
    seed: Annotated[int, typer.Option(help="Decides what is drawn, so keep it secret; a large number, not 42.")],
    count: Annotated[
        int | None,
        typer.Option(min=1, help="Instances (vocabularies of word guess). Default: as many as are packaged."),
    ] = None,
) -> None:
    """Draw new instances of a game, which no model has seen."""
    from turtlesoup_bench.dataset_builder.multi_turn.splits import new_split

    for path in new_split(game, folder, seed=seed, count=count):
        print(f"wrote {path}")


@app.command("rubric")
def rubric_command(
    folder: Annotated[Path, typer.Argument(help="Folder with imported puzzles.")],
    judge: Annotated[str, typer.Option(help="The model that reads the rubric off each bottom.")],
) -> None:
    """Extract a rubric for imported puzzles without one."""
    import asyncio

    from turtlesoup_bench.dataset_builder.turtle_soup.importing import add_rubrics
    from turtlesoup_bench.models.client import ClientPool
    from turtlesoup_bench.models.journal import Journal
    from turtlesoup_bench.text_tables import counted

    async def extract() -> int:
        with Journal(folder / "calls.sqlite") as journal:
            async with ClientPool(journal) as pool:
                given: int = await add_rubrics(folder, pool.client(judge))
                return given

    print(f"a rubric was written for {counted(asyncio.run(extract()), 'puzzle')}")


@app.command("new")
def new_command(
    story: Annotated[str, typer.Argument(help="Id of the story: <genre>/<slug>.")],
) -> None:
    """Write a commented skeleton for a new story.

    It is written into the checkout in which the command is run.
    """
    from turtlesoup_bench.dataset_builder.turtle_soup.new import new_story, stories_of_checkout
    from turtlesoup_bench.dataset_builder.yaml_files import shown

    path = shown(new_story(story, stories_of_checkout(Path.cwd())))
    print(f"wrote {path}; fill it in, then: turtlesoup dataset check {path}")


@app.command("plays")
def plays_command(
    runs: Annotated[list[Path], typer.Argument(help="Scored runs of models that had not seen the stories.")],
) -> None:
    """Count how models fared with the stories: easy, medium or hard.

    The runs are added to those that were counted before, so name each run once.
    """
    from turtlesoup_bench.dataset_builder.turtle_soup.plays import add_plays, count_plays
    from turtlesoup_bench.dataset_builder.yaml_files import shown
    from turtlesoup_bench.errors import InvalidInput, Problem
    from turtlesoup_bench.games.turtle_soup.game import GAME
    from turtlesoup_bench.reporting.results import read_results
    from turtlesoup_bench.text_tables import counted

    results = [read_results(path) for path in runs]
    if other := [one for one in results if one.game.name != GAME.name]:
        raise InvalidInput(Problem(str(one.folder.path), "game", one.game.name, GAME.name) for one in other)
    counts = count_plays(result for one in results for result in one.results)
    path = shown(add_plays(counts))
    print(f"{counted(len(counts), 'puzzle')} counted into {path}; then: turtlesoup dataset build")


@app.command("similar")
def similar_command(
    against: Annotated[
        Path | None, typer.Option(help="Compare with imported puzzles in this folder instead of with one another.")
    ] = None,
    most: Annotated[int, typer.Option(min=1, help="How many pairs to show.")] = 10,
) -> None:
    """Show the nearest stories, and fail if two are too near."""
    from turtlesoup_bench.dataset_builder.turtle_soup.form import check_stories
    from turtlesoup_bench.dataset_builder.turtle_soup.similar import NEAR, nearest, nearest_outside, too_near
    from turtlesoup_bench.dataset_builder.turtle_soup.stories import story_files
    from turtlesoup_bench.errors import InvalidInput

    stories, _ = check_stories(story_files())
    pairs = nearest_outside(stories, against) if against else nearest(stories)
    for pair in pairs[:most]:
        print(f"{pair.nearness:.3f} {pair.language}  {pair.first}  {pair.second}")
    print(f"too near from {NEAR}")
    problems = too_near(pairs)
    if problems:
        raise InvalidInput(problems)


@app.command("stats")
def stats_command(
    plot: Annotated[Path | None, typer.Option(help="Also draw them: an .svg, .png or .pdf file.")] = None,
) -> None:
    """Show stories and murder mystery cases in numbers."""
    from rich.console import Console

    from turtlesoup_bench.dataset_builder.murder_mystery.check import check_cases
    from turtlesoup_bench.dataset_builder.murder_mystery.stats import case_stats
    from turtlesoup_bench.dataset_builder.turtle_soup.form import check_stories
    from turtlesoup_bench.dataset_builder.turtle_soup.stats import story_stats
    from turtlesoup_bench.dataset_builder.turtle_soup.stories import story_files
    from turtlesoup_bench.reporting.plot import check_figure

    if plot:
        check_figure(plot)
    with Console(stderr=True).status("reading stories and cases"):
        stories, cases = check_stories(story_files())[0], check_cases()[0]
        stats, of_cases = story_stats(stories), case_stats(cases)
    for genre, (there, planned) in stats.genres.items():
        print(f"{genre:<22} {there:>4} of {planned}")
    for lengths in stats.lengths:
        print(f"{lengths.language}: surface {lengths.surface:.1f} tokens, bottom {lengths.bottom:.1f}")
    print(f"key clues {stats.key_clues:.2f}, logic points {stats.logic:.2f}, details {stats.details:.2f} a story")
    print("probes a language: " + ", ".join(f"{count} {answer}" for answer, count in sorted(stats.probes.items())))
    print(f"with a death: {100 * stats.deaths:.0f} %")
    for name in ("twists", "names", "chinese_names", "places", "openings"):
        print(f"{name.replace('_', ' ')}: " + ", ".join(f"{what} {count}" for what, count in getattr(stats, name)))
    _show_cases(of_cases)
    if plot:
        from turtlesoup_bench.dataset_builder.turtle_soup.plot import plot_stories

        plot_stories(stories, plot)
        print(f"wrote {plot}")


def _show_cases(stats: Stats) -> None:
    roles = ", ".join(f"{count} of {n} roles" for n, count in stats.roles.items())
    grades = ", ".join(f"{count} {grade}" for grade, count in stats.difficulty.items())
    print(f"\n{sum(stats.roles.values())} cases: {roles}; {grades}")
    print("scripts: {en:.0f} words in English, {zh:.0f} characters in Chinese".format(**stats.scripts))
    kinds = ", ".join(f"{kind.replace('_', ' ')} {count}" for kind, count in stats.images.items())
    print(f"{stats.texts} clues in words; image clues: {kinds}")
    print("questions a language: " + ", ".join(f"{count} {kind}" for kind, count in stats.questions.items()))
    print(f"votes for the murderer at random: {100 * stats.chance:.0f} %")
    for one in stats.rounds:
        print(
            f"clues by round {one.number}: {one.left:.1f} suspects left; votes at best {100 * one.alone:.0f} % alone, "
            f"{100 * one.talk:.0f} % if all innocents tell what they know"
        )
