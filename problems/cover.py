"""The exact cover model: a problem and its answers.

Knuth's words (TAOCP 4B, 7.2.2.1): an *item* must be covered, a *primary* item exactly once, a *secondary* item at
most once; an *option* covers some items; a *cover* is a set of options that covers every primary item exactly once
and no secondary item twice. A primary item may have another *multiplicity* lo..hi: it is covered that many times.
"""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
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

    least and most: int32[n_items], how often an item is covered, 1 <= most, at most n_options; not given they are 1..1
    for a primary item and 0..1 for a secondary one, which for a secondary one they always are. A cover stays a set: it
    covers an item twice by two options.

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
    least: IntArray = field(default_factory=lambda: np.zeros(0, np.int32))
    most: IntArray = field(default_factory=lambda: np.zeros(0, np.int32))

    def __post_init__(self) -> None:
        if len(self.taken) == 0 and len(self.origin) == 0:
            object.__setattr__(self, "origin", np.arange(max(len(self.start) - 1, 0), dtype=np.int32))
        if len(self.least) == 0 and len(self.most) == 0:
            n_items = max(self.n_items, 0)
            object.__setattr__(self, "least", (np.arange(n_items) < self.n_primary).astype(np.int32))
            object.__setattr__(self, "most", np.ones(n_items, np.int32))
        for name in ("start", "item", "origin", "taken", "least", "most"):
            object.__setattr__(self, name, _frozen(name, getattr(self, name)))
        self._validate()

    @classmethod
    def from_options(
        cls,
        options: Iterable[Iterable[Hashable]],
        primary: Iterable[Hashable],
        secondary: Iterable[Hashable] = (),
        option_names: Sequence[Hashable] = (),
        multiplicity: Mapping[Hashable, tuple[int, int]] | None = None,
    ) -> ExactCover:
        """Build from options that name their items; names may be anything hashable.

        multiplicity: (least, most) for the primary items that are not to be covered exactly once. Raises InvalidProblem
        for an item declared twice, an unknown or repeated item, an empty option, an option without a primary item, and
        a multiplicity that is impossible or not a primary item's.
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
        least, most = (np.arange(len(names)) < len(primaries)).astype(np.int32), np.ones(len(names), np.int32)
        for name, bounds in (multiplicity or {}).items():
            if name not in number:
                raise InvalidProblem(f"multiplicity of an unknown item {name!r}")
            least[number[name]], most[number[name]] = bounds
        return cls(start, items, len(names), len(primaries), tuple(names), option_names, least=least, most=most)

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
    def is_counted(self) -> BoolArray:
        """Which items are primary and yet not to be covered just once: bool[n_items]."""
        is_primary = np.arange(self.n_items) < self.n_primary
        return np.asarray(is_primary & ((self.least != 1) | (self.most != 1)), dtype=bool)

    @cached_property
    def has_multiplicities(self) -> bool:
        """Whether there is such an item."""
        return bool(self.is_counted.any())

    @cached_property
    def covers_may_nest(self) -> bool:
        """Whether a cover may be a part of another one: not where each option has an item that is covered just n times.

        Where they may, it takes more than the options of a cover to tell it from all others.
        """
        return bool((self._count(self.least == self.most) == 0).any())

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
        if self.has_multiplicities:
            hasher.update(b"lo..hi" + self.least.astype("<i4").tobytes() + self.most.astype("<i4").tobytes())
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
        clash = bool((covered > self.most).any())
        gone = np.zeros(self.n_items, bool) if clash else covered == self.most
        keep = (self._count(gone) == 0) & ~is_chosen & (not clash)
        if clash:  # something must be covered then, and nothing is left to do it
            least = np.where(np.arange(self.n_items) < self.n_primary, self.most, self.least)
            most = self.most
        else:
            least, most = np.maximum(self.least - covered, 0), self.most - covered
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
            least[~gone],
            most[~gone],
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

    def _count(self, items: BoolArray) -> NDArray[np.int64]:
        """How many of these items, bool[n_items], each option covers: int64[n_options]."""
        before = np.zeros(len(self.item) + 1, np.int64)
        np.cumsum(items[self.item], out=before[1:])
        return np.asarray(before[self.start[1:]] - before[self.start[:-1]], dtype=np.int64)

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
        self._validate_multiplicities()
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

    def _validate_multiplicities(self) -> None:
        if not len(self.least) == len(self.most) == self.n_items:
            raise InvalidProblem(f"{len(self.least)}, {len(self.most)} multiplicities for {self.n_items} items")
        is_wrong = (self.least < 0) | (self.least > self.most) | (self.most < 1)
        is_wrong[self.n_primary :] |= (self.least[self.n_primary :] != 0) | (self.most[self.n_primary :] != 1)
        if is_wrong.any():
            item = int(np.argmax(is_wrong))
            which = "an item" if item < self.n_primary else "a secondary item"
            raise InvalidProblem(
                f"item {self.item_name(item)}: {which} is not covered {self.least[item]} to {self.most[item]} times"
            )

    def _option_at(self, position: int) -> int:
        return int(np.searchsorted(self.start, position, side="right")) - 1


def refuse_multiplicities(problem: ExactCover, what: str) -> None:
    """Raise InvalidProblem where items are to be covered lo to hi times, which `what` cannot say."""
    if problem.has_multiplicities:
        item = int(np.argmax(problem.is_counted))
        times = f"{problem.least[item]} to {problem.most[item]} times"
        raise InvalidProblem(f"{what} knows no multiplicities, and item {problem.item_name(item)} is covered {times}")


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
