"""Predictions as results of a submission, with or without the transcripts that they come from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from turtlesoup_bench.errors import Problem
from turtlesoup_bench.games.episode import Episode, episode_id, instance_id
from turtlesoup_bench.games.submissions import EPISODES, Submitted
from turtlesoup_bench.games.turtle_soup.records import PLAYER
from turtlesoup_bench.records import Json
from turtlesoup_bench.run_folder import append_line
from turtlesoup_bench.validation import check_records

CLOSED_BOOK = "closed-book"
_PARTS = ("logic", "details", "conclusion")


class Predictions:
    """See `turtlesoup_bench.games.submissions.SubmissionRules`.

    A submission holds ``predictions.jsonl``, one line a puzzle that satisfies ``prediction.schema.json``; with several
    seeds ``predictions.<seed>.jsonl`` each. They are what is scored, so that transcripts may stay away, and players
    that never saw this package's runner can be submitted.
    """

    def files(self, seeds: Sequence[int]) -> list[str]:
        """The file of each seed."""
        return ["predictions.jsonl"] if len(seeds) == 1 else [f"predictions.{seed}.jsonl" for seed in seeds]

    def write(self, folder: Path, episodes: Iterable[Episode], seeds: Sequence[int]) -> None:
        """Writes the predictions of the episodes that ended with one."""
        files = {seed: folder / name for seed, name in zip(seeds, self.files(seeds), strict=True)}
        for path in files.values():
            path.touch()
        for episode in episodes:
            prediction = _prediction(episode)
            if prediction is not None:
                append_line(files[episode.setup.seed], {"puzzle_id": episode.setup.instance.id, **prediction})

    def read(self, files: Mapping[str, Path], seeds: Sequence[int]) -> tuple[dict[str, Json], list[Problem]]:
        """The predictions by episode id."""
        predictions: dict[str, Json] = {}
        problems: list[Problem] = []
        for seed, name in zip(seeds, self.files(seeds), strict=True):
            if name in files:
                lines, found = check_records(files[name], "turtle_soup/prediction", "puzzle_id")
                problems += found
                for line in lines:
                    predictions[episode_id(line["puzzle_id"], seed)] = {part: line[part] for part in _PARTS}
        return predictions, problems

    def check(self, submitted: Submitted, *, judged_again: bool) -> Iterator[Problem]:
        """Transcripts end with the predictions, and the scores follow from them."""
        from turtlesoup_bench.games.turtle_soup.submitting.judging import check_scores

        for name, episode in (submitted.episodes or {}).items():
            stated = submitted.results.get(name)
            if stated != _prediction(episode):
                found = "no prediction" if stated is None else "another prediction"
                where = f"{submitted.folder / EPISODES} {name}"
                yield Problem(where, "ending", f"{found} in the predictions file", "the same prediction in both")
        yield from check_scores(submitted, judged_again=judged_again)

    def notes(self, submitted: Submitted, beside: Mapping[str, Json]) -> Iterator[str]:
        """Conclusions that repeat a solution, and what the same model says without a question.

        The latter, a submission of ``closed-book`` beside this one, is what it knew before.
        """
        same = self.verbatim(submitted)
        if same:
            what = f"{len(same)} of {len(submitted.results)} conclusions"
            yield f"{what} are the bottom word for word, such as that of {same[0]}"
        player = submitted.meta["seats"].get(PLAYER)
        if player is None or player["model"] is None or player["agent"] == CLOSED_BOOK:
            return
        for folder, meta in beside.items():
            other = meta["seats"].get(PLAYER)
            if other and (other["agent"], other["model"]) == (CLOSED_BOOK, player["model"]):
                for entry in meta["scores"]:
                    overall = entry["means"].get("overall")
                    if overall is not None:
                        told = f"{100 * overall['mean']:.1f} overall by {entry['scorer']} without a question"
                        yield f"{folder}: {told}; what is above 0 was known or guessed before play"
                return
        asked = f"turtlesoup run --agent {CLOSED_BOOK} --model {player['model']}"
        what = f"no {CLOSED_BOOK} submission of {player['model']} beside it, which would show what it knew"
        yield f"{what}: {asked}"

    def verbatim(self, submitted: Submitted) -> list[str]:
        """The results whose conclusion is the bottom, but for blanks."""
        instances = submitted.instances or {}
        bottoms = {name: instance.data["bottom"].split() for name, instance in instances.items()}
        results = submitted.results.items()
        return [n for n, one in results if one["conclusion"].split() == bottoms.get(instance_id(n))]


def _prediction(episode: Episode) -> Json | None:
    prediction = episode.ending.data.get("prediction") if episode.ending else None
    return prediction if isinstance(prediction, dict) else None
