"""Functions as solvers: which are taken, what they are given, and what is said of wrong ones."""

# ruff: noqa: ARG001, ARG005 - arguments are what functions are known by

import pickle
from functools import partial
from itertools import repeat

import numpy as np
import pytest

import danceoff
from danceoff.asking.ask import Ask
from danceoff.experiments.contract import rules
from danceoff.experiments.contract.small import SMALL, all_covers, dealt
from danceoff.experiments.plans import plan
from danceoff.experiments.run.one_case.child import run_case
from danceoff.problems.catalog import instance
from danceoff.solvers import Feature, UnsupportedProblem, load

FILE = '''
from itertools import combinations
import danceoff

def solve(options, primary, secondary):
    """Try every set of options."""
    for n in range(len(options) + 1):
        for cover in combinations(range(len(options)), n):
            items = [item for option in cover for item in options[option]]
            if len(set(items)) == len(items) and set(primary) <= set(items):
                yield cover
        yield None

@danceoff.solver("exact-only")
def exact(options, primary):
    return list(solve(options, primary, []))

short = danceoff.solver("brief", lambda o, p, s: solve(o, p, s))

def crash(options, primary):
    return [1 / 0]

def deep(options, primary, depth=0):
    if depth < 3000:
        yield from deep(options, primary, depth + 1)

def of_one(problem):
    return []

class Bare:
    pass
'''
TINY = "tromino/2x3"
SECONDARY = SMALL["equal options with a secondary item"][0]


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(FILE)
    return tmp_path / "mine.py"


def by_hand(options, primary, secondary):
    yield from ([0, 7], [4, 2])


FORMS = {
    "two": lambda options, primary: (options, primary, None),
    "three": lambda o, p, s: (o, p, s),
    "named": lambda options, primary, *, secondary: (options, primary, secondary),
    "optional": lambda options, primary, secondary=None: (options, primary, secondary),
    "more": lambda options, primary, depth=0: (options, primary, depth or None),
    "any": lambda *items: (*items, None),
    "partial": partial(lambda extra, options, primary: (options, primary, extra), None),
}


@pytest.mark.parametrize("form", FORMS)
def test_a_function_gets_what_it_asks_for(form):
    given = []

    def put(*places, **named):
        given.append(FORMS[form](*places, **named))
        return []

    put.__wrapped__ = FORMS[form]  # its signature
    solver = danceoff.solver("mine", put)
    takes = form in ("three", "named", "optional")
    assert (Feature.SECONDARY in solver.features) == takes
    assert solver.prepare(SECONDARY if takes else dealt(2)).count() == 0
    items = ([(0, 2), (0, 2), (1, 2), (1,)], [0, 1], [2]) if takes else ([(0,), (1,)], [0, 1], None)
    assert given == [items]
    if not takes:
        with pytest.raises(UnsupportedProblem, match="mine has no secondary items"):
            solver.prepare(SECONDARY)


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (lambda problem: problem, r"not \(problem\)"),
        (lambda primary, secondary: primary, r"not \(primary, secondary\)"),
        (lambda options, primary, *, speed: options, r"\*, speed\)"),
        (3, "not 3"),
        ("solve", "not "),
    ],
)
def test_another_function_is_refused(function, words):
    with pytest.raises(TypeError, match=rf"^solver mine: it must be a function with .*{words}"):
        danceoff.solver("mine", function)


def test_a_name_is_one_word():
    for name in ("", "a b", "a:b", "a.py"):
        with pytest.raises(ValueError, match="only letters, digits, - and _"):
            danceoff.solver(name)
    with pytest.raises(TypeError, match="name must be of type str"):
        danceoff.solver(by_hand)
    with pytest.raises(TypeError, match=r"danceoff\.solver\('NAME', FUNCTION\)"):
        danceoff.solve(TINY, solver=by_hand)


def test_a_function_solves_and_is_checked():
    mine = danceoff.solver("mine", by_hand)
    result = danceoff.solve(TINY, solver=mine)
    assert (result.status, result.count, result.solver) == ("complete", 2, "mine")
    assert [cover.numbers for cover in danceoff.covers(TINY, solver=mine, limit=1)] == [(0, 7)]
    assert list(mine.prepare(instance(TINY).problem, [(2, 4)]).covers()) == [(0, 7)]
    assert mine([], [], []) is not None
    again = pickle.loads(pickle.dumps(mine))
    assert str(again) == "mine"
    assert danceoff.count(TINY, solver=again) == 2


WRONG = {
    "rows": lambda options, primary: [[options[0], options[7]]],
    "one cover": lambda options, primary: [0, 7],
    "text": lambda options, primary: [["0", "7"]],
    "floats": lambda options, primary: np.array([[0.0, 7.0]]),
    "huge": lambda options, primary: [[2**40]],
    "nothing": lambda options, primary: None,
    "a number": lambda options, primary: 2,
}


@pytest.mark.parametrize("fault", WRONG)
def test_what_is_no_cover_is_said_in_one_line_that_names_the_function(fault):
    mine = danceoff.solver("mine", WRONG[fault])
    words = "returns (None|2): it must return or yield covers$" if fault[:2] in ("no", "a ") else "option.* from 0$"
    with pytest.raises(RuntimeError, match=rf"^solver mine (gives .* as a cover: .*{words}|{words})"):
        mine.prepare(instance(TINY).problem).count()


