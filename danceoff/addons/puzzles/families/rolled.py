"""Games whose dice, or today's date, say which cells stay open: `rolled/calendar`, `rolled/genius-square`.

A die is a piece of one cell, and each face names a cell where it may lie, so a roll is a set of givens.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from itertools import product

import numpy as np

from danceoff.addons.puzzles.families.puzzler import table_of
from danceoff.addons.puzzles.grids.rules import ruled
from danceoff.problems.grids.lattice import lattice_of
from danceoff.problems.grids.packing import Packing, Piece, Rule, pack
from danceoff.problems.grids.sketch import drawn_on
from danceoff.problems.instance import Family, Instance, Model
from danceoff.problems.model.cover import Cover, InvalidProblem
from danceoff.problems.model.naming import Names

_game = partial(table_of, "rolled.toml", "game")


def rolls(root: Instance) -> list[tuple[str, Cover]]:
    """Return each roll of the dice with the options that it gives; raises InvalidProblem for a board without dice."""
    if root.family != "rolled":
        raise InvalidProblem(f"{root.name}: its board has no dice: name a file of givens by --givens")
    game = _game(root.name.partition("/")[2])
    number = {name: k for k, name in enumerate(root.problem.option_names)}
    every = ((" ".join(roll), roll) for roll in product(*map(str.split, game["dice"].values())))
    return [(name, tuple(number[face] for face in roll)) for name, roll in every if name not in game["never"]]


def _build(size: str) -> Model:
    game = _game(size)
    lattice = lattice_of(game["lattice"])
    cells = drawn_on(lattice, game["board"].split("/"))
    region = np.zeros(cells.max(axis=0) + 1, bool)
    region[tuple(cells.T)] = True
    in_reading_order = np.lexsort(lattice.places(region).T[::-1]).tolist()
    cell = dict(zip(game["labels"].split(), in_reading_order, strict=True))
    others = {die: {*cell.values()} - {cell[face] for face in faces.split()} for die, faces in game["dice"].items()}
    shapes = [Piece(name, drawn_on(lattice, shape.split("/"))) for name, shape in game["pieces"].items()]
    shapes += [Piece(die, drawn_on(lattice, game["die"]), rule=Rule(not_on=frozenset(others[die]))) for die in others]
    packing = ruled(pack(region, shapes, lattice=lattice))
    names = Names(len(packing.piece), partial(_name, packing, {number: label for label, number in cell.items()}))
    return replace(packing, problem=replace(packing.problem, option_names=names)).model


def _name(packing: Packing, label: Mapping[int, str], option: int) -> str:
    """Return the name of an option; for a die, the label of the cell that it shows."""
    rule = packing.pieces[packing.piece[option]].rule
    return label[packing.cells_of(option)[0]] if rule.not_on else packing.option_name(option)


FAMILIES = (Family("rolled", "the name of a game", _build),)
