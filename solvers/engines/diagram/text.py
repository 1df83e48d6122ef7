"""Diagrams as text for other programs: d-DNNF as d4 writes it, and ZDDs as Graphillion reads them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from danceoff.problems import ExactCover, InvalidProblem
from danceoff.solvers.engines.diagram.graph import Diagram
from danceoff.solvers.engines.diagram.kernel_scopes import ruled_out, scopes
from danceoff.solvers.engines.diagram.record import diagram

_MOST_MB = 256  # of a diagram; its text takes several times as much


def write_nnf(problem: ExactCover) -> str:
    """Return the diagram of a problem as `nnf` text; raises InvalidProblem if it is too large."""
    return _written(problem, nnf, ordered=False)


def write_zdd(problem: ExactCover) -> str:
    """Return the diagram of a problem as `zdd` text; raises InvalidProblem if it is too large."""
    return _written(problem, zdd, ordered=True)


def nnf(made: Diagram) -> str:
    """Return a deterministic, decomposable and smooth negation normal form, whose models are the covers, one to one.

    Variable k + 1 is option k. The format is that of the compiler d4, which ddnnife and decdnnf read: `o` and a number
    for a node, `t` for the true one and `f` for the false one, then `node child literals 0` for each edge. The literals
    of an edge also negate every option that its node takes only on other edges.
    """
    n = made.n_nodes
    lines = [f"o {k + 1} 0" for k in range(n - 1)]
    lines.append(f"{'t' if made.has_cover else 'f'} {n} 0")
    if not made.has_cover:
        lines.append("1 2 0")
    first, out = ruled_out(*made.arrays, scopes(*made.arrays, made.n_options))
    true, false = (made.option + 1).tolist(), (-1 - out).tolist()
    ends = zip(made.source.tolist(), made.target.tolist(), strict=True)
    bounds = zip(*(a.tolist() for a in (made.offset[:-1], made.offset[1:], first[:-1], first[1:])), strict=True)
    for (source, target), (begin, end, begin_out, end_out) in zip(ends, bounds, strict=True):
        numbers = [source + 1, target + 1, *true[begin:end], *false[begin_out:end_out], 0]
        lines.append(" ".join(map(str, numbers)))
    return "\n".join([*lines, ""])


def zdd(made: Diagram) -> str:
    """Return the reduced zero-suppressed decision diagram of the covers, over the elements 1 to n_options.

    The diagram must be ordered.

    A line is `number element low high`: a node, its element, and the nodes of the sets without and with the element. As
    a node, B stands for no set at all, and T for the empty set alone. The last line before the `.` is the root. After
    the `.` comes the option of each element: elements are numbered in the order of the diagram, for a small text.
    """
    element = np.empty(made.n_options, np.int64)
    element[made.order] = np.arange(1, made.n_options + 1)
    known: dict[tuple[int, int, int], int] = {}

    def node(option: int, low: int, high: int) -> int:
        return known.setdefault((int(element[option]), low, high), len(known) + 2)

    at = [0] * made.n_nodes  # the set of sets below each node: 0 for B, 1 for T
    at[-1] = int(made.has_cover)
    for v in reversed(range(made.n_nodes - 1)):
        for e in reversed(range(*made.start[v : v + 2].tolist())):
            high, options = at[made.target[e]], made.option[made.offset[e] : made.offset[e + 1]].tolist()
            for option in reversed(options[1:]):
                high = node(option, 0, high)
            at[v] = node(options[0], at[v], high) if options else high
    name = ["B", "T", *map(str, range(2, len(known) + 2))]
    lines = [f"{name[k]} {one} {name[low]} {name[high]}" for (one, low, high), k in known.items()]
    of_elements = [f"# element {k + 1} is option {option}" for k, option in enumerate(made.order.tolist())]
    return "\n".join([*(lines or [name[at[0]]]), ".", *of_elements, ""])


def _written(problem: ExactCover, write: Callable[[Diagram], str], ordered: bool) -> str:
    try:
        return write(diagram(problem, _MOST_MB, ordered))
    except MemoryError:
        raise InvalidProblem(f"too many different sub-problems: all covers as a diagram exceed {_MOST_MB} MB") from None
