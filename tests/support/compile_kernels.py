"""Compiles the kernels of the engines before the suite runs, or its workers would each compile the same ones."""

from concurrent.futures import ProcessPoolExecutor

from danceoff.problems import ExactCover
from danceoff.solvers import load

ENGINES = ("bits", "counter", "learn", "dlx")
"""Those that take longest first."""
PROBLEMS = (
    ExactCover.from_options(["a", "ab", "b"], "ab"),
    ExactCover.from_options([["a", ("c", "x")], ["b", ("c", "y")]], "ab", "c"),
    ExactCover.from_options(["a", "ab", "b"], "ab", multiplicity={"a": (1, 2)}),
    ExactCover.from_options(["a", "ab", "b"], "ab", cost=[1, 2, 3]),
)


def compile_all(engine: str) -> None:
    """Let the engine do what it does before a case is measured."""
    solver = load(engine)
    for problem in PROBLEMS:
        for listing in [False] if engine == "counter" else [True, False]:
            solver.warm_up(problem, listing)


if __name__ == "__main__":
    with ProcessPoolExecutor(2) as pool:
        list(pool.map(compile_all, ENGINES))
