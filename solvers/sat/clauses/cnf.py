"""An exact cover problem as clauses; no SAT solver is used here.

Variable k + 1 says that option k is chosen; further variables are auxiliary, those of colours first. If the options
determine the auxiliary variables, the models of the clauses are the covers, one to one. If they do not, a cover may
have many models, and an enumeration must block the chosen options only. `Encoding.determined` says which is the case.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count, islice, product
from itertools import pairwise as neighbours
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from danceoff.problems import Cover, ExactCover
from danceoff.problems.model.colours import coloured_items, has_colour
from danceoff.problems.model.cover import BoolArray, IntArray
from danceoff.solvers.base.refusals import UnsupportedProblem
from danceoff.solvers.sat.clauses.at_most_one import AtMostOne, between, cardinality, commander, ladder

Offsets = NDArray[np.int64]

_MOST_PAIRS = 1 << 26
"""The most clauses of two literals that `pairwise` writes: they take 5 GB and a minute. `grouped` writes a quarter."""
_LONG = 64
"""A row of more literals gets a chain of variables if all pairs of literals would be too many."""
_SMALLEST_GROUP = 5  # of 2, 3, 5 and 8: small groups double the time of trominoes and save little elsewhere


@dataclass(frozen=True, eq=False)
class Clauses:
    """Clauses in compressed rows: clause k is `literal[start[k]:start[k + 1]]`, in the signed numbers of DIMACS.

    start: int64[n_clauses + 1].
    literal: int32[start[-1]].
    """

    start: Offsets
    literal: IntArray

    @classmethod
    def of(cls, clauses: list[list[int]]) -> Clauses:
        """Pack a list of clauses."""
        start = np.zeros(len(clauses) + 1, np.int64)
        np.cumsum([len(clause) for clause in clauses], out=start[1:])
        return cls(start, np.array([literal for clause in clauses for literal in clause], np.int32))

    def __len__(self) -> int:
        return len(self.start) - 1

    def __iter__(self) -> Iterator[list[int]]:
        literal = self.literal.tolist()
        for begin, end in neighbours(self.start.tolist()):
            yield literal[begin:end]

    def __add__(self, other: Clauses) -> Clauses:
        start = np.concatenate([self.start, self.start[-1] + other.start[1:]])
        return Clauses(start, np.concatenate([self.literal, other.literal]))


_Encode: TypeAlias = Callable[[ExactCover, Clauses, int], Clauses]


def encode(problem: ExactCover, encoding: str = "pairwise", colours: str = "defined") -> Clauses:
    """Return clauses whose models are the covers of the problem.

    encoding: a key of ENCODINGS, for items that are covered exactly once or at most once. Items with a multiplicity are
        always encoded by a sequential counter.
    colours: a key of COLOURS: how an item with colours becomes a row of literals of which at most one holds. `encoding`
        applies to this row, too.
    """
    rows, about_colours = map(Clauses.of, COLOURS[colours](problem) if problem.has_colours else ([], []))
    clauses = ENCODINGS[encoding].clauses(problem, rows, n_variables(problem, about_colours)) + about_colours
    return clauses + _counted(problem, clauses) if problem.has_multiplicities else clauses


def n_variables(problem: ExactCover, clauses: Clauses) -> int:
    """Return the highest number of a variable: of an option, or of an auxiliary one in the clauses."""
    return max(problem.n_options, int(np.abs(clauses.literal).max(initial=0)))


def blocking(problem: ExactCover, cover: Cover) -> list[int]:
    """Return the clause that holds for all covers except this one: one of its options is not chosen.

    If a cover may contain another one, the clause also holds if any other option is chosen.
    """
    others = set(range(problem.n_options)) - set(cover) if problem.covers_may_nest else set()
    return [-1 - option for option in cover] + [option + 1 for option in sorted(others)]


def _is_exclusive(problem: ExactCover) -> BoolArray:
    """Return which items have options of which at most one may be chosen: bool[n_items]."""
    return ~(problem.has_multiplicity | has_colour(problem))


def _one_of_each(problem: ExactCover, start: Offsets, literal: IntArray) -> Clauses:
    """Return a clause for each exact item, in order: one of its options is chosen. An item without options: empty."""
    start = start[: problem.n_primary + 1]
    return Clauses(*_rows(start, literal[: start[-1]], ~problem.has_multiplicity[: problem.n_primary]))


def _rows(start: Offsets, literal: IntArray, mask: BoolArray) -> tuple[Offsets, IntArray]:
    size = np.diff(start)
    chosen = np.zeros(np.count_nonzero(mask) + 1, np.int64)
    np.cumsum(size[mask], out=chosen[1:])
    return chosen, literal[np.repeat(mask, size)]


def _counted(problem: ExactCover, clauses: Clauses) -> Clauses:
    written: list[list[int]] = []
    n_used = n_variables(problem, clauses)
    items = np.flatnonzero(problem.has_multiplicity)
    rows = Clauses(*_rows(*options_of_items(problem), problem.has_multiplicity))
    for literals, least, most in zip(rows, problem.least[items].tolist(), problem.most[items].tolist(), strict=True):
        more = between(literals, least, most, n_used)
        n_used = max(n_used, max((abs(x) for clause in more for x in clause), default=0))
        written += more
    return Clauses.of(written)


def pairwise(start: Offsets, literal: IntArray) -> Clauses:
    """Return one clause for every two positive literals that share a row: not both hold.

    A pair that shares several rows has one clause. This saves up to 45 % of the clauses of polyominoes, whose options
    share several items.
    """
    position = np.arange(len(literal))
    n_later = np.repeat(start[1:], np.diff(start)) - position - 1
    first = np.repeat(literal, n_later)
    nth_later = np.arange(len(first)) - np.repeat(np.cumsum(n_later) - n_later, n_later)
    second = literal[np.repeat(position + 1, n_later) + nth_later]
    base = int(literal.max(initial=0)) + 1
    pair = np.unique(np.minimum(first, second).astype(np.int64) * base + np.maximum(first, second))
    both = np.empty((len(pair), 2), np.int32)
    np.divmod(pair, base, out=(both[:, 0], both[:, 1]), casting="unsafe")
    return Clauses(np.arange(0, 2 * len(pair) + 1, 2), -both.ravel())


def options_of_items(problem: ExactCover) -> tuple[Offsets, IntArray]:
    """Return start, int64[n_items + 1], and literal: row i holds the literals of the options of item i, ascending."""
    start = np.zeros(problem.n_items + 1, np.int64)
    np.cumsum(np.bincount(problem.item, minlength=problem.n_items), out=start[1:])
    option = np.repeat(np.arange(problem.n_options, dtype=np.int32), np.diff(problem.start))
    return start, option[np.argsort(problem.item, kind="stable")] + np.int32(1)


def _pairwise(problem: ExactCover, more: Clauses, _n_used: int) -> Clauses:
    rows = options_of_items(problem)
    exclusive = Clauses(*_rows(*rows, _is_exclusive(problem))) + more
    if (n_pairs := _n_pairs(exclusive.start)) > _MOST_PAIRS:
        raise UnsupportedProblem(
            f"encoding pairwise would write {n_pairs} clauses, and encodings grouped and ladder far fewer"
        )
    return _one_of_each(problem, *rows) + pairwise(exclusive.start, exclusive.literal)


def _grouped(problem: ExactCover, more: Clauses, n_used: int) -> Clauses:
    """Encode pairwise, after equivalent options of an item are grouped under one auxiliary variable.

    The head of an option is the item with the most options among its items: in a packing, the piece. For any other item
    it only matters which head covers it. So a variable says that some option of head h covers item i: that this piece
    lies on this cell. A solver learns more from a conflict if its clauses are over such variables: pentominoes on 3x20
    take less than half the time. Nothing changes if few options share both a head and an item, as in sudokus.
    """
    size = np.diff(problem.start)
    degree = np.bincount(problem.item, minlength=problem.n_items)
    is_exclusive = _is_exclusive(problem)
    degree[~is_exclusive] = 0  # options of such a head do not exclude each other
    option = np.repeat(np.arange(problem.n_options), size)
    by_degree = np.lexsort((problem.item, -degree[problem.item], option))
    head = problem.item[by_degree][problem.start[:-1]].astype(np.int64)

    at_item = problem.item * np.int64(problem.n_items + problem.n_options)
    _, of_entry, n_equal = np.unique(at_item + head[option], return_inverse=True, return_counts=True)
    alone = (head[option] == problem.item) | (n_equal[of_entry] < _SMALLEST_GROUP)
    alone |= ~(is_exclusive[head[option]] & is_exclusive[problem.item])
    group = np.where(alone, problem.n_items + option, head[option])
    _, first, of_entry = np.unique(at_item + group, return_index=True, return_inverse=True)
    literal = (option[first] + 1).astype(np.int32)
    shared = np.flatnonzero(~alone[first])
    literal[shared] = n_used + 1 + np.arange(len(shared))
    start = np.searchsorted(problem.item[first], np.arange(problem.n_items + 1))
    rows = (start.astype(np.int64), literal)
    exclusive = Clauses(*_rows(*rows, is_exclusive)) + more
    once = _one_of_each(problem, *rows) + _at_most_one(exclusive, n_used + len(shared))
    return once + _definitions(literal, shared, of_entry, option)


def _n_pairs(start: Offsets) -> int:
    size = np.diff(start)
    return int((size * (size - 1) // 2).sum())


def _at_most_one(rows: Clauses, n_used: int) -> Clauses:
    """Encode pairwise; long rows by ladders, whose variables are determined, too, where the pairs would be too many."""
    if _n_pairs(rows.start) <= _MOST_PAIRS // 4:
        return pairwise(rows.start, rows.literal)
    is_long = np.diff(rows.start) > _LONG
    short = pairwise(*_rows(rows.start, rows.literal, ~is_long))
    return short + _by_ladders(Clauses(*_rows(rows.start, rows.literal, is_long)), n_used)


def _by_ladders(rows: Clauses, n_used: int) -> Clauses:
    written: list[list[int]] = []
    for literals in rows:
        written += ladder(literals, n_used)
        n_used += len(literals) - 1
    return Clauses.of(written)


def _definitions(literal: IntArray, shared: Offsets, of_entry: Offsets, option: Offsets) -> Clauses:
    """Return clauses that define the variable of each group: it holds if and only if one of its options is chosen."""
    clauses: list[list[int]] = []
    order = np.argsort(of_entry, kind="stable")
    bounds = np.searchsorted(of_entry[order], np.stack([shared, shared + 1]))
    for name, begin, end in zip(literal[shared].tolist(), *bounds.tolist(), strict=True):
        members = (option[order[begin:end]] + 1).tolist()
        clauses.append([-name, *members])
        clauses += [[-member, name] for member in members]
    return Clauses.of(clauses)


def _item_by_item(at_most_one: AtMostOne) -> _Encode:
    """Return the encoding that writes each item's constraint separately, with auxiliary variables of its own."""

    def clauses(problem: ExactCover, more: Clauses, n_used: int) -> Clauses:
        written: list[list[int]] = []
        rows = options_of_items(problem)
        for literals in Clauses(*_rows(*rows, _is_exclusive(problem))) + more:
            once = at_most_one(literals, n_used)
            n_used = max(n_used, max((abs(x) for clause in once for x in clause), default=0))
            written += once
        return _one_of_each(problem, *rows) + Clauses.of(written)

    return clauses


