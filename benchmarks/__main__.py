"""`python -m benchmarks [--rounds N] [--long] [--only TEXT] [--into FOLDER]`: measure the engines."""

from __future__ import annotations

import argparse
from os import getloadavg
from pathlib import Path

from benchmarks.figures import Figure, Round, figures
from benchmarks.page import Line, show, write
from danceoff.experiments.run.machine.provenance import provenance


def main() -> None:
    """Runs one round after the other, so that a busy minute affects one round of every figure."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure the engines.")
    parser.add_argument("--rounds", type=int, default=3, help="number of rounds (3)")
    parser.add_argument("--long", action="store_true", help="also measure problems that take minutes")
    parser.add_argument("--only", default="", metavar="TEXT", help="only figures whose section or name holds TEXT")
    parser.add_argument("--into", type=Path, default=Path("results/bench"), metavar="FOLDER", help="results/bench")
    asked = parser.parse_args()
    if asked.rounds < 1:
        parser.error("--rounds must be at least 1")
    page = [figure for figure in figures(asked.long) if asked.only in f"{figure.section} {figure.name}"]
    if not page:
        parser.error(f"no figure is called {asked.only!r}")
    load = getloadavg()[0]
    rounds = [_measured(page) for _ in range(asked.rounds)]
    lines = [Line.of(figure, [values[k] for values in rounds]) for k, figure in enumerate(page)]
    machine = {**provenance(), "rounds": asked.rounds, "load": [load, getloadavg()[0]]}
    show(lines, machine)
    write(lines, machine, asked.into)


def _measured(page: list[Figure]) -> list[float]:
    this = Round()
    return [figure.value(this) for figure in page]


if __name__ == "__main__":
    main()
