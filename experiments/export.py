"""Problems as text for other programs: `danceoff export`."""

from __future__ import annotations

import gzip
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from danceoff.experiments import BadInput
from danceoff.experiments.results.whole_file import write_whole
from danceoff.problems import ExactCover, InvalidProblem
from danceoff.problems.formats import ec, knuth, linear, matrix, xmpuzzle
from danceoff.problems.formats.sources import read
from danceoff.problems.grids.packing import Packing
from danceoff.problems.instance import Instance
from danceoff.solvers.sat.clauses import dimacs

FORMATS: Mapping[str, Callable[[ExactCover], str]] = {
    "dlx": knuth.write,
    "ec": ec.write,
    "csv": matrix.write,
    "cnf": dimacs.write,
    "opb": linear.write_opb,
    "lp": linear.write_lp,
}
"""Knuth's, `.ec` and 0/1 matrices are read again by `danceoff solve`; DIMACS CNF, OPB and LP are for others.

So are puzzles of Burr Tools, `xmpuzzle`, that only packings can be written as; in a file they are gzipped.
"""


def export(source: str, name: str, into: Path | None) -> None:
    """Write a problem in a format, to a file or to standard output; raises BadInput where it cannot be written so."""
    try:
        instance = read(source)
        text = _xmpuzzle(instance) if name == "xmpuzzle" else FORMATS[name](instance.problem)
    except InvalidProblem as error:
        raise BadInput(str(error)) from None
    if into is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode())  # its readers want UTF-8, whatever a terminal here shows
    elif name == "xmpuzzle":
        write_whole(into, gzip.compress(text.encode(), mtime=0))
    else:
        write_whole(into, text)


def _xmpuzzle(instance: Instance) -> str:
    if not isinstance(instance.board, Packing) or len(instance.problem.taken):
        raise InvalidProblem("only a packing of a region can be written as a puzzle of Burr Tools")
    return xmpuzzle.write(instance.board)