class Encoding(NamedTuple):
    """How at-most-one is encoded, and whether the options determine the auxiliary variables.

    clauses: encodes the items that are covered exactly once or at most once, and more rows of which at most one literal
        holds; its auxiliary variables follow the number of variables in use.
    determined: `always`; `primary`, if no item is secondary; or `never`. If they are determined, there are as many
        models as covers.
    meaning: one line.
    """

    clauses: _Encode
    determined: str
    meaning: str


ENCODINGS = {
    "pairwise": Encoding(_pairwise, "always", "a clause for every two options that share an item"),
    "grouped": Encoding(
        _grouped,
        "always",
        "pairwise, with a variable for the options of an item that share another item; ladders for too many pairs",
    ),
    "ladder": Encoding(_item_by_item(ladder), "always", "a chain of variables for each item, defined by equivalences"),
    "commander": Encoding(
        _item_by_item(commander), "always", "groups of four options, each with a variable, in a tree"
    ),
    "seqcounter": Encoding(
        _item_by_item(cardinality("seqcounter")), "primary", "PySAT: a sequential counter for each item (Sinz)"
    ),
    "bitwise": Encoding(
        _item_by_item(cardinality("bitwise")), "primary", "PySAT: the number of the chosen option in binary"
    ),
    "mtotalizer": Encoding(_item_by_item(cardinality("mtotalizer")), "primary", "PySAT: a modulo totalizer"),
    "kmtotalizer": Encoding(
        _item_by_item(cardinality("kmtotalizer")), "primary", "PySAT: a modulo totalizer for small bounds"
    ),
    "sortnetwrk": Encoding(_item_by_item(cardinality("sortnetwrk")), "never", "PySAT: a sorting network (Batcher)"),
    "cardnetwrk": Encoding(_item_by_item(cardinality("cardnetwrk")), "never", "PySAT: a cardinality network"),
    "totalizer": Encoding(
        _item_by_item(cardinality("totalizer")), "never", "PySAT: a totalizer, which counts in unary along a tree"
    ),
}


