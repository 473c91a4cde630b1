"""The leaderboard: submissions in one table a game and ruler, as a page without scripts or network and as JSON."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.games.submissions import Submitted
from turtlesoup_bench.leaderboard.ranking import COVERAGE, RULE, Table, tables_of
from turtlesoup_bench.leaderboard.reported import ReportedTable, reported_tables
from turtlesoup_bench.records import to_json
from turtlesoup_bench.reporting.tables import number, number_with_interval
from turtlesoup_bench.ruler_file import official_ruler
from turtlesoup_bench.run_folder import write_atomically
from turtlesoup_bench.submissions.checking import read_submission

_TEMPLATES = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Board:
    """Everything on the page.

    Attributes:
        tables: One for each game and ruler.
        reported: Published figures.
    """

    tables: list[Table]
    reported: list[ReportedTable]


def build(submissions: Path, out: Path) -> tuple[Board, list[Path]]:
    """Builds the page and its data from a folder of submissions.

    Args:
        submissions: Folder with one folder a submission.
        out: Where ``index.html`` and ``leaderboard.json`` go.

    Returns:
        What is on the page, and the files written.

    Raises:
        InvalidInput: With every problem of every submission; nothing is written then.
        RunFolderError: If a file cannot be written.
    """
    if not submissions.is_dir():
        raise InvalidInput([Problem(str(submissions), "", "no such folder", "a folder of submissions")])
    problems: list[Problem] = []
    read: list[Submitted] = []
    for folder in sorted(path for path in submissions.iterdir() if path.is_dir() and path.name[0] not in "._"):
        submission, found = read_submission(folder)
        problems += found
        if submission is not None:
            read.append(submission)
    if problems:
        raise InvalidInput(problems)
    board = Board(tables_of(read), reported_tables())
    out.mkdir(parents=True, exist_ok=True)
    page, data = out / "index.html", out / "leaderboard.json"
    write_atomically(page, render_board(board))
    write_atomically(data, json.dumps(board_record(board), indent=2, ensure_ascii=False) + "\n")
    return board, [page, data]


def board_record(board: Board) -> dict[str, object]:
    """The board as plain JSON: what ``leaderboard.json`` holds."""
    return {
        "rule": [RULE, COVERAGE],
        "tables": [
            {
                "ruler": table.ruler,
                "languages": table.languages,
                "scorer": table.scorer,
                "is_official": table.is_official,
                "measures": to_json(table.game.measures),
                "play_measures": to_json(table.game.play_measures),
                "notes": notes_of(table),
                "rows": to_json(table.lines),
            }
            for table in board.tables
        ],
        "reported": [asdict(table) for table in board.reported],
    }


def render_board(board: Board) -> str:
    """The page's HTML."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"number": number, "number_with_interval": number_with_interval}
    return environment.get_template("board.html.j2").render(
        tables=board.tables,
        notes_of=notes_of,
        reported=board.reported,
        rules=(RULE, COVERAGE),
    )


def notes_of(table: Table) -> list[str]:
    """What must stand beside the numbers of a table."""
    notes = [note.text() for note in table.game.scorer_notes(table.scorer)]
    if not table.is_official and official_ruler(table.game.name, table.ruler["version"]) is not None:
        notes.append("Measured by another ruler than the official one: not comparable with what that measured.")
    return notes
