"""Everything that a story must hold before it lands: its form, its distance from every other, fresh built files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from turtlesoup_bench.errors import Problem

from .build import stale_files
from .craft import craft_warnings
from .fix import fix_story
from .form import check_stories
from .leaks import leak_warnings, leaks
from .similar import nearest, too_near
from .stories import Story, story_files
from .tics import tic_warnings


def check(paths: Sequence[Path] = (), fix: bool = False) -> tuple[list[Story], list[Problem]]:
    """Checks story files against the contract, the whole set and the built data.

    Args:
        paths: Story files; by default all of the set, and then the built files too.
        fix: Mend first, in the files, what needs no human decision.

    Returns:
        The stories that satisfy their schema, and every problem found.
    """
    files = [path.resolve() for path in paths] or story_files()  # the folder's name counts
    if fix:
        for path in files:
            fix_story(path)
    stories, problems = check_stories(files)
    others = check_stories(story_files())[0] if paths and stories else stories
    problems += too_near(nearest(stories, others))
    if not paths and not problems:
        problems += stale_files(stories)
    return stories, problems


def warnings(stories: Sequence[Story], whole: bool) -> list[Problem]:
    """What a person should look at: signs of weak craft, and over the whole set, tics and questions that tell.

    Args:
        stories: Stories that satisfy their schema.
        whole: Whether they are the whole set.
    """
    return [*craft_warnings(stories), *((*tic_warnings(stories), *leak_warnings(leaks(stories))) if whole else ())]
