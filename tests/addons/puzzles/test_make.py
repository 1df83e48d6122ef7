"""`danceoff make`: puzzles with exactly one answer, and sets of pieces that fill a board in one way."""

import json
import re
from collections import defaultdict
from dataclasses import replace
from itertools import islice, permutations, product

import numpy as np
import pytest

from danceoff.addons.puzzles.lists import sdk_list
from danceoff.addons.puzzles.making import piece_sets
from danceoff.addons.puzzles.making import search as making
from danceoff.addons.puzzles.making.piece_sets import PieceSets
from danceoff.addons.puzzles.making.search import Difficulty, difficulty, puzzles
from danceoff.problems import Covers, ExactCover
from danceoff.problems.catalog import instance
from danceoff.problems.grids.lattice import Freedom, in_space, mirrored
from danceoff.problems.grids.packing import Piece, pack
from danceoff.problems.grids.pieces import TETROMINOES, TROMINOES, TWISTED
from danceoff.problems.sources import read
from danceoff.solvers import UnsupportedProblem, load
from danceoff.solvers.engines.bits import walkers
from danceoff.solvers.questions import shuffled
from danceoff.solvers.questions.shuffled import random_cover


def n_covers(problem, givens):
    return len(list(islice(load("dlx").prepare(problem.given(givens)).covers(), 2)))


def made(problem, n, seed=1, groups=None):
    return list(islice(filter(None, puzzles(problem, seed, groups)), n))


@pytest.mark.parametrize("name", ["sudoku/9x9", "sudoku/2x3", "queens/8", "pentomino/3x20", "macmahon-squares/4x6"])
def test_puzzles_have_one_answer_and_no_given_too_many(name):
    problem = instance(name).problem
    for givens, cover in made(problem, 3):
        assert set(givens) <= set(cover)
        assert n_covers(problem, givens) == 1
        for given in givens:
            assert n_covers(problem, [other for other in givens if other != given]) == 2


def test_a_search_that_takes_long_begins_anew(monkeypatch):
    for name in ("FIRST_BUDGET", "BUDGET"):
        monkeypatch.setattr(walkers, name, 2)
    every = {*load("dlx").prepare(instance("queens/6").problem).covers()}
    for seed in range(3):
        *beats, cover = random_cover(instance("queens/6").problem, np.random.default_rng(seed))
        assert cover in every
        assert beats == [None] * len(beats)
    assert len(beats) > 3
    beats = list(random_cover(instance("queens/3").problem, np.random.default_rng(1)))
    assert set(beats) == {None}


def test_multiplicities_and_problems_with_one_cover_or_none():
    twice = ExactCover.from_options("aaab", "ab", multiplicity={"a": (2, 2)})
    ((givens, _),) = made(twice, 1)
    assert n_covers(twice, givens) == 1
    with pytest.raises(UnsupportedProblem, match="one may contain another"):
        made(ExactCover.from_options("aab", "ab", multiplicity={"a": (1, 2)}), 1)
    assert made(ExactCover.from_options(["a"], "a"), 1)[0][0] == ()
    assert made(ExactCover.from_options([], "a"), 1) == []


def test_a_bound_on_the_cost_is_kept():
    problem = ExactCover.from_options(["ab", "a", "b", "a"], "ab", cost=[9, 1, 1, 5])
    for seed in range(1, 9):
        ((_, cover),) = made(replace(problem, max_cost=6), 1, seed)
        assert cover in ((1, 2), (2, 3))


def test_difficulty_counts_nodes_and_rounds_of_forced_moves():
    chain = ExactCover.from_options(["a", "ab", "bc", "b", "cd", "c", "d"], "abcd")
    assert difficulty(chain, [0, 3, 5, 6]).rounds == 0
    solved = difficulty(chain, [1], n_covers=2)
    assert (solved.is_solved, solved.rounds) == (False, 0)  # c and d, or both together
    assert difficulty(chain, [1, 5]).is_solved
    assert difficulty(chain, [0], 3).nodes >= difficulty(chain, [0, 3], 2).nodes
    path = ExactCover.from_options(["ab", "bc", "cd", "de", "ef"], "abcdef")  # whose ends are forced
    assert difficulty(path, []) == Difficulty(nodes=3, rounds=2, is_solved=True)
    assert difficulty(path, [2]).rounds == 1


