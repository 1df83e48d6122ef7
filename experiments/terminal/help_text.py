"""How the help of a command is laid out: one screen where it can be."""

import argparse
import sys
from collections.abc import Iterable
from itertools import groupby
from textwrap import wrap

from danceoff.experiments.terminal.say import width_of

_WIDEST = 120


class HelpText(argparse.RawDescriptionHelpFormatter):
    """Shows arguments with the same text in one line, and no blank lines."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=36, width=min(width_of(sys.stdout) or _WIDEST, _WIDEST))
        self._alike: dict[argparse.Action, list[argparse.Action]] = {}

    def add_arguments(self, actions: Iterable[argparse.Action]) -> None:
        """Add the arguments of a group."""
        for _, alike in groupby(actions, key=lambda one: one.help):
            first, *self._alike[first] = alike
            self.add_argument(first)

    def format_help(self) -> str:
        """Return the help."""
        return super().format_help().replace("\n\n", "\n")

    def _split_lines(self, text: str, width: int) -> list[str]:
        return wrap(text, width, break_on_hyphens=False)  # a name stays whole

    def _format_action_invocation(self, action: argparse.Action) -> str:
        return ", ".join(map(super()._format_action_invocation, [action, *self._alike.get(action, [])]))
