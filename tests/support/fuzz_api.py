"""Public entries fed with what they are not meant for: the right answer, or a refusal of ours that says what is wrong.

What is right is decided here by plain Python, one value after the other.
"""

import copy
import pickle
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from fuzz_target import Target
from hypothesis import strategies as st

from danceoff.experiments.contract.small import all_covers
from danceoff.experiments.contract.strategies import problems
from danceoff.problems import Covers, ExactCover, Fingerprint, InvalidProblem, catalog, check, sources
from danceoff.problems.model.fingerprint import keys
from danceoff.solvers import MissingBackend, UnsupportedProblem, load, names

SMALL = ExactCover.from_options(["ab", "c", "bc", "a", "ax"], primary="abc", secondary="x")
ARRAYS = ("start", "item", "origin", "taken", "least", "most")


class Call(NamedTuple):
    """A public entry and what it is fed with."""

    entry: str
    arguments: tuple[Any, ...]


class Wrong(AssertionError):
    """An entry took what it should not, or gave a wrong answer."""


def whole(values: Any) -> list[int] | None:
    """The values as ints, or None where they are no sequence of whole numbers within 32 bits."""
    if isinstance(values, np.ndarray):
        if values.ndim != 1 or (values.size and values.dtype.kind not in "iu"):
            return None
    elif not isinstance(values, list | tuple | range) or not all(map(_is_whole, values)):
        return None
    numbers = [int(value) for value in values]
    return numbers if all(abs(number) < 1 << 31 for number in numbers) else None


def _is_whole(value: Any) -> bool:
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def expect(is_right: bool, what: str) -> None:
    """Raise Wrong unless it is right."""
    if not is_right:
        raise Wrong(what)


def _given(values: Any) -> None:
    rest = SMALL.given(values)
    expect(rest.taken.tolist() == whole(values), "given took other options")
    expect({*rest.lift(Covers.of(all_covers(rest)))} == {c for c in all_covers(SMALL) if {*c} >= {*values}}, "lift")


def _without(values: Any) -> None:
    left = SMALL.without(values)
    forbidden = whole(values)
    expect(forbidden is not None, "without took what are no options")
    expect(left.origin.tolist() == [k for k in range(5) if k not in (forbidden or [])], "without forbids others")


def _covers(start: Any, option: Any) -> None:
    covers = Covers(start, option)
    bounds, options = whole(start), whole(option)
    expect(bounds is not None and options is not None, "Covers took what are no whole numbers")
    rows = [tuple(sorted(options[a:b])) for a, b in pairwise(bounds)]  # type: ignore[index,arg-type]
    expect(list(covers) == rows, "other rows")
    expect(len(options or []) == sum(map(len, rows)), "options in no row")
    truth = [cover in all_covers(SMALL) for cover in rows]
    expect(check(SMALL, covers).tolist() == truth, "check")
    Fingerprint.of(covers)


def _covers_of(rows: Any) -> None:
    covers = Covers.of(rows)
    wanted = [whole(list(row)) for row in rows]
    expect(None not in wanted, "Covers.of took what are no options")
    expect([list(row) for row in covers] == [sorted(row or []) for row in wanted], "Covers.of packed other rows")


def _select(mask: Any) -> None:
    selected = Covers.of([(0,), (1, 2), ()]).select(mask)
    expect(isinstance(mask, np.ndarray) and mask.dtype == bool and mask.shape == (3,), "select took what is no mask")
    expect(list(selected) == [row for row, keep in zip([(0,), (1, 2), ()], mask, strict=True) if keep], "others")


def _lift(rest: Any, covers: Any) -> None:
    lifted = rest.lift(covers)
    rows = [tuple(sorted([*rest.taken.tolist(), *(int(rest.origin[k]) for k in cover if k >= 0)])) for cover in covers]
    expect(list(lifted) == rows, "lift made other covers")


def _exact_cover(start: Any, item: Any, n_items: Any, n_primary: Any, extra: Mapping[str, Any]) -> None:
    problem = ExactCover(start, item, n_items, n_primary, **extra)
    for name, values in {"start": start, "item": item, **extra}.items():
        if name in ARRAYS and len(values):
            expect(getattr(problem, name).tolist() == whole(values), f"another {name}")
    expect(type(problem.n_items) is int and problem.n_items == n_items, "another n_items")
    _immutable(problem)


def _immutable(problem: ExactCover) -> None:
    """Nothing of a problem or its copies can be written, and they are the same problem."""
    digest = problem.digest
    for one in (problem, pickle.loads(pickle.dumps(problem)), copy.deepcopy(problem), copy.copy(problem)):
        expect(one.digest == digest, "a copy has another digest")
        for name in (*ARRAYS, "has_multiplicity"):
            array = getattr(one, name)
            try:
                array.setflags(write=True)
            except ValueError:
                continue
            raise Wrong(f"{name} can be written")


def _from_options(options: Any, primary: Any, multiplicity: Any) -> None:
    problem = ExactCover.from_options(options, primary, multiplicity=multiplicity)
    for name, (least, most) in (multiplicity or {}).items():
        place = list(primary).index(name)
        expect(whole([least, most]) is not None, "a multiplicity that is no whole number")
        expect([problem.least[place], problem.most[place]] == [least, most], "another multiplicity")


