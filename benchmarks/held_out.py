"""`python -m benchmarks.held_out [--commit COMMIT]`: the plan `held-out`, of problems that no solver was tuned on.

The commit that last changed an engine is the seed. So the author of a change to an engine cannot know the problems, and
draws others. Problems of all families are drawn, with changes, until each question has enough. A problem is left
out if the catalog lists it, if it is too large for `draw`, or if dancing links (`is_easy`) or a proof without a search
(`is_refuted`) answer its question. None is left out as too hard.
"""

import argparse
import subprocess
from collections import Counter
from collections.abc import Mapping
from math import inf

import numpy as np

from benchmarks.drawn import draw
from danceoff.problems import catalog
from danceoff.solvers import load
from danceoff.solvers.base.turns import ended
from danceoff.solvers.together.refutations import TABLE, Refutations

_EASY = 1e8
"""Work, 0.1 s."""
_OF_A_FAMILY = 8
"""The most problems of a family, of all questions together."""
_EACH = 40
_ENGINES = "tests/data/engines.txt"
_TRACKS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "first": (
        "one-cover",
        ("auto", "bits", "learn", "dlx", "sat", "cpsat", "clingo", "peer-dxz", "peer-miniexact", "peer-xcover"),
    ),
    "count": (
        "counts",
        ("auto", "counter", "bits", "learn", "dlx", "sat", "d4", "ganak", "peer-miniexact", "peer-xcover"),
    ),
    "best": ("cheapest-cover", ("auto", "bits", "learn", "counter", "cpsat", "highs", "cbc", "clingo", "scip")),
}
"""The track and the solvers of each question."""


def drawn(commit: str, n_each: int = _EACH) -> dict[str, list[str]]:
    """Return the problems of each question.

    commit: the hash of the commit that is the seed.
    n_each: problems of each question.
    """
    found: dict[str, list[str]] = {question: [] for question in _TRACKS}
    of_family: Counter[str] = Counter()
    known = set(catalog.names())
    k = 0
    while question := next((one for one in _TRACKS if len(found[one]) < n_each), None):
        name = draw(np.random.default_rng([int(commit[:15], 16), k]), has_costs=question == "best")
        family = name.partition("/")[0]
        is_wanted = name not in known and of_family[family] < _OF_A_FAMILY
        if is_wanted and not is_easy(name, question) and not is_refuted(name):
            found[question].append(name)
            known.add(name)
            of_family[family] += 1
        k += 1
    return found


def is_easy(name: str, question: str) -> bool:
    """Return whether dancing links find a cover, or for other questions than `first` list all, with little work."""
    n_covers = 0
    with load("dlx").prepare(catalog.instance(name).problem) as search:
        for increment in search.increments():
            n_covers += increment
            if question == "first" and n_covers:
                return True
            if search.work() > _EASY:
                return False
    return True


def is_refuted(name: str) -> bool:
    """Return whether `auto` proves without a search that there is no cover, by a sum over the cells of a board, say."""
    refutations = Refutations(catalog.instance(name).problem)
    for _ in TABLE:
        ended(refutations.after(lambda: inf))
        if refutations.found:
            return True
    return False


def plan(commit: str, found: Mapping[str, list[str]]) -> str:
    """Return the text of the plan."""
    lines = [
        f'description = "problems drawn from commit {commit[:12]}, on which nothing was tuned, 5 s a case: an hour"',
        "time_limit_s = 5",
        "memory_limit_mb = 6000",
    ]
    for question, (track, solvers) in _TRACKS.items():
        lines += ["", "[[product]]", f'track = "{track}"', f'tasks = ["{question}"]', "[product.problems]"]
        sizes: dict[str, list[str]] = {}
        for name in sorted(found[question]):
            family, _, size = name.partition("/")
            sizes.setdefault(family, []).append(size)
        lines += [f"{family} = {sizes[family]}".replace("'", '"') for family in sizes]
        lines += ["[product.solvers]", *(f"{solver} = {{}}" for solver in solvers)]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Print the plan."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.held_out", description="Draw the plan held-out.")
    parser.add_argument("--commit", help="the seed (the commit that last changed an engine)")
    commit = (
        parser.parse_args().commit
        or subprocess.check_output(["git", "log", "-1", "--format=%H", "--", _ENGINES], text=True).strip()
    )
    print(plan(commit, drawn(commit)), end="")


if __name__ == "__main__":
    main()
