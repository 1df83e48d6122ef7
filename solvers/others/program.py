"""Any program as a backend: a TOML entry says how to run it, which format it reads, and how to read its output."""

from __future__ import annotations

import os
import re
import selectors
import signal
import subprocess
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory, TemporaryFile
from typing import Any, ClassVar

from danceoff.problems import Cover, Covers, ExactCover, InvalidProblem
from danceoff.problems.formats import ec, knuth, linear, matrix
from danceoff.solvers.base import Feature, MissingBackend, Search, Solver, UnsupportedProblem
from danceoff.solvers.sat.clauses import dimacs

INPUTS: Mapping[str, tuple[str, Callable[[ExactCover], str]]] = {
    "knuth": ("dlx", knuth.write),
    "ec": ("ec", ec.write),
    "dimacs": ("cnf", dimacs.write),
    "dimacs-projected": ("cnf", dimacs.write),
    "opb": ("opb", linear.write_opb),
    "lp": ("lp", linear.write_lp),
    "matrix": ("csv", matrix.write),
}
"""For each input format, the ending of the file and the function that writes it."""

OUTPUTS = ("options", "items", "dimacs", "count")
LARGEST_OUTPUT = 1 << 30
"""Bytes that a program may print before it is killed; a single line may have a hundredth of them."""
_PATIENCE_S = 0.05
_KEYS = {"command": list, "input": str, "output": str, "count": str, "first": int, "exit_codes": list, "none": list}


@dataclass(frozen=True)
class Entry:
    """One program.

    command: its words. `{file}` stands for the file with the problem; without it, the problem is standard input.
    input: the format of the problem, a key of INPUTS.
    output: how covers are printed. `options`: a line of option numbers for each cover. `items`: a line `NUMBER:` before
        each cover, then a line of item names for each option, as Knuth's programs print them. `dimacs`: `v` lines up
        to a 0 for each cover. `count`: only the number of covers.
    count: for output `count`, a regular expression; the first group of its last match is the number.
    first: for output `options`, the number of the first option.
    exit_codes: the exit codes of a complete search.
    none: further exit codes that mean that there is no cover.
    """

    command: tuple[str, ...]
    input: str = "knuth"
    output: str = "options"
    count: str = r"(\d+)"
    first: int = 0
    exit_codes: tuple[int, ...] = (0,)
    none: tuple[int, ...] = ()


@dataclass(frozen=True)
class Program(Solver):
    """A program as a backend; `kind_of` makes a subclass for each entry."""

    name: ClassVar[str] = "program"
    features: ClassVar[frozenset[Feature]] = frozenset()
    entry: ClassVar[Entry]

    def __reduce__(self) -> tuple[Any, ...]:
        return _named, (self.name,)

    def build(self, problem: ExactCover, blocked: frozenset[Cover]) -> Search:
        """Write the problem. Raises UnsupportedProblem if the program's format cannot express it."""
        ending, write = INPUTS[self.entry.input]
        try:
            text = write(problem)
        except InvalidProblem as error:
            raise UnsupportedProblem(f"{self.name}: {error}") from None
        kind = _Counting if self.entry.output == "count" else _Listing
        return kind(self.name, self.entry, problem, text, f"problem.{ending}", blocked)

    def warm_up(self, problem: ExactCover, listing: bool) -> None:
        """Do nothing: each search starts a new process."""


def _named(name: str) -> Program:
    return kind_of(name)()


def kind_of(name: str) -> type[Program]:
    """Return the class of `FILE.toml:NAME`.

    Raises ValueError if the file has no such entry, and MissingBackend if the program is not installed.
    """
    file, key = name.rsplit(":", 1)
    entry = entries(Path(file)).get(key)
    if entry is None:
        raise ValueError(f"{file}: there is no program {key!r}; there are {', '.join(entries(Path(file))) or 'none'}")
    if not which(entry.command[0]):
        raise MissingBackend(f"solver {name} needs the program {entry.command[0]}: install it, or give its path")
    return _kind(name, entry)