def _from_matrix(matrix: Any, n_primary: Any) -> None:
    problem = ExactCover.from_matrix(matrix, n_primary)
    rows = [[k for k, entry in enumerate(row) if entry == 1] for row in matrix]
    expect([problem.items_of(k) for k in range(problem.n_options)] == rows, "other options")
    expect(all(entry in (0, 1) for row in matrix for entry in row), "an entry that is neither 0 nor 1")
    expect(type(problem.n_primary) is int and n_primary in (None, problem.n_primary), "another n_primary")


def _fingerprint(high: Any, low: Any) -> None:
    made = Fingerprint(high, low) + Fingerprint(1, 1)
    expect(_is_whole(high) and _is_whole(low), "lanes that are no whole numbers")
    expect(made == Fingerprint((int(high) + 1) % 2**64, (int(low) + 1) % 2**64), "another sum")


def _prepare(spec: str, blocked: Any) -> None:
    found = sorted(load(spec).prepare(SMALL, blocked).covers())
    rows = [whole(list(row)) for row in (() if blocked is None else blocked)]
    expect(None not in rows, "prepare took what are no options")
    kept = {cover for cover in all_covers(SMALL) if list(cover) not in [sorted(row or []) for row in rows]}
    expect(found == sorted(kept), "other covers are left")


def _each(givens: Any, limit: Any) -> None:
    n_covers = [int(n) for found in load("bits").each(SMALL, givens, limit) for n in found.n_covers]
    holding = [sum(set(given) <= set(cover) for cover in all_covers(SMALL)) for given in givens]
    expect(n_covers == [min(limit, n) for n in holding], "other counts")


def _numbered(option: Any, item: Any) -> None:
    named = SMALL.items_of(option), SMALL.item_name(item)
    expect(whole([option, item]) is not None, "a number that is none")
    expect(named == ([[0, 1], [2], [1, 2], [0], [0, 3]][option], "abcx"[item]), "others")


_LIKELY = st.integers(0, 5)
_SCALARS = st.one_of(
    _LIKELY,
    st.integers(-3, 8),
    st.sampled_from([True, False, None, 0.0, 0.5, 1.0, np.nan, np.inf, "0", "", b"1", 1j, 1 << 31, -(1 << 31)]),
    st.sampled_from([1 << 40, 1 << 64, -(2**70), 10**400, np.int8(1), np.uint64(1 << 63), np.float32(1), np.True_, ()]),
)
_TYPES = ["i1", "i2", "i4", "i8", "u1", "u4", "u8", ">i4", ">i8", "f4", "f8", "?", "O", "c8", "U1", "M8[s]"]


@st.composite
def _arrays(draw: st.DrawFn, likely: st.SearchStrategy[int] = _LIKELY) -> np.ndarray:
    """Arrays of any type and shape, some of them not contiguous, and some read-only."""
    array = np.array(draw(st.lists(likely, max_size=6)), dtype=np.int64).astype(draw(st.sampled_from(_TYPES)))
    form = draw(st.sampled_from(["plain"] * 6 + ["strided", "reversed", "read-only", "column", "scalar", "table"]))
    if form == "strided":
        array = np.repeat(array, 2)[::2]
    elif form == "reversed":
        array = array[::-1]
    elif form == "column":
        array = array[:, None]
    elif form == "table":
        array = np.stack([array, array])
    elif form == "scalar":
        array = np.array(array.size)
    elif form == "read-only":
        array.setflags(write=False)
    return array


