"""The data sets that danceoff knows: each has a file in data/sets, with a line for each of its problems.

Such a file begins with lines `# KEY: VALUE` about the whole set. Then comes a table, with these columns: the path of
the problem's file below the address of the set, its size in bytes, its sha256, and the number of covers with its
source. A field is empty if it is not known. A sixth column has a name for the file where files in several folders have
the same name.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from os import PathLike, fspath
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from danceoff.problems.formats import NUMBERED, READ
from danceoff.problems.instance import Known
from danceoff.problems.model.arguments import choices, instance_of
from danceoff.problems.model.cover import InvalidProblem
from danceoff.problems.model.digits import whole

# Imported late: what only getting files needs, 30 ms.

LARGEST_FILE = 1 << 28
"""Bytes that are read of a file whose size is not known."""

_PATIENCE_S = 20.0
"""Seconds without a byte after which a server is given up."""
_TABLES = Path(__file__).parents[1] / "data" / "sets"


class Listed(NamedTuple):
    """A file of a data set.

    problem: the name of its problem: the name of the set, `/`, and the name of the file without its ending.
    place: its path below the address of the set.
    size: its size in bytes; None if danceoff has never seen the file.
    sha256: in hexadecimal digits; empty if size is None.
    known: what is known about the problem.
    name: the name of the file on this machine.
    """

    problem: str
    place: str
    size: int | None
    sha256: str
    known: Known | None
    name: str

    def is_content(self, content: bytes) -> bool:
        """Return whether this is the content of the file, as far as its size and digest are known."""
        return self.size is None or (len(content) == self.size and sha256(content).hexdigest() == self.sha256)


@dataclass(frozen=True)
class DataSet:
    """A set of problems in files that other people made; iteration yields their names, which every command takes.

    about: what the problems are.
    source: a page where people find them.
    licence: the licence, as far as it is stated.
    address: the address of the folder from which `get` fetches the files; empty if single files cannot be fetched.
    format: the format of the files; empty if their endings say it.
    """

    name: str
    about: str
    source: str
    licence: str
    address: str
    format: str
    files: tuple[Listed, ...]

    def __len__(self) -> int:
        return len(self.files)

    def __iter__(self) -> Iterator[str]:
        return (one.problem for one in self.files)

    @property
    def folder(self) -> Path:
        """The folder of the files here: `danceoff/sets/NAME` in $XDG_DATA_HOME, by default ~/.local/share."""
        data = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
        return Path(os.path.expanduser(data), "danceoff", "sets", self.name)  # noqa: PTH111 - Path's wants a home

    @property
    def is_here(self) -> bool:
        """Whether each file is in the folder; its content is checked when it is read."""
        return all((self.folder / one.name).is_file() for one in self.files)

    def get(
        self,
        source: str | PathLike[str] = "",
        into: str | PathLike[str] = "",
        progress: Callable[[int], None] | None = None,
    ) -> Path:
        """Fetch the files as `danceoff sets get` does, and return their folder.

        source: a folder that holds them, directly or under their places, or the address of such a folder; default: the
            address of the set.
        into: the folder to write; default: `folder`, where danceoff looks for them.
        progress: called before each file is fetched, with the number of files that are there already.

        Files that are there are not fetched again. A file without a known digest is taken as it is. Raises
        InvalidProblem if a file cannot be fetched or has another digest, or if `into` has another file of this name;
        then nothing is written. Raises OSError if the folder cannot be written.
        """
        from tempfile import TemporaryDirectory

        place = fspath(source) or self.address
        if not place:
            raise InvalidProblem(f"{self.name}: name a folder that holds the files: --from FOLDER; see {self.source}")
        target = Path(into) if fspath(into) else self.folder
        missing = [one for one in self.files if not _is_there(target / one.name, one, bool(fspath(into)))]
        target.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(prefix=".danceoff-", dir=target.parent, ignore_cleanup_errors=True) as staged:
            for number, one in enumerate(missing, len(self) - len(missing)):
                if progress:
                    progress(number)
                Path(staged, one.name).write_bytes(_content(self, one, place))
            target.mkdir(exist_ok=True)
            for one in missing:
                Path(staged, one.name).replace(target / one.name)
        return target

    def refusal(self) -> str:
        """Return an error that says what to do if the files are not on this machine."""
        return (
            f"the data set {self.name} is not on this machine: `danceoff sets get {self.name}` fetches it; with "
            "`--from FOLDER` it takes it from a folder"
        )


def names() -> list[str]:
    """Return the names of all data sets."""
    return sorted(path.stem for path in _TABLES.glob("*.tsv"))


@cache
def _named(name: str) -> DataSet:
    lines = (_TABLES / f"{name}.tsv").read_text(encoding="utf-8").splitlines()
    about = dict(line[2:].split(": ", 1) for line in lines if line.startswith("# "))
    files = [line.split("\t") for line in lines if not line.startswith("# ")][1:]
    told = about["about"], about["source"], about["licence"], about.get("address", ""), about.get("format", "")
    return DataSet(name, *told, tuple(_listed(name, *fields) for fields in files))


def _listed(name: str, place: str, size: str, digest: str, covers: str, source: str, own: str = "") -> Listed:
    known = Known(whole(covers), None, source) if covers else None
    file = own or place.rpartition("/")[2]
    path = Path(file.removesuffix(".gz"))
    stem = path.stem if path.suffix[1:].lower() in READ else path.name
    return Listed(f"{name}/{stem}", place, int(size) if size else None, digest, known, file)


def named(name: str) -> DataSet:
    """Return the data set with this name; raises InvalidProblem if there is none, and TypeError if `name` is no str."""
    if instance_of("name", name, str) not in names():
        raise InvalidProblem(f"no data set is called {name!r}; {choices(name, names())}")
    return _named(name)


def sets(name: str | None = None) -> DataSet | list[str]:
    """Return the data set with this name, or all names without one; raises InvalidProblem for an unknown name."""
    return names() if name is None else named(name)


def find(problem: str) -> tuple[DataSet, Listed] | None:
    """Return the data set and the file of the problem with this name; None if the name does not begin with a data set.

    Raises InvalidProblem if the set has no such problem.
    """
    name, slash, own = problem.partition("/")
    if not slash or name not in names():
        return None
    found = named(name)
    for one in found.files:
        number = problem.removeprefix(one.problem)  # `#2` for the second problem of the file, or empty
        if not number or (number[0] == "#" and NUMBERED.fullmatch(one.name + number)):
            return found, one
    known = [one.problem.partition("/")[2] for one in found.files]
    close = choices(own, known) if len(known) < 30 else ""
    raise InvalidProblem(f"{problem}: the data set {name} has no such problem" + (f"; {close}" if close else ""))


def _most(one: Listed) -> int:
    return LARGEST_FILE if one.size is None else one.size + 1


def _is_there(path: Path, one: Listed, is_foreign: bool) -> bool:
    """Return whether the right file is there; raises InvalidProblem for another file in a user's folder."""
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
    from http.client import HTTPException
    from urllib.request import urlopen

    address = f"{place.rstrip('/')}/{quote(one.place)}"
    try:
        with urlopen(address, timeout=_PATIENCE_S) as answer:
            return answer.read(_most(one)), address
    except (OSError, HTTPException, ValueError) as error:
        takes = "`--from FOLDER` takes the files from a folder"
        raise InvalidProblem(f"{data_set.name}: cannot fetch {address}: {error}; {takes}") from None
