"""What a solver is made of, beside danceoff and its libraries: the files that its name, or its entry, names."""

import json
from collections.abc import Iterable, Iterator
from functools import lru_cache
from hashlib import file_digest, sha256
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from typing import NamedTuple

from danceoff.problems.plugins import place_of
from danceoff.solvers import entries, registry
from danceoff.solvers.ours import BACKENDS
from danceoff.solvers.specs import is_of_file, split

DIGITS = 16
"""Hexadecimal digits of a digest."""
_WRAPPERS = ("parts", "race")


class Word(NamedTuple):
    """A word of a command. If it names a file, `option` is what stands before, such as `--config=`.

    text: the word.
    file: the name of the file, different from that of every other file of the command; empty if it is none.
    path: where the file is; empty for an executable that is not installed.
    """

    text: str
    option: str = ""
    file: str = ""
    path: Path = Path()


class Program(NamedTuple):
    """The entry of a program, and the words of its command."""

    entry: entries.Entry
    words: list[Word]

    @property
    def files(self) -> dict[str, Path]:
        """The files of the command by their names."""
        return {word.file: word.path for word in self.words if word.file}

    @property
    def digest(self) -> str:
        """The digest of the entry; it does not depend on the folders of its files."""
        here = self.entry.folder
        command = [word.option + word.file if word.file else word.text.replace(here, "{here}") for word in self.words]
        table = {**json.loads(self.entry.written), "command": command}
        return sha256(json.dumps(table, sort_keys=True).encode()).hexdigest()[:DIGITS]


def within(spec: str) -> list[str]:
    """Return the solvers that run for a solver, as `load` takes them: itself, or those that `parts` and `race` name."""
    name, options = split(spec)
    if name not in _WRAPPERS:
        return [spec]
    given = [pair.partition("=")[2] for pair in options.split(",") if pair.startswith("of=")]
    return [one.replace(";", ",") for value in given for one in value.split("+")]


def digests(spec: str) -> dict[str, str]:
    """Return the digest of each file that makes up a solver, empty if there is no such file; our own solvers have none.

    The names of files say nothing about the folder: a solver that was moved is the same. The entry of a program is
    `programs.NAME`.
    """
    found: dict[str, str] = {}
    for one in within(spec):
        name = split(one)[0]
        program = program_of(name)
        files = program.files if program else modules(name)
        found |= {own: digest(path) for own, path in files.items()}
        if program:
            found[f"programs.{name.rpartition(':')[2]}"] = program.digest
    return dict(sorted(found.items()))


def digest(path: Path) -> str:
    """Return the digest of a file; empty if it cannot be read."""
    try:
        status = path.stat()
        return _digest(path.absolute(), status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)
    except OSError:
        return ""


@lru_cache(1024)  # a file that changes has another status, and is read again
def _digest(path: Path, *_status: int) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()[:DIGITS]


def program_of(name: str) -> Program | None:
    """Return the program of this name, given without options; None if there is none or its entry cannot be read."""
    try:
        file = Path(name.rpartition(":")[0]) if is_of_file(name) else registry.programs()[name]
        entry = entries.entries(file)[name.rpartition(":")[2]] if file.suffix == ".toml" else None
    except (ValueError, KeyError):
        return None
    return Program(entry, list(_words(entry.command))) if entry else None


def _words(command: Iterable[str]) -> Iterator[Word]:
    taken: dict[str, Path] = {}
    for k, text in enumerate(command):
        option, equals, value = text.rpartition("=") if k else ("", "", text)
        path = Path(value) if k else Path(which(value) or "")
        if k and not (path.is_absolute() and path.is_file()):
            yield Word(text)
            continue
        file = Path(value).name
        while taken.setdefault(file, path) != path:  # another file of the command has this name
            file = f"{k}-{file}"
        yield Word(text, f"{option}{equals}", file, path)


def modules(name: str) -> dict[str, Path]:
    """Return the file of a plug-in, or the executable of a backend that is a program, by its name."""
    if is_of_file(name):
        file = Path(name.rpartition(":")[0])
        return {file.name: file}
    if name in BACKENDS:
        program = BACKENDS[name].program
        return {program: Path(which(program) or "")} if program else {}
    point = registry.of_packages().get(name)
    try:
        spec = find_spec(place_of(point)[0]) if point else None
    except (ImportError, ValueError):
        spec = None
    return {Path(spec.origin).name: Path(spec.origin)} if spec and spec.origin else {}
