"""What a run costs in sum: the best of each case beside every solver that was asked all of it."""

from builders.sums import sums
from rows import row

from danceoff.experiments.results.record import Row


def took(cpu_s: float, solver: str, problem: str, **columns: object) -> Row:
    return row(solver, problem=problem, digest=problem, prepare_s=0.0, search_s=cpu_s, cpu_s=cpu_s, **columns)


CASES = [
    took(1.0, "dlx", "a"),
    took(4.0, "dlx", "b"),
    took(3.0, "sat", "a"),
    took(2.0, "sat", "b"),
    took(0.5, "auto", "a"),
    took(4.0, "auto", "b"),
    took(2.0, "cpsat", "a"),
    took(1.5, "cpsat", "b", covers=0, status="timeout"),
    took(0.25, "dlx", "a", task="count", fingerprint=""),
    took(0.35, "dlx", "a", task="count", fingerprint="", repeat=2),
]


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]


def test_every_solver_is_compared_with_the_best_of_each_case():
    head, _, listed, counted, together = map(cells, sums(CASES).splitlines())
    assert head == ["CPU seconds in sum", "cases", "best of each", "auto", "dlx", "sat", "cpsat"]
    assert listed == ["all covers", "2", "3", "4.5 (1.5 x)", "5 (1.67 x)", "5 (1.67 x)", "> 12 (4 x)"]
    assert counted == ["their number", "1", "0.3", "", "0.3 (1 x)", "", ""]
    assert together == ["together", "3", "3.3", "", "5.3 (1.61 x)", "", ""]
