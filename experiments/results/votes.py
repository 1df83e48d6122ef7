"""Which solvers vote on the answer to a problem: each engine once, whatever its settings, versions and names.

A solver that contradicts itself on the problem, gave a wrong answer to it, or is known to miscount has no vote.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Container, Hashable, Iterable, Sequence
from dataclasses import replace
from operator import attrgetter

from danceoff.experiments.results.record import SOLVED, Row
from danceoff.solvers import BACKENDS, KNOWN_MISCOUNTS
from danceoff.solvers.plugins import is_of_file, split
from danceoff.solvers.sources import within

_CHOICE = {
    "auto": r"(?:chose |(?=no search: ))(.+?): ",
    "race": r"(.+?) (?:finished|found|proved|had) ",
    "parts": r"(?:.*?,)??of=([^,]+)",
}
"""Solver that leaves the search to another one -> where this is named, in `detail` or in the options of `parts`."""
_INSIDE = {
    "pyscipopt": "scip",
    "ddnnife": "d4",
    "clingo": "clasp",
    "pycryptosat": "cryptominisat",
    "peer-dxz": "dxz",
    "gist": "gecode",
    "cp-sat": "cpsat",
    "com.google.ortools.sat": "cpsat",
    "dancing links for the whole problem": "dlx",
}
"""The name or the `detail` of a solver, or that of a solver of MiniZinc -> the engine in it."""
_NO_ENGINE = re.compile(
    r"programs\..*|(?:minizinc|python|pypy|java|julia|node|deno|bun|perl|ruby|lua|luajit|php|Rscript|R|octave|dotnet|mono|wine"
    r"|swipl|sbcl|guile|racket|clojure|scala|kotlin|groovy|runghc|ocaml|elixir|escript|tclsh|wasmtime|bash|dash|zsh|sh|pwsh"
    r"|busybox|env|nice|timeout|stdbuf|setsid|taskset|numactl|docker|podman|apptainer|singularity|uv|conda)[-\d.]*"
)
"""What is no engine among the files of a solver: the entry of a program, and what runs any program."""
_OF_NO_FILE = ("", "e3b0c44298fc1c14")
"""The digests of no file and of an empty one."""


def voters(rows: Iterable[Row], without: Container[int] = ()) -> set[str]:
    """Return the engines that may vote, one of the engines that share a file.

    Rows that do not say their engine have a vote together, if no others do.

    without: ids of rows that have none.
    """
    found: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        if id(row) not in without and (engine := _engine(row)) is not None:
            found[engine] |= _files(row)
    votes: dict[str, set[str]] = {}
    for engine, files in found.items():
        if engine or len(found) == 1:
            alike = [one for one in votes if not files.isdisjoint(votes[one])]
            votes[engine] = files.union(*(votes.pop(one) for one in alike))
    return set(votes)


def unsure(rows: Iterable[Row], answer: Callable[[Row], Hashable]) -> set[int]:
    """Return the ids of rows whose answer their solver, or a newer version of it, contradicts."""
    rows = sorted(rows, key=attrgetter("started"))
    newest = {_lineage(row): _version(row) for row in rows}
    whose = {id(row): row.solver if _version(row) == newest[_lineage(row)] else (_lineage(row),) for row in rows}
    new = [row for row in rows if whose[id(row)] == row.solver]
    said = {(key, answer(row)) for row in new for key in (row.solver, (_lineage(row),))}
    several = Counter(key for key, _ in said)
    found = set()
    for row in rows:
        key = whose[id(row)]
        is_mended = (key, answer(row)) not in said
        if is_mended or several[key] > 1:
            found.add(id(row))
    return found


def unreliable(rows: Sequence[Row]) -> set[int]:
    """Return the ids of rows whose solver, in the same version, gave one of the wrong answers among the rows.

    What answers by such a solver is not reliable either, nor a race with it that does not say who won.
    """
    wrong: dict[str, set[frozenset[object]]] = defaultdict(set)
    for row in rows:
        if row.status == "wrong":
            wrong[_lineage(row)].add(_version(row))
    found = set()
    for row in rows if wrong else ():
        inner = [_answered_by(row)] if _answered_by(row) else within(row.solver)
        whose = {_lineage(replace(row, solver=solver)) for solver in (row.solver, *inner)}
        if any(one <= _version(row) for who in whose for one in wrong.get(who, ())):
            found.add(id(row))
    return found


def _lineage(row: Row) -> str:
    """Return what a newer version takes the place of: a solver of danceoff by each of its settings, others by all."""
    name = split(row.solver)[0]
    return name if (row.sources and name not in BACKENDS) or is_of_file(name) else row.solver


def _version(row: Row) -> frozenset[object]:
    made_of = row.sources or {**row.versions, "engines": str(row.engines), "commit": row.commit}
    return frozenset(made_of.items())


def _files(row: Row) -> set[str]:
    """Return the digests of the files that are the engine of a row; of a race, any of its solvers may have answered."""
    made_of = {} if split(row.solver)[0] == "race" else row.sources
    return {digest for name, digest in made_of.items() if not _NO_ENGINE.fullmatch(name)}.difference(_OF_NO_FILE)


def _answered_by(row: Row) -> str:
    """Return the solver that gave the answer of a row, empty if one was chosen that the row does not say."""
    solver, detail = row.solver, row.detail * (row.status in SOLVED)
    while (name := split(solver)[0]) in _CHOICE:
        said = f"{split(solver)[1]},of=dlx" if name == "parts" else detail
        chosen, detail = re.match(_CHOICE[name], said), ""
        solver = chosen[1].replace(";", ",") if chosen else ""
    return solver


def _engine(row: Row) -> str | None:
    """Return what answered, a solver or a file; empty if the row does not say, None if it is known to miscount."""
    solver = _answered_by(row)
    if solver in KNOWN_MISCOUNTS:
        return None
    name, options = split(solver)
    if name == "minizinc":
        name = options.partition("@")[0].removeprefix("solver=") or "gecode"
        name = name if name in _INSIDE else name.rpartition(".")[2]
    return _INSIDE.get(row.detail.partition(";")[0]) or _INSIDE.get(name) or re.sub(r"(?<=\.py):.*", "", name)
