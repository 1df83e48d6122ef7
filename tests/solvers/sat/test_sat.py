"""The SAT backend: clauses that have the covers as models, every engine and setting that it offers, refusals."""

import subprocess
import sys
from itertools import combinations_with_replacement, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from night import drawn
from pysat.solvers import Solver

from danceoff.experiments.contract.rules import finds_the_cheapest
from danceoff.experiments.contract.small import all_covers
from danceoff.experiments.contract.strategies import problems, problems_with
from danceoff.problems import Covers, ExactCover, catalog
from danceoff.solvers import UnsupportedProblem, load
from danceoff.solvers.sat import maxsat
from danceoff.solvers.sat import solver as sat_solver
from danceoff.solvers.sat.clauses import cnf
from danceoff.solvers.sat.clauses.at_most_one import between
from danceoff.solvers.sat.clauses.cnf import COLOURS, ENCODINGS, Clauses, encode, n_variables
from danceoff.solvers.sat.solver import Sat, SatSearch

PROBLEMS = [
    ExactCover.from_options([], []),
    ExactCover.from_options([], [], "s"),
    ExactCover.from_options(["a"], "ab"),
    ExactCover.from_options(["ab", "ab", "as", "b", "bs", "bcs", "c"], "abc", "s"),
    ExactCover.from_options(["ab"] * 6 + ["a", "b"], "ab"),
    ExactCover.from_options(
        [[item, *one] for item in "abc" for one in ([("s", 1)], [("s", 2), ("t", 1)], "s", [("t", 2)])], "abc", "st"
    ),
]


def can(**options) -> bool:
    try:
        Sat(**options)
    except ValueError:
        return False
    return True


SETTINGS = [
    *(Sat(engine=engine) for engine in Sat.choices["engine"]),
    *(Sat(engine=e, warm_start=True) for e in Sat.choices["engine"] if can(engine=e, warm_start=True)),
    *(Sat(encoding=encoding) for encoding in Sat.choices["encoding"]),
    *(Sat(colours="conflicts", encoding=encoding) for encoding in ("pairwise", "ladder", "totalizer")),
    Sat(colours="conflicts", strategy="propagator", seed=3),
    *(Sat(seed=seed, strategy=strategy) for seed in (0, 1, 7) for strategy in Sat.choices["strategy"]),
    Sat(encoding="cardnetwrk", strategy="propagator"),
    Sat(engine="minicard", warm_start=True, encoding="totalizer", seed=2),
]


@pytest.mark.parametrize("solver", SETTINGS, ids=str)
def test_every_setting_gives_every_cover_once(solver):
    for problem in PROBLEMS:
        covers = list(solver.prepare(problem).covers())
        assert len(set(covers)) == len(covers)
        assert set(covers) == all_covers(problem)
        assert solver.prepare(problem).count() == len(covers)
        assert list(solver.prepare(problem, covers).covers()) == []
        assert set(solver.prepare(problem, covers[::2]).covers()) == set(covers[1::2])
    assert solver.prepare(catalog.instance("tromino/5x5-2").problem).count() == 16


@pytest.mark.parametrize("solver", [s for s in SETTINGS if s.encoding == "grouped" and s.seed == 0], ids=str)
def test_every_engine_can_be_stopped(solver):
    n = 15  # an odd number of people cannot be parted into pairs
    problem = ExactCover.from_options([(i, j) for i in range(n) for j in range(i)], range(n))
    increments = iter(solver.prepare(problem).increments())
    assert [next(increments), next(increments)] == [0, 0]
    increments.close()


@given(problems(multiplicities=True) | problems(multiplicities=True, colours=True))
@drawn(25)
def test_in_parts_every_cover_comes_once(problem):
    some_cover = min(all_covers(problem), default=())
    solvers = [Sat(), Sat(seed=3), Sat(engine="minisat-gh", warm_start=True)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SatSearch, "_chosen", in_parts(SatSearch._chosen))
        for asked, solver in product((problem, problem.given(some_cover[:1])), solvers):
            covers = list(solver.prepare(asked).covers())
            assert len(set(covers)) == len(covers)
            assert set(covers) == all_covers(asked)
            assert set(solver.prepare(asked, covers[::2]).covers()) == set(covers[1::2])


def in_parts(search):
    """The search after a first slice that was too short."""

    def walk(self):
        solve = self.native.solver.solve_limited
        answers = iter([None])
        self.native.solver.solve_limited = lambda assumed: next(answers, 1) and solve(assumed)
        return search(self)

    return walk


@pytest.mark.parametrize("encoding", ["grouped", "pairwise", "ladder", "commander"])
def test_variables_that_are_never_removed_make_clauses_over_decisions_sound(encoding, monkeypatch):
    often = dict.fromkeys(("probeint", "elimint", "subsumeint", "compactint", "compactmin", "rephaseint"), 1)
    now = sat_solver._CONFIGURED["cadical195"]
    monkeypatch.setitem(sat_solver._CONFIGURED, "cadical195", {**now, **often, "compactlim": 0})
    for name, n_covers in [("queens/8", 92), ("tromino/5x5-0", 8), ("sudoku-begun/16x16-50-2", 56)]:
        covers = list(Sat(encoding=encoding).prepare(catalog.instance(name).problem).covers())
        assert len(covers) == len(set(covers)) == n_covers


