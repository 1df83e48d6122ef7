"""`danceoff sets`: list the data sets of other people, and get their files."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from math import inf
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from danceoff.experiments import BadInput
from danceoff.experiments.commands.exits import DONE
from danceoff.experiments.terminal.say import say
from danceoff.experiments.words.outputs import folder

if TYPE_CHECKING:
    from danceoff.problems.sets.table import DataSet

_QUIET_S = 2.0


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "words",
        nargs="*",
        metavar="[get] NAME",
        help="get: write the files of the data set; without it list its files; without NAME list all data sets",
    )
    parser.add_argument(
        "--from", dest="place", metavar="FOLDER", help="folder, or address of one, that has the files; default: its own"
    )
    parser.add_argument(
        "--into", type=folder, metavar="FOLDER", help="default: danceoff/sets/NAME in $XDG_DATA_HOME, where plans look"
    )


def run(args: argparse.Namespace) -> int:
    """List the sets, or the files of a set, or get these files; raises BadInput if they cannot be fetched."""
    is_got = args.words[:1] == ["get"]
    wanted = args.words[1:] if is_got else args.words
    if len(wanted) > 1 or (is_got and not wanted):
        raise BadInput("name one data set; `danceoff sets` lists all")
    if not is_got and (args.place is not None or args.into is not None):
        raise BadInput("--from and --into go with `danceoff sets get NAME`")
    from danceoff.problems.sets.table import named  # late: readers with NumPy, 0.1 s

    if is_got:
        _get(named(wanted[0]), args.place or "", args.into or "")
    else:
        for line in _files(named(wanted[0])) if wanted else _sets():
            say(line)
    return DONE


def _get(data_set: DataSet, place: str, into: Path | str) -> None:
    said = -inf

    def show(n_done: int) -> None:
        nonlocal said
        if monotonic() - said > _QUIET_S:
            said = monotonic()
            others = f"getting the others from {place or data_set.address or ''}"
            say(f"{n_done} of {len(data_set)} files are there; {others}", error=True)

    folder = data_set.get(place, into, show)
    unseen = sum(one.size is None for one in data_set.files)
    taken = f"; danceoff has no digest of {unseen} of them, and took these as they are" if unseen else ""
    say(f"{data_set.name}: {len(data_set)} files in {folder}{taken}")


def _sets() -> Iterator[str]:
    from danceoff.problems.sets.table import named, names  # late: readers with NumPy, 0.1 s

    for name in names():
        one = named(name)
        n_digests = sum(bool(file.sha256) for file in one.files)
        n_known = sum(bool(file.known) for file in one.files)
        yield f"{name}: {one.about}"
        here = "here" if one.is_here else "not here"
        yield f"    files: {len(one)}, {n_digests} with sha256, {n_known} with a count; {here}"
        yield f"    source: {one.source}"
        yield f"    licence: {one.licence}"
    yield "`danceoff sets NAME` lists the files of one, `danceoff sets get NAME` gets them"


def _files(data_set: DataSet) -> Iterator[str]:
    yield f"{data_set.name}: {data_set.about}"
    yield f"source: {data_set.source}"
    yield f"licence: {data_set.licence}"
    yield f"folder: {data_set.folder}"
    rows = [("problem", "file", "bytes", "sha256", "covers", "source of the count")]
    for one in data_set.files:
        count, source = (str(one.known.covers), one.known.source) if one.known else ("-", "-")
        rows.append((one.problem, one.place, str(one.size or "-"), one.sha256 or "-", count, source))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    yield from ("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)
