"""Checks a certificate of the number of covers: everything that you have to trust, in one file that uses no solver.

A certificate is one line of text, `danceoff-certificate 1 KIND DIGEST COUNT`, then a zlib stream of little-endian
32-bit words, then the SHA-256 of all bytes before. DIGEST names the problem, COUNT is what the certificate claims.
There are three kinds, each checked by a section of its own below:

trace       the branchings of a count that walks equal sub-problems once: COUNT is exact; items may have colours
list+proof  the covers, and a proof that there is no other: COUNT is exact; items may have multiplicities and colours
none        covers without such a proof: there are at least COUNT

Sets of items are Python integers with bit i for item i, and further bits for items in a colour. A file is read from
front to back, and is never all in memory. A small file can demand much work and memory, so a check has a budget of
each; beyond it, the count is unchecked.
"""

from __future__ import annotations

import hashlib
import re
import zlib
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, islice
from pathlib import Path
from sys import getsizeof

import numpy as np

from danceoff.problems.model.cover import ExactCover
from danceoff.problems.model.digits import MOST_DIGITS, decimal, whole

MAGIC = "danceoff-certificate 1"
_HEADER = re.compile(rb"danceoff-certificate 1 (trace|list\+proof|none) ([0-9a-f]{16}) (0|[1-9][0-9]*)\n")
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


