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

PROOF = "list+proof"
AT_ONCE = 1 << 14
MANY = 1 << 20
BUDGET = Budget(unpacked_mb=40, memory_mb=30, n_steps=20_000_000)
"""Small, so that the hostile need not be large to pass it."""


def pairs(n: int) -> ExactCover:
    """n items that can each be covered in two ways."""
    return ExactCover.from_options([[item] for item in range(n) for _ in range(2)], range(n))


def odd() -> ExactCover:
    """A problem without covers whose clauses do not say so at once."""
    return ExactCover.from_options(["ab", "bc", "ca"], "abc")


def alike(n: int) -> ExactCover:
    return ExactCover.from_options([["a"]] * n, "a")


def repeated(words: Iterable[int], times: int) -> Iterable[np.ndarray]:
    row = np.array(list(words), "<i4")
    for begin in range(0, times, AT_ONCE):
        yield np.tile(row, min(AT_ONCE, times - begin))


# A kind of certificate, a problem, words to prove it with, and a count but 0; a text is instead of a count and words.
Claim = tuple[str, ExactCover, Iterable[np.ndarray] | str] | tuple[str, ExactCover, Iterable[np.ndarray], int]


def wide_choice() -> ExactCover:
    """Four of a hundred, in four million ways that all differ."""
    return ExactCover.from_options([(row, column) for row in range(4) for column in range(4, 104)], range(104))


HOSTILE: dict[str, tuple[Callable[[], Claim], str]] = {
    # clauses that hold whatever is chosen, as long as they may be, derived over and over
    "tautologies": (lambda: (PROOF, odd(), repeated([6, *[1, -1] * 3, 3, 1, 2, 4], MANY)), "memory"),
    # clauses of all literals of many options
    "long clauses": (
        lambda: (PROOF, pairs(500), repeated([2000, *range(1, 1001), *range(-1000, 0), 1, 1], 5000)),
        "memory",
    ),
    # as many symmetries as there are options, all of them that which changes nothing
    "symmetries": (lambda: ("trace", pairs(1000), [np.array([2000]), *[np.arange(1000)] * 2000]), "memory"),
    # a small problem of so many items and options that a bit for each pair is too much
    "wide": (lambda: ("trace", pairs(30_000), [np.array([0])]), "memory"),
    # 167,000 steps
    "pending": (lambda: ("trace", wide_choice(), [np.repeat([0, 0, 1, 2, 3], [1, 1, 100, 4950, 161700])]), "memory"),
    # a clause that looks at the same long clause for ever, and never ends
    "work": (lambda: (PROOF, alike(300), [np.array([0, MANY]), *repeated([1], MANY)]), "steps"),
    # two thousand million hints are announced, and do not come
    "hints": (lambda: (PROOF, odd(), [np.array([0, 2**31 - 1])]), "refuted"),
    # forgets clauses that there are not, and the same ones again
    "forgets": (lambda: (PROOF, odd(), repeated([-2, 1, 2**31 - 1], 4 * MANY)), "unpacked"),
    # as many covers as a number of 200,000 digits says, and a count that would take seconds to read
    "promised": (lambda: ("none", pairs(3), [], 10**200_000), "refuted"),
    "too long a number": (lambda: ("none", pairs(3), "9" * 1_200_000), "refuted"),
    "negative": (lambda: ("trace", pairs(3), [np.array([-(2**31), -(2**31), 2**31 - 1])]), "refuted"),
    # a problem whose clauses are too many for any proof
    "too many clauses": (lambda: (PROOF, alike(3000), [np.array([0, 0])]), "memory"),
}
"""What is claimed, and what becomes of it: it is refuted, or a budget is spent."""


def written(file: Path, name: str) -> ExactCover:
    """Write the certificate of this name; return the problem that it is about."""
    kind, problem, words, *count = HOSTILE[name][0]()
    if isinstance(words, str):
        file.write_bytes(f"{MAGIC} {kind} {problem.digest} {words}\n".encode())
    else:
        write_words(file, kind, problem, *(count or [0]), words)
    return problem


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
        problem = written(file, name)
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
