"""Plans: a TOML file in, the list of cases out; what is wrong with it, a line says where; plans that are written."""

import json
import re
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from builders.columns import of_plans

from danceoff.asking.ask import Ask, Limits, Selection
from danceoff.experiments import BadInput, cli
from danceoff.experiments.plans import plan, schema, shipped
from danceoff.experiments.plans.axes import expanded
from danceoff.experiments.run import engines
from danceoff.experiments.terminal import screen
from danceoff.problems.catalog import instance
from danceoff.problems.model.costs import asked
from danceoff.problems.model.digits import exact
from danceoff.questions.table import TASKS

PRODUCTS = """
time_limit_s = 2.5
seed = 7
tasks = ["enumerate"]

[[product]]
tasks = ["first", "count"]
repeats = 2
[product.problems]
tromino = ["4x4-0", "2x3"]
queens = ["4"]
[product.solvers]
backtracking = {}
algorithm-x = {}

[[product]]
problems = { tromino = ["2x3"] }
solvers = { algorithm-x = {} }
limit = 5
memory_limit_mb = 100
"""


def write(tmp_path, text: str) -> str:
    path = tmp_path / "mine.toml"
    path.write_text(text)
    return str(path)


def test_the_plan_is_the_product_of_its_lists(tmp_path):
    read = plan.read(write(tmp_path, PRODUCTS))
    assert (read.name, read.seed, len(read.cases)) == ("mine", 7, 3 * 2 * 2 * 2 + 1)
    digest = instance("tromino/2x3").problem.digest
    assert read.cases[-1] == Ask(
        "tromino/2x3", "algorithm-x", "enumerate", 1, 5, Limits(2.5, memory_limit_mb=100), digest
    )
    asked = {(case.problem, case.solver, case.task, case.repeat) for case in read.cases}
    assert ("queens/4", "backtracking", "count", 2) in asked
    assert len({case.key for case in read.cases}) == len(read.cases)
    twice = plan.read(write(tmp_path, f"{PRODUCTS}[[product]]{PRODUCTS.rpartition('[[product]]')[2]}"))
    assert len(twice.cases) == len(read.cases), "a case of two products is run once"


def test_a_byte_order_mark_is_no_part_of_a_plan_nor_of_its_programs(tmp_path):
    product = 'problems = { queens = ["4"] }\nsolvers = { twin = {} }\ntasks = ["count"]\n'
    (tmp_path / "mine.toml").write_text(f'{product}[programs.twin]\ncommand = ["sh"]\n', encoding="utf-8-sig")
    (case,) = plan.read(str(tmp_path / "mine.toml")).cases
    assert (case.solver, case.spec) == ("twin", f"{tmp_path / 'mine.toml'}:twin")


def test_option_values_are_axes(tmp_path, monkeypatch):
    def load(spec):
        loaded.append(spec)
        return spec

    loaded = []
    monkeypatch.setattr(plan.solvers, "load", load)
    solvers = "solvers = { sat = { engine = ['a', 'b'], deep = [true, false], n = 3 } }"
    read = plan.read(write(tmp_path, f"problems = {{ queens = ['4'] }}\n{solvers}\ntasks = ['count']"))
    assert [case.solver for case in read.cases] == loaded
    assert loaded == [f"sat:engine={engine},deep={deep},n=3" for engine in "ab" for deep in ("true", "false")]


def asks(tmp_path, **changed: str) -> list[Ask]:
    return list(plan.read(write(tmp_path, "\n".join(f"{k} = {v}" for k, v in (GOOD | changed).items()))).cases)


def test_a_label_names_a_solver_with_all_its_seeds_and_is_no_option(tmp_path):
    solvers = "{ dlx = { label = 'Dancing links' }, learn = { seed = '1..2', label = 'Clauses' }, bits = {} }"
    cases = asks(tmp_path, solvers=solvers)
    named = {case.solver: case.label for case in cases}
    assert named == {"dlx": "Dancing links", "learn:seed=1": "Clauses", "learn:seed=2": "Clauses", "bits": ""}
    assert [case.key for case in cases] == [case.key for case in asks(tmp_path, solvers=solvers.replace("Cl", "K"))]


