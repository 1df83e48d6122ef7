"""Sudokus with further rules have the covers that a check of every full board allows."""

import random
import re
from itertools import permutations
from math import prod
from pathlib import Path

import pytest

import danceoff
from danceoff.addons.puzzles.grids.sudoku_rules import FURTHER, MOST_SETS, ruled
from danceoff.addons.puzzles.grids.sudoku_rules import FurtherRules as Rules
from danceoff.asking.ask import Ask
from danceoff.asking.drive import Drive
from danceoff.problems import Covers, InvalidProblem, sources
from danceoff.problems.analysis.diagnosis import reasons
from danceoff.problems.formats import knuth
from danceoff.problems.grids.board_rules import Cage
from danceoff.problems.instance import Instance
from danceoff.questions.first import uniqueness
from danceoff.solvers import load

REGIONS = ("aaabaccbdccbdddb", "aabbacbbaccdcddd", "aaaabbbbccccdddd")


def boards(side: int) -> list[tuple[int, ...]]:
    """All Latin squares of this side, as the digits from 1 of all squares."""
    rows = list(permutations(range(1, side + 1)))
    found: list[tuple[tuple[int, ...], ...]] = [()]
    for _ in range(side):
        found = [
            (*board, row)
            for board in found
            for row in rows
            if all(a != b for other in board for a, b in zip(row, other, strict=True))
        ]
    return [tuple(digit for row in board for digit in row) for board in found]


LATIN = boards(4)