def test_sets_of_pieces_say_which_letter_is_which_piece(run):
    _, out, _ = run("make", "any-tetromino/4x4", "--pieces")
    about, legend, *board = out.split("\n")[:6]
    assert about.startswith("# 2 L, 2 S: ")
    assert {*re.fullmatch(r"# L × 2: (\w) (\w), S × 2: (\w) (\w)", legend).groups()} == {*"".join(board)}


def test_a_puzzle_that_dlx_solves_otherwise_is_an_error():
    problem = instance("queens/6").problem
    assert difficulty(problem, [], n_covers=4).nodes > 4
    for n_covers in (3, 5):
        with pytest.raises(RuntimeError, match=f"dlx finds 4 covers of a puzzle, and bits says {n_covers}"):
            difficulty(problem, [], n_covers)


def test_a_search_for_the_difficulty_is_given_up(monkeypatch, run):
    monkeypatch.setattr(making, "MOST_NODES", 10)
    code, out, _ = run("make", "pentomino/3x20", "--unique")
    assert (code, "dlx visits more than 10 nodes" in out) == (0, True)
    code, out, _ = run("make", "pentomino/3x20", "--unique", "--format", "json")
    assert (code, json.loads(out)["nodes"]) == (0, None)


@pytest.mark.parametrize(
    ("pattern", "image"),
    [
        ("half-turn", lambda r, c: (8 - r, 8 - c)),
        ("quarter-turn", lambda r, c: (c, 8 - r)),
        ("mirror", lambda r, c: (r, 8 - c)),
        ("diagonal", lambda r, c: (c, r)),
    ],
)
def test_symmetric_patterns(run, pattern, image):
    _, out, _ = run("make", "sudoku/9x9", "--unique", "--symmetry", pattern)
    line = out.splitlines()[1]
    shown = {divmod(square, 9) for square, mark in enumerate(line) if mark != "."}
    assert {image(*square) for square in shown} == shown
    assert load("dlx").prepare(instance(f"sudoku/{line}").problem).count() == 1


@pytest.mark.parametrize("pattern", making.PATTERNS)
def test_no_group_of_squares_can_be_left_out(pattern):
    one = instance("sudoku/4x4")
    groups = making.groups_of(one.problem, one.board, pattern)
    for givens, _ in made(one.problem, 3, groups=groups):
        for group in {int(groups[option]) for option in givens}:
            assert n_covers(one.problem, [option for option in givens if groups[option] != group]) == 2


def test_few_clues_a_time_limit_and_json(run):
    code, out, _ = run("make", "sudoku/2x3", "--unique", "--clues", "9", "--format", "json")
    assert (code, len(json.loads(out)["givens"]) <= 9) == (0, True)
    code, _, err = run("make", "sudoku/2x3", "--unique", "--clues", "1", "--time-limit", "0.1")
    assert (code, err) == (3, "danceoff: time limit reached after 0 of 1 puzzles\n")


def test_a_page_has_the_puzzles_and_after_them_the_answers(run, tmp_path):
    def page(*words: str) -> list[str]:
        code, out, _ = run("make", *words, "--count", "2", "--gallery", str(tmp_path / "sheet.html"))
        assert (code, [line[0] for line in out.splitlines()]) == (0, ["#", "#"])
        return (tmp_path / "sheet.html").read_text().split("<h2>Answers</h2>")

    (tmp_path / "killer.toml").write_text(SOURCES["killer.toml"])
    puzzles, answers = page(str(tmp_path / "killer.toml"), "--unique")
    assert [text.count("<svg") for text in (puzzles, answers)] == [2, 2]
    assert ('class="found"' in puzzles, answers.count('class="given"')) == (False, puzzles.count('class="given"'))
    assert answers.count('class="found"') + answers.count('class="given"') == 32
    assert page("sudoku/4x4", "--unique") == page("sudoku/4x4", "--unique")
    assert page("any-tetromino/4x4", "--pieces")[0].count("</b> 2 × L, 2 × S<") == 1
    (tmp_path / "words.toml").write_text('grid = [6, 6]\nwords = ["NORTH", "EAST"]\n')
    puzzles, _ = page(str(tmp_path / "words.toml"), "--unique")
    grids = [re.findall(">([A-Z])</text>", part) for part in puzzles.split("<figure>")[1:]]
    assert (puzzles.count("</b> EAST, NORTH<"), [*map(len, grids)]) == (2, [36, 36])
    board = read(tmp_path / "words.toml").board
    for grid in grids:
        assert sum(all(grid[cell] == one for cell, one in board.letters(k)) for k in range(len(board.word))) == 2
    (tmp_path / "words.toml").write_text('grid = [6, 6]\nwords = ["AB"]\n')
    _, _, err = run("make", str(tmp_path / "words.toml"), "--unique", "--gallery", str(tmp_path / "none.html"))
    assert "letters around the words always make one of them again" in err
    assert not (tmp_path / "none.html").exists()