def test_a_seed_always_gives_the_same_order():
    problem = catalog.instance("tromino/5x5-0").problem
    orders = [tuple(Sat(seed=seed).prepare(problem).covers()) for seed in (0, 1, 1, 2)]
    assert orders[1] == orders[2]
    assert len(set(orders)) > 1
    assert len({frozenset(order) for order in orders}) == 1


def test_a_refusal_prints_nothing():
    """PySAT's constructors that fail complain from their destructors, so no refusal may come from them."""
    code = """
from danceoff.solvers import load
for options in ("warm_start=true", "engine=maplechrono,warm_start=true", "engine=lingeling", "engine=maplesat"):
    try:
        load(f"sat:{options}")
    except ValueError:
        print("refused")
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == 4 * "refused\n"
    assert run.stderr == ""


@pytest.mark.parametrize("solver", SETTINGS, ids=str)
def test_stats_tell_the_size_of_the_encoding_and_the_blocking_clauses(solver):
    problem = catalog.instance("queens/6").problem
    search = solver.prepare(problem, Covers.of([(1, 9, 17, 18, 26, 34)]))
    encoded = encode(problem, solver.encoding, solver.colours)
    size = {"variables": n_variables(problem, encoded), "clauses": len(encoded)}
    assert search.stats().items() >= {**size, "blocking_clauses": 1}.items()
    assert search.count() == 3
    assert search.stats().items() >= {**size, "blocking_clauses": 4}.items()


@pytest.mark.parametrize("spec", ["sat", "sat:strategy=propagator"])
@pytest.mark.parametrize("walk", ["batches", "increments"])
def test_the_native_solver_is_deleted_however_the_walk_ends(spec, walk):
    for n_steps in (1, 9):
        search = load(spec).prepare(PROBLEMS[3])
        steps = iter(getattr(search, walk)())
        for _ in zip(range(n_steps), steps, strict=False):
            pass
        steps.close()
        assert search.native.solver is None


@pytest.mark.parametrize("spec", ["sat", "sat:maxsat=rc2", "sat:strategy=propagator", "sat:engine=glucose4,seed=3"])
@given(problem=problems_with(load("sat").features), turn=st.integers(1, 4), most=st.integers(0, 8))
@drawn(8)
def test_cores_and_a_list_in_turns_find_the_cheapest_covers(spec, problem, turn, most):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(maxsat, "_FIRST_TURN", turn)
        patch.setattr(maxsat, "_MOST_LISTED", most)
        finds_the_cheapest(load(spec), problem)


@pytest.mark.parametrize("spec", ["sat", "sat:maxsat=rc2"])
def test_a_list_ends_what_takes_cores_thousands_of_calls(spec, monkeypatch):
    """All 36 covers, whose costs have 12 digits: cores alone were not through after 5000 calls."""
    n_calls = []
    call = maxsat._InSlices._call_oracle

    def counted(*arguments, **named):
        n_calls.append(1)
        return call(*arguments, **named)

    monkeypatch.setattr(maxsat._InSlices, "_call_oracle", counted)
    draw = Random(3)
    n_items, n_options = draw.randint(3, 9), draw.randint(10, 26)
    rows = [draw.sample(range(n_items), draw.randint(1, max(1, n_items // 2))) for _ in range(n_options)]
    cost = [draw.randint(-(10**12), 10**12) if draw.random() < 0.9 else 0 for _ in rows]
    problem = ExactCover.from_options(map(sorted, rows), range(n_items), cost=cost)
    found = [cover for cover, _ in load(spec).prepare(problem).cheapest(100) if cover is not None]
    assert set(found) == all_covers(problem)
    assert len(found) == 36
    assert 400 < len(n_calls) <= 501  # the last one is paused


ENOUGH = 100
few = drawn(20)


def n_models(clauses: list[list[int]], n_options: int) -> int:
    """Count by blocking all variables of each model, up to ENOUGH; tautologies make every variable known."""
    n_variables = max((abs(literal) for clause in clauses for literal in clause), default=0)
    n_variables = max(n_variables, n_options)
    n = 0
    with Solver(name="minisat22", bootstrap_with=[*clauses, *([v, -v] for v in range(1, n_variables + 1))]) as solver:
        while n < ENOUGH and solver.solve():
            n += 1
            model = solver.get_model()
            assert len(model) == n_variables
            solver.add_clause([-literal for literal in model])
    return n


def those(*determined: str) -> list[str]:
    return [name for name, encoding in ENCODINGS.items() if encoding.determined in determined]


@st.composite
def crowded(draw, secondary=True):
    """Many options an item, some through the same two items: auxiliary variables in every encoding."""
    items = draw(st.permutations(["ab", "ab", "ab", "ab", "ab", "a", "a", "b", "b", "bc", "c", "ac"]))
    options = [f"{option}s" if secondary and draw(st.booleans()) else option for option in items]
    return ExactCover.from_options(options, "abc", "s" if secondary else "")


@st.composite
def colourful(draw):
    """Many options an item, and many of each colour: rows of variables that every encoding divides."""
    colours = draw(st.permutations([*"aaabbbcccddd", "", ""]))
    options = [[k % 2, ("s", colour) if colour else "s"] for k, colour in enumerate(colours)]
    return ExactCover.from_options([*options, [0, 1], [0], [1, ("s", "a"), "t"]], range(2), "st")


@pytest.mark.parametrize("colours", COLOURS)
def test_long_rows_become_ladders_where_pairs_are_too_many(colours, monkeypatch):
    monkeypatch.setattr(cnf, "_MOST_PAIRS", 12)
    monkeypatch.setattr(cnf, "_LONG", 3)

    @few
    @given(crowded() | colourful() | problems(multiplicities=True, colours=True))
    def agree(problem):
        n_covers = len(all_covers(problem))
        assert n_models(list(encode(problem, "grouped", colours)), problem.n_options) == min(n_covers, ENOUGH)
        assert load(f"sat:colours={colours}").prepare(problem).count() == n_covers

    agree()


def test_a_linear_number_of_clauses_stands_for_too_many_pairs_or_one_line_does():
    """Two items of 8,000 options each and no others: 64 million pairs."""
    problem = ExactCover.from_options([[k % 2, 2 + k] for k in range(16_000)], range(2), range(2, 16_002))
    assert len(encode(problem, "grouped")) < 5 * problem.n_options
    many = ExactCover.from_options([["a"]] * 12_000, "a")
    with pytest.raises(UnsupportedProblem, match="encoding pairwise would write 71994000 clauses, and encodings"):
        encode(many, "pairwise")


@pytest.mark.parametrize("colours", COLOURS)
@pytest.mark.parametrize("encoding", those("always", "primary"))
def test_there_are_as_many_models_as_covers_without_secondary_items_or_always(encoding, colours):
    several = problems(multiplicities=True) | crowded() | problems(multiplicities=True, colours=True) | colourful()

    @few
    @given(several if encoding in those("always") else problems(secondary=False) | crowded(secondary=False))
    def agree(problem):
        clauses = list(encode(problem, encoding, colours))
        assert n_models(clauses, problem.n_options) == min(ENOUGH, len(all_covers(problem)))

    agree()


@pytest.mark.parametrize("colours", COLOURS)
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_every_encoding_holds_for_the_covers_and_for_nothing_else(encoding, colours):
    @few
    @given(problems() | crowded() | problems(colours=True) | colourful())
    def agree(problem):
        covers = all_covers(problem)
        with Solver(name="minisat22", bootstrap_with=encode(problem, encoding, colours)) as solver:
            for cover in covers:
                assert solver.solve([k + 1 if k in cover else -1 - k for k in range(problem.n_options)])
                solver.add_clause([-1 - k for k in cover])
            assert not solver.solve()

    agree()


def test_options_of_one_head_are_one_literal_to_other_items():
    clauses = list(encode(ExactCover.from_options(["pa"] * 5 + ["pb", "a"], "pab"), "grouped"))
    assert [8, 7] in clauses or [7, 8] in clauses
    assert [-7, -8] in clauses
    assert [-8, 1, 2, 3, 4, 5] in clauses
    assert [-1, -7] not in clauses


def test_options_of_one_head_are_not_grouped_where_they_do_not_exclude_each_other():
    options = [["p", "m", ("s", colour)] for colour in "aaabbb"]
    problem = ExactCover.from_options([*options, ["m", "s"]], "pm", "s", multiplicity={"m": (1, 2)})
    used = {abs(literal) for clause in ENCODINGS["grouped"].clauses(problem, Clauses.of([]), 7) for literal in clause}
    assert used <= set(range(1, 8))


@pytest.mark.parametrize("n", range(5))
@pytest.mark.parametrize(("least", "most"), list(combinations_with_replacement(range(5), 2)))
def test_between_has_one_model_for_each_choice(n, least, most):
    clauses = between(range(1, n + 1), least, most, n + 7)
    wanted = sum(least <= bin(choice).count("1") <= most for choice in range(2**n))
    known = [[v, -v] for v in {abs(x) for clause in clauses for x in clause} | set(range(1, n + 1))]
    with Solver(name="minisat22", bootstrap_with=clauses + known) as solver:
        n_found = 0
        while solver.solve():
            n_found += 1
            solver.add_clause([-x for x in solver.get_model() if [abs(x), -abs(x)] in known])
    assert n_found == wanted
    assert set(range(1, n + 1)) <= {abs(x) for clause in clauses for x in clause} or [] in clauses


def test_the_command_line_says_which_encoding_would_write_too_much(run, monkeypatch):
    monkeypatch.setattr(cnf, "_MOST_PAIRS", 100)
    code, out, err = run("export", "queens/6", "--format", "cnf")
    assert (code, out, err.count("\n"), "encoding pairwise would write " in err) == (2, "", 1, True)
    assert run("export", "queens/6", "--format", "cnf", "--encoding", "grouped")[0] == 0
