"""Check a certificate of the number of covers: everything one has to trust, in one file that knows no solver.

A certificate is one line of text, `danceoff-certificate 1 KIND DIGEST COUNT`, then a zlib stream of little-endian
32-bit words, then the SHA-256 of all bytes before. DIGEST names the problem, COUNT is what the certificate claims.
There are three kinds, each checked by a section of its own below:

trace       the branchings of a count that walks equal sub-problems once: COUNT is exact
list+proof  the covers, and a proof that there is no other: COUNT is exact; items may be covered lo to hi times
none        covers without such a proof: there are at least COUNT

Sets of items are Python integers with bit i for item i. A file is read from front to back and never held as a whole.
"""

from __future__ import annotations

import hashlib
import re
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, islice
from pathlib import Path

import numpy as np

from problems.cover import ExactCover

MAGIC = "danceoff-certificate 1"
_HEADER = re.compile(rb"danceoff-certificate 1 (trace|list\+proof|none) ([0-9a-f]{16}) (0|[1-9][0-9]{0,3999})\n")
_AT_ONCE = 1 << 16  # bytes read, and at most unpacked, at a time
_MOST_HELD = 10_000_000  # pending nodes, or clauses: a file must not be able to ask for all the memory there is


class InvalidCertificate(ValueError):
    """The certificate does not show what it claims; the message is one line that says why."""


@dataclass(frozen=True)
class Verdict:
    """What a certificate shows. n_steps: the nodes of a trace, the derived clauses of a proof."""

    kind: str
    count: int
    n_steps: int

    def __str__(self) -> str:
        covers = f"{self.count} cover{'' if self.count == 1 else 's'}"
        if self.kind == "none":
            return f"at least {covers}, by a list without a proof that there are no others"
        return f"exactly {covers}, by a {self.kind} of {self.n_steps} steps"


def check_certificate(problem: ExactCover, path: Path) -> Verdict:
    """Check the certificate in this file for this problem.

    Raises InvalidCertificate where it does not hold and OSError where the file cannot be read.
    """
    kind, digest, count, packed = _open(path)
    if digest != problem.digest:
        raise InvalidCertificate(f"it is about problem {digest}, not {problem.digest}")
    if kind == "trace" and problem.has_multiplicities:
        raise InvalidCertificate("a trace knows no multiplicities, and items here are covered lo to hi times")
    words = _words(packed)
    try:
        shown, n_steps = _trace(problem, words) if kind == "trace" else _list(problem, words, count, kind != "none")
    except StopIteration:
        raise InvalidCertificate("it ends before its proof does") from None
    if shown != count:
        raise InvalidCertificate(f"it claims {count} covers and shows {shown}")
    if next(words, None) is not None:
        raise InvalidCertificate("it goes on after its proof has ended")
    return Verdict(kind, count, n_steps)


# --- the file ---------------------------------------------------------------------------------------------------------


def _open(path: Path) -> tuple[str, str, int, Iterator[bytes]]:
    """Kind, digest, count and packed words of a file that is whole: its last 32 bytes are the SHA-256 of the others."""
    with path.open("rb") as file:
        line = file.readline(5000)
        header = _HEADER.fullmatch(line)
        if not header:
            raise InvalidCertificate(f"its first line is not that of a certificate, {MAGIC} KIND DIGEST COUNT")
        end = max(file.seek(0, 2) - 32, len(line))
    hasher = hashlib.sha256(line)
    for part in _parts(path, len(line), end):
        hasher.update(part)
    if b"".join(_parts(path, end, end + 33)) != hasher.digest():
        raise InvalidCertificate("it is damaged: its checksum is wrong")
    return header[1].decode(), header[2].decode(), int(header[3]), _parts(path, len(line), end)


def _parts(path: Path, begin: int, end: int) -> Iterator[bytes]:
    with path.open("rb") as file:
        file.seek(begin)
        while part := file.read(min(_AT_ONCE, end - file.tell())):
            yield part


