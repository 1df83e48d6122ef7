"""Writes models of the first cover of a packing: each different piece for a printer, and the whole for a viewer."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from danceoff.experiments import BadInput
from danceoff.experiments.results.whole_file import write_whole
from danceoff.experiments.terminal.say import say
from danceoff.experiments.words.amounts import positive
from danceoff.experiments.words.outputs import file, folder

if TYPE_CHECKING:
    from danceoff.problems import Cover
    from danceoff.problems.grids.packing import Packing
    from danceoff.problems.instance import Instance

_CELL_MM, _CLEARANCE_MM = 20.0, 0.2


def arguments(group: argparse._ArgumentGroup) -> None:
    """Add the arguments that ask for models."""
    model = "the pieces of a packing for a 3D printer; the first cover in colours (glTF 2.0)"
    group.add_argument("--stl", type=folder, metavar="DIR", help=model)
    group.add_argument("--glb", type=file, metavar="FILE", help=model)
    printed = f"with --stl: width of a cell, room between pieces; default: {_CELL_MM:g} and {_CLEARANCE_MM:g}"
    group.add_argument("--cell", type=positive, metavar="MM", help=printed)
    group.add_argument("--clearance", type=positive, metavar="MM", help=printed)


def refuse(args: argparse.Namespace) -> None:
    """Raise BadInput if sizes of pieces are given and no pieces are to be printed."""
    if (args.cell or args.clearance) and not args.stl:
        raise BadInput("--cell and --clearance are about the pieces of --stl DIR")


def writer(args: argparse.Namespace, instance: Instance) -> Callable[[Cover], None]:
    """Return a function that writes the models of a cover; raises BadInput if the problem has no pieces of cubes."""
    from danceoff.problems.grids.packing import Packing  # late: NumPy, 0.1 s

    board = instance.original.board
    if not isinstance(board, Packing) or not board.lattice.is_cubic:
        raise BadInput(f"{args.source}: --stl and --glb need a packing of pieces of squares or cubes")
    cell, clearance = args.cell or _CELL_MM, args.clearance or _CLEARANCE_MM
    if clearance >= cell:
        raise BadInput(f"--clearance {clearance:g} leaves nothing of a cell of {cell:g} mm: take less than --cell")
    if args.stl and args.stl.exists() and not args.stl.is_dir():
        raise BadInput(f"{args.stl}: --stl writes a file for each piece, and needs a folder")
    return partial(_write, board, args.stl, args.glb, cell, clearance)


def _write(board: Packing, folder: Path | None, file: Path | None, cell: float, clearance: float, cover: Cover) -> None:
    """Write the models of a cover, its pieces into a folder and the whole into a file, and say what they are."""
    from danceoff.problems.pictures.copies import copies, legend  # late: models, if they are asked for

    pieces = copies(board, cover)
    if file:
        from danceoff.addons.puzzles.models.glb import glb

        write_whole(file, glb(board, pieces))
    if folder:
        from danceoff.addons.puzzles.models.stl import file_names, stl
        from danceoff.problems.grids.polyforms import n_parts

        folder.mkdir(parents=True, exist_ok=True)
        entries = legend(board, pieces)
        for entry, name in zip(entries, file_names(entries), strict=True):
            piece = board.pieces[entry.copies[0].piece]
            write_whole(folder / name, stl(piece, cell, clearance))
            say(f"{folder / name}: print {len(entry.copies)}", error=True)
            if (parts := n_parts(piece.cells)) > 1:
                what = f"{piece.name} hangs together by edges or corners only"
                say(f"warning: {what}: printed, it is {parts} parts", error=True)
