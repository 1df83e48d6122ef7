"""The messages between the parent of a case and its worker: one assignment, then answers up to the status.

Both are JSON. The worker reads nothing but the assignment. An answer is one line: columns of the row as they become
known, and values that only the parent uses.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Protocol, TypedDict, Unpack, cast

from danceoff.experiments.plans.case import Case, Show
from danceoff.experiments.results.record import exact_as_numbers, exact_as_text


@dataclass(frozen=True)
class Assignment:
    """What the worker has to do.

    case: the case to run.
    show: which pictures of its covers to send.
    certificate: the file that task `certify` writes.
    checkpoint: the file from which a search in parts resumes.
    """

    case: Case
    show: Show | None
    certificate: Path
    checkpoint: Path | None

    def to_json(self) -> bytes:
        """Return the assignment as JSON."""
        values = {
            "case": asdict(self.case),
            "show": self.show and asdict(self.show),
            "certificate": str(self.certificate),
            "checkpoint": self.checkpoint and str(self.checkpoint),
        }
        return json.dumps(values).encode()

    @classmethod
    def from_json(cls, text: str) -> Assignment:
        """Parse what `to_json` wrote."""
        values = json.loads(text)
        return cls(
            Case(**values["case"]),
            values["show"] and Show(**values["show"]),
            Path(values["certificate"]),
            values["checkpoint"] and Path(values["checkpoint"]),
        )


class Columns(TypedDict, total=False):
    """Columns of the row that the worker fills in; `results.record.Row` explains them."""

    digest: str
    family: str
    n_items: int
    n_options: int
    published: int | None
    published_orbits: int | None
    published_cost: int | None
    solver: str
    prepare_s: float
    first_s: float
    search_s: float
    cpu_s: float
    waited_s: float | None
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


class Answer(Columns, total=False):
    """One answer of a worker: any of these values.

    worker: its process number; sent first.
    compiling: the engine whose kernels are being compiled, how many are, and how many it needs.
    ready: the solver is loaded, and the clock of the case starts.
    before: wall and CPU seconds of the search in earlier runs.
    searched: the times of the search are final.
    invalid: what is wrong with the case; no status follows.
    warning: what the user should know besides the answer, in one line.
    has_costs: whether the options of the problem have costs.
    source: where the published number of covers comes from.
    reasons: why there can be no cover.
    conflict: items that cannot be covered together, and what is known of them.
    alone: whether the first cover is the only one, in words, or how to find out.
    picture: a cover as text.
    svg: a cover as an SVG file.
    figure: a cover as part of a page.
    exhibit: a cover as a gallery draws it.
    model: the cover to write as a model, as option numbers.
    options: covers, as option numbers.
    found: a cover for programs, in the form that `--format json` prints.
    cheaper: a cover that is one of the cheapest so far: its cost and its option numbers.
    rows: rows that answer a question, of the table that the question describes.
    puzzles: of a list of sudokus, the number of puzzles.
    answered, solved, unique: of a list of sudokus, the puzzles answered so far, those with a cover, and those with
        exactly one cover.
    lines: the next answers to a list of sudokus, as text.
    """

    worker: int
    compiling: tuple[str, int, int]
    ready: bool
    before: tuple[float, float]
    searched: bool
    invalid: str
    warning: str
    has_costs: bool
    source: str
    reasons: list[str]
    conflict: dict[str, object]
    alone: str
    picture: str
    svg: str
    figure: str
    exhibit: dict[str, Any]
    model: Sequence[int]
    options: Sequence[Sequence[int]]
    found: dict[str, object]
    cheaper: tuple[int, Sequence[int]]
    rows: Sequence[Sequence[Any]]
    puzzles: int
    answered: int
    solved: int
    unique: int
    lines: str


class Send(Protocol):
    """Sends an answer to the parent."""

    def __call__(self, **answer: Unpack[Answer]) -> None:
        """Send an answer with these values."""


Watch = Callable[[Answer], None]
"""Receives the answers of a worker as they arrive."""


def to_line(answer: Answer) -> str:
    """Return the answer as one line of JSON."""
    return json.dumps(exact_as_text(dict(answer))) + "\n"


def from_line(line: bytes) -> Answer:
    """Parse what `to_line` wrote."""
    return cast("Answer", exact_as_numbers(json.loads(line)))