def test_wrong_requests_are_one_line(run):
    for arguments, words in (
        (["queens/3", "--unique"], "there is no cover to make a puzzle of"),
        (["soma", "--unique", "--symmetry", "mirror"], "symmetry is for square boards"),
        (["nothing", "--unique"], "no problem is called"),
        (["queens/6", "--pieces"], "sets of pieces are for boards that pieces must fill"),
        (["soma", "--pieces", "--clues", "3"], "--clues and --symmetry go with --unique"),
        (["soma", "--pieces", "--unique"], "not allowed with argument"),
    ):
        code, _, err = run("make", *arguments)
        assert code == 2
        assert words in err
        assert len(err.splitlines()) == 1


BOARD = "\n".join(["." * 4] * 4)
JIGSAW = "aabb\nacbb\naccd\ncddd"
CAGES = "cages = '''\naab.\n....\n..c.\n..c.\n'''\n[sums]\na = 5\nb = 3\nc = 6\n"
ODD_CAGES = "cages = '''\n\"\"..\n....\n..\\.\n....\n'''\n[sums]\n'\"' = 5\n'\\' = 1\n"
SOURCES = {
    "plain.sdk": BOARD,
    "diagonals.sdk": f"diagonals\n{BOARD}",
    "regions.sdk": f"regions\n{JIGSAW}\n{BOARD}",
    "regions-x.sdk": f"diagonals\nregions\naabb\naabb\nxxyy\nxxyy\n{BOARD}",
    "letters.sdk": "123456789ABCDEFG\n" + "\n".join(["." * 16] * 15),
    "killer.toml": f"sudoku = '''\n{BOARD}\n'''\n{CAGES}",
    "killer-x.toml": f"diagonals = true\nsudoku = '''\n{BOARD}\n'''\n{ODD_CAGES}",
    "kenken-killer.toml": "kenken = '''\naab.\n.cb.\n.c..\n....\n'''\n[sums]\na = '12x'\nb = '2-'\nc = '2/'\n",
    "jigsaw.toml": f"sudoku = '''\n{BOARD}\n'''\nregions = '''\n{JIGSAW}\n'''\nanti-knight = true\n",
    "latin/5": "",
    "quasigroup/6-4-1": "",
    "sudoku/4x4": "",
}


@pytest.fixture
def source(request, tmp_path):
    name = request.param
    if text := SOURCES[name]:
        text = text.replace('\n" = 5', "\n'\"' = 5")
        (tmp_path / name).write_text(text)
        return str(tmp_path / name)
    return name


