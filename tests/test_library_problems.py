"""Problems from what Python programs hold: mappings, matrices, frames."""

import numpy as np
import pandas as pd
import pytest

import danceoff
from danceoff.addons.planning.long_table import Table, tabled

NAMED = {"left": ["a", "b"], "right": ["c"], "one": ["a"], "two": ["b", "c"]}
BOUNDED = danceoff.ExactCover([0, 1], [0], 1, 1, max_cost=3)
MATRIX = [[1, 1, 0, 0], [0, 0, 1, 1], [1, 0, 0, 0], [0, 1, 1, 0], [0, 1, 1, 1]]


@pytest.mark.parametrize("matrix", [np.array(MATRIX), np.array(MATRIX, bool), pd.DataFrame(MATRIX)], ids=type)
def test_dense_matrices(matrix):
    problem = danceoff.problem(matrix, secondary=[3])
    assert (problem.n_primary, problem.n_items, problem.item_names) == (3, 4, (0, 1, 2, 3))
    assert {cover.numbers for cover in danceoff.solve(problem).covers} == {(0, 1), (2, 3), (2, 4)}
    assert {cover.numbers for cover in danceoff.solve(matrix).covers} == {(0, 1), (2, 4)}


def test_secondary_columns_may_stand_anywhere():
    problem = danceoff.problem(np.array(MATRIX)[:, ::-1], secondary=[0])
    assert problem.item_names == (1, 2, 3, 0)
    assert {cover.numbers for cover in danceoff.solve(problem).covers} == {(0, 1), (2, 3), (2, 4)}


@pytest.mark.parametrize("form", ["csr", "csc", "coo"])
def test_sparse_matrices(form):
    sparse = pytest.importorskip("scipy.sparse")
    matrix = sparse.csr_array(np.array(MATRIX)).asformat(form)
    before = matrix.toarray()
    problem = danceoff.problem(matrix, secondary=[3])
    assert problem.digest == danceoff.problem(np.array(MATRIX), secondary=[3]).digest
    assert {cover.numbers for cover in danceoff.solve(matrix).covers} == {(0, 1), (2, 4)}
    assert (matrix.toarray() == before).all()
    for twice in ([1, 1, 1], [True, True, True]):
        with pytest.raises(danceoff.InvalidProblem, match="option 0: item 1 is covered twice"):
            danceoff.problem(sparse.csr_array((twice, [0, 1, 1], [0, 3])))
    with pytest.raises(danceoff.InvalidProblem, match="row 0, column 1: 128 is neither 0 nor 1"):  # 128 + 129 = 1
        danceoff.problem(sparse.coo_array((np.array([1, 128, 129], np.uint8), ([0, 0, 0], [0, 1, 1]))))
    with pytest.raises(danceoff.InvalidProblem, match="row 1, column 2: 2 is neither 0 nor 1"):
        danceoff.problem(sparse.csr_array(np.array([[1, 0, 0], [0, 0, 2]])))


def test_a_frame_gives_its_labels():
    frame = pd.DataFrame([[1, 0, 1], [0, 1, 0]], index=["x", "y"], columns=["a", "b", "c"])
    (cover,) = danceoff.solve(frame).covers
    assert (cover, cover.items_of("x")) == ({"x", "y"}, ["a", "c"])


def test_masked_entries_are_no_data():
    matrix = np.ma.array(MATRIX, mask=np.array(MATRIX) == 1)
    for state in (danceoff.problem, danceoff.ExactCover.from_matrix):
        with pytest.raises(danceoff.InvalidProblem, match="the matrix is masked"):
            state(matrix)


def test_multiplicities_and_sets_of_items():
    problem = danceoff.problem({k: {"shift", k} for k in "abc"}, secondary=set("cba"), multiplicity={"shift": (1, 2)})
    assert problem.item_names == ("shift", "a", "b", "c")
    assert danceoff.count(problem) == 6
    assert danceoff.count(danceoff.problem({"a": ["x"], "b": ["x"], "c": ["x"]}, multiplicity={"x": 2})) == 3


