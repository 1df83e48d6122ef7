"""The model that MiniZinc gets, which can be read without the program."""

from danceoff.experiments.contract.small import SMALL
from danceoff.solvers.constraints.minizinc import model


def test_a_colour_is_one_term_of_the_sum_of_its_item():
    problem, _ = SMALL["colours that agree"]
    assert model(problem, frozenset()).splitlines()[:4] == [
        "array[0..1] of var bool: chosen;",
        "constraint 1 <= sum([chosen[0]]) /\\ sum([chosen[0]]) <= 1;",
        "constraint 1 <= sum([chosen[1]]) /\\ sum([chosen[1]]) <= 1;",
        "solve satisfy;",
    ]
    problem, _ = SMALL["colours and multiplicities"]
    of_colours = "constraint sum([chosen[3], exists([chosen[0], chosen[1]]), exists([chosen[2]])]) <= 1;"
    assert of_colours in model(problem, frozenset()).splitlines()
