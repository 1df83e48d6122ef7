"""The commands of danceoff, one file each; `solve` has files for its arguments and its case beside it.

A command is a module with HELP (one line), `arguments`, which adds its arguments to a parser, and `run`, which takes
the parsed arguments and returns an exit code. `danceoff --help` imports every command, so a command
imports heavy libraries inside its functions.
"""

from danceoff.addons import added_by_rooms

_OURS = {
    "demo": "demo",
    "solve": "solve",
    "watch": "watch",
    "export": "export",
    "certify": "certify",
    "check": "check",
    "check-covers": "check_covers",
    "new-plan": "new_plan",
    "run": "run",
    "verify": "verify",
    "report": "report",
    "compare": "compare",
    "list": "listing",
    "sets": "sets",
    "warm": "warm",
    "contract": "contract",
    "skill": "skill",
    "serve": "serve",
}
COMMANDS = {name: f"{__name__}.{module}" for name, module in _OURS.items()} | added_by_rooms("commands")
"""Command -> its module, in the order of `danceoff --help`: those of add-ons follow ours."""
