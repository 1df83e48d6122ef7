"""What every backend that lists covers must do: one file, run against each name in the table.

A bug found in one backend becomes a test here, for all of them.
"""

import json
import os
import subprocess
import sys
import threading
from itertools import islice

import numpy as np
import psutil
import pytest
from brute import all_covers
from hypothesis import currently_in_test_context, given, reject, settings
from hypothesis import strategies as st
from strategies import problems

from problems import Cover, Covers, ExactCover, catalog, check
from solvers import BACKENDS, Feature, Search, UnsupportedProblem, load, missing

SPECS = [
    *BACKENDS,
    "bits:threads=2",
    "sat:engine=glucose4",
    "sat:engine=minisat-gh,warm_start=true",
    "sat:strategy=propagator",
    "cpsat:strategy=blocking",
    "cpsat:strategy=split",
    "peer-xcover:memo=true",
    "peer-dlx-cython:first=true",
    "peer-exact-cover:first=true",
    "peer-pyxcc:first=true",
]
SLOW_TO_START = ("sat", "cpsat", "clingo", "d4")
SLOWER_TO_START = ("minizinc", "ganak", "race", "parts")

MANY = "test_the_first_covers_of_very_many_come_at_once"
STOP = "test_stopping_early_leaves_nothing_behind"
DEEP = "test_a_deep_search_does_not_overflow_a_stack"
LIFE = "test_a_long_search_without_covers_gives_signs_of_life_and_can_be_stopped"

SILENT = {LIFE: "is one call into foreign code between two covers: the process that runs it can be ended, the call not"}
LATE = "lists all covers before it gives the first"
HOARDS = {**SILENT, MANY: LATE, STOP: LATE}
WHOLE = "counts in one call into foreign code, which for 2 ** 60 covers does not end"
KNOWN_FAULTS = {
    "choco": SILENT,
    "d4": SILENT,
    "ganak": SILENT,
    "peer-dlx": SILENT,
    "peer-dlx-cython": HOARDS,
    "peer-dxz": HOARDS,
    "peer-exact-cover": HOARDS,
    "peer-miniexact": SILENT,
    "peer-passagemath": {**SILENT, MANY: WHOLE, STOP: WHOLE},
    "peer-pyxcc": HOARDS,
    "peer-xcover": SILENT,
}
"""What a backend is let off, by test, with the reason: to ask it would hang or crash the tests."""

BY_THE_CLOCK = ("bits:threads=2", "race", "parts")
"""Several search at once, and covers come in the order in which they are found."""

COUNTING = (
    "test_the_counts_are_those_of_the_reference",
    "test_stats_are_whole_numbers_that_grow",
    "test_published_counts",
    "test_known_refusals_are_still_there",
    LIFE,
)

every_backend = pytest.mark.parametrize("spec", SPECS)


def examples(spec: str) -> settings:
    """How many random problems: few for the backends that are slow to start."""
    n_examples = 4 if spec.startswith(SLOWER_TO_START) else 15 if spec.startswith(SLOW_TO_START) else 60
    return settings(max_examples=n_examples, deadline=None, database=None, derandomize=True)


def prepare(spec: str, problem: ExactCover, blocked: tuple[Cover, ...] = ()) -> Search:
    """The search of this backend; a problem that it is known to refuse is skipped."""
    try:
        return load(spec).prepare(problem, blocked)
    except UnsupportedProblem as refusal:
        if not any(words in str(refusal) for _, words in REFUSALS.get(spec.partition(":")[0], ())):
            raise
        if currently_in_test_context():
            reject()
        pytest.skip(str(refusal))


def covers_of(spec: str, problem: ExactCover, blocked: tuple[Cover, ...] = ()) -> set[Cover]:
    """All covers by this backend, each checked and none twice."""
    found: list[Cover] = []
    for k, batch in enumerate(prepare(spec, problem, blocked).batches()):
        assert len(batch) == 1 if k == 0 else len(batch) > 0
        assert check(problem, batch).all()
        found += batch
    assert len(set(found)) == len(found), "a cover is given twice"
    return set(found)


