"""The `danceoff` command: it only parses and prints."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from experiments import BadInput
from experiments.commands import (
    advise,
    certify,
    check,
    compare,
    doctor,
    export,
    listing,
    report,
    run,
    solve,
    verify,
    watch,
)
from experiments.commands.exits import BAD_INPUT, DONE, EXPLAINED, INTERRUPTED
from experiments.one_case.sigterm import interrupt_by_sigterm
from experiments.say import say

_COMMANDS = {
    "solve": solve,
    "watch": watch,
    "export": export,
    "certify": certify,
    "check": check,
    "run": run,
    "verify": verify,
    "report": report,
    "compare": compare,
    "list": listing,
    "advise": advise,
    "doctor": doctor,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    args = _parser().parse_args(arguments)
    interrupt_by_sigterm()
    try:
        code: int = args.run(args)
        sys.stdout.flush()
    except BadInput as error:
        return _fail(str(error))
    except BrokenPipeError:  # whoever read our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except OSError as error:
        return _fail(f"{error.filename or 'output'}: {error.strerror}")
    except KeyboardInterrupt:
        say("danceoff: interrupted", error=True)
        return INTERRUPTED
    return code


def _fail(message: str) -> int:
    say(f"danceoff: {' '.join(message.split())}", error=True)
    return BAD_INPUT


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        sys.exit(_fail(f"{message} (see {self.prog} --help)"))


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="danceoff",
        description="One exact cover problem, every solver, the same set of answers, honest times.",
        epilog=EXPLAINED,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, command in _COMMANDS.items():
        own = commands.add_parser(
            name,
            help=command.HELP,
            description=command.HELP,
            epilog=EXPLAINED,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        command.arguments(own)
        own.set_defaults(run=command.run)
    return parser


if __name__ == "__main__":
    sys.exit(main())
