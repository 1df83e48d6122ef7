"""`danceoff check`: check a certificate of the number of covers, or of the least cost."""

import argparse
import warnings
from pathlib import Path

from danceoff.experiments.commands import sources
from danceoff.experiments.commands.exits import DISAGREEMENT, DONE, LIMIT_HIT
from danceoff.experiments.terminal.say import say
from danceoff.experiments.terminal.standard_streams import rereadable
from danceoff.experiments.words.amounts import positive, positive_int

BUSY = "checking the certificate"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("source", metavar="SOURCE", help="catalog name or file, as for solve")
    sources.add_to(parser)
    parser.add_argument("certificate", type=Path, metavar="FILE", help="certificate that danceoff certify wrote")
    parser.add_argument("--maximise", action="store_true", help="the certificate is about the dearest covers")
    budget = parser.add_argument_group(
        "budget", "even a small certificate can take long to check; beyond the budget, the check is given up"
    )
    budget.add_argument("--max-unpacked", type=positive, metavar="MB", help="size when unpacked; default: 4000")
    budget.add_argument("--max-memory", type=positive, metavar="MB", help="memory for clauses and nodes; default: 2000")
    budget.add_argument(
        "--max-steps", type=positive_int, metavar="N", help="options and literals to visit; default: 10^11"
    )


def run(args: argparse.Namespace) -> int:
    """Print whether the certificate holds."""
    # late: NumPy, 0.1 s
    from danceoff.problems.certificate import Budget, InvalidCertificate, NotChecked, check_certificate

    given = {"unpacked_mb": args.max_unpacked, "memory_mb": args.max_memory, "n_steps": args.max_steps}
    budget = Budget(**{name: most for name, most in given.items() if most is not None})
    try:
        with rereadable(str(args.certificate), default=".certificate") as file:
            with warnings.catch_warnings(action="ignore"):  # running the case shows them
                problem = sources.source_of(args).problem
            asked = problem.maximised() if args.maximise else problem
            say(str(check_certificate(asked, Path(file), budget)))
    except NotChecked as error:
        why = f"not checked: {error}; --max-{error.budget} allows more"
        say(f"danceoff: {args.certificate}: {why}", error=True)
        return LIMIT_HIT
    except InvalidCertificate as error:
        say(f"danceoff: {args.certificate}: does not hold: {error}", error=True)
        return DISAGREEMENT
    return DONE
