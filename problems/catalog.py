"""Named problems: `tromino/7x7-16` -> the problem, its board, and what is published about it."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from pathlib import Path

from danceoff.problems.families import (
    cut,
    domino,
    langford,
    latin,
    lozenge,
    matching,
    n_omino,
    partition,
    pentomino,
    polycube,
    puzzle_box,
    puzzle_cube,
    queens,
    repeated,
    steiner,
    sudoku,
    sudoku_begun,
    tromino,
)
from danceoff.problems.instance import Family, Instance, Known
from danceoff.problems.model.arguments import instance_of
from danceoff.problems.model.cover import InvalidProblem
from danceoff.problems.model.digits import whole

__all__ = ["CERTIFIED", "SIZES", "Instance", "Known", "certified", "families", "instance", "known", "names", "sizes"]

_DATA = Path(__file__).parent / "data"
CERTIFIED = _DATA / "certified.tsv"
SIZES = _DATA / "sizes.tsv"

_FAMILIES: dict[str, Family] = {
    family.name: family
    for family in (
        tromino.FAMILY,
        *domino.FAMILIES,
        *repeated.FAMILIES,
        n_omino.FAMILY,
        *pentomino.FAMILIES,
        *cut.FAMILIES,
        lozenge.FAMILY,
        *polycube.FAMILIES,
        *puzzle_cube.FAMILIES,
        puzzle_box.FAMILY,
        queens.FAMILY,
        sudoku.FAMILY,
        sudoku_begun.FAMILY,
        latin.FAMILY,
        *langford.FAMILIES,
        matching.FAMILY,
        partition.FAMILY,
        steiner.FAMILY,
    )
}


def families() -> list[str]:
    """The names of the families, in the order of the catalog."""
    return list(_FAMILIES)


def names() -> list[str]:
    """The names of all listed instances, family by family."""
    return [_written(family, size) for family in _FAMILIES.values() for size in family.listed]


def known(name: str) -> Known | None:
    """What is published about a listed instance, without building it; raises InvalidProblem for another name."""
    family_name, _, size = instance_of("name", name, str).partition("/")
    family = _FAMILIES.get(family_name)
    if family is None or size not in family.listed:
        raise InvalidProblem(f"no problem that is listed is called {name!r}; {_close(name)}")
    return family.listed[size]


@cache
def certified() -> dict[str, int]:
    """Digest of a problem -> its number of covers, where we have certified it ourselves; made by `make certified`."""
    return {digest: whole(covers) for _name, digest, covers in _lines(CERTIFIED)}


@cache
def sizes() -> dict[str, tuple[int, int]]:
    """Listed name -> items and options, to show without building all; made by `make sizes`."""
    return {name: (int(items), int(options)) for name, items, options in _lines(SIZES)}


def instance(name: str) -> Instance:
    """The instance of a name, listed or of any size that its family can read.

    Raises InvalidProblem with the close names, or with the way in which a size is written; TypeError for what is no
    text.
    """
    instance_of("name", name, str)
    family_name, _, size = name.partition("/")
    family = _FAMILIES.get(family_name)
    if family is None or not name.isprintable():
        raise InvalidProblem(f"no problem is called {name!r}; {_close(name)}")
    if name == family_name and "" not in family.listed:
        raise InvalidProblem(f"{name}: a size is missing; there is {_written(family, next(iter(family.listed)))}")
    try:
        problem, board = family.build(size)
    except InvalidProblem as error:
        raise InvalidProblem(f"{name}: {error}") from None
    return Instance(name, family_name, problem, family.listed.get(size), board)


def _lines(table: Path) -> list[list[str]]:
    return [line.split("\t") for line in table.read_text(encoding="utf-8").splitlines()[1:]]


def _written(family: Family, size: str) -> str:
    return f"{family.name}/{size}" if size else family.name


def _close(name: str) -> str:
    close = get_close_matches(name.lower(), names(), n=3, cutoff=0.5)
    return f"did you mean {', '.join(close)}?" if close else "danceoff list problems has all"
