"""Published packages for exact cover, unchanged: each has a thin adapter here and an extra in pyproject.toml.

An adapter defines only `native`, which imports the package, builds the package's model, and says how to walk its
covers. If a package crashes or hangs on a problem, its adapter refuses the problem and says why. If a package answers
wrongly, its answer is passed on, and verification reports it.
"""

import sys
from abc import abstractmethod
from collections.abc import Callable, Generator, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import files
from importlib.util import module_from_spec, spec_from_file_location
from itertools import pairwise
from typing import Any, ClassVar, TypeAlias

import numpy as np

from danceoff.problems import Cover, ExactCover
from danceoff.problems.model.cover import BoolArray
from danceoff.solvers.base import OPTIMISING, Feature, OneByOne, Search, Solver, Steps, settled
from danceoff.solvers.base.refusals import MissingBackend, UnsupportedProblem

_FRAMES_OF_OTHERS = 250
"""Frames that dlx and what calls it need besides one for each option."""
_STACK = 1000
"""Options on the stack of dlx-cython."""
_LARGEST_BUFFER = 2**31  # bytes; its size is an int in exact-cover
_FOUND = 10
"""What miniexact returns for a cover."""

Nodes: TypeAlias = list[tuple[int, int, int, int]]
"""A ZDD as (number, option, node without it, node with it); 0 and 1 are the leaves, the root is the last."""


@dataclass(frozen=True)
class Native:
    """A peer that has read the problem.

    walk: returns the covers, as option numbers in any order.
    count: returns the number of covers without listing them; None if the peer cannot.
    first: returns one cover, or None if there is none; only for peers that find all covers before they yield the first.
    """

    walk: Callable[[], Iterable[Sequence[int]]]
    count: Callable[[], int] | None = None
    first: Callable[[], Sequence[int] | None] | None = None


class Peer(Solver):
    """A package whose adapter defines only `native`; blocked covers are dropped when they are found."""

    def build(self, problem: ExactCover, blocked: frozenset[Cover]) -> Search:
        """Pass the problem to the peer, unless it needs no search: peers disagree about such problems."""
        return settled(problem, blocked) or _PeerSearch(self.native(problem), blocked)

    @abstractmethod
    def native(self, problem: ExactCover) -> Native:
        """Return the problem in the peer's own form.

        The caller makes sure that every primary item has an option. Raises UnsupportedProblem for a problem on which
        the peer is known to crash or hang.
        """


class _PeerSearch(OneByOne):
    def __init__(self, native: Native, blocked: frozenset[Cover]) -> None:
        self._native = native
        self._blocked = blocked

    def _steps(self) -> Steps:
        given = set(self._blocked)
        if self._native.first is not None:
            cover = self._native.first()
            if cover is None:
                return
            if tuple(sorted(cover)) not in given:
                yield cover
            given.add(tuple(sorted(cover)))
        for cover in self._native.walk():
            if not given or tuple(sorted(cover)) not in given:
                yield cover

    def _increments(self) -> Generator[int]:
        if self._native.count is None or self._blocked:
            yield from super()._increments()
        else:
            yield self._native.count()


def option_rows(problem: ExactCover) -> list[list[int]]:
    """Return the items of every option."""
    return [problem.items_of(option) for option in range(problem.n_options)]


def coloured_rows(problem: ExactCover) -> list[list[tuple[int, int]]]:
    """Return the items of every option, each with the colour that the option gives it, 0 for none."""
    colour = problem.colour if problem.has_colours else np.zeros_like(problem.item)
    entries = list(zip(problem.item.tolist(), colour.tolist(), strict=True))
    return [entries[begin:end] for begin, end in pairwise(problem.start.tolist())]


def matrix(problem: ExactCover) -> BoolArray:
    """Return which option covers which item: bool[n_options, n_items]."""
    covers = np.zeros((problem.n_options, problem.n_items), bool)
    covers[np.repeat(np.arange(problem.n_options), np.diff(problem.start)), problem.item] = True
    return covers


def largest_cover(problem: ExactCover) -> int:
    """Return an upper bound on the number of options in a cover, which is the depth of a search."""
    return min(problem.n_primary, problem.n_options)


class Dlx(Peer):
    """dlx 1.0.4 (Raaphorst, Apache-2.0): dancing links in pure Python, one generator per level.

    Recursive, so Python's recursion limit bounds the options in a cover.
    """

    name: ClassVar[str] = "peer-dlx"
    features: ClassVar[frozenset[Feature]] = frozenset({Feature.LIST, Feature.SECONDARY, Feature.BLOCK})

    def native(self, problem: ExactCover) -> Native:
        """Build the links."""
        import dlx  # late: each package is an extra

        if largest_cover(problem) > sys.getrecursionlimit() - _FRAMES_OF_OTHERS:
            raise UnsupportedProblem(
                f"{self.name} recurses for each option: a cover may exceed Python's recursion limit"
            )
        links = dlx.DLX([(i, int(i >= problem.n_primary)) for i in range(problem.n_items)])
        links.appendRows(option_rows(problem), range(problem.n_options))

        def walk() -> Iterator[list[int]]:
            for nodes in links.solve():
                yield [links.N[node] for node in nodes]

        return Native(walk)


