"""Problems as text for other programs: `danceoff export`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from experiments import BadInput
from problems import ExactCover, InvalidProblem
from problems.formats import ec, knuth, linear, matrix
from problems.sources import read
from solvers import dimacs

FORMATS: Mapping[str, Callable[[ExactCover], str]] = {
    "dlx": knuth.write,
    "ec": ec.write,
    "csv": matrix.write,
    "cnf": dimacs.write,
    "opb": linear.write_opb,
    "lp": linear.write_lp,
}
"""Knuth's, `.ec` and 0/1 matrices are read again by `danceoff solve`; DIMACS CNF, OPB and LP are for others."""


def export(source: str, name: str, into: Path | None) -> None:
    """Write a problem in a format, to a file or to standard output; raises BadInput where it cannot be written so."""
    try:
        text = FORMATS[name](read(source).problem)
    except InvalidProblem as error:
        raise BadInput(str(error)) from None
    if into is None:
        print(text, end="")
    else:
        into.write_text(text, encoding="utf-8")
