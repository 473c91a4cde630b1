"""What a test plays is checked as the record of a run would be."""

from __future__ import annotations

import json
from dataclasses import replace

from turtlesoup_bench import games
from turtlesoup_bench.games.match import Match
from turtlesoup_bench.games.turtle_soup.game import GAME
from turtlesoup_bench.games.turtle_soup.records import Episode
from turtlesoup_bench.validation import check_record


def recorded(episode: games.Episode) -> Episode:
    """The view of an episode whose record fits its schemas and is read back, and whose moves give it again."""
    record = json.loads(json.dumps(episode.to_json()))
    assert check_record(record, "core/episode", "episode") == []
    assert check_record(record, "turtle_soup/episode", "episode") == []
    assert games.Episode.from_json(record, episode.setup.instance) == episode
    match = Match(GAME, episode.setup, episode.moves)
    if episode.failure is not None:
        match.fail(episode.failure)
    assert match.episode() == replace(episode, usage={})  # no match knows what models consumed
    view = Episode.of(episode)
    assert Episode.from_json(record) == view
    return view
