"""Readers of the output of a program: from text to covers; an empty batch or None is a heartbeat."""

import re
from collections.abc import Callable, Generator, Iterator, Mapping
from typing import TypeAlias

import numpy as np

from danceoff.problems import Covers, ExactCover
from danceoff.solvers.base import Steps, UnsupportedProblem
from danceoff.solvers.entries import Entry

Lines: TypeAlias = Iterator[str | None]
Reader: TypeAlias = Callable[[str, Entry, ExactCover, Lines], Steps]

_IN_OPTIONS = b"0123456789 \t\r\n"
_LARGEST = 2**31 - 1


def options(name: str, entry: Entry, block: bytes) -> Covers:
    """Return the covers in a block of output `options`: lines of option numbers; an empty line is the empty cover.

    Raises RuntimeError for other text.
    """
    if others := block.translate(None, _IN_OPTIONS):
        word = re.search(rb"\S*" + re.escape(others[:1]) + rb"\S*", block)
        raise _no_number(name, (word[0] if word else others).decode(errors="replace"))
    text = np.frombuffer(block, np.uint8)
    is_digit = (text >= ord("0")).astype(np.int8)  # all other characters are white space
    begin = np.flatnonzero(np.diff(is_digit, prepend=np.int8(0)) > 0)
    # NumPy reads 0 where there is no number at all.
    number = np.fromstring(block, np.int64, sep=" ") if len(begin) else np.zeros(0, np.int64)
    end = np.searchsorted(begin, np.flatnonzero(text == ord("\n")))  # how many numbers begin before each line ends
    return Covers(np.concatenate([[0], end]), np.minimum(number, _LARGEST) - entry.first)


def _items(name: str, _entry: Entry, problem: ExactCover, lines: Lines) -> Steps:
    number_of = {
        frozenset(problem.entry_name(*entry) for entry in problem.entries_of(k)): k for k in range(problem.n_options)
    }
    known = frozenset().union(*number_of)
    if len(number_of) < problem.n_options:
        raise UnsupportedProblem(f"{name} names options by their items, and some options are equal")

    def option(line: str) -> int:
        words = line.partition(" (")[0].split()
        if not known.issuperset(words):
            raise RuntimeError(f"{name} prints {line[:80]!r}, which is not an option")
        return number_of.get(frozenset(words), -1)  # no option has the number -1, so the check of the cover fails

    def found() -> Generator[int | str | None]:
        for line in lines:
            if line is None or re.fullmatch(r"\d+:", line):
                yield line  # a heartbeat, or the head of a cover, such as `3:`
            elif line:
                yield option(line)

    yield from _gathered(found())


def _dimacs(name: str, _entry: Entry, problem: ExactCover, lines: Lines) -> Steps:
    cover: list[int] = []
    for line in lines:
        if line is None:
            yield None
        elif line.startswith("v"):
            for literal in (_number(name, word) for word in line[1:].split()):
                if literal == 0:
                    yield cover
                    cover = []
                elif 0 < literal <= problem.n_options:
                    cover.append(literal - 1)


def _matches(name: str, entry: Entry, problem: ExactCover, lines: Lines) -> Steps:
    begin, chosen = re.compile(entry.begin), re.compile(entry.chosen)

    def found() -> Generator[int | str | None]:
        for line in lines:
            if line is None:
                yield None
                continue
            if begin.search(line):
                yield line
            for match in chosen.finditer(line):
                option = _number(name, match[1]) - entry.first
                if option < problem.n_options:  # OPB and LP have further variables, for colours
                    yield option

    yield from _gathered(found())


def _gathered(found: Iterator[int | str | None]) -> Steps:
    """Yield the covers: a text begins a cover, and the numbers after it are its options."""
    cover: list[int] | None = None
    for one in found:
        if one is None:
            yield None
        elif isinstance(one, int):
            if cover is not None:
                cover.append(one)
        else:
            if cover is not None:
                yield cover
            cover = []
    if cover is not None:
        yield cover


def _number(name: str, word: str) -> int:
    try:
        return int(word)
    except ValueError:
        raise _no_number(name, word) from None


def _no_number(name: str, word: str) -> RuntimeError:
    return RuntimeError(f"{name} prints {word[:40]!r} where a number should be")


READERS: Mapping[str, Reader] = {"items": _items, "dimacs": _dimacs, "lines": _matches}
"""The reader of each output but `options` that lists covers."""
