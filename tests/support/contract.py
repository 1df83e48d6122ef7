"""The backends and problems of the contract, and what a backend is let off."""

from functools import cache

import night
import pytest

from danceoff.experiments.contract.hold import shown
from danceoff.experiments.contract.rules import Rule, rules_for
from danceoff.experiments.contract.small import SMALL, dealt
from danceoff.problems import ExactCover
from danceoff.solvers import BACKENDS, Feature, UnsupportedProblem, load, missing

SPECS = [
    *BACKENDS,
    *("counter:method=frontier", "counter:method=memo", "counter:method=plain"),
    *("sat:engine=glucose4", "sat:engine=minisat-gh,warm_start=true", "sat:strategy=propagator"),
    *("sat:maxsat=rc2,exhaust=false", "clingo:optimise=bb", "cpsat:workers=2", "pycryptosat:parity=true"),
    *("peer-xcover:memo=true", "peer-dlx-cython:first=true", "peer-exact-cover:first=true", "peer-pyxcc:first=true"),
]
INSTALLED = [spec for spec in SPECS if not missing(spec.partition(":")[0])]
"""What the tests here are about; test_contract.py says what is left out."""

SEEN_BEFORE = ("counter:", "cpsat:", "clingo:")
"""Settings that share most of their code with another one."""
SLOW_TO_START = ("sat", "cpsat", "clingo", "d4", "ddnnife", "auto", "pyscipopt")
SLOWER_TO_START = ("minizinc", "ganak", "race", "parts", "highs", "scip")
VARIANTS = ("sat:", "cpsat:", "clingo:")
"""Settings that change how a backend searches, and not how it reads a problem."""
REPEATING = ("race", "parts", "scip")
"""Backends that show little of their own on small problems: they hand them to others, or share the code of `highs`."""
FORKING = (*REPEATING, "highs")
"""Backends that start a process for each search."""
TELLING = (
    *("no items", "no options", "equal options with a secondary item", "covers inside covers"),
    *("colours and multiplicities", "costs, and an item left out for nothing", "a bound on costs of any sign"),
)
"""The small problems for them by day: one for each form of a problem, and every other one for what repeats others."""
SOLVED_ANEW = ("highs", "minizinc", "cpsat:workers=2")
"""Backends that solve a problem once more for each cover, and have no words of 64 options."""
WORDS = ("64 options", "65 options")

MANY = "gives first covers of 2^60 at once"
STOP = "can be left after each of its steps"
DEEP = "finds a cover of 2000 options"
LIFE = "gives heartbeats"

SILENT = {LIFE: "is one call into foreign code between two covers: the process that runs it can be ended, the call not"}
LATE = "lists all covers before it gives the first"
HOARDS = {**SILENT, MANY: LATE, STOP: LATE}
WHOLE = "counts in one call into foreign code, which for 2 ** 60 covers does not end"
KNOWN_FAULTS = {
    "brute-force": {DEEP: "would look at 2 ** 2000 subsets"},
    **dict.fromkeys(("choco", "d4", "ddnnife", "ganak", "peer-dlx", "peer-miniexact", "peer-xcover"), SILENT),
    **dict.fromkeys(("peer-dlx-cython", "peer-dxz", "peer-exact-cover", "peer-pyxcc"), HOARDS),
    "peer-passagemath": {**SILENT, MANY: WHOLE, STOP: WHOLE},
    "pycryptosat:parity=true": {LIFE: "adds up parities, and sees in no time that there is no cover"},
}
"""What a backend or a setting is let off, by rule, and why: to hold it to that would hang or crash the tests."""


ENDED_BY_CTRL_C = ("pycryptosat",)
"""Backends whose library has a handler of its own for Ctrl-C during a call, which ends the process."""


def faults_of(spec: str) -> dict[str, str]:
    """What this setting is let off."""
    return KNOWN_FAULTS.get(spec.partition(":")[0], {}) | KNOWN_FAULTS.get(spec, {})


every_backend = pytest.mark.parametrize("spec", INSTALLED)


