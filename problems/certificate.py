"""Check a certificate of the number of covers: everything one has to trust, in one file that knows no solver.

A certificate is one line of text, `danceoff-certificate 1 KIND DIGEST COUNT`, then a zlib stream of little-endian
32-bit words, then the SHA-256 of all bytes before. DIGEST names the problem, COUNT is what the certificate claims.
There are three kinds, each checked by a section of its own below:

trace       the branchings of a count that walks equal sub-problems once: COUNT is exact
list+proof  the covers, and a proof that there is no other: COUNT is exact
none        covers without such a proof: there are at least COUNT

Sets of items are Python integers with bit i for item i. A file is read from front to back and never held as a whole.
"""

from __future__ import annotations

import hashlib
import os
import re
import zlib
from collections.abc import Iterator
from itertools import combinations, islice
from pathlib import Path
from typing import NamedTuple

import numpy as np

from problems.cover import ExactCover

MAGIC = "danceoff-certificate 1"
_HEADER = re.compile(rb"danceoff-certificate 1 (trace|list\+proof|none) ([0-9a-f]{16}) (0|[1-9][0-9]{0,3999})\n")
_CHUNK = 1 << 16  # bytes read, and at most decompressed, at a time


class InvalidCertificate(ValueError):
    """The certificate does not show what it claims; the message is one line that says why."""


class Verdict(NamedTuple):
    """What a certificate was found to show; n_steps are the nodes of a trace, the covers and derived clauses of a proof."""

    kind: str
    count: int
    n_steps: int

    def __str__(self) -> str:
        covers = "cover" if self.count == 1 else "covers"
        if self.kind == "none":
            return f"at least {self.count} {covers}: a list without a proof that there are no others"
        return f"exactly {self.count} {covers}: {self.kind} of {self.n_steps} steps"


def check_certificate(problem: ExactCover, path: Path) -> Verdict:
    """Check the certificate in this file for this problem.

    Raises InvalidCertificate where it does not hold and OSError where the file cannot be read.
    """
    kind, digest, count = _header(path)
    if digest != problem.digest:
        raise InvalidCertificate(f"it is about problem {digest}, not {problem.digest}")
    words = _words(path)
    try:
        found, n_steps = _trace(problem, words) if kind == "trace" else _list(problem, words, count, kind != "none")
    except StopIteration:
        raise InvalidCertificate("it ends before its proof does") from None
    if found != count:
        raise InvalidCertificate(f"it claims {count} covers and shows {found}")
    if next(words, None) is not None:
        raise InvalidCertificate("it goes on after its proof has ended")
    return Verdict(kind, count, n_steps)


# --- the file ---------------------------------------------------------------------------------------------------------


def _header(path: Path) -> tuple[str, str, int]:
    """Kind, digest and count of a file that is whole: its last 32 bytes are the SHA-256 of the others."""
    with path.open("rb") as file:
        header = _HEADER.fullmatch(file.readline(5000))
        if not header:
            raise InvalidCertificate(f"its first line is not that of a certificate, {MAGIC} KIND DIGEST COUNT")
        file.seek(0)
        hasher, left = hashlib.sha256(), path.stat().st_size - 32
        while chunk := file.read(min(_CHUNK, max(left, 0))):
            hasher.update(chunk)
            left -= len(chunk)
        if hasher.digest() != file.read():
            raise InvalidCertificate("it is damaged: its checksum is wrong")
    return header[1].decode(), header[2].decode(), int(header[3])


def _words(path: Path) -> Iterator[int]:
    """The words of the zlib stream; at most _CHUNK bytes of them are held."""
    with path.open("rb") as file:
        file.readline()
        stream, rest, left = zlib.decompressobj(), b"", os.fstat(file.fileno()).st_size - 32 - file.tell()
        while not stream.eof:
            packed = stream.unconsumed_tail or file.read(min(_CHUNK, max(left, 0)))
            left -= 0 if stream.unconsumed_tail else len(packed)
            try:
                plain = stream.decompress(packed, _CHUNK)
            except zlib.error:
                raise InvalidCertificate("its words are not a zlib stream") from None
            if not packed and not plain:
                raise InvalidCertificate("its zlib stream is cut short")
            rest += plain
            whole = len(rest) & -4
            yield from np.frombuffer(rest[:whole], "<i4").tolist()
            rest = rest[whole:]
        if rest or stream.unused_data or left:
            raise InvalidCertificate("there are bytes after its last word")


