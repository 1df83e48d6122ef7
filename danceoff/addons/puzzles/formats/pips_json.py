"""A day of Pips of the New York Times as JSON: puzzles easy, medium and hard, each with `dominoes` and `regions`.

A region has `indices`, which are [row, column] from 0, a `type` and mostly a `target`; solutions are ignored. An option
writes the pips of a square, or lays a domino; both colour the square's secondary item. In a region of equal pips, the
pips colour one more item; in a region of unequal pips, equal pips exclude each other. In a region with a sum, the pips
of a square colour the sums before and after this square.
"""

from collections import Counter
from collections.abc import Hashable, Iterator
from itertools import product
from typing import Any

import numpy as np

from danceoff.addons.puzzles.formats import chosen
from danceoff.problems.formats import NUMBERED, options_json
from danceoff.problems.grids.board_rules import Cage, square_in_words
from danceoff.problems.grids.grid import Grid
from danceoff.problems.model.arguments import named_by, whole_number
from danceoff.problems.model.cover import ExactCover, InvalidProblem
from danceoff.problems.model.sizes import LARGEST_NAMED, refuse_beyond_limit

_SIGNS = {"sum": "", "less": "<", "greater": ">", "equals": "=", "unequal": "≠", "empty": " "}


def read(text: str, file: str) -> tuple[ExactCover, Grid] | ExactCover:
    """Return the puzzle that a `file` like `name#2` names, else the first; or named options. Raises InvalidProblem."""
    day = options_json.parsed(text, file, dict)
    levels = [level for level in ("easy", "medium", "hard") if isinstance(day, dict) and level in day]
    if not levels and not NUMBERED.fullmatch(file):
        return options_json.read(text, file)
    with named_by(file):
        level = levels[chosen(file, len(levels))]
    return _puzzle(day[level], f"{file}: {level}")


def _puzzle(table: Any, where: str) -> tuple[ExactCover, Grid]:
    cages, width, at = [], 0, "the dominoes"  # `at` is the place that an error message names
    try:
        pips = ([whole_number("pips", one, 0, 9) for one in domino] for domino in table["dominoes"])
        kinds = Counter((min(a, b), max(a, b)) for a, b in pips)
        most, at = max(map(max, kinds)), "the regions"
        for k, one in enumerate(table["regions"], 1):
            at = f"region {k}"
            width = max(width, *(whole_number("a column", column, 0, 99) + 1 for _, column in one["indices"]))
        for k, one in enumerate(table["regions"], 1):
            at = f"region {k}"
            sign = _SIGNS[one["type"]]
            squares = sorted(whole_number("a row", r, 0, 99) * width + c for r, c in one["indices"])
            target = whole_number("target", one["target"], 0, 9999) if sign in ("", "<", ">") else 0
            cages.append(Cage((squares[0], *squares[1:]), target, operation=sign))  # no squares: a LookupError
    except (LookupError, TypeError, ValueError):
        form = f"regions with indices below 100, a type of {', '.join(_SIGNS)}, and mostly a target"
        raise InvalidProblem(f"{where}: must have dominoes, pairs of pips from 0 to 9, and {form}: see {at}") from None
    squares = [square for cage in cages for square in cage.squares]
    if not len({*squares}) == len(squares) == 2 * kinds.total():
        raise InvalidProblem(f"{where}: regions must part as many squares as dominoes have halves, {2 * kinds.total()}")
    n_entries = 28 * len(squares) * len(kinds) + sum(200 * len(cage.squares) ** 2 for cage in cages)
    refuse_beyond_limit(n_entries, f"{where}: a board of {len(squares)} squares", LARGEST_NAMED)
    return _laid(width, kinds, most, cages)


def _laid(n_columns: int, kinds: Counter[tuple[int, int]], most: int, cages: list[Cage]) -> tuple[ExactCover, Grid]:
    squares = sorted(square for cage in cages for square in cage.squares)
    where = {square: square_in_words(square, n_columns).replace(" ", "-") for square in squares}
    options: list[list[Hashable]] = []
    writes, pairs = [], []
    for cage, pips in product(cages, range(most + 1)):
        for k, square in enumerate(cage.squares):
            for entries in _entries(cage, k, pips, most):
                options.append([f"pips-of-{where[square]}", (where[square], pips), *entries])
                writes.append((square, pips))
    for (one, name), is_below in product(where.items(), (False, True)):
        step = n_columns if is_below else 1
        other = where.get(one + step, "")
        is_beside = other and (is_below or (one + 1) % n_columns)  # in the next row, or to the right in the same row
        for a, b in kinds if is_beside else ():
            for halves in dict.fromkeys([((name, a), (other, b)), ((name, b), (other, a))]):
                options.append([f"domino-{a}-{b}", f"domino-on-{name}", f"domino-on-{other}", *halves])
                pairs.append((one, one + step))
    many: dict[Hashable, tuple[int, int]] = {f"domino-{a}-{b}": (n, n) for (a, b), n in kinds.items()}
    primary = [f"{what}-{name}" for what in ("pips-of", "domino-on") for name in where.values()] + [*many]
    others = dict.fromkeys(entry[0] if isinstance(entry, tuple) else entry for one in options for entry in one)
    for item in primary:
        others.pop(item, None)
    problem = ExactCover.from_options(options, primary, others, (), many)
    at, symbol = np.array(writes, np.int32).reshape(-1, 2).T
    return problem, Grid(max(where) // n_columns + 1, n_columns, at, symbol, "0123456789", cages=(*cages,), pairs=pairs)


def _entries(cage: Cage, k: int, pips: int, most: int) -> Iterator[list[Hashable]]:
    """Yield, for each option that writes these pips into square k of a region, the items of the region it covers."""
    own, n, total, sign = f"region-{cage.squares[0]}", len(cage.squares), cage.total, cage.operation
    free: dict[str, list[Hashable]] = {"=": [(own, pips)], "≠": [f"{own}-has-{pips}"], " ": []}
    if sign in free:
        yield free[sign]
        return
    low, high = {"": (total, total), "<": (0, total - 1), ">": (total + 1, most * n)}[sign]
    for before in range(most * k + 1):
        if low - most * (n - 1 - k) <= before + pips <= high:
            sums: list[Hashable] = []
            if k > 0:
                sums.append((f"{own}-before-{k}", before))
            if k < n - 1:
                sums.append((f"{own}-before-{k + 1}", before + pips))
            yield sums