def test_covers_may_be_arrays_sets_bytes_and_lists_that_change():
    def growing(options, primary):
        cover = []
        for k in (0, 7):
            cover.append(k)
            yield cover
        yield {4, 2}
        yield np.array([3, 5])
        yield bytes([1, 6])
        yield bytearray([8, 0, 4, 2])

    assert list(danceoff.solver("mine", growing).prepare(instance(TINY).problem).covers()) == [
        *((0,), (0, 7), (2, 4), (3, 5), (1, 6), (0, 2, 4, 8))
    ]


def test_an_exception_names_the_function_and_leads_to_its_line():
    def crash(options, primary):
        yield [0, 7]
        raise KeyError("lost")

    found = danceoff.solver("mine", crash).prepare(instance(TINY).problem).covers()
    assert next(found) == (0, 7)
    with pytest.raises(RuntimeError, match=r"^solver mine raises KeyError: 'lost'$") as refusal:
        next(found)
    assert refusal.traceback[-1].name == "crash"


def test_a_walk_that_is_left_ends_the_generator():
    ended = []

    def endless(options, primary):
        try:
            yield from repeat(None)
        finally:
            ended.append(True)

    mine = danceoff.solver("mine", endless)
    with mine.prepare(dealt(2)) as search:
        assert next(search.increments()) == 0
    assert ended == [True]
    assert danceoff.solve(dealt(2), solver=mine, time_limit=0.05).status == "timeout"


@pytest.mark.parametrize("name", ["solve", "exact", "exact-only", "short", "brief"])
def test_a_function_of_a_file_is_named_in_a_spec(file, name):
    solver = load(f"mine.py:{name}")
    assert str(solver) == f"mine.py:{name}"
    assert pickle.loads(pickle.dumps(solver)) == solver == load(f"mine.py:{name}")
    assert (Feature.SECONDARY in solver.features) == (not name.startswith("exact"))
    assert danceoff.count(TINY, solver=solver) == 2
    assert str(load(f"{file}:{name}")) == f"{file}:{name}"


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("mine.py:solv", "no such function"),
        ("mine.py:Bare", "no class Bare that is a danceoff.solvers.Solver"),
        ("mine.py:of_one", r"solver mine.py:of_one: it must be a function with .*, not \(problem\)"),
        ("mine.py:solve:speed=3", "unknown option 'speed=3'; it has none"),
        ("mine.py", "solver 'mine.py' is a file: name a class, function or program in it, as mine.py:NAME"),
        ("some.toml", "solver 'some.toml' is a file: name a class, function or program in it, as some.toml:NAME"),
    ],
)
@pytest.mark.usefixtures("file")
def test_a_solver_that_a_file_lacks_is_refused_in_one_line(spec, words):
    with pytest.raises(ValueError, match=words) as refusal:
        load(spec)
    assert "\n" not in str(refusal.value)


def test_a_plan_and_a_process_of_its_own_take_a_function_of_a_file(file):
    text = 'tasks = ["enumerate"]\nproblems = { tromino = ["2x3"] }\n[solvers]\n"mine.py:solve" = {}\n'
    file.with_name("p.toml").write_text(text)
    (case,) = plan.read(str(file.with_name("p.toml"))).cases
    row = run_case(case)
    assert (row.status, row.covers, row.solver) == ("complete", 2, f"{file.parent}/mine.py:solve")
    row = run_case(Ask(TINY, "mine.py:crash", "count"))
    said = "RuntimeError: solver mine.py:crash raises ZeroDivisionError: division by zero (mine.py:21)"
    assert (row.status, row.detail) == ("crashed", said)
    assert run_case(Ask(TINY, "mine.py:deep", "count")).status == "complete"
    assert danceoff.solve(TINY, solver="mine.py:solve", isolate=True).count == 2
    assert danceoff.solve(TINY, solver=load("mine.py:solve"), isolate=True).count == 2
    with pytest.raises(ValueError, match=r"solver mine is known in this process only.*FILE.py:NAME"):
        danceoff.solve(TINY, solver=danceoff.solver("mine", by_hand), isolate=True)


@pytest.mark.usefixtures("file")
def test_a_function_is_held_to_the_rules():
    solver = load("mine.py:solve")
    for rule in (rules.lists_every_cover, rules.leaves_blocked_covers_out, rules.answers_what_is_left):
        for problem in (SECONDARY, dealt(3, 2), *(SMALL[name][0] for name in ("no items", "no options"))):
            rule(solver, problem)
    liar = danceoff.solver("liar", lambda o, p, s: [c for k, c in enumerate(solver(o, p, s), 1) if c and k % 5])
    with pytest.raises(rules.Broken, match="is missing"):
        rules.lists_every_cover(liar, dealt(3, 2))
    assert len(all_covers(dealt(3, 2))) == 8


@pytest.mark.usefixtures("file")
def test_a_function_is_explained_by_its_docstring(run):
    features = "features: list covers, at-most-one items, leave out given covers"
    said = f"mine.py:solve: Try every set of options\n{features}\n\n"
    assert run("list", "solvers", "mine.py:solve") == (0, said, "")
