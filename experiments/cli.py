"""The program `danceoff`: parses the command line, runs one command, and turns every error into one line."""

import argparse
import gc
import re
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from importlib import import_module
from itertools import groupby
from shlex import join
from textwrap import wrap
from types import MappingProxyType
from typing import Any, NoReturn, TypeAlias

from danceoff.experiments import BadInput, need_posix
from danceoff.experiments.commands import COMMANDS, OF_POSIX
from danceoff.experiments.commands.exits import BAD_INPUT, DONE, EXPLAINED, INTERNAL_ERROR, INTERRUPTED, LIMIT_HIT
from danceoff.experiments.terminal.say import say, width_of
from danceoff.experiments.terminal.standard_streams import abandon_output, rereadable
from danceoff.problems.model.arguments import InvalidProblem, Refused, choices
from danceoff.processes.sigterm import interrupt_by_sigterm
from danceoff.processes.system import version_of
from danceoff.solvers.base.refusals import MissingBackend, UnsupportedProblem

# Imported late, in functions: what only some calls need: each costs a command 10 to 30 ms.

_WIDEST = 120


class HelpText(argparse.RawDescriptionHelpFormatter):
    """Shows arguments with the same help text in one line, and leaves out blank lines.

    headings: command -> the heading above it.
    """

    def __init__(self, prog: str, headings: Mapping[str, str] = MappingProxyType({})) -> None:
        super().__init__(prog, max_help_position=36, width=min(width_of(sys.stdout) or _WIDEST, _WIDEST))
        self._headings = headings
        self._alike: dict[argparse.Action, list[argparse.Action]] = {}

    def add_arguments(self, actions: Iterable[argparse.Action]) -> None:
        """Add the arguments of a group."""
        for _, alike in groupby(actions, key=lambda one: one.help):
            first, *others = alike
            self._alike[first] = others
            self.add_argument(first)

    def format_help(self) -> str:
        """Return the help."""
        return super().format_help().replace("\n\n", "\n")

    def _split_lines(self, text: str, width: int) -> list[str]:
        return wrap(text, width, break_on_hyphens=False)  # a name stays whole

    def _format_action(self, action: argparse.Action) -> str:
        commands = "".join(map(self._format_action, self._iter_indented_subactions(action)))
        return commands or self._headings.get(action.dest, "") + super()._format_action(action)

    def _format_action_invocation(self, action: argparse.Action) -> str:
        return ", ".join(map(super()._format_action_invocation, [action, *self._alike.get(action, [])]))


_SHOWN = 200  # characters
_COMMAND = "COMMAND"
_FIRST = """\
danceoff solves exact cover problems, and compares the solvers that can. Try:
puzzles and plans
  danceoff solve pentomino/6x10            a cover, drawn
  danceoff solve queens/8 --task count     how many covers there are
  danceoff certify queens/8 -o proof.txt   with a proof that a stranger checks
  danceoff make sudoku/9x9 --unique        a new puzzle with one answer
  danceoff list                            problems, families, solvers, plans
comparing solvers
  danceoff demo                            a problem, three solvers, a report
agents and maintenance
  danceoff skill                           what an agent reads first
  danceoff --help                          all commands"""
