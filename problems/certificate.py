"""Checks a certificate of a number of covers or of the least cost: all that you have to trust, and it uses no solver.

A certificate is one line of text, `danceoff-certificate 2 KIND DIGEST COUNT`, then a zlib stream of little-endian
32-bit words, then the SHA-256 of all bytes before. DIGEST names the problem, COUNT is what the certificate claims.
There are four kinds, each checked by a section of its own below:

trace       the branchings of a count that walks equal sub-problems once: COUNT is exact
best        a cover, and the branchings of a search for cheaper ones: COUNT is the least cost of a cover
list+proof  the covers, and a proof that there is no other: COUNT is exact
none        covers without such a proof: there are at least COUNT

All of them are for any problem, with multiplicities and colours. In version 1, a trace had other words. A file is read
from front to back, and is never all in memory. A small file can demand much work and memory, so a check has a budget of
each; beyond it, the count is unchecked.
"""

from __future__ import annotations

import hashlib
import re
import zlib
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import chain, combinations, count, islice
from math import comb
from operator import or_
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from danceoff.problems.model.cover import ExactCover
from danceoff.problems.model.digits import MOST_DIGITS, decimal, whole, written

MAGIC = "danceoff-certificate 2"
_HEADER = re.compile(rb"danceoff-certificate 2 (trace|best|list\+proof|none) ([0-9a-f]{16}) (0|-?[1-9][0-9]*)\n")
Words: TypeAlias = NDArray[np.uint64]
Values: TypeAlias = NDArray[Any]
Measure: TypeAlias = "Ways | Costs"

_AT_ONCE = 1 << 16  # bytes that are read, and at most unpacked, at a time
_ENTRY = 160  # bytes that a node, a lemma or a clause takes besides its numbers
_WRITTEN_CLAUSE = 250  # bytes of a clause of the problem as a Python list
_WRITTEN_LITERAL = 36  # bytes of each of its literals


class InvalidCertificate(ValueError):
    """The certificate does not show what it claims; the message is one line that says why."""


class NotChecked(Exception):
    """The check needs more than its budget, so the certificate may be right or wrong; the message says how much.

    budget: which budget is exceeded: `unpacked`, `memory` or `steps`.
    """

    def __init__(self, why: str, budget: str) -> None:
        super().__init__(why)
        self.budget = budget


@dataclass(frozen=True)
class Budget:
    """What a check may cost before it stops.

    unpacked_mb: the size of the file when unpacked.
    memory_mb: clauses, lemmas and pending nodes that are held at a time; the process may take twice as much.
    n_steps: options and literals that are read.
    """

    unpacked_mb: float = 4000
    memory_mb: float = 2000
    n_steps: int = 10**11


BUDGET = Budget()