@pytest.mark.parametrize(
    ("written", "sizes"),
    [("4", ["4"]), ("['4', 6]", ["4", "6"]), ("'9..11'", ["9", "10", "11"]), ("['4', '6..7']", ["4", "6", "7"])],
)
def test_sizes_may_be_one_a_list_or_ranges(tmp_path, written, sizes):
    problems = [case.problem for case in asks(tmp_path, problems=f"{{ queens = {written} }}")]
    assert problems == [f"queens/{size}" for size in sizes]


@pytest.mark.parametrize(
    ("text", "all_of_it"),
    [
        ("2..3x4..5", ["2x4", "2x5", "3x4", "3x5"]),
        ("euler96-08..10", ["euler96-08", "euler96-09", "euler96-10"]),
        ("reduced-4..5", ["reduced-4", "reduced-5"]),
        ("-1..2", ["-1..2"]),
        ("53..7....6..195...", ["53..7....6..195..."]),
        ("", [""]),
    ],
)
def test_ranges_stand_between_joints(text, all_of_it):
    assert list(expanded("here", text)) == all_of_it


def test_limits_and_seeds_are_axes(tmp_path):
    axes = {"time_limit_s": "[1, 10]", "memory_limit_mb": "[500]", "limit": "[1, 2]"}
    cases = asks(tmp_path, solvers="{ learn = { seed = '1..3' } }", **axes)
    assert len(cases) == 3 * 2 * 2
    assert {case.solver for case in cases} == {"learn:seed=1", "learn:seed=2", "learn:seed=3"}
    limits = {(case.limits.time_limit_s, case.limits.memory_limit_mb, case.limit) for case in cases}
    assert limits == {*product((1, 10), (500,), (1, 2))}


TRACKS = """
tasks = ["count"]
solvers = { dlx = {} }
[[product]]
track = "small"
problems = { queens = "4..5" }
[[product]]
track = "large"
problems = { queens = "6..8" }
[[product]]
track = "small"
problems = { queens = "5..6" }
"""


def test_products_of_one_track_run_into_one_folder_and_those_of_no_track_into_that_of_the_plan(tmp_path):
    read = plan.read(write(tmp_path, TRACKS))
    sizes = {track: [case.problem for case in part.cases] for track, part in read.tracks.items()}
    assert sizes == {"small": ["queens/4", "queens/5", "queens/6"], "large": ["queens/6", "queens/7", "queens/8"]}
    assert len(read.cases) == 5
    assert list(read.runs(())) == ["small", "large"]
    assert read.runs(["large"]) == {"large": read.tracks["large"]}
    (limited,) = read.limited(time_limit_s=3).runs(["large"]).values()
    assert {case.limits.time_limit_s for case in limited.cases} == {3.0}
    with pytest.raises(BadInput, match=r"mine: no track 'larg'; did you mean large\?"):
        read.runs(["larg"])
    read = plan.read(write(tmp_path, PRODUCTS))
    assert read.runs(()) == {".": read}
    with pytest.raises(BadInput, match="no track 'a'; it has no tracks"):
        read.runs(["a"])


def test_each_track_runs_into_a_folder_of_its_own_until_one_is_interrupted(tmp_path, monkeypatch, run):
    ran = []

    def run_plan(part, directory, *_):
        ran.append((directory.name, len(part.cases)))
        if len(ran) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(screen, "run_plan", run_plan)
    command = ["run", write(tmp_path, TRACKS), "--into", str(tmp_path / "into")]
    code, out, _ = run(*command, "--track", "large")
    assert (code, ran, f"next: danceoff verify {tmp_path / 'into' / 'large'}" in out) == (0, [("large", 3)], True)
    assert run(*command)[0] == 130
    assert ran[1:] == [("small", 3), ("large", 3)]
    assert run(*command, "--track", "large,small")[0] == 0
    assert ran[3:] == [("large", 3), ("small", 3)]