def is_allowed(board: tuple[int, ...], rules: Rules, line: str) -> bool:
    """Whether a full board of 4 x 4 obeys the rules, by a plain look at it."""
    at = {(k // 4, k % 4): digit for k, digit in enumerate(board)}
    groups = {}
    for (row, column), digit in at.items():
        square = row * 4 + column
        name = rules.region[square] if rules.region else (row // rules.box[0], column // rules.box[1])
        groups.setdefault(name, []).append(digit)
    houses = list(groups.values())
    if "diagonals" in rules.further:
        houses += [[at[k, k] for k in range(4)], [at[k, 3 - k] for k in range(4)]]
    if "windows" in rules.further:
        houses += [[at[1, 1], at[1, 2], at[2, 1], at[2, 2]]]
    jumps = [(1, 2), (2, 1), (1, -2), (2, -1)] if "anti-knight" in rules.further else []
    return (
        all(len(set(house)) == 4 for house in houses)
        and all(at[r, c] != at.get((r + down, c + right)) for r, c in at for down, right in jumps)
        and all(
            len({board[k] for k in cage.squares}) == len(cage.squares)
            and sum(board[k] for k in cage.squares) == cage.total
            for cage in rules.cages
        )
        and all(mark == "." or int(mark) == digit for mark, digit in zip(line, board, strict=True))
    )


def rules_of(seed: int) -> tuple[Rules, str]:
    draw = random.Random(seed)
    region = draw.choice(["", *REGIONS])
    flags = draw.sample(FURTHER, draw.choice([0, 0, 1, 1, 2]))
    further = frozenset(flag for flag in flags if flag != "windows" or not region)
    board = draw.choice(LATIN)
    squares = draw.sample(range(16), 16)
    cages = []
    for size in draw.choice([(), (2,), (3, 2), (1, 3, 4)]):
        chosen = tuple(sorted(squares.pop() for _ in range(size)))
        if len({board[k] for k in chosen}) == size:
            cages.append(Cage(chosen, sum(board[k] for k in chosen)))
    line = "".join(str(digit) if draw.random() < 0.1 else "." for digit in board)
    return Rules(4, None if region else (2, 2), region, further, tuple(cages)), line


@pytest.mark.parametrize("seed", range(40))
def test_the_covers_are_the_full_boards_that_the_rules_allow(seed: int) -> None:
    rules, line = rules_of(seed)
    problem, grid = ruled(rules, line)
    expected = sorted(board for board in LATIN if is_allowed(board, rules, line))
    found = []
    for cover in load("dlx").prepare(problem).covers():
        (whole,) = problem.lift(Covers.of([cover]))
        digits = [0] * 16
        for option in grid.writing(whole):
            digits[grid.square[option]] = int(grid.symbol[option]) + 1
        found.append(tuple(digits))
    assert sorted(found) == expected


KILLER = """
sudoku = '''
....
....
...3
....
'''
cages = '''
aabb
ccdb
eedd
.eff
'''
[sums]
a = 3
b = 9
c = 7
d = 8
e = 6
f = 3
"""


def read(tmp_path: Path, name: str, text: str):
    (tmp_path / name).write_text(text)
    return sources.read(str(tmp_path / name))


def test_cages_are_read_solved_and_drawn(tmp_path: Path) -> None:
    instance = read(tmp_path, "k.toml", KILLER)
    rules = Rules(4, (2, 2), cages=instance.board.cages)
    expected = [board for board in LATIN if is_allowed(board, rules, "." * 11 + "3....")]
    assert danceoff.count(str(tmp_path / "k.toml")) == len(expected) > 0
    (cover,) = danceoff.covers(str(tmp_path / "k.toml"), limit=1)
    assert tuple(int(mark) for mark in cover.picture if mark.isdigit()) in expected
    picture = instance.svg((), "")
    assert picture.count('class="cage"') == 6
    assert [f">{total}</text>" in picture for total in (3, 9, 7, 8, 6, 3)] == [True] * 6
    assert len(re.findall(r'<path class="empty" [^>]*/>\s*<text [^>]*class="sum"', picture)) == 6, "no dash below a sum"


def made(operation: str, of: list[int]) -> float:
    return {"+": sum(of), "x": prod(of), "-": max(of) - min(of), "/": max(of) / min(of)}[operation]


@pytest.mark.parametrize("seed", range(40))
def test_a_kenken_has_the_answers_that_a_look_at_every_board_finds(tmp_path: Path, seed: int) -> None:
    draw = random.Random(seed)
    board, squares, marks, sums, left = draw.choice(LATIN), draw.sample(range(16), 16), ["."] * 16, "", LATIN
    for name in "abcde":
        operation = draw.choice("+x-/")
        cage = [squares.pop() for _ in range(2 if operation in "-/" else draw.randrange(1, 4))]
        total = max(int(made(operation, [board[k] for k in cage])), 2 if operation == "/" else 1)
        sums += f'{name} = "{total}{operation}"\n'
        left = [one for one in left if made(operation, [one[k] for k in cage]) == total]
        for k in cage:
            marks[k] = name
    rows = "\n".join("".join(marks[k : k + 4]) for k in range(0, 16, 4))
    found = read(tmp_path, "k.toml", f"kenken = '''\n{rows}\n'''\n[sums]\n{sums}")
    covers = [dict(found.board.marks_of(cover)) for cover in load("dlx").prepare(found.problem).covers()]
    assert sorted(tuple(int(one[k]) for k in range(16)) for one in covers) == sorted(left)
    again = read(tmp_path, "again.toml", "\n".join(found.board.puzzle(found.problem, ()).lines))
    assert knuth.write(again.problem) == knuth.write(found.problem)


def test_a_puzzle_with_cages_is_said_to_have_one_answer_or_more(tmp_path: Path) -> None:
    def said(puzzle: Instance) -> str:
        return uniqueness(Drive(Ask("", "", "first"), puzzle, load("dlx")))

    several = read(tmp_path, "several.toml", KILLER.replace("...3", "...."))
    assert several.board.has_givens(several.problem)
    assert re.fullmatch(r"not unique: row \d column \d may be \d or \d", said(several))
    assert said(read(tmp_path, "one.toml", KILLER.replace("....", "1234", 1).replace("...3", "2.4."))) == "unique"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("a = 3", "a = 8"), "cage a, of 8, at row 1 column 1: no numbers from 1 to 4 in its squares make 8"),
        (("f = 3", "f = '3%'"), "sums.f: must be the sum of cage f, a whole number, or such as"),
        (("f = 3", "g = 3"), "sums.g: no square of the cages is marked g"),
        (("aabb\nccdb", "aaaa\nacdb"), "cage a has 5 squares, and there are 4 digits"),
        (("sudoku = '''\n....", "sudoku = '''\n..."), "sudoku:2: 4 squares, but 3 in the first line; write a board as"),
        (("f = 3", "f = '4-'"), "cage f, of 4−, at row 4 column 3: no numbers from 1 to 4 in its squares make 4−"),
        (("b = 9", "b = '9-'"), "sums.b: cage b has 3 squares, and 9- is for two"),
        (("cages", "kenken"), "sums.a: must be the sum of cage a, with its operation"),
        (("[sums]", "kenken = ''\n[sums]"), "kenken: draws the cages: leave out one"),
        (("[sums]", "boxes = '2x3'\n[sums]"), "boxes of 2x3 have 6 squares, and a row has 4"),
        ((KILLER, "kenken = '''\nab\nc\n'''"), "kenken:2: 1 squares, but 2 in the first line"),
        (("...3\n....", "...3"), r"sudoku: draw the board above the line \[sums\], as many lines as"),
        (("[sums]", "boxes = 4\n[sums]"), "boxes must be rows and columns of a box, such as 2x3, not 4"),
        (("[sums]", "diagonal = true\n[sums]"), "unknown key 'diagonal'"),
    ],
)
def test_a_wrong_key_is_named(tmp_path: Path, change: tuple[str, str], message: str) -> None:
    assert change[0] in KILLER
    with pytest.raises(InvalidProblem, match=message):
        read(tmp_path, "k.toml", KILLER.replace(*change))