class _Meter:
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

    n_steps: the nodes of a trace, or the derived clauses of a proof.
    """

    kind: str
    count: int
    n_steps: int

    def __str__(self) -> str:
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
    if kind == "trace" and problem.has_multiplicities:
        raise InvalidCertificate("a trace cannot express multiplicities, and this problem has some")
    meter = _Meter(budget)
    words = _words(packed, meter)
    try:
        if kind == "trace":
            shown, n_steps = _trace(problem, words, meter)
        else:
            shown, n_steps = _list(problem, words, count, kind != "none", meter)
    except StopIteration:
        raise InvalidCertificate("it ends before its proof does") from None
    if shown != count:
        raise InvalidCertificate(f"it claims {decimal(count)} covers and shows {decimal(shown)}")
    if next(words, None) is not None:
        raise InvalidCertificate("it has further words after its proof has ended")
    return Verdict(kind, count, n_steps)


# --- the file ---------------------------------------------------------------------------------------------------------


def _open(path: Path) -> tuple[str, str, int, Iterator[bytes]]:
    """Kind, digest, count and packed words of a file that is whole: its last 32 bytes are the SHA-256 of the others."""
    with path.open("rb") as file:
        line = file.readline(MOST_DIGITS + 100)
        header = _HEADER.fullmatch(line)
        if not header or len(header[3]) > MOST_DIGITS:
            raise InvalidCertificate(f"its first line is not that of a certificate, {MAGIC} KIND DIGEST COUNT")
        end = max(file.seek(0, 2) - 32, len(line))
    hasher = hashlib.sha256(line)
    for chunk in _chunks(path, len(line), end):
        hasher.update(chunk)
    if b"".join(_chunks(path, end, end + 33)) != hasher.digest():
        raise InvalidCertificate("it is damaged: its checksum is wrong")
    return header[1].decode(), header[2].decode(), whole(header[3].decode()), _chunks(path, len(line), end)


def _chunks(path: Path, begin: int, end: int) -> Iterator[bytes]:
    with path.open("rb") as file:
        file.seek(begin)
        while chunk := file.read(min(_AT_ONCE, end - file.tell())):
            yield chunk


def _words(packed: Iterator[bytes], meter: _Meter) -> Iterator[int]:
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
# A node is the set of items still free; its count is the number of ways to cover its primary items by options inside
# it. An item with colours is free for each of its uses by itself, without a colour or in one. An option needs one use
# of each of its items and takes all, except that it leaves a colour that it gives: so options that agree stay inside.
# Words: the number of lemmas; for each its number of items, its items, its steps; the steps of the whole problem.
# A step says how to count one node: word w >= 0 branches on item w, word w < 0 splits lemma -1 - w off. The children
# of a branching are not in the file but computed here, one for every option of the item, so none can be missing.


def _trace(problem: ExactCover, words: Iterator[int], meter: _Meter) -> tuple[int, int]:
    """Return the number of covers that a trace shows, and its number of steps."""
    nodes, n_steps = _Nodes(problem, meter), 0
    lemmas: list[tuple[int, int]] = []
    for _ in range(next(words)):
        items = _take(words, next(words), problem.n_items)
        if len(set(items)) < len(items) or not all(0 <= item < problem.n_items for item in items):
            raise InvalidCertificate(f"lemma {len(lemmas)} is not a set of items")
        lemma = nodes.uses(items) & nodes.whole
        count, n = nodes.count(lemma, lemmas, words)
        lemmas.append((lemma, count))
        meter.hold(_ENTRY + getsizeof(lemma) + getsizeof(count))
        n_steps += n
    count, n = nodes.count(nodes.whole, lemmas, words)
    return count, n_steps + n


class _Nodes:
    """The nodes of one problem, and how branching and splitting change them."""

    def __init__(self, problem: ExactCover, meter: _Meter) -> None:
        self.meter = meter
        self.n_primary = problem.n_primary
        self.primary = (1 << problem.n_primary) - 1
        plain, coloured = _entries(problem)
        number: dict[tuple[int, int], int] = {}  # the bits of uses in a colour; that of any other use is the item's own
        for entry in chain.from_iterable(coloured):
            number.setdefault(entry, problem.n_items + len(number))
        self.coloured: dict[int, int] = {}
        for (item, _), bit in number.items():
            self.coloured[item] = self.coloured.get(item, 1 << item) | 1 << bit
        self.options: list[int] = []
        self.options_of: list[list[int]] = [[] for _ in range(problem.n_items)]
        self.taken: dict[int, int] = {}  # with colours, the uses that an option takes; without, those that it needs
        for items, entries in zip(plain, coloured, strict=True):
            agreed = sum(1 << number[entry] for entry in entries)
            option = agreed + sum(1 << item for item in items)
            if self.coloured:
                self.taken[option] = self.uses(items) + self.uses(item for item, _ in entries) - agreed
            meter.hold(_ENTRY + getsizeof(option) + getsizeof(self.taken.get(option, 0)))
            self.options.append(option)
            for item in items:
                self.options_of[item].append(option)
        self.whole = self.without_idle(self.uses(range(problem.n_items)), self.options)

    def uses(self, items: Iterable[int]) -> int:
        """Return all uses of different items."""
        return sum(self.coloured.get(item, 1 << item) for item in items)

    def count(self, start: int, lemmas: list[tuple[int, int]], words: Iterator[int]) -> tuple[int, int]:
        """Return the count of one node, and the number of steps.

        The invariant: the count is the sum of ways * count over the pending nodes. Pending nodes are in levels by their
        number of primary items. A step replaces the youngest node of the highest level by nodes of lower levels. The
        nodes that are left at the end, at level 0, have no primary items, and the count of each is 1: choose nothing.
        """
        pending: list[dict[int, int]] = [{} for _ in range(self.n_primary + 1)]
        start = self.without_idle(start, self.options)
        pending[(start & self.primary).bit_count()][start] = 1
        self.meter.hold(_ENTRY + getsizeof(start) + getsizeof(1))
        n_steps = 0
        for level in reversed(pending[1:]):
            while level:
                node, ways = level.popitem()
                held = -_ENTRY - getsizeof(node) - getsizeof(ways)
                step = next(words)
                children, times = self.split(node, -1 - step, lemmas) if step < 0 else (self.branch(node, step), 1)
                for child in children:
                    below = pending[(child & self.primary).bit_count()]
                    before = below.get(child)
                    below[child] = now = (before or 0) + ways * times
                    held += (
                        getsizeof(now) - getsizeof(before)
                        if before is not None
                        else _ENTRY + getsizeof(child) + getsizeof(now)
                    )
                self.meter.hold(held)
                n_steps += 1
        self.meter.hold(-sum(_ENTRY + getsizeof(node) + getsizeof(ways) for node, ways in pending[0].items()))
        return sum(pending[0].values()), n_steps

    def branch(self, node: int, item: int) -> list[int]:
        """Return a child for every option of the item inside the node: the items that this option leaves free."""
        if item >= self.n_primary or not node >> item & 1:
            raise InvalidCertificate(f"a node branches on {item}, which is not one of its primary items")
        self.meter.step(len(self.options_of[item]))
        children = [node ^ option for option in self.options_of[item] if option & node == option]
        if self.taken:
            children = [node & ~self.taken[option] for option in self.options_of[item] if option & node == option]
        if node <= self.primary:
            return children
        self.meter.step((1 + len(children)) * len(self.options))
        inside = [option for option in self.options if option & node == option]
        return [self.without_idle(child, inside) for child in children]

    def split(self, node: int, number: int, lemmas: list[tuple[int, int]]) -> tuple[list[int], int]:
        """Return the node without the items of a lemma, and the lemma's count, a factor of the node's count."""
        if number >= len(lemmas):
            raise InvalidCertificate(f"a node uses lemma {number} before it is shown")
        lemma, count = lemmas[number]
        self.meter.step(len(self.options))
        if lemma & node != lemma or any(lemma & o not in (0, o) for o in self.options if o & node == o):
            raise InvalidCertificate(f"a node uses lemma {number}, which is not a part of it")
        return [node ^ lemma], count

    def without_idle(self, node: int, options: list[int]) -> int:
        """Return the node without its secondary items that are in no option inside it; they make no difference."""
        if node <= self.primary:
            return node
        used = self.primary
        for option in options:
            if option & node == option:
                used |= option
        return node & used


# --- list + proof -----------------------------------------------------------------------------------------------------
# Words: each cover as its size and its options, ascending; the covers are ascending, too, so none comes twice. Then the
# proof that there are no other covers, in LRAT (Cruz-Filipe, Heule, Hunt, Kaufmann, Schneider-Kamp, CADE 2017). It
# refutes `clauses_of` the problem with a blocking clause for each cover; literal o + 1 chooses option o. A step
# is the size of a clause, its literals, the number of hints, and the hints; or a negative number -n and n clauses to
# delete. Clauses are numbered from 1, in their order.


def _list(problem: ExactCover, words: Iterator[int], count: int, complete: bool, meter: _Meter) -> tuple[int, int]:
    """Return the number of covers listed, and the number of steps of the proof that these are all."""
    plain, coloured = _entries(problem)
    bounds = list(zip(problem.least.tolist(), problem.most.tolist(), strict=True))
    blocks: list[Sequence[int]] = []
    last: list[int] | None = None
    for k in range(count):
        cover = _take(words, next(words), problem.n_options)
        meter.step(problem.n_items + len(cover))
        times = [0] * problem.n_items
        for option in cover:
            if not 0 <= option < problem.n_options:
                raise InvalidCertificate(f"cover {k} names option {option}, which does not exist")
            for item in plain[option]:
                times[item] += 1
        for item, _ in {entry for option in cover for entry in coloured[option]}:  # options that agree count once
            times[item] += 1
        if not all(least <= n <= most for n, (least, most) in zip(times, bounds, strict=True)):
            raise InvalidCertificate(f"cover {k} covers an item too seldom or too often")
        if sorted(set(cover)) != cover or (last is not None and cover <= last):
            raise InvalidCertificate(f"cover {k} is out of order or comes twice")
        last = cover
        if complete:
            blocks.append(array("i", clause_against(problem, cover)))
            meter.hold(_ENTRY + 4 * len(blocks[-1]))
    return count, _refute([*_clauses_within(problem, meter), *blocks], words, meter) if complete else 0


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
    return _clauses_within(problem, _Meter(budget))


def _clauses_within(problem: ExactCover, meter: _Meter) -> list[list[int]]:
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


def _refute(given: Sequence[Sequence[int]], words: Iterator[int], meter: _Meter) -> int:
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