@dataclass(frozen=True)
class DlxCython(Peer):
    """dlx-cython 0.1.6 (MIT): dancing links in Cython, over a dense matrix.

    Lists all covers before it yields the first.

    first: whether to search for a single cover before listing all.
    """

    name: ClassVar[str] = "peer-dlx-cython"
    features: ClassVar[frozenset[Feature]] = frozenset({Feature.LIST, Feature.BLOCK})

    first: bool = False

    def native(self, problem: ExactCover) -> Native:
        """Build the links."""
        if largest_cover(problem) >= _STACK:
            raise UnsupportedProblem(f"{self.name} has a stack of {_STACK} options and writes beyond it")
        links = _extension().DLX(problem.n_options, problem.n_items, matrix(problem).astype(np.int32))
        return Native(lambda: links.solve(find_all=True), first=links.solve_one if self.first else None)


def _extension() -> Any:
    """Return the compiled module, found through its distribution: the package dlx uses the same import name."""
    for path in files("dlx-cython") or ():
        if path.name.startswith("dlx.") and path.suffix in (".so", ".pyd"):
            spec = spec_from_file_location("dlx", path.locate())
            if spec is not None and spec.loader is not None:
                module = module_from_spec(spec)
                spec.loader.exec_module(module)
                return module
    raise MissingBackend("solver peer-dlx-cython: dlx-cython is installed without its compiled module")


class Dxz(Peer):
    """dxz 0.0.6 (MIT): DXZ (Nishino, Yasuda, Minato, Nagata, AAAI 2017), dancing links that build a ZDD, in C++.

    Visits every cover even to count them, counts in 32 bits, and never frees its memory.
    """

    name: ClassVar[str] = "peer-dxz"
    features: ClassVar[frozenset[Feature]] = frozenset({Feature.LIST, Feature.BLOCK})

    def native(self, problem: ExactCover) -> Native:
        """Write the problem as a flat list of 0 and 1."""
        import dxz

        cells = matrix(problem).astype(int).ravel().tolist()
        size = problem.n_options, problem.n_items
        return Native(lambda: dxz.dxz_solve(*size, cells, 0), lambda: int(dxz.dxz_count(*size, cells)))


@dataclass(frozen=True)
class ExactCoverPeer(Peer):
    """exact-cover 1.5.0 (GPL-2.0): dancing links in C, over a dense matrix.

    Counts all covers, then lists them, then yields the first.

    first: whether to search for a single cover before counting.
    """

    name: ClassVar[str] = "peer-exact-cover"
    features: ClassVar[frozenset[Feature]] = frozenset({Feature.LIST, Feature.BLOCK})

    first: bool = False

    def native(self, problem: ExactCover) -> Native:
        """Write the problem as a matrix."""
        from exact_cover.error import NoSolution
        from exact_cover.wrapper import get_all_solutions, get_exact_cover, get_solution_count

        if (np.bincount(problem.item, minlength=problem.n_items) == 1).all():
            raise UnsupportedProblem(f"{self.name} gives an empty cover if all options together are the only cover")
        covers = matrix(problem)

        def walk() -> Iterable[Sequence[int]]:
            n_covers = get_solution_count(covers)
            if 4 * n_covers * problem.n_options >= _LARGEST_BUFFER:
                raise UnsupportedProblem(
                    f"{self.name} crashes when it lists {n_covers} covers of a problem with {problem.n_options} options"
                )
            return sorted(get_all_solutions(covers, max_count=n_covers)) if n_covers else ()

        def first() -> Sequence[int] | None:
            try:
                option_numbers: list[int] = get_exact_cover(covers).tolist()
            except NoSolution:
                return None
            return option_numbers

        return Native(walk, lambda: int(get_solution_count(covers)), first if self.first else None)


class MiniExact(Peer):
    """miniexact 1.6.1 (BSD-3): Knuth's Algorithm C in C.

    Finds one cover per call.
    """

    name: ClassVar[str] = "peer-miniexact"
    features: ClassVar[frozenset[Feature]] = frozenset(Feature) - OPTIMISING - {Feature.MULTIPLICITY}

    def native(self, problem: ExactCover) -> Native:
        """State the items and the colours, then the options; a 0 ends each option."""
        import miniexact

        handle = miniexact.miniexacts_c()
        items = [handle.primary(f"p{i}") for i in range(problem.n_primary)]
        items += [handle.secondary(f"s{i}") for i in range(problem.n_primary, problem.n_items)]
        colours = [0, *(handle.color(f"c{colour}") for colour in range(1, int(problem.colour.max(initial=0)) + 1))]
        for row in coloured_rows(problem):
            for item, colour in row:
                handle.add(items[item], colours[colour])
            handle.add(0)

        def walk() -> Iterator[list[int]]:
            while handle.solve() == _FOUND:
                yield [number - 1 for number in handle.selected_options()]

        return Native(walk)


