"""A page to print: puzzles, and their answers on a page of their own."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np

from danceoff.addons.puzzles.grids.words import Words
from danceoff.problems import Cover, InvalidProblem
from danceoff.problems.grids.board import drawing_of
from danceoff.problems.grids.packing import Packing
from danceoff.problems.instance import Instance
from danceoff.problems.pictures.drawing import STYLE, Drawing, document
from danceoff.problems.pictures.scripted import filled, policy

_MOST_TRIES = 100


def sheet(title: str, puzzles: Sequence[Mapping[str, str]]) -> str:
    """Return the page; each puzzle is the result of `puzzle`."""
    return filled(Path(__file__).with_suffix(".html.j2"), title=title, puzzles=puzzles, style=STYLE, policy=policy([]))


def puzzle(instance: Instance, given: Cover, cover: Cover, number: int) -> dict[str, str]:
    """Return the pictures `puzzle` and `answer`, and `left`: the pieces or words that are still to be placed.

    The words of a word search are hidden among other letters, and none of them is given.
    """
    board, names = instance.board, list[str]()
    drawn = board.draw_all(instance.problem, given)
    if isinstance(board, Words):
        if board.is_traced:
            given, drawn = (), _hidden(instance, board, cover)
        names = [board.words[board.word[option]] for option in {*cover} - {*given}]
    elif isinstance(board, Packing):
        if board.region.ndim == 2 and (seen := board.mosaic(instance.problem, given)):
            drawn = drawing_of(replace(seen, is_ruled=True, strong=seen.is_labelled))  # shows the cells
        names = [board.pieces[board.piece[option]].name for option in {*cover} - {*given} if board.cells_of(option)]
    left = (name if n == 1 else f"{n} × {name}" for name, n in sorted(Counter(names).items()))
    return {
        "puzzle": document(drawn, f"puzzle {number}", instance.picture(given), ""),
        "answer": instance.svg(cover, f"answer {number}", styled=False),
        "left": ", ".join(left),
    }


def _hidden(instance: Instance, board: Words, cover: Cover) -> Drawing:
    """Return words among letters in which they lie nowhere else; raises InvalidProblem if such letters are not found.

    The letters are those of the words, at random, and the same for the same cover.
    """
    random, letters = Random(repr(cover)), sorted({*"".join(board.words)})
    empty, fixed = board.mosaic(instance.problem, ()), dict(board.marks_of(cover))
    for _ in range(_MOST_TRIES):
        marks = [fixed.get(cell, one) for cell, one in enumerate(random.choices(letters, k=board.n_cells))]
        places = (k for k in range(len(board.word)) if all(marks[cell] == one for cell, one in board.letters(k)))
        if {*places} == {*cover}:
            mark = np.array(marks, object).reshape(empty.area.shape)
            return drawing_of(replace(empty, mark=mark, is_labelled=np.ones(mark.shape, bool)))
    raise InvalidProblem(f"{instance.name}: letters around the words always make one of them again: give longer words")
