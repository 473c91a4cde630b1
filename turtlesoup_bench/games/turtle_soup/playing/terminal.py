"""A game in the terminal."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from turtlesoup_bench.games import Episode, Score
from turtlesoup_bench.games.turtle_soup.playing.human import HumanGame, Keep, score_game
from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle
from turtlesoup_bench.games.turtle_soup.questioner import View
from turtlesoup_bench.games.turtle_soup.records import PLAYER, BeliefState
from turtlesoup_bench.games.turtle_soup.responder import make_responder
from turtlesoup_bench.models.client import ClientPool
from turtlesoup_bench.models.journal import Journal

if TYPE_CHECKING:
    from rich.console import Console

SAY = {
    "en": {
        "rules": "Ask yes/no questions. An empty line ends the asking, Ctrl-C leaves the game.",
        "ask": "question {number} ({left} left): ",
        "conclude": "What happened? One explanation: ",
        "logic": "Why, step by step? One abstract cause and effect a line, an empty line ends: ",
        "details": "Which facts did you find out? One a line, an empty line ends: ",
        "clue": "KEY CLUE",
        "score": "overall {overall}, logic {logic}, details {details}, conclusion {conclusion}",
        "unscored": "not scored: {reason}",
        "bottom": "The bottom",
        "save": "Keep this game as part of the human baseline (questions, answers, summary; no name)? [y/N] ",
        "saved": "kept in {path}",
        "left": "The game was left.",
    },
    "zh": {
        "rules": "请提是非问题。直接回车结束提问，Ctrl-C 离开。",
        "ask": "第 {number} 问（还剩 {left} 问）：",
        "conclude": "到底是怎么回事？用一段话说明：",
        "logic": "因果是怎样一步步来的？每行一条，不写人名地名，回车结束：",
        "details": "问出了哪些具体事实？每行一条，回车结束：",
        "clue": "关键线索",
        "score": "总分 {overall}，逻辑 {logic}，细节 {details}，结论 {conclusion}",
        "unscored": "未评分：{reason}",
        "bottom": "汤底",
        "save": "愿意把这局留作人类基线吗（只存提问、回答和总结，不记姓名）？[y/N] ",
        "saved": "已存入 {path}",
        "left": "已离开。",
    },
}


def play_in_terminal(puzzle: Puzzle, responder: str, judge: str, max_turns: int, keep: Keep) -> None:
    """Plays one puzzle with whoever sits at the terminal.

    Args:
        puzzle: The puzzle.
        responder: ``embedded`` or a model.
        judge: ``embedded`` or a model.
        max_turns: Questions that may be asked.
        keep: Keeps a game.

    Raises:
        AccessError: If a model cannot be called at all.
        RunFolderError: If a game that is to be kept cannot be.
    """
    from rich.console import Console

    console = Console()
    say = SAY[puzzle.language]
    try:
        played, scored = asyncio.run(_play(puzzle, responder, judge, max_turns, console))
    except (KeyboardInterrupt, EOFError):
        console.print(say["left"])
        return
    _show(console, puzzle, played, scored)
    if input(say["save"]).strip().lower() in ("y", "yes", "是", "好"):
        console.print(say["saved"].format(path=keep(played, scored)))


async def _play(
    puzzle: Puzzle, responder: str, judge: str, max_turns: int, console: Console
) -> tuple[Episode, Score | None]:
    say = SAY[puzzle.language]
    with Journal() as journal:
        async with ClientPool(journal) as pool:
            game = HumanGame(puzzle, make_responder(responder, pool), max_turns)
            console.print(f"\n[bold]{_plain(puzzle.title)}[/bold]\n{_plain(puzzle.surface)}\n\n{say['rules']}\n")
            try:
                view = await _ask_all(game, say, console)
                if view is None:
                    assert game.played is not None
                    return game.played, None
                await game.conclude(_summary(say))
            except BaseException:
                await game.leave()
                raise
            assert game.played is not None
            return game.played, await score_game(game.played, judge, pool)


async def _ask_all(game: HumanGame, say: dict[str, str], console: Console) -> View | None:
    view = await game.view()
    while view is not None and view.turns_left:
        number = len(view.exchanges) + 1
        # The game only waits for this line, and a line read in a thread could not be left by Ctrl-C.
        question = input(say["ask"].format(number=number, left=view.turns_left))  # noqa: ASYNC250
        if not question.strip():
            break
        view = await game.ask(question)
        if view is not None:
            last = view.exchanges[-1]
            answer = last.reply(view.language).split(" <")[0]
            console.print(
                f"  [bold]{answer}[/bold]" + (f"  [black on yellow] {say['clue']} [/]" if last.is_key_clue else "")
            )
    return view


def _summary(say: dict[str, str]) -> BeliefState:
    conclusion = input("\n" + say["conclude"])
    return BeliefState(_lines(say["logic"]), _lines(say["details"]), conclusion)


def _lines(prompt: str) -> tuple[str, ...]:
    print(prompt)
    found = []
    while line := input("- ").strip():
        found.append(line)
    return tuple(found)


def _show(console: Console, puzzle: Puzzle, episode: Episode, result: Score | None) -> None:
    say = SAY[puzzle.language]
    if result is None or result.status == "unscored":
        reason = result.reason if result else episode.failure
        console.print("\n" + say["unscored"].format(reason=_plain(str(reason))))
    else:
        parts = {
            name: f"{100 * result.by_seat[PLAYER][name]:.1f}" for name in ("overall", "logic", "details", "conclusion")
        }
        console.print("\n" + say["score"].format(**parts))
    console.print(f"\n[bold]{say['bottom']}[/bold]\n{_plain(puzzle.bottom)}\n")


def _plain(text: str) -> str:
    from rich.markup import escape

    return escape(text)
