"""The counter as a backend: splits a problem into components, and counts each by the cheapest method.

Small components with few covers are counted first, all at once. results/notes/counter.md says how `auto` chooses.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Generator, Hashable, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import islice
from math import inf
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias, TypeVar

from danceoff.problems import Cover, Covers, ExactCover
from danceoff.solvers.base import Feature, Improvement, Search, Solver, UnsupportedProblem
from danceoff.solvers.base.turns import LARGE
from danceoff.solvers.engines.counter.item_order import LONGEST_ORDER
from danceoff.solvers.engines.counter.probes import FEW_VISITS, plain_work
from danceoff.solvers.engines.counter.small import Small, counted
from danceoff.solvers.rewriting.automorphisms import Charge, orbit_branches
from danceoff.solvers.rewriting.colours import in_places
from danceoff.solvers.rewriting.joints import joint_branches, joints_work
from danceoff.solvers.rewriting.multiplicities import anchored, without_multiple
from danceoff.solvers.rewriting.split import components
from danceoff.solvers.table import load

if TYPE_CHECKING:
    from danceoff.solvers.engines.counter.frontier import Frontier
    from danceoff.solvers.engines.counter.memo import Memo
    from danceoff.solvers.engines.diagram import Diagram

# Functions import the diagram and the methods for large components late: small components do without them.

Beat = TypeVar("Beat")

METHODS = {
    "auto": "tries the others in turns, for each part of the problem",
    "frontier": "item by item, one state for all ways to cover the same items so far",
    "memo": "a search that remembers the counts of sub-problems",
    "plain": "a search that counts every cover",
}
_TURN = {"frontier": 1 << 20, "memo": 1 << 14, "plain": 1}
"""The length of a turn: tests of an option, nodes, turns of the search. Each takes a kernel about 20 ms."""
_SHARE = {"frontier": 1 / 800, "memo": 1 / 30000}  # for each entry that plain counting reads: 5 % of its time
_IN_SIGHT = 0.05  # of the work of plain counting: a method expected to end before that may exceed its budget
_ALONE = 5e7  # work of a method before plain counting has a share beside it
_NEAR, _DISTANT = 0.5, 0.1  # the share of plain counting if its end is near or unknown, and if its end is distant
_DISTANT_MULTIPLE = 0.6  # the latter with multiplicities, where the end is nearer than it seems
_MUCH, _LEAST_DONE = 30.0, 1e-9  # an end beyond so many times the work so far is distant; the least that `done` counts
_SEEN, _NEXT_LOOK = 5e7, 1.1  # work before the first look for the end; factor of all work between two looks
_PROBING, _PROBED = 5e5, 200.0  # work, as `Search.work`: of the probes, beside that for each entry of the problem
_EASY = 1 << 23  # entries that plain counting reads: with so few, no other method has a budget
_MULTIPLE_FACTOR = 16  # factor for multiplicities: the frontier method was the fastest on all of 13 packings of boards
_NARROW = 40  # binary logarithm of a bound on the states without counts: boards of 60 cells have 25, 5x5x5 has 78
_SETUP = {"frontier": 1 << 15, "memo": 1 << 12}  # the cost of the first tables: no smaller budget starts a method
_FEW_ITEMS = 24  # with so few items, there may be fewer sets of items than nodes of plain counting
_A_WORD = 1 / 50  # in nodes of the memo: the time to write a word of its bitsets for an entry of the problem
_WIDE = 64  # words of options at which a node of the memo takes twice as long as with few words
_HARD = 1 << 22  # tests of an option: 0.1 s, long enough to look ahead for a better item order
_LONG = 1 << 26  # entries that plain counting reads: 0.03 s, long enough to look for orbits
_SHORT = 1 << 29  # entries: what is not counted in a budget for this many may fall apart
_LONGER = 1 << 32  # entries: beyond it, orbits are looked for before any budget exceeds that for this many
_A_LOOK = 10_000  # entries to read for each entry of the problem: five times what looking for orbits takes
_LOOK = 1 / 1000  # of the entries that plain counting reads: looking for orbits takes at most 5 % of its time
_A_BRANCH = 1 << 23  # entries for each branch: twice what it takes to make the branch and to estimate its tree

_TINY = ExactCover.from_options([[0, 1], [0], [1]], range(2))

Method: TypeAlias = "Frontier | Memo | Plain"
Turns: TypeAlias = "Generator[int, None, Method | None]"
"""Yields between two turns of a method how many covers of the part are found; returns the method that finished, or
None."""
Count: TypeAlias = Generator[int, None, int]
"""Yields between two turns of a method a number of covers that there are at least; returns their number."""


@dataclass(frozen=True)
class Counter(Solver):
    """Counts covers and finds the cheapest; the count is exact at any size. Cannot list all covers.

    method: how covers are counted. The cheapest, and those within a bound on the cost, always come from a diagram.
    memory_mb: a bound on the tables of a method. If a method needs more, `auto` continues with another; a method that
        was chosen by name raises MemoryError.

    `stats()` says how many parts of the problem each method counted.
    """

    name = "counter"
    features = frozenset(Feature) - {Feature.LIST, Feature.BLOCK}
    choices: ClassVar[Mapping[str, Mapping[str, str]]] = {"method": METHODS}
    at_least: ClassVar[Mapping[str, int]] = {"memory_mb": 1}

    method: str = "auto"
    memory_mb: int = 2048

    def build(self, problem: ExactCover, blocked: frozenset[Cover]) -> Search:  # noqa: ARG002 - it cannot block
        """Keep the problem. A method is loaded when it is needed, unless `warm_up` has loaded it."""
        if problem.has_multiplicities and self.method == "memo":
            raise UnsupportedProblem(
                "counter:method=memo does not support multiplicities: use method=frontier or plain"
            )
        return _Search(self, problem)

    def warm_up(self, problem: ExactCover, listing: bool) -> None:
        """Load the method; with `auto` all of them, as it is not known beforehand which one will finish."""
        super().warm_up(problem, listing)
        if self.method == "auto":
            plain_work(_TINY)
        if problem.has_costs or problem.max_cost is not None:
            from danceoff.solvers.engines.diagram import warm_up

            warm_up()
        methods = [name for name in list(METHODS)[1:] if self.method in ("auto", name)]
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
        self._worked = 0.0
        self._known: dict[str, int] = {}  # the covers of each part that was counted, by its digest
        self._place: list[tuple[int, int]] = []  # how many parts or branches are done, of how many; the whole first
        self._is_over = False

    def _batches(self) -> Generator[Covers]:
        raise UnsupportedProblem("counter counts covers and lists none: use another solver")

    def _increments(self) -> Generator[int]:
        n_yielded = 0

        def more(bound: int) -> int:
            nonlocal n_yielded
            increment = max(bound - n_yielded, 0)
            n_yielded += increment
            return increment

        if self._problem.max_cost is None:
            n_covers = yield from _bounded(self._product(self._problem), more)
        else:
            n_covers = (yield from self._recorded(self._problem, 0)).count
        self._is_over = True
        yield n_covers - n_yielded

    def _cheapest(self, limit: int) -> Generator[Improvement]:
        from danceoff.solvers.engines.diagram import cheapest

        problem = self._problem
        made = yield from self._recorded(replace(problem, max_cost=None), Improvement())
        for cost, cover in islice(cheapest(made, problem.cost), limit):
            if problem.max_cost is not None and cost > problem.max_cost:
                break
            yield Improvement(cover, cost)

    def _recorded(self, problem: ExactCover, heartbeat: Beat) -> Generator[Beat, None, Diagram]:
        from danceoff.solvers.engines.diagram import recording

        made = yield from recording(problem, self._solver.memory_mb, heartbeat, charge=self._charge)
        self._effort["diagram_nodes"] = made.n_nodes
        return made

    def stats(self) -> Mapping[str, int]:
        effort = self._effort.copy()
        for method in list(self._at_work.values()):
            effort.update(method.effort())
        return effort

    def work(self) -> float:
        """Return the work of all methods so far."""
        return self._worked + sum(method.work() for method in list(self._at_work.values()))

    def done(self) -> float:
        """Return an estimate of the share of all parts and branches that is done."""
        done = max((method.done() for method in list(self._at_work.values())), default=0.0)
        for n_before, n in reversed(self._place):
            done = (n_before + done) / n
        return 1.0 if self._is_over else done

    def _charge(self, work: float) -> None:
        self._worked += work

    def _product(self, problem: ExactCover) -> Count:
        small = counted(problem) if self._solver.method == "auto" else Small()
        product = self._settled_small(small)
        if product == 0 or (small.left is not None and not small.left.any()):
            return product
        parts = sorted(_parts(problem, small), key=lambda part: part.n_options)
        n_times = Tally(part.digest for part in parts if part.n_primary)
        for n_before, part in enumerate(parts):
            if times := n_times.pop(part.digest, 0):
                if part.digest not in self._known:
                    others = 0 if n_times else product
                    counting = self._auto(part) if self._solver.method == "auto" else self._by_name(part)
                    self._place.append((n_before, len(parts)))
                    self._known[part.digest] = yield from _bounded(counting, partial(_product_of, others, times))
                    self._place.pop()
                product *= self._known[part.digest] ** times
            if product == 0:
                break
        return product

    def _settled_small(self, small: Small) -> int:
        self._effort += Tally({"plain": small.n_parts, "nodes": small.n_nodes})
        self._charge(small.work)
        return small.covers

    def _by_name(self, part: ExactCover) -> Count:
        method = yield from self._turns(self._solver.method, part, inf)
        assert method is not None
        return self._settled(method)

    def _settled(self, method: Method) -> int:
        self._effort = Tally(self.stats()) + Tally([method.name])
        self._worked = self.work()
        self._at_work.clear()
        return method.count

    def _auto(self, part: ExactCover) -> Count:
        nodes, visits = plain_work(part, FEW_VISITS)
        self._charge(_PROBING + len(part.item) * _PROBED)
        # A small tree needs no better estimate; few probes miss what is deep in a large one (pentominoes on 5x12).
        if visits <= _EASY and (done := (yield from self._turns("plain", part, 4 * nodes))):
            return self._settled(done)
        nodes, visits = plain_work(part)
        if len(part.item) > LARGE:
            yield 0
        beyond_memory: set[str] = set()
        branches: tuple[tuple[int, int], ...] | None = None
        look = _A_LOOK * len(part.item)
        is_tried = visits > max(_LONGER, look)  # whether joints and orbits are looked for before the loop
        if is_tried:
            if done := (yield from self._within_budgets(part, nodes * _SHORT / visits, _SHORT, beyond_memory)):
                return self._settled(done)
            if (total := (yield from self._apart(part))) is not None:
                return total
            if done := (yield from self._within_budgets(part, nodes * _LONGER / visits, _LONGER, beyond_memory)):
                return self._settled(done)
            times, rest = _with_one_of_each_orbit(part, self._charge)
            if times > 1:
                return times * (yield from _bounded(self._after(rest), times.__mul__))
        worth = visits
        while True:
            if done := (yield from self._within_budgets(part, nodes, visits, beyond_memory)):
                return self._settled(done)
            if branches is None and worth > _LONG and visits > look:
                if not is_tried and (total := (yield from self._apart(part))) is not None:
                    return total
                branches = orbit_branches(part, _LOOK * visits, self._charge)
            if branches and worth >= _A_BRANCH * len(branches):
                return (yield from self._sum(part, branches))
            if done := (yield from self._within_larger_budget(part, nodes, visits, beyond_memory)):
                return self._settled(done)
            nodes, visits, worth = 4 * nodes, 4 * visits, visits / 4
            if done := (yield from self._turns("plain", part, nodes)):
                return self._settled(done)

    def _sum(self, part: ExactCover, branches: tuple[tuple[int, int], ...]) -> Count:
        """Count the covers with each of these options, multiply by the size of its orbit, and add up."""
        total = 0
        for n_before, (option, times) in enumerate(branches):
            self._place.append((n_before, len(branches)))
            more = partial(_sum_of, total, times)
            total = more((yield from _bounded(self._after(part.given([option])), more)))
            self._place.pop()
        return total

    def _apart(self, part: ExactCover) -> Generator[int, None, int | None]:
        """Count a component that falls apart without a few joints; return None if it does not."""
        if len(part.item) > LARGE:
            return None
        self._charge(joints_work(part))
        total, n_before = 0, 0
        for rest, sign, n_branches in joint_branches(part):
            self._place.append((n_before, n_branches))
            total += sign * (yield from _bounded(self._after(rest), partial(_at_least, total, sign)))
            self._place.pop()
            n_before += 1
        return total if n_before else None

    def _after(self, rest: ExactCover) -> Count:
        """Count the covers of a part with some options given; unfinished counts of the whole part are dropped."""
        self._effort = Tally(self.stats())
        self._worked = self.work()
        self._at_work.clear()
        return (yield from self._product(rest))

    def _within_budgets(self, part: ExactCover, nodes: float, visits: float, beyond_memory: set[str]) -> Turns:
        """Let each method that has a budget spend it; `nodes` and `visits` are what plain counting would take."""
        for name, most in _budgets(part, nodes, visits).items():
            if name not in beyond_memory:
                try:
                    done = yield from self._turns(name, part, most, nodes)
                except MemoryError:
                    beyond_memory.add(name)
                    if failed := self._at_work.pop(name, None):
                        self._worked += failed.work()
                    continue
                if done:
                    return done
        return None

    def _within_larger_budget(self, part: ExactCover, nodes: float, visits: float, beyond_memory: set[str]) -> Turns:
        """Let the frontier method spend more on a part with multiplicities, where it is likely to finish."""
        visits *= _MULTIPLE_FACTOR
        if part.has_multiplicities and _SHARE["frontier"] * visits > _SETUP["frontier"] and _is_narrow(part):
            return (yield from self._within_budgets(part, nodes, visits, beyond_memory))
        return None

    def _turns(self, name: str, part: ExactCover, most: float, nodes: float = 0.0) -> Turns:
        """Let a method continue until it has spent `most`; beside a long one, plain counting has its share.

        nodes: as for `_within_budgets`. If the end of the method is in sight, it continues beyond `most`.
        """
        if name not in self._at_work:
            self._at_work[name] = _method(name, part, self._solver.memory_mb, ahead=most > _HARD)
        method = self._at_work[name]
        beside = _Beside(_DISTANT_MULTIPLE if part.has_multiplicities else _DISTANT)
        while (left := most - method.spent) > 0 or self._is_in_sight(method, nodes):
            if method.run(int(min(_TURN[name], left if left > 0 else inf)) + 1):
                return method
            is_shared = self._solver.method == "auto" and name != "plain" and method.work() > _ALONE
            if is_shared and "plain" not in self._at_work:
                self._at_work["plain"] = Plain(part)
            plain = self._at_work.get("plain")
            yield plain.count if plain else 0
            while is_shared and isinstance(plain, Plain) and beside.is_due(plain, method):
                try:
                    if plain.run(1):
                        return plain
                except MemoryError:  # the other method may still finish; plain counting raises again in its own turn
                    break
                yield plain.count
        return None

    def _is_in_sight(self, method: Method, nodes: float) -> bool:
        """Return whether the method is expected to end long before plain counting, whose work per node is known now."""
        plain = self._at_work.get("plain")
        if plain is None or plain is method or not plain.spent:
            return False
        return method.work() < _IN_SIGHT * nodes * plain.work() / plain.spent * method.done()


def _bounded(counting: Count, bound_of: Callable[[int], int]) -> Count:
    """Continue counting, and turn each bound for a part into a bound for the whole problem."""
    with closing(counting):
        while True:
            try:
                bound = next(counting)
            except StopIteration as end:
                return int(end.value)
            yield bound_of(bound)


def _product_of(others: int, times: int, part: int) -> int:
    """Return `others` times the covers of a part that occurs `times` times: the covers of components multiply."""
    return int(others * part**times)


def _sum_of(others: int, times: int, branch: int) -> int:
    """Return `others` plus the covers of `times` equal branches: the covers of branches add up."""
    return others + times * branch


def _at_least(others: int, sign: int, branch: int) -> int:
    """Return a bound for branches that add up, the negative ones first, from a bound for the present one."""
    return max(others + sign * branch, 0)


def _with_one_of_each_orbit(part: ExactCover, charge: Charge) -> tuple[int, ExactCover]:
    """Give one option of each item whose options are all in one orbit; return the number of choices, and the new part.

    An orbit of two options is not used: to start again would take more time than it saves.
    """
    product = 1
    while part.n_options:
        branches = orbit_branches(part, charge=charge)
        if len(branches) != 1 or branches[0][1] < 3:
            break
        product *= branches[0][1]
        part = part.given([branches[0][0]])
    return product, part


def _parts(problem: ExactCover, small: Small) -> list[ExactCover]:
    """Return the components left to count; a component that has no option and needs none has one cover."""
    return [part for part in components(problem, small.label, small.left) if part.n_options or part.least.any()]


def _budgets(part: ExactCover, nodes: float, visits: float) -> dict[str, float]:
    """Return the budget of each method that has one, from the nodes and the visits of entries of plain counting."""
    names = ["frontier"] * (part.n_items <= LONGEST_ORDER) + ["memo"] * (not part.has_multiplicities)
    n_words = part.n_options / 64
    budget = {"frontier": _SHARE["frontier"] * visits, "memo": _SHARE["memo"] * visits / (1 + n_words / _WIDE)}
    if part.n_items <= _FEW_ITEMS and nodes > 2.0**part.n_items / 2:  # the memo will meet most sets again
        budget["memo"] = max(budget["memo"], nodes / 16)
    setup = {"frontier": _SETUP["frontier"], "memo": max(_SETUP["memo"], _A_WORD * n_words * len(part.item))}
    return {name: budget[name] for name in names if budget[name] > setup[name]}


def _is_narrow(part: ExactCover) -> bool:
    """Return whether the frontier method is likely to finish: not in three dimensions, nor with many free options."""
    from danceoff.solvers.engines.counter.item_order import best_item_order

    rest = anchored(part)
    is_small = rest.n_options == part.n_options and part.n_items <= LONGEST_ORDER
    return is_small and best_item_order(in_places(without_multiple(rest)), ahead=False).size() <= _NARROW


def _method(name: str, part: ExactCover, memory_mb: int, ahead: bool, **room: Any) -> Method:
    """Start a method. It is imported only now, since its kernels take time to load."""
    if name == "plain":
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
    room = {"n_rows": 1} if name == "memo" else {}  # so small that the table must grow, which runs a kernel, too
    method = _method(name, problem, 1, ahead=True, **room)
    while not method.run(1):
        pass


class _Beside:
    """Says when plain counting continues beside another method: for a share of its work, or alone near the end."""

    def __init__(self, distant: float) -> None:
        self._distant = distant
        self._share, self._look, self._alone_until = _NEAR, 0.0, 0.0

    def is_due(self, plain: Plain, method: Method) -> bool:
        """Return whether plain counting is next."""
        work, other = plain.work(), method.work()
        if work >= self._alone_until and work + other >= self._look and work > _SEEN:
            self._look = _NEXT_LOOK * (work + other)
            end = work / max(plain.done(), _LEAST_DONE)
            self._share = _NEAR if end <= _MUCH * (work + other) else self._distant
            if end <= 2 * work + other:
                self._alone_until = 2 * work + other
        return work < max(self._alone_until, self._share * other)


class Plain:
    """Counts the covers of a problem one by one."""

    name = "plain"

    def __init__(self, problem: ExactCover) -> None:
        from danceoff.solvers.engines.bits import Bits

        self.count = 0
        self._search = Bits().prepare(problem)
        self._increments = self._search.increments()
        self._failure: MemoryError | None = None

    @property
    def spent(self) -> int:
        """The nodes visited so far."""
        return self._search.stats()["nodes"]

    def run(self, budget: int) -> bool:  # noqa: ARG002 - the search decides how long a turn is
        """Continue until the bitset engine pauses; return whether the count is complete.

        Raises MemoryError, also whenever it is called after that: a generator that has raised seems to have ended.
        """
        if self._failure:
            raise self._failure
        try:
            increment = next(self._increments, None)
        except MemoryError as failure:
            self._failure = failure
            raise
        self.count += increment or 0
        return increment is None

    def work(self) -> float:
        """Return the work so far, as `Search.work`."""
        return self._search.work()

    def done(self) -> float:
        """Return the share of the tree that is done, as `Search.done`."""
        return self._search.done()

    def effort(self) -> Mapping[str, int]:
        """Return the counters so far."""
        return {"nodes": self.spent}