@pytest.mark.parametrize(
    "source", [pytest.param(s, marks=pytest.mark.slow) if s == "letters.sdk" else s for s in SOURCES], indirect=True
)
@pytest.mark.parametrize("n", [1, 3])
def test_a_puzzle_is_read_back_and_has_one_answer(run, tmp_path, source, n):
    """Every rule and kind of board, as text and as JSON: what is written is the puzzle, with all of its rules."""
    whole = read(source).problem
    code, out, err = run("make", source, "--unique", "--count", str(n), "--seed", "4")
    is_killer = "killer" in source
    if is_killer and n > 1:
        assert (code, out) == (2, "")
        assert "each of its puzzles is a file .toml: leave out --count, or add --format json" in err
    else:
        made = tmp_path / f"made.{'toml' if is_killer else 'sdk'}"
        made.write_text(out)
        if n == 1:
            problems = [read(made).problem]
        else:
            puzzles = sdk_list.read(out, "made")
            assert len(puzzles.givens) == n
            problems = [puzzles.problem.given(givens) for givens in puzzles.givens]
        for problem in problems:
            assert n_covers(problem, ()) == 1
    code, out, _ = run("make", source, "--unique", "--count", str(n), "--seed", "4", "--format", "json")
    answers = [json.loads(line) for line in out.splitlines()]
    assert (code, len(answers)) == (0, n)
    for answer in answers:
        (tmp_path / f"json.{answer['format']}").write_text(answer["puzzle"])
        problem = read(tmp_path / f"json.{answer['format']}").problem
        (found,) = load("dlx").prepare(problem).covers()
        assert len(problem.lift(Covers.of([found])).option) == len(answer["cover"])
        if len(whole.taken) == 0:
            assert n_covers(whole, answer["givens"]) == 1
            assert sorted(problem.lift(Covers.of([found])).option.tolist()) == answer["cover"]


def test_no_puzzle_is_made_of_what_is_shown_if_it_leaves_several_covers():
    groups = np.array([0, -1, -1], np.int32)
    assert [givens for givens, _ in made(ExactCover.from_options(["x", "p"], "xp"), 1, groups=groups[:2])] == [()]
    with pytest.raises(UnsupportedProblem, match="what a puzzle shows leaves several covers"):
        made(ExactCover.from_options(["x", "py", "pz"], "xp", "yz"), 1, groups=groups)


def test_puzzles_are_made_in_python_until_its_steps_are_spent(monkeypatch):
    loaded = []
    for module in (making, shuffled):
        monkeypatch.setattr(module, "load", lambda name: loaded.append(name) or load(name))
    monkeypatch.setattr(making, "_STEPS", 1)
    made = filter(None, puzzles(instance("sudoku/4x4").problem, seed=1))
    next(made)
    assert "algorithm-x" in loaded
    loaded.clear()
    next(made)
    assert set(loaded) == {"bits"}


def catalogued(name):
    return instance(name).board


def one_sided():
    """Two of the pieces are mirror images of two others, so that some sets are the mirror images of others."""
    handed = {**TETROMINOES, "l": mirrored(TETROMINOES["L"]), "s": mirrored(TETROMINOES["S"]), "V": TROMINOES["V"]}
    pieces = [Piece(name, cells, Freedom.ONE_SIDED, 0, 2) for name, cells in handed.items()]
    return pack(np.ones((3, 4), bool), pieces)


def with_one_at_least():
    pieces = [Piece("I", TROMINOES["I"], least=1, most=2), Piece("V", TROMINOES["V"], least=0, most=None)]
    return pack(np.ones((3, 4), bool), pieces)


def in_a_box():
    flat = {name: in_space(cells) for name, cells in TETROMINOES.items()}
    pieces = [Piece(name, cells, Freedom.ONE_SIDED, 0, 2) for name, cells in (flat | TWISTED).items()]
    return pack(np.ones((2, 2, 3), bool), pieces)


def with_a_hole():
    region = np.ones((4, 4), bool)
    region[1, 1] = False
    pieces = [Piece(f"{name}3", cells, least=0) for name, cells in TROMINOES.items()]
    return pack(region, pieces + [Piece(f"{name}4", cells, least=0, most=2) for name, cells in TETROMINOES.items()])


def images(picture):
    """A numbered board, turned and reflected in all ways that keep its shape, with the walls in their places."""
    for axes in permutations(range(picture.ndim)):
        for flips in product([slice(None), slice(None, None, -1)], repeat=picture.ndim):
            image = picture.transpose(axes)[flips]
            if image.shape == picture.shape and np.array_equal(image < 0, picture < 0):
                yield image


def borders(picture):
    """A drawing in which the numbers say nothing but where the borders are."""
    number = {}
    return tuple(number.setdefault(mark, len(number)) for mark in picture.ravel().tolist() if mark >= 0)


