"""How good the attempts were, by themselves and without the luck of the secret."""

from __future__ import annotations

from math import log2

from turtlesoup_bench.games import Episode, Instance
from turtlesoup_bench.games.multi_turn.word_guess.vocabulary import vocabulary_of


def measure_play(instance: Instance, episode: Episode) -> dict[str, float | None]:
    """Number and quality of the attempts of an episode.

    Returns:
        ``turns``: the attempts; and unless there were none:
        ``bits``: information gained an attempt, ``log2(words / candidates left) / attempts``;
        ``uninformative``: share of attempts that excluded no candidate and were not the secret, in [0, 1];
        ``regret``: sum over the attempts of what each cost on average against the best one for the candidates that were
        left, in attempts. Its mean over all secrets is the mean number of attempts above that of best play.
    """
    attempts = [event.data for event in episode.events if event.kind == "attempt"]
    if not attempts:
        return {"turns": 0}
    vocabulary = vocabulary_of(tuple(instance.data["words"]))
    candidates = vocabulary.everything
    uninformative, regret = 0, 0.0
    for attempt in attempts:
        word = attempt["word"]
        left = vocabulary.left(candidates, word, attempt["colours"])
        uninformative += left == candidates and word != instance.data["secret"]
        regret += vocabulary.regret(word, candidates)
        candidates = left
    count = len(attempts)
    bits = log2(len(vocabulary.words) / candidates.bit_count()) / count
    return {"turns": count, "bits": bits, "uninformative": uninformative / count, "regret": regret}