def _take(words: Iterator[int], n: int, most: int) -> list[int]:
    """The next n words; no honest prover writes more than `most` of them here, so nothing larger is ever held."""
    if not 0 <= n <= most:
        raise InvalidCertificate(f"it announces {n} numbers where at most {most} are possible")
    taken = list(islice(words, n))
    if len(taken) < n:
        raise StopIteration
    return taken


def _option_masks(problem: ExactCover) -> list[int]:
    return [sum(1 << item for item in problem.items_of(option)) for option in range(problem.n_options)]


# --- trace ------------------------------------------------------------------------------------------------------------
# A node is the set of items still free; its count is the number of ways to cover its primary items by options inside
# it. Words: the number of lemmas; for each its number of items, its items, its steps; the steps of the whole problem.
# A step says how to count one node: word w >= 0 branches on item w, word w < 0 splits lemma -1 - w off. The children
# of a branching are not written but worked out here, one for every option of the item, so none can be missing.


def _trace(problem: ExactCover, words: Iterator[int]) -> tuple[int, int]:
    """The number of covers that a trace shows, and its steps."""
    nodes, n_steps = _Nodes(problem), 0
    lemmas: list[tuple[int, int]] = []
    for _ in range(next(words)):
        items = _take(words, next(words), problem.n_items)
        if len(set(items)) < len(items) or not all(0 <= item < problem.n_items for item in items):
            raise InvalidCertificate(f"lemma {len(lemmas)} is not a set of items")
        lemma = sum(1 << item for item in items)
        count, n = nodes.count(lemma, lemmas, words)
        lemmas.append((lemma, count))
        n_steps += n
    count, n = nodes.count((1 << problem.n_items) - 1, lemmas, words)
    return count, n_steps + n


class _Nodes:
    """The nodes of one problem: what branching and splitting makes of them."""

    def __init__(self, problem: ExactCover) -> None:
        self.n_primary = problem.n_primary
        self.primary = (1 << problem.n_primary) - 1
        self.options = _option_masks(problem)
        self.options_of: list[list[int]] = [[] for _ in range(problem.n_items)]
        for option, mask in enumerate(self.options):
            for item in problem.items_of(option):
                self.options_of[item].append(mask)

    def count(self, start: int, lemmas: list[tuple[int, int]], words: Iterator[int]) -> tuple[int, int]:
        """The count of one node and the number of its steps.

        At every moment it is the sum of ways * count over the pending nodes. Nodes wait in levels by their number of
        primary items; a step replaces the youngest node of the highest level by nodes of lower levels. What is left
        at the end, at level 0, is the node without items, and its count is 1: choose nothing.
        """
        pending: list[dict[int, int]] = [{} for _ in range(self.n_primary + 1)]
        start = self.without_idle(start, self.options)
        pending[(start & self.primary).bit_count()][start] = 1
        n_steps = 0
        for level in reversed(pending[1:]):
            while level:
                node, ways = level.popitem()
                step = next(words)
                n_steps += 1
                if step < 0:
                    child, times = self.split(node, -1 - step, lemmas)
                    below = pending[(child & self.primary).bit_count()]
                    below[child] = below.get(child, 0) + ways * times
                    continue
                for child in self.branch(node, step):
                    below = pending[(child & self.primary).bit_count()]
                    below[child] = below.get(child, 0) + ways
        return sum(pending[0].values()), n_steps

    def branch(self, node: int, item: int) -> list[int]:
        """A child for every option of the item inside the node: what that option leaves free."""
        if item >= self.n_primary or not node >> item & 1:
            raise InvalidCertificate(f"a node branches on {item}, which is not one of its primary items")
        children = [node ^ option for option in self.options_of[item] if option & node == option]
        if node <= self.primary:
            return children
        inside = [option for option in self.options if option & node == option]
        return [self.without_idle(child, inside) for child in children]

    def split(self, node: int, number: int, lemmas: list[tuple[int, int]]) -> tuple[int, int]:
        """What is left of a node without the items of a lemma, and the lemma's count, by which it multiplies."""
        if number >= len(lemmas):
            raise InvalidCertificate(f"a node uses lemma {number} before it is shown")
        lemma, count = lemmas[number]
        if lemma & node != lemma or any(lemma & o not in (0, o) for o in self.options if o & node == o):
            raise InvalidCertificate(f"a node uses lemma {number}, which is not a part of it")
        return node ^ lemma, count

    def without_idle(self, node: int, options: list[int]) -> int:
        """The node without its secondary items that are in no option inside it: they make no difference."""
        if node <= self.primary:
            return node
        used = self.primary
        for option in options:
            if option & node == option:
                used |= option
        return node & used


