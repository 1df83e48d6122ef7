"""Sudokus with their rules as text, as formats/sdk.py and, for those with cages, formats/sudoku_toml.py read it."""

import json
from collections.abc import Iterator, Sequence

from danceoff.problems.board import Written
from danceoff.problems.grids.board_rules import FURTHER, Rules


def written(rules: Rules, line: str) -> Written:
    """Return the file of a board with these rules and the marks of all squares."""
    if rules.cages:
        return Written([*_toml(rules, line), ""], format="toml")
    box = _box(rules)
    regions = ["regions", *_rows(rules.region, rules.side)] if rules.region else []
    further = [rule for rule in FURTHER if rule in rules.further]
    return Written([line], [*further, *([f"boxes {box}"] if box else []), *regions], "sdk")


def _toml(rules: Rules, line: str) -> Iterator[str]:
    yield from _drawing("sudoku", line, rules.side)
    yield from (f"{rule} = true" for rule in FURTHER if rule in rules.further)
    is_kenken = not rules.box and not rules.region
    if not is_kenken and (box := _box(rules)):
        yield f'boxes = "{box}"'
    if rules.region:
        yield from _drawing("regions", rules.region, rules.side)
    marks = {square: cage.name for cage in rules.cages for square in cage.squares}
    drawn = [marks.get(square, ".") for square in range(rules.side**2)]
    yield from _drawing("kenken" if is_kenken else "cages", drawn, rules.side)
    clues = [f'"{cage.total}{cage.operation}"' if cage.operation else cage.total for cage in rules.cages]
    yield from ("[sums]", *(f"{json.dumps(cage.name)} = {clue}" for cage, clue in zip(rules.cages, clues, strict=True)))


def _drawing(key: str, marks: Sequence[str], side: int) -> Iterator[str]:
    yield from (f'{key} = """', *(json.dumps(row, ensure_ascii=False)[1:-1] for row in _rows(marks, side)), '"""')


def _rows(marks: Sequence[str], side: int) -> list[str]:
    return ["".join(marks[begin : begin + side]) for begin in range(0, side * side, side)]


def _box(rules: Rules) -> str:
    """Return rows and columns of a box, but of the usual 3x3; the rows of a Latin square are its boxes."""
    box = rules.box or (1, rules.side)
    return "" if rules.region or box == (3, 3) else f"{box[0]}x{box[1]}"
