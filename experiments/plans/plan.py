"""Reads plans: TOML files that list cases. `docs/compare.md` describes the format, `schema.py` the keys."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from pathlib import Path
from reprlib import repr as shortened
from typing import Any, TypeAlias

from danceoff import solvers
from danceoff.asking.ask import Ask, Limits, Selection
from danceoff.experiments import BadInput
from danceoff.experiments.plans.axes import MOST_CASES, expanded, files
from danceoff.experiments.plans.programs import resolved
from danceoff.experiments.plans.schema import CLUSTER, OWN, PRODUCT, TOP, check
from danceoff.experiments.plans.shipped import PLANS, names
from danceoff.experiments.words.solver_names import without_seed
from danceoff.problems import InvalidProblem
from danceoff.problems.formats.lines import text_of
from danceoff.problems.formats.toml import read_toml
from danceoff.problems.model.arguments import Refused, choices
from danceoff.problems.sets.table import named
from danceoff.problems.sources import read as read_problem
from danceoff.questions.table import QUESTIONS, TASKS
from danceoff.solvers.specs import beside

_LABEL = "label"
"""The key in the table of a solver that is no option."""
_NAME = re.compile(r"(?! )[^:\x00-\x1f]{1,40}(?<! )")
_LIMITS = ("limit", "time_limit_s", "cpu_limit_s", "memory_limit_mb")
_Asked: TypeAlias = tuple[str, Selection]
"""A problem, and what of it is asked, apart from symmetries."""


@dataclass(frozen=True)
class Plan:
    """A plan, which lists each of its cases once.

    seed: the seed of the shuffled order of the cases; None to draw a seed for each run.
    cluster: the engine and its options, see `run/engines.py`.
    tracks: the plan of each track by name; each has a results folder of its own. Empty if the plan has no tracks.
    text: the text of its file, after comments on the limits that were replaced.
    same: name of a problem that is left out -> the remark that it is the same as another problem of the plan.
    """

    name: str
    description: str
    seed: int | None
    cases: tuple[Ask, ...]
    cluster: Mapping[str, Any] = field(default_factory=dict)
    tracks: Mapping[str, Plan] = field(default_factory=dict)
    text: str = ""
    same: Mapping[str, str] = field(default_factory=dict)

    def limited(self, **limits: Any) -> Plan:
        """Return the plan with other limits, by the names of columns; None keeps the limit of the plan."""
        given = {name: limit for name, limit in limits.items() if limit is not None}
        cases = {case.key: case for case in (Ask.of(case.columns | given) for case in self.cases)}
        tracks = {track: part.limited(**limits) for track, part in self.tracks.items()}
        comments = "".join(f"# run with {name} = {limit}\n" for name, limit in given.items())
        text = comments + self.text if self.text else ""
        return replace(self, cases=tuple(cases.values()), tracks=tracks, text=text)

    def runs(self, wanted: Sequence[str]) -> Mapping[str, Plan]:
        """Return the plan of each wanted track, by default of all, by folder; a plan without tracks has the folder ".".

        Raises BadInput if there is no such track.
        """
        for track in wanted:
            if track not in self.tracks:
                there_are = choices(track, self.tracks) if self.tracks else "it has no tracks"
                raise BadInput(f"{self.name}: no track {shortened(track)}; {there_are}")
        return {track: self.tracks[track] for track in wanted or self.tracks} or {".": self}

    def lines(self) -> Iterator[str]:
        """Yield a line for each problem that is left out, with the reason."""
        for problem, what in self.same.items():
            yield f"{problem} {what}"


def read(source: str, programs: Path | None = None) -> Plan:
    """Read a plan by its name or from its file; reads each of its problems once, for the digest.

    programs: a file of entries, whose programs the plan may name as solvers, besides the programs in its own table.

    Raises BadInput, with file and key, if the plan is malformed or names something that does not exist.
    """
    path = PLANS / f"{source}.toml" if source in names() else Path(source)
    if not path.exists():
        raise BadInput(f"{path}: no such plan; {choices(source, names())}")
    if not path.stem.strip(".") or not path.stem.isprintable():
        raise BadInput(f"{str(path)!r}: a plan of this name cannot have a folder of its own; rename the file")
    try:
        text = text_of(str(path))
        table = read_toml(text, str(path))
    except InvalidProblem as error:
        raise BadInput(str(error)) from None
    return planned(path.stem, path, table, programs, text)


def planned(
    name: str,
    path: Path,
    table: Mapping[str, Any],
    programs: Path | None = None,
    text: str = "",
    functions: Mapping[str, str] | None = None,
) -> Plan:
    """Return the plan that a table describes, as `read` does.

    path: the file of the table, which need not exist.
    functions: the specs that load functions as solvers, by name.
    """
    check(f"{path}", table, TOP)
    entries = [path] if "programs" in table else []
    entries += [programs] if programs else []

    def spec_of(solver: str) -> str:
        return (functions or {}).get(solver) or resolved(solver, *entries)

    common = {key: value for key, value in table.items() if key in PRODUCT}
    cases: dict[str, Ask] = {}
    tracks: dict[str, dict[str, Ask]] = {}
    same: dict[str, dict[str, str]] = {}
    digests: dict[_Asked, str] = {}
    for number, own in enumerate(table.get("product", [{}]), 1):
        where = f"{path}: product {number}" if "product" in table else f"{path}"
        if not isinstance(own, dict):
            raise BadInput(f"{where}: must be a table")
        check(where, own, {**PRODUCT, **OWN})
        name_of_track = _track(where, own)
        in_track, left_out = tracks.setdefault(name_of_track, {}), same.setdefault(name_of_track, {})
        try:
            for number_of_case, case in enumerate(_cases(path.parent, {**common, **own}, digests, spec_of)):
                if number_of_case >= MOST_CASES:
                    raise BadInput(f"more than {MOST_CASES} cases")
                cases.setdefault(case.key, case)
                kept = in_track.setdefault(case.key, case)
                if kept.problem != case.problem:  # a key has the digest of the problem, not its name
                    left_out[case.problem] = f"is the same problem as {kept.problem}, and left out"
            _refuse_one_name_for_two(cases.values())
        except Refused as error:
            raise BadInput(f"{where}: {error}, or ask it in a product of its own") from None
        except ValueError as error:
            raise BadInput(f"{where}: {error}") from None
    cluster = table.get("cluster", {})
    check(f"{path}: cluster", cluster, CLUSTER)
    if len(tracks) > 1 and "" in tracks:
        raise BadInput(f"{path}: a product has a track, and another one has none")
    plan = Plan(name, table.get("description", ""), table.get("seed"), tuple(cases.values()), cluster, text=text)
    parts = {
        track: replace(plan, cases=tuple(in_track.values()), same=same[track]) for track, in_track in tracks.items()
    }
    return parts.get("") or replace(plan, tracks=parts)  # "" is the track of a plan without tracks


def _refuse_one_name_for_two(cases: Iterable[Ask]) -> None:
    """Raise ValueError if two settings of solvers, apart from seeds, have the same name in tables."""
    owners: dict[str, str] = {}
    for case in cases:
        setting = without_seed(case.solver)
        name = case.label or setting
        if (first := owners.setdefault(name, setting)) != setting:
            own = f"{setting!r} = {{ label = 'another name' }}"
            raise BadInput(f"{first} and {setting} are both called {name!r}: give each a label, as in {own}")


def _track(where: str, own: Mapping[str, Any]) -> str:
    """Return the track of a product, which also names a folder; empty without a track."""
    track: str = own.get("track", "")
    if "track" in own and not re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", track):
        raise BadInput(f"{where}: track must be small letters, digits and single hyphens, not {shortened(track)}")
    return track


def _list(value: object) -> list[Any]:
    """Return the values of an axis as a list: a single value becomes a list of one."""
    return value if isinstance(value, list) else [value]


def _cases(
    folder: Path, table: Mapping[str, Any], digests: dict[_Asked, str], found: Callable[[str], str]
) -> Iterator[Ask]:
    """Yield the cases of the product in one table, and add the digests of its problems to those that are known."""
    tasks = table.get("tasks", [])
    for task in tasks:
        if task not in TASKS:
            raise BadInput(f"unknown task {shortened(task)}; {choices(task, TASKS)}")
    asked = {name: table[name] for name in ("maximise", "up_to_symmetry", "distinct") if name in table}
    selection = Selection(str(table.get("at_most", "")), **asked)
    stated = replace(selection, up_to_symmetry=False)
    problems = list(_problems(folder, table))
    specs = list(_solvers(folder, table.get("solvers", {}), found))
    for key, values in (("problems", problems), ("solvers", specs), ("tasks", tasks)):
        if not values:
            raise BadInput(f"{key} is missing or empty")
    for problem in problems:
        if (problem, stated) not in digests:
            digests[problem, stated] = digest_of(problem, stated)
    repeats = range(1, table.get("repeats", 1) + 1)
    shuffles = table.get("shuffle", True)
    bounds = [_list(table.get(key)) for key in _LIMITS]
    for problem, (solver, spec, label), task, repeat, limit, *limits in product(
        problems, specs, tasks, repeats, *bounds
    ):
        is_shuffled = shuffles and repeat > 1 and "order" not in QUESTIONS[task].excludes
        yield Ask(
            problem,
            solver,
            task,
            repeat,
            digest=digests[problem, stated],
            pin=tuple(table.get("pin", [])),
            order=repeat - 1 if is_shuffled else None,  # the same for everybody
            label=label,
            at=(problem, spec),
            limit=limit,
            limits=Limits(*limits),
            selection=selection,
        )


def _problems(folder: Path, table: Mapping[str, Any]) -> Iterator[str]:
    for family, value in table.get("problems", {}).items():
        for size in _list(value):
            if not isinstance(size, str | int):
                raise BadInput(f'{family} must be a list of texts, such as ["4", "8..12"], not {shortened(value)}')
            if family == "files":
                yield from files("files", folder, str(size))
            else:
                yield from (f"{family}/{one}" if one else family for one in expanded(family, str(size)))
    for name in table.get("sets", []):
        data_set = named(name)
        if not data_set.is_here:
            raise BadInput(data_set.refusal())
        yield from data_set


def digest_of(problem: str, selection: Selection) -> str:
    """Return the digest of a problem as stated in a case; raises InvalidProblem if it cannot be read."""
    with warnings.catch_warnings(action="ignore"):  # the child that runs the case repeats them
        return selection.stated(read_problem(problem).problem).digest


def _solvers(folder: Path, wanted: Mapping[str, Any], found: Callable[[str], str]) -> Iterator[tuple[str, str, str]]:
    """Yield each solver: its name in the plan, without the file of a program; the spec that loads it; and its label."""
    for name, own in wanted.items():
        if not isinstance(own, dict):
            raise BadInput(f"{name} must be a table of options, not {shortened(own)}")
        label = str(own.get(_LABEL, ""))
        if _LABEL in own and not _NAME.fullmatch(label):
            raise BadInput(f"{name}: label must be a text of 1 to 40 characters without a colon, not {label!r}")
        options = {key: value for key, value in own.items() if key != _LABEL}
        axes = [[(key, text) for text in _texts(f"{name}: {key}", value)] for key, value in options.items()]
        for values in product(*axes):
            called = beside(folder, name)
            solver = found(called)
            spec = _written(solver, ",".join(f"{key}={text}" for key, text in values))
            in_plan = spec if solver == called else f"{called}{spec.removeprefix(solver)}"
            yield in_plan, spec, label


def _texts(where: str, value: Any) -> Iterator[str]:
    """Yield the values of one option, as text for a spec."""
    for one in _list(value):
        if not isinstance(one, (bool, int, float, str)):
            raise BadInput(f"{where} must be a value or a list of values, not {shortened(one)}")
        yield from expanded(where, str(one).lower() if isinstance(one, bool) else str(one))


def _written(name: str, options: str) -> str:
    """Return the solver's spec in canonical form; as the plan writes it if the solver is missing or broken here."""
    spec = f"{name}:{options}" if options else name
    try:
        with warnings.catch_warnings(action="ignore"):  # the child that runs the case repeats them
            return str(solvers.load(spec))
    except ValueError:
        raise
    except Exception:  # noqa: BLE001 - the child of the case will get the same error and record it
        return spec
