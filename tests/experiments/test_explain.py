"""`danceoff solve --explain`: items that cannot be covered together, in words."""

from danceoff.experiments.run.one_case.no_walk import explaining
from danceoff.problems import ExactCover
from danceoff.problems.catalog import instance
from danceoff.solvers.questions.conflict import Conflict, Strength


def test_the_items_are_printed_beside_the_proofs(run):
    code, out, _ = run("solve", "domino/3x3", "--explain")
    assert code == 0
    _, by_size, by_items = out.splitlines()
    assert by_size == "there can be none: 9 cells must be filled, and no choice of pieces has that many"
    these = "there can be none: the 5 items 0,0 0,2 1,1 2,0 2,2 cannot be covered together (the smallest possible)"
    assert by_items == f"{these}; if any one of them need not be covered, there is a cover"


def test_only_some_may_be_decisive_and_long_lists_are_cut():
    problem = ExactCover.from_options(["a", "b", "cd"], "abcde")
    assert list(explaining.explanations(problem))[-1] == (
        "the item e cannot be covered (the smallest possible); if it need not be covered, there is a cover"
    )
    some = Conflict((0, 1), Strength.MINIMAL, (1,))
    assert explaining._in_words(problem, some).endswith("; there is a cover if one of these need not be covered: b")
    many = Conflict(tuple(range(61)), Strength.CORE)
    assert "and 1 more" in explaining._in_words(instance("domino/9x9").problem, many)


def test_the_smallest_is_looked_for_in_small_problems_only():
    *_, last = explaining.explanations(instance("partridge/4").problem)
    assert "minimal: without any one" in last


def test_a_problem_with_covers_has_nothing_to_explain(run):
    code, out, _ = run("solve", "queens/4", "--explain")
    assert (code, "there can be none" in out) == (0, False)
    code, _, err = run("solve", "queens/4", "--explain", "--format", "json")
    assert (code, len(err.splitlines())) == (2, 1)
