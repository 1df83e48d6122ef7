"""The exact cover model: a problem, its answers, and the check that an answer is one.

Knuth's words (TAOCP 4B, 7.2.2.1): an *item* must be covered, a *primary* item exactly once, a *secondary* item at
most once; an *option* covers some items; a *cover* is a set of options that covers every primary item exactly once
and no secondary item twice.
"""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from problems.names import Names

IntArray: TypeAlias = NDArray[np.int32]
BoolArray: TypeAlias = NDArray[np.bool_]
Cover: TypeAlias = tuple[int, ...]
"""One answer: option numbers, ascending."""

_INT32_MAX = np.iinfo(np.int32).max
_CHECK_CELLS = 1 << 17  # (cover, item) counters held at once by check(): 1 MB stays in cache, twice as fast as 32


class InvalidProblem(ValueError):
    """The input is not a well-formed problem; the message is one line that says what is wrong and where."""


@dataclass(frozen=True, eq=False)
class Covers:
    """A batch of covers in compressed rows: cover k is `option[start[k]:start[k + 1]]`, in any order.

    start: int32[n_covers + 1]; option: int32[start[-1]].
    """

    start: IntArray
    option: IntArray

    @classmethod
    def of(cls, covers: Iterable[Sequence[int]]) -> Covers:
        """Pack covers given one by one."""
        rows = list(covers)
        return cls(_offsets([len(row) for row in rows]), np.array([o for row in rows for o in row], dtype=np.int32))

    def __len__(self) -> int:
        return len(self.start) - 1

    def __iter__(self) -> Iterator[Cover]:
        option, start = self.option.tolist(), self.start.tolist()
        for begin, end in pairwise(start):
            yield tuple(sorted(option[begin:end]))

    def select(self, mask: BoolArray) -> Covers:
        """The covers k with mask[k]. mask: bool[n_covers]."""
        size = np.diff(self.start)
        return Covers(_offsets(size[mask]), self.option[np.repeat(mask, size)])