def ways(packing):
    """For each number of copies of each piece: the covers, and how many they are up to rotation and reflection."""
    covers = defaultdict(list)
    for cover in load("dlx").prepare(packing.problem).covers():
        copies = np.bincount(packing.piece[list(cover)], minlength=len(packing.pieces))
        covers[tuple(copies.tolist())].append(cover)
    answer = {}
    for copies, alike in covers.items():
        pictures = []
        for cover in alike:
            cells = np.empty(packing.n_cells, int)
            for k, option in enumerate(cover):
                cells[packing.cells_of(option)] = k
            pictures.append(np.full(packing.region.shape, -1))
            pictures[-1][packing.region] = cells
        here = set(map(borders, pictures))
        answer[copies] = len(alike), len({min(here & set(map(borders, images(one)))) for one in pictures})
    return answer


@pytest.mark.parametrize(
    ("packing", "n_sets"),
    [
        (catalogued("pentomino-subset/3x5"), 220),
        (catalogued("pentomino-subset/5x5"), 792),
        (catalogued("any-tetromino/4x4"), 70),
        (one_sided(), None),
        (with_one_at_least(), 2),
        (in_a_box(), None),
        (with_a_hole(), None),
    ],
    ids=["3x5", "5x5", "4x4", "one-sided", "at least one", "box", "hole"],
)
def test_every_set_has_the_covers_that_a_list_of_all_covers_has(packing, n_sets):
    sets = PieceSets(packing.problem, packing)
    found = [one for some in sets.tried(1) for one in some]
    assert sets.n_sets == len(found) == len({one.copies for one in found})
    assert n_sets in (None, sets.n_sets)
    expected = ways(packing)
    assert {one.copies for one in found if one.n_covers != 0} == set(expected)
    for one in found:
        n_covers, n_orbits = expected.get(one.copies, (0, 0))
        assert one.n_covers == (n_covers if n_orbits < 2 else None)
        held = np.bincount(packing.piece[list(one.cover)], minlength=len(one.copies)).tolist()
        assert held == list(one.copies) if n_covers else one.cover == ()


def test_the_seed_says_the_order_and_large_numbers_of_sets_are_drawn(monkeypatch):
    packing = catalogued("pentomino-subset/3x5")
    sets = PieceSets(packing.problem, packing)
    assert list(sets.tried(1)) == list(sets.tried(1)) != list(sets.tried(2))
    monkeypatch.setattr(piece_sets, "_MOST_SHUFFLED", 219)
    drawn = sets.tried(1)
    some = [one for _ in range(4) for one in next(drawn)]
    assert len(some) > len({one.copies for one in some}) > 100


@pytest.mark.parametrize("name", ["queens/6", "most-s-tetromino/4x4", "fault-free-domino/6x6"])
def test_other_problems_are_refused(name):
    one = instance(name)
    with pytest.raises(UnsupportedProblem, match="sets of pieces are for boards"):
        PieceSets(one.problem, one.board)
    with pytest.raises(UnsupportedProblem, match="sets of pieces are for boards"):
        PieceSets(ExactCover.from_options(["a"], "a"), None)


def test_sets_are_printed_until_all_are_tried(run):
    code, out, _ = run("make", "pentomino-subset/3x5", "--pieces", "--count", "100")
    lines = out.splitlines()
    assert (code, lines[-1]) == (0, "# no other set of pieces fills the board in one way")
    assert sum("covers, images of each other" in line for line in lines) == 7
    assert lines[0].startswith("# L, T, Y: 4 covers, images of each other; dlx visits 15 nodes; no move is forced")
    assert [len(line) for line in lines[1:5]] == [5, 5, 5, 0]
    code, out, _ = run("make", "any-tetromino/4x4", "--pieces", "--count", "100")
    assert "# 4 O: 1 cover; dlx visits" in out


def test_sets_as_json_and_a_time_limit(run):
    code, out, _ = run("make", "any-tetromino/4x4", "--pieces", "--count", "2", "--format", "json")
    sets = [*map(json.loads, out.splitlines())]
    assert (code, len(sets)) == (0, 2)
    packing = catalogued("any-tetromino/4x4")
    for one in sets:
        assert sum(one["pieces"].values()) == len(one["cover"]) == 4
        assert {packing.pieces[k].name for k in packing.piece[one["cover"]].tolist()} == set(one["pieces"])
    code, _, err = run("make", "n-omino/6", "--pieces", "--count", "1000", "--time-limit", "0.1")
    assert (code, err.startswith("danceoff: time limit reached after")) == (3, True)