@pytest.mark.parametrize(
    ("files", "found"),
    [
        ("'puzzles/*.dlx'", ["a9.dlx", "a10.dlx", "b[1].dlx"]),
        ("['puzzles/b[1].dlx']", ["b[1].dlx"]),  # the name of a file is no pattern
        ("['HERE/puzzles/a9*']", ["a9.dlx"]),
        ("'puzzles/*.json#2'", ["a[1].json#2", "b.json#2"]),  # the second puzzle of each
        ("'puzzles/a[1].json#2'", ["a[1].json#2"]),
    ],
)
def test_a_pattern_stands_for_its_files_in_natural_order(tmp_path, files, found):
    folder = tmp_path / "puzzles"
    (folder / "folder.dlx").mkdir(parents=True)
    for k, name in enumerate(["a10.dlx", "a9.dlx", "b[1].dlx", "other.ec"], 1):
        (folder / name).write_text("a b\n" + "a b\n" * k)
    for n, name in enumerate(("b.json", "a[1].json"), 1):
        day = {"dominoes": [[1, 2]] * n, "regions": [{"indices": [[0, k] for k in range(2 * n)], "type": "empty"}]}
        (folder / name).write_text(json.dumps({"easy": day, "hard": day}))
    cases = asks(tmp_path, problems=f"{{ files = {files.replace('HERE', str(tmp_path))} }}")
    assert [case.problem for case in cases] == [str(folder / name) for name in found]


