"""The leaderboard: submissions in one table a game and ruler, as pages that need no network and as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.games import Note
from turtlesoup_bench.games.submissions import Submitted
from turtlesoup_bench.leaderboard.figures import results_of
from turtlesoup_bench.leaderboard.ranking import COVERAGE, RULE, Line, Table, report_name, tables_of
from turtlesoup_bench.leaderboard.reported import ReportedTable, reported_tables
from turtlesoup_bench.pages import FOLDER, page, phrases_of
from turtlesoup_bench.records import LANGUAGES, Json, to_json
from turtlesoup_bench.reporting.report import folders_of, render_report
from turtlesoup_bench.ruler_file import official_ruler
from turtlesoup_bench.run_folder import write_atomically
from turtlesoup_bench.submissions.checking import read_submission

_ANOTHER_RULER = Note(
    "Measured by another ruler than the official one: not comparable with what that measured.",
    "评测条件与官方的不同：与官方条件下的成绩不可相比。",
)
_SCRIPTS = [FOLDER / f"{name}.js" for name in ("address", "tables", "downloads", "glossary", "charts", "board")]


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
    """Builds the page, its data, and a report of each submission from a folder of submissions.

    Args:
        submissions: Folder with one folder a submission.
        out: Where ``index.html``, ``leaderboard.json`` and ``reports/`` go.

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
    index, data = out / "index.html", out / "leaderboard.json"
    write_atomically(index, render_board(board))
    write_atomically(data, json.dumps(board_record(board), indent=2, ensure_ascii=False) + "\n")
    return board, [index, data, *_write_reports(read, out)]


def _write_reports(submissions: Sequence[Submitted], out: Path) -> list[Path]:
    """A report page of each submission and scorer, where the transcripts are there."""
    (out / "reports").mkdir(exist_ok=True)
    written = []
    for submitted in submissions:
        for entry in submitted.meta["scores"]:
            results = results_of(submitted, entry["scorer"])
            if results is not None:
                written.append(out / report_name(submitted, entry["scorer"]))
                write_atomically(written[-1], render_report([results]))
    return written


def board_record(board: Board) -> dict[str, object]:
    """The board as plain JSON: what ``leaderboard.json`` holds."""
    return {
        "rule": [RULE.en, COVERAGE.en],
        "tables": [
            {
                "ruler": table.ruler,
                "languages": table.languages,
                "scorer": table.scorer,
                "is_official": table.is_official,
                "measures": to_json(table.game.measures),
                "play_measures": to_json(table.game.play_measures),
                "notes": [note.text() for note in notes_of(table)],
                "rows": [_row(line) for line in table.lines],
            }
            for table in board.tables
        ],
        "reported": [asdict(table) for table in board.reported],
    }


def _row(line: Line) -> Json:
    """A row as JSON, without the values of each instance, which the submission holds."""
    row: Json = to_json(replace(line, values={}))
    return {name: value for name, value in row.items() if name != "values"}


def render_board(board: Board) -> str:
    """The page's HTML."""
    shown = {
        "tables": [_shown(table) for table in board.tables],
        "reported": [asdict(table) for table in board.reported],
        "rules": {language: [RULE.text(language), COVERAGE.text(language)] for language in LANGUAGES},
    }
    return page("Leaderboard: turtlesoup-bench", shown, _SCRIPTS)


def _shown(table: Table) -> Json:
    """A table as the page shows it, with the words of its game in both languages."""
    game = table.game
    phrases = phrases_of([FOLDER, *folders_of(game)])
    notes = notes_of(table)
    groups = {group: tag for line in table.lines for one in line.values.values() for tag, group in one.tags.items()}

    def named(key: str, text: str) -> Json:
        return phrases.get(key, {"en": text, "zh": text})

    return {
        "game": game.name,
        "ruler": table.ruler,
        "languages": table.languages,
        "scorer": table.scorer,
        "is_official": table.is_official,
        "hosts": {seat: {"seat": named(f"seat-{seat}", seat), "who": who} for seat, who in table.hosts.items()},
        "notes": {language: [note.text(language) for note in notes] for language in LANGUAGES},
        "measures": [
            {
                "name": measure.name,
                "label": named(f"measure-{measure.name}", measure.label),
                "about": phrases.get(f"about-measure-{measure.name}"),
                "in_percent": measure.scale == 100.0,
                "higher_is_better": measure.higher_is_better,
                "is_played": measure in game.play_measures,
            }
            for measure in (*game.measures, *game.play_measures)
        ],
        "groups": [{"name": group, "label": named(f"{tag}-{group}", group)} for group, tag in sorted(groups.items())],
        "lines": [{**_row(line), "is_ranked": line.is_ranked} for line in table.lines],
    }


def notes_of(table: Table) -> list[Note]:
    """What must stand beside the numbers of a table."""
    notes = list(table.game.scorer_notes(table.scorer))
    if not table.is_official and official_ruler(table.game.name, table.ruler["version"]) is not None:
        notes.append(_ANOTHER_RULER)
    return notes
