"""`danceoff doctor`: which backends are installed."""

from __future__ import annotations

import argparse

from danceoff.experiments.commands.exits import DONE

HELP = "which backends are installed, in which version, and what installs the others"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Nothing is asked."""


def run(args: argparse.Namespace) -> int:  # noqa: ARG001
    """Print the table."""
    from danceoff.experiments.doctor import findings, table

    print(*table(findings()), sep="\n")
    return DONE
