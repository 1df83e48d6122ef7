"""The data sets that danceoff knows: one file each in data/sets, with a line for each of its problems.

Such a file begins with what holds for the whole set, a line `# KEY: VALUE` each. Then come the columns: the place of
the file below the address of the set, its bytes and its sha256, and the number of covers with its source. A field is
empty if it is not known.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from os import PathLike
from pathlib import Path
from typing import NamedTuple

from danceoff.problems.formats import NUMBERED, READ
from danceoff.problems.instance import Known
from danceoff.problems.model.arguments import choices, instance_of
from danceoff.problems.model.cover import InvalidProblem
from danceoff.problems.model.digits import whole

_TABLES = Path(__file__).parents[1] / "data" / "sets"


class Listed(NamedTuple):
    """A file of a data set.

    problem: the name of its problem: that of the set, `/`, and the name of the file without its ending.
    place: where it is below the address of the set.
    size: its bytes; None if danceoff has never seen the file, and so no digest of it.
    sha256: in hexadecimal digits; empty if size is None.
    known: what is known about the problem.
    """

    problem: str
    place: str
    size: int | None
    sha256: str
    known: Known | None

    @property
    def name(self) -> str:
        """The name of the file."""
        return self.place.rpartition("/")[2]

    def is_content(self, content: bytes) -> bool:
        """Return whether this is the content of the file, for all that is known."""
        return self.size is None or (len(content) == self.size and sha256(content).hexdigest() == self.sha256)


@dataclass(frozen=True)
class DataSet:
    """Problems in files that other people made; iterating over it yields their names, which stand for them everywhere.

    about: what they are.
    source: where they are to be had, for people.
    licence: what is stated about it.
    address: of the folder from which `get` fetches the files; empty if they are not to be had one by one.
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

    def get(self, source: str | PathLike[str] = "", into: str | PathLike[str] = "") -> Path:
        """Fetch the files as `danceoff sets get` does, and return their folder.

        source: a folder that holds them, or the address of one; default: the address of the set.
        into: the folder to write; default: `folder`, where danceoff looks for them.

        Raises InvalidProblem if a file cannot be had or has another digest; then nothing is written.
        """
        from danceoff.problems.sets.getting import get

        return get(self, source, into)

    def refusal(self) -> str:
        """Return what to do if the files are not on this machine."""
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
    return DataSet(
        name,
        about["about"],
        about["source"],
        about["licence"],
        about.get("address", ""),
        about.get("format", ""),
        tuple(_listed(name, *fields) for fields in files),
    )


def _listed(name: str, place: str, size: str, digest: str, covers: str, source: str) -> Listed:
    known = Known(whole(covers), None, source) if covers else None
    path = Path(place.removesuffix(".gz"))
    stem = path.stem if path.suffix[1:].lower() in READ else path.name
    return Listed(f"{name}/{stem}", place, int(size) if size else None, digest, known)


def named(name: str) -> DataSet:
    """Return a data set; raises InvalidProblem if there is none of this name, and TypeError if `name` is no str."""
    if instance_of("name", name, str) not in names():
        raise InvalidProblem(f"no data set is called {name!r}; {choices(name, names())}")
    return _named(name)


def sets(name: str | None = None) -> DataSet | list[str]:
    """Return the data set of this name, or the names of all; raises InvalidProblem if there is none of this name."""
    return names() if name is None else named(name)


def find(problem: str) -> tuple[DataSet, Listed] | None:
    """Return the data set and the file of a problem by its name; None if the name is none of a data set.

    Raises InvalidProblem if the set has no such problem.
    """
    name, slash, own = problem.partition("/")
    if not slash or name not in names():
        return None
    found = named(name)
    for one in found.files:
        number = problem.removeprefix(one.problem)
        if not number or (number[0] == "#" and NUMBERED.fullmatch(one.name + number)):
            return found, one
    known = [one.problem.partition("/")[2] for one in found.files]
    close = choices(own, known) if len(known) < 30 else ""
    raise InvalidProblem(f"{problem}: the data set {name} has no such problem" + (f"; {close}" if close else ""))