def examples(spec: str) -> int:
    """How many random problems by day: few for what is slow to start, hands problems to others, or is seen before."""
    if spec.startswith(SLOWER_TO_START):
        return 1 if spec in REPEATING else 2
    return 8 if spec.startswith(SLOW_TO_START + SEEN_BEFORE) else 24


loaded = cache(load)  # a backend is immutable


def asked(spec: str) -> set[str]:
    """The names of the rules that a backend must keep, less those that it is let off."""
    return rules_for(loaded(spec)).keys() - faults_of(spec).keys()


def held(spec: str, rule: Rule, problem: ExactCover, words: str) -> bool:
    """Hold the backend to a rule; False if it is known to refuse the problem. words: for the report, if it fails."""
    known = [*REFUSALS.get(spec, ()), *REFUSALS.get(spec.partition(":")[0], ())]
    try:
        rule(loaded(spec), problem)
    except Exception as error:
        if isinstance(error, UnsupportedProblem) and any(refused in str(error) for _, refused in known):
            return False
        error.add_note(f"{spec} {words}: {shown(problem)}")
        raise
    return True


def queens(n: int) -> ExactCover:
    """n queens on an n x n board; the diagonals are secondary items."""
    lines = [[("row", r), ("column", c), ("up", r + c), ("down", r - c)] for r in range(n) for c in range(n)]
    primary = [(kind, i) for kind in ("row", "column") for i in range(n)]
    return ExactCover.from_options(lines, primary, sorted({item for line in lines for item in line[2:]}))


_COARSE = [(ExactCover.from_options("aa", "a", cost=[10**9, 1]), "too coarse for covers that cost more than")]
REFUSALS = {
    "counter:method=memo": [(ExactCover.from_options("aa", "a", multiplicity={"a": (1, 2)}), "support multiplicities")],
    "graphillion": [(dealt(1, 8193), "more than 8192 options")],
    "clingo": [(ExactCover.from_options("aa", "a", cost=[2**32, 1]), "weights have 32 bits")],
    "highs": _COARSE,
    "scip": _COARSE,
    "pyscipopt": _COARSE,
    "pumpkin": [(ExactCover.from_options("aa", "a", multiplicity={"a": (1, 2)}, cost=[2**31, 1]), "32 bits for sums")],
    "minizinc": [(ExactCover.from_options("aa", "a", cost=[2**32, 1]), "32 bits for sums")],
    "peer-dlx": [(dealt(2000), "recurses for each option")],
    "peer-dlx-cython": [(dealt(1000), "has a stack of 1000 options and writes beyond it")],
    "peer-xcover": [(dealt(1, 2), "if options cover only one item")],
    "peer-xcover:memo=true": [(SMALL["colours that agree"][0], "forgets the colours of items that are covered")],
    "peer-exact-cover": [(dealt(2), "gives an empty cover if all options together are the only cover")],
}
"""Problems that a setting refuses, or a backend for a fault of its library, with the reason that it gives."""


def is_dear(spec: str, name: str) -> bool:
    """Whether a small problem costs this backend more time than it could show by day."""
    if night.seed:
        return False
    if spec in REPEATING:
        return name not in TELLING[1::2]
    is_told = spec in FORKING or spec.startswith(VARIANTS)
    return (is_told and name not in TELLING) or (spec in SOLVED_ANEW and name in WORDS)


def some_problem(spec: str) -> tuple[ExactCover, int]:
    """A problem that the backend can afford and answer, and its number of covers (of queens: OEIS A000170)."""
    if Feature.SECONDARY not in load(spec).features:
        return dealt(3, 2), 8
    return (queens(4), 2) if spec == "brute-force" else (queens(6), 4)


def is_able(spec: str, problem: ExactCover) -> bool:
    """Whether the backend claims to answer the problem; if not, it refuses it and says why."""
    lacking = load(spec).lacks(problem)
    if lacking:
        with pytest.raises(UnsupportedProblem, match=lacking):
            load(spec).prepare(problem)
    return not lacking
