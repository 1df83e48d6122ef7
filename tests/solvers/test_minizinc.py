"""The model that MiniZinc gets, which can be read without the program."""

from danceoff.experiments.contract.small import SMALL
from danceoff.solvers.constraints.minizinc import model


def test_a_colour_is_one_term_of_the_sum_of_its_item():
    problem, _ = SMALL["colours and multiplicities"]
    assert model(problem, frozenset()).splitlines()[:4] == [
        "array[0..3] of var bool: chosen;",
        "constraint 1 <= sum([chosen[0], chosen[1], chosen[2], chosen[3]]) /\\ "
        "sum([chosen[0], chosen[1], chosen[2], chosen[3]]) <= 2;",
        "constraint sum([chosen[3], exists([chosen[0], chosen[1]]), exists([chosen[2]])]) <= 1;",
        "solve satisfy;",
    ]
