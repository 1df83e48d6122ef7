"""The catalog: names, published counts at the sizes that are quick, and refusals."""

from math import inf

import pytest
from builders.sizes import sized
from night import sampled

from danceoff.problems import Covers, InvalidProblem
from danceoff.problems.catalog import families, instance, known, names
from danceoff.problems.catalog_table import lines
from danceoff.solvers import load

LONG = {
    *("pentomino/4x15", "pentomino/5x12", "pentomino/6x10", "pentomino/8x8-corners", "pentomino-subset/4x10"),
    *("one-sided-pentomino/3x30", "solid-pentomino/2x3x10", "solid-pentomino/2x5x6", "pentacube/n-5x5x5"),
    *("queens-dominate/8-5", "peaceable-queens/8-9", "peaceable-queens/9-12"),
    *(f"tetrastick/5x5-{letter}" for letter in "hjlny"),
    *("hexiamond/6x6", "hexiamond/6x9-6", "hexiamond/4x10-2-2", "hexiamond/8x7-2-6"),
    *("puzzler/one-sided-hexiamonds-trefoil-2", "puzzler/solid-pentominoes-tower-3"),
    *("graceful/prism-5", "knight-tour/3x8", "knight-tour/5x5", "closed-knight-tour/5x6"),
}
"""Few covers, but seconds to find them."""

OUT_OF_REACH = {"partridge/8", "closed-knight-tour/6x6"}
"""Few covers, but many minutes or days to find them."""

QUICK, SLOW = 20_000, 2_000_000
"""Up to so many covers are recounted by the quick tests, and by the slow ones, which ask the fastest that lists."""


def counted(name: str) -> float:
    published = known(name)
    return inf if published is None or published.covers is None else published.covers


@pytest.mark.parametrize(
    "solver", ["auto", *(pytest.param(name, marks=pytest.mark.night) for name in ("dlx", "counter"))]
)
def test_published_counts(solver: str, record_property) -> None:
    quick = sampled([name for name in names() if counted(name) <= QUICK and name not in LONG | OUT_OF_REACH], 2)
    for name in quick:
        assert load(solver).prepare(instance(name).problem).count() == counted(name), name
    record_property(f"answers: published counts found again: {solver}", len(quick))


IN_SECONDS = {name for name in names() if counted(name) <= SLOW and (name in LONG or counted(name) > QUICK)}
MINUTES_WHERE_MEMORY_IS_SLOW = pytest.param("bedlam", marks=pytest.mark.night)


@pytest.mark.slow
@pytest.mark.parametrize("name", [*sorted(IN_SECONDS - OUT_OF_REACH - {"bedlam"}), MINUTES_WHERE_MEMORY_IS_SLOW])
def test_published_counts_that_take_seconds(name: str, record_property) -> None:
    assert load("bits").prepare(instance(name).problem).count() == counted(name)
    record_property("answers: published counts found again: bits", 1)


SLOW_OPTIMA = {
    *("steiner-cover/27", "steiner-cover/45", "airline/air03", "mondrian/8"),
    *("peaceable-queens/8", "queens-dominate/12", "perkins-quilt/8"),
}
"""Seconds to minutes."""

OPTIMA_OUT_OF_REACH = {"peaceable-queens/10", "knights-dominate/15", "mondrian/10", "mondrian/11"}


PUBLISHED = [name for name in names() if (published := known(name)) and published.cost is not None]
OPTIMA = sampled([name for name in PUBLISHED if name not in OPTIMA_OUT_OF_REACH], 2)


@pytest.mark.parametrize("name", [pytest.param(one, marks=[pytest.mark.slow] * (one in SLOW_OPTIMA)) for one in OPTIMA])
def test_published_optima(name: str, record_property) -> None:
    problem = instance(name).problem
    solver = "bits" if name.startswith(("perkins-quilt", "peaceable-queens")) else "cpsat"
    best = [one.cover for one in load(solver).prepare(problem).cheapest() if one.cover is not None][-1]
    published = known(name)
    assert published is not None
    assert problem.shown_cost(problem.cost_of(Covers.of([best])).item()) == published.cost
    record_property(f"answers: published optima found again: {solver}", 1)