def problems_for(spec: str) -> st.SearchStrategy[ExactCover]:
    """Random problems of the kinds that the backend says it answers."""
    features = load(spec).features
    plain = problems(secondary=Feature.SECONDARY in features)
    return plain | problems(multiplicities=True) if Feature.MULTIPLICITY in features else plain


def dealt(n_items: int, n_each: int = 1) -> ExactCover:
    """Every item has n_each options of its own: n_each ** n_items covers."""
    return ExactCover.from_options([[i] for i in range(n_items) for _ in range(n_each)], range(n_items))


def queens(n: int) -> ExactCover:
    """n queens on an n x n board; the diagonals are secondary items."""
    lines = [[("row", r), ("column", c), ("up", r + c), ("down", r - c)] for r in range(n) for c in range(n)]
    primary = [(kind, i) for kind in ("row", "column") for i in range(n)]
    return ExactCover.from_options(lines, primary, sorted({item for line in lines for item in line[2:]}))


SMALL = {
    "no items": (ExactCover.from_options([], []), 1),
    "no primary items": (ExactCover.from_options([], [], "ab"), 1),
    "no options": (ExactCover.from_options([], "ab"), 0),
    "an item nothing covers": (ExactCover.from_options(["a", "b"], "abc"), 0),
    "one option": (ExactCover.from_options(["ab"], "ab"), 1),
    "one option that is not enough": (ExactCover.from_options(["a"], "ab"), 0),
    "equal options": (ExactCover.from_options(["ab", "ab", "a", "b", "b"], "ab"), 4),
    "equal options with a secondary item": (ExactCover.from_options(["as", "as", "bs", "b"], "ab", "s"), 2),
    "secondary items in conflict": (ExactCover.from_options(["as", "bs"], "ab", "s"), 0),
    "a secondary item left uncovered": (ExactCover.from_options(["a", "as"], "a", "s"), 2),
    "an item covered twice or three times": (ExactCover.from_options("aaaa", "a", multiplicity={"a": (2, 3)}), 10),
    "covers inside covers": (ExactCover.from_options(["a", "as", "a"], "a", "s", multiplicity={"a": (0, 2)}), 7),
    "more than there are": (ExactCover.from_options(["a", "a"], "a", multiplicity={"a": (3, 4)}), 0),
    "as many as there may be": (ExactCover.from_options(["ab", "b"], "ab", multiplicity={"b": (2, 9)}), 1),
    "each is forced, and all are too many": (
        ExactCover.from_options(["ax", "bx", "cx"], "abcx", multiplicity={"x": (0, 2)}),
        0,
    ),
    "nothing need be covered": (ExactCover.from_options([], "a", multiplicity={"a": (0, 1)}), 1),
    "only big covers": (ExactCover.from_options(["a", "b", "c", "abc"], "abc"), 2),
}


REFUSALS = {
    "graphillion": [(dealt(1, 8193), "beyond 8192 options")],
    "peer-dlx": [(dealt(2000), "recurses once an option")],
    "peer-dlx-cython": [(dealt(1000), "has a stack of 1000 options and writes beyond it")],
    "peer-xcover": [(dealt(1, 2), "where options cover one item only")],
    "peer-exact-cover": [(dealt(2), "gives an empty cover where all options together are the cover")],
}
"""Problems that a backend refuses for a fault of its library, with the reason that it gives."""


@pytest.fixture(autouse=True)
def skip_what_cannot_be_asked(request):
    """Skip a backend that is not installed, a test whose failure is known, and the listing of covers by a counter."""
    spec = request.node.callspec.params.get("spec") if hasattr(request.node, "callspec") else None
    if spec is None:
        return
    name, test = spec.partition(":")[0], request.node.originalname
    if line := missing(name):
        pytest.skip(f"not installed: {line}")
    if test in KNOWN_FAULTS.get(name, ()):
        pytest.skip(KNOWN_FAULTS[name][test])
    if test not in COUNTING and Feature.LIST not in load(spec).features:
        pytest.skip("counts covers and lists none")