def test_the_page_about_plans_names_every_key_and_its_plans_are_valid(tmp_path):
    page = (Path(__file__).parents[3] / "docs" / "compare.md").read_text()
    top = {name: key for name, key in schema.TOP.items() if name not in schema.PRODUCT}
    for keys in (schema.PRODUCT, schema.OWN, top, schema.CLUSTER):
        assert f"\n{of_plans(keys)}\n" in page
    assert all(f"`{name}`" in schema.CLUSTER["engine"].meaning for name in engines.ENGINES)
    assert all(f"`{task}`" in schema.PRODUCT["tasks"].meaning for task in TASKS)
    (tmp_path / "puzzles").mkdir()
    (tmp_path / "puzzles" / "a.dlx").write_text("a b\na b\n")
    texts = re.findall(r"^```toml\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    assert len(texts) >= 3
    for text in texts:
        assert plan.read(write(tmp_path, text if "tasks" in text else f'tasks = ["count"]\n{text}')).cases, text


def test_the_key_of_a_case_depends_on_what_is_asked():
    case = Ask("a", "dlx", "count", digest="00")
    changes = [{"digest": "01"}, {"solver": "sat"}, {"task": "enumerate"}, {"repeat": 2}, {"order": 1}, {"limit": 1}]
    changes += [{"limits": Limits(**{name: 1})} for name in ("time_limit_s", "cpu_limit_s", "memory_limit_mb")]
    changes += [{"selection": Selection(at_most="1")}, {"selection": Selection(distinct="r1*")}, {"task": "best"}]
    changes += [{"task": "best", "selection": Selection(maximise=True)}]
    assert len({case.key, *(replace(case, **change).key for change in changes)}) == 1 + len(changes)
    same = [{"problem": "b"}, {"pin": (0,)}]
    assert {replace(case, **change).key for change in same} == {case.key}
    assert replace(case, limits=Limits(1)).key == replace(case, limits=Limits(1.0)).key
    assert Selection("1.50") == Selection("3/2")
    assert case.key == "bbf9e2d46d83695c", "rows of older versions go on"
    assert replace(case, repeat=2).key == "5172e17cde301c1e", "rows of schema 4 keep their identity"


def test_repeats_are_shuffled_by_the_same_seeds_for_everybody_unless_the_plan_says_no(tmp_path):
    read = plan.read(write(tmp_path, PRODUCTS))
    assert {(case.repeat, case.order) for case in read.cases} == {(1, None), (2, 1)}
    text = PRODUCTS.replace("repeats = 2", "repeats = 3\nshuffle = false").replace('"first"', '"certify"')
    assert {case.order for case in plan.read(write(tmp_path, text)).cases} == {None}
    shuffled = plan.read(write(tmp_path, text.replace("shuffle = false", ""))).cases
    assert {case.order for case in shuffled if case.task == "certify"} == {None}
    assert {(case.repeat, case.order) for case in shuffled if case.task == "count"} == {(1, None), (2, 1), (3, 2)}


@pytest.mark.parametrize(("written", "at_most"), [("-2", "-2"), ("0", "0"), ("12.50", "12.5"), ('"25/3"', "25/3")])
def test_a_bound_on_costs_is_exact_and_part_of_the_digest(tmp_path, written, at_most):
    (case,) = asks(tmp_path, at_most=written)
    assert case.selection.at_most == at_most
    plain = instance("queens/4").problem
    assert case.digest == asked(plain, exact(at_most)).digest != plain.digest


def test_a_plan_may_ask_for_the_dearest_and_up_to_symmetry_and_for_distinct_choices(tmp_path):
    assert asks(tmp_path, up_to_symmetry="true")[0].selection.up_to_symmetry
    (case,) = asks(tmp_path, distinct="'r1*'")
    assert case.selection.distinct == "r1*"
    assert case.digest != asks(tmp_path)[0].digest == asks(tmp_path, distinct="'*'")[0].digest, "all options are chosen"
    (case,) = asks(tmp_path, tasks='["best"]', maximise="true")
    assert (case.task, case.limit, case.selection.maximise) == ("best", 1, True)


def test_a_missing_library_does_not_invalidate_the_plan(tmp_path, monkeypatch):
    monkeypatch.setattr("danceoff.solvers.table.missing", lambda _name: "pip install it")
    (case,) = asks(tmp_path, solvers="{ sat = { engine = 'x' } }")
    assert case.solver == "sat:engine=x"


LABELS = [
    ("{ dlx = { label = 'a: b' } }", "dlx: label must be a text of 1 to 40 characters without a colon, not 'a: b'"),
    ("{ dlx = { label = '' } }", "dlx: label must be a text of 1 to 40 characters without a colon, not ''"),
    ("{ dlx = { label = 'X' }, bits = { label = 'X' } }", "dlx and bits are both called 'X': give each "),
    ("{ dlx = { label = 'bits' }, bits = {} }", "dlx and bits are both called 'bits': give each a label, as in "),
    (
        "{ sat = { encoding = ['ladder', 'pairwise'], label = 'SAT' } }",
        "sat:encoding=ladder and sat:encoding=pairwise are both called 'SAT': give each a label, as in 'sat",
    ),
]
GOOD = {"problems": '{ queens = ["4"] }', "solvers": "{ algorithm-x = {} }", "tasks": '["count"]'}


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        *(({"solvers": solvers}, message) for solvers, message in LABELS),
        *(
            ({"product": f"[{{ track = '{track}' }}]"}, "product 1: track must be small letters, digits and single")
            for track in ("", "..", "a/b", "A", "-a")
        ),
        ({"product": "[{ track = 'a' }, {}]"}, "a product has a track, and another one has none"),
        ({"problems": "{ files = 'list.sdk' }"}, "list.sdk:1: 2 boards, and only danceoff solve takes a list"),
        ({"solver": '["dlx"]'}, "unknown key 'solver'"),
        ({"tasks": "[]"}, "tasks is missing or empty"),
        ({"tasks": '["counts"]'}, "unknown task 'counts'"),
        ({"tasks": "[[]]"}, "tasks must be a list of texts, not [[]]"),
        ({"problems": '["queens/4"]'}, "problems must be a table"),
        ({"problems": "{ queens = 1.5 }"}, 'queens must be a list of texts, such as ["4", "8..12"], not 1.5'),
        ({"problems": "{ files = 'no*.dlx' }"}, "files: no file matches no*.dlx"),
        ({"problems": "{ files = '**/a.dlx' }"}, "files: **/a.dlx: ** is not known"),
        ({"problems": '{ files = "%s*" }' % ("a" * 9999)}, "files: "),
        ({"problems": "{ queens = '6..4' }"}, "queens: the range 6..4 has no values"),
        ({"problems": "{ queens = '1..999999999' }"}, "queens: the range 1..999999999 has no values, or more th"),
        ({"solvers": "{ learn = { seed = '9..1' } }"}, "learn: seed: the range 9..1 has no values"),
        ({"solvers": "{ learn = { seed = '1..999999999' } }"}, "the range 1..999999999 has no values, or more th"),
        ({"time_limit_s": "[]"}, "time_limit_s is an empty list"),
        ({"time_limit_s": "[1, 0]"}, "time_limit_s must be above 0"),
        ({"time_limit_s": "[1, '2']"}, "time_limit_s must be a number or a list of them, not '2'"),
        ({"problems": '{ queans = ["4"] }'}, "no problem"),
        ({"problems": '{ queens = ["x"] }'}, "queens/x"),
        ({"problems": '{ files = ["nowhere.dlx"] }'}, "nowhere.dlx"),
        ({"problems": "{}"}, "problems is missing or empty"),
        ({"solvers": "{ dxl = {} }"}, "unknown solver 'dxl'"),
        ({"solvers": '{ algorithm-x = "fast" }'}, "algorithm-x must be a table"),
        ({"solvers": "{ algorithm-x = { speed = 3 } }"}, "unknown option 'speed=3'"),
        ({"solvers": "{ algorithm-x = { speed = [[3]] } }"}, "speed must be a value"),
        ({"repeats": "0"}, "repeats must be above 0"),
        ({"repeats": "true"}, "repeats must be a whole number"),
        ({"time_limit_s": "nan"}, "time_limit_s must be above 0"),
        ({"at_most": '"much"'}, "'much' is not a number such as 12"),
        ({"at_most": "1e30"}, "'1e+30' is not a number"),
        ({"at_most": "1", "maximise": "true"}, "there is no such bound where larger costs are better"),
        ({"maximise": "1"}, "maximise must be true or false"),
        ({"distinct": "'x*'"}, "distinct: 'x*' names no option; there are r1 c1, r1 c2"),
        ({"distinct": "'r1*'", "tasks": '["certify"]'}, "only a proof for VeriPB is about distinct choices"),
        ({"product": "[3]"}, "product 1: must be a table"),
        ({"product": "[{ seed = 3 }]"}, "product 1: unknown key 'seed'"),
        ({"seed": "-5"}, "seed must be from 0 on and at most"),
        ({"tasks": '["count"'}, "mine.toml: Unclosed array (at end of document)"),
    ],
)
def test_a_bad_plan_is_reported_in_one_line_with_its_file(tmp_path, changed, message):
    (tmp_path / "list.sdk").write_text(2 * f"{'1' + 80 * '.'}\n")
    with pytest.raises(BadInput) as caught:
        asks(tmp_path, **changed)
    assert str(caught.value).startswith(f"{tmp_path}/mine.toml")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_plan_is_reported_with_the_plans_that_exist(tmp_path):
    with pytest.raises(BadInput, match=r"no such plan; did you mean smoke"):
        plan.read("smokes")
    rubbish = tmp_path / "rubbish.toml"
    rubbish.write_bytes(bytes(range(256)))
    with pytest.raises(BadInput, match="byte 128 is not UTF-8"):
        plan.read(str(rubbish))