def test_names_are_listed_once_with_the_sizes_of_their_problems_and_others_can_be_built() -> None:
    assert len(set(names())) == len(names())
    assert {name.partition("/")[0] for name in names()} == set(families())
    assert [line[0] for line in lines()[1:]] == list(names()), "in the order of the families"
    for line in sampled(lines()[1:], 4):
        assert line == sized(line), "make sizes"
    assert instance("queens/3").problem.n_options == 9
    assert instance("queens/3").known is None


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("tronimo/9x9", "did you mean tromino/9x9, "),
        ("zzz", "`danceoff list problems` shows all"),
        ("SOMA", "did you mean soma"),
        ("queens/100000", "too large"),
        ("queens/0", "is not of the form N"),
        ("latin/99", "there are 61 symbols"),
        ("latin/1234.", "5 squares do not make a sudoku or Latin square"),
        ("latin/12345...........", "row 2 column 1: '5' is wrong"),
        ("steiner-cover/13", "only 3, 9, 15, 21, ... are built"),
        ("peaceable-queens/1", "no room for two queens"),
        ("airline/sppnw99", "there is no schedule 'sppnw99', only sppnw41, sppnw43, air03"),
        ("mondrian/2", "smaller squares have no two different rectangles"),
        ("bedlam/5", "has only one size, so write bedlam"),
        ("tricube/x-3x3x3", "PIECE one of i v"),
        ("domino/9999x9999x9999", "too large"),
        ("tromino", "the size is missing: write for example tromino/2x3"),
        ("tromino/5x5-25", "no cell 25: they are numbered 0 to 24"),
        ("tromino/5x5-3-3", "removes cell 3 twice"),
        ("queens/8\n", "no problem is called 'queens/8\\n'; did you mean queens/8, "),
        ("tromino/1x1-0", "no cell to fill"),
        ("macmahon-squares/5x5", "a board of 6, 24, 70 or 165 squares"),
        ("macmahon-triangles/square", "write macmahon-triangles/hexagon"),
        ("edge-matching/6x6-26-1", "with 1 to 25 colours"),
        ("edge-matching/3x4-1-1", "are hardly ever all different in so few colours"),
        ("graceful/cycle-2", "the smallest one is cycle-3"),
        ("graph-colouring/petersen-27", "with 1 to 26 colours"),
        ("de-bruijn/3-1", "with 2 to 10 letters"),
        ("knight-tour/1x1", "at least 2 cells"),
        ("hexiamond/6", "is not of the form ROWSxCOLUMNS[-CUT[-CUT]], a parallelogram without triangles"),
        ("tetrahex/4x7-centre", "has no cell in the centre: ROWS and COLUMNS must be odd"),
        ("tetrastick/5x5-i", "and the piece that is left out, one of h j l n y"),
        ("tetrabolo/5x7-3", "is not of the form ROWSxCOLUMNS-A-B-C-D, a rectangle without triangles of these legs"),
        ("windmill-domino/4x5-in-4", "the small squares need a larger SIDE"),
        ("macmahon-cubes/4x4x4", "LAYERSxROWSxCOLUMNS, at most 30 cubes"),
        ("tromino/4000x4000", "too large"),
        ("sudoku/3x3", "3 is a prime"),
        ("sudoku/6x6", "sudoku/2x3 has boxes of 2 by 3 squares"),
        ("sudoku/8x9", "72 is too large"),
        ("sudoku/" + "1" * 80, "80 squares do not make a sudoku"),
        ("sudoku/" + "." * 80 + "x", "row 9 column 9: 'x' is wrong: a square is 1 to 9"),
        ("queens-dominate/2-5", "5 pieces are too many for a board of 4 squares"),
        ("peaceable-queens/4-9", "two armies of 9 queens are too many for a board of 16 squares"),
        ("word-search/5x5-nothing", "is not of the form ROWSxCOLUMNS-LIST"),
        ("crossword/1x1", "no run of two or more cells"),
        ("soft-rota/5x14-1", "6 to 60 people and 6 to 56 days"),
        ("crew/40-1", "is not of the form FLIGHTSxTOURS-SEED, both numbers from 2 to 100000"),
        ("pentacube/q-5x5x5", "is not of the form PIECE-LAYERS"),
        ("soma/2", "soma has only one size"),
        ("box/none", "only line, 42"),
        ("quasigroup/9-10-1", "at most as many holes as columns"),
        ("random-cover/10-3-7-1", "no multiple of 3"),
        ("random-cover/3-3-2-1", "hardly ever in 2 different options"),
        ("polyomino-board/1x7-1", "no way was found to cut this board"),
        ("round-robin/7", "is not of the form N, the number of players, even"),
        ("kirkman/12", "3, 9, 15, 21"),
        ("sudoku-begun/9x9-101-1", "is not of the form SIDExSIDE-PERCENT-SEED"),
        ("sudoku-begun/81x81-10-1", "no square boxes, or more values than there are symbols"),
        ("progression/1x3", "is not of the form"),
        ("progression/3x4-0", "is not of the form"),
        ("progression/9999x9999", "is too large"),
        ("blocks/7", "is not of the form"),
        ("blocks/mean-30", "is too large"),
        ("blocks/mean-99999", "is too large"),
    ],
)
def test_refusals_are_one_line_that_helps(name: str, says: str) -> None:
    with pytest.raises(InvalidProblem) as refusal:
        instance(name)
    assert says in str(refusal.value)
    assert "\n" not in str(refusal.value)
