"""The arguments by which a command reads a long table, and the problem that they state."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from danceoff.experiments import BadInput
from danceoff.problems.model.arguments import InvalidProblem
from danceoff.problems.model.digits import exact

if TYPE_CHECKING:
    from danceoff.problems.instance import Instance

_OF_TABLES = ("item", "colour", "multiplicity", "needs")


def arguments(group: argparse._ActionsContainer) -> None:
    """Add the arguments."""
    named = "SOURCE is a long table, CSV or .xlsx: columns that name the option and the item"
    group.add_argument("--option", metavar="COL,...", help=named)
    group.add_argument("--item", metavar="COL,...", help=named)
    columns = "with --option: colours, of secondary items; how often to cover an item: 2, or 2:5"
    group.add_argument("--colour", metavar="COL", help=columns)
    group.add_argument("--multiplicity", metavar="COL", help=columns)
    needs = "with --option: how often to cover items, 2 or 2..5, apart from the table: CSV with columns item, need"
    group.add_argument("--needs", metavar="FILE", help=needs)


def stated(args: argparse.Namespace) -> Instance | None:
    """Return the problem of the table; None if the source is no table; raises BadInput for a faulty table."""
    if not args.option or not args.item:
        flag = next((name for name in ("option", *_OF_TABLES) if getattr(args, name)), "")
        if flag:
            raise BadInput(f"--{flag}: a table needs --option and --item, the columns that name its options and items")
        return None
    from danceoff.addons.planning import long_table  # late: NumPy, 0.1 s, if a table is given
    from danceoff.problems.instance import Instance

    option, item = ([column.strip() for column in columns.split(",")] for columns in (args.option, args.item))
    cost = _column(args.cost)
    try:
        named_by = option, item, cost, args.colour, args.multiplicity
        problem = long_table.stated(args.source, *named_by, None, [], args.needs)
    except InvalidProblem as error:
        where = "" if str(error).startswith((f"{args.source}:", f"{args.needs}:")) else f"{args.source}: "
        raise BadInput(f"{where}{error}") from None
    drawn = long_table.board(problem)
    return Instance(args.source, "table", problem, board=drawn, columns=tuple(option), cost_column=cost or "")


def _column(cost: str | None) -> str | None:
    """Return the column of the costs; None if there is none, or if all options cost the same."""
    try:
        exact(cost or "0")
    except ValueError:
        return cost
    return None