@dataclass(frozen=True, eq=False)
class ExactCover:
    """An immutable exact cover problem in compressed rows; raises InvalidProblem unless it is well formed.

    Option k covers `item[start[k]:start[k + 1]]`, ascending. start: int32[n_options + 1]; item: int32[start[-1]].
    Items below n_primary are primary, the others secondary. Every option covers a primary item. Two equal options are
    two options and make two covers. A problem without primary items has exactly one cover, the empty one.

    item_names and option_names are for people: no solver reads them. Empty means that numbers will do.
    origin and taken tell what `given` and `without` did: option k is option `origin[k]` of the problem it was first
    cut from, of which the options `taken` are chosen already.
    """

    start: IntArray
    item: IntArray
    n_items: int
    n_primary: int
    item_names: Sequence[Hashable] = ()
    option_names: Sequence[Hashable] = ()
    origin: IntArray = field(default_factory=lambda: np.zeros(0, np.int32))
    taken: IntArray = field(default_factory=lambda: np.zeros(0, np.int32))

    def __post_init__(self) -> None:
        if len(self.taken) == 0 and len(self.origin) == 0:
            object.__setattr__(self, "origin", np.arange(max(len(self.start) - 1, 0), dtype=np.int32))
        for name in ("start", "item", "origin", "taken"):
            object.__setattr__(self, name, _frozen(name, getattr(self, name)))
        self._validate()

    @classmethod
    def from_options(
        cls,
        options: Iterable[Iterable[Hashable]],
        primary: Iterable[Hashable],
        secondary: Iterable[Hashable] = (),
        option_names: Sequence[Hashable] = (),
    ) -> ExactCover:
        """Build from options that name their items; names may be anything hashable.

        Raises InvalidProblem for an item declared twice, an unknown or repeated item, an empty option, and an option
        without a primary item.
        """
        primaries = list(primary)
        names = [*primaries, *secondary]
        number = {name: i for i, name in enumerate(names)}
        if len(number) < len(names):
            twice = next(name for i, name in enumerate(names) if number[name] != i)
            raise InvalidProblem(f"item {twice!r} is declared twice")
        rows = []
        for k, option in enumerate(options):
            row = []
            for name in option:
                if name not in number:
                    raise InvalidProblem(f"option {k}: unknown item {name!r}")
                row.append(number[name])
            rows.append(sorted(row))
        items = np.array([i for row in rows for i in row], dtype=np.int32)
        start = _offsets([len(row) for row in rows])
        return cls(start, items, len(names), len(primaries), tuple(names), option_names)

    @classmethod
    def from_matrix(cls, matrix: Any, n_primary: int | None = None, item_names: Sequence[Hashable] = ()) -> ExactCover:
        """Build from a 0/1 matrix with an option a row and an item a column; the first n_primary of them are primary.

        matrix: [n_options, n_items], a list of lists, an array or a pandas DataFrame, whose labels become the names.
        Raises InvalidProblem for other entries and for an option without a primary item.
        """
        values = np.asarray(matrix)
        if values.ndim != 2:
            raise InvalidProblem(f"a matrix has rows and columns, and this has {values.ndim} dimensions")
        wrong = np.argwhere((values != 0) & (values != 1))
        if len(wrong):
            row, column = wrong[0].tolist()
            raise InvalidProblem(f"row {row}, column {column}: {values[row, column]!s} is neither 0 nor 1")
        is_covered = values == 1
        names = tuple(item_names) or tuple(getattr(matrix, "columns", ()))
        start, item = _offsets(is_covered.sum(axis=1)), np.nonzero(is_covered)[1].astype(np.int32)
        n_items = values.shape[1]
        labels = tuple(getattr(matrix, "index", ())) if hasattr(matrix, "columns") else ()
        return cls(start, item, n_items, n_items if n_primary is None else n_primary, names, labels)

    @property
    def n_options(self) -> int:
        """The number of options."""
        return len(self.start) - 1

    @cached_property
    def digest(self) -> str:
        """16 hexadecimal digits that name the problem by its numbers; names of items and options do not count.

        What `given` took belongs to the problem: equal remainders of different problems are completed to different
        covers, and equal digests promise equal covers.
        """
        hasher = hashlib.sha256(f"{self.n_items} {self.n_primary} {self.n_options}\n".encode())
        hasher.update(self.start.astype("<i4").tobytes())
        hasher.update(self.item.astype("<i4").tobytes())
        if len(self.taken) or not np.array_equal(self.origin, np.arange(self.n_options)):
            hasher.update(self.origin.astype("<i4").tobytes() + self.taken.astype("<i4").tobytes())
        return hasher.hexdigest()[:16]

    def items_of(self, option: int) -> list[int]:
        """The items of one option, ascending."""
        items: list[int] = self.item[self.start[option] : self.start[option + 1]].tolist()
        return items

    def item_name(self, item: int) -> str:
        """The name of an item for people."""
        return str(self.item_names[item]) if self.item_names else str(item)

    def given(self, options: Sequence[int]) -> ExactCover:
        """The sub-problem that is left when these options are chosen; its covers are completed by `lift`.

        Options that clash with each other leave a problem without covers. Raises InvalidProblem for an option number
        that is out of range or given twice.
        """
        is_chosen = self._among(options, "given")
        if np.count_nonzero(is_chosen) < len(options):
            raise InvalidProblem("an option is given twice")
        size = np.diff(self.start)
        covered = np.bincount(self.item[np.repeat(is_chosen, size)], minlength=self.n_items)
        clash = bool(covered.max(initial=0) > 1)
        gone = np.zeros(self.n_items, bool) if clash else covered > 0
        hits = np.zeros(len(self.item) + 1, np.int64)
        np.cumsum(gone[self.item], out=hits[1:])
        keep = (hits[self.start[1:]] == hits[self.start[:-1]]) & (not clash)
        number = np.cumsum(~gone, dtype=np.int32) - np.int32(1)
        return ExactCover(
            _offsets(size[keep]),
            number[self.item[np.repeat(keep, size)]],
            int(np.count_nonzero(~gone)),
            int(np.count_nonzero(~gone[: self.n_primary])),
            _pick(self.item_names, ~gone),
            _pick(self.option_names, keep),
            self.origin[keep],
            np.concatenate([self.taken, self.origin[np.asarray(options, dtype=np.int64)]]),
        )

    def without(self, options: Sequence[int] | IntArray) -> ExactCover:
        """The sub-problem in which these options must not be chosen; its covers are renumbered by `lift`.

        Raises InvalidProblem for an option number that is out of range.
        """
        keep = ~self._among(options, "forbidden")
        size = np.diff(self.start)
        return replace(
            self,
            start=_offsets(size[keep]),
            item=self.item[np.repeat(keep, size)],
            option_names=_pick(self.option_names, keep),
            origin=self.origin[keep],
        )

    def lift(self, covers: Covers) -> Covers:
        """Covers of this problem as covers of the problem it was first cut from."""
        if len(self.taken) == 0:
            return Covers(covers.start, self.origin[covers.option])
        size = np.diff(covers.start)
        start = _offsets(size + len(self.taken))
        option = np.empty(start[-1], np.int32)
        is_taken = np.zeros(len(option), bool)
        is_taken[(start[:-1, None] + np.arange(len(self.taken))).ravel()] = True
        option[is_taken] = np.tile(self.taken, len(covers))
        option[~is_taken] = self.origin[covers.option]
        return Covers(start, option)

    def _among(self, options: Sequence[int] | IntArray, what: str) -> BoolArray:
        """Which options are among these, bool[n_options]; raises InvalidProblem for one that is out of range."""
        number = np.asarray(options, dtype=np.int64)
        outside = number[(number < 0) | (number >= self.n_options)]
        if len(outside):
            raise InvalidProblem(f"{what} option {outside[0]} is not one of the {self.n_options} options")
        among = np.zeros(self.n_options, bool)
        among[number] = True
        return among

    def _validate(self) -> None:
        if not 0 <= self.n_primary <= self.n_items <= _INT32_MAX:
            raise InvalidProblem(f"{self.n_primary} primary items of {self.n_items} is impossible")
        if len(self.start) == 0 or self.start[0] != 0 or self.start[-1] != len(self.item):
            raise InvalidProblem("start must lead from 0 to the length of item")
        if len(self.origin) != self.n_options:
            raise InvalidProblem("origin must hold one number an option")
        for kind, names, n in (("item", self.item_names, self.n_items), ("option", self.option_names, self.n_options)):
            if len(names) not in (0, n):
                raise InvalidProblem(f"{len(names)} {kind} names for {n} {kind}s")
        size = np.diff(self.start)
        if size.min(initial=1) < 1:
            raise InvalidProblem(f"option {int(np.argmax(size < 1))}: covers no item")
        if len(self.item) == 0:
            return
        if self.item.min() < 0 or self.item.max() >= self.n_items:
            k = int(np.argmax((self.item < 0) | (self.item >= self.n_items)))
            raise InvalidProblem(f"option {self._option_at(k)}: unknown item {self.item[k]}")
        step = np.diff(self.item)
        step[self.start[1:-1] - 1] = 1  # between two options anything goes
        if step.min(initial=1) < 1:
            k = int(np.argmax(step < 1))
            wrong = "covered twice" if step[k] == 0 else "out of order"
            raise InvalidProblem(f"option {self._option_at(k)}: item {self.item_name(int(self.item[k]))} is {wrong}")
        first = self.item[self.start[:-1]]
        if first.max() >= self.n_primary:
            raise InvalidProblem(f"option {int(np.argmax(first >= self.n_primary))}: covers no primary item")

    def _option_at(self, position: int) -> int:
        return int(np.searchsorted(self.start, position, side="right")) - 1