def defined(problem: ExactCover) -> tuple[list[list[int]], list[list[int]]]:
    """Give each colour of an item a variable, which holds if and only if some chosen option gives the colour.

    A row has the variables of an item and its options without a colour; the clauses define the variables. Their numbers
    follow those of the options, in the order of `coloured_items`. There is a clause for each option that gives a colour
    and one for each colour; `conflicts` has a clause for almost every pair of options.
    """
    rows: list[list[int]] = []
    clauses: list[list[int]] = []
    fresh = count(problem.n_options + 1)
    for one in coloured_items(problem):
        variables = list(islice(fresh, len(one.coloured)))
        rows.append([*(option + 1 for option in one.plain), *variables])
        for variable, options in zip(variables, one.coloured, strict=True):
            clauses.append([-variable, *(option + 1 for option in options)])
            clauses += [[-1 - option, variable] for option in options]
    return rows, clauses


def conflicts(problem: ExactCover) -> tuple[list[list[int]], list[list[int]]]:
    """Return [], where `defined` has rows, and a clause for every two options that only a colour keeps apart.

    Options that share an item without colours get no clause, because every encoding excludes them.
    """
    excluded = problem.has_multiplicity | has_colour(problem)
    exact = [{item for item in problem.items_of(option) if not excluded[item]} for option in range(problem.n_options)]
    pairs: set[tuple[int, int]] = set()
    for one in coloured_items(problem):
        before: list[int] = []
        for options in [*([option] for option in one.plain), *one.coloured]:
            pairs.update((min(a, b), max(a, b)) for a, b in product(before, options) if exact[a].isdisjoint(exact[b]))
            before += options
    return [], [[-1 - a, -1 - b] for a, b in sorted(pairs)]


COLOURS: dict[str, Callable[[ExactCover], tuple[list[list[int]], list[list[int]]]]] = {
    "defined": defined,
    "conflicts": conflicts,
}