@pytest.mark.parametrize("spec", REFUSALS)
def test_known_refusals_are_still_there(spec):
    for problem, words in REFUSALS[spec]:
        with pytest.raises(UnsupportedProblem, match=words):
            load(spec).prepare(problem)


def some_queens(spec: str) -> tuple[ExactCover, int]:
    """A queens problem that the backend can afford, and its number of covers (OEIS A000170)."""
    return (queens(4), 2) if spec == "brute-force" else (queens(6), 4)


def some_problem(spec: str) -> tuple[ExactCover, int]:
    """A problem that the backend can afford and answer, and its number of covers."""
    return some_queens(spec) if Feature.SECONDARY in load(spec).features else (dealt(3, 2), 8)


def skip_unless_able(spec: str, problem: ExactCover) -> None:
    if problem.n_primary < problem.n_items and Feature.SECONDARY not in load(spec).features:
        pytest.skip("no secondary items")
    if problem.has_multiplicities and Feature.MULTIPLICITY not in load(spec).features:
        with pytest.raises(UnsupportedProblem, match="multiplicities"):
            load(spec).prepare(problem)
        pytest.skip("no multiplicities")


@every_backend
@pytest.mark.parametrize("name", SMALL)
def test_small_problems(spec, name):
    problem, n_covers = SMALL[name]
    skip_unless_able(spec, problem)
    covers = covers_of(spec, problem)
    assert covers == all_covers(problem)
    assert len(covers) == n_covers
    assert prepare(spec, problem).count() == n_covers
    assert covers_of(spec, problem, tuple(covers)) == set()


@every_backend
def test_the_covers_are_those_of_the_reference(spec):
    @examples(spec)
    @given(problems_for(spec))
    def agree(problem):
        expected = all_covers(problem)
        assert covers_of(spec, problem) == expected
        assert set(prepare(spec, problem).covers()) == expected

    agree()


@every_backend
def test_the_counts_are_those_of_the_reference(spec):
    @examples(spec)
    @given(problems_for(spec), st.data())
    def agree(problem, data):
        expected = sorted(all_covers(problem))
        assert prepare(spec, problem).count() == len(expected)
        assert sum(prepare(spec, problem).tallies()) == len(expected)
        if expected and Feature.BLOCK in load(spec).features:
            blocked = data.draw(st.sets(st.sampled_from(expected)))
            assert prepare(spec, problem, tuple(blocked)).count() == len(expected) - len(blocked)

    agree()


@every_backend
def test_blocked_covers_are_left_out(spec):
    if Feature.BLOCK not in load(spec).features:
        with pytest.raises(UnsupportedProblem):
            prepare(spec, dealt(1), [(0,)])
        return

    @examples(spec)
    @given(problems_for(spec), st.data())
    def agree(problem, data):
        expected = all_covers(problem)
        blocked = data.draw(st.sets(st.sampled_from(sorted(expected)))) if expected else set()
        written = tuple(cover[::-1] for cover in sorted(blocked))  # the order inside a cover says nothing
        assert covers_of(spec, problem, written) == expected - blocked
        assert prepare(spec, problem, written).count() == len(expected - blocked)

    agree()


@every_backend
def test_blocking_what_is_not_a_cover_blocks_nothing(spec):
    if Feature.BLOCK not in load(spec).features:
        pytest.skip("blocks nothing at all")
    problem = ExactCover.from_options(["a", "b", "ab", "b"], "ab")
    no_covers = [(), (0,), (1,), (0, 2), (1, 3), (7,), (-2,), (0, 0, 1)]
    assert covers_of(spec, problem, tuple(no_covers)) == {(0, 1), (0, 3), (2,)}


