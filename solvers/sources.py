"""What a solver is made of, beside danceoff and its libraries: files of plug-ins, of programs and of their commands."""

import ast
import json
import os
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from hashlib import file_digest, sha256
from importlib.machinery import all_suffixes
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from typing import Any, NamedTuple

from danceoff.problems.plugins import place_of
from danceoff.solvers import entries, plugins, table

DIGITS = 16
"""Hexadecimal digits of a digest."""
_WRAPPERS = ("parts", "race")
_PARTS = re.compile(r"[^\s'\";|&<>()`=]+")  # of a line of a shell
_LIBRARIES = (".so", ".dylib", ".dll")


class Word(NamedTuple):
    """A word of a command. If it names a file, `option` is what stands before, such as `--config=`.

    text: the word.
    file: the name of the file, different from that of every other file of the command; empty if it is none.
    path: where the file is; empty for an executable that is not installed.
    within: the files that a word of several words, as `sh -c` takes it, names in the folder of the entry.
    """

    text: str
    option: str = ""
    file: str = ""
    path: Path = Path()
    within: tuple[str, ...] = ()


class Program(NamedTuple):
    """The entry of a program, and the words of its command."""

    entry: entries.Entry
    words: list[Word]

    @property
    def files(self) -> dict[str, Path]:
        """The files of the command by their names, and what those in Python import from their folder."""
        files = {word.file: word.path for word in self.words if word.file}
        files |= {own: Path(self.entry.folder, own) for word in self.words for own in word.within}
        for name, path in [*files.items()]:
            imported = _imported(path) if path.suffix == ".py" else {}
            files = {(Path(name).parent / own).as_posix(): one for own, one in imported.items()} | files
        return files

    @property
    def digest(self) -> str:
        """The digest of the entry, wherever its files are."""
        command = [f"{word.option}{word.file}" or word.text.replace(self.entry.folder, "{here}") for word in self.words]
        return sha256(json.dumps(self.table(command), sort_keys=True).encode()).hexdigest()[:DIGITS]

    def table(self, command: list[str]) -> dict[str, Any]:
        """Return the table of the entry as it is written, with another command."""
        return {**json.loads(self.entry.written), "command": command}


def within(spec: str) -> list[str]:
    """Return the solvers that run for a solver, as `load` takes them: itself, or those that `parts` and `race` name."""
    name, options = plugins.split(spec)
    if name not in _WRAPPERS:
        return [spec]
    given = [pair.partition("=")[2] for pair in options.split(",") if pair.startswith("of=")]
    return [one.replace(";", ",") for value in given for one in value.split("+")]


def digests(spec: str) -> dict[str, str]:
    """Return what a solver is made of: file -> digest, or empty if there is no such file; nothing for our own solvers.

    The names of files say nothing about the folder: a solver that was moved is the same. The entry of a program is
    `programs.NAME`.
    """
    found: dict[str, str] = {}
    for one in within(spec):
        name = plugins.split(one)[0]
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


@lru_cache(1024)
def _digest(path: Path, *_status: int) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()[:DIGITS]


def program_of(name: str) -> Program | None:
    """Return the program of this name, without options; None if it is none, or its entry cannot be read."""
    try:
        file = entry_file(name)
        entry = entries.entries(file)[name.rpartition(":")[2]] if file else None
    except (ValueError, KeyError):
        return None
    return Program(entry, list(_words(entry.command, Path(entry.folder)))) if entry else None


def entry_file(name: str) -> Path | None:
    """Return the file with the entry of a program, None for other solvers; raises ValueError if it is wrong."""
    if plugins.is_of_file(name):
        file = Path(name.rpartition(":")[0])
        return file if file.suffix == ".toml" else None
    return None if name in table.BACKENDS else table.programs().get(name)


def _words(command: Iterable[str], folder: Path) -> Iterator[Word]:
    taken: dict[str, Path] = {}
    for k, text in enumerate(command):
        option, equals, value = text.rpartition("=") if k else ("", "", text)
        path = Path(value) if k else Path(which(value) or "")
        if k and not (path.is_absolute() and path.is_file()):
            parts = _PARTS.findall(text.replace(str(folder), ".")) if " " in text else []
            inside = [one for part in parts if (one := _inside(folder, part))]
            yield Word(text, within=tuple(one.relative_to(folder).as_posix() for one in inside))
            continue
        file = Path(value).name
        while taken.setdefault(file, path) != path:
            file = f"{k}-{file}"
        yield Word(text, f"{option}{equals}", file, path)


def modules(name: str) -> dict[str, Path]:
    """Return the module of a plug-in, and those of its folder that it imports; of a backend its executable, if any."""
    if plugins.is_of_file(name):
        return _imported(Path(name.rpartition(":")[0]))
    if name in table.BACKENDS:
        program = table.BACKENDS[name].program
        return {program: Path(which(program) or "")} if program else {}
    point = table.of_packages().get(name)
    try:
        spec = find_spec(place_of(point)[0]) if point else None
    except (ImportError, ValueError):
        spec = None
    if not spec or not spec.origin:
        return {}
    file = Path(spec.origin)
    return _imported(file) if (file.parent / "__init__.py").exists() else {file.name: file}


def _imported(file: Path) -> dict[str, Path]:
    """Return a file and all that it imports, and programs and libraries that it names, by their paths in its folder."""
    found: dict[str, Path] = {}
    new = [file]
    while new:
        path = new.pop()
        name = path.relative_to(file.parent).as_posix()
        if name not in found:
            found[name] = path
            new += _imports(path, file.parent)
    return found


def _inside(folder: Path, name: str) -> Path | None:
    """Return the file of this name in the folder or below, None if there is none."""
    path = folder / name
    is_below = path.is_relative_to(folder) and ".." not in path.parts
    return path if is_below and os.path.isfile(path) else None  # noqa: PTH113 - a text that is too long is no error


def _imports(path: Path, folder: Path) -> Iterator[Path]:
    try:
        tree = ast.parse(path.read_bytes() if path.suffix == ".py" else b"")
    except (OSError, SyntaxError, ValueError, RecursionError):
        return
    for node in ast.walk(tree):
        base, names = folder, []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            module = f"{node.module}." if node.module else ""
            names = [f"{module}{alias.name}" for alias in node.names]
            if node.level:
                base = [path, *path.parents][min(node.level, len(path.parents))]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            named = _inside(path.parent, node.value)
            yield from [named] if named and (named.suffix in _LIBRARIES or os.access(named, os.X_OK)) else []
        for name in names:
            yield from _found(base, folder, name)


def _found(base: Path, folder: Path, name: str) -> Iterator[Path]:
    """The files of a module, and of the packages that it is in."""
    parts = name.split(".")
    if base == folder and parts[0] == folder.name and (folder / "__init__.py").exists():
        parts = parts[1:]  # a package that names itself
    for k in range(len(parts)) if parts[:1] != ["danceoff"] and base.is_relative_to(folder) else ():
        place = base.joinpath(*parts[: k + 1])
        files = [place.with_name(place.name + suffix) for suffix in all_suffixes()]
        yield from (one for one in (*files, place / "__init__.py") if one.is_file())