def check(problem: ExactCover, covers: Covers) -> BoolArray:
    """Which of these are covers of the problem: bool[n_covers]. Shares nothing with any solver."""
    good = np.zeros(len(covers), bool)
    step = max(1, _CHECK_CELLS // max(1, problem.n_items))
    for begin in range(0, len(covers), step):
        good[begin : begin + step] = _check_rows(problem, covers, begin, min(begin + step, len(covers)))
    return good


def _check_rows(problem: ExactCover, covers: Covers, begin: int, end: int) -> BoolArray:
    option = covers.option[covers.start[begin] : covers.start[end]].astype(np.int64)
    row = np.repeat(np.arange(end - begin), np.diff(covers.start[begin : end + 1]))
    known = (option >= 0) & (option < problem.n_options)
    good = np.bincount(row[~known], minlength=end - begin) == 0
    option, row = option[known], row[known]
    size = np.diff(problem.start)[option]
    first = problem.start[option] - (np.cumsum(size) - size)
    item = problem.item[np.repeat(first, size) + np.arange(size.sum())]
    times = np.bincount(np.repeat(row, size) * problem.n_items + item, minlength=(end - begin) * problem.n_items)
    times = times.reshape(end - begin, problem.n_items)
    exactly_once = np.all(times[:, : problem.n_primary] == 1, axis=1)
    at_most_once = np.all(times[:, problem.n_primary :] <= 1, axis=1)
    return np.asarray(good & exactly_once & at_most_once, dtype=bool)


def _offsets(sizes: Any) -> IntArray:
    """Row sizes -> int32[n + 1] of where rows start; raises InvalidProblem where int32 cannot hold them."""
    total = np.zeros(len(sizes) + 1, np.int64)
    np.cumsum(sizes, out=total[1:])
    if total[-1] > _INT32_MAX:
        raise InvalidProblem(f"{total[-1]} entries are more than 32-bit numbers can count")
    return total.astype(np.int32)


def _frozen(name: str, values: Any) -> IntArray:
    """The values as a read-only int32 array of our own; refuses what a cast would change."""
    array = np.asarray(values)
    if array.ndim != 1 or (array.size and array.dtype.kind not in "iu"):
        raise InvalidProblem(f"{name} must be a one-dimensional array of whole numbers")
    if array.size and (array.min() < -_INT32_MAX or array.max() > _INT32_MAX):
        raise InvalidProblem(f"{name} holds a number beyond 32 bits")
    array = array.astype(np.int32)
    array.setflags(write=False)
    return array


def _pick(names: Sequence[Hashable], mask: BoolArray) -> Sequence[Hashable]:
    """The names k with mask[k], without looking at any: most sub-problems are never shown."""
    return Names(int(np.count_nonzero(mask)), partial(_nth, names, np.flatnonzero(mask))) if names else ()


def _nth(names: Sequence[Hashable], index: NDArray[np.intp], k: int) -> Hashable:
    name: Hashable = names[int(index[k])]
    return name
