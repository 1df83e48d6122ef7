"""An exact cover problem as linear constraints over variables that are 0 or 1: OPB and LP text, written only.

Variable xk says that option k, counted from 1, is chosen. The sum over the options of an item is 1 where the item is
primary and at most 1 where it is secondary.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from problems.cover import ExactCover, InvalidProblem

_TERMS_A_LINE = 16  # CPLEX reads lines of at most 560 characters


def write_opb(problem: ExactCover) -> str:
    """The problem in the format of the pseudo-Boolean competitions; raises InvalidProblem without options."""
    lines = []
    for _, is_primary, options in _sums(problem):
        if is_primary:
            lines.append(" ".join(f"+1 x{option}" for option in options) + " = 1 ;" if options else "+0 x1 >= 1 ;")
        else:
            lines.append(" ".join(f"-1 x{option}" for option in options) + " >= -1 ;")
    return "\n".join([f"* #variable= {problem.n_options} #constraint= {len(lines)}", *lines, ""])


def write_lp(problem: ExactCover) -> str:
    """The problem in the LP format of CPLEX, with nothing to minimize; raises InvalidProblem without options."""
    lines = ["Minimize", " obj: 0 x1", "Subject To"]
    for item, is_primary, options in _sums(problem):
        total = [f"x{option}" for option in options] or ["0 x1"]
        lines.append(
            f" i{item}: " + "\n  + ".join(map(" + ".join, _chunks(total))) + (" = 1" if is_primary else " <= 1")
        )
    variables = [f"x{option}" for option in range(1, problem.n_options + 1)]
    return "\n".join([*lines, "Binary", *(" " + " ".join(chunk) for chunk in _chunks(variables)), "End", ""])


def _sums(problem: ExactCover) -> Iterator[tuple[int, bool, list[int]]]:
    """Each item, counted from 1, whether it is primary, and its options; secondary items without any are left out."""
    if problem.n_options == 0:
        raise InvalidProblem("a problem without options has no variables, and cannot be written so")
    option = np.repeat(np.arange(1, problem.n_options + 1), np.diff(problem.start))
    by_item = option[np.argsort(problem.item, kind="stable")]
    end = np.cumsum(np.bincount(problem.item, minlength=problem.n_items))
    for item, options in enumerate(np.split(by_item, end[:-1]) if problem.n_items else ()):
        if item < problem.n_primary or len(options):
            yield item + 1, item < problem.n_primary, options.tolist()


def _chunks(words: list[str]) -> Iterator[list[str]]:
    for begin in range(0, len(words), _TERMS_A_LINE):
        yield words[begin : begin + _TERMS_A_LINE]
