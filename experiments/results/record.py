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
STATUSES = ("complete", "limit", "timeout", "memory", "unsupported", "missing", "crashed", "wrong")
"""How a case may end, the best first; results/README.md says what each means."""
SOLVED = ("complete", "limit")
"""Statuses of a row with an answer."""
MEASURES = ("poll", "cgroup", "")
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
    """The record of one case. results/README.md says what each column means, and what its values mean."""

    case: Annotated[str, _CASE]
    problem: Annotated[str, _NAME]
    digest: Annotated[str, _HEX]
    solver: Annotated[str, _NAME]
    task: Annotated[str, OneOf(TASKS)]
    repeat: int
    limit: int | None
    time_limit_s: float | None
    memory_limit_mb: float | None

    status: Annotated[str, OneOf(STATUSES)]
    replaces: Annotated[str, _HEX] = ""
    label: Annotated[str, _NAME] = ""
    cpu_limit_s: float | None = None
    pin: list[int] = field(default_factory=list)
    at_most: Annotated[str, AMOUNT] = ""
    maximise: bool = False
    distinct: str = ""
    order: int | None = None
    covers: int = 0
    up_to_symmetry: bool = False
    orbits: int | None = None
    fingerprint: Annotated[str, _HEX] = ""
    checked: int = 0
    cost: Annotated[int | None, SIGNED] = None
    bound: Annotated[int | None, SIGNED] = None
    cost_scale: Annotated[int, Signed(but=(0,))] = 1
    certificate: Annotated[str, OneOf(("", "trace", "best", "list+proof", "weights", "none"))] = ""
    certificate_steps: int | None = None
    certificate_bytes: int | None = None
    detail: str = ""

    startup_s: float | None = None
    prepare_s: float | None = None
    first_s: float | None = None
    points: list[tuple[float, int]] = field(default_factory=list)
    cost_points: list[tuple[float, Annotated[int, SIGNED] | None, Annotated[int, SIGNED] | None]] = field(
        default_factory=list
    )
    search_s: float | None = None
    certify_s: float | None = None
    check_s: float | None = None
    cpu_s: float | None = None
    reading_s: float | None = None
    peak_rss_mb: float | None = None
    measured_by: Annotated[str, OneOf(MEASURES)] = ""
    stats: dict[str, int] = field(default_factory=dict)

    family: Annotated[str, _SHORT] = ""
    n_items: int | None = None
    n_options: int | None = None
    published: int | None = None
    published_orbits: int | None = None
    published_cost: Annotated[int | None, SIGNED] = None
    versions: dict[str, str] = field(default_factory=dict)
    sources: dict[str, str] = field(default_factory=dict)
    commit: Annotated[str, _COMMIT] = ""
    engines: int | None = None
    load_begin: float | None = None
    load_end: float | None = None
    swap_begin_mb: float | None = None
    swap_end_mb: float | None = None
    governor: Annotated[str, _SHORT] = ""
    steal_s: float | None = None
    waited_s: float | None = None
    cpu_begin_mhz: float | None = None
    cpu_end_mhz: float | None = None
    empty_program_s: float | None = None
    host: str = ""
    cpu: str = ""
    started: Annotated[str, _TIME] = ""
    seed: int | None = None
    schema: int = SCHEMA

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
            f"distinct {self.distinct}": self.distinct,
        }
        return tuple(word for word, is_asked in words.items() if is_asked)

    @property
    def is_exact(self) -> bool:
        """Whether `covers` is the number of all covers, not a lower bound."""
        question = self.question
        # A search that ends at its limit may not know all covers, although its answer is complete.
        most = self.limit if question.is_done_at_limit and self.limit else question.default_limit
        return self.status == "complete" and (most is None or self.n_apart < most)

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
        """The time limit if it stopped the case, else the lower one of the two limits on time; None without limits."""
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
    body = json.dumps(exact_as_text(vars(row)), ensure_ascii=False)[:-1]  # without the brace at the end
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
            rows = [_row(line, f"{path}:{number}") for number, line in enumerate(_lines(file, path), 1)]
            return rows, file.tell()
    except OSError as error:
        raise BadInput(f"{directory}: no results here ({FILE}: {error.strerror})") from None


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
