"""Certificates that ask for all there is; as a program: checks those named, and says what each took."""

import os
import resource
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np

from danceoff.problems import ExactCover
from danceoff.problems.certificate import MAGIC, Budget, InvalidCertificate, NotChecked, check_certificate
from danceoff.solvers.certify.write import write_words

AT_ONCE = 1 << 14
MANY = 1 << 20
BUDGET = Budget(unpacked_mb=40, memory_mb=30, n_steps=20_000_000)
"""Small, so that the hostile need not be large to pass it."""


def pairs(n: int) -> ExactCover:
    """n items that can each be covered in two ways."""
    return ExactCover.from_options([[item] for item in range(n) for _ in range(2)], range(n))


def unsatisfiable() -> ExactCover:
    """A problem without covers whose clauses do not say so at once."""
    return ExactCover.from_options(["ab", "bc", "ca"], "abc")


def repeated(words: Iterable[int], times: int) -> Iterable[np.ndarray]:
    row = np.array(list(words), "<i4")
    for begin in range(0, times, AT_ONCE):
        yield np.tile(row, min(AT_ONCE, times - begin))


def packed(file: Path, kind: str, problem: ExactCover, words: Iterable[np.ndarray], count: int = 0) -> ExactCover:
    write_words(file, kind, problem, count, words)
    return problem


def tautologies(file: Path) -> ExactCover:
    """Clauses that hold whatever is chosen, as long as they may be, derived over and over."""
    problem = unsatisfiable()
    clause = [1, -1] * 3
    return packed(file, "list+proof", problem, repeated([6, *clause, 3, 1, 2, 4], MANY))


def long_clauses(file: Path) -> ExactCover:
    """Clauses of all literals of many options."""
    problem = pairs(500)
    literals = [*range(1, 1001), *range(-1000, 0)]
    return packed(file, "list+proof", problem, repeated([2000, *literals, 1, 1], 5000))


def symmetries(file: Path) -> ExactCover:
    """As many symmetries as there are options, all of them that which changes nothing."""
    problem = pairs(1000)
    return packed(file, "trace", problem, [np.array([2000]), *(np.arange(1000) for _ in range(2000))])


def wide(file: Path) -> ExactCover:
    """A small problem of so many items and options that a bit for each pair is too much."""
    return packed(file, "trace", pairs(30_000), [np.array([0])])


def pending(file: Path) -> ExactCover:
    """Four of a hundred, in four million ways that all differ, by 167,000 steps."""
    options = [(row, column) for row in range(4) for column in range(4, 104)]
    problem = ExactCover.from_options(options, range(104))
    return packed(file, "trace", problem, [np.repeat([0, 0, 1, 2, 3], [1, 1, 100, 4950, 161700])])


def work(file: Path) -> ExactCover:
    """A clause that looks at the same long clause for ever, and never ends."""
    problem = ExactCover.from_options([["a"]] * 300, "a")
    return packed(file, "list+proof", problem, [np.array([0, MANY]), *repeated([1], MANY)])


def hints(file: Path) -> ExactCover:
    """Two thousand million hints are announced, and do not come."""
    return packed(file, "list+proof", unsatisfiable(), [np.array([0, 2**31 - 1])])


def forgets(file: Path) -> ExactCover:
    """Forgets clauses that there are not, and the same ones again."""
    return packed(file, "list+proof", unsatisfiable(), repeated([-2, 1, 2**31 - 1], 4 * MANY))


def promised(file: Path) -> ExactCover:
    """As many covers as a number of 200,000 digits says."""
    return packed(file, "none", pairs(3), [], 10**200_000)


def too_long_a_number(file: Path) -> ExactCover:
    """A count that would take seconds to read."""
    problem = pairs(3)
    file.write_bytes(f"{MAGIC} none {problem.digest} {'9' * 1_200_000}\n".encode())
    return problem


def negative(file: Path) -> ExactCover:
    """Numbers where there can be none."""
    return packed(file, "trace", pairs(3), [np.array([-(2**31), -(2**31), 2**31 - 1])])


def too_many_clauses(file: Path) -> ExactCover:
    """A problem whose clauses are too many for any proof."""
    problem = ExactCover.from_options([["a"]] * 3000, "a")
    return packed(file, "list+proof", problem, [np.array([0, 0])])


HOSTILE: dict[str, tuple[Callable[[Path], ExactCover], str]] = {
    "tautologies": (tautologies, "memory"),
    "long clauses": (long_clauses, "memory"),
    "symmetries": (symmetries, "memory"),
    "wide": (wide, "memory"),
    "pending": (pending, "memory"),
    "work": (work, "steps"),
    "hints": (hints, "refuted"),
    "forgets": (forgets, "unpacked"),
    "promised": (promised, "refuted"),
    "too long a number": (too_long_a_number, "refuted"),
    "negative": (negative, "refuted"),
    "too many clauses": (too_many_clauses, "memory"),
}
"""Who writes it, and what becomes of it: it is refuted, or a budget is spent."""


def verdict(problem: ExactCover, file: Path) -> str:
    try:
        return str(check_certificate(problem, file, BUDGET))
    except InvalidCertificate as error:
        return f"refuted: {error}"
    except NotChecked as error:
        return error.budget


def main() -> None:
    """A line for each one named, checked in a process of its own: name, verdict, and by how many MB memory grew."""
    file = Path(sys.argv[1])
    for name in sys.argv[2:]:
        problem = HOSTILE[name][0](file)
        if not (child := os.fork()):
            resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
            before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            found = verdict(problem, file)
            grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
            print(name, found, grown // 1000, file.stat().st_size, sep="\t", flush=True)
            os._exit(0)
        os.waitpid(child, 0)


if __name__ == "__main__":
    main()