@pytest.mark.parametrize("is_whole", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_our_own_plans_are_valid(tmp_path, monkeypatch, is_whole):
    """Of the problems of a family one is made, or all."""
    made, digest_of = set(), plan.digest_of

    def digest(problem, *asked):
        family = problem.partition("/")[0]
        is_new = family not in made
        made.add(family)
        return digest_of(problem, *asked) if is_new or is_whole else problem

    monkeypatch.setattr(plan, "digest_of", digest)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert "smoke" in shipped.names()
    for name in shipped.names():
        assert shipped.description(name)
        if name in ("sat2026", "tiler"):
            with pytest.raises(BadInput, match=f"the data set {name}.* is not on this machine"):
                plan.read(name)
        else:
            assert plan.read(name).cases


SAME = "a b\na b\n"
TWO = "tasks = ['count']\nproblems = { files = ['*.dlx'] }\nsolvers = { backtracking = {}, algorithm-x = {} }\n"
LEFT_OUT = "b.dlx is the same problem as a.dlx, and left out"


@pytest.fixture
def two_files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("a.dlx").write_text(SAME)
    Path("b.dlx").write_text(f"| another comment\n{SAME}")
    Path("c.dlx").write_text(SAME + "a b\n")
    Path("plan.toml").write_text(TWO)


@pytest.mark.usefixtures("two_files", "cases_in_process")
def test_every_command_says_which_of_two_files_is_left_out(run):
    code, out, err = run("new-plan", ".", "--solvers", "backtracking")
    assert (code, err.splitlines(), "*.dlx" in out) == (0, [f"warning: {LEFT_OUT}"], True)
    code, out, _ = run("run", "plan.toml", "--into", "res", "--dry")
    assert (code, out.splitlines().count(LEFT_OUT)) == (0, 1)
    for _ in range(2):  # the second run has nothing to run
        code, out, _ = run("run", "plan.toml", "--into", "res")
        assert (code, out.splitlines().count(f"warning: {LEFT_OUT}")) == (0, 1)


@pytest.mark.usefixtures("two_files")
def test_each_problem_left_out_is_said_once():
    product = "[[product]]\ntasks = {}\nproblems = {{ files = {} }}\n"
    top, first = "solvers = { backtracking = {} }\n", product.format(["count", "first"], ["c.dlx", "a.dlx", "b.dlx"])
    second = product.format(["count"], ["b.dlx", "c.dlx"]).replace(" }", ", queens = [4, '4'] }")
    Path("tracks.toml").write_text(f"{top}{first}track = 'one'\n{second}track = 'two'\n")
    tracks = plan.read("tracks.toml").runs(())
    assert {track: list(part.lines()) for track, part in tracks.items()} == {"one": [LEFT_OUT], "two": []}
    parts = product.format(["count"], ["a.dlx"]) + product.format(["count", "first"], ["b.dlx"])
    Path("parts.toml").write_text(top + parts)
    read = plan.read("parts.toml")
    assert [(case.problem, case.task) for case in read.cases] == [("a.dlx", "count"), ("b.dlx", "first")]
    assert list(read.lines()) == [LEFT_OUT]
    assert list(read.limited(time_limit_s=1.0).lines()) == list(read.lines())


ROOT = Path(__file__).parents[3]


def commands_of_the_page() -> list[str]:
    return re.findall(r"^danceoff (.*?)(?:#.*)?$", (ROOT / "docs" / "compare.md").read_text(), re.MULTILINE)


def written(tmp_path, *arguments: str) -> plan.Plan:
    """The plan that the command writes; it must be one."""
    file = tmp_path / "plans" / "mine.toml"
    file.parent.mkdir(exist_ok=True)
    assert cli.main(["new-plan", *arguments, "-o", str(file)]) == 0
    text = file.read_text()
    assert f"danceoff run {file.name} --dry" in text
    assert all(line.startswith(("#", "[")) or " = " in line or not line for line in text.splitlines())
    return plan.read(str(file))


def test_a_new_plan_is_valid_without_arguments(tmp_path, run):
    cases = written(tmp_path).cases
    assert {case.task for case in cases} == {"enumerate"}
    assert {case.solver for case in cases} == {"auto", "bits", "dlx", "sat"}
    code, out, _ = run("new-plan")
    assert code == 0 and out.startswith("# A plan.")


def test_problems_and_solvers_are_those_of_the_arguments(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.py").write_text("")
    for name in ('a"b.dlx', "c.dlx", "d[1].dlx"):
        (tmp_path / name).write_text("a b\na b\n" + "a b\n" * len(name))
    files = ['a"b.dlx', "c.*", "d[1].dlx", str(tmp_path / "c.dlx")]
    solvers = "dlx,sat:encoding=ladder,seed=3,warm_start=false,sat,learn:seed=1"
    cases = written(tmp_path, "queens/4..5", "soma", *files, "--solvers", solvers, "--task", "count").cases
    problems = [case.problem for case in cases if case.solver == "dlx"]
    places = [str(tmp_path / "plans" / ".." / name) for name in ('a"b.dlx', "c.dlx", "d[1].dlx")]
    assert problems == ["queens/4", "queens/5", "soma", *places]
    assert {case.solver for case in cases} == {"dlx", "sat:encoding=ladder,seed=3", "sat", "learn:seed=1"}
    assert {case.task for case in cases} == {"count"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["queans/4"], "the new plan: no problem is called 'queans/4'; did you mean queens/4"),
        (["none.dlx"], "none.dlx: no such file"),
        (["n*.dlx"], "the new plan: files: no file matches n*.dlx\n"),
        (["queens/4", "--solvers", "dxl"], "the new plan: unknown solver 'dxl'"),
        (["queens/4", "--solvers", "dlx,"], "unknown solver ''"),
        (["queens/4", "--solvers", "sat:speed=3"], "unknown option 'speed=3'"),
        (["queens/4", "--task", "counts"], "invalid choice: 'counts'; did you mean count?"),
        (["queens/4", "--task", "zzz"], "invalid choice: 'zzz'; there are "),
    ],
)
def test_what_does_not_exist_is_refused_in_one_line(tmp_path, monkeypatch, run, arguments, message):
    monkeypatch.chdir(tmp_path)
    code, _, err = run("new-plan", *arguments, "-o", "plan.toml")
    assert (code, err.count("\n")) == (2, 1) and message in err
    assert list(tmp_path.iterdir()) == []