def test_rules_stand_in_lines_of_their_own(tmp_path: Path) -> None:
    text = "diagonals\nanti-knight\nboxes 2x2\n1...\n....\n....\n....\n"
    rules = Rules(4, (2, 2), further=frozenset({"diagonals", "anti-knight"}))
    expected = [board for board in LATIN if is_allowed(board, rules, "1" + "." * 15)]
    assert danceoff.count(read(tmp_path, "a.sdk", text).problem) == len(expected)
    jigsaw = "....\n....\n....\n....\nregions\naaab\naccb\ndccb\ndddb\n"
    rules = Rules(4, None, REGIONS[0])
    expected = [board for board in LATIN if is_allowed(board, rules, "." * 16)]
    assert danceoff.count(read(tmp_path, "b.sdk", jigsaw).problem) == len(expected)
    board, regions = jigsaw.split("regions\n")
    first = read(tmp_path, "c.sdk", f"regions\n{regions}\n{board}").problem
    assert first.digest == read(tmp_path, "b.sdk", jigsaw).problem.digest


def test_a_cage_with_too_many_sets_of_digits_is_refused() -> None:
    with pytest.raises(InvalidProblem, match=f"more than {MOST_SETS} ways to fill it"):
        ruled(Rules(25, (5, 5), cages=(Cage(tuple(range(12)), 156),)), "." * 625)
    with pytest.raises(InvalidProblem, match=f"more than {MOST_SETS} ways to fill it"):
        ruled(Rules(25, cages=(Cage((0, 1, 2, 3, 4), 65, "", "+"),)), "." * 625)
    with pytest.raises(InvalidProblem, match="the puzzle is too large"):
        ruled(Rules(61, cages=tuple(Cage((k, k + 1, k + 2), 90, "", "+") for k in range(0, 60, 3))), "." * 3721)


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("1...\n..1.\n....\n1...\n", ["1 twice in column 1: row 1 column 1 and row 4 column 1"]),
        (
            "....\n....\n....\n....\nregions\naaab\naccb\ndccb\ndddb\n".replace("....\n....", "..2.\n2...", 1),
            ["2 twice in region a: row 1 column 3 and row 2 column 1"],
        ),
    ],
)
def test_contradictions_are_told_by_rows_and_columns_from_1(tmp_path: Path, text: str, sentences: list[str]) -> None:
    instance = read(tmp_path, "a.sdk", text)
    assert [one for one in reasons(instance.problem, instance.board) if one in sentences] == sentences
    assert danceoff.count(str(tmp_path / "a.sdk")) == 0
