"""The argument `--programs FILE.toml`: a file of entries, whose programs a command may name without the file."""

from __future__ import annotations

import argparse
from pathlib import Path


def add_to(parser: argparse.ArgumentParser) -> None:
    """Add the argument."""
    parser.add_argument(
        "--programs", type=Path, metavar="FILE.toml", help="entries of programs that may be named as solvers"
    )