def test_the_commands_of_the_page_about_plans_work(tmp_path, monkeypatch, run):
    """The shell would expand `puzzles/*.dlx`; unexpanded it stays a pattern. What runs cases is only read."""
    commands = commands_of_the_page()
    told = ["new-plan", *["run"] * 4, "report", *["run"] * 5, "compare"]
    assert [command.split()[0] for command in commands] == told
    monkeypatch.chdir(tmp_path)
    (tmp_path / "puzzles").mkdir()
    (tmp_path / "puzzles" / "a.dlx").write_text("a b\na b\n")
    assert run(*commands[0].split())[0] == 0
    code, out, _ = run(*commands[1].split())
    assert code == 0 and "\n12 cases to run: " in out
    assert len(plan.read(commands[2].split()[1]).cases) == 12
    monkeypatch.setattr(plan, "digest_of", lambda problem, *_: problem.encode().hex()[-16:])  # of hundreds of problems
    code, out, _ = run(*commands[3].split())
    tracks = [line for line in out.splitlines() if line.startswith(("coloured:", "cheapest:"))]
    assert (code, len(tracks)) == (0, 2)


@pytest.mark.slow
@pytest.mark.parametrize("command", commands_of_the_page()[6:11])
def test_the_commands_of_the_page_that_go_on_with_a_run_work(monkeypatch, run, command):
    monkeypatch.chdir(ROOT)
    code, out, _ = run(*command.split(), *["--dry"] * ("--dry" not in command))
    assert code == 0 and " cases to run" in out