@every_backend
def test_an_enumeration_can_be_taken_up_again(spec):
    if Feature.BLOCK not in load(spec).features:
        pytest.skip("cannot leave out covers")
    problem, n_covers = some_problem(spec)
    first = next(prepare(spec, problem).covers())
    rest = covers_of(spec, problem, (first,))
    assert first not in rest
    assert len(rest) == n_covers - 1


@every_backend
def test_numbering_changes_nothing(spec):
    @examples(spec)
    @given(problems_for(spec), st.randoms(use_true_random=False))
    def agree(problem, random):
        item_at = random.sample(range(problem.n_primary), problem.n_primary)
        item_at += random.sample(range(problem.n_primary, problem.n_items), problem.n_items - problem.n_primary)
        option_at = random.sample(range(problem.n_options), problem.n_options)
        renamed = ExactCover.from_options(
            [[item_at[i] for i in problem.items_of(k)] for k in option_at],
            range(problem.n_primary),
            range(problem.n_primary, problem.n_items),
            multiplicity={item_at[i]: (problem.least[i], problem.most[i]) for i in range(problem.n_primary)},
        )
        back = {tuple(sorted(option_at[k] for k in cover)) for cover in covers_of(spec, renamed)}
        assert back == covers_of(spec, problem)

    agree()


@every_backend
def test_givens_leave_the_covers_that_hold_them(spec):
    @examples(spec)
    @given(problems_for(spec), st.data())
    def agree(problem, data):
        numbers = st.sets(st.integers(0, problem.n_options - 1), max_size=3) if problem.n_options else st.just(set())
        chosen = sorted(data.draw(numbers))
        sub = problem.given(chosen)
        lifted = {cover for batch in prepare(spec, sub).batches() for cover in sub.lift(batch)}
        assert lifted == {cover for cover in all_covers(problem) if set(chosen) <= set(cover)}

    agree()


@every_backend
def test_secondary_items_are_answered_rightly_or_refused(spec):
    problem, n_covers = some_queens(spec)
    if Feature.SECONDARY in load(spec).features:
        assert len(covers_of(spec, problem)) == n_covers
    else:
        with pytest.raises(UnsupportedProblem):
            prepare(spec, problem)


@every_backend
def test_a_deep_search_does_not_overflow_a_stack(spec):
    if spec == "brute-force":
        pytest.skip("would look at 2 ** 2000 subsets")
    assert covers_of(spec, dealt(2000)) == {tuple(range(2000))}


@every_backend
def test_the_first_covers_of_very_many_come_at_once(spec):
    problem = dealt(8 if spec == "brute-force" else 60, n_each=2)
    search = prepare(spec, problem)
    covers = Covers.of(list(islice(search.covers(), 20)))
    assert len(covers) == 20
    assert check(problem, covers).all()
    tallies = prepare(spec, problem).tallies()
    found = 0
    while found < 20:
        found += next(tallies)


@every_backend
def test_stopping_early_leaves_nothing_behind(spec):
    problem = dealt(8 if spec == "brute-force" else 60, n_each=2)
    before = threading.active_count(), psutil.Process().children()
    for n_batches in range(3):
        for walk in ("batches", "tallies"):
            search = prepare(spec, problem)
            iterator = iter(getattr(search, walk)())
            for _ in range(n_batches):
                next(iterator, None)  # a counter has no second tally
            iterator.close()
            assert all(isinstance(value, int) for value in search.stats().values())
            assert (threading.active_count(), psutil.Process().children()) == before
            assert next(iterator, None) is None


@every_backend
def test_stats_are_whole_numbers_that_grow(spec):
    problem, n_covers = some_problem(spec)
    search = prepare(spec, problem)
    before = dict(search.stats())
    assert search.count() == n_covers
    after = dict(search.stats())
    assert all(type(value) is int and value >= before.get(key, 0) for key, value in after.items())
    if after:
        assert sum(after.values()) > 0


