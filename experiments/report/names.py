"""The names of problems and solvers in a report: questions about one problem, and the settings of solvers."""

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
    """What tables and charts show of a row: the problem with what else was asked of it, the solver, and the repeat."""

    problem: str
    solver: str
    task: str
    repeat: int


def labels(rows: Sequence[Row]) -> list[Label]:
    """Return the label of each row of a report.

    What distinguishes questions about one problem is part of its name: `Row.asked`, and limits if a solver ran under
    several. Different seeds of one setting are repeats of one solver: `sat (3 seeds)`. A solver has the name that its
    plan gave it last.
    """
    found = [Label(titled(row), row.solver, row.task, row.repeat) for row in rows]
    return _folded(_limited(found, rows), _called(rows))


def titled(row: Row) -> str:
    """Return the problem of a row with what was asked of it besides the task."""
    return _specified(row.problem, row.asked)


def _specified(problem: str, asked: Sequence[str]) -> str:
    return f"{problem} ({', '.join(asked)})" if asked else problem


def _limited(found: Sequence[Label], rows: Sequence[Row]) -> list[Label]:
    """The labels with the limits of which a solver was given several."""
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
    """Setting -> the name that its plan gave it; without a name that is also one of another setting.

    A plan has no such names, but rows of several plans may stand in one folder.
    """
    last = {without_seed(row.solver): row.label for row in rows}
    n_uses = Counter([*last, *last.values()])
    return {setting: name for setting, name in last.items() if name and n_uses[name] == 1}


def _folded(found: list[Label], called: Mapping[str, str]) -> list[Label]:
    """The labels with several seeds of one setting as repeats of one solver, and with the names of solvers."""
    n_seeds = Counter(map(without_seed, dict.fromkeys(label.solver for label in found)))
    repeats: Counter[tuple[str, ...]] = Counter()
    for k in sorted(range(len(found)), key=lambda k: (found[k].solver, found[k].repeat)):
        setting = without_seed(found[k].solver)
        name = called.get(setting, setting)
        if n_seeds[setting] > 1:
            case = (found[k].problem, setting, found[k].task)
            repeats[case] += 1
            found[k] = found[k]._replace(solver=f"{name} ({n_seeds[setting]} seeds)", repeat=repeats[case])
        elif setting in called:
            found[k] = found[k]._replace(solver=name)
    return found


def is_of_family(row: Row) -> bool:
    """Whether the problem of a row is an instance of a family, no file, and without changes drawn at random."""
    first, *size = row.problem.split("/")
    return row.family == first != "" and not any(map(is_change, size))


def families(rows: Mapping[str, Row]) -> dict[str, str]:
    """Return problem -> its family; files have the name of their folder as their family, with any ending.

    rows: the name of each problem in the report -> one of its rows.
    """
    return {problem: _family(row) for problem, row in rows.items()}


def _family(row: Row) -> str:
    first = row.problem.partition("/")[0]
    if row.family in _OF_FILES and row.family != first:
        return PurePath(row.problem).parent.name.strip(".") or "files"
    return row.family or first
