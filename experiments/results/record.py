"""The columns of a row, and the file that stores rows: one JSON object per line."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from fractions import Fraction
from pathlib import Path
from typing import IO, Annotated, Any

from danceoff.asking.ask import CPU_LIMIT
from danceoff.experiments import BadInput
from danceoff.experiments.results.folder import regular
from danceoff.experiments.results.schema import AMOUNT, OneOf, Pattern, Signed, checked
from danceoff.problems.model.digits import decimal, gap_of, whole, written
from danceoff.processes.collector import uncollected
from danceoff.questions.question import Question
from danceoff.questions.table import TASKS, question_named

FILE = "rows.jsonl"
SCHEMA = 7
STATUSES = {
    "complete": "the task was done: every cover listed or counted, the first one found, two found (`unique`), the"
    " cheapest ones found and proven, or none exists;"
    " if task `certify` has no `certificate`, `detail` says what that would have needed",
    "limit": "stopped after the requested number of covers; `covers` is a lower bound",
    "timeout": "stopped by a time limit; `covers` is a lower bound",
    "memory": "stopped by the memory limit, or ran out of memory; `covers` is a lower bound",
    "unsupported": "the solver never answers such a problem or task",
    "missing": "the solver's library is not installed",
    "crashed": "the solver died, raised an error or ended without a result",
    "wrong": "the solver gave an invalid cover, a cover twice, or an answer that its certificate refutes",
}
SOLVED = ("complete", "limit")
"""Statuses of a row with an answer."""
MEASURES = {
    "poll": "wall clock; resident memory of all processes of the tree, polled every 0.05 s, on Linux including their"
    " open files in memory. A peak between two polls is missed, unless it is the worker's own. A shared page counts for"
    " each process, but on Linux only once if the limit would be exceeded otherwise. docs/runs.md lists what is missed",
    "cgroup": "wall clock; memory as the kernel counts it in a control group: the exact peak of the process tree, each"
    " page once, including cached files. The kernel enforces the limits on memory and on the number of processes",
    "": "as `poll`; written by a version without this column",
}
_EXACT = ("covers", "published", "cost", "bound", "published_cost")  # text, as other JSON readers round beyond 2**53
_LONG = ("orbits", "published_orbits")  # text only if they are so large
_ANY_SIZE = (*_EXACT, *_LONG)
_ROUNDED = 2**53
_SIGN = dict.fromkeys(("cost", "bound", "published_cost"), "-")
_HEX = Pattern(r"[0-9a-f]{0,64}", "at most 64 hexadecimal digits")  # some of them name files
_CASE = Pattern(r"[0-9a-f]{1,64}", "1 to 64 hexadecimal digits")  # without, rows would replace each other
_COMMIT = Pattern(r"[0-9a-f]{0,64}(-dirty)?", "a git commit")
_TIME = Pattern(r"[0-9T:.+Z-]{0,40}", "a time by ISO 8601")
_NAME = Pattern(  # charts hold problems and solvers as keys of such objects
    r"(?!(__(proto|(define|lookup)[GS]etter)__|constructor|hasOwnProperty|isPrototypeOf|propertyIsEnumerable"
    r"|toLocaleString|toString|valueOf)\Z).*",
    "a name that is not a built-in property of JavaScript objects",
)
_SHORT = Pattern(r"[^/]{0,40}", "at most 40 characters without a slash")
SIGNED = Signed()
_LONGEST_LINE = 1_000_000  # bytes
_TOO_LONG = f"longer than {_LONGEST_LINE} bytes"
_CHECKSUM = ', "checksum": '
_NO_ROW = "{}: not a row of results: "


@dataclass(frozen=True)
class Row:
    """The record of one case. The text of each column is its entry in results/README.md."""

    case: Annotated[str, "identity of the case: a hash of digest, solver, task, repeat, order and limits", _CASE]
    problem: Annotated[str, "catalog name or file of the problem", _NAME]
    digest: Annotated[str, "identity of the problem with its bound on costs: equal digests mean equal problems", _HEX]
    solver: Annotated[str, "solver and its options that differ from their defaults, in the form of `--solver`", _NAME]
    task: Annotated[str, "`first`, `unique`, `enumerate`, `count`, `best`, `certify` or `certify-best`", OneOf(TASKS)]
    repeat: Annotated[int, "1, 2, ...: repetition of the same case"]
    limit: Annotated[int | None, "covers after which to stop; of task `best` how many of the cheapest are asked for"]
    time_limit_s: Annotated[float | None, "limit on `prepare_s` + `search_s`, for `certify` also on `certify_s`"]
    memory_limit_mb: Annotated[float | None, "limit on the memory of the process tree, MB of 10^6 bytes"]

    status: Annotated[str, "how the case ended, see below", OneOf(STATUSES)]
    replaces: Annotated[str, "the case whose row this one replaces (`danceoff run --rerun`)", _HEX] = ""
    label: Annotated[str, "name of the solver in tables, charts and LaTeX; empty: the plan gave none", _NAME] = ""
    cpu_limit_s: Annotated[float | None, "limit on the CPU time of preparation and search, seconds"] = None
    pin: Annotated[list[int], "the cores to which the processes were pinned; empty for all"] = field(
        default_factory=list
    )
    at_most: Annotated[str, "the most that a cover may cost, as people write it; empty for any cost", AMOUNT] = ""
    maximise: Annotated[bool, "whether the dearest covers were the best ones (`--maximise`)"] = False
    order: Annotated[
        int | None,
        "seed of the shuffled order of items and options that the solver was given; empty: as the problem has them",
    ] = None
    covers: Annotated[
        int,
        "covers found; exact at any size, and a lower bound unless the status is `complete`; of task `best`"
        " those reported",
    ] = 0
    up_to_symmetry: Annotated[
        bool, "whether only one cover per orbit was searched; `search_s` then includes building models of the parts"
    ] = False
    orbits: Annotated[int | None, "covers found up to symmetry, if searched so; `covers` counts all of them"] = None
    fingerprint: Annotated[
        str, "signature of the set of covers found, in any order (`enumerate`, `first`, `unique`)", _HEX
    ] = ""
    checked: Annotated[int, "covers that were checked against the problem, independently of the solver"] = 0
    cost: Annotated[
        int | None,
        "task `best`: the cost of the cheapest cover found; divided by `cost_scale` it is what people wrote",
        SIGNED,
    ] = None
    bound: Annotated[int | None, "no cover costs less, as far as the solver has proven", SIGNED] = None
    cost_scale: Annotated[
        int, "what costs were multiplied by to be whole, and negative if larger ones are better", Signed(but=(0,))
    ] = 1
    certificate: Annotated[
        str,
        "kind of the certificate that was made and checked: `trace`, `best`, `list+proof`, `weights` or `none`",
        OneOf(("", "trace", "best", "list+proof", "weights", "none")),
    ] = ""
    certificate_steps: Annotated[
        int | None, "nodes of its trace, derived clauses of its proof, or items with a weight"
    ] = None
    certificate_bytes: Annotated[int | None, "its size"] = None
    detail: Annotated[str, "one line: what went wrong, what the solver chose and why, or what was not checked"] = ""

    startup_s: Annotated[
        float | None, "process start, imports, reading the problem, loading or compiling kernels, seconds"
    ] = None
    prepare_s: Annotated[float | None, "building the solver's own model of the problem, seconds"] = None
    first_s: Annotated[float | None, "search time until the first cover, seconds"] = None
    points: Annotated[
        list[tuple[float, int]],
        "covers found over time, `[[seconds of search, covers], ...]`, ascending, at most 40; a JSON list",
    ] = field(default_factory=list)
    cost_points: Annotated[
        list[tuple[float, Annotated[int, SIGNED] | None, Annotated[int, SIGNED] | None]],
        "cost and bound over time, `[[seconds of search, cost, bound], ...]`, at most 40; a JSON list",
    ] = field(default_factory=list)
    search_s: Annotated[float | None, "time of the search, without our checks, until its end or stop, seconds"] = None
    certify_s: Annotated[float | None, "making the certificate of what the search found, seconds"] = None
    check_s: Annotated[float | None, "checking the certificate, seconds"] = None
    cpu_s: Annotated[float | None, "CPU time of prepare and search, all threads and processes, seconds"] = None
    reading_s: Annotated[
        float | None,
        "wall time beside these: to read what a program prints, to check covers and certificates, and to send them,"
        " seconds",
    ] = None
    peak_rss_mb: Annotated[
        float | None,
        "largest resident memory of the process tree, start-up included, MB; of a program that of its own processes",
    ] = None
    measured_by: Annotated[str, "how time and memory were measured and limited, see below", OneOf(MEASURES)] = ""
    stats: Annotated[dict[str, int], "the solver's own counters (nodes, conflicts, ...), a JSON object"] = field(
        default_factory=dict
    )

    family: Annotated[str, "family of the problem", _SHORT] = ""
    n_items: Annotated[int | None, "items of the problem"] = None
    n_options: Annotated[int | None, "options of the problem"] = None
    published: Annotated[int | None, "published number of covers, if there is one"] = None
    published_orbits: Annotated[int | None, "published number of covers up to symmetry, if there is one"] = None
    published_cost: Annotated[int | None, "published optimum, if there is one, as `cost`", SIGNED] = None
    versions: Annotated[dict[str, str], "Python, what danceoff needs, and the package of the solver, a JSON object"] = (
        field(default_factory=dict)
    )
    sources: Annotated[
        dict[str, str],
        "files that the solver is made of, each with its digest: a plug-in and what it imports beside it, an"
        " executable, the files of its command, its entry; a JSON object, empty for solvers of danceoff",
    ] = field(default_factory=dict)
    commit: Annotated[str, "git commit of danceoff, with `-dirty` if files of its code were changed", _COMMIT] = ""
    engines: Annotated[
        int | None, "version of our engines with which the row was made; rows of others do not compare"
    ] = None
    load_begin: Annotated[float | None, "load of the machine (1 minute) when the case began"] = None
    load_end: Annotated[float | None, "the same when the case ended"] = None
    swap_begin_mb: Annotated[float | None, "swap in use on the machine when the case began, MB"] = None
    swap_end_mb: Annotated[float | None, "the same when the case ended"] = None
    governor: Annotated[str, "what sets the frequency of the cores (Linux), such as `performance`", _SHORT] = ""
    steal_s: Annotated[
        float | None,
        "time for which the host of a virtual machine took cores of the case away, start-up included, seconds",
    ] = None
    waited_s: Annotated[
        float | None,
        "time for which threads of the case were ready to run and had no core, in `prepare_s` and `search_s`, seconds:"
        " of the worker's main thread exact, of all others as last seen; of a resumed search since it was resumed",
    ] = None
    cpu_begin_mhz: Annotated[float | None, "mean frequency of the cores when the case began, MHz"] = None
    cpu_end_mhz: Annotated[float | None, "the same when the case ended"] = None
    empty_program_s: Annotated[
        float | None, "what a program that does nothing has as `search_s` here, measured once a run, seconds"
    ] = None
    host: Annotated[str, "name of the machine"] = ""
    cpu: Annotated[str, "model of its processor"] = ""
    started: Annotated[str, "when the case began, UTC, ISO 8601", _TIME] = ""
    seed: Annotated[int | None, "seed of the shuffled order of the run"] = None
    schema: Annotated[int, "version of this table with which the row was written"] = SCHEMA

    @property
    def question(self) -> Question:
        """The question that the task names."""
        return question_named(self.task)

    @property
    def asked(self) -> tuple[str, ...]:
        """The rest of the question, in words; rows with the same problem, task and rest are comparable."""
        words = {
            f"at most {self.at_most}": self.at_most,
            "maximise": self.maximise,
            "up to symmetry": self.up_to_symmetry,
        }
        return tuple(word for word, is_asked in words.items() if is_asked)

    @property
    def is_exact(self) -> bool:
        """Whether `covers` is the number of all covers, not a lower bound."""
        question = self.question
        answered_by = (question.is_done_at_limit and self.limit) or question.default_limit
        return self.status == "complete" and (answered_by is None or self.n_apart < answered_by)

    @property
    def n_apart(self) -> int:
        """The number of covers found, or of orbits if the search was up to symmetry."""
        return self.covers if self.orbits is None else self.orbits

    @property
    def is_optimal(self) -> bool:
        """Whether `cost` is proven to be the least of all covers."""
        return self.cost is not None and self.cost == self.bound and self.status != "wrong"

    @property
    def contradicts_optimum(self) -> bool:
        """Whether the published optimum contradicts this row: one of the two must be wrong."""
        if self.published_cost is None:
            return False
        has_no_cover = self.is_exact and self.covers == 0
        is_cheaper = self.cost is not None and self.cost < self.published_cost
        return has_no_cover or is_cheaper or (self.bound is not None and self.bound > self.published_cost)

    @property
    def contradicts_published(self) -> bool:
        """Whether the published number of covers or orbits contradicts this row: one of the two must be wrong."""
        return self.contradicts_optimum or self.question.contradicts_published(self)

    @property
    def gap(self) -> float | None:
        """The gap between cost and bound, relative to the cost or to 1; None if either is unknown."""
        return gap_of(self.cost, self.bound)

    def shown_cost(self, cost: int) -> str:
        """Return a cost or bound of this row as text, in the units of the user."""
        return written(Fraction(cost, self.cost_scale))

    @property
    def answer(self) -> str:
        """The number of covers, or the cost of the cheapest one, in words."""
        return decimal(self.covers) if self.cost is None else f"cost {self.shown_cost(self.cost)}"

    @property
    def limit_s(self) -> float | None:
        """The limit on time or CPU time that stopped the case; for other cases the lower limit, None without limits."""
        if self.status == "timeout" and self.time_limit_s and not self.detail.startswith(CPU_LIMIT):
            return self.time_limit_s
        return min((limit_s for limit_s in (self.time_limit_s, self.cpu_limit_s) if limit_s is not None), default=None)

    @property
    def total_s(self) -> float | None:
        """The sum of prepare_s and search_s; None if either is unknown."""
        if self.prepare_s is None or self.search_s is None:
            return None
        return self.prepare_s + self.search_s


COLUMNS = [column.name for column in fields(Row)]


def as_json(row: Row) -> str:
    """Return the row as one line of JSON, which ends with its checksum; numbers of covers, and costs, are text."""
    body = json.dumps(exact_as_text(vars(row)), ensure_ascii=False)[:-1]
    return f'{body}{_CHECKSUM}"{_checksum(body)}"}}'


def _checksum(body: str) -> str:
    return hashlib.sha256(body.encode(errors="backslashreplace")).hexdigest()[:16]


def changed_lines(directory: Path) -> list[int]:
    """Return the numbers, from 1, of the lines of a results folder that were changed since danceoff wrote them."""
    found = []
    with (directory / FILE).open("rb") as file:
        for number, line in enumerate(_lines(file, directory / FILE), 1):
            body, _, end = line.decode(errors="replace").rstrip("\n").rpartition(_CHECKSUM)
            if end != f'"{_checksum(body)}"}}':
                found.append(number)
    return found


def exact_as_text(columns: Mapping[str, Any]) -> dict[str, Any]:
    """Return the columns with numbers of covers and costs as text, because they may be too large for other readers."""
    found = {name: columns[name] for name in _ANY_SIZE if columns.get(name) is not None}
    return {**columns, **{name: decimal(n) for name, n in found.items() if name in _EXACT or n >= _ROUNDED}}


def exact_as_numbers(columns: Mapping[str, Any]) -> dict[str, Any]:
    """Return the columns with numbers of covers and costs as numbers again; raises ValueError if one is too long."""
    return {**columns, **{name: _number(name, columns[name]) for name in _ANY_SIZE if name in columns}}


def append(directory: Path, *rows: Row) -> None:
    """Append rows and flush them to disk; if there is no room, raises OSError and leaves the file unchanged."""
    path = directory / FILE
    lines = b"".join(map(_line, rows))
    with path.open("ab", buffering=0) as file:
        before = file.tell()
        try:
            while lines:
                lines = lines[file.write(lines) :]
            os.fsync(file.fileno())
        except OSError as error:
            os.truncate(path, before)
            raise OSError(error.errno, error.strerror, str(path)) from None


def _line(row: Row) -> bytes:
    return f"{as_json(row)}\n".encode(errors="backslashreplace")  # lone surrogates, from paths that are not UTF-8


def fault(row: Row) -> str:
    """Return why `read` would refuse the row, and with it the whole folder; empty if it would not."""
    if len(line := _line(row)) > _LONGEST_LINE:
        return _TOO_LONG
    try:
        _row(line, "")
    except BadInput as error:
        return str(error).removeprefix(_NO_ROW.format(""))
    return ""


def mend(directory: Path) -> bool:
    """Remove an incomplete last line, which a killed run left behind; return whether there was one."""
    path = directory / FILE
    if not path.exists():
        return False
    content = path.read_bytes()
    n_whole = content.rfind(b"\n") + 1  # bytes in complete lines
    if n_whole == len(content):
        return False
    os.truncate(path, n_whole)
    return True


def read(directory: Path) -> list[Row]:
    """Return the valid rows of a results folder, in the order in which they were written.

    Leaves out an incomplete last line, rows that a later row replaces, and all but the last row of each case. Raises
    BadInput if there are no results, or a line does not match the annotations of `Row`: the file may come from
    anywhere.
    """
    return latest(read_on(directory)[0])


def latest(lines: Iterable[Row]) -> list[Row]:
    """Return the rows of a file that count: the last row of each case, unless a row of another case replaces it."""
    rows: dict[str, Row] = {}
    for row in lines:
        rows.pop(row.case, None)
        rows.pop(row.replaces, None)
        rows[row.case] = row
    return list(rows.values())


def without(rows: Sequence[Row], solvers: Sequence[str]) -> list[Row]:
    """Return the rows without these solvers, named by spec or label; raises BadInput for a solver without rows."""
    from danceoff.experiments.words.solver_names import is_named, named  # late: solvers, 30 ms

    labels = {row.label for row in rows} - {""}
    left_out = named("--without", solvers, (row.solver for row in rows), sorted(labels))
    return [row for row in rows if not is_named(row.solver, left_out) and row.label not in left_out]


def read_on(directory: Path, begin: int = 0) -> tuple[list[Row], int]:
    """Return all rows from byte `begin` on, and the byte to continue from; an incomplete last line is not read yet."""
    path = regular(directory / FILE)
    try:
        with path.open("rb") as file, uncollected():
            file.seek(begin)
            return _rows(file, path), file.tell()
    except OSError as error:
        raise BadInput(f"{directory}: no results here ({FILE}: {error.strerror})") from None


def _rows(file: IO[bytes], path: Path) -> list[Row]:
    """The rows of all complete lines; leaves the position of the file after the last of them."""
    return [_row(line, f"{path}:{number}") for number, line in enumerate(_lines(file, path), 1)]


def _lines(file: IO[bytes], path: Path) -> Iterator[bytes]:
    """Yield all complete lines, and leave the position of the file after the last of them."""
    number = 1
    while (line := file.readline(_LONGEST_LINE + 1)).endswith(b"\n"):
        yield line
        number += 1
    if len(line) > _LONGEST_LINE:
        raise BadInput(_NO_ROW.format(f"{path}:{number}") + _TOO_LONG)
    file.seek(-len(line), os.SEEK_CUR)


def _row(line: bytes, where: str) -> Row:
    try:
        values = json.loads(line)
        if isinstance(values, dict):
            if (version := values.get("schema")) != SCHEMA:
                raise ValueError(f"schema is {version!r}, and this danceoff reads {SCHEMA}: run the plan again")
            values.pop("checksum", None)  # of the line; `changed_lines` compares it
            values = exact_as_numbers(values)
        return Row(**checked(values, Row, _ANY_SIZE))
    except RecursionError:
        why = "nested too deeply"
    except ValueError as error:
        why = str(error)
    raise BadInput(_NO_ROW.format(where) + why)


def _number(name: str, value: Any) -> Any:
    """Return the number in a text of digits, or any other value unchanged; raises ValueError for too many digits."""
    digits = value.removeprefix(_SIGN.get(name, "")) if isinstance(value, str) else ""
    if not (digits.isascii() and digits.isdecimal()):
        return value
    return whole(digits) if digits == value else -whole(digits)
