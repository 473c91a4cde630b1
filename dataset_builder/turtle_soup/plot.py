"""The data set in one picture: genres, lengths, clues and families of mechanism."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from turtlesoup_bench.games.turtle_soup.puzzles import GENRES
from turtlesoup_bench.records import LANGUAGES
from turtlesoup_bench.reporting.plot import check_figure, save_figure

from .stats import PLAN, tokens
from .stories import Story

_INK = {"en": "#2f6f8f", "zh": "#b5563c"}


def plot_stories(stories: Sequence[Story], path: Path) -> None:
    """Draws the stories.

    Args:
        stories: Checked stories.
        path: Where; the suffix decides the format.

    Raises:
        InvalidInput: If matplotlib is not installed, or the file cannot be written.
    """
    check_figure(path)
    import matplotlib as mpl
    from matplotlib.figure import Figure

    mpl.rcParams["svg.hashsalt"] = "turtlesoup-bench"  # the same stories give the same file
    figure = Figure(figsize=(10, 6.4), layout="constrained")
    genres, surfaces, bottoms, twists = figure.subplots(2, 2).flat
    counts = Counter(story["genre"] for story in stories)
    names = [genre.replace("_", " ") for genre in GENRES]
    genres.barh(names, [PLAN[genre] for genre in GENRES], color="none", edgecolor="#999999", label="aimed at")
    genres.barh(names, [counts[genre] for genre in GENRES], color=_INK["en"], label="there")
    genres.invert_yaxis()
    genres.set_title("Stories a genre")
    genres.legend(frameon=False)
    for axes, field in ((surfaces, "surface"), (bottoms, "bottom")):
        for language in LANGUAGES:
            lengths = [tokens(story[language][field], language) for story in stories]
            axes.hist(lengths, bins=24, histtype="step", linewidth=1.6, color=_INK[language], label=language)
        axes.set_title(f"Tokens a {field}")
        axes.legend(frameon=False)
    sizes = Counter(Counter(story["twist"] for story in stories).values())
    twists.bar(list(sizes), list(sizes.values()), color=_INK["zh"])
    twists.set_xticks(sorted(sizes))
    twists.set_title("Families of mechanism by number of stories")
    twists.set_xlabel("stories that share a family")
    for axes in (genres, surfaces, bottoms, twists):
        axes.spines[["top", "right"]].set_visible(False)
    save_figure(figure, path)
