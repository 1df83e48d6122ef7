"""Rules of packings: borders, forbidden cells, marks, placed pieces; against filters of all covers made by hand."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest

from danceoff.addons.puzzles.formats import puzzle, xmpuzzle
from danceoff.problems import ExactCover, InvalidProblem
from danceoff.problems.analysis.group import symmetries
from danceoff.problems.grids.packing import Packing
from danceoff.solvers import load

Piece = tuple[str, frozenset[str], str]
"""A placed piece: its name, its cells as `row,column`, and its marks."""


def read(text: str) -> tuple[ExactCover, Packing]:
    found = puzzle.read(text, "FILE")
    return (found.problem, found) if isinstance(found, Packing) else found


@cache
def packed(text: str) -> frozenset[frozenset[Piece]]:
    """Every cover of a puzzle as its pieces, those that are placed as well."""
    problem, packing = read(text)
    names, whole = packing.problem.option_names, list(load("dlx").prepare(problem).covers())
    covers = {frozenset([*problem.origin[list(cover)].tolist(), *problem.taken.tolist()]) for cover in whole}
    assert len(covers) == len(whole)
    return frozenset(frozenset(map(named, (names[option] for option in cover))) for cover in covers)


def named(option: str) -> Piece:
    name, *words = option.split()
    return name, frozenset(word for word in words if "," in word), "".join(word for word in words if "," not in word)


SMALL = "box = [4, 4]\n{more}\n[pieces]\nI2 = 'any'\n{piece}\n"
RING = {f"{r},{c}" for r in range(4) for c in range(4)} - {"1,1", "1,2", "2,1", "2,2"}


def small(piece: str = "L4 = 2", more: str = "") -> frozenset[frozenset[Piece]]:
    return packed(SMALL.format(more=more, piece=piece))


def only(keep: Callable[[frozenset[str]], object], covers: frozenset[frozenset[Piece]]) -> set[frozenset[Piece]]:
    """The covers in which all pieces but the dominoes are kept."""
    return {cover for cover in covers if all(keep(cells) for name, cells, _ in cover if name != "I2")}


def test_pieces_must_or_must_not_touch_the_border() -> None:
    for piece, n in (("L4", 2), ("I1", 2), ("O4", 1)):
        every = small(f"{piece} = {n}")
        for word, keep in (("must", lambda cells: cells & RING), ("must-not", lambda cells: not cells & RING)):
            assert small(f"{piece} = {{ count = {n}, border = '{word}' }}") == only(keep, every)
    assert 0 < len(small("O4 = { border = 'must' }")) < len(small("O4 = 1"))


@pytest.mark.parametrize(
    ("board", "touching", "inside"),
    [
        ("box = [3, 3, 3]", 26, 1),
        ("region = '''\n.....\n.....\n..#..\n.....\n.....\n'''", 20, 4),
        ("region = '''\n...#\n....\n....\n'''", 9, 2),
    ],
)
def test_walls_and_layers_are_borders(board: str, touching: int, inside: int) -> None:
    text = board + "\nmay_stay_empty = true\n[pieces]\nI1 = {{ border = '{}' }}\n"
    assert [len(packed(text.format(word))) for word in ("must", "must-not")] == [touching, inside]


def test_pieces_keep_off_forbidden_cells() -> None:
    found = small("L4 = { count = 2, not_on = '''\nx..x\n....\n.x..\n...x\n''' }")
    assert 0 < len(found) < len(small())
    assert found == only(lambda cells: not cells & {"0,0", "0,3", "2,1", "3,3"}, small())


def test_pieces_that_are_placed_are_in_every_cover() -> None:
    """Letters need not be names; two copies of a piece are two letters."""
    a, b = frozenset(["0,0", "0,1", "0,2", "1,0"]), frozenset(["2,3", "3,1", "3,2", "3,3"])
    one = small(more="placed = '''\naaa.\na...\n....\n....\n'''")
    assert one == {cover for cover in small() if ("L4", a, "") in cover}
    two = small(more="placed = '''\naaa.\na...\n...b\n.bbb\n'''")
    assert two == {cover for cover in small() if {("L4", a, ""), ("L4", b, "")} <= cover}
    assert 0 < len(two) < len(one) < len(small())


def test_a_placed_piece_is_known_by_its_name_where_several_have_its_shape() -> None:
    text = "box = [2, 3]\nmoves = 'fixed'\nplaced = '''\n{}\n...\n'''\n[pieces]\nI3 = 1\n"
    text += "J = {{ shape = '###', border = 'must' }}"
    top, bottom = (frozenset(f"{row},{column}" for column in range(3)) for row in (0, 1))
    assert packed(text.format("JJJ")) == {frozenset([("J", top, ""), ("I3", bottom, "")])}
    with pytest.raises(InvalidProblem, match="placed: 'a' may be I3 0,0 0,1 0,2 or J 0,0 0,1 0,2"):
        read(text.format("aaa"))


def corner(cells: frozenset[str]) -> tuple[int, int]:
    """The cell of an L4 with neighbours in two directions."""
    found = {(int(cell[0]), int(cell[2])) for cell in cells}
    turns = [{(r, c + 1), (r, c - 1)} & found and {(r + 1, c), (r - 1, c)} & found for r, c in sorted(found)]
    return sorted(found)[list(map(bool, turns)).index(True)]


def test_chequered_pieces_lie_where_their_colours_are_the_boards() -> None:
    black = only(lambda cells: sum(corner(cells)) % 2 == 0, small())
    assert 0 < len(black) < len(small())
    drawn = "marks = '''\n#o#o\no#o#\n#o#o\no#o#\n'''"
    for shape in ("o..\n#o#", "?..\n#??", "?..\n?o?"):
        for marks in ("marks = 'chequered'", drawn):
            found = small(f"L4 = {{ count = 2, shape = '''\n{shape}\n''' }}", marks)
            assert {frozenset((name, cells, "") for name, cells, _ in cover) for cover in found} == black


def test_marks_lie_on_the_same_cells_in_several_ways() -> None:
    text = "box = [1, 2]\nmarks = '{}'\n[pieces]\nd.shape = '{}'\n"
    counts = {("AB", "AB"): 1, ("BA", "AB"): 1, ("..", "AB"): 2, ("..", "AA"): 1, ("A.", "A?"): 2, ("AA", "A?"): 2}
    assert {key: len(packed(text.format(*key))) for key in counts} == counts
    equal = text.replace("marks = '{}'", "equal = 'aa'")
    assert [len(packed(equal.format(shape))) for shape in ("AA", "AB", "A?")] == [1, 0, 2]


WORDS = (
    "box = [3, 3]\n{}\n[pieces]\nl = {{ shape = '''\nBI\nI.\n''' }}\n"
    "d = {{ shape = 'TE', count = 2 }}\nc.shape = 'C'\nn.shape = 'N'\n"
)
SQUARE = "equal = '''\n.ab\na.c\nbc.\n'''"


def test_equal_cells_get_equal_marks() -> None:
    """The covers in which both of two cells have the same mark, or one of them has none."""
    pairs = (("0,1", "1,0"), ("0,2", "2,0"), ("1,2", "2,1"))

    def agrees(cover: frozenset[Piece]) -> bool:
        mark = {cell: marks[k] for _, cells, marks in cover if marks for k, cell in enumerate(sorted(cells))}
        return all(a not in mark or b not in mark or mark[a] == mark[b] for a, b in pairs)

    free = packed(WORDS.format("marks = '''\n...\n...\n...\n'''"))
    square = packed(WORDS.format(SQUARE))
    assert 0 < len(square) < len(free)
    assert square == {cover for cover in free if agrees(cover)}
    problem, _ = read(WORDS.format(SQUARE))
    assert load("dlx").prepare(problem).count() == len(square)
    bit = packed(WORDS.format(SQUARE + "\nmarks = '''\nB..\n.C.\n..N\n'''"))
    assert 0 < len(bit) < len(square)
    middle, last = ("c", frozenset(["1,1"]), "C"), ("n", frozenset(["2,2"]), "N")
    assert bit == {cover for cover in square if {middle, last} < cover}


def test_equal_pieces_with_other_marks_are_told_apart_and_those_with_the_same_are_not() -> None:
    text = "box = [2, 2]\nmarks = '''\nAB\nBA\n'''\n[pieces]\nd.shape = 'AB'\ne.shape = '{}'\n"
    assert [len(read(text.format(shape))[1].pieces) for shape in ("BA", "B?")] == [1, 2]
    assert [len(packed(text.format(shape))) for shape in ("BA", "B?")] == [2, 4]


def test_symmetries_keep_the_rules() -> None:
    placed = "placed = '''\n.aa.\n.aa.\n....\n....\n'''"
    for text, n in (
        (SMALL.format(more="", piece="L4 = { count = 2, border = 'must' }"), 8),
        (SMALL.format(more="", piece="L4 = { count = 2, not_on = '''\nx...\n....\n....\n....\n''' }"), 2),
        (SMALL.format(more=placed, piece="O4 = 2"), 2),
        (WORDS.format(SQUARE), 4),
        (WORDS.format("marks = '''\n...\n...\n...\n'''"), 8),
        (WORDS.format("marks = '''\nB..\n...\n..N\n'''"), 2),
    ):
        assert len(symmetries(*read(text))) == n


def test_burr_tools_does_not_know_the_rules() -> None:
    for text in (SMALL.format(more="", piece="L4 = { border = 'must' }"), WORDS.format(SQUARE)):
        with pytest.raises(InvalidProblem, match="has rules, colours or groups, which are not written"):
            xmpuzzle.write(read(text)[1])
    packing = read(SMALL.format(more="", piece="L4 = 1"))[1]
    grouped = replace(packing, pieces=tuple(replace(piece, groups=((1, 1),)) for piece in packing.pieces))
    assert xmpuzzle.write(packing)
    with pytest.raises(InvalidProblem, match="groups, which are not written"):
        xmpuzzle.write(grouped)
