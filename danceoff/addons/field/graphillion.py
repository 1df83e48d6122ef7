"""Zero-suppressed decision diagrams through Graphillion (Inoue, Iwashita, Kawahara, Minato, STTT 2016).

The diagram of a problem represents all its covers. It is an intersection over the items: each item has the family of
all sets that contain exactly one of its options. Counting and listing are then walks through the diagram.
"""

from collections.abc import Generator, Iterable, Iterator, Mapping
from typing import Any, ClassVar

from graphillion import setset

from danceoff.problems import Cover, ExactCover
from danceoff.solvers.base import OPTIMISING, Feature, OneByOne, Search, Solver, Steps, UnsupportedProblem, settled
from danceoff.solvers.rewriting.by_item import options_by_item

_DEEPEST = 8192
"""The diagram has one level per option; more levels overflow the fixed stack of the library."""


class Graphillion(Solver):
    """Builds the diagram of all covers before it yields the first; nearly all time and memory go into that."""

    name: ClassVar[str] = "graphillion"
    features: ClassVar[frozenset[Feature]] = frozenset(Feature) - OPTIMISING - {Feature.MULTIPLICITY, Feature.COLOUR}

    def build(self, problem: ExactCover, blocked: frozenset[Cover]) -> Search:
        """Number the elements; the walk builds the diagram."""
        if problem.n_options > _DEEPEST:
            sizes = f"more than {_DEEPEST} options, and this problem has {problem.n_options}"
            raise UnsupportedProblem(f"graphillion crashes on {sizes}: use counter or bits")
        return settled(problem, blocked) or _GraphillionSearch(problem, blocked)


class _GraphillionSearch(OneByOne):
    def __init__(self, problem: ExactCover, blocked: frozenset[Cover]) -> None:
        self._option_at = sorted(range(problem.n_options), key=problem.items_of)
        self._element = {option: k + 1 for k, option in enumerate(self._option_at)}
        self._blocked = [self._elements(cover) for cover in sorted(blocked)]
        families = [self._elements(options) for options in options_by_item(problem)]
        # From the leaves of the diagram up, which is 20 times as fast on 10x10 trominoes as the order of the items;
        # primary items before secondary ones, which is 20 times as fast on 10 queens as mixing them.
        items = sorted(range(problem.n_items), key=lambda i: (i >= problem.n_primary, -min(families[i], default=0)))
        self._families = [(families[i], i < problem.n_primary) for i in items if families[i]]
        self._diagram: Any = None

    def _steps(self) -> Steps:
        """Yield None after each item that is added to the diagram, then the covers."""
        yield from self._grow()
        for elements in self._diagram:
            yield [self._option_at[element - 1] for element in elements]

    def _increments(self) -> Generator[int]:
        """Yield 0 after each item that is added to the diagram, then the count."""
        for _ in self._grow():
            yield 0
        yield int(self._diagram.len())

    def stats(self) -> Mapping[str, int]:
        return {"zdd_nodes": len(self._diagram.dumps().splitlines()) - 1} if self._diagram is not None else {}

    def _grow(self) -> Iterator[None]:
        """Intersect the families of the items one by one."""
        if len(setset.universe()) < len(self._option_at):  # all of the process share it: it must not shrink
            setset.set_universe(list(range(1, len(self._option_at) + 1)))
        diagram = setset({"exclude": set(range(len(self._option_at) + 1, len(setset.universe()) + 1))})
        for elements, is_primary in self._families:
            none = setset({"exclude": elements})
            one = setset([[element] for element in sorted(elements)]).join(none)
            diagram &= one if is_primary else one | none
            yield None
        self._diagram = diagram - setset(self._blocked)

    def _elements(self, options: Iterable[int]) -> set[int]:
        return {self._element[option] for option in options}
