"""Writes the first cover of a packing as models: each different piece for a printer, and the whole for a viewer."""

from __future__ import annotations

import argparse
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from danceoff.experiments import BadInput
from danceoff.experiments.results.whole_file import write_whole
from danceoff.experiments.run.one_case.messages import Message
from danceoff.experiments.terminal.say import say

if TYPE_CHECKING:
    from danceoff.problems.grids.packing import Packing
    from danceoff.problems.instance import Instance

CELL_MM, CLEARANCE_MM = 20.0, 0.2


@dataclass
class Models:
    """Keeps the first cover until the models are written.

    stl: the folder for the pieces, or None.
    glb: the file for the whole, or None.
    cell, clearance: in mm, as in `danceoff.problems.pictures.stl`.
    """

    board: Packing
    stl: Path | None
    glb: Path | None
    cell: float
    clearance: float
    cover: tuple[int, ...] = ()

    def take(self, answer: Message) -> None:
        """Keep the cover in an answer, if there is one."""
        if "options" in answer and not self.cover:
            self.cover = tuple(answer["options"][0])

    def write(self) -> None:
        """Write the models, and say on standard error what they are; or that there is no cover."""
        if not self.cover:
            say(f"danceoff: {self.stl or self.glb} is not written, for there is no cover", error=True)
            return
        from danceoff.problems.pictures.copies import copies

        if self.glb:
            from danceoff.problems.pictures.glb import glb

            write_whole(self.glb, glb(self.board, copies(self.board, self.cover)))
        if self.stl:
            self._write_pieces(self.stl)

    def _write_pieces(self, folder: Path) -> None:
        from danceoff.problems.grids.polyforms import n_parts
        from danceoff.problems.pictures.copies import copies, legend
        from danceoff.problems.pictures.stl import file_names, stl

        folder.mkdir(parents=True, exist_ok=True)
        entries = legend(self.board, copies(self.board, self.cover))
        for entry, name in zip(entries, file_names(entries), strict=True):
            piece = self.board.pieces[entry.copies[0].piece]
            write_whole(folder / name, stl(piece, self.cell, self.clearance))
            say(f"{folder / name}: print {len(entry.copies)}", error=True)
            parts = n_parts(piece.cells)
            if parts > 1:
                say(
                    f"warning: {piece.name} hangs together by edges or corners only: printed, it is {parts} parts",
                    error=True,
                )


def read_again(source: str) -> Instance:
    """Return the problem of a case that has ended, to draw its covers here; warnings are not repeated."""
    from danceoff.problems.sources import read

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return read(source)


def models_of(args: argparse.Namespace, instance: Instance | None) -> Models | None:
    """Return the models that the arguments ask for, or None; raises BadInput if the problem has no pieces of cubes.

    instance: the problem, if it is read already.
    """
    if not (args.stl or args.glb):
        return None
    from danceoff.problems.grids.packing import Packing

    board = (instance or read_again(args.source)).original.board
    if not isinstance(board, Packing) or not board.lattice.is_cubic:
        raise BadInput(f"{args.source}: --stl and --glb need a packing of pieces of squares or cubes")
    cell, clearance = args.cell or CELL_MM, args.clearance or CLEARANCE_MM
    if clearance >= cell:
        raise BadInput(f"--clearance {clearance:g} leaves nothing of a cell of {cell:g} mm: take less than --cell")
    if args.stl and args.stl.exists() and not args.stl.is_dir():
        raise BadInput(f"{args.stl}: --stl writes a file for each piece, and needs a folder")
    return Models(board, args.stl, args.glb, cell, clearance)