def test_a_folder_stands_for_its_problems(tmp_path, monkeypatch, run):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "inst").mkdir()
    for name in ("b10.dlx", "b9.dlx", "c.csv"):
        (tmp_path / "inst" / name).write_text("a,b\n1,1\n" if name == "c.csv" else "a b\na b\n" + "a b\n" * len(name))
    (tmp_path / "inst" / "notes.txt").write_text("These are no problem.\n")
    (tmp_path / "inst" / "plan.toml").write_text('tasks = ["count"]\n')
    (tmp_path / "inst" / "solver.py").write_text("")
    for folder in ("inst", "inst/"):
        code, out, _ = run("new-plan", folder, "--solvers", "dlx")
        assert code == 0 and 'files = ["inst/*.dlx", "inst/*.csv"]\n' in out
    problems = [Path(case.problem).name for case in written(tmp_path, "inst", "--solvers", "dlx").cases]
    assert problems == ["b9.dlx", "b10.dlx", "c.csv"]
    (tmp_path / "empty").mkdir()
    code, _, err = run("new-plan", "empty")
    assert code == 2 and err.startswith("danceoff: empty: no file of this folder ends in .dlx, ")
    (tmp_path / "soma").mkdir()
    assert [case.problem for case in written(tmp_path, "soma", "--solvers", "dlx").cases] == ["soma"], "a name"


def test_programs_of_a_file_may_be_named(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.toml").write_text('[programs.mine]\ncommand = ["true", "{file}"]\n')
    cases = written(tmp_path, "queens/4", "--solvers", "dlx,mine", "--programs", "own.toml").cases
    assert [Path(case.solver).name for case in cases] == ["dlx", "own.toml:mine"]


@pytest.mark.parametrize("command", ["new-plan", "verify", "run", "report"])
def test_an_unknown_option_names_the_help_of_its_command(run, command):
    said = f"danceoff: unrecognized arguments: --frobnicate (see danceoff {command} --help)\n"
    assert run(command, "x", "--frobnicate") == (2, "", said)
