"""An exact cover problem as linear constraints over 0/1 variables: OPB and LP text, only written.

Variable xk says that option k, counted from 1, is chosen. The sum over the options of an item is 1 where the item is
primary, at most 1 if it is secondary, and lo to hi if the item has this multiplicity.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from danceoff.problems.model.cover import ExactCover, InvalidProblem

_TERMS_A_LINE = 16  # CPLEX reads lines of at most 560 characters


def write_opb(problem: ExactCover) -> str:
    """Return the problem in the format of the pseudo-Boolean competitions; raises InvalidProblem without options."""
    lines = []
    for _, least, most, options in _sums(problem):
        if least == most and options:
            lines.append(" ".join(f"+1 x{option}" for option in options) + f" = {most} ;")
            continue
        if least > 0:
            lines.append((" ".join(f"+1 x{option}" for option in options) or "+0 x1") + f" >= {least} ;")
        if options:
            lines.append(" ".join(f"-1 x{option}" for option in options) + f" >= {-most} ;")
    return "\n".join([f"* #variable= {problem.n_options} #constraint= {len(lines)}", *lines, ""])


def write_lp(problem: ExactCover) -> str:
    """Return the problem in the LP format of CPLEX, with objective 0; raises InvalidProblem without options."""
    lines = ["Minimize", " obj: 0 x1", "Subject To"]
    for item, least, most, options in _sums(problem):
        total = "\n  + ".join(map(" + ".join, _chunks([f"x{option}" for option in options] or ["0 x1"])))
        if least == most:
            lines.append(f" i{item}: {total} = {most}")
            continue
        lines.append(f" i{item}: {total} <= {most}")
        if least > 0:
            lines.append(f" l{item}: {total} >= {least}")
    variables = [f"x{option}" for option in range(1, problem.n_options + 1)]
    return "\n".join([*lines, "Binary", *(" " + " ".join(chunk) for chunk in _chunks(variables)), "End", ""])


def _sums(problem: ExactCover) -> Iterator[tuple[int, int, int, list[int]]]:
    """Each item, counted from 1, with its multiplicity and options; an item without a constraint is left out."""
    if problem.n_options == 0:
        raise InvalidProblem("a problem without options has no variables, and cannot be written so")
    option = np.repeat(np.arange(1, problem.n_options + 1), np.diff(problem.start))
    by_item = option[np.argsort(problem.item, kind="stable")]
    end = np.cumsum(np.bincount(problem.item, minlength=problem.n_items))
    columns = np.split(by_item, end[:-1]) if problem.n_items else []
    bounds = zip(problem.least.tolist(), problem.most.tolist(), strict=True)
    for item, (options, (least, most)) in enumerate(zip(columns, bounds, strict=True), 1):
        if least > 0 or len(options):
            yield item, least, most, options.tolist()


def _chunks(words: list[str]) -> Iterator[list[str]]:
    for begin in range(0, len(words), _TERMS_A_LINE):
        yield words[begin : begin + _TERMS_A_LINE]
