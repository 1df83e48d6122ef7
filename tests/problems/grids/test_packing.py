"""The packing builder: placements, walls, and identical pieces."""

import pickle

import night
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from danceoff.experiments.contract.small import all_covers
from danceoff.problems import InvalidProblem
from danceoff.problems.grids.lattice import SQUARES, Freedom, Lattice, drawn, moved_to_origin
from danceoff.problems.grids.packing import Packing, Piece, pack
from danceoff.solvers import load

DOMINO, BENT, SINGLE = drawn(["##"]), drawn(["##", "#."]), drawn(["#"])
BOARD = np.ones((2, 3), dtype=bool)


def tilings(region: np.ndarray, pieces: list[Piece], may_stay_empty: np.ndarray, lattice: Lattice = SQUARES) -> set:
    """Every way to fill the region, as the set of the pieces' cells: plain search on sets of cells.
    Pieces are tried one after the other on the first open cell, so exchanging identical pieces gives the same tiling.
    """
    found = set()

    def lies(piece: Piece) -> set:
        turned = (moved_to_origin(piece.cells @ motion, lattice) for motion in lattice.motions(piece.freedom))
        return {tuple(map(tuple, cells.tolist())) for cells in turned}

    def fill(open_cells: frozenset, times: tuple[int, ...], used: frozenset) -> None:
        if not open_cells:
            if all(piece.least <= n for piece, n in zip(pieces, times, strict=True)):
                found.add(used)
            return
        first = min(open_cells)
        if may_stay_empty[first]:
            fill(open_cells - {first}, times, used)
        for k, piece in enumerate(pieces):
            for cells in lies(piece) if piece.most is None or times[k] < piece.most else ():
                shift = np.subtract(first, cells[0])
                placed = frozenset(tuple(np.add(cell, shift).tolist()) for cell in cells)
                if placed <= open_cells and not np.any(shift % lattice.step):
                    fill(open_cells - placed, (*times[:k], times[k] + 1, *times[k + 1 :]), used | {placed})

    fill(frozenset(map(tuple, np.argwhere(region).tolist())), (0,) * len(pieces), frozenset())
    return found


def drawn_tilings(packing: Packing) -> list[frozenset]:
    cells = list(map(tuple, np.argwhere(packing.region).tolist()))
    return [
        frozenset(frozenset(cells[c] for c in filled) for option in cover if (filled := packing.cells_of(option)))
        for cover in load("algorithm-x").prepare(packing.problem).covers()
    ]


@given(st.data())
@night.drawn(20)
def test_covers_are_the_tilings_each_once(data: st.DataObject) -> None:
    """Whatever the walls, the freedoms and the pieces that come several times."""
    marks = np.array(
        data.draw(st.lists(st.lists(st.sampled_from("..?#"), min_size=4, max_size=4), min_size=2, max_size=3))
    )
    region, may_stay_empty = marks != "#", marks == "?"
    assume(region.any())
    shapes = st.sampled_from([DOMINO, BENT, SINGLE, drawn(["##", ".#"]), drawn(["#.#"]), drawn(["###", "#.."])])
    freedom = data.draw(st.sampled_from(Freedom))
    numbers = st.sampled_from([(1, 1), (1, 1), (0, 1), (2, 2), (1, 3), (0, None), (1, None)])
    kinds = data.draw(st.lists(st.tuples(shapes, numbers), min_size=1, max_size=3))
    pieces = [Piece(f"{k}", cells, freedom, *number) for k, (cells, number) in enumerate(kinds)]
    found = drawn_tilings(pack(region, pieces, may_stay_empty))
    assert len(found) == len(set(found))
    assert set(found) == tilings(region, pieces, may_stay_empty)


def test_equal_pieces_are_merged_and_open_cells_have_names() -> None:
    strip, middle = np.ones((1, 3), dtype=bool), np.array([[False, True, False]])
    problem = pack(strip, [Piece("a", SINGLE, least=0), Piece("b", SINGLE), Piece("c", SINGLE)], middle).problem
    assert list(problem.item_names) == ["0,0", "0,2", "a", "0,1"]
    assert (problem.n_primary, problem.least.tolist(), problem.most.tolist()) == (3, [1, 1, 2, 0], [1, 1, 3, 1])
    assert list(problem.option_names) == ["a 0,0", "a 0,1", "a 0,2"]
    assert all_covers(problem) == {(0, 2), (0, 1, 2)}


def test_optional_pieces_are_secondary_items_if_every_cell_must_be_filled() -> None:
    pieces = [Piece("domino", DOMINO, least=0), Piece("L", BENT, least=0, most=2)]
    assert pack(BOARD, pieces).problem.n_primary == 6
    assert not pack(BOARD, pieces).problem.has_multiplicities
    assert pack(BOARD, pieces, BOARD).problem.has_multiplicity.tolist() == [True] * 2 + [False] * 6


def test_options_have_their_piece_and_cells_and_are_sorted() -> None:
    packing = pack(BOARD, [Piece("domino", DOMINO), Piece("L", BENT)])
    keys = [(packing.piece[k], packing.cells_of(k)) for k in range(packing.problem.n_options)]
    assert keys == sorted(keys)
    assert packing.problem.option_names[0] == "domino 0,0 0,1"
    assert packing.problem.items_of(0) == [0, 1, 6]
    assert pickle.loads(pickle.dumps(packing)).problem.option_names[7] == "L 0,0 0,1 1,0"


@pytest.mark.parametrize(
    ("region", "pieces", "says"),
    [
        (~BOARD, [Piece("a", DOMINO)], "no cell to fill"),
        (np.zeros((0, 0), dtype=bool), [Piece("a", DOMINO)], "no cell to fill"),
        (BOARD, [], "no pieces"),
        (BOARD, [Piece("a", drawn(["."]))], "piece a has no cells"),
        (BOARD, [Piece("a", DOMINO), Piece("a", BENT)], "two pieces have the name a"),
        (np.ones((3000, 3000), dtype=bool), [Piece("a", DOMINO)], "too large"),
    ],
)
def test_malformed_packings_are_refused(region: np.ndarray, pieces: list[Piece], says: str) -> None:
    with pytest.raises(InvalidProblem, match=says):
        pack(region, pieces)
