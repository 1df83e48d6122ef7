"""The families of problems: a small file for each kind, and a line for each file in `_OURS`.

A file defines `FAMILIES`, a tuple of `Family`: how a size is written, and how it is built. `data/catalog.tsv` has the
listed sizes and what is published about them.
"""

from danceoff.rooms import added_by_rooms

_OURS = {
    "polyomino": (
        "tromino domino monomer-dimer i-tromino any-tromino any-tetromino t-tetromino l-tetromino i-tetromino"
        " any-pentomino y-pentomino p-pentomino l-pentomino n-omino pentomino pentomino-subset one-sided-pentomino"
        " solid-pentomino pentomino-tetromino tricube tetracube pentacube"
    ),
    "tatami": "fault-free-domino tatami tatami-monomer tatami-pentomino",
    "priced": "priced-domino priced-tromino most-s-tetromino most-v-pentomino",
    "polyomino_board": "polyomino-board",
    "cut": "squares rectangles cubes perkins-quilt partridge",
    "mondrian": "mondrian",
    "polyform": ("hexiamond polyiamond-1-5 tetrahex polyhex-3-4 polyhex-1-4 pentahex tetrastick welded-tetrastick"),
    "lozenge": "lozenge",
    "puzzle_box": "box",
    "chess": "queens queens-dominate knights-dominate peaceable-queens",
    "sudoku": "sudoku sudoku-begun latin",
    "quasigroup": "quasigroup",
    "langford": "langford skolem",
    "matching": "matching",
    "partition": "partition progression blocks",
    "steiner": "steiner steiner-cover",
    "schedule": "round-robin kirkman",
    "random_cover": "random-cover planted-cover",
    "airline": "airline",
    "graceful": "graceful",
    "graph_colouring": "graph-colouring",
    "de_bruijn": "de-bruijn",
    "routes": "knight-tour closed-knight-tour corner-path",
}
MODULES = {f"{__name__}.{module}": tuple(names.split()) for module, names in _OURS.items()} | added_by_rooms("families")
"""The modules with the names of their families, in the order of the catalog: those of add-ons follow ours."""
