# Everything runs in .venv, made from pinned versions; only Python 3.11+ and make are needed.
PYTHON ?= python3
BIN = .venv/bin

.PHONY: run test readme lint bench clean

run: .venv/ready
	$(BIN)/danceoff run seeds --into results/seeds --fresh
	$(BIN)/danceoff verify results/seeds
	$(BIN)/danceoff report results/seeds

test: .venv/ready lint
	$(BIN)/python -m pytest -n auto

readme: .venv/ready
	$(BIN)/python -m experiments.report.paste README.md

bench: .venv/ready
	$(BIN)/python -m experiments.bench

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

pictures:  ## the pictures in docs/pictures
	danceoff solve pentomino/6x10 --svg docs/pictures/pentomino.svg >/dev/null
	danceoff solve soma --svg docs/pictures/soma.svg >/dev/null
	danceoff solve tromino/9x9 --svg docs/pictures/tromino.svg >/dev/null
	danceoff solve queens/8 --svg docs/pictures/queens.svg >/dev/null
	danceoff solve sudoku/euler96-01 --svg docs/pictures/sudoku.svg >/dev/null
	danceoff solve langford/7 --svg docs/pictures/langford.svg >/dev/null
	danceoff solve lozenge/4 --svg docs/pictures/lozenge.svg >/dev/null
	danceoff watch tromino/4x4-5 --svg docs/pictures/search.svg >/dev/null