class Meter:
    """What a check has used so far; raises NotChecked if it exceeds a budget."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._most_held = int(1e6 * budget.memory_mb)
        self._most_unpacked = int(1e6 * budget.unpacked_mb)
        self._held = self._unpacked = self._n_steps = 0

    def hold(self, n_bytes: int) -> None:
        """Count memory that is allocated, or freed if `n_bytes` is negative."""
        self._held += n_bytes
        if self._held > self._most_held:
            raise NotChecked(f"it needs more than {self._budget.memory_mb:g} MB of memory", "memory")

    def unpack(self, n_bytes: int) -> None:
        """Count bytes that were unpacked."""
        self._unpacked += n_bytes
        if self._unpacked > self._most_unpacked:
            raise NotChecked(f"it has more than {self._budget.unpacked_mb:g} MB when unpacked", "unpacked")

    def step(self, n: int) -> None:
        """Count options or literals that are read."""
        self._n_steps += n
        if self._n_steps > self._budget.n_steps:
            raise NotChecked(f"it needs more than {self._budget.n_steps} steps", "steps")


@dataclass(frozen=True)
class Verdict:
    """What a certificate shows.

    count: the number of covers; those of kind `best` are one.
    n_steps: the nodes of a trace, or the derived clauses of a proof.
    cost: what the cheapest cover costs, in the units of people, if the certificate is about that.
    """

    kind: str
    count: int
    n_steps: int
    cost: Fraction | None = None

    def __str__(self) -> str:
        if self.cost is not None:
            return f"the best cover costs {written(self.cost)}, by a trace of {self.n_steps} steps"
        covers = f"{decimal(self.count)} cover{'' if self.count == 1 else 's'}"
        if self.kind == "none":
            return f"at least {covers}, by a list without a proof that there are no others"
        return f"exactly {covers}, by a {self.kind} of {self.n_steps} steps"


def check_certificate(problem: ExactCover, path: Path, budget: Budget = BUDGET) -> Verdict:
    """Check the certificate of a problem in a file, and return what it shows.

    Raises InvalidCertificate if it is wrong, NotChecked if the check needs more than the budget, and OSError if the
    file cannot be read.
    """
    kind, digest, count, packed = _open(path)
    if digest != problem.digest:
        raise InvalidCertificate(f"it is about problem {digest}, not {problem.digest}")
    if problem.max_cost is not None:
        raise InvalidCertificate("a certificate is for all covers, not for those of bounded cost")
    meter = Meter(budget)
    words = _words(packed, meter)
    try:
        if kind == "trace":
            shown, n_steps = _trace(problem, words, meter)
        elif kind == "best":
            shown, n_steps = _best(problem, words, meter)
        else:
            shown, n_steps = _list(problem, words, count, kind != "none", meter)
    except StopIteration:
        raise InvalidCertificate("it ends before its proof does") from None
    if shown != count and kind == "best":
        raise InvalidCertificate(f"it claims a cover of cost {count} and has one of cost {shown}")
    if shown != count:
        raise InvalidCertificate(f"it claims {decimal(count)} covers and shows {decimal(shown)}")
    if next(words, None) is not None:
        raise InvalidCertificate("it has further words after its proof has ended")
    return Verdict(kind, 1, n_steps, problem.shown_cost(count)) if kind == "best" else Verdict(kind, count, n_steps)


# --- the file ---------------------------------------------------------------------------------------------------------


def _open(path: Path) -> tuple[str, str, int, Iterator[bytes]]:
    """Kind, digest, count and packed words of a file that is whole: its last 32 bytes are the SHA-256 of the others."""
    with path.open("rb") as file:
        line = file.readline(MOST_DIGITS + 100)
        header = _HEADER.fullmatch(line)
        if line.startswith(b"danceoff-certificate 1 "):
            raise InvalidCertificate("it is of version 1, and this is version 2: make it again")
        if not header or len(header[3]) > MOST_DIGITS or (header[3] < b"0" and header[1] != b"best"):
            raise InvalidCertificate(f"its first line is not that of a certificate, {MAGIC} KIND DIGEST COUNT")
        end = max(file.seek(0, 2) - 32, len(line))
    hasher = hashlib.sha256(line)
    for chunk in _chunks(path, len(line), end):
        hasher.update(chunk)
    if b"".join(_chunks(path, end, end + 33)) != hasher.digest():
        raise InvalidCertificate("it is damaged: its checksum is wrong")
    sign, digits = (-1, header[3][1:]) if header[3] < b"0" else (1, header[3])
    return header[1].decode(), header[2].decode(), sign * whole(digits.decode()), _chunks(path, len(line), end)


def _chunks(path: Path, begin: int, end: int) -> Iterator[bytes]:
    with path.open("rb") as file:
        file.seek(begin)
        while chunk := file.read(min(_AT_ONCE, end - file.tell())):
            yield chunk


def _words(packed: Iterator[bytes], meter: Meter) -> Iterator[int]:
    """Yield the words of the zlib stream; at most _AT_ONCE bytes of them are in memory."""
    stream, plain = zlib.decompressobj(), b""
    for part in chain(packed, [b""]):  # the empty part flushes the stream
        more: bytes | None = part
        while more is not None:
            try:
                plain += stream.decompress(more, _AT_ONCE)
            except zlib.error:
                raise InvalidCertificate("its words are not a zlib stream") from None
            end = len(plain) & -4
            meter.unpack(end)
            yield from np.frombuffer(plain[:end], "<i4").tolist()
            plain, more = plain[end:], stream.unconsumed_tail or None
    if not stream.eof or stream.unused_data or plain:
        raise InvalidCertificate("its zlib stream is truncated or followed by something else")


def _take(words: Iterator[int], n: int, most: int) -> list[int]:
    """Return the next n words. Raises InvalidCertificate if n exceeds `most`, the greatest n that can be correct."""
    if not 0 <= n <= most:
        raise InvalidCertificate(f"it announces {n} numbers where at most {most} are possible")
    if len(taken := list(islice(words, n))) < n:
        raise StopIteration
    return taken


# --- trace ------------------------------------------------------------------------------------------------------------
# A node is a set of bits that are still free, in words of 64 bits. Its covers are the sets of options open in it that
# cover its items as often as the problem wants; an option is open if all bits that it needs are free.
#
# An item that is covered exactly once is one bit, which an option needs and takes; so is a secondary item without
# colours. A secondary item with colours is a few bits, its places, and each colour is a code: half of the places,
# another half for each. An option that gives the colour needs the places outside the code and takes the code: of two
# options with different colours, each takes a place that the other needs. An item of another multiplicity is a counter:
# as many low bits as it may be covered times; an option needs the lowest one and takes the highest that is left. If
# there are too few options to cover it too often, it has as many bits as it must be covered times, and no option needs
# them. An option without any item that is covered exactly once gets a bit of its own, which one further option, the
# absence of this one, needs and takes as well: so one of the two is chosen. Thus every option takes a bit that it needs
# and that is counted by the level of a node: the number of free bits of items that are covered once, and of own bits.
#
# A node branches on an item: it has a child for each open option of the item, which takes its bits. Equal nodes are
# one node, reached in as many ways as both; bits that no open option needs make no difference and are dropped. Levels
# are walked from the highest to the lowest, their nodes in the order in which they are first reached. A node of level 0
# whose counters are met is a cover. Children are not in the file but computed here, so that none can be missing.
#
# Words: the number of symmetries, and each as a permutation of the pairs of an item and a colour (0 for none) that
# occur, numbered in ascending order. Then, for each part of the problem (no option has bits of two), by its lowest bit,
# for each of its levels, for each node the item that it branches on: a primary item, or n_primary + k for the own bit
# of option k. A node may name an item with a counter if too few options are open for it, and then has no child. At the
# root of a part, options that symmetries map to each other are in equally many covers: the first of them has a child,
# reached in as many ways as there are such options. COUNT is the product of the parts.

_CANDIDATES_AT_ONCE = 1 << 14  # pairs of a node and an option that are looked at together
_NODES_AT_ONCE = 1 << 11
_UNMERGED = 1 << 16  # nodes that wait on a level before equal ones are looked for
_MERGED = 3  # copies of a level's nodes while they are merged
_LIMB = np.uint64(0xFFFFFFFF)


class Nodes:
    """The nodes of one problem, and how branching changes them. Bits are columns: uint64[n_words, n].

    needs, takes: the bits that each option needs, and those that it takes; absences are the last options.
    counters: the bits of all counters that each option lowers.
    lowest, once, unmet: one column each, of the lowest bit of each counter, the bits that the level counts, and for
        each counter the bit that is free until its item is covered often enough.
    wanted: for each number of an item in a word, its bit, or those bits of its counter that must be taken.
    parts: the bits of each part.
    label: for each option, int64[n], the first one to which symmetries map it.

    keeps_costs: whether the symmetries have to keep costs.
    """

    def __init__(
        self, problem: ExactCover, symmetries: Iterable[Sequence[int]], meter: Meter, keeps_costs: bool = False
    ) -> None:
        self.meter = meter
        masks = _Masks(problem, meter)
        self.needs, self.takes, self.counters = map(masks.columns, (masks.needs, masks.takes, masks.counters))
        self.lowest, self.once, self.unmet = (masks.columns([mask]) for mask in (masks.lowest, masks.once, masks.unmet))
        self.wanted, self.parts = masks.columns(masks.wanted), masks.columns(masks.parts())
        self.n_options_of = np.array([len(options) for options in masks.options_of], np.int64)
        self.first = np.cumsum(self.n_options_of) - self.n_options_of
        self.options_of = np.array([*chain.from_iterable(masks.options_of)], np.int64)
        self._needed, option = _members(self.needs)
        self._first_needed = np.flatnonzero(np.diff(option, prepend=-1))
        bit, option = _members(self.needs | self.counters)
        self._user = option[np.argsort(bit, kind="stable")]
        self._used, self._first_user = np.unique(np.sort(bit), return_index=True)
        self.is_counted = (self.wanted & self.once == 0).all(axis=0)
        label = orbits(problem, symmetries, keeps_costs)
        self.label = np.append(label, np.arange(problem.n_options, len(masks.needs)))
        self._masks = masks

    def level(self, nodes: Words) -> NDArray[np.int64]:
        """Return the level of each node."""
        level: NDArray[np.int64] = np.bitwise_count(nodes & self.once).sum(axis=0, dtype=np.int64)
        return level

    def options_with(self, item: int) -> NDArray[np.int64]:
        """Return the options of an item, by its number in a word."""
        first = self.first[item]
        options: NDArray[np.int64] = self.options_of[first : first + self.n_options_of[item]]
        return options

    def n_candidates(self, items: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return how many options each of these items has."""
        if not ((items >= 0) & (items < len(self.n_options_of))).all():
            raise InvalidCertificate("a node branches on an item that does not exist")
        n_options: NDArray[np.int64] = self.n_options_of[items]
        return n_options

    def branch(self, nodes: Words, items: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64], Words]:
        """Return the parent, the option and the bits of each child, by parent and option."""
        wanted = np.bitwise_count(nodes & self.wanted[:, items]).sum(axis=0, dtype=np.int64)
        if not wanted.all():
            item = items[np.argmin(wanted)]
            raise InvalidCertificate(f"a node branches on {item}, which is not one of its primary items")
        n_each = self.n_candidates(items)
        self.meter.step(len(items) + int(n_each.sum()))
        parent = np.repeat(np.arange(len(items)), n_each)
        first = self.first[items] - np.cumsum(n_each) + n_each
        option = self.options_of[np.repeat(first, n_each) + np.arange(len(parent))]
        missing = np.zeros(len(parent), np.uint64)
        for need, node in zip(self.needs, nodes, strict=True):
            missing |= need[option] & ~node[parent]
        parent, option = parent[missing == 0], option[missing == 0]
        is_counted = self.is_counted[items]
        if is_counted.any():
            if (np.bincount(parent, minlength=len(items)) >= wanted)[is_counted].any():
                raise InvalidCertificate(
                    "a node branches on an item that its open options can still cover often enough"
                )
            parent, option = parent[~is_counted[parent]], option[~is_counted[parent]]
        children = nodes[:, parent] & ~self.takes[:, option]
        if self.lowest.any():
            lowered = children & self.counters[:, option]
            children ^= lowered ^ (lowered & ~self.lowest) >> np.uint64(1)
        return parent, option, children

    def without_idle(self, nodes: Words) -> Words:
        """Return the nodes without the bits that no open option needs, except those of items still to be covered."""
        if not (nodes & ~(self.once | self.unmet)).any():
            return nodes
        left = nodes & (self.once | self.unmet)
        for begin in range(0, nodes.shape[1], _NODES_AT_ONCE):
            some = slice(begin, min(begin + _NODES_AT_ONCE, nodes.shape[1]))
            is_open = self.open_options(nodes[:, some])
            is_used = np.zeros((64 * len(nodes), is_open.shape[1]), np.uint64)
            is_used[self._used] = np.bitwise_or.reduceat(is_open[self._user], self._first_user, axis=0)
            left[:, some] |= nodes[:, some] & _as_columns(is_used)[:, : some.stop - begin]
        return left

    def open_options(self, nodes: Words) -> Words:
        """Return in which nodes each option is open: uint64[n_options, n], bit k % 64 of word k // 64 for node k."""
        self.meter.step(self.needs.shape[1] * nodes.shape[1])
        return np.bitwise_and.reduceat(_as_rows(nodes)[self._needed], self._first_needed, axis=0)

    def weights(self, price: Sequence[int]) -> tuple[list[tuple[int, int]], int]:
        """Return bits with weights, and a sum: what a node still covers has at least the prices of its bits and this.

        A positive price counts as often as the item must be covered, a negative one as often as it may be.
        """
        weights: list[tuple[int, int]] = []
        beyond = 0
        for item, each in enumerate(price):
            wanted = self._masks.wanted[item] if item < self._masks.n_primary else 0
            mask = wanted if each > 0 else self._masks.allowed[item]
            weights += [(bit.bit_length() - 1, each) for bit in _each_bit(mask) if each]
            beyond += min(each, 0) * self._masks.most_beyond[item]
        return weights, beyond