@pytest.mark.parametrize(
    ("says", "source", "asked"),
    [
        ("primary is for named options", np.eye(2), {"primary": [0]}),
        ("this problem has its own", "queens/6", {"secondary": ["r0"]}),
        ("secondary: the matrix has no column 7", np.eye(2), {"secondary": [7]}),
        ("multiplicity of an unknown item 'z'", NAMED, {"multiplicity": {"z": 2}}),
        ("multiplicity of item 'a' must be a number or", NAMED, {"multiplicity": {"a": (1, 2, 3)}}),
        ("multiplicity of item 'a' must be a whole number", NAMED, {"multiplicity": {"a": (1, 2**31)}}),
        ("multiplicity of item 'a' must be a whole number", NAMED, {"multiplicity": {"a": True}}),
        ("multiplicity must be a mapping from items, not 2", NAMED, {"multiplicity": 2}),
        ("secondary must be a list of items, not 'a'", NAMED, {"secondary": "a"}),
        (r"secondary: \['a'\] is no name", NAMED, {"secondary": [["a"]]}),
        (r"option 'x': \['a'\] is no name", {"x": [["a"]]}, {}),
        ("secondary: no option holds 'Anna'; did you mean Ann", {"x": ["Ann", "b"]}, {"secondary": ["Anna"]}),
        ("secondary: no option holds 7; there are a, b, c", NAMED, {"secondary": [7]}),
        ("the matrix has two columns called 'a'", pd.DataFrame([[1, 0]], columns=["a", "a"]), {}),
        ("option 'right': unknown item 'c'", NAMED, {"primary": ["a", "b"]}),
        ("2 costs for 4 options", NAMED, {"cost": [1, 2]}),
        ("cost: no option is called 'Zoe'; did you mean one", NAMED, {"cost": {"Zoe": 1}}),
        ("cost: no option is called 0; there are left, right, one, two", NAMED, {"cost": dict.fromkeys(range(4), 1)}),
        ("cost: option 'right' has none; write 0 if it costs nothing", NAMED, {"cost": {"left": 2}}),
        ("the cost of option 'left' must be a finite number", NAMED, {"cost": dict.fromkeys(NAMED, "much")}),
        ("cost: an option has two costs", NAMED, {"cost": pd.Series([1, 2, 3, 4], ["left", "left", "right", "one"])}),
        ("cost must be a mapping, or a sequence", NAMED, {"cost": {1, 2, 3, 4}}),
        ("the cost of option 'right' must be", NAMED, {"cost": np.ma.array([1, 2, 3, 4], mask=[0, 1, 0, 0])}),
        ("cost", NAMED, {"cost": True}),
        ("bounds the cost of its covers already", BOUNDED, {"cost": [1]}),
    ],
)
def test_statements_that_are_none(says, source, asked):
    with pytest.raises(danceoff.InvalidProblem, match=says):
        danceoff.problem(source, **asked)


class Counted(str):
    """A name that counts how often it is looked up or compared."""

    n_looks = 0

    def __hash__(self):
        Counted.n_looks += 1
        return super().__hash__()

    def __eq__(self, other):
        Counted.n_looks += 1
        return super().__eq__(other)


@pytest.mark.parametrize("form", ["matrix", "table"])
def test_items_are_looked_up_and_not_searched_one_by_one(form):
    n = 300
    names = [Counted(k) for k in range(2 * n + 1)]  # the last one is the primary item of all options
    item = np.concatenate([np.arange(2 * n), np.full(2 * n, 2 * n)])
    colour = np.where((item >= n) & (item < 2 * n), 1, 0)
    rows = Table([*range(2 * n)], names, np.tile(np.arange(2 * n), 2), item, None, None, ["red"], colour)
    cells = np.column_stack([np.eye(2 * n, dtype=int), np.ones(2 * n, int)])
    frame = pd.DataFrame(cells, columns=pd.Index(names, dtype=object))
    Counted.n_looks = 0
    stated = tabled(rows, None, names[:n]) if form == "table" else danceoff.problem(frame, secondary=names[:n])
    assert (stated.n_items, stated.n_primary) == (2 * n + 1, 1 if form == "table" else n + 1)
    assert Counted.n_looks < 100 * n


@pytest.mark.parametrize("missing", [float("nan"), np.float64("nan"), pd.NaT, pd.NA])
def test_a_missing_value_is_no_item(missing):
    with pytest.raises(danceoff.InvalidProblem, match="an item has no name, but a missing value"):
        danceoff.problem({"Ann": ["early", missing], "Bob": ["late"]})


def test_a_column_of_a_frame_that_is_named_cost_has_the_costs_as_in_a_file(tmp_path):
    frame = pd.DataFrame({"a": [1, 0, 1], "cost": [3, 2.5, 7], "b": [0, 1, 1]}, index=["x", "y", "z"])
    frame.to_csv(tmp_path / "a.csv")
    assert danceoff.problem(frame).digest == danceoff.read(tmp_path / "a.csv").problem.digest
    assert danceoff.best(frame).cost == 5.5
    assert danceoff.best(danceoff.problem(frame.rename(columns={"cost": "pay"}), cost="pay")).cost == 5.5
    assert danceoff.problem(pd.DataFrame({"a": [1, 0], "cost": [0, 1], "b": [0, 1]})).n_items == 2
