"""Writes docs/notebook.ipynb with its outputs: ``python docs/notebook.py`` (extra notebook).

The model is ``turtlesoup simulate``, which errs now and then, so that the figures differ from story to story.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

NOTEBOOK = Path(__file__).with_suffix(".ipynb")
ERROR_RATE = 0.3
CELLS = [
    """\
# Measure a model from Python

`evaluate_model` plays a game with a model, scores it and gives the results. This notebook was made with the
simulated provider, which knows every solution and errs in three replies of ten: its scores mean nothing. Start it
before you run the cells, `turtlesoup simulate --error-rate 0.3`, or set your provider's key and change `MODEL`.""",
    """\
import os

from turtlesoup_bench import evaluate_model

os.environ.setdefault("OPENAI_BASE_URL", "http://127.0.0.1:8765/v1")
os.environ.setdefault("OPENAI_API_KEY", "simulated")
MODEL = "openai/simulated\"""",
    """\
## Word guess

Rules score it, so no judge is needed. The table is that of the command line.""",
    """\
guess = evaluate_model(MODEL, "word-guess", limit=10, progress=False)
print(guess)""",
    """\
games = guess.to_frame()  # one row a game
games[["instance", "language", "outcome", "score", "tokens"]].head()""",
    """\
## Turtle soup

A model asks, a host answers, and a judge scores. Host and judge are the embedded ones here, which need no model and
are good enough to try things: [who should host and judge](referee.md). `lite` is
[60 stories of the test split](power.md#the-lite-part), of which this takes twelve.""",
    """\
soup = evaluate_model(
    MODEL,
    "turtle-soup",
    seats={"host": "embedded"},
    languages=["en"],
    select={"splits": ["lite"]},
    limit=12,
    options={"max_turns": 10},
    progress=False,
)
print(soup)""",
    """\
stories = soup.to_frame()
stories.groupby("genre")[["logic", "details", "conclusion", "overall"]].mean().round(2)""",
    """\
axes = stories.set_index("instance")["overall"].sort_values().plot.barh(figsize=(6, 4), xlim=(0, 1))
axes.set(xlabel="overall", ylabel="");""",
    """\
`soup.folder` is a run folder like any other: its `report.html` has every game as a transcript, and
`turtlesoup compare` compares it with other runs. [How many stories tell two models apart](power.md).""",
]
"""Those that begin with ``#`` or a backquote are Markdown, the others code."""


def main() -> None:
    """Makes and executes the notebook."""
    notebook = new_notebook(
        cells=[
            new_markdown_cell(text, id=f"cell-{number}")
            if text.startswith(("#", "`"))
            else new_code_cell(text, id=f"cell-{number}")
            for number, text in enumerate(CELLS)
        ],
        metadata={"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}},
    )
    with _simulated() as address:
        os.environ |= {"OPENAI_BASE_URL": address, "OPENAI_API_KEY": "simulated"}
        NotebookClient(notebook, record_timing=False).execute()
    nbformat.write(notebook, NOTEBOOK)


@contextmanager
def _simulated() -> Iterator[str]:
    """The address of ``turtlesoup simulate``, which runs meanwhile."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "turtlesoup_bench", "simulate", "--port", str(port)]
    process = subprocess.Popen([*command, "--error-rate", str(ERROR_RATE)], stdout=subprocess.DEVNULL)
    try:
        yield f"http://127.0.0.1:{port}/v1"  # a kernel takes longer to start, and calls are tried again
    finally:
        process.terminate()
        process.wait()


if __name__ == "__main__":
    main()
