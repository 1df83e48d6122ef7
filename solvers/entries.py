"""The entries of programs: what a TOML file says about a program, and the files that are always read."""

import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from shutil import which
from typing import Any

from danceoff.problems.formats.lines import text_of
from danceoff.problems.formats.toml import Key, check, read_toml
from danceoff.problems.model.arguments import choices

INPUTS = ("knuth", "ec", "rows", "dimacs", "opb", "lp", "matrix")
OUTPUTS = ("options", "items", "dimacs", "lines", "count")
FINDS = ("all", "one", "best")
OF_COSTS = ("opb", "lp")
"""The inputs that state costs."""
FEATURES = ("colours", "multiplicities", "secondary")
_STATED = {"knuth": FEATURES, "matrix": ("secondary",), "ec": (), "rows": ()}
"""The features that an input states as such. The other inputs state all features as constraints."""
SHIPPED = Path(__file__).with_name("shipped.toml")

_TEXT = Key((str,), is_prose=True, words="of type str")
_NUMBER = Key((int,), is_positive=False, words="of type int")
_TEXTS, _NUMBERS = (Key((list,), of=of, words=f"a list of {of.__name__}") for of in (str, int))
_KEYS = {
    **dict.fromkeys(("command", "features"), _TEXTS),
    **dict.fromkeys(("exit_codes", "none"), _NUMBERS),
    **dict.fromkeys(("first", "threads"), _NUMBER),
    **dict.fromkeys(("install", "input", "output", "finds", "begin", "chosen", "count"), _TEXT),
}
_WORDS = {"input": INPUTS, "output": OUTPUTS, "finds": FINDS}
_GROUPS = {"begin": 0, "chosen": 1, "count": 1}
"""How many groups the regular expressions need."""


@dataclass(frozen=True)
class Entry:
    """One program. The fields are the keys of its table (see docs/programs.md), its folder, and its table as JSON."""

    command: tuple[str, ...]
    install: str = ""
    input: str = "knuth"
    features: tuple[str, ...] = ()
    output: str = "options"
    finds: str = "all"
    first: int = 0
    begin: str = ""
    chosen: str = ""
    count: str = r"(\d+)"
    threads: int = 1
    exit_codes: tuple[int, ...] = (0,)
    none: tuple[int, ...] = ()
    folder: str = ""
    written: str = ""

    @property
    def missing(self) -> str:
        """What installs the program; empty if it is installed."""
        if which(name := self.command[0]):
            return ""
        if Path(name).is_file():
            return f"chmod +x {name}, or name what runs it before it"
        if name.split()[1:] and which(name.split()[0]):
            return f"command is a list of words: {json.dumps(name.split())}, for no shell parts them"
        return self.install or f"install {name}, or give its path"


def own_file() -> Path:
    """Return the path of the entries in the user's configuration folder; there may be no such file."""
    folder = os.environ.get("XDG_CONFIG_HOME") or "~/.config"
    return Path(os.path.expanduser(folder), "danceoff", "programs.toml")  # noqa: PTH111 - Path's wants a home


@cache
def standard() -> dict[str, Path]:
    """Return the file of the entry of each program, by name: the shipped programs and the user's own.

    The files are read once in a process. Raises ValueError if the user's file is wrong, or if a name in it is taken.
    """
    found = shipped()
    return (found | added(programs_of(own_file()), found)) if own_file().exists() else found


@cache
def shipped() -> dict[str, Path]:
    """Return the file of the entry of each shipped program, by name."""
    return programs_of(SHIPPED)


def programs_of(file: Path) -> dict[str, Path]:
    """Return this file by the name of each of its programs. Raises ValueError if no solver could name the file."""
    if file.suffix != ".toml" or ":" in str(file):
        raise ValueError(f"{file}: a file of programs must have a name that ends in .toml, without a colon")
    return dict.fromkeys(entries(file), file)


def added(programs: dict[str, Path], taken: Mapping[str, object]) -> dict[str, Path]:
    """Return the programs as they are. Raises ValueError, which names both owners, if a name is taken already.

    taken: the owner of each name that is taken.
    """
    for name, file in programs.items():
        if name in taken:
            raise ValueError(f"both {taken[name]} and {file} bring a solver {name!r}; rename one of them")
    return programs


def entries(file: Path) -> dict[str, Entry]:
    """Return the entries of a file's table `programs`. Raises ValueError that names the file and the wrong key."""
    table = read_toml(text_of(str(file)), str(file)).get("programs", {})
    if not isinstance(table, dict):
        raise ValueError(f"{file}: programs must be a table")
    here = str(file.absolute().parent)
    return {name: _entry(f"{file}: programs.{name}", own, here) for name, own in table.items()}


def _entry(where: str, table: Any, here: str) -> Entry:
    name = where.rpartition(": programs.")[2]
    if not re.fullmatch(r"[\w-]+", name):
        raise ValueError(f"{where}: the name of a program has only letters, digits, - and _")
    if not isinstance(table, dict) or not table.get("command"):
        raise ValueError(f"{where}: must be a table with a command, a list of words")
    check(where, table, _KEYS)
    for key, value in table.items():
        if key in _WORDS and value not in _WORDS[key]:
            raise ValueError(f"{where}: unknown {key} {value!r}; {choices(value, _WORDS[key])}")
        if key in _GROUPS:
            _refuse_wrong_expression(where, key, value)
    if table.get("finds") == "best" and table.get("input") not in OF_COSTS:
        raise ValueError(f"{where}: finds 'best' needs an input that states costs: {' or '.join(OF_COSTS)}")
    if table.get("output") == "lines" and not (table.get("begin") and table.get("chosen")):
        raise ValueError(f"{where}: output 'lines' needs the regular expressions begin and chosen")
    values: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in table.items()}
    values["command"] = tuple(word.replace("{here}", here) for word in values["command"])
    values["features"] = _features(where, table.get("features"), table.get("input", Entry.input))
    return Entry(**values, folder=here, written=json.dumps(table))


def _features(where: str, given: list[str] | None, form: str) -> tuple[str, ...]:
    """Return the features of a program, by default those of every program with this input."""
    stated = _STATED.get(form, FEATURES)
    if given is None:
        return ("secondary",) if form == "knuth" else stated
    for feature in given:
        if feature not in FEATURES:
            raise ValueError(f"{where}: unknown feature {feature!r}; {choices(feature, FEATURES)}")
        if feature not in stated:
            raise ValueError(f"{where}: input {form!r} cannot state {feature}: leave this feature out")
    return ("secondary", *given) if given else ()  # colours need secondary items, and older files leave the word out


def _refuse_wrong_expression(where: str, key: str, value: str) -> None:
    try:
        n_groups = re.compile(value).groups
    except re.error as error:
        raise ValueError(f"{where}: {key} is not a regular expression: {error}") from None
    if n_groups < _GROUPS[key]:
        raise ValueError(f"{where}: {key} must have a group that matches the number, as in '(\\d+) solutions'")
