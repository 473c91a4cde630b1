"""``turtlesoup version``."""

from __future__ import annotations


def version_command() -> None:
    """Print package, protocol and data set versions."""
    from turtlesoup_bench import PROTOCOL_VERSION, __version__
    from turtlesoup_bench.games.turtle_soup.puzzles import load_puzzle_set

    puzzles = load_puzzle_set()
    print(f"turtlesoup-bench {__version__}, protocol {PROTOCOL_VERSION}, data set {puzzles.version} ({puzzles.hash})")