@cache
def _kind(name: str, entry: Entry) -> type[Program]:
    features = {Feature.SECONDARY}
    if entry.output != "count":
        features = {Feature.LIST, Feature.SECONDARY, Feature.BLOCK}
    if entry.input in ("opb", "lp", "dimacs", "dimacs-projected"):
        features.add(Feature.MULTIPLICITY)
    return dataclass(frozen=True)(
        type("Program", (Program,), {"name": name, "features": frozenset(features), "entry": entry})
    )


def entries(file: Path) -> dict[str, Entry]:
    """Return the entries of a file's table `programs`. Raises ValueError that names the file and the wrong key."""
    try:
        table = tomllib.loads(file.read_text(encoding="utf-8")).get("programs", {})
    except OSError as error:
        raise ValueError(f"{file}: {(error.strerror or str(error)).lower()}") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ValueError(f"{file}: {error}") from None
    if not isinstance(table, dict):
        raise ValueError(f"{file}: programs must be a table")
    return {name: _entry(f"{file}: programs.{name}", own) for name, own in table.items()}


def _entry(where: str, table: Any) -> Entry:
    if not isinstance(table, dict) or not table.get("command"):
        raise ValueError(f"{where}: must be a table with a command, a list of words")
    for key, value in table.items():
        if key not in _KEYS:
            raise ValueError(f"{where}: unknown key {key!r}; there are {', '.join(_KEYS)}")
        of = str if key == "command" else int
        if type(value) is not _KEYS[key] or (isinstance(value, list) and not all(type(one) is of for one in value)):
            wanted = f"a list of {of.__name__}" if _KEYS[key] is list else f"of type {_KEYS[key].__name__}"
            raise ValueError(f"{where}: {key} must be {wanted}")
    if table.get("input", "knuth") not in INPUTS:
        raise ValueError(f"{where}: unknown input {table['input']!r}; there are {', '.join(INPUTS)}")
    if table.get("output", "options") not in OUTPUTS:
        raise ValueError(f"{where}: unknown output {table['output']!r}; there are {', '.join(OUTPUTS)}")
    try:
        if re.compile(table.get("count", "()")).groups < 1:
            raise ValueError(f"{where}: count must have a group that matches the number, as in '(\\d+) solutions'")
    except re.error as error:
        raise ValueError(f"{where}: count is not a regular expression: {error}") from None
    values: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in table.items()}
    return Entry(**values)


class _Run(Search):
    def __init__(
        self, name: str, entry: Entry, problem: ExactCover, text: str, file: str, blocked: frozenset[Cover]
    ) -> None:
        self.name, self.entry, self.problem, self.text, self.file = name, entry, problem, text, file
        self.blocked = blocked
        self.code: int | None = None

    @contextmanager
    def _lines(self) -> Iterator[Iterator[str | None]]:
        """Run the program and give the lines that it prints as they come, and None as a heartbeat."""
        with TemporaryDirectory(prefix="danceoff-program-") as scratch, TemporaryFile() as given:
            file = Path(scratch) / self.file
            by_file = any("{file}" in word for word in self.entry.command)
            if by_file:
                file.write_text(self.text, encoding="utf-8")
            else:
                given.write(self.text.encode())
                given.seek(0)
            program, *words = self.entry.command
            process = subprocess.Popen(
                [
                    str(Path(which(program) or program).absolute()),
                    *(word.replace("{file}", str(file)) for word in words),
                ],
                stdin=subprocess.DEVNULL if by_file else given,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd=scratch,
                env={"PATH": os.defpath, "HOME": scratch, "TMPDIR": scratch, "LC_ALL": "C.UTF-8", **_marks()},
                process_group=0,
            )
            assert process.stdout is not None
            try:
                yield self._read(process.stdout.fileno())
                self.code = process.wait()
            finally:
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                process.communicate()

    def _read(self, descriptor: int) -> Iterator[str | None]:
        rest, n_bytes = b"", 0
        with selectors.DefaultSelector() as selector:
            selector.register(descriptor, selectors.EVENT_READ)
            while True:
                if not selector.select(_PATIENCE_S):
                    yield None
                    continue
                arrived = os.read(descriptor, 1 << 16)
                n_bytes += len(arrived)
                *lines, rest = (rest + arrived).split(b"\n")
                if n_bytes > LARGEST_OUTPUT or len(rest) > LARGEST_OUTPUT // 100:
                    raise RuntimeError(
                        f"{self.name} prints more than {LARGEST_OUTPUT} bytes, or {LARGEST_OUTPUT // 100} on one line"
                    )
                yield from (line.decode(errors="replace").strip() for line in lines)
                if not arrived:
                    if rest:
                        yield rest.decode(errors="replace").strip()
                    return

    def _refuse_bad_end(self) -> None:
        if self.code not in (*self.entry.exit_codes, *self.entry.none):
            expected = " or ".join(map(str, (*self.entry.exit_codes, *self.entry.none)))
            raise RuntimeError(f"{self.name} ended with exit code {self.code}, not {expected}")