# --- list + proof -----------------------------------------------------------------------------------------------------
# Words: each cover as its size and its options, ascending, the covers in ascending order, so that none comes twice.
# Then the proof, that no set of options is a cover but these: LRAT (Cruz-Filipe, Heule, Hunt, Kaufmann, Schneider-Kamp,
# CADE 2017) on the clauses of `at_most_one`, the covers' and the primary items', literal +-(option + 1). A step is the
# size of a clause, its literals, the number of hints, the hints; or minus a number and as many clauses to forget.
# Clauses are numbered from 1 in the order in which they come.


def _list(problem: ExactCover, words: Iterator[int], count: int, complete: bool) -> tuple[int, int]:
    """The number of covers listed, which a proof may show to be all, and the steps that it took."""
    options, primary = _option_masks(problem), (1 << problem.n_primary) - 1
    clauses = clauses_of(problem) if complete else []
    last: list[int] | None = None
    for k in range(count):
        cover = _take(words, next(words), problem.n_primary)
        covered = 0
        for option in cover:
            if not 0 <= option < len(options) or covered & options[option]:
                raise InvalidCertificate(f"cover {k} names option {option}, which is unknown or clashes")
            covered |= options[option]
        if covered & primary != primary:
            raise InvalidCertificate(f"cover {k} leaves a primary item uncovered")
        if sorted(cover) != cover or (last is not None and cover <= last):
            raise InvalidCertificate(f"cover {k} is out of order or comes twice")
        last = cover
        if complete:
            clauses.append([-1 - option for option in cover])
    return count, count + (_refute(clauses, problem.n_options, words) if complete else 0)


def clauses_of(problem: ExactCover) -> list[list[int]]:
    """The problem as clauses: an option of every primary item, and no two options of any item."""
    options_of: list[list[int]] = [[] for _ in range(problem.n_items)]
    for option in range(problem.n_options):
        for item in problem.items_of(option):
            options_of[item].append(option + 1)
    clashes = sorted({pair for options in options_of for pair in combinations(options, 2)})
    return [*options_of[: problem.n_primary], *([-a, -b] for a, b in clashes)]


def _refute(given: list[list[int]], n_options: int, words: Iterator[int]) -> int:
    """Follow a proof up to the empty clause, which shows that no choice of options satisfies the clauses; its length.

    A clause is derived when assuming it false makes its hints, one after the other, force literals up to a
    contradiction (reverse unit propagation).
    """
    clauses = dict(enumerate(given, 1))
    number = len(given)
    if [] in given:  # an item without options, or the empty cover
        return 0
    while True:
        size = next(words)
        if size < 0:
            for _ in range(-size):
                clauses.pop(next(words), None)
            continue
        number += 1
        clause = _take(words, size, 2 * n_options)
        false, refuted = set(clause), False
        for _ in range(next(words)):
            hint = clauses.get(next(words))
            if hint is None:
                raise InvalidCertificate(f"clause {number} leans on a clause that is not there")
            unit = [literal for literal in hint if literal not in false]
            refuted = refuted or not unit
            if len(unit) == 1:
                false.add(-unit[0])
        if not refuted:
            raise InvalidCertificate(f"clause {number} does not follow from its hints")
        if not clause:
            return number - len(given)
        clauses[number] = clause
