"""`danceoff contract`: test a solver against the contract of all backends."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from math import inf
from time import monotonic
from typing import TYPE_CHECKING

from danceoff.experiments.commands.exits import DISAGREEMENT, DONE, LIMIT_HIT
from danceoff.experiments.plans import programs
from danceoff.experiments.terminal.progress import StatusLine
from danceoff.experiments.terminal.say import say
from danceoff.experiments.words.amounts import number_of, positive, positive_int

if TYPE_CHECKING:
    from danceoff.experiments.contract.hold import Finding

_BROKEN, _LIMIT = "BROKEN", "limit"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("spec", metavar="SPEC", help="NAME[:option=value,...], FILE.py:NAME or FILE.toml:NAME")
    programs.add_to(parser)
    parser.add_argument(
        "--examples", type=positive_int, default=100, metavar="N", help="problems per rule; default: 100"
    )
    parser.add_argument("--patience", type=positive, default=10.0, metavar="S", help="seconds per problem; default: 10")
    parser.add_argument("--time-limit", type=positive, default=inf, metavar="S", help="seconds for all; default: none")
    memory = "limit on the memory of all processes of the solver; default: 4000"
    parser.add_argument("--memory-limit", type=positive, default=4000.0, metavar="MB", help=memory)


def run(args: argparse.Namespace) -> int:
    """Print a line for each rule once it is decided, then each cause of broken rules, with the smallest problem."""
    began = monotonic()
    line = StatusLine()
    line.show("loading ...")
    from danceoff.experiments.contract.hold import Bounds, hold  # late: NumPy, 0.3 s
    from danceoff.experiments.contract.rules import rules_for
    from danceoff.solvers.others.programs.program import Program

    solver = programs.loaded(args.spec, args.programs)
    found: list[Finding] = []
    names = list(rules_for(solver))

    def place() -> str:
        width = len(str(len(names)))
        return f"{len(found) + 1:>{width}} of {len(names)}"

    def look(at: Finding) -> None:
        line.show(f"{place()}  {at.rule}: {at.n_answered} problems answered, {monotonic() - began:.0f} s")

    bounds = Bounds(args.examples, args.patience, args.memory_limit, began + args.time_limit)
    for finding in hold(solver, bounds, look):
        line.erase()
        say(f"{place()}  {_word(finding):6}  {finding.rule}  ({finding.n_answered} problems answered)")
        sys.stdout.flush()
        found.append(finding)
    line.erase()
    broken, stopped = ([one for one in found if _word(one) == word] for word in (_BROKEN, _LIMIT))
    _say_causes(broken)
    _say_causes(stopped)
    if any("secondary" in one.problem for one in broken) and isinstance(solver, Program):
        say("if the program takes no secondary items, write features = [] into its entry, and run the contract again")
    left = names[len(found) :]
    late = f" within {args.time_limit:g} s: {', '.join(left)}"
    every = (("breaks", broken, ""), ("hits a limit in", stopped, ""), ("was not held to", left, late))
    ends = [f"{verb} {number_of(len(rules), 'rule')}{more}" for verb, rules, more in every if rules]
    say(f"{solver} {', and '.join(ends) or 'keeps the contract'}")
    return DISAGREEMENT if broken else LIMIT_HIT if ends else DONE


def _word(finding: Finding) -> str:
    if not finding.broken:
        return "kept"
    return _LIMIT if finding.is_limit else _BROKEN


def _say_causes(findings: Sequence[Finding]) -> None:
    """Print together the rules that end with the same message, with the smallest problem that leads to the message."""
    causes: dict[str, list[Finding]] = {}
    for finding in findings:
        causes.setdefault(finding.broken, []).append(finding)
    for message, of_cause in causes.items():
        smallest = min((one for one in of_cause if one.problem), key=lambda one: len(one.problem), default=of_cause[0])
        say(
            f"{_word(smallest):6}  {', '.join(one.rule for one in of_cause)}  ({smallest.n_answered} problems answered)"
        )
        say(f"        {message}")
        if smallest.problem:
            say(f"        smallest problem: {smallest.problem}")
