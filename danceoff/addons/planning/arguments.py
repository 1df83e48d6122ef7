"""The arguments of `danceoff solve` that set prices: of what a cover lacks, has too often, or changes in a plan."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from danceoff.addons.planning.most_covered import MostCoveredQuestion
from danceoff.experiments import BadInput
from danceoff.experiments.commands.sources import source_of
from danceoff.experiments.words.amounts import cost
from danceoff.problems.model.arguments import InvalidProblem
from danceoff.problems.model.digits import exact
from danceoff.questions.best import BestQuestion

if TYPE_CHECKING:
    from danceoff.problems.instance import Instance
    from danceoff.questions.question import Question


def arguments(group: argparse._ArgumentGroup) -> None:
    """Add the arguments."""
    group.add_argument(
        "--soft",
        metavar="FILE",
        help="best, most-covered: prices of items covered too seldom or too often: CSV with columns item, soft, over,"
        " or TOML with tables [soft] and [over]",
    )
    near = "best: a plan (--format csv) to change little; each option that it lacks costs C"
    group.add_argument("--near", metavar="FILE", help=near)
    group.add_argument("--change", type=cost, metavar="C", help=near)


def rewritten(args: argparse.Namespace, question: Question) -> Instance | None:
    """Return the problem with these prices; None if there are none; raises BadInput."""
    if (args.near is None) != (args.change is None):
        raise BadInput("--near FILE and --change C go together: a plan, and what each option costs that it lacks")
    is_packed = isinstance(question, MostCoveredQuestion)
    if not is_packed and args.soft is None and args.near is None:
        return None
    if not is_packed and not isinstance(question, BestQuestion):
        raise BadInput("--soft goes with --task best or most-covered, --near with --task best")
    return _planned(args, is_packed)


def _planned(args: argparse.Namespace, is_packed: bool) -> Instance:
    from danceoff.addons.planning.files import prices_in  # late: readers and NumPy, 0.1 s, if such arguments are given
    from danceoff.addons.planning.planned import packed, planned

    try:
        prices = {} if args.soft is None else prices_in(args.soft)
        root = source_of(args)
        if not is_packed:
            change = None if args.change is None else exact(args.change)
            told = prices.get("soft"), prices.get("over"), args.near, change
            is_several = (args.limit or 1) > 1  # then the covers behind the cheapest must be right, too
            return planned(root, *told, maximise=args.maximise, apart=is_several)
        if args.near is not None or prices.get("over"):
            raise BadInput("--task most-covered takes the prices of items that are left out, and no plan")
        return packed(root, prices.get("soft"), "soft")
    except InvalidProblem as error:
        # An error in a price names its table, but not the file.
        of_file = f"{args.soft}: " if str(error).startswith(("soft: ", "over: ")) else ""
        raise BadInput(f"{of_file}{error}") from None
