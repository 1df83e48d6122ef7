"""Fuzz everything that takes input, a number of seconds for each target.

    python tests/support/fuzz.py [--seconds S] [--seed N] [TARGET ...]

Stops a target at the first case that is wrong, shrinks it, and prints it so that it can be replayed. To add a target,
write a module with a function that returns a `Target`, and add a line to TARGETS; test_fuzz.py then runs it in short.
"""

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence

import fuzz_api
import fuzz_certificates
import fuzz_learning
import fuzz_questions
import fuzz_readers
import fuzz_solvers
from fuzz_target import Target, fuzz

TARGETS: Mapping[str, Callable[[], Target]] = {
    "solvers": fuzz_solvers.target,
    "learning": fuzz_learning.target,
    "questions": fuzz_questions.target,
    "api": fuzz_api.target,
    "readers": fuzz_readers.target,
    "certificates": fuzz_certificates.target,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Fuzz, print what came of it, and return 1 where something is wrong."""
    parser = argparse.ArgumentParser(description="fuzz everything that takes input")
    parser.add_argument("--seconds", type=float, default=60, help="for each target; default: %(default)s")
    parser.add_argument("--seed", type=int, default=1, help="default: %(default)s")
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=f"default: all, {' '.join(TARGETS)}")
    args = parser.parse_args(arguments)
    if unknown := [name for name in args.targets if name not in TARGETS]:
        parser.error(f"unknown target {unknown[0]!r}; there are {', '.join(TARGETS)}")
    is_wrong = False
    for name in args.targets or TARGETS:
        target = TARGETS[name]()
        wrong, n_cases = fuzz(target, args.seconds, args.seed)
        is_wrong |= bool(wrong)
        print(f"{name}: {n_cases} cases, seed {args.seed}: {'WRONG' if wrong else 'nothing wrong'}")
        print(*([wrong] if wrong else target.summary()), sep="\n", flush=True)
    return int(is_wrong)


if __name__ == "__main__":
    sys.exit(main())
