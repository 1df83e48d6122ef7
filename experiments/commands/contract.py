"""`danceoff contract`: test a solver against the contract of all backends."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING

from danceoff.experiments import BadInput
from danceoff.experiments.commands.exits import DISAGREEMENT, DONE, LIMIT_HIT
from danceoff.experiments.plans import programs
from danceoff.experiments.plans.programs import resolved
from danceoff.experiments.terminal.say import say
from danceoff.experiments.words.amounts import positive, positive_int

if TYPE_CHECKING:
    from danceoff.experiments.contract.hold import Finding

HELP = "test a solver, yours or ours, against the contract of all backends"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("spec", metavar="SPEC", help="NAME[:option=value,...], FILE.py:NAME or FILE.toml:NAME")
    programs.add_to(parser)
    parser.add_argument(
        "--examples", type=positive_int, default=100, metavar="N", help="problems per rule; default: 100"
    )
    parser.add_argument("--patience", type=positive, default=10.0, metavar="S", help="seconds per problem; default: 10")


def run(args: argparse.Namespace) -> int:
    """Print a line for each rule that is kept, then one for each cause of broken ones, with the smallest problem."""
    from danceoff.solvers import MissingBackend, load
    from danceoff.solvers.others.programs.program import Program

    if not find_spec("hypothesis"):
        raise BadInput("the contract needs hypothesis: pip install 'danceoff[contract]'")
    from danceoff.experiments.contract.hold import hold
    from danceoff.experiments.contract.rules import rules_for

    try:
        solver = load(resolved(args.spec, args.programs))
    except (ValueError, MissingBackend) as error:
        raise BadInput(str(error)) from None
    found: list[Finding] = []
    names = list(rules_for(solver))
    _show(f"{names[0]} ...")
    for finding in hold(solver, args.examples, args.patience):
        found.append(finding)
        _show("")
        if not finding.broken:
            say(f"kept    {finding.rule}  ({finding.n_answered} problems answered)")
        _show("".join(f"{name} ..." for name in names[len(found) : len(found) + 1]))
    broken, slow = ([one for one in found if one.broken and one.is_slow == is_slow] for is_slow in (False, True))
    for word, findings in (("BROKEN", broken), ("slow", slow)):
        _say_causes(word, findings)
    if any("secondary" in one.problem for one in broken) and isinstance(solver, Program):
        say("if the program takes no secondary items, write features = [] into its entry, and run the contract again")
    if broken:
        say(f"{solver} breaks {_rules(broken)}" + (f", and is too slow for {_rules(slow)}" if slow else ""))
    elif slow:
        say(f"{solver} is too slow for {_rules(slow)}, and keeps the others")
    else:
        say(f"{solver} keeps the contract")
    return DISAGREEMENT if broken else LIMIT_HIT if slow else DONE


def _show(now: str) -> None:
    """Show on a terminal which rule is tried, in place of the line before."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{now}", end="", file=sys.stderr, flush=True)


def _say_causes(word: str, findings: Sequence[Finding]) -> None:
    """Print the rules that end with the same message together, with the smallest problem that shows it."""
    causes: dict[str, list[Finding]] = {}
    for finding in findings:
        causes.setdefault(finding.broken, []).append(finding)
    for message, of_cause in causes.items():
        smallest = min((one for one in of_cause if one.problem), key=lambda one: len(one.problem), default=of_cause[0])
        say(f"{word:6}  {', '.join(one.rule for one in of_cause)}  ({smallest.n_answered} problems answered)")
        say(f"        {message}")
        if smallest.problem:
            say(f"        smallest problem: {smallest.problem}")


def _rules(findings: Sequence[Finding]) -> str:
    return f"{len(findings)} rule{'s' * (len(findings) != 1)}"
