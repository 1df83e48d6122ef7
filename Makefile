# Everything runs in .venv, made from pinned versions; only Python 3.11+ and make are needed.
PYTHON ?= python3
BIN = .venv/bin
# Python keeps what it has compiled, whatever the caller says: each of the hundreds of processes starts twice as fast.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: run announced reference test suite coverage test-rest test-night test-all test-extras test-install fuzz pictures docs sizes readme public engines weight trust certified lint bench regret specialists direct burr-tools dist archive clean

# Two cases at a time where there are two physical cores; `make run JOBS=` runs one at a time.
JOBS = $(shell $(BIN)/python -c 'from danceoff.experiments.run.machine.cores import cores_for; cores_for(2, ())' \
	2>/dev/null && echo --jobs 2)

# The reference comparison, into a folder that git ignores.
run: announced .venv/ready
	@$(BIN)/danceoff run seeds --into results/own/seeds --fresh $(JOBS)
	@$(BIN)/danceoff verify results/own/seeds
	@$(BIN)/danceoff report results/own/seeds
	@echo "The page is results/own/seeds/report.html; runs.csv, summary.csv, scores.csv and other tables are beside it"

announced:
	@echo "The reference comparison of DLX, SAT, CP-SAT and our engines, in three to six minutes; then CSV files and report.html"

# The same into the committed folder, and its tables into docs/results.md.
reference: .venv/ready
	$(BIN)/danceoff run seeds --into results/seeds --fresh
	$(BIN)/danceoff verify results/seeds
	$(BIN)/danceoff report results/seeds
	PYTHONPATH=docs $(BIN)/python -m builders.tables results/seeds
	PYTHONPATH=docs $(BIN)/python -m builders.paste docs/results.md

# The first ring: lint, types, and no test that takes more than two seconds. mypy takes one core, and leaves the others to the suite.
test: .venv/ready
	$(MAKE) --jobs=2 lint suite

# worksteal: a worker that is through takes tests from another, so that none is left alone with the last ones.
# All kernels are compiled first: while one test compiles, others that need the same kernel would wait for it.
suite: .venv/ready
	$(BIN)/danceoff warm
	$(BIN)/python -m pytest -n auto --dist worksteal -m "not slow and not night" --durations 10 --durations-min 2

# The second ring: what takes more than two seconds, and what needs programs of the system, where those are installed.
test-rest: .venv/ready
	$(BIN)/python -m pytest -n auto --dist worksteal -m "(slow or needs) and not night" --timeout 900

# All there is: what `make test` leaves out, too, with fresh seeds and more examples, and each target of fuzz for a minute.
test-night: lint
	$(BIN)/python -m pytest -n auto --dist worksteal --night --timeout 3600 $(FIGURES)
	$(BIN)/python tests/support/fuzz.py --seconds $(SECONDS) --seed $$(date +%j)
	@echo "lint, the whole suite with fresh seeds, and $(SECONDS) seconds of each target of fuzz: all passed"

# Branches of our code that the suite takes; compiled kernels are left out, for no line of theirs is seen.
coverage: .venv/ready
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest -n auto -m "not slow and not night"
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report --show-missing

# The suite on every Python from 3.11 on that is installed; those of pyenv are found, too.
test-all: .venv/ready
	$(BIN)/tox run --discover $(wildcard $(HOME)/.pyenv/versions/3.1[1-9]*/bin/python3)

# Every backend that pip can install, GPL peers too, in an environment of its own; minizinc where its program is there.
test-extras: .venv-extras/ready
	.venv-extras/bin/danceoff list solvers
	.venv-extras/bin/python -m pytest -n auto tests/solvers/test_contract.py tests/solvers/base/test_conduct.py \
		tests/solvers/test_registry.py tests/addons/field/test_peers.py tests/test_fuzz.py tests/experiments/test_limits.py

# The wheel, as people install it: pipx, uvx, other users, the oldest libraries and the newest, completions of shells.
test-install:
	.ci/install

# Each target of tests/support/fuzz.py for a number of seconds: make fuzz SECONDS=3600
SECONDS = 60
fuzz: .venv-extras/ready
	.venv-extras/bin/python tests/support/fuzz.py --seconds $(SECONDS)

.venv-extras/ready: pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv-extras
	.venv-extras/bin/pip install --quiet --constraint constraints.txt 'pip>=25.1'
	.venv-extras/bin/pip install -qq --constraint constraints.txt --group dev --editable '.[tested,field]'
	touch .venv-extras/ready

PICTURES = tromino/9x9 pentomino/6x10 soma queens/8 sudoku/euler96-01 langford/7 lozenge/4 steiner/7 macmahon-squares/4x6 tetrastick/5x5-h

