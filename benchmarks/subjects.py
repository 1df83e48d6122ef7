"""The problems that the benchmark measures."""

from benchmarks.sudokus import EASY, SEVENTEEN

SEVENTEEN_CLUES = f"sudoku/{SEVENTEEN[0]}"

GOLDEN_NUGGET = "sudoku/.......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."
"""A very hard sudoku, by tarek."""

ENUMERATION = (
    "pentomino/3x20",
    "pentomino/6x10",
    "pentomino/8x8-centre",
    "tromino/8x8-0",
    "tromino/9x9",
    "domino/8x8",
    "queens/12",
    "langford/11",
    "langford/12",
    "latin/5",
    SEVENTEEN_CLUES,
    GOLDEN_NUGGET,
)
LONG_ENUMERATION = ("pentacube/n-5x5x5",)
"""Minutes rather than seconds a round."""

MOST_COVERS = "domino/8x8"
"""The subject whose covers take longer to write than to find: 1.7 GB of numbers."""

COUNTING = {
    "domino/12x12": 0.005,
    "domino/16x16": 0.060,
    "domino/20x20": 3.0,
    "tromino/12x12": 0.020,
    "tromino/15x15": 0.4,
    "matching/20": 0.050,
    "latin/6": 5.0,
    "any-tetromino/8x8": 5.0,
}
"""Subjects of the counter, and the target of each, seconds."""

CHEAPEST = {"domino/12x12": 0.050, "tromino/12x12": 0.050, "tromino/15x15": 0.4}
"""Subjects that get random costs, and the target for the cheapest cover of each, seconds."""

ASKED = {"domino/12x12": 1.0, "tromino/12x12": 1.0}
"""Subjects whose diagrams answer questions and whose orbits are counted, and the target of each question, seconds."""

PLAIN_COUNTING = ("queens/12", "langford/11", "langford/12")
"""Subjects on which no method beats visiting every cover."""

LEARNING_OF_DLX = {
    **dict.fromkeys(("tromino/8x8-0", "queens/12", "langford/11", "soma", "pentomino/3x20"), 4.0),
    "latin/5": 2.0,
}
"""Subjects that `learn` lists, and the target relative to `dlx`."""

LEARNING_OF_SAT = {
    **dict.fromkeys(("tromino/8x8-0", "queens/12", "langford/11", "soma", "pentomino/3x20"), 1 / 6),
    **dict.fromkeys(("mutilated/10", "mutilated/12"), 2.0),
    **dict.fromkeys(("holes/30-33-3", "holes/30-34-3"), 1.0),
}
"""Subjects that `learn` lists or refutes, and the target relative to `sat`."""

FIRST_OF_SAT = {
    **dict.fromkeys(("sudoku-begun/25x25-40-1", "sudoku-begun/25x25-45-1"), 1 / 5),
    **dict.fromkeys(("holes/33-42-1", "holes/36-42-1"), 1 / 3),
    **dict.fromkeys(("holes/30-42-1", "y-pentomino/15x15", "pentacube/n-5x5x5"), 1.0),
    "sudoku-begun/36x36-40-1": 2.0,
}
LONG_FIRST_OF_SAT = {"sudoku-begun/36x36-50-1": 2.0}
"""Subjects of which `learn` finds a cover, and the target relative to `sat`; the last take minutes."""

THOUSAND_OF_SAT = {"sudoku-begun/25x25-45-1": 1 / 3}
LONG_THOUSAND_OF_SAT = {"y-pentomino/20x20": 1 / 3}
"""Subjects of which `learn` finds a thousand covers, and the target relative to `sat`; the last takes minutes."""

SUDOKU_LISTS = {"easy": EASY, "17 clues": SEVENTEEN}
SUDOKUS_A_SECOND = {"easy": 50_000, "17 clues": 60_000}
"""Target of each list: sudokus per second, from text to text."""

MADE = {"sudoku/9x9": ("81", 0.020)}
"""Puzzles that are made, with the most givens that they may have, and the target for one, seconds."""

FEW_GIVENS = {"sudoku/9x9": ("22", 2_000)}
"""Puzzles with few givens: the most that they may have, and the target, puzzles per hour."""

CHOSEN = ("pentomino-subset/5x5", "pentomino-subset/4x10")
"""Boards on which all sets of pieces are tried."""

BUILDING = {"pentomino/6x10": 0.010, "sudoku/25x25": 0.100}
"""Problems, and the target for building each, seconds."""


def title(subject: str) -> str:
    """Return a short name of a subject."""
    return {SEVENTEEN_CLUES: "sudoku of 17 clues", GOLDEN_NUGGET: "sudoku Golden Nugget"}.get(subject, subject)
