"""The add-on for puzzles: pieces, words and cages of your own, pages to play on, puzzles with one answer."""

_HERE = __name__

ADDED = {
    "families": {
        f"{_HERE}.families.coloured_cubes": ("instant-insanity", "macmahon-cubes"),
        f"{_HERE}.families.puzzler": ("puzzler", "soma", "diabolical", "slothouber-graatsma", "bedlam", "conway"),
        f"{_HERE}.families.rolled": ("rolled",),
        f"{_HERE}.families.burr": ("burr", "long-burr"),
        f"{_HERE}.families.tiles": ("macmahon-squares", "macmahon-triangles", "edge-matching"),
        f"{_HERE}.families.lattices": ("tetraskew", "tetrabolo", "windmill-domino"),
        f"{_HERE}.families.words": ("word-search", "crossword"),
    },
    "formats": {
        "toml": {"reader": f"{_HERE}.formats.puzzle:read", "family": "puzzle", "has_board": True},
        "sdk": {"reader": f"{_HERE}.formats.sdk:read", "family": "sudoku", "has_board": True},
        "json": {"reader": f"{_HERE}.formats.pips_json:read", "family": "json", "has_board": True},
        "tiler": {"reader": f"{_HERE}.formats.tiler:read", "family": "tiler", "has_board": True},
        "tiler-free": {"reader": f"{_HERE}.formats.tiler:read_free", "family": "tiler", "has_board": True},
        "xmpuzzle": {
            "reader": f"{_HERE}.formats.xmpuzzle:read",
            "writer": f"{_HERE}.formats.xmpuzzle:write",
            "family": "burr-tools",
            "has_board": True,
            "is_gzipped": True,
        },
    },
    "lists": {
        "sdk": {"reader": f"{_HERE}.lists.sdk_list", "command": f"{_HERE}.lists.command", "work": f"{_HERE}.lists.work"}
    },
    "filters": {
        "can-be-taken-apart": (
            f"{_HERE}.apart.coming_apart",
            "only packings whose pieces come apart by moves along the axes; how, and in how many",
        )
    },
    "models": {"stl": f"{_HERE}.models.arguments", "glb": f"{_HERE}.models.arguments"},
    "commands": {
        "play": (f"{_HERE}.commands.play", "write a page that plays Algorithm X on a problem, step by step"),
        "make": (f"{_HERE}.commands.make", "make puzzles with exactly one answer"),
        "table": (f"{_HERE}.commands.table", "count the covers of one problem for many sets of givens"),
    },
}
"""Registry -> what this add-on adds to it: modules with the names of their families, formats with what `Format` has,
lists of puzzles as in `formats.LISTS`, filters as in `asking.ask.FILTERS`, models of covers as in
`questions.question.MODELS`, and commands, each with its module and what it does.
"""
