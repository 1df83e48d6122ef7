"""Gets the files of a data set, from a folder or over the network: all of them with the right digests, or none."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from http.client import HTTPException
from os import PathLike, fspath
from pathlib import Path
from tempfile import mkdtemp
from time import monotonic
from typing import TYPE_CHECKING
from urllib.parse import quote
from urllib.request import urlopen

from danceoff.problems.model.cover import InvalidProblem

if TYPE_CHECKING:
    from danceoff.problems.sets.table import DataSet, Listed

LARGEST_FILE = 1 << 28
"""Bytes that are read of a file whose size is not known."""

_PATIENCE_S = 20.0
"""Seconds without a byte after which a server is given up."""
_SLOWEST = 10_000
"""Bytes a second on which a server is given up after `_PATIENCE_S`."""
_PIECE = 1 << 16


def get(
    data_set: DataSet,
    source: str | PathLike[str] = "",
    into: str | PathLike[str] = "",
    progress: Callable[[int], None] = lambda _: None,
) -> Path:
    """Write the files of a data set into a folder, and return it; files that are there already are not read again.

    source: a folder with the files, itself or in the folders of their places; or an address, of which the same holds.
    into: the folder; default: where danceoff looks for the set.
    progress: called before each file that is fetched, with the number of files that are there.

    Raises InvalidProblem if a file cannot be had or has another digest, or if another file is in the way in `into`;
    then nothing is written. A file of which danceoff has no digest is taken as it is. Raises OSError if the folder
    cannot be written.
    """
    place = fspath(source) or data_set.address
    if not place:
        raise InvalidProblem(
            f"{data_set.name}: name a folder that holds the files: --from FOLDER; see {data_set.source}"
        )
    target = Path(into) if fspath(into) else data_set.folder
    missing = [one for one in data_set.files if not _is_there(target / one.name, one, bool(fspath(into)))]
    target.parent.mkdir(parents=True, exist_ok=True)
    staged = Path(mkdtemp(prefix=".danceoff-", dir=target.parent))
    try:
        for number, one in enumerate(missing, len(data_set) - len(missing)):
            progress(number)
            (staged / one.name).write_bytes(_content(data_set, one, place))
        target.mkdir(exist_ok=True)
        for one in missing:
            (staged / one.name).replace(target / one.name)
    finally:
        shutil.rmtree(staged, ignore_errors=True)
    return target


def _most(one: Listed) -> int:
    return LARGEST_FILE if one.size is None else one.size + 1


def _is_there(path: Path, one: Listed, is_foreign: bool) -> bool:
    """Return whether the right file is there; raises InvalidProblem if another one is, in a folder of the user."""
    is_right = path.is_file() and one.is_content(path.read_bytes())
    if is_foreign and path.exists() and not is_right:
        raise InvalidProblem(f"{path}: is another file than that of the data set, and is left as it is")
    return is_right


def _content(data_set: DataSet, one: Listed, place: str) -> bytes:
    read = _fetched if place.startswith(("http://", "https://")) else _copied
    content, where = read(data_set, one, place)
    if not one.is_content(content):
        own = f"which has {one.size} bytes and the SHA-256 {one.sha256}"
        raise InvalidProblem(f"{where}: is not the file of {data_set.name}, {own}; {len(content)} bytes were read")
    return content


def _copied(data_set: DataSet, one: Listed, place: str) -> tuple[bytes, str]:
    for path in (Path(place, one.place), Path(place, one.name)):
        if path.is_file():
            with path.open("rb") as file:
                return file.read(_most(one)), f"{path}"
    if not Path(place).is_dir():
        raise InvalidProblem(f"{place}: there is no such folder")
    there = sum(Path(place, each.place).is_file() or Path(place, each.name).is_file() for each in data_set.files)
    raise InvalidProblem(
        f"{place}: has no {one.name}, and only {there} of the {len(data_set)} files of {data_set.name}"
    )


def _fetched(data_set: DataSet, one: Listed, place: str) -> tuple[bytes, str]:
    address = f"{place.rstrip('/')}/{quote(one.place)}"
    try:
        return _read(address, _most(one)), address
    except (OSError, HTTPException, ValueError) as error:
        takes = "`--from FOLDER` takes the files from a folder"
        raise InvalidProblem(f"{data_set.name}: cannot fetch {address}: {error}; {takes}") from None


def _read(address: str, most: int) -> bytes:
    end = monotonic() + _PATIENCE_S + most / _SLOWEST
    content = b""
    with urlopen(address, timeout=_PATIENCE_S) as answer:
        while len(content) < most and (piece := answer.read1(min(_PIECE, most - len(content)))):
            content += piece
            if monotonic() > end:
                raise TimeoutError("the server is too slow")
    return content
