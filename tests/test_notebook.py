"""The notebook of the documentation: its cells are those of its script, they run, and no path is in their outputs."""

from __future__ import annotations

import json
import runpy
from pathlib import Path

import pytest
from conftest import ROOT

from turtlesoup_bench.models.simulated.server import SimulatedProvider

NOTEBOOK = ROOT / "docs" / "notebook.ipynb"


def test_its_outputs_are_kept_and_name_no_folder() -> None:
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    outputs = [cell["outputs"] for cell in cells if cell["cell_type"] == "code"]
    assert len(cells) <= 10
    assert all(outputs[1:])  # the first only imports
    shown = [output for one in outputs for output in one]
    assert not [one for one in shown if one["output_type"] == "error" or one.get("name") == "stderr"]
    text = json.dumps([one for one in shown if "image/png" not in one.get("data", {})])
    assert "\\u001b" not in text  # colours of a terminal
    assert not [folder for folder in ("/tmp/", "/home/", "/Users/", str(ROOT), str(Path.home())) if folder in text]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of what Jupyter is made of
def test_its_cells_still_run(provider: SimulatedProvider) -> None:
    nbclient, nbformat = pytest.importorskip("nbclient"), pytest.importorskip("nbformat")
    for needed in ("ipykernel", "matplotlib", "pandas"):
        pytest.importorskip(needed)
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    script = runpy.run_path(str(ROOT / "docs" / "notebook.py"))
    assert [cell.source for cell in notebook.cells] == script["CELLS"]  # else: python docs/notebook.py
    nbclient.NotebookClient(notebook).execute()
    assert provider.tasks["direct/ask"]
