"""The commands of danceoff, one file each; `solve` has files for its arguments and its case beside it.

A command is a module with `arguments`, which adds its arguments to a parser, and `run`, which takes the parsed
arguments and returns an exit code. It is imported only when somebody calls the command.
"""

from typing import NamedTuple

from danceoff.rooms import added_by_rooms

_PUZZLES = "puzzles and plans"
_OURS = {
    _PUZZLES: {
        "solve": ("solve", "solve one problem and show its covers"),
        "watch": ("watch", "show a search step by step"),
        "export": ("export", "write a problem as text that other programs read"),
        "certify": ("certify", "write a certificate of the number of covers or of the least cost, and check it"),
        "check": ("check", "check a certificate of the number of covers, or of the least cost"),
        "check-covers": ("check_covers", "check a list of covers that another program or a person wrote"),
        "list": ("listing", "list problems of the catalog, families of problems, solvers with their options, or plans"),
        "sets": ("sets", "list data sets of other people with digests and counts, or get one"),
    },
    "comparing solvers": {
        "demo": ("demo", "solve a problem, compare three solvers, and write a report, in 20 seconds"),
        "new-plan": ("new_plan", "write a plan with comments, to run as it is or to change"),
        "run": ("run", "run the cases of a plan, each in a child process; skip cases that have a row"),
        "verify": ("verify", "check that the solvers agree with each other and with the published numbers"),
        "report": ("report", "write report.html and tables such as summary.csv, and print scores and times"),
        "compare": ("compare", "show what got faster or slower between two runs, which answers were lost or changed"),
        "contract": ("contract", "test a solver, yours or ours, against the contract of all backends"),
    },
    "agents and maintenance": {
        "skill": ("skill", "print SKILL.md, which teaches an agent to use danceoff"),
        "serve": ("serve", "answer agents by the Model Context Protocol, with tools such as count, solve and certify"),
        "warm": ("warm", "compile all kernels now, on all cores; otherwise each is compiled when it is first used"),
    },
}
"""Group -> command -> the name of its module here, and what it does, for `danceoff --help`."""


OF_POSIX = ("contract", "demo", "run", "serve")
"""The commands that stop processes with all that they start, which Windows cannot."""


class Command(NamedTuple):
    """A command.

    module: its module.
    help: what it does, in one line.
    group: its group in the help; those of add-ons are about puzzles and plans.
    """

    module: str
    help: str
    group: str = _PUZZLES


COMMANDS: dict[str, Command] = {}
"""The commands in the order of `danceoff --help`: those of add-ons follow ours of their group."""
for _group, _named in _OURS.items():
    COMMANDS |= {name: Command(f"{__name__}.{module}", text, _group) for name, (module, text) in _named.items()}
    if _group == _PUZZLES:
        COMMANDS |= {name: Command(*added) for name, added in added_by_rooms("commands").items()}
