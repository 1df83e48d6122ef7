"""Clauses: every conflict once, and as many models as there are covers, where the encoding says so."""

from itertools import combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st
from night import drawn
from pysat.solvers import Solver

from danceoff.experiments.contract.small import all_covers
from danceoff.experiments.contract.strategies import problems
from danceoff.problems import ExactCover
from danceoff.solvers import UnsupportedProblem, load
from danceoff.solvers.sat.clauses import cnf
from danceoff.solvers.sat.clauses.at_most_one import between
from danceoff.solvers.sat.clauses.cnf import COLOURS, ENCODINGS, Clauses, encode

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
@pytest.mark.parametrize("encoding", those("always"))
def test_there_are_as_many_models_as_covers(encoding, colours):
    @few
    @given(problems(multiplicities=True) | crowded() | problems(multiplicities=True, colours=True) | colourful())
    def agree(problem):
        clauses = list(encode(problem, encoding, colours))
        assert n_models(clauses, problem.n_options) == min(ENOUGH, len(all_covers(problem)))

    agree()


@pytest.mark.parametrize("encoding", those("always", "primary"))
def test_there_are_as_many_models_as_covers_without_secondary_items(encoding):
    @few
    @given(problems(secondary=False) | crowded(secondary=False))
    def agree(problem):
        assert n_models(list(encode(problem, encoding)), problem.n_options) == len(all_covers(problem))

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
