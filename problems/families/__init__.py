"""The families of problems: one small file each, and one line each in `MODULES`.

A file defines `FAMILIES`, a tuple of `Family`: how a size is written, how it is built, and the published counts.
"""

MODULES = (
    "tromino",
    "domino",
    "tatami",
    "priced",
    "most_pieces",
    "repeated",
    "n_omino",
    "pentomino",
    "cut",
    "mondrian",
    "partridge",
    "lozenge",
    "polycube",
    "puzzle_cube",
    "puzzle_box",
    "queens",
    "dominate",
    "peaceable",
    "sudoku",
    "sudoku_begun",
    "latin",
    "langford",
    "words",
    "matching",
    "partition",
    "steiner",
    "steiner_cover",
    "airline",
    "macmahon",
    "edge_matching",
    "graceful",
    "graph_colouring",
    "de_bruijn",
    "routes",
    "corner_path",
    "instant_insanity",
)
"""The modules in this folder that define families, in the order of the catalog."""
