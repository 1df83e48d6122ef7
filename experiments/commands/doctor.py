"""`danceoff doctor`: which backends are installed."""

from __future__ import annotations

import argparse

from experiments.commands.exits import DONE

HELP = "which backends are installed, in which version, and what installs the others"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Nothing is asked."""


def run(args: argparse.Namespace) -> int:  # noqa: ARG001
    """Print the table."""
    from experiments.doctor import findings, table

    print(*table(findings()), sep="\n")
    return DONE
