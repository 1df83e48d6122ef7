"""The messages between the parent of a case and its worker: one assignment, then answers up to the status.

The assignment is the arguments of `worker.work`, pickled, for they may hold a problem; the worker reads nothing else.
An answer is one line of JSON: columns of the row as they become known, and values that only the parent uses. Covers
that the parent merely prints follow the line as bytes, which the parent does not parse.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypedDict, Unpack

from danceoff import problems
from danceoff.asking.ask import Ask
from danceoff.experiments import BadInput
from danceoff.experiments.results.record import COLUMNS, Row, exact_as_numbers, exact_as_text
from danceoff.questions.events import Answered, Event, Explained, Found, Improved, Settled

_LONGEST = 2000  # characters of a detail


def in_short(detail: str) -> str:
    """Return a detail, cut if it is too long for a line, since a solver may raise any text."""
    return detail if len(detail) <= _LONGEST else f"{detail[:_LONGEST]}..."


@dataclass(frozen=True)
class Show:
    """The forms in which a worker sends covers.

    text: `plain`, `boxed` or `coloured`: every cover as text in this style; empty for none.
    columns: the most columns of the text.
    svg: whether to send the first cover as an SVG file.
    model: whether to send the first cover as option numbers.
    gallery: whether to send every cover as a line of a gallery.
    options: whether to send every cover as option numbers.
    answers: `json`, `jsonl` or `csv`: every cover in this format; empty for none.
    """

    text: str = ""
    columns: int = 0
    svg: bool = False
    model: bool = False
    gallery: bool = False
    options: bool = False
    answers: str = ""


class Columns(TypedDict, total=False):
    """Columns of the row that the worker fills in; results/README.md explains them."""

    digest: str
    family: str
    n_items: int
    n_options: int
    published: int | None
    published_orbits: int | None
    published_cost: int | None
    solver: str
    prepare_s: float
    first_s: float | None
    search_s: float
    cpu_s: float
    waited_s: float | None
    reading_s: float
    covers: int
    orbits: int | None
    checked: int
    fingerprint: str
    points: list[list[float]]
    cost: int | None
    bound: int | None
    cost_scale: int
    cost_points: list[list[Any]]
    certificate: str
    certificate_steps: int | None
    certificate_bytes: int
    certify_s: float
    check_s: float
    peak_rss_mb: float | None
    stats: dict[str, int]
    status: str
    detail: str


class Message(Columns, total=False):
    """One answer of a worker: any of these values.

    worker: its process number; sent first.
    compiling: the engine whose kernels are being compiled, and about how many seconds they all take.
    shape: the values of `warm.Shape`: what a server may load ahead of the next case.
    ready: True: the solver is loaded, and the clock of the case starts; False: it loads more, and the clock stops.
    runs_programs: whether the times are those of programs that the worker runs.
    done: in a count, the estimated share of the search tree that is done; it never falls.
    searched: the times of the search are final.
    invalid: what is wrong with the case; no status follows.
    warning: a warning for the user, in one line.
    evidence: where the published number of covers comes from, and the number of all covers if it is certified.
    explained: why there can be no cover: `reasons`, and items that cannot be covered together, as in `Explanation`.
    remarks: further remarks for the reader, in words.
    printed: covers as they are printed, in UTF-8.
    exhibits: covers as lines of a gallery.
    svg: a cover as an SVG file.
    options: covers, as option numbers.
    cheaper: a cover that is one of the cheapest so far: its cost and its option numbers.
    settled: the last cover of `cheaper` is final, and the covers to come differ from it.
    rows: rows that answer a question, of the table that the question describes.
    sudokus: for a list of sudokus, the numbers of puzzles: all, answered so far, with a cover (solved), and with
        exactly one cover (unique).
    """

    worker: int
    compiling: tuple[str, int]
    shape: Sequence[str | int | bool | None]
    ready: bool
    runs_programs: bool
    done: float
    searched: bool
    invalid: str
    warning: str
    evidence: tuple[str, int | None]
    explained: dict[str, Any]
    remarks: list[str]
    printed: bytes
    exhibits: str
    svg: str
    options: Sequence[Sequence[int]]
    cheaper: tuple[int, Sequence[int]]
    settled: bool
    rows: Sequence[Sequence[Any]]
    sudokus: dict[str, int]


def unanswered(case: Ask, status: str, detail: str) -> Row:
    """Return the row of a case of which only the status is known."""
    columns = {name: value for name, value in case.columns.items() if name in COLUMNS} | {"pin": list(case.pin)}
    return Row(case=case.key, **columns, status=status, detail=in_short(detail))


def row_of(case: Ask, found: Mapping[str, Any]) -> Row:
    """Return the row of a case that has ended; raises BadInput if the worker found the case invalid.

    found: the answers of the worker, merged; what is no column of a row is left out.
    """
    if "invalid" in found:
        raise BadInput(found["invalid"])
    columns = {name: value for name, value in found.items() if name in COLUMNS}
    # The worker may have loaded `FILE.toml:NAME`, the spec; a row names the solver as the plan does, without the file.
    columns["detail"] = in_short(found.get("detail", "").replace(case.spec, case.solver))
    if case.spec != case.solver:
        columns["solver"] = case.solver
    return replace(unanswered(case, "", ""), **columns)


def events(message: Message) -> Iterator[Event]:
    """Yield the events of a walk that an answer of its worker describes."""
    if "options" in message:
        yield Found(problems.Covers.of(message["options"]), 0)
    if "cheaper" in message:
        cost, cover = message["cheaper"]
        yield Improved(None, None, (cost, tuple(cover)))
    if "settled" in message:
        yield Settled()
    if "rows" in message:
        yield Answered([*map(tuple, message["rows"])])
    if "explained" in message:
        yield Explained(message["explained"])


class Send(Protocol):
    """Sends an answer to the parent."""

    def __call__(self, **answer: Unpack[Message]) -> None:
        """Send an answer with these values."""


Watch = Callable[[Message], None]
"""Receives the answers of a worker as they arrive."""

_SHOWN = 40  # bytes of what is no answer


def to_bytes(answer: Message) -> bytes:
    """Return the answer as bytes: a line of JSON with the values and the number of bytes to print, and these bytes."""
    values: dict[str, Any] = dict(answer)
    printed: bytes = values.pop("printed", b"")
    return json.dumps([exact_as_text(values), len(printed)]).encode() + b"\n" + printed


class NoAnswer(ValueError):
    """The data from the pipe is no answer of a worker, since a solver may write to any descriptor."""


class Incoming:
    """Parses the answers in the data of a pipe, piece by piece."""

    def __init__(self) -> None:
        self._data = bytearray()

    def feed(self, piece: bytes) -> Iterator[Message]:
        """Yield the answers that are complete with this further piece; raises NoAnswer."""
        self._data += piece
        while begin := self._data.find(b"\n") + 1:
            line = bytes(self._data[:begin])
            try:
                columns, size = json.loads(line)
                values: Any = exact_as_numbers(columns)
                n_printed = int(size)
            except (ValueError, TypeError, RecursionError):
                raise NoAnswer(f"{line.strip()[:_SHOWN]!r}") from None
            end = begin + n_printed
            if len(self._data) < end:
                return
            if n_printed:
                values["printed"] = bytes(self._data[begin:end])
            del self._data[:end]
            yield values
