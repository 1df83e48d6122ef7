"""`danceoff check`: check a certificate of the number of covers."""

from __future__ import annotations

import argparse
from pathlib import Path

from experiments.commands.exits import DISAGREEMENT, DONE
from experiments.piped import rereadable
from experiments.say import say

HELP = "check a certificate of the number of covers"


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command is told."""
    parser.add_argument("source", metavar="SOURCE", help="catalog name or file, as for solve")
    parser.add_argument("certificate", type=Path, metavar="FILE", help="what danceoff certify wrote")


def run(args: argparse.Namespace) -> int:
    """Say whether the certificate holds."""
    from experiments.certificates.keeping import checked
    from problems.certificate import InvalidCertificate

    try:
        with rereadable(str(args.certificate), ".certificate") as file:
            say(str(checked(args.source, Path(file))))
    except InvalidCertificate as error:
        say(f"danceoff: {args.certificate}: does not hold: {error}", error=True)
        return DISAGREEMENT
    return DONE