def _words(packed: Iterator[bytes]) -> Iterator[int]:
    """The words of the zlib stream; no more than _AT_ONCE bytes of them are held."""
    stream, plain = zlib.decompressobj(), b""
    for part in chain(packed, [b""]):  # the last takes out what the stream still holds back
        more: bytes | None = part
        while more is not None:
            try:
                plain += stream.decompress(more, _AT_ONCE)
            except zlib.error:
                raise InvalidCertificate("its words are not a zlib stream") from None
            whole = len(plain) & -4
            yield from np.frombuffer(plain[:whole], "<i4").tolist()
            plain, more = plain[whole:], stream.unconsumed_tail or None
    if not stream.eof or stream.unused_data or plain:
        raise InvalidCertificate("its zlib stream is cut short or followed by something else")


def _take(words: Iterator[int], n: int, most: int) -> list[int]:
    """The next n words; no honest prover writes more than `most` of them here, so nothing larger is ever held."""
    if not 0 <= n <= most:
        raise InvalidCertificate(f"it announces {n} numbers where at most {most} are possible")
    if len(taken := list(islice(words, n))) < n:
        raise StopIteration
    return taken


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
        self.options = [sum(1 << item for item in problem.items_of(option)) for option in range(problem.n_options)]
        self.options_of: list[list[int]] = [[] for _ in range(problem.n_items)]
        for option, mask in enumerate(self.options):
            for item in problem.items_of(option):
                self.options_of[item].append(mask)

    def count(self, start: int, lemmas: list[tuple[int, int]], words: Iterator[int]) -> tuple[int, int]:
        """The count of one node and the number of its steps.

        At every moment it is the sum of ways * count over the pending nodes. Nodes wait in levels by their number of
        primary items; a step replaces the youngest node of the highest level by nodes of lower levels. What is left
        at the end, at level 0, has no primary items, and its count is 1: choose nothing.
        """
        pending: list[dict[int, int]] = [{} for _ in range(self.n_primary + 1)]
        start = self.without_idle(start, self.options)
        pending[(start & self.primary).bit_count()][start] = 1
        n_steps = 0
        for level in reversed(pending[1:]):
            while level:
                node, ways = level.popitem()
                step = next(words)
                children, times = self.split(node, -1 - step, lemmas) if step < 0 else (self.branch(node, step), 1)
                for child in children:
                    below = pending[(child & self.primary).bit_count()]
                    below[child] = below.get(child, 0) + ways * times
                n_steps += 1
                if n_steps % _AT_ONCE == 0 and sum(map(len, pending)) > _MOST_HELD:
                    raise InvalidCertificate(f"it keeps more than {_MOST_HELD} nodes pending")
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

    def split(self, node: int, number: int, lemmas: list[tuple[int, int]]) -> tuple[list[int], int]:
        """What is left of a node without the items of a lemma, and the lemma's count, by which it multiplies."""
        if number >= len(lemmas):
            raise InvalidCertificate(f"a node uses lemma {number} before it is shown")
        lemma, count = lemmas[number]
        if lemma & node != lemma or any(lemma & o not in (0, o) for o in self.options if o & node == o):
            raise InvalidCertificate(f"a node uses lemma {number}, which is not a part of it")
        return [node ^ lemma], count

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
# CADE 2017) on `clauses_of` the problem, then one clause for each cover, that it is not chosen; literal o + 1 chooses
# option o. A step is the size of a clause, its literals, the number of hints, the hints; or minus a number and as many
# clauses to forget. Clauses are numbered from 1 in the order in which they come.


