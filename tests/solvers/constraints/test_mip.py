"""HiGHS and SCIP: bounds while they run, read from their logs."""

import pytest

from danceoff.problems import ExactCover, catalog
from danceoff.solvers import load
from danceoff.solvers.constraints.mip import _sender


@pytest.mark.parametrize("name", ["highs", "scip"])
def test_bounds_come_before_the_first_cover_and_hold(name):
    problem = catalog.instance("steiner-cover/27").problem  # the optimum is 18, the linear bound 9
    dearer = ExactCover(**{**vars(problem), "cost": problem.cost * 7})
    with load(name).prepare(dearer) as search:
        steps = list(search.cheapest())
    first = next(k for k, step in enumerate(steps) if step.cover is not None)
    bounds = [step.bound for step in steps[:first] if step.bound is not None]
    assert bounds
    assert bounds == sorted(bounds)
    assert max(bounds) <= 18 * 7
    assert all(bound % 7 == 0 for bound in bounds)


@pytest.mark.parametrize(
    ("native", "line", "bound"),
    [
        ("highs", b" S       0       0         0   0.00%   12.5            39                68.00%        0   0", 13),
        ("highs", b"         0       0         0   0.00%   -inf            inf          inf        0", None),
        ("highs", b"   77 rows", None),
        ("scip", b"  0.9s| 35M |   0 | 2.637400e+04 | 2.700000e+04 | 2.0%| unknown", 26374),
        ("scip", b"  0.9s| 35M |   0 |    cutoff    |      --      |   0.00%| unknown", None),
        ("scip", b" time | node  | left  |LP iter|  dualbound   | primalbound  |  gap   | compl. ", None),
    ],
)  # fmt: skip
def test_a_bound_is_read_where_a_line_of_the_log_has_one(native, line, bound):
    class Pipe:
        sent = None

        def send(self, report):
            self.sent = report.note.bound

    _sender(native, pipe := Pipe())(line + b"\n")
    assert pipe.sent == bound
