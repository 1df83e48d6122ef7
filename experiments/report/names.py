"""The names of problems and solvers in a report: questions about one problem, and the settings of solvers."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from functools import cache
from operator import attrgetter
from pathlib import PurePath

from danceoff.experiments.results.record import Row
from danceoff.problems.formats import FORMATS, READ
from danceoff.solvers.plugins import split

_LONG = 20  # characters of a spec beyond which charts and LaTeX shorten it
_SEED = "seed"
_OF_FILES = {FORMATS[name].family for name in READ}
"""The families of problems that are files, as rows have them."""

_LIMITS: dict[str, Callable[[float], str]] = {
    "limit": lambda covers: f"limit {covers:g}",
    "time_limit_s": lambda limit_s: f"within {limit_s:g} s",
    "cpu_limit_s": lambda limit_s: f"{limit_s:g} s of CPU",
    "memory_limit_mb": lambda limit_mb: f"{limit_mb:g} MB",
}


@cache
def options(spec: str) -> tuple[str, Mapping[str, str]]:
    """Return the name of a solver and its options, by name."""
    name, given = split(spec)
    pairs = (pair.partition("=") for pair in given.split(",") if given)
    return name, {key: value for key, _, value in pairs}


def _written(name: str, given: Mapping[str, str]) -> str:
    return ":".join([name, ",".join(f"{key}={value}" for key, value in given.items())] if given else [name])


@cache
def _without_seed(spec: str) -> str:
    name, given = options(spec)
    return _written(name, {key: value for key, value in given.items() if key != _SEED})


def folded(rows: Sequence[Row]) -> list[Row]:
    """Return the rows in their order, with several seeds of one setting as repeats of one solver: `sat (3 seeds)`."""
    n_seeds = Counter(map(_without_seed, dict.fromkeys(row.solver for row in rows)))
    if all(n == 1 for n in n_seeds.values()):
        return list(rows)
    repeats: Counter[tuple[str, ...]] = Counter()
    found = list(rows)
    for k in sorted(range(len(rows)), key=lambda k: (rows[k].solver, rows[k].repeat)):
        setting = _without_seed(rows[k].solver)
        if n_seeds[setting] > 1:
            case = (rows[k].problem, setting, rows[k].task)
            repeats[case] += 1
            found[k] = _renamed(rows[k], f"{setting} ({n_seeds[setting]} seeds)", repeats[case])
    return found


def _renamed(row: Row, solver: str, repeat: int) -> Row:
    """A copy of a row, in a tenth of the time of dataclasses.replace."""
    renamed = copy(row)
    vars(renamed).update(solver=solver, repeat=repeat)
    return renamed


def short_names(solvers: Iterable[str]) -> dict[str, str]:
    """Return solver -> its name in charts and LaTeX; a long name loses its folders and the names of its options.

    A name stays long if two solvers would share the short one.
    """
    short = {solver: _short(solver) for solver in solvers}
    n_uses = Counter(short.values())
    return {solver: name if n_uses[name] == 1 else solver for solver, name in short.items()}


def _short(solver: str) -> str:
    if len(solver) <= _LONG:
        return solver
    spec, is_of_seeds, seeds = solver.partition(" (")
    name, given = options(spec)
    file, is_file, kind = name.rpartition(":")
    values = [text if _speaks(text) else f"{key}={text}" for key, text in given.items()]
    shortest = f"{PurePath(file).name}:{kind}" if is_file else name
    return "".join([":".join([shortest, ",".join(values)] if values else [shortest]), is_of_seeds, seeds])


def _speaks(text: str) -> bool:
    """Whether the value of an option is clear without the name of the option."""
    return text[:1].isalpha() and text not in ("true", "false")


def families(rows: Iterable[Row]) -> dict[str, str]:
    """Return problem -> its family; that of files is the name of their folder, whatever their endings are.

    Folders of one name have their whole paths, without slashes, as the names of figures need.
    """
    found, folders = {}, {}
    for row in rows:
        first = row.problem.partition("/")[0]
        found[row.problem] = row.family or first
        if row.family in _OF_FILES and row.family != first:
            folders[row.problem] = PurePath(row.problem).parent
    n_folders = Counter(folder.name for folder in set(folders.values()))
    for problem, folder in folders.items():
        whole = "-".join(part for part in folder.parts if part.strip("/."))
        found[problem] = (folder.name if n_folders[folder.name] == 1 else whole) or "files"
    return found


def with_distinct_names(rows: Sequence[Row]) -> list[Row]:
    """Return the rows, in their order, under the names that tables and charts show.

    What distinguishes questions about one problem becomes part of its name: a bound on the cost, the search for the
    cover of greatest cost, "up to symmetry", and limits if a solver ran under several. Different seeds of one setting
    count as repeats of one solver. Rows that were renamed before stay the same.
    """
    return folded(_limited(bounded(rows)))


def bounded(rows: Sequence[Row]) -> list[Row]:
    """Return the rows with a bound on the cost, maximising, and "up to symmetry" as part of the problem's name."""
    return [_named(row) for row in rows]


def _named(row: Row) -> Row:
    asked = [f"at most {row.at_most}"] * bool(row.at_most) + ["maximise"] * row.maximise
    asked += ["up to symmetry"] * row.up_to_symmetry
    return replace(_specified(row, asked), at_most="", maximise=False, up_to_symmetry=False) if asked else row


def _specified(row: Row, asked: Sequence[str]) -> Row:
    return replace(row, problem=f"{row.problem} ({', '.join(asked)})") if asked else row


def _limited(rows: Sequence[Row]) -> list[Row]:
    given: dict[tuple[str, str, str], tuple[object, ...]] = {}
    several: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    limits = attrgetter(*_LIMITS)
    for row in rows:
        own = limits(row)
        if (first := given.setdefault((row.problem, row.solver, row.task), own)) != own:
            differ = (name for name, one, other in zip(_LIMITS, first, own, strict=True) if one != other)
            several[row.problem, row.task].update(differ)
    return [_within(row, several[row.problem, row.task]) for row in rows] if several else list(rows)


def _within(row: Row, several: set[str]) -> Row:
    limits = {name: getattr(row, name) for name in _LIMITS if name in several}
    return _specified(row, [_LIMITS[name](limit) for name, limit in limits.items() if limit is not None])
