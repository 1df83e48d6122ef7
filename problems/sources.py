"""Reads a problem from the catalog or from a file in any format, and writes it as text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from importlib import import_module
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from danceoff.problems import catalog
from danceoff.problems.board import NO_BOARD
from danceoff.problems.formats import FORMATS, LISTS, NUMBERED, READ
from danceoff.problems.formats.lines import text_of
from danceoff.problems.instance import Instance
from danceoff.problems.model.arguments import instance_of
from danceoff.problems.model.cover import ExactCover, InvalidProblem
from danceoff.problems.plugins import FORMATS as OF_PACKAGES
from danceoff.problems.plugins import added, imported
from danceoff.problems.sets.table import DataSet, Listed, find

_LARGEST_DRAWING = 1 << 22
"""Characters of the largest text that draws a board."""
_BEGINNING = 1 << 20
"""Bytes of a text that say whether it is a list."""

_NOT_READ = {name: f".{name} is only written: {one.why_not_read}" for name, one in FORMATS.items() if one.why_not_read}
_NOT_READ["xlsx"] = "a spreadsheet is a long table, read with --option and --item"


def read(source: str | PathLike[str]) -> Instance:
    """Return the problem with this name in the catalog or in a data set, or the problem in this file.

    The ending of a file is its format, one of `FORMATS` that have a reader: .dlx (Knuth), .xc, .xcc and .mcc
    (aaw/cover), .ec, .rows (DXD and DXZ), .csv (0/1 matrix), .toml (puzzle), .txt (box and pieces), .sdk (sudoku),
    .xmpuzzle (Burr Tools), .json (Pips), .spp and .scp (set partitioning and covering of the OR-Library), .mps and .opb
    (binary programs), or a format of an installed package. A file may be gzipped, and then .gz may follow. `#2` after a
    file of Burr Tools or Pips stands for its second problem.

    Raises InvalidProblem, with a message that begins with the file and, if possible, the line, and TypeError if
    `source` is neither a str nor a path.
    """
    source = instance_of("source", fspath(source) if isinstance(source, PathLike) else source, str)
    name = _ending(source)
    of_packages = added(OF_PACKAGES, FORMATS)
    if name not in READ and name not in of_packages:
        if found := find(source):
            return _of_set(source, *found)
        try:
            return catalog.instance(source)
        except InvalidProblem:
            if not _exists(source):
                raise
        endings = ", ".join(f".{known}" for known in [*READ, *of_packages])
        why = _NOT_READ.get(name, f"the file of a problem must end in {endings}; --input names it")
        raise InvalidProblem(f"{source}: {why}")
    is_drawn = name in READ and FORMATS[name].has_board
    return _read(text_of(_file_of(source), 4 * _LARGEST_DRAWING + 4 if is_drawn else None), name, source)


def import_reader(source: str) -> None:
    """Import our modules that `read` needs for this source, but no installed package; do not read the source."""
    added(OF_PACKAGES, FORMATS)  # keeps the entry points of all packages
    if (name := _ending(source)) in READ:
        _function(FORMATS[name].reader)
    else:
        catalog.import_ours(source)


def _of_set(source: str, data_set: DataSet, file: Listed) -> Instance:
    """Return the problem of a data set; its file must have the digest that we know."""
    path = data_set.folder / file.name
    if not path.is_file():
        raise InvalidProblem(f"{source}: {data_set.refusal()}")
    if not file.is_content(path.read_bytes()):
        raise InvalidProblem(f"{source}: {path} is damaged: `danceoff sets get {data_set.name}` fetches it again")
    text = text_of(str(path))
    numbered = f"{path}{source.removeprefix(file.problem)}"
    found = _read(text, data_set.format or _ending(file.name), numbered)
    return replace(found, name=source, family=data_set.name, known=file.known)


def _read(text: str, name: str, source: str) -> Instance:
    """Return the problem that a text in the format `name` states."""
    if name in READ and FORMATS[name].has_board and len(text) > _LARGEST_DRAWING:
        raise InvalidProblem(f"{source}: more than {_LARGEST_DRAWING} characters, too many for a drawn puzzle")
    if not text.strip():
        raise InvalidProblem(f"{source}: the file is empty")
    reader = _function(FORMATS[name].reader) if name in READ else imported(added(OF_PACKAGES, FORMATS)[name], Callable)
    found = reader(text, source)
    if not isinstance(found, ExactCover | tuple):  # a packing, which is its own board
        found = found.problem, found
    problem, board = (found, None) if isinstance(found, ExactCover) else found
    return Instance(source, FORMATS[name].family if name in READ else name, problem, None, board or NO_BOARD)


def write(instance: Instance, name: str, encoding: str = "") -> str:
    """Return the problem as text in the format `name`, one of `WRITTEN`.

    encoding: the encoding as clauses, if the format has several; empty for its default.

    Raises InvalidProblem if the format cannot express the problem.
    """
    from danceoff.problems.grids.packing import Packing  # late: most problems need no board

    writer = _function(FORMATS[name].writer)
    if not FORMATS[name].has_board:
        return str(writer(instance.problem, encoding=encoding) if encoding else writer(instance.problem))
    if not isinstance(instance.board, Packing) or instance.board.problem is not instance.problem:
        raise InvalidProblem(f"only a packing of a region can be written as .{name}")
    return str(writer(instance.board))


def _function(place: str) -> Any:
    module, _, function = place.partition(":")
    return getattr(import_module(module), function)


def _file_of(source: str) -> str:
    """Return the file that a source names, without the number of a problem in it."""
    numbered = NUMBERED.fullmatch(source)
    return numbered[1] if numbered else source


def _ending(source: str) -> str:
    path = Path(_file_of(source))
    return Path(path.stem if path.suffix.lower() == ".gz" else path.name).suffix.lower().removeprefix(".")


def of_list(source: str) -> Mapping[str, str]:
    """Return the modules for a file of many puzzles, as in `LISTS`; empty for another source.

    Faults of a list are found only when it is read.
    """
    modules = LISTS.get(_ending(source), {})
    try:
        is_list = modules and import_module(modules["reader"]).is_list(text_of(source, _BEGINNING))
    except InvalidProblem:
        return {}
    return modules if is_list else {}


def _exists(source: str) -> bool:
    try:
        return source != "" and Path(source).exists()
    except (OSError, ValueError):  # a sudoku of 625 squares is a name in the catalog, but too long a file name
        return False