_INPUT = "format of the file, whatever its name ends in; SOURCE may be - for standard input"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; an error is one line on standard error."""
    sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    warnings.showwarning = lambda message, *_: say(f"warning: {message}", error=True)
    try:
        return _run(sys.argv[1:] if arguments is None else arguments)
    except (BadInput, InvalidProblem, Refused, UnsupportedProblem, MissingBackend) as error:
        return _fail(str(error.args[0]))
    except BrokenPipeError:  # the reader of our output has stopped reading
        abandon_output()
        return DONE
    except OSError as error:
        return _fail(f"{error.filename or 'output'}: {error.strerror or error}")
    except MemoryError:
        return _fail("out of memory", LIMIT_HIT)
    except KeyboardInterrupt:
        return _fail("interrupted", INTERRUPTED)
    except Exception as error:  # noqa: BLE001 - a defect, and users never see a traceback
        return _fail(described(error), INTERNAL_ERROR)
    finally:
        gc.freeze()  # when Python ends, it would look at each object again: 0.1 s with Numba and pandas


def _run(arguments: Sequence[str]) -> int:
    if not arguments:
        print(_FIRST)
        return DONE
    if arguments[0] == "--version":
        say(_version())
        return DONE
    args, unknown = command_parser(arguments).parse_known_args(arguments)
    if unknown:  # said by the parser of the command, which has the help
        args.refuse(f"unrecognized arguments: {' '.join(unknown)}")
    if arguments[0] in OF_POSIX:
        need_posix(f"danceoff {arguments[0]}")
    interrupt_by_sigterm()
    with _readable(args) if "source" in args else nullcontext() as source, _line_of(args.busy):
        args.source = source
        code: int = args.run(args)
    sys.stdout.flush()
    return code


def _version() -> str:
    """Return the versions of danceoff and of its engines."""
    from danceoff.solvers.engines.version import ENGINES

    return f"danceoff {version_of('danceoff')} (engines {ENGINES})"


def _line_of(busy: str) -> AbstractContextManager[object]:
    """Return a block that shows on a terminal what keeps a command busy, unless the command has a line of its own."""
    if not busy or not sys.stderr.isatty():
        return nullcontext()
    from danceoff.experiments.terminal.progress import ProgressLine
    from danceoff.questions.answer import Answer

    return ProgressLine(Answer(known={"ready": True}), busy)


def _readable(args: argparse.Namespace) -> AbstractContextManager[str]:
    """Return a block in which the source can be read repeatedly; a table in a pipe without an ending is CSV."""
    default = ".csv" if getattr(args, "option", None) else ".dlx"
    return rereadable(args.source, _ending(args.input) if args.input else "", default)


def _ending(name: str) -> str:
    """Return the ending of files in the format that `--input` names; raises BadInput for a format that is not read."""
    from danceoff.problems.formats import FORMATS, READ
    from danceoff.problems.plugins import FORMATS as OF_PACKAGES
    from danceoff.problems.plugins import added

    known = [*READ, *added(OF_PACKAGES, FORMATS)]
    if name not in known:
        raise BadInput(f"--input: no format {name!r} is read; {choices(name, known)}")
    return f".{name}"


def _fail(message: str, code: int = BAD_INPUT) -> int:
    say(f"danceoff: {' '.join(message.split())}", error=True)
    return code


class _Parser(argparse.ArgumentParser):
    """Prints a usage error in one line, with the choices that were probably meant.

    rest: what the command line has after its first word.
    """

    rest: Sequence[str] = ()

    def error(self, message: str) -> NoReturn:
        if wrong := re.search(r"(?P<said>invalid choice: '(?P<word>.*)') \(choose from (?P<known>.*)\)", message):
            word, known = wrong["word"], [name.strip("'") for name in wrong["known"].split(", ")]
            message = f"{message[: wrong.start()]}{wrong['said']}; {choices(word, known)}"
            from danceoff.questions.table import asked_by_solve  # late: questions, which most commands need not

            if message.startswith(f"argument {_COMMAND}:") and word in asked_by_solve():
                message = f"{word} is a task: danceoff solve {join(self.rest) or 'SOURCE'} --task {word}"
        sys.exit(_fail(f"{message} (see {self.prog} --help)"))


def command_parser(arguments: Sequence[str] = ()) -> argparse.ArgumentParser:
    """Return the parser for these arguments; it is complete for the commands that they name, or for all without any."""
    first, *rest = arguments or [""]
    listed = [_ours(first)] if first in COMMANDS else [*map(_ours, COMMANDS), *_of_packages(first)]
    first_of = {group: name for group, name, *_ in reversed(listed)}  # below the heading of the group
    parser = _Parser(
        prog="danceoff",
        description="One exact cover problem, every solver, the same set of answers, honest times.",
        epilog=EXPLAINED,
        formatter_class=partial(HelpText, headings={name: f"  {group}\n" for group, name in first_of.items()}),
    )
    parser.rest = rest
    parser.add_argument("--version", action="store_true", help="show the version and exit")
    commands = parser.add_subparsers(required=True, title="commands", metavar=_COMMAND)
    for _, name, text, load in listed:
        own = commands.add_parser(
            name,
            help=text.replace("%", "%%"),
            description=text,
            epilog="exit codes: 0 if all went well; danceoff --help explains the others",
            formatter_class=HelpText,
        )
        if not arguments or name in arguments:
            _complete(own, load(), is_brief=not {"-h", "--help"}.isdisjoint(arguments))
    return parser


def _complete(parser: argparse.ArgumentParser, command: Any, is_brief: bool) -> None:
    """Add the arguments of a command to its parser.

    is_brief: whether the help shows only the usual arguments, if the command says which those are.
    """
    if hasattr(command, "arguments"):
        command.arguments(parser)
    if "source" in (action.dest for action in parser._actions):
        parser.add_argument("--input", metavar="FORMAT", help=_INPUT)
    if usual := getattr(command, "USUAL", "").split():
        parser.add_argument("--help-all", action="help", help="show all options")
        for action in parser._actions if is_brief else ():
            if action.dest not in usual:
                action.help = argparse.SUPPRESS
    parser.set_defaults(run=command.run, refuse=parser.error, busy=getattr(command, "BUSY", ""))


_Listed: TypeAlias = tuple[str, str, str, Callable[[], Any]]
"""The group of a command, its name, its help, and a function that imports it."""


def _ours(name: str) -> _Listed:
    module, text, group = COMMANDS[name]
    return group, name, text, partial(import_module, module)


def _of_packages(first: str) -> Iterator[_Listed]:
    """Yield the commands of installed packages; their modules are imported for the help.

    first: the first argument.
    """
    from danceoff.problems import plugins

    if points := plugins.added(plugins.COMMANDS, COMMANDS):
        from danceoff.experiments.commands.of_packages import command

        for name, point in points.items():
            load = partial(command, point, is_asked=name == first)
            yield "of installed packages", name, load().HELP, load


def described(error: Exception) -> str:
    """Describe an error in one line, and write its traceback to a temporary file that the line names."""
    import tempfile  # most commands have no defect
    import traceback

    with tempfile.NamedTemporaryFile(
        "w", prefix="danceoff-traceback-", suffix=".txt", delete=False, encoding="utf-8", errors="backslashreplace"
    ) as file:
        traceback.print_exception(error, file=file)
    what = f"{type(error).__name__}: {error}"[:_SHOWN]
    return f"internal error: {what}; please report it with {file.name} and the command that led to it"


if __name__ == "__main__":
    sys.exit(main())
