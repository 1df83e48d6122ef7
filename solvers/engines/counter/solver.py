"""The adapter of the counter: the parts of a problem, and for each of them the method that pays.

How `auto` chooses: Knuth's probes estimate the nodes that plain counting would visit. The frontier method and then the
memo may stake a small share of that. Where neither comes to an end within its stake, plain counting goes on to four
times the estimate; then all three begin again with stakes four times as large, each from where it stood. So a problem
costs about a tenth more than plain counting at most; where an estimate misled, a few times what the best method would.
While plain counting runs, another method is begun for the first time only where that is worth loading its kernels.
A problem that would take long is split before plain counting begins, into one branch for each orbit of the options of
one item (rewriting/automorphisms.py). If all options of an item are in one orbit, one of them is given at once.
Where items are covered lo to hi times the memo does not know how, and the frontier, which mostly wins, may stake more.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Generator, Hashable, Mapping
from dataclasses import dataclass
from functools import cache
from math import inf
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from danceoff.problems import Cover, Covers, ExactCover
from danceoff.solvers.base import Feature, Search, Solver, UnsupportedProblem
from danceoff.solvers.engines.counter.estimate import plain_work
from danceoff.solvers.rewriting.automorphisms import orbit_branches
from danceoff.solvers.rewriting.components import components
from danceoff.solvers.rewriting.multiplicities import anchored, without_multiple
from danceoff.solvers.table import load

if TYPE_CHECKING:
    from danceoff.solvers.engines.counter.frontier import Frontier
    from danceoff.solvers.engines.counter.memo import Memo
    from danceoff.solvers.engines.counter.plain import Plain

METHODS = ("auto", "frontier", "memo", "plain")
_TURN = {"frontier": 1 << 20, "memo": 1 << 14, "plain": 1}  # tests of an option, nodes: some 20 ms of a kernel's time
_STAKE = {"frontier": 1 / 800, "memo": 1 / 30000}  # for each entry that plain counting looks at: 5 % of its time
_ALIKE = 16  # times as much where items are counted: of 13 packings of boards the frontier was the faster on all
_NARROW = 40  # binary logarithm of a bound on the states but for counts: boards of 60 cells have 25, 5 x 5 x 5 has 78
_SETUP = {"frontier": 1 << 15, "memo": 1 << 12}  # a smaller stake is not worth the tables that it needs
_A_WORD = 1 / 50  # nodes of the memo: in their time a word of its bitsets is written for one entry of the problem
_WIDE = 64  # words of options: a node of the memo takes twice as long as where there are few
_HARD = 1 << 22  # tests of an option: 0.1 s, worth looking ahead for a better order
_LONG = 1 << 26  # entries that plain counting looks at: 0.03 s, worth looking for options in one orbit
_LONGER = 1 << 32  # beyond it they are looked for before any method has staked more than it would for so many
_A_LOOK = 10_000  # for each entry of the problem: five times what it takes to look
_LOOK = 1 / 1000  # for each entry that plain counting looks at: 5 % of its time
_A_KIND = 1 << 23  # for each part of a split: twice what it takes to make the part and to estimate it
_LONGEST_ORDER = 1 << 13  # items: to order more of them takes seconds

Kinds: TypeAlias = tuple[tuple[int, int], ...]
Method: TypeAlias = "Frontier | Memo | Plain"
Turns: TypeAlias = "Generator[int, None, Method | None]"
"""A 0 between two turns of a method; the method that came to an end."""
Count: TypeAlias = Generator[int, None, int]
"""The same, and the number of covers."""


@dataclass(frozen=True)
class Counter(Solver):
    """Counts covers and lists none; exact at any size. `method` is auto, frontier, memo or plain.

    memory_mb bounds the tables of a method: a method that is asked for by name raises MemoryError where it needs more,
    auto goes on with another. `stats()` says how many parts of the problem each method settled.
    """

    name = "counter"
    features = frozenset({Feature.SECONDARY, Feature.MULTIPLICITY})
    choices: ClassVar[Mapping[str, tuple[str, ...]]] = {"method": METHODS}

    method: str = "auto"
    memory_mb: int = 2048

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.memory_mb < 1:
            raise ValueError(f"solver counter: memory_mb must be at least 1, not {self.memory_mb}")

    def build(self, problem: ExactCover, blocked: frozenset[Cover]) -> Search:  # noqa: ARG002 - it cannot block
        """Split the problem. Methods are loaded when they are needed, unless `warm_up` has loaded them."""
        if problem.has_multiplicities and self.method == "memo":
            raise UnsupportedProblem("counter:method=memo has no multiplicities; take method=frontier, or plain")
        return _Search(self, problem)

    def warm_up(self, problem: ExactCover, listing: bool) -> None:
        """Load the method, or all of them: which one comes to an end is known only when it does."""
        super().warm_up(problem, listing)
        methods = [name for name in METHODS[1:] if self.method in ("auto", name)]
        if "plain" in methods:
            load("bits").warm_up(problem, listing=False)
        for name in methods:
            _run_all(name, has_multiplicities=False)
            if problem.has_multiplicities and name != "memo":
                _run_all(name, has_multiplicities=True)


class _Search(Search):
    def __init__(self, solver: Counter, problem: ExactCover) -> None:
        self._solver = solver
        self._problem = problem
        self._at_work: dict[str, Method] = {}
        self._effort: Tally[str] = Tally()

    def _batches(self) -> Generator[Covers]:
        raise UnsupportedProblem("counter counts covers and lists none; any other solver lists them")

    def _increments(self) -> Generator[int]:
        yield (yield from self._product(self._problem))

    def stats(self) -> Mapping[str, int]:
        effort = self._effort.copy()
        for method in list(self._at_work.values()):
            effort.update(method.effort())
        return effort

    def _product(self, problem: ExactCover) -> Count:
        known: dict[str, int] = {}
        product = 1
        for part in sorted(_parts(problem), key=lambda part: part.n_options):
            if part.n_primary and part.digest not in known:
                auto = self._solver.method == "auto"
                known[part.digest] = yield from self._auto(part) if auto else self._by_name(part)
            product *= known.get(part.digest, 1)
            if product == 0:
                break
        return product

    def _by_name(self, part: ExactCover) -> Count:
        method = yield from self._turns(self._solver.method, part, inf)
        assert method is not None
        return self._settled(method)

    def _settled(self, method: Method) -> int:
        self._effort = Tally(self.stats()) + Tally([method.name])
        self._at_work.clear()
        return method.count

    def _auto(self, part: ExactCover) -> Count:
        nodes, visits = plain_work(part)
        beyond_memory: set[str] = set()
        kinds: Kinds | None = None
        look = _A_LOOK * len(part.item)
        if visits > max(_LONGER, look):
            if done := (yield from self._staked(part, _LONGER, beyond_memory)):
                return self._settled(done)
            times, rest = _one_of_alike(part)
            if times > 1:
                return times * (yield from self._after(rest))
        while True:
            if done := (yield from self._staked(part, visits, beyond_memory)):
                return self._settled(done)
            anew = visits / 16 if "plain" in self._at_work else visits
            if kinds is None and anew > _LONG and visits > look:
                kinds = orbit_branches(part, _LOOK * visits)
            if kinds and anew >= _A_KIND * len(kinds):
                return (yield from self._sum(part, kinds))
            nodes, visits = 4 * nodes, 4 * visits
            if done := (yield from self._turns("plain", part, nodes)):
                return self._settled(done)

    def _sum(self, part: ExactCover, kinds: Kinds) -> Count:
        """Count with each of these options, and add up as often as there are others like it."""
        total = 0
        for option, times in kinds:
            total += times * (yield from self._after(part.given([option])))
        return total

    def _after(self, rest: ExactCover) -> Count:
        """Count what is left of a part when options are given; what was begun on the whole of it is given up."""
        self._effort = Tally(self.stats())
        self._at_work.clear()
        return (yield from self._product(rest))

    def _staked(self, part: ExactCover, visits: float, beyond_memory: set[str]) -> Turns:
        """Let the methods that may stake something do so."""
        for name, most in _stakes(part, visits).items():
            if name not in beyond_memory:
                try:
                    done = yield from self._turns(name, part, most)
                except MemoryError:
                    beyond_memory.add(name)
                    self._at_work.pop(name, None)
                    continue
                if done:
                    return done
        return None

    def _turns(self, name: str, part: ExactCover, most: float) -> Turns:
        """Let a method go on until it has spent so much."""
        if name not in self._at_work:
            self._at_work[name] = _method(name, part, self._solver.memory_mb, ahead=most > _HARD)
        method = self._at_work[name]
        while method.spent < most:
            if method.run(int(min(_TURN[name], most - method.spent) + 1)):
                return method
            yield 0
        return None


def _one_of_alike(part: ExactCover) -> tuple[int, ExactCover]:
    """What is left once an option is given of every item whose options are all alike, and how many choices that were.

    An item with two of them is left alone: what it gains is not worth beginning anew.
    """
    product = 1
    while part.n_options:
        kinds = orbit_branches(part)
        if len(kinds) != 1 or kinds[0][1] < 3:
            break
        product *= kinds[0][1]
        part = part.given([kinds[0][0]])
    return product, part


def _parts(problem: ExactCover) -> list[ExactCover]:
    """The components, but for those that have one cover because nothing covers their items, nor need it."""
    return [part for part in components(problem) if part.n_options or part.least.any()]


def _stakes(part: ExactCover, visits: float) -> dict[str, float]:
    """What each method may stake, if any, where plain counting looks at so many entries of the problem."""
    names = ["frontier"] * (part.n_items <= _LONGEST_ORDER) + ["memo"] * (not part.has_multiplicities)
    if part.has_multiplicities and _ALIKE * _STAKE["frontier"] * visits > _SETUP["frontier"] and _is_narrow(part):
        visits *= _ALIKE
    n_words = part.n_options / 64
    stake = {"frontier": _STAKE["frontier"] * visits, "memo": _STAKE["memo"] * visits / (1 + n_words / _WIDE)}
    setup = {"frontier": _SETUP["frontier"], "memo": max(_SETUP["memo"], _A_WORD * n_words * len(part.item))}
    return {name: stake[name] for name in names if stake[name] > setup[name]}


def _is_narrow(part: ExactCover) -> bool:
    """Whether a frontier is likely to do: not in space, nor where many options are forced by nothing."""
    from danceoff.solvers.engines.counter.order import best_order

    rest = anchored(part)
    is_small = rest.n_options == part.n_options and part.n_items <= _LONGEST_ORDER
    return is_small and best_order(without_multiple(rest), ahead=False).size() <= _NARROW


def _method(name: str, part: ExactCover, memory_mb: int, ahead: bool, **room: int) -> Method:
    """Begin with a method; each is imported when it is needed, as its kernels take time to load."""
    if name == "plain":
        from danceoff.solvers.engines.counter.plain import Plain

        return Plain(part)
    if name == "memo":
        from danceoff.solvers.engines.counter.memo import Memo

        return Memo(part, memory_mb, **room)
    from danceoff.solvers.engines.counter.frontier import Frontier

    return Frontier(part, memory_mb, ahead)


@cache
def _run_all(name: str, has_multiplicities: bool) -> None:
    """Run all kernels of a method once."""
    multiplicity: dict[Hashable, tuple[int, int]] = {4: (1, 3)} if has_multiplicities else {}
    rows = [[0, 1, 4], [1, 2, 4], [2, 3], [3, 0]]
    problem = ExactCover.from_options(rows, range(5), multiplicity=multiplicity)
    room = {"n_rows": 1} if name == "memo" else {}  # so small that it has to grow, which is compiled, too
    method = _method(name, problem, 1, ahead=True, **room)
    while not method.run(1):
        pass
