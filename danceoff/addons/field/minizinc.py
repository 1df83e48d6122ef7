"""Constraint programming through the program `minizinc`, with any solver that is installed for it.

The program is called directly. The package `minizinc` on PyPI needs the program, too, and has no advantage here.
"""

import os
import signal
import subprocess
import tempfile
from collections.abc import Collection, Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from select import select
from typing import ClassVar

from danceoff.problems import Cover, ExactCover
from danceoff.problems.model.colours import coloured_items
from danceoff.solvers.base import Feature, OneByOne, Search, Solver, Steps, UnsupportedProblem, settled
from danceoff.solvers.base.cheapest import Improvement, by_rounds
from danceoff.solvers.engines.net_costs import net_costs
from danceoff.solvers.rewriting.by_item import options_by_item

_END_OF_COVER = "----------"
_PATIENCE_S = 0.05
_PATIENCE_TO_END_S = 2.0
_LARGEST_SUM = 2**31 - 2
_END_OF_SEARCH = ("==========", "=====UNSATISFIABLE=====")


@dataclass(frozen=True)
class MiniZinc(Solver):
    """One 0-1 variable per option, one sum per item.

    solver: a name that `minizinc --solvers` lists.
    """

    name: ClassVar[str] = "minizinc"
    features: ClassVar[frozenset[Feature]] = frozenset(Feature) - {Feature.MAX_COST}

    solver: str = "gecode"

    def build(self, problem: ExactCover, blocked: frozenset[Cover]) -> Search:
        """Write the model."""
        return settled(problem, blocked) or _MiniZincSearch(problem, blocked, self.solver)


def model(problem: ExactCover, blocked: Collection[Cover], cost: Sequence[int] = ()) -> str:
    """Return the problem in MiniZinc's language: option k is `chosen[k]`, and a cover prints as a line of numbers.

    cost: the cost of each option, if a cheapest cover is asked for.
    """
    lines = [f"array[0..{problem.n_options - 1}] of var bool: chosen;"]
    for item, options in enumerate(options_by_item(problem)):
        if options:
            least, most = problem.least[item], problem.most[item]
            lines.append(f"constraint {least} <= {_total(options)} /\\ {_total(options)} <= {most};")
    for one in coloured_items(problem):
        excluding = [_variable(k) for k in one.plain] + [f"exists({_array(options)})" for options in one.coloured]
        lines.append(f"constraint sum([{', '.join(excluding)}]) <= 1;")
    for cover in sorted(blocked):
        others = sorted(set(range(problem.n_options)) - set(cover)) if problem.covers_may_nest else []
        lines.append(f"constraint {_total(cover)} - {_total(others)} < {len(cover)};")
    terms = ", ".join(f"{own} * {_variable(k)}" for k, own in enumerate(cost))
    lines.append(f"solve minimize sum([{terms}]);" if cost else "solve satisfy;")
    lines.append('output [show(k) ++ " " | k in index_set(chosen) where fix(chosen[k])];\n')
    return "\n".join(lines)


def _total(options: list[int] | Cover) -> str:
    return f"sum({_array(options)})"


def _array(options: list[int] | Cover) -> str:
    return f"[{', '.join(map(_variable, options))}]"


def _variable(option: int) -> str:
    return f"chosen[{option}]"


class _MiniZincSearch(OneByOne):
    def __init__(self, problem: ExactCover, blocked: frozenset[Cover], solver: str) -> None:
        self._problem = problem
        self._blocked = list(blocked)
        self._solver = solver
        self._to_list = model(problem, blocked)

    def _steps(self) -> Steps:
        return self._covers(self._to_list)

    def _cheapest(self, limit: int) -> Generator[Improvement]:
        cost, _ = net_costs(self._problem)
        if sum(map(abs, cost)) > _LARGEST_SUM:
            raise UnsupportedProblem("MiniZinc has 32 bits for sums: round the costs, or use another solver")
        yield from by_rounds(self._problem, partial(self._round, cost), limit)

    def _round(self, cost: list[int], found: list[Cover]) -> Generator[Improvement]:
        self._blocked += found
        with closing(self._covers(model(self._problem, self._blocked, cost))) as covers:
            for cover in covers:
                yield Improvement(None if cover is None else tuple(cover))

    def _covers(self, text: str) -> Steps:
        with tempfile.NamedTemporaryFile("w", suffix=".mzn") as file:
            file.write(text)
            file.flush()
            with self._lines(["minizinc", "--solver", self._solver, "--all-solutions", file.name]) as lines:
                cover: list[int] = []
                is_refused = False
                for line in lines:
                    if line in _END_OF_SEARCH:
                        return
                    if line is None:
                        yield None
                    elif line == _END_OF_COVER:
                        yield cover
                    elif not all(map(str.isdigit, line.split())):
                        is_refused = True  # its usage; what is wrong comes afterwards, on standard error
                    else:
                        cover = [int(number) for number in line.split()]
        if is_refused:
            raise UnsupportedProblem(f"minizinc refuses: {self._said}; see minizinc --solvers")
        raise RuntimeError(f"minizinc ended without an answer: {self._said}")

    @contextmanager
    def _lines(self, command: list[str]) -> Iterator[Iterator[str | None]]:
        """Run the program and give the lines that it prints; it is terminated at the end of the block."""
        with tempfile.TemporaryFile("w+") as said:
            process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=said, start_new_session=True)
            assert process.stdout is not None
            try:
                yield _read_lines(process.stdout.fileno())
            finally:
                _end(process)
                said.seek(0)
                self._said = said.read().strip()


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the program and its solver; while it starts its solver, it may ignore that it is asked to end."""
    process.terminate()
    try:
        process.communicate(timeout=_PATIENCE_TO_END_S)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def _read_lines(descriptor: int) -> Iterator[str | None]:
    """Yield the lines as they arrive, and None as a heartbeat while none does."""
    rest = b""
    while True:
        if not select([descriptor], [], [], _PATIENCE_S)[0]:
            yield None
            continue
        arrived = os.read(descriptor, 1 << 16)
        if not arrived:
            return
        *lines, rest = (rest + arrived).split(b"\n")
        yield from (line.decode().strip() for line in lines)
