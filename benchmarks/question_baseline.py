"""What guessing from the question alone is worth on murder mystery's questions, by way of guessing and kind.

Run: ``python benchmarks/question_baseline.py``.
"""

from __future__ import annotations

from turtlesoup_bench.dataset_builder.murder_mystery.check import check_cases
from turtlesoup_bench.dataset_builder.murder_mystery.questions import questions
from turtlesoup_bench.dataset_builder.murder_mystery.questions.baseline import accuracies

from turtlesoup_bench.games.murder_mystery.case_questions.instances import KINDS
from turtlesoup_bench.records import LANGUAGES


def main() -> None:
    """Prints the table."""
    cases, _ = check_cases()
    everything = [question for case in cases for question in questions(case)]
    parts = {kind: [one for one in everything if one["kind"] == kind] for kind in KINDS} | {"all": everything}
    print(f"{len(cases)} cases; " + ", ".join(f"{kind}: {len(part)}" for kind, part in parts.items()))
    for language in LANGUAGES:
        columns = {kind: accuracies(part, language) for kind, part in parts.items()}
        print(f"\n{language:<28}" + "".join(f"{kind:>13}" for kind in columns))
        for guess in columns["all"]:
            print(f"{guess:<28}" + "".join(f"{column[guess]:>13.1%}" for column in columns.values()))


if __name__ == "__main__":
    main()