NUMBERS = st.one_of(
    st.lists(_LIKELY, max_size=4, unique=True),
    st.lists(_SCALARS, max_size=4),
    st.lists(_LIKELY, max_size=4).map(tuple),
    st.lists(st.booleans(), min_size=5, max_size=5),
    _arrays(),
    _SCALARS,
    st.sampled_from([range(3), {0: 1}, frozenset({1, 2}), "01", [[0], [1, 2]], [[0, 1]], SMALL]),
)
_STARTS = st.one_of(st.sampled_from([[0, 2], [0, 1, 3], [0, 0, 2], [0, 2, 1, 3], [0], np.array([0, 2])]), NUMBERS)
_ROWS = st.one_of(st.lists(st.sampled_from(sorted(all_covers(SMALL)))), st.lists(NUMBERS, max_size=3), NUMBERS)
_MATRICES = st.one_of(
    st.lists(st.lists(st.integers(0, 1), min_size=3, max_size=3), min_size=1, max_size=3),
    st.lists(st.lists(_SCALARS, min_size=2, max_size=2), max_size=3),
    _arrays(st.integers(0, 1)).map(lambda array: np.atleast_2d(array)),
    NUMBERS,
)
_EXTRA = st.fixed_dictionaries(
    {}, optional={**dict.fromkeys(("origin", "taken", "least", "most"), NUMBERS), "item_names": NUMBERS}
)
_NAME = st.sampled_from(["a", "b", "c", 0, 1, (), ("a",), 1.5, None, float("nan")])
_NAMES = st.one_of(st.lists(_NAME, max_size=4), st.just("abc"), NUMBERS)
_MULTIPLICITIES = st.one_of(
    st.none(), st.dictionaries(_NAME, st.one_of(st.tuples(_SCALARS, _SCALARS), _SCALARS), max_size=2), NUMBERS
)
_TEXTS = st.one_of(
    st.text(max_size=12), st.sampled_from(["a\0b", "\ud800.dlx", "a" * 300 + ".ec", ".dlx", "/", ""]), _SCALARS
)
_SIZES = st.builds(
    "{}/{}".format, st.sampled_from(catalog.families()), st.text("0123456789x-+.acentrosi", max_size=12)
).filter(lambda name: not any(part.isdecimal() and len(part) > 2 for part in name.replace("/", "x").split("x")))
_OPTIONS = st.sampled_from(["workers", "form", "seed", "memory_mb", "engine", "of", "jobs", "encoding", "x", ""])
_SPECS = st.builds("{}:{}={}".format, st.sampled_from(names()), _OPTIONS, st.one_of(_SCALARS, st.text(max_size=5)))
_GIVENS = st.lists(st.lists(_LIKELY, max_size=2, unique=True), max_size=3).map(Covers.of)
ENTRIES: Mapping[str, tuple[Callable[..., Any], *tuple[st.SearchStrategy[Any], ...]]] = {
    "ExactCover": (_exact_cover, _STARTS, NUMBERS, _SCALARS, _SCALARS, _EXTRA),
    "ExactCover.from_options": (_from_options, st.lists(_NAMES, max_size=3) | NUMBERS, _NAMES, _MULTIPLICITIES),
    "ExactCover.from_matrix": (_from_matrix, _MATRICES, st.one_of(st.none(), _SCALARS)),
    "given": (_given, NUMBERS),
    "without": (_without, NUMBERS),
    "lift": (_lift, st.sampled_from([SMALL.given([0]), SMALL.without([1])]), _GIVENS | NUMBERS),
    "items_of, item_name": (_numbered, _SCALARS, _SCALARS),
    "Covers": (_covers, _STARTS, NUMBERS),
    "Covers.of": (_covers_of, _ROWS),
    "Covers.select": (_select, st.one_of(_arrays(), NUMBERS)),
    "check": (check, st.one_of(st.just(SMALL), _SCALARS), NUMBERS),
    "keys": (keys, NUMBERS),
    "Fingerprint": (_fingerprint, _SCALARS, _SCALARS),
    "Fingerprint.of_keys": (Fingerprint.of_keys, NUMBERS),
    "catalog.instance": (catalog.instance, st.one_of(_SIZES, _TEXTS)),
    "catalog.known": (catalog.known, st.one_of(_SIZES, _TEXTS)),
    "sources.read": (sources.read, _TEXTS),
    "danceoff.solvers.load": (load, st.one_of(_SPECS, _TEXTS)),
    "prepare": (_prepare, st.sampled_from(["dlx", "bits", "algorithm-x"]), _ROWS),
    "each": (_each, _GIVENS | NUMBERS, _SCALARS),
}
"""Each public entry, or what holds its answer against plain Python, and what it is fed with."""


def complaint(call: Call) -> str:
    """What is wrong about the answer of an entry."""
    try:
        ENTRIES[call.entry][0](*call.arguments)
    except Wrong as wrong:
        return f"{call.entry}: {wrong}"
    except (InvalidProblem, UnsupportedProblem, MissingBackend) as refusal:
        is_fine = call.entry in ("given", "without") and _are_options(call.arguments[0])
        return f"{call.entry}: {refusal}" if is_fine else _unclear(str(refusal))
    except TypeError as refusal:
        return "" if "must be of type" in str(refusal) else f"{call.entry}: {refusal!r}"
    except ValueError as refusal:
        is_fine = call.entry == "danceoff.solvers.load" and str(refusal).startswith(("solver ", "unknown solver"))
        return "" if is_fine else repr(refusal)
    except Exception as error:  # noqa: BLE001 - anything else is a defect
        return f"{call.entry}: {error!r}"
    return ""


def _are_options(values: Any) -> bool:
    numbers = whole(values)
    return numbers is not None and len(set(numbers)) == len(numbers) and set(numbers) <= set(range(5))


def _unclear(message: str) -> str:
    return "" if message and "\n" not in message and len(message) < 900 else f"an unclear message: {message[:500]!r}"


def target() -> Target:
    """Every public entry, and now and then a problem whose copies must be as immutable as itself."""
    calls = [st.builds(Call, st.just(entry), st.tuples(*fed)) for entry, (_, *fed) in ENTRIES.items()]
    return Target(st.one_of(*calls, problems(multiplicities=True)), _complaint_or_copies)


def _complaint_or_copies(case: Call | ExactCover) -> str:
    if isinstance(case, Call):
        return complaint(case)
    try:
        _immutable(case)
    except Wrong as wrong:
        return str(wrong)
    return ""
