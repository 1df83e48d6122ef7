"""Rules about where the pieces of a packing lie: borders, forbidden cells, marks that must agree, placed pieces.

A mark is a character on a cell of a piece or of the board, such as a letter or a colour of a chessboard. Only boards of
squares and of cubes have borders.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from danceoff.problems.grids.lattice import Cells, Freedom, Lattice, of_dimensions, to_origin
from danceoff.problems.grids.packing import NO_MARK, NO_RULE, Packing
from danceoff.problems.model.cover import ExactCover, IntArray, InvalidProblem
from danceoff.problems.model.covers import offsets
from danceoff.problems.model.naming import Names, Palette
from danceoff.problems.model.sizes import LARGEST_NAMED, refuse_beyond_limit


def poses(cells: Cells, marks: str, freedom: Freedom, lattice: Lattice | None = None) -> frozenset[tuple[bytes, str]]:
    """Return the different poses of a piece with marks: its cells, ascending from the origin, and their marks.

    cells: int32[n_cells, n_dimensions]; the returned cells are the bytes of such an array.
    marks: a character for each cell.
    lattice: squares or cubes by default.
    """
    found = set()
    lattice = lattice or of_dimensions(cells.shape[1])
    for shifted in to_origin(lattice.moved(cells, freedom), lattice):
        order = np.lexsort(shifted.T[::-1])
        found.add((shifted[order].astype(np.int32).tobytes(), "".join(marks[k] for k in order.tolist())))
    return frozenset(found)


def ruled(
    packing: Packing,
    marks: NDArray[np.str_] | None = None,
    equal: NDArray[np.str_] | None = None,
    pairs: Sequence[str] | None = None,
) -> Packing:
    """Return a packing whose options are the placements that the rules of the pieces allow.

    A piece with marks has an option for each way in which its marks can lie on the same cells.

    marks: str[n_cells], the marks of the board; the marks of a piece must agree with it.
    equal: str[n_cells]; cells with the same character get the same mark. Each such group of cells is a secondary item,
        coloured by its mark.
    pairs: the pairs of marks that agree, each of a mark of a piece and a mark of the board; None if only equal marks
        do.

    Raises InvalidProblem for a problem that is too large.
    """
    if marks is None and equal is None and all(piece.rule == NO_RULE for piece in packing.pieces):
        return packing
    none = np.full(packing.n_cells, NO_MARK)
    marks, equal = none if marks is None else marks, none if equal is None else equal
    # Each pose of the marks that a placement may have is an option: `written` has the marks, in the cells' order.
    option, written = [np.zeros(0, np.int64)], []
    first = 0
    for k in range(len(packing.pieces)):
        rows = packing.placements(k)
        for numbers, pose in _allowed(packing, k, rows, marks, pairs):
            option.append(first + numbers)
            written += [pose] * len(numbers)
        first += len(rows)
    chosen = np.concatenate(option)
    order = np.argsort(chosen, kind="stable")
    chosen, written = chosen[order], [written[at] for at in order.tolist()]
    refuse_beyond_limit(int(np.diff(packing.problem.start)[chosen].sum()), "the packing", LARGEST_NAMED)
    groups = sorted(set(equal.tolist()) - {NO_MARK})
    if not groups:
        return _chosen(packing, chosen, written, [], [], ())
    # An option colours each group that it touches by the mark that it writes there; one that writes two is left out.
    palette, number = Palette(), {group: at for at, group in enumerate(groups)}
    keep, colours = [], []
    for at, (one, pose) in enumerate(zip(chosen.tolist(), written, strict=True)):
        given = _given(equal[packing.cells_of(one)].tolist(), pose)
        if given is not None:
            keep.append(at)
            colours.append([(number[group], palette.number(mark)) for group, mark in sorted(given.items())])
    return _chosen(packing, chosen[keep], [written[at] for at in keep], groups, colours, palette.names)


def _allowed(
    packing: Packing, k: int, rows: IntArray, marks: NDArray[np.str_], pairs: Sequence[str] | None
) -> list[tuple[NDArray[Any], str]]:
    """Return those of the rows of cells that the rule of a piece allows, by pose; without marks the pose is empty."""
    rule = packing.pieces[k].rule
    keep = np.ones(len(rows), bool)
    if rule.border is not None:
        n_shared = np.bincount(packing.touching.ravel(), minlength=packing.n_cells)  # sides shared with cells
        keep &= (n_shared < 2 * packing.region.ndim)[rows].any(axis=1) == rule.border
    if rule.not_on:
        keep &= ~np.isin(rows, sorted(rule.not_on)).any(axis=1)
    if not rule.poses:
        return [(np.flatnonzero(keep), "")]
    places = to_origin(packing.cells[rows], packing.lattice) if len(rows) else packing.cells[rows]
    found = []
    for cells, pose in sorted(rule.poses):
        lies = (places == np.frombuffer(cells, np.int32).reshape(1, -1, packing.region.ndim)).all(axis=(1, 2))
        own, board = np.array(list(pose)), marks[rows]
        same = own == board if pairs is None else np.isin(np.char.add(own, board), pairs)
        agrees = (same | (own == NO_MARK) | (board == NO_MARK)).all(axis=1)
        found.append((np.flatnonzero(keep & lies & agrees), pose))
    return found


def _given(groups: Sequence[str], pose: str) -> dict[str, str] | None:
    """Return the mark that a pose gives each group of cells; None if it gives two marks to a group."""
    given: dict[str, str] = {}
    for group, mark in zip(groups, pose, strict=True) if pose else ():
        if NO_MARK not in (group, mark) and given.setdefault(group, mark) != mark:
            return None
    return given


def _chosen(
    packing: Packing,
    chosen: NDArray[np.int64],
    written: Sequence[str],
    groups: Sequence[str],
    colours: Sequence[Sequence[tuple[int, int]]],
    palette: Sequence[Any],
) -> Packing:
    """Return the packing with these of its options, each with its marks, and an item for each group of equal cells."""
    old = packing.problem
    rows = [old.item[old.start[k] : old.start[k + 1]] for k in chosen.tolist()]
    colour = [np.zeros(len(row), np.int32) for row in rows]
    if groups:
        added = [np.array(pairs, np.int32).reshape(-1, 2) for pairs in colours]
        rows = [np.concatenate([row, old.n_items + pairs[:, 0]]) for row, pairs in zip(rows, added, strict=True)]
        colour = [np.concatenate([plain, pairs[:, 1]]) for plain, pairs in zip(colour, added, strict=True)]
    n_new = len(groups)
    problem = ExactCover(
        offsets([len(row) for row in rows]),
        np.concatenate([np.zeros(0, np.int32), *rows]).astype(np.int32),
        old.n_items + n_new,
        old.n_primary,
        Names(old.n_items + n_new, partial(_item_name, old.item_names, groups)),
        Names(len(chosen), partial(_option_name, old.option_names, chosen, written)),
        least=np.append(old.least, np.zeros(n_new, np.int32)),
        most=np.append(old.most, np.ones(n_new, np.int32)),
        colour=np.concatenate([np.zeros(0, np.int32), *colour]).astype(np.int32),
        colour_names=tuple(palette),
    )
    piece, cell = packing.piece[chosen], np.append(packing.cell, np.full(n_new, -1, np.int32))
    for array in (piece, cell):
        array.setflags(write=False)
    return replace(packing, problem=problem, piece=piece, cell=cell, marks=tuple(written))


def _item_name(names: Sequence[Any], groups: Sequence[str], item: int) -> str:
    return str(names[item]) if item < len(names) else f"equal {groups[item - len(names)]}"


def _option_name(names: Sequence[Any], chosen: NDArray[np.int64], written: Sequence[str], option: int) -> str:
    """Return the name of a placement, with its marks if it has some."""
    return f"{names[int(chosen[option])]} {written[option]}".rstrip()


def placed(packing: Packing, groups: Mapping[str, Sequence[int]]) -> ExactCover:
    """Return the sub-problem of a packing in which some pieces are placed.

    groups: for each placed piece, the numbers of the cells that it fills, ascending. The key is the name of the piece,
        or any letter that is not the name of a piece.

    Raises InvalidProblem for cells that no piece or several pieces could fill, and for too many copies of a piece.
    """
    names = {piece.name: k for k, piece in enumerate(packing.pieces)}
    options = []
    for letter, cells in groups.items():
        own = [names[letter]] if letter in names else range(len(packing.pieces))
        found = [option for k in own for option in _on(packing, k, cells)]
        if len(found) != 1:
            several = " or ".join(str(packing.problem.option_names[option]) for option in found[:2])
            form = "draw each as it may lie, by its name if that is a letter"
            raise InvalidProblem(f"placed: {letter!r} may be {several or 'no piece'}: {form}")
        options += found
    for k, n in zip(*np.unique(packing.piece[options], return_counts=True), strict=True):
        most = packing.pieces[k].most
        if most is not None and n > most:
            raise InvalidProblem(f"placed: {n} pieces {packing.pieces[k].name} are drawn, and there are {most}")
    return packing.problem.given(options)


def _on(packing: Packing, k: int, cells: Sequence[int]) -> list[int]:
    """Return the options that place a piece on exactly these cells."""
    rows = packing.placements(k)
    if rows.shape[1] != len(cells):
        return []
    found: list[int] = (np.searchsorted(packing.piece, k) + np.flatnonzero((rows == cells).all(axis=1))).tolist()
    return found