def _marks() -> dict[str, str]:
    """Return the environment variables by which the runner finds the processes of a case."""
    return {name: value for name, value in os.environ.items() if name.startswith("DANCEOFF_")}


class _Listing(_Run):
    def _batches(self) -> Iterator[Covers]:  # type: ignore[override]
        with self._lines() as lines:
            for cover in self._covers(lines):
                if cover is None:
                    yield Covers.of([])
                elif tuple(sorted(cover)) not in self.blocked:
                    yield Covers.of([cover])
        self._refuse_bad_end()

    def _covers(self, lines: Iterator[str | None]) -> Iterator[list[int] | None]:
        read = {"options": self._options, "items": self._items, "dimacs": self._dimacs}[self.entry.output]
        return read(lines)

    def _options(self, lines: Iterator[str | None]) -> Iterator[list[int] | None]:
        for line in lines:
            yield None if line is None else [self._number(word) - self.entry.first for word in line.split()]

    def _items(self, lines: Iterator[str | None]) -> Iterator[list[int] | None]:
        number_of = {self.problem.item_name(i): i for i in range(self.problem.n_items)}
        options: dict[frozenset[int], list[int]] = {}
        for k in range(self.problem.n_options):
            options.setdefault(frozenset(self.problem.items_of(k)), []).append(k)
        if any(len(same) > 1 for same in options.values()):
            raise UnsupportedProblem(f"{self.name} names options by their items, and some options are equal")
        cover: list[int] | None = None
        for line in lines:
            if line is None:
                yield None
            elif re.fullmatch(r"\d+:", line):
                if cover is not None:
                    yield cover
                cover = []
            elif line and cover is not None:
                words = line.partition(" (")[0].split()
                if not set(words) <= set(number_of):
                    raise RuntimeError(f"{self.name} prints {line[:80]!r}, which is not an option")
                cover.append(options.get(frozenset(map(number_of.__getitem__, words)), [-1])[0])
        if cover is not None:
            yield cover

    def _dimacs(self, lines: Iterator[str | None]) -> Iterator[list[int] | None]:
        cover: list[int] = []
        for line in lines:
            if line is None:
                yield None
            elif line.startswith("v"):
                for literal in map(self._number, line[1:].split()):
                    if literal == 0:
                        yield cover
                        cover = []
                    elif 0 < literal <= self.problem.n_options:
                        cover.append(literal - 1)

    def _number(self, word: str) -> int:
        try:
            return int(word)
        except ValueError:
            raise RuntimeError(f"{self.name} prints {word[:40]!r} where a number should be") from None


class _Counting(_Run):
    def _batches(self) -> Iterator[Covers]:  # type: ignore[override]
        raise UnsupportedProblem(f"{self.name} counts covers and lists none: ask for the count")

    def _increments(self) -> Iterator[int]:  # type: ignore[override]
        found = ""
        with self._lines() as lines:
            for line in lines:
                if line is None:
                    yield 0
                elif match := re.search(self.entry.count, line):
                    found = match[1]
        self._refuse_bad_end()
        if self.code in self.entry.none:
            yield 0
        elif not found.isdecimal():
            raise RuntimeError(f"{self.name} prints no count that matches {self.entry.count!r}")
        else:
            yield int(found)
