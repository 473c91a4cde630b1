# Two commands for a fresh machine: `make demo` and `make test`. Both use their own virtual environment.
PYTHON ?= python3
VENV := .venv
export PIP_DISABLE_PIP_VERSION_CHECK = 1
# Images of Python often set it; then each process compiles all that it imports.
unexport PYTHONDONTWRITEBYTECODE
BIN := $(VENV)/bin
# One more than there are processors, since many tests wait for a server or another process.
WORKERS := $(shell $(PYTHON) -c 'import os; print(os.cpu_count() + 1)')

.PHONY: demo test lint dev clean

demo: $(VENV)/.test
	$(BIN)/turtlesoup demo

test: $(VENV)/.test
	$(BIN)/python -m pytest --numprocesses $(WORKERS) --dist worksteal

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

dev: $(VENV)/.dev
	$(BIN)/pre-commit install

clean:
	rm -rf $(VENV) build dist *.egg-info

$(VENV)/.test: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable '.[test]'
	@touch $@

$(VENV)/.dev: $(VENV)/.test
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	@touch $@