def _list(problem: ExactCover, words: Iterator[int], count: int, complete: bool) -> tuple[int, int]:
    """The number of covers listed, and the steps of the proof that these are all."""
    items_of = [problem.items_of(option) for option in range(problem.n_options)]
    bounds = list(zip(problem.least.tolist(), problem.most.tolist(), strict=True))
    blocks: list[list[int]] = []
    last: list[int] | None = None
    for k in range(count):
        cover = _take(words, next(words), problem.n_options)
        times = [0] * problem.n_items
        for option in cover:
            if not 0 <= option < problem.n_options:
                raise InvalidCertificate(f"cover {k} names option {option}, which there is not")
            for item in items_of[option]:
                times[item] += 1
        if not all(least <= n <= most for n, (least, most) in zip(times, bounds, strict=True)):
            raise InvalidCertificate(f"cover {k} covers an item too seldom or too often")
        if sorted(set(cover)) != cover or (last is not None and cover <= last):
            raise InvalidCertificate(f"cover {k} is out of order or comes twice")
        last = cover
        if complete:
            blocks.append(clause_against(problem, cover))
            if problem.covers_may_nest and len(blocks) * problem.n_options > 2 * _MOST_HELD:
                raise InvalidCertificate(f"a proof about covers inside covers takes {k} of them here, and no more")
    return count, _refute(clauses_of(problem) + blocks, words) if complete else 0


def clause_against(problem: ExactCover, cover: Sequence[int]) -> list[int]:
    """That not all options of a cover are chosen, or, where it may be a part of another one, a further one is."""
    others = set(range(problem.n_options)) - set(cover) if problem.covers_may_nest else set()
    return [*(-1 - option for option in cover), *(1 + option for option in sorted(others))]


def clauses_of(problem: ExactCover) -> list[list[int]]:
    """The problem as clauses: an option of every primary item, and no two options of any item, but for counted items.

    Raises InvalidCertificate where they are too many.
    """
    options_of: list[list[int]] = [[] for _ in range(problem.n_items)]
    for option in range(problem.n_options):
        for item in problem.items_of(option):
            options_of[item].append(option + 1)
    counted = np.flatnonzero(problem.is_counted).tolist()
    plain = [options for item, options in enumerate(options_of) if item not in counted]
    n_literals = sum(len(options) ** 2 for options in plain)
    sizes = [(len(options_of[item]), int(problem.most[item])) for item in counted]
    if n_literals + 12 * sum(n * (min(n, most) + 1) for n, most in sizes) > 2 * _MOST_HELD:
        raise InvalidCertificate(f"a proof would need more than {_MOST_HELD} clauses")
    clashes = sorted({pair for options in plain for pair in combinations(options, 2)})
    clauses = [*plain[: problem.n_primary - len(counted)], *([-a, -b] for a, b in clashes)]
    free = problem.n_options + 1
    for item in counted:
        more, free = _times(options_of[item], int(problem.least[item]), int(problem.most[item]), free)
        clauses += more
    return clauses


def _times(options: list[int], least: int, most: int, free: int) -> tuple[list[list[int]], int]:
    """Clauses that least to most of these options are chosen, and the first variable that is free after them.

    Variable `now[j]` says that more than j of the options so far are: it was so before, or just j were and the option
    is. So any choice of options settles these variables, and they forbid no choice but what the last clauses do.
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


def _refute(given: list[list[int]], words: Iterator[int]) -> int:
    """Follow a proof up to the empty clause, which shows that no choice of options satisfies the clauses; its length.

    A clause is derived when assuming it false makes its hints, one after the other, force literals up to a
    contradiction (reverse unit propagation).
    """
    clauses = dict(enumerate(given, 1))
    number, n_variables = len(given), max((abs(literal) for clause in given for literal in clause), default=0)
    if [] in given:  # an item without options, or the empty cover
        return 0
    while True:
        size = next(words)
        if size < 0:
            for _ in range(-size):
                clauses.pop(next(words), None)
            continue
        number += 1
        clause = _take(words, size, 2 * n_variables)
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
        if len(clauses) > len(given) + _MOST_HELD:
            raise InvalidCertificate(f"it keeps more than {_MOST_HELD} clauses")
