"""The polyominoes and polycubes that have names."""

from collections.abc import Mapping

import numpy as np

from danceoff.problems.formats.toml import shipped
from danceoff.problems.grids.lattice import Cells, drawn, in_space


def flat(name: str) -> dict[str, Cells]:
    """Return the pieces of squares in a table of shapes.toml by their names."""
    return {letter: drawn(rows.split("/")) for letter, rows in shipped("shapes.toml")[name].items()}


DOMINO = drawn(["##"])
TROMINOES, TETROMINOES, PENTOMINOES = map(flat, ("trominoes", "tetrominoes", "pentominoes"))
"""The free shapes of three, four and five squares by their usual letters."""

_BENT = in_space(TROMINOES["V"])
TWISTED = {
    "A": np.vstack([_BENT, [[1, 0, 1]]]).astype(np.int32),
    "B": np.vstack([_BENT, [[1, 1, 0]]]).astype(np.int32),
    "P": np.vstack([_BENT, [[1, 0, 0]]]).astype(np.int32),
}
"""The three tetracubes that are not flat: two screws, mirror images of each other, and the corner (tripod)."""

_SIZED = {
    **{f"{letter}3": cells for letter, cells in TROMINOES.items()},
    **{f"{letter}4": cells for letter, cells in (TETROMINOES | TWISTED).items()},
    **{f"{letter}5": cells for letter, cells in PENTOMINOES.items()},
}
NAMED: Mapping[str, Cells] = {"I1": drawn(["#"]), "I2": DOMINO, **_SIZED, **PENTOMINOES}
"""Every piece by its usual name: I1, I2, I3, V3, L4, A4, F5, ...; a single letter is a pentomino."""

SETS: Mapping[str, tuple[str, ...]] = {
    "trominoes": tuple(f"{letter}3" for letter in TROMINOES),
    "tetrominoes": tuple(f"{letter}4" for letter in TETROMINOES),
    "tetracubes": tuple(f"{letter}4" for letter in TETROMINOES | TWISTED),
    "pentominoes": tuple(PENTOMINOES),
    "soma": ("V3", "L4", "T4", "S4", "A4", "B4", "P4"),
}
"""Sets of pieces by their names."""