@every_backend
def test_preparing_again_starts_again(spec):
    solver = load(spec)
    problem, _ = some_problem(spec)
    half_walked = solver.prepare(problem).covers()
    first = next(half_walked)
    assert first in set(solver.prepare(problem).covers())
    assert set(half_walked) == all_covers(problem) - {first}


@every_backend
def test_the_problem_is_not_touched(spec):
    problem, _ = some_problem(spec)
    arrays = [np.array(array) for array in (problem.start, problem.item)]
    covers_of(spec, problem)
    assert all(map(np.array_equal, arrays, (problem.start, problem.item)))


def walkers() -> list[str]:
    """The installed backends that give covers as they find them."""
    here = [spec for spec in SPECS if not missing(spec.partition(":")[0])]
    here = [spec for spec in here if MANY not in KNOWN_FAULTS.get(spec.partition(":")[0], ())]
    return [spec for spec in here if Feature.LIST in load(spec).features]


ABANDON_ALL = """
import sys
from test_contract import dealt, walkers
from solvers import load
walks = [load(spec).prepare(dealt(8 if spec == "brute-force" else 60, 2)).covers() for spec in walkers()]
print(len([next(walk) for walk in walks]))
sys.modules["kept until the very end"] = walks
"""


def run(code: str, hash_seed: int = 0) -> str:
    """What this code prints, in a process of its own that can import what the tests can."""
    path = os.pathsep.join(entry for entry in sys.path if entry)
    environment = {**os.environ, "PYTHONHASHSEED": str(hash_seed), "PYTHONPATH": path}
    command = [sys.executable, "-c", code]
    return subprocess.run(command, env=environment, capture_output=True, check=True, text=True, timeout=120).stdout


def test_a_walk_that_nobody_ends_does_not_keep_the_program_from_leaving():
    assert run(ABANDON_ALL).strip() == str(len(walkers()))


def answers() -> dict[str, list[list[list[int]]]]:
    """What every backend says of two problems, in the order in which it says it."""
    repeated = ExactCover.from_options(["ab", "ab", "a", "b", "bc", "c", "cd", "d"], "abcd")
    asked = {spec: (repeated, some_problem(spec)[0]) for spec in walkers() if spec not in BY_THE_CLOCK}
    return {
        spec: [[list(cover) for cover in prepare(spec, problem).covers()] for problem in two]
        for spec, two in asked.items()
    }


def test_the_order_of_covers_does_not_depend_on_the_hash_seed():
    elsewhere = run("import json, test_contract; print(json.dumps(test_contract.answers()))", hash_seed=1)
    assert json.loads(elsewhere) == answers()


@every_backend
def test_a_long_search_without_covers_gives_signs_of_life_and_can_be_stopped(spec):
    n = 35  # an odd number of people cannot be parted into pairs, which takes a tree search (or resolution) for ever
    problem = ExactCover.from_options([(i, j) for i in range(n) for j in range(i)], range(n))
    before = threading.active_count()
    tallies = iter(prepare(spec, problem).tallies())
    assert [next(tallies), next(tallies)] == [0, 0]
    tallies.close()
    assert threading.active_count() == before


PUBLISHED = ["tromino/5x5-0", "tromino/6x6", "queens/6", "sudoku/4x4", "box/line"]


@every_backend
@pytest.mark.parametrize("name", PUBLISHED)
def test_published_counts(spec, name):
    if spec == "brute-force":
        pytest.skip("would take years")
    if spec == "cpsat:strategy=blocking" and name in ("tromino/6x6", "sudoku/4x4"):
        pytest.skip("presolves anew for each cover: seconds where others take milliseconds")
    published = catalog.instance(name)
    skip_unless_able(spec, published.problem)
    if Feature.LIST in load(spec).features:
        assert len(covers_of(spec, published.problem)) == published.known.covers
    else:
        assert prepare(spec, published.problem).count() == published.known.covers
