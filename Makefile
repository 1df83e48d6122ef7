# Everything runs in .venv, made from pinned versions; only Python 3.11+ and make are needed.
PYTHON ?= python3
BIN = .venv/bin

.PHONY: run test readme lint clean

run: .venv/ready
	$(BIN)/danceoff run seeds --into results/seeds --fresh
	$(BIN)/danceoff verify results/seeds
	$(BIN)/danceoff report results/seeds

test: .venv/ready lint
	$(BIN)/python -m pytest -n auto

readme: .venv/ready
	$(BIN)/python -m experiments.report.paste README.md

lint: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

.venv/ready: pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "danceoff needs Python 3.11 or later; name one: make PYTHON=...")'
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --constraint constraints.txt --editable '.[dev]'
	touch .venv/ready

clean:
	rm -rf .venv build *.egg-info