def _as_rows(nodes: Words) -> Words:
    """Return a row for each bit, and in it a bit for each node; the last word is filled up with empty nodes."""
    filled = np.pad(nodes, ((0, 0), (0, -nodes.shape[1] % 64)))
    bits = np.unpackbits(np.ascontiguousarray(filled.T).view(np.uint8), axis=1, bitorder="little")
    return np.packbits(np.ascontiguousarray(bits.T), axis=1, bitorder="little").view(np.uint64)


def _as_columns(rows: Words) -> Words:
    """Return a column for each node, from a row for each bit."""
    bits = np.unpackbits(rows.view(np.uint8), axis=1, bitorder="little")
    return np.packbits(np.ascontiguousarray(bits.T), axis=1, bitorder="little").view(np.uint64).T


def _members(columns: Words) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the bits of all columns, one column after the other, and the column of each."""
    bits = np.unpackbits(np.ascontiguousarray(columns.T).view(np.uint8), axis=1, bitorder="little")
    column, bit = np.nonzero(bits)
    return bit, column


class _Masks:
    """The bits of a problem as Python integers; all bits of an item are in one word.

    needs, takes, counters: for each option, and then for the absence of each option that has an own bit.
    wanted, options_of: for each number of an item in a word.
    allowed, most_beyond: for each item, a bit for each time that it may be covered; a bound if bits do not limit that.
    """

    def __init__(self, problem: ExactCover, meter: Meter) -> None:
        self._meter, self.n_bits, self.n_primary = meter, 0, problem.n_primary
        self.lowest = self.once = self.unmet = all_counters = 0
        entries = [problem.entries_of(option) for option in range(problem.n_options)]
        pairs = sorted(set(chain.from_iterable(entries)))
        needs, takes, counters = (dict.fromkeys(pairs, 0) for _ in range(3))
        colours: dict[int, list[int]] = {}
        for item, colour in pairs:
            colours.setdefault(item, []).extend([colour] if colour else [])
        n_each = np.bincount(problem.item, minlength=problem.n_items).tolist()
        self.wanted = [0] * (problem.n_primary + problem.n_options)
        self.allowed = [0] * problem.n_items
        self.most_beyond = [0] * problem.n_items
        self.options_of: list[list[int]] = [[] for _ in self.wanted]
        for item, (least, most) in enumerate(zip(problem.least.tolist(), problem.most.tolist(), strict=True)):
            if item < problem.n_primary and (least, most) == (1, 1):
                self.wanted[item] = self.allowed[item] = needs[item, 0] = takes[item, 0] = self._bits(1)
                self.once |= self.wanted[item]
            elif item < problem.n_primary:
                has_most = most < n_each[item]
                counters[item, 0] = bits = self._bits(most if has_most else min(least, n_each[item] + 1), 4)
                all_counters |= bits
                self.lowest |= (lowest := bits & -bits)
                needs[item, 0] = lowest if has_most else 0
                self.allowed[item], self.most_beyond[item] = (bits, 0) if has_most else (0, n_each[item])
                self.wanted[item] = bits & ~((lowest << most - least) - 1) if has_most else bits
                self.unmet |= self.wanted[item] & -self.wanted[item]
            elif not colours.get(item):
                self.allowed[item] = needs[item, 0] = takes[item, 0] = self._bits(1)
            else:
                self.most_beyond[item] = problem.n_options
                n_places, codes = _codes(len(colours[item]))
                places = self._bits(n_places, 1 + 2 * len(codes))
                needs[item, 0] = takes[item, 0] = places
                for colour, code in zip(colours[item], codes, strict=True):
                    takes[item, colour] = code * (places & -places)
                    needs[item, colour] = places ^ takes[item, colour]
        own = {
            option: self._bits(1)
            for option, entry in enumerate(entries)
            if not any(needs[pair] & self.once for pair in entry)
        }
        self.once |= sum(own.values())
        self.n_words = (self.n_bits + 63) // 64
        meter.hold(8 * self.n_words * (6 * len(entries) + 6 * len(own) + len(self.wanted)))
        self.needs, self.takes, self.counters = (
            [sum(bits[pair] for pair in entry) for entry in entries] for bits in (needs, takes, counters)
        )
        for option, entry in enumerate(entries):
            for item, _ in entry:
                if item < problem.n_primary:
                    self.options_of[item].append(option)
        for option, bit in own.items():
            self.options_of[problem.n_primary + option] = [option, len(self.needs)]
            self.wanted[problem.n_primary + option] = bit
            self.needs.append(bit)
            self.takes.append(bit)
            self.counters.append(0)
            self.needs[option] |= bit
            self.takes[option] |= bit
        needed, taken = (reduce(or_, masks, 0) for masks in (self.needs, self.takes))
        self.free = self.once | all_counters | needed & taken
        self.needs = [mask & self.free for mask in self.needs]  # what no option takes is free in every node

    def _bits(self, n: int, n_masks: int = 1) -> int:
        """Return n bits that are not in use, all in one word. n_masks: how many integers are made of them."""
        if n > 64:
            raise InvalidCertificate(f"a trace cannot count to more than 64, and an item must be counted to {n}")
        if self.n_bits % 64 + n > 64:
            self.n_bits += 64 - self.n_bits % 64
        self.n_bits += n
        self._meter.hold(n_masks * (self.n_bits // 8))
        return ((1 << n) - 1) << (self.n_bits - n)

    def parts(self) -> list[int]:
        """Return the free bits of each part, by the lowest one."""
        joined: dict[int, int] = {}

        def root(bit: int) -> int:
            while (above := joined.setdefault(bit, bit)) != bit:
                joined[bit], bit = joined[above], above
            return bit

        for bit in _each_bit(self.free):
            root(bit)
        for masks in zip(self.needs, self.takes, self.counters, strict=True):
            first, *others = (root(bit) for bit in _each_bit(reduce(or_, masks) & self.free))
            for other in others:
                first, other = sorted((root(first), root(other)))
                joined[other] = first
        parts: dict[int, int] = {}
        for bit in _each_bit(self.free):
            parts[root(bit)] = parts.get(root(bit), 0) | bit
        return list(parts.values())

    def columns(self, masks: list[int]) -> Words:
        """Return the masks as columns, uint64[n_words, len(masks)]."""
        packed = b"".join(mask.to_bytes(8 * self.n_words, "little") for mask in masks)
        return np.ascontiguousarray(np.frombuffer(packed, "<u8").reshape(len(masks), self.n_words).T, np.uint64)


def _each_bit(mask: int) -> Iterator[int]:
    while mask:
        yield (lowest := mask & -mask)
        mask ^= lowest


def _codes(n_colours: int) -> tuple[int, list[int]]:
    """Return the least number of places that has so many codes, at least 2, and the codes."""
    n_places = next(n for n in count(2) if comb(n, n // 2) >= n_colours)
    halves = islice(combinations(range(n_places), n_places // 2), n_colours)
    return n_places, [sum(1 << place for place in half) for half in halves]


def orbits(problem: ExactCover, symmetries: Iterable[Sequence[int]], keeps_costs: bool) -> NDArray[np.int64]:
    """Return for each option, int64[n_options], the first one to which these symmetries, one after another, can map it.

    keeps_costs: whether an option must be mapped to one of the same cost.

    Raises InvalidCertificate if one of them does not map the problem to itself.
    """
    pairs, items = paired(problem)
    cost = problem.cost.tolist() if keeps_costs and problem.has_costs else [0] * problem.n_options
    rows = list(zip(items, cost, strict=True))
    bounds = list(zip(problem.least.tolist(), problem.most.tolist(), strict=True))
    first = {row: option for option, row in reversed(list(enumerate(rows)))}
    label = list(range(problem.n_options))

    def root(option: int) -> int:
        while label[option] != option:
            label[option] = option = label[label[option]]
        return option

    for symmetry in symmetries:
        if sorted(symmetry) != list(range(len(pairs))):
            raise InvalidCertificate("a symmetry is not a permutation")
        image_of: dict[int, int] = {}
        for (item, colour), (image, to) in zip(pairs, (pairs[k] for k in symmetry), strict=True):
            is_alike = bounds[item] == bounds[image] and (item < problem.n_primary) == (image < problem.n_primary)
            if not is_alike or (colour == 0) != (to == 0) or image_of.setdefault(item, image) != image:
                raise InvalidCertificate("a symmetry does not map items to items of the same kind")
        moved = [(tuple(sorted(symmetry[pair] for pair in row)), cost) for row, cost in rows]
        if len(set(image_of.values())) < len(image_of) or sorted(moved) != sorted(rows):
            raise InvalidCertificate("a symmetry does not map the options to the options")
        for option, row in enumerate(moved):
            low, high = sorted((root(option), root(first[row])))
            label[high] = low
    return np.array([root(option) for option in range(problem.n_options)], np.int64)


def paired(problem: ExactCover) -> tuple[list[tuple[int, int]], list[tuple[int, ...]]]:
    """Return the pairs of an item and a colour that occur, ascending, and each option as the numbers of its pairs."""
    entries = [problem.entries_of(option) for option in range(problem.n_options)]
    pairs = sorted(set(chain.from_iterable(entries)))
    number = {pair: k for k, pair in enumerate(pairs)}
    return pairs, [tuple(number[pair] for pair in option) for option in entries]


class Ways:
    """In how many ways each node is reached: uint64[n_limbs, n], limbs of 32 bits, lowest first."""

    def at_root(self) -> Words:
        """Return that of the root."""
        return np.ones((1, 1), np.uint64)

    def after(self, values: Words, option: NDArray[np.int64]) -> Words:  # noqa: ARG002 - the options make no difference
        """Return the values of children, from those of their parents and the options."""
        return values

    def of_orbits(self, values: Words, times: NDArray[np.int64]) -> Words:
        """Return the values of children of the root that stand for so many each."""
        return values * times.astype(np.uint64)

    def joined(self, values: Words, first: NDArray[np.intp]) -> Words:
        """Return the sum of each run; `first` says where the runs begin."""
        limbs = []
        carry = np.zeros(len(first), np.uint64)
        for limb in np.add.reduceat(values, first, axis=1):
            limbs.append((limb + carry) & _LIMB)
            carry = (limb + carry) >> np.uint64(32)
        return np.array([*limbs, carry] if carry.any() else limbs)

    def is_needed(self, nodes: Words, values: Words) -> NDArray[np.bool_]:  # noqa: ARG002
        """Return which nodes have to be walked: bool[n]."""
        return np.ones(nodes.shape[1], bool)


class Costs:
    """The least cost at which each node is reached, int64[1, n]; drops nodes that cannot be part of a cheaper cover.

    Prices of items prove that: if no option costs less than its items together, then what a node still has to cover
    costs at least the prices of the items.

    claim: what the part costs in the cover that is claimed to be cheapest.
    price: for each item, in units of 2**-places; with fewer places than 0 there are no prices, and no node is dropped.

    Raises InvalidCertificate if the prices prove nothing.
    """

    def __init__(self, problem: ExactCover, nodes: Nodes, claim: int, price: Sequence[int], places: int) -> None:
        cost = problem.cost.tolist() if problem.has_costs else [0] * problem.n_options
        self._cost = np.zeros(nodes.needs.shape[1], np.int64)
        self._cost[: problem.n_options] = cost
        self._places, self.claim = places, claim
        if places < 0:
            return
        for option in range(problem.n_options):
            if sum(price[item] for item in problem.items_of(option)) > cost[option] << places:
                raise InvalidCertificate(f"option {option} costs less than the prices of its items")
        self._weights, self._beyond = nodes.weights(price)
        largest = sum(abs(weight) for _, weight in self._weights) - self._beyond + (sum(map(abs, cost)) << places)
        if largest + (1 << places) >= 1 << 63:
            raise InvalidCertificate("its prices are too large")

    def at_root(self) -> Values:
        """Return that of the root."""
        return np.zeros((1, 1), np.int64)

    def after(self, values: Values, option: NDArray[np.int64]) -> Values:
        """Return the values of children, from those of their parents and the options."""
        return values + self._cost[option]

    def of_orbits(self, values: Values, times: NDArray[np.int64]) -> Values:  # noqa: ARG002 - one costs what all cost
        """Return the values of children of the root that stand for so many each."""
        return values

    def joined(self, values: Values, first: NDArray[np.intp]) -> Values:
        """Return the least of each run; `first` says where the runs begin."""
        least: Values = np.minimum.reduceat(values, first, axis=1)
        return least

    def is_needed(self, nodes: Words, values: Values) -> NDArray[np.bool_]:
        """Return which nodes may be part of a cover that costs less than claimed: bool[n]."""
        if self._places < 0:
            return np.ones(nodes.shape[1], bool)
        bound = (values[0] << self._places) + self._beyond
        for bit, weight in self._weights:
            bound += (nodes[bit // 64] >> np.uint64(bit % 64) & np.uint64(1)).astype(np.int64) * weight
        is_needed: NDArray[np.bool_] = bound <= (self.claim - 1) << self._places
        return is_needed


class _Level:
    """The nodes of a level that were reached so far, as pieces; equal ones are merged from time to time."""

    def __init__(self, meter: Meter, measure: Measure) -> None:
        self._meter, self._measure = meter, measure
        self._pieces: list[tuple[Words, Values]] = []
        self.n_nodes = self._n_merged = 0

    def add(self, nodes: Words, values: Values) -> None:
        """Add nodes, and what the measure says of each."""
        self._pieces.append((nodes, values))
        self._meter.hold(_MERGED * (nodes.nbytes + values.nbytes))
        self.n_nodes += nodes.shape[1]
        if self.n_nodes > _UNMERGED + 2 * self._n_merged:
            nodes, values = self.taken()
            self._n_merged = nodes.shape[1]
            self.add(nodes, values)

    def taken(self) -> tuple[Words, Values]:
        """Take all nodes out, merged, in the order in which they were added."""
        n_limbs = max(len(values) for _, values in self._pieces)
        padded = [np.pad(values, ((0, n_limbs - len(values)), (0, 0))) for _, values in self._pieces]
        nodes, values = np.concatenate([nodes for nodes, _ in self._pieces], axis=1), np.concatenate(padded, axis=1)
        self._meter.hold(-_MERGED * sum(nodes.nbytes + values.nbytes for nodes, values in self._pieces))
        self._pieces, self.n_nodes, self._n_merged = [], 0, 0
        return merged(nodes, values, self._measure)


def merged(nodes: Words, values: Values, measure: Measure) -> tuple[Words, Values]:
    """Return the different nodes, in the order of their first appearance, with the joined values of equal ones."""
    if not nodes.shape[1]:
        return nodes, values
    order = np.lexsort(nodes)  # stable, so equal nodes stay in their order
    in_order = nodes[:, order]
    is_first = np.append(True, (in_order[:, 1:] != in_order[:, :-1]).any(axis=0))
    first = np.flatnonzero(is_first)
    rank = np.argsort(order[first])
    return in_order[:, first[rank]], measure.joined(values[:, order], first)[:, rank]


def walk(nodes: Nodes, part: int, measure: Measure, choose: Callable[[Words], NDArray[np.int64]]) -> tuple[Values, int]:
    """Return the values of the covers of a part, joined as far as they are equal nodes, and the nodes that branched.

    The invariant, for ways: the number of covers is the sum of ways * covers over the nodes on all levels. A level is
    replaced by nodes of lower levels; at the end only level 0 is left.

    choose: from all nodes of a level to the item that each branches on, int64[n].
    """
    root = nodes.parts[:, [part]]
    levels = [_Level(nodes.meter, measure) for _ in range(int(nodes.level(root)[0]) + 1)]
    levels[-1].add(root, measure.at_root())
    n_steps = 0
    for level in reversed(levels[1:]):
        if not level.n_nodes:
            continue
        here, values = level.taken()
        if (needed := nodes.without_idle(here)) is not here:
            here, values = merged(needed, values, measure)
        if not (is_needed := measure.is_needed(here, values)).all():
            here, values = here[:, is_needed], values[:, is_needed]
        if not here.shape[1]:
            continue
        items = choose(here)
        n_steps += len(items)
        batch = np.cumsum(nodes.n_candidates(items)) // _CANDIDATES_AT_ONCE
        for some in np.split(np.arange(len(items)), np.flatnonzero(np.diff(batch)) + 1):
            parent, option, children = nodes.branch(here[:, some], items[some])
            reached = measure.after(values[:, some[parent]], option)
            if level is levels[-1]:  # the root: the first option of each orbit, for all that are in it
                _, chosen, times = np.unique(nodes.label[option], return_index=True, return_counts=True)
                children, reached = children[:, chosen], measure.of_orbits(reached[:, chosen], times)
            below = nodes.level(children)
            for each in np.unique(below).tolist():
                levels[each].add(children[:, below == each], reached[:, below == each])
    if not levels[0].n_nodes:
        return measure.at_root()[:, :0], n_steps
    ended, values = levels[0].taken()
    return values[:, (ended & nodes.unmet == 0).all(axis=0)], n_steps


def total(ways: Words) -> int:
    """Return the sum of all ways."""
    return sum(sum(limb) << 32 * k for k, limb in enumerate(ways.tolist()))


def _trace(problem: ExactCover, words: Iterator[int], meter: Meter) -> tuple[int, int]:
    """Return the number of covers that a trace shows, and the number of its nodes that branched."""
    nodes = Nodes(problem, _symmetries(problem, words, meter), meter)
    n_covers, n_steps = 1, 0
    for part in range(nodes.parts.shape[1]):
        ways, n = walk(nodes, part, Ways(), _named(words))
        n_covers, n_steps = n_covers * total(ways), n_steps + n
    return n_covers, n_steps


def _symmetries(problem: ExactCover, words: Iterator[int], meter: Meter) -> list[list[int]]:
    """Return the symmetries that the next words announce and name."""
    n_symmetries, n_pairs = next(words), len(paired(problem)[0])
    if not 0 <= n_symmetries <= problem.n_options:
        raise InvalidCertificate(f"it announces {n_symmetries} symmetries, and {problem.n_options} are enough")
    meter.step(n_symmetries * (n_pairs + len(problem.item)))
    meter.hold(_WRITTEN_LITERAL * n_symmetries * n_pairs)
    return [_take(words, n_pairs, n_pairs) for _ in range(n_symmetries)]


def _named(words: Iterator[int]) -> Callable[[Words], NDArray[np.int64]]:
    """Return the function that reads the item of each node from the next words."""

    def choose(here: Words) -> NDArray[np.int64]:
        items = np.fromiter(islice(words, here.shape[1]), np.int64)
        if len(items) < here.shape[1]:
            raise StopIteration
        return items

    return choose


# --- best -------------------------------------------------------------------------------------------------------------
# Words: the symmetries as in a trace, which also keep costs; a cover, as its size and its options, ascending; the
# binary places of the prices, or -1 for none; for each item its price in two words, the low one first; then the items
# as in a trace, but only for nodes that may still be part of a cover that is cheaper than this one, which costs COUNT.


def _best(problem: ExactCover, words: Iterator[int], meter: Meter) -> tuple[int, int]:
    """Return the least cost of a cover, and the number of nodes that branched."""
    nodes = Nodes(problem, _symmetries(problem, words, meter), meter, keeps_costs=True)
    cover = _take(words, next(words), problem.n_options)
    _Covers(problem, meter).check(cover, 0)
    places = next(words)
    if not -1 <= places < 62:
        raise InvalidCertificate(f"its prices have {places} binary places")
    n_halves = 0 if places < 0 else 2 * problem.n_items
    price = np.array(_take(words, n_halves, n_halves), "<i4").view("<i8").tolist()
    n_steps = 0
    for part, claim in enumerate(costs_of_parts(problem, nodes, cover)):
        costs, n = walk(nodes, part, Costs(problem, nodes, claim, price, places), _named(words))
        n_steps += n
        if costs.min(initial=claim) < claim:
            raise InvalidCertificate(f"it shows a cover that is cheaper by {claim - int(costs.min())}")
    return (sum(problem.cost[cover].tolist()) if problem.has_costs else 0), n_steps


def costs_of_parts(problem: ExactCover, nodes: Nodes, cover: Sequence[int]) -> list[int]:
    """Return what the options of a cover cost in each part."""
    cost = problem.cost.tolist() if problem.has_costs else [0] * problem.n_options
    needed = nodes.needs[:, np.array(cover, np.int64)]
    is_in = [(needed & part[:, np.newaxis]).any(axis=0).tolist() for part in nodes.parts.T]
    return [sum(cost[option] for option, inside in zip(cover, each, strict=True) if inside) for each in is_in]


# --- list + proof -----------------------------------------------------------------------------------------------------
# Words: each cover as its size and its options, ascending; the covers are ascending, too, so none comes twice. Then the
# proof that there are no other covers, in LRAT (Cruz-Filipe, Heule, Hunt, Kaufmann, Schneider-Kamp, CADE 2017). It
# refutes `clauses_of` the problem with a blocking clause for each cover; literal o + 1 chooses option o. A step
# is the size of a clause, its literals, the number of hints, and the hints; or a negative number -n and n clauses to
# delete. Clauses are numbered from 1, in their order.


def _list(problem: ExactCover, words: Iterator[int], count: int, complete: bool, meter: Meter) -> tuple[int, int]:
    """Return the number of covers listed, and the number of steps of the proof that these are all."""
    covers = _Covers(problem, meter)
    blocks: list[Sequence[int]] = []
    last: list[int] | None = None
    for k in range(count):
        cover = _take(words, next(words), problem.n_options)
        covers.check(cover, k)
        if last is not None and cover <= last:
            raise InvalidCertificate(f"cover {k} is out of order or comes twice")
        last = cover
        if complete:
            blocks.append(array("i", clause_against(problem, cover)))
            meter.hold(_ENTRY + 4 * len(blocks[-1]))
    return count, _refute([*_clauses_within(problem, meter), *blocks], words, meter) if complete else 0


class _Covers:
    """What the covers of a problem are."""

    def __init__(self, problem: ExactCover, meter: Meter) -> None:
        self._plain, self._coloured = _entries(problem)
        self._bounds = list(zip(problem.least.tolist(), problem.most.tolist(), strict=True))
        self._meter = meter

    def check(self, cover: list[int], k: int) -> None:
        """Raise InvalidCertificate unless these options, ascending, are a cover; k is its number."""
        self._meter.step(len(self._bounds) + len(cover))
        times = [0] * len(self._bounds)
        for option in cover:
            if not 0 <= option < len(self._plain):
                raise InvalidCertificate(f"cover {k} names option {option}, which does not exist")
            for item in self._plain[option]:
                times[item] += 1
        for item, _ in {entry for option in cover for entry in self._coloured[option]}:  # options that agree count once
            times[item] += 1
        if not all(least <= n <= most for n, (least, most) in zip(times, self._bounds, strict=True)):
            raise InvalidCertificate(f"cover {k} covers an item too seldom or too often")
        if sorted(set(cover)) != cover:
            raise InvalidCertificate(f"cover {k} is out of order or comes twice")


def _entries(problem: ExactCover) -> tuple[list[list[int]], list[list[tuple[int, int]]]]:
    """Return for each option the items that it covers without a colour, and the others, each with its colour."""
    entries = [problem.entries_of(option) for option in range(problem.n_options)]
    plain = [[item for item, colour in option if not colour] for option in entries]
    return plain, [[entry for entry in option if entry[1]] for option in entries]


def clause_against(problem: ExactCover, cover: Sequence[int]) -> list[int]:
    """Return the blocking clause of a cover: one of its options is not chosen or, if covers may nest, another is."""
    others = set(range(problem.n_options)) - set(cover) if problem.covers_may_nest else set()
    return [*(-1 - option for option in cover), *(1 + option for option in sorted(others))]


def clauses_of(problem: ExactCover, budget: Budget = BUDGET) -> list[list[int]]:
    """Return the problem as clauses: at least one option of every primary item, and no two options of any item.

    An item with a multiplicity has counting clauses instead. A colour of an item is a variable, which every option that
    gives it implies, and takes the place of these options. Raises NotChecked if the clauses take too much memory.
    """
    return _clauses_within(problem, Meter(budget))


def _clauses_within(problem: ExactCover, meter: Meter) -> list[list[int]]:
    literals_of: list[list[int]] = [[] for _ in range(problem.n_items)]
    variables: dict[tuple[int, int], int] = {}
    implied: list[list[int]] = []
    for option, (items, coloured) in enumerate(zip(*_entries(problem), strict=True), 1):
        for item in items:
            literals_of[item].append(option)
        for entry in coloured:
            if entry not in variables:
                variables[entry] = problem.n_options + len(variables) + 1
                literals_of[entry[0]].append(variables[entry])
            implied.append([-option, variables[entry]])
    counted = np.flatnonzero(problem.has_multiplicity).tolist()
    exclusive = [literals for item, literals in enumerate(literals_of) if item not in counted]
    n_clauses = len(implied) + sum(len(literals) * (len(literals) - 1) // 2 for literals in exclusive)
    n_clauses += 5 * sum(len(literals_of[i]) * min(len(literals_of[i]), int(problem.most[i]) + 1) for i in counted)
    meter.hold((_WRITTEN_CLAUSE + 3 * _WRITTEN_LITERAL) * n_clauses + _WRITTEN_LITERAL * len(problem.item))
    clashes = sorted({pair for literals in exclusive for pair in combinations(literals, 2)})
    clauses = [*exclusive[: problem.n_primary - len(counted)], *([-a, -b] for a, b in clashes), *implied]
    free = problem.n_options + len(variables) + 1
    for item in counted:
        more, free = _times(literals_of[item], int(problem.least[item]), int(problem.most[item]), free)
        clauses += more
    return clauses


def _times(options: list[int], least: int, most: int, free: int) -> tuple[list[list[int]], int]:
    """Return clauses that say that `least` to `most` of these options are chosen, and the first unused variable.

    Variable `now[j]` says that more than j of the options so far are chosen: more than j were before, or exactly j were
    and this option is. So every choice of options determines these variables, and only the last clauses forbid one.
    """
    clauses: list[list[int]] = []
    now: list[int] = []
    for option in options:
        before, now = now, list(range(free, free + min(len(now), most) + 1))
        free += len(now)
        for j, this in enumerate(now):  # this <-> already or (option and fewer); with j = 0 there is no fewer
            already, fewer = before[j : j + 1], before[j - 1 : j] if j else []
            clauses += [[-so, this] for so in already] + [[-option, *(-so for so in fewer), this]]
            clauses += [[-this, *already, so] for so in [option, *fewer]]
    clauses += [[-this] for this in now[most:]]
    return clauses + [now[least - 1 : least]] * (least > 0), free


def _refute(given: Sequence[Sequence[int]], words: Iterator[int], meter: Meter) -> int:
    """Check a proof up to the empty clause, which shows that nothing satisfies the clauses; return its length.

    A clause follows if, when its literals are assumed to be false, unit propagation through its hints, in their order,
    leads to a contradiction (reverse unit propagation).
    """
    clauses: dict[int, Sequence[int]] = dict(enumerate(given, 1))
    number, n_variables = len(given), max((abs(literal) for clause in given for literal in clause), default=0)
    if not all(given):  # an item without options, or the empty cover
        return 0
    while True:
        size = next(words)
        if size < 0:
            for _ in range(-size):
                meter.step(1)
                gone = next(words)
                if (forgotten := clauses.pop(gone, None)) is not None and gone > len(given):
                    meter.hold(-_ENTRY - 4 * len(forgotten))
            continue
        number += 1
        clause = _take(words, size, 2 * n_variables)
        false, refuted = set(clause), False
        for _ in range(next(words)):
            hint = clauses.get(next(words))
            if hint is None:
                raise InvalidCertificate(f"clause {number} has a hint that names no clause")
            meter.step(len(hint) + 1)
            unit = [literal for literal in hint if literal not in false]
            refuted = refuted or not unit
            if len(unit) == 1:
                false.add(-unit[0])
        if not refuted:
            raise InvalidCertificate(f"clause {number} does not follow from its hints")
        if not clause:
            return number - len(given)
        clauses[number] = array("i", clause)
        meter.hold(_ENTRY + 4 * len(clause))