pictures: .venv/ready
	for name in $(PICTURES); do $(BIN)/danceoff solve $$name --solver bits --svg docs/pictures/$${name%%/*}.svg >/dev/null; done
	$(BIN)/danceoff solve problems/data/hexicator.toml --solver bits --svg docs/pictures/hexicator.svg >/dev/null
	$(BIN)/danceoff solve problems/data/killer.toml --svg docs/pictures/killer.svg >/dev/null
	$(BIN)/danceoff solve rota/12x28-1 --task best --gap 0.05 --svg docs/pictures/rota.svg >/dev/null
	PYTHONPATH=docs $(BIN)/python -m builders.notebook docs/planning.md examples/planning.ipynb
	for page in docs/tutorial/[1-9]*.md; do PYTHONPATH=docs $(BIN)/python -m builders.notebook $$page examples/notebooks; done
	$(BIN)/danceoff watch tromino/4x4-5 --svg docs/pictures/search.svg >/dev/null
	$(BIN)/danceoff make sudoku/9x9 --unique --symmetry half-turn --clues 24 --svg docs/pictures/puzzle.svg >/dev/null
	$(BIN)/danceoff make pentomino-subset/5x10 --pieces --svg docs/pictures/pieces.svg >/dev/null
	folder=$$(mktemp -d) && $(BIN)/danceoff report results/seeds --figures $$folder \
		&& cp $$folder/growth-queens-enumerate.svg docs/pictures/report.svg && rm -r $$folder
	PYTHONPATH=docs $(BIN)/python -m builders.pictures docs/pictures/questions
	$(BIN)/python -m pytest -q -n 0 tests/test_tutorial.py --redraw

# The documentation as a site that opens from its folder: site/index.html.
docs: .venv/ready
	PYTHONPATH=docs $(BIN)/python -m builders.site site

sizes: .venv/ready
	PYTHONPATH=docs $(BIN)/python -m builders.sizes

RUNS = results/bench results/championship results/colours results/costs results/held-out results/new-numbers results/sat2026 results/seeds results/tiler

# Tables beside the rows, and what pages show of them.
readme: .venv/ready
	PYTHONPATH=docs $(BIN)/python -m builders.tables $(RUNS)
	PYTHONPATH=docs $(BIN)/python -m builders.paste docs/results.md docs/solvers.md docs/times.md results/notes/measurements.md results/sat2026.md results/tiler.md results/new-numbers.md results/taocp.md

# All that is promised, by name, into docs/public.txt; docs/public.md says what the promise is.
public: .venv/ready
	PYTHONPATH=docs $(BIN)/python -m builders.public

# Digests of the sources of our engines; tests/test_engine_version.py says when to raise their version.
engines: .venv/ready
	$(BIN)/python tests/support/engine_sources.py

# Lines and branches of each package beside the ceilings of docs/builders/weight.toml.
weight: .venv/ready
	@PYTHONPATH=docs $(BIN)/python -m builders.weight

# A night that counts what it tests; results/notes/counted.md shows it.
trust: FIGURES = --figures=results/trust/figures.json
trust: test-night
	PYTHONPATH=docs $(BIN)/python -m builders.paste results/notes/counted.md

bench: .venv/ready
	$(BIN)/python -m benchmarks
	$(BIN)/python -m benchmarks.checking

# What auto loses by not knowing the best engine, on N problems drawn from all families: make regret SEED=7 N=40
N = 200
regret: .venv/ready
	$(BIN)/python -m benchmarks.regret --seed $(SEED) --n $(N)

# Lists of sudokus beside C programs: make specialists ARGS='--list NAME=FILE --program NAME=FILE:FUNCTION'
specialists: .venv/ready
	$(BIN)/python -m benchmarks.specialists $(ARGS)
	PYTHONPATH=docs $(BIN)/python -m builders.tables results/bench

# Puzzles of Burr Tools beside its own program: make burr-tools ARGS='--program burrTxt FOLDER'
burr-tools: .venv/ready
	$(BIN)/python -m benchmarks.burr_txt $(ARGS)
	PYTHONPATH=docs $(BIN)/python -m builders.tables results/bench

# Whole processes beside CP-SAT, HiGHS and SCIP: make direct ARGS='--python highspy=FILE --python pyscipopt=FILE'
direct: .venv/ready
	$(BIN)/python -m benchmarks.direct $(ARGS)
	PYTHONPATH=docs $(BIN)/python -m builders.tables results/bench

certified: .venv/ready
	PYTHONPATH=docs $(BIN)/python -m builders.certified results/certified results/certified.md

# A wheel and an sdist; tests/test_dist.py installs them apart from the repository.
dist: .venv/ready
	$(BIN)/python -m build --no-isolation --outdir dist .

# Code, rows, environment and checksums of the commit, in one file to be cited.
archive: .venv/ready
	PYTHONPATH=docs $(BIN)/python -m builders.archive dist

lint: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# The pip of Python 3.11 knows no groups. -qq: a newer one shows warnings of setuptools. --no-compile: most modules of the libraries are never imported.
.venv/ready: pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "danceoff needs Python 3.11 or later; name one: make PYTHON=...")'
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --constraint constraints.txt 'pip>=25.1'
	$(BIN)/pip install -qq --no-compile --constraint constraints.txt --group dev --editable '.[tested]'
	touch .venv/ready

clean:
	rm -rf .venv .venv-extras .tox build dist site *.egg-info
