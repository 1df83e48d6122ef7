"""Names in a report: of problems, with the question asked about them, and of solvers, with their settings."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from pathlib import PurePath
from typing import NamedTuple

from danceoff.experiments.results.record import Row
from danceoff.experiments.words.solver_names import without_seed
from danceoff.problems.changes import is_change
from danceoff.problems.formats import FORMATS, READ

_OF_FILES = {FORMATS[name].family for name in READ}
"""The families of problems that are files, as rows have them."""

_LIMITS: dict[str, Callable[[float], str]] = {
    "limit": lambda covers: f"limit {covers:g}",
    "time_limit_s": lambda limit_s: f"within {limit_s:g} s",
    "cpu_limit_s": lambda limit_s: f"{limit_s:g} s of CPU",
    "memory_limit_mb": lambda limit_mb: f"{limit_mb:g} MB",
}


class Label(NamedTuple):
    """The names of a row in tables and charts: the problem with the rest of the question, the solver, the repeat."""

    problem: str
    solver: str
    task: str
    repeat: int


def labels(rows: Sequence[Row]) -> list[Label]:
    """Return the label of each row of a report.

    The name of a problem includes `Row.asked`, and limits if a solver ran under several limits, so that different
    questions have different names. Different seeds of one setting are repeats of one solver: `sat (3 seeds)`. A solver
    has the latest name that a plan gave it.
    """
    found = [Label(titled(row), row.solver, row.task, row.repeat) for row in rows]
    return _folded(_limited(found, rows), _called(rows))


def titled(row: Row) -> str:
    """Return the name of a row's problem, with the rest of the question besides the task."""
    return _specified(row.problem, row.asked)


def _specified(problem: str, asked: Sequence[str]) -> str:
    return f"{problem} ({', '.join(asked)})" if asked else problem


def _limited(found: Sequence[Label], rows: Sequence[Row]) -> list[Label]:
    """Return the labels, with limits in the names of problems where a solver ran under several limits."""
    given: dict[Label, tuple[object, ...]] = {}
    several: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    own = list(map(attrgetter(*_LIMITS), rows))
    for label, limits in zip(found, own, strict=True):
        first = given.setdefault(label._replace(solver=without_seed(label.solver), repeat=1), limits)
        differ = (name for name, one, other in zip(_LIMITS, first, limits, strict=True) if one != other)
        several[label.problem, label.task].update(differ)
    named = []
    for label, limits in zip(found, own, strict=True):
        known = ((name, limit) for name, limit in zip(_LIMITS, limits, strict=True) if limit is not None)
        said = [_LIMITS[name](limit) for name, limit in known if name in several[label.problem, label.task]]
        named.append(label._replace(problem=_specified(label.problem, said)))
    return named


def _called(rows: Sequence[Row]) -> dict[str, str]:
    """Return the name that a plan gave each setting, unless another setting has it, too, as in rows of two plans."""
    last = {without_seed(row.solver): row.label for row in rows}
    n_uses = Counter([*last, *last.values()])
    return {setting: name for setting, name in last.items() if name and n_uses[name] == 1}


def _folded(found: list[Label], called: Mapping[str, str]) -> list[Label]:
    """Return the labels with names of solvers, and with several seeds of one setting as repeats of one solver."""
    n_seeds = Counter(map(without_seed, dict.fromkeys(label.solver for label in found)))
    repeats: Counter[tuple[str, ...]] = Counter()
    for k, label in sorted(enumerate(found), key=lambda numbered: (numbered[1].solver, numbered[1].repeat)):
        setting = without_seed(label.solver)
        name = called.get(setting, setting)
        if n_seeds[setting] > 1:
            case = (label.problem, setting, label.task)
            repeats[case] += 1
            found[k] = label._replace(solver=f"{name} ({n_seeds[setting]} seeds)", repeat=repeats[case])
        elif setting in called:
            found[k] = label._replace(solver=name)
    return found


def is_of_family(row: Row) -> bool:
    """Return whether the problem of a row is an instance of a family: no file, and without random changes."""
    first, *size = row.problem.split("/")
    return first != "" and row.family == first and not any(map(is_change, size))


def family(row: Row) -> str:
    """Return the family of a row's problem; for a file, the name of its folder, or `files` if the path names none."""
    first = row.problem.partition("/")[0]
    # Files and the catalog share some families, such as `sudoku`; a name of the catalog begins with its family.
    if row.family in _OF_FILES and row.family != first:
        return PurePath(row.problem).parent.name.strip(".") or "files"  # the folder `..` has no name
    return row.family or first