class Passagemath(Peer):
    """passagemath-combinat 10.8 (GPL-2.0 or later): SageMath's dancing links in C++.

    Most mathematicians use this package. It counts in one process here, so its times are of one core.
    """

    name: ClassVar[str] = "peer-passagemath"
    features: ClassVar[frozenset[Feature]] = frozenset({Feature.LIST, Feature.BLOCK})

    def native(self, problem: ExactCover) -> Native:
        """Build the links."""
        from sage.combinat.matrices.dancing_links import dlx_solver

        links = dlx_solver(option_rows(problem))
        return Native(links.solutions_iterator, lambda: int(links.number_of_solutions(ncpus=1)))


@dataclass(frozen=True)
class Pyxcc(Peer):
    """pyxcc 0.1.1 (MIT or Apache-2.0): Knuth's dancing cells in Rust.

    Stores every cover as strings, even to count them.

    first: whether to search for a single cover before listing all.
    """

    name: ClassVar[str] = "peer-pyxcc"
    features: ClassVar[frozenset[Feature]] = frozenset(Feature) - OPTIMISING - {Feature.MULTIPLICITY}

    first: bool = False

    def native(self, problem: ExactCover) -> Native:
        """Name items, options and colours by their numbers.

        A secondary item without options is left out: pyxcc panics on it.
        """
        import pyxcc

        names = [str(item) for item in range(problem.n_items)]
        secondary = [names[item] for item in np.unique(problem.item).tolist() if item >= problem.n_primary]
        options = [
            pyxcc.Option(
                str(k),
                [names[item] for item, _ in row if item < problem.n_primary],
                [(names[item], str(colour or "")) for item, colour in row if item >= problem.n_primary],
            )
            for k, row in enumerate(coloured_rows(problem))
        ]
        stated = pyxcc.Problem(names[: problem.n_primary], secondary, options)

        def walk() -> Iterator[list[int]]:
            for labels in pyxcc.solve(stated, True).all():
                yield [int(label) for label in labels]

        def first() -> list[int] | None:
            found = pyxcc.solve(stated, False)
            return [int(label) for label in found.first()] if found.count() else None

        return Native(walk, lambda: int(pyxcc.solve(stated, True).count()), first if self.first else None)


@dataclass(frozen=True)
class Xcover(Peer):
    """xcover 0.2.6 (LGPL-3.0): Knuth's dancing cells in Numba, and the same building a ZDD.

    Yields covers as they are found.

    memo: whether to build a ZDD first. It takes sub-problems with the same 32-bit hash for equal, so its counts can be
        wrong: 161,325 for the 161,280 Latin squares of order 5. It also ignores the colours of covered items, and would
        return wrong covers, so problems with colours are refused.
    """

    name: ClassVar[str] = "peer-xcover"
    features: ClassVar[frozenset[Feature]] = frozenset(Feature) - OPTIMISING - {Feature.MULTIPLICITY}

    memo: bool = False

    def native(self, problem: ExactCover) -> Native:
        """Pass the options as they are, or as text if they have colours.

        xcover builds its arrays when it starts to search.
        """
        from xcover import covers, covers_zdd

        if np.ptp(problem.item) == 0:
            raise UnsupportedProblem(f"{self.name} crashes or answers wrongly if options cover only one item")
        if self.memo and problem.has_colours:
            raise UnsupportedProblem(f"{self.name} with its memo forgets the colours of items that are covered")
        rows: Sequence[Sequence[Hashable]] = option_rows(problem)
        items: Sequence[Hashable] = range(problem.n_items)
        if problem.has_colours:
            rows = [
                [f"{item}:{colour}" if colour else f"{item}" for item, colour in row] for row in coloured_rows(problem)
            ]
            items = [str(item) for item in items]
        stated = rows, items[: problem.n_primary], items[problem.n_primary :], problem.has_colours
        if not self.memo:
            return Native(lambda: covers(*stated))

        def diagram() -> Nodes:
            return list(covers_zdd(*stated, use_memo_cache=True))

        return Native(lambda: _walk(diagram()), lambda: _count(diagram()))


def _count(nodes: Nodes) -> int:
    """Return the number of paths to leaf 1."""
    n_covers = {0: 0, 1: 1}
    for number, _, low, high in nodes:
        n_covers[number] = n_covers[low] + n_covers[high]
    return n_covers[nodes[-1][0]] if nodes else 0


def _walk(nodes: Nodes) -> Iterator[list[int]]:
    """Yield the options on each path to leaf 1."""
    node_at = {number: (option, low, high) for number, option, low, high in nodes}
    todo: list[tuple[int, tuple[int, ...]]] = [(nodes[-1][0], ())] if nodes else []
    while todo:
        number, chosen = todo.pop()
        if number == 1:
            yield list(chosen)
        elif number:
            option, low, high = node_at[number]
            todo += [(low, chosen), (high, (*chosen, option))]
