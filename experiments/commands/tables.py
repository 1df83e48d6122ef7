"""The arguments by which a command reads a long table, and the problem that they state."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING

from danceoff.experiments import BadInput
from danceoff.problems.model.digits import exact

if TYPE_CHECKING:
    from danceoff.problems.instance import Instance

_OF_TABLES = ("item", "colour", "multiplicity")


def add_to(group: argparse._ActionsContainer) -> None:
    """Add the arguments."""
    named = "SOURCE is a long table, CSV or .xlsx: columns that name the option and the item"
    group.add_argument("--option", metavar="COL,...", help=named)
    group.add_argument("--item", metavar="COL,...", help=named)
    columns = "with --option: colours, of secondary items; how often to cover an item: 2, or 2:5"
    group.add_argument("--colour", metavar="COL", help=columns)
    group.add_argument("--multiplicity", metavar="COL", help=columns)
    group.add_argument(
        "--cost",
        metavar="C",
        help="C for each option, if none has a cost: 1 for the fewest; or, with --option, a column",
    )


def cost_of_each(args: argparse.Namespace) -> str:
    """Return what each option costs, as text; empty if a column says it, or nothing; raises BadInput for no number."""
    try:
        return "" if args.cost is None else str(exact(args.cost))
    except ValueError as error:
        if args.option:
            return ""
        raise BadInput(f"argument --cost: {error}; with --option it may be a column") from None


def table_of(args: argparse.Namespace) -> Instance | None:
    """Return the problem of the table; None if the source is none; raises BadInput for what is wrong about it."""
    if not args.option or not args.item:
        for name in (name for name in ("option", *_OF_TABLES) if getattr(args, name)):
            raise BadInput(f"--{name}: a table needs --option and --item, the columns that name its options and items")
        return None
    from danceoff.problems import InvalidProblem
    from danceoff.problems.instance import Instance
    from danceoff.problems.long_table import Parts, table
    from danceoff.problems.stated import tabled

    option, item = ([column.strip() for column in columns.split(",")] for columns in (args.option, args.item))
    cost = None if cost_of_each(args) else args.cost
    try:
        rows = table(args.source, option, item, cost, args.colour, args.multiplicity)
        rows = replace(rows, options=Parts.of(rows.options), items=Parts.of(rows.items))
        problem = tabled(rows, None, [])
    except InvalidProblem as error:
        where = "" if str(error).startswith(f"{args.source}:") else f"{args.source}: "
        raise BadInput(f"{where}{error}") from None
    return Instance(args.source, "table", problem, columns=tuple(option), cost_column=cost or "")


def source_of(args: argparse.Namespace) -> Instance:
    """Return the problem of the source, a table or not, with the costs that the arguments give it.

    Raises BadInput, or InvalidProblem.
    """
    from danceoff.problems import InvalidProblem
    from danceoff.problems.model.costs import asked
    from danceoff.problems.sources import read

    found = table_of(args) or read(args.source)
    if not (each := cost_of_each(args)):
        return found
    known = found.known and replace(found.known, cost=None)  # the published optimum is of other costs
    try:
        return replace(found, problem=asked(found.problem, each=exact(each)), known=known)
    except InvalidProblem as error:
        raise BadInput(f"{args.source}: {error}") from None
