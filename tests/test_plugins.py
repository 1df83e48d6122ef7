"""Solvers, families and formats that are not ours: of installed packages, and of a file that a spec names."""

import os
import subprocess
import sys
import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path
from textwrap import dedent

import night
import pytest
from chapters import BLOCK, work_through
from in_process import cases_here

import danceoff
from danceoff.experiments.contract import hold, rules
from danceoff.experiments.plans import plan
from danceoff.problems import ExactCover, InvalidProblem, catalog, plugins, sources
from danceoff.problems.instance import Family
from danceoff.solvers import BACKENDS, MissingBackend, load, missing, names

ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / "examples" / "own_solver"
SPEC = f"{EXAMPLE / 'own_solver.py'}:FewestFirst"


def build(size):
    if not size.isdecimal():
        raise InvalidProblem("a size is a number")
    return ExactCover.from_options([[i] for i in range(int(size))], range(int(size))), None


SOUND = ("fewest-first", "own_solver:FewestFirst")
SINGLES = Family("singles", "N", build, {"3": None})


def read_lines(text, file):  # noqa: ARG001
    return ExactCover.from_options(text.split(), sorted(set("".join(text.split())))), None


@pytest.fixture
def declare(monkeypatch):
    """Declare entry points as installed packages do: (package, group, name, value)."""

    def declared(*rows):
        points = []
        for package, group, name, value in rows:
            point = EntryPoint(name, value, group)
            vars(point)["dist"] = type("Distribution", (), {"name": package})
            points.append(point)
        monkeypatch.setattr(plugins, "_declared", lambda group: tuple(p for p in points if p.group == group))

    monkeypatch.syspath_prepend(EXAMPLE)
    return declared


def install(folder, project, monkeypatch):
    """What an installer writes beside the modules of a package, in a folder that is looked into from now on."""
    info = folder / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    groups = project["entry-points"].items()
    lines = [f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in one.items()) for group, one in groups]
    (info / "entry_points.txt").write_text("\n".join(lines))
    monkeypatch.syspath_prepend(folder)
    for cached in ("_all", "_declared"):
        monkeypatch.setattr(plugins, cached, getattr(plugins, cached).__wrapped__)


def test_the_page_about_plug_ins_does_what_it_shows(run, capsys, tmp_path, monkeypatch):
    page = (ROOT / "docs" / "plug-ins.md").read_text(encoding="utf-8")
    files = {title: text for _, title, text in BLOCK.findall(page) if title}
    assert files["own_solver.py"] == (EXAMPLE / "own_solver.py").read_text(encoding="utf-8")
    assert len(files["twenty.py"].splitlines()) <= 20
    cases_here(monkeypatch)
    install(tmp_path, tomllib.loads(files["pyproject.toml"])["project"], monkeypatch)
    if not night.seed:
        for module in (hold, rules):
            monkeypatch.setattr(module, "rules_for", lambda _: rules.LISTING)
    monkeypatch.chdir(tmp_path)
    commands = work_through(page, run, lambda: capsys.readouterr().out)
    assert [line.split()[1] for line in commands] == ["solve", "contract", "solve", "toss", "solve", "solve"]
    table = page.partition("beside the plan:\n\n")[2].partition("\n\n##")[0]
    (tmp_path / "p.toml").write_text(f'tasks = ["count"]\nproblems = {{ queens = ["4"] }}\n{dedent(table)}\n')
    assert len(plan.read(str(tmp_path / "p.toml")).cases) == 3


def test_a_solver_of_a_file_is_loaded_and_prints_as_it_is_written(monkeypatch, tmp_path):
    monkeypatch.chdir(EXAMPLE)
    solver = load(SPEC)
    for spec in (f"{SPEC}:most=true", "own_solver.py:FewestFirst:most=true"):
        assert str(load(spec)) == spec
        assert load(spec).prepare(catalog.instance("queens/6").problem).count() == 4
    assert str(solver) == SPEC
    assert load(SPEC) == solver
    assert load(f"parts:of={SPEC},jobs=2").prepare(catalog.instance("queens/6").problem).count() == 4
    (tmp_path / "borrowed.py").write_text("from danceoff.solvers.readable.backtracking import Backtracking")
    load(f"{tmp_path}/borrowed.py:Backtracking")
    assert str(load("backtracking")) == "backtracking"


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        (None, "A", "no such file"),
        ("", "A", "no class A that is a danceoff.solvers.Solver"),
        ("A = 3", "A", "no class A"),
        ("raise KeyError('x')", "A", "cannot be imported: KeyError: 'x'"),
        ("def", "A", "cannot be imported: SyntaxError"),
        ("raise SystemExit(3)", "A", "cannot be imported: SystemExit: 3"),
        ("from danceoff.solvers import Solver\nclass A(Solver): pass", "A", "the class has no `name`"),
        ("from danceoff.solvers import Solver\nclass A(Solver): name = 'a'", "A", "no features and no build"),
        ("from danceoff.solvers.readable.backtracking import Backtracking\nclass A(Backtracking): name = 'a'", "A:x=1",
         "unknown option 'x=1'"),
    ],
)  # fmt: skip
def test_a_file_that_holds_no_solver_is_refused_in_one_line(tmp_path, text, kind, words):
    file = tmp_path / "mine.py"
    if text is not None:
        file.write_text(text)
    with pytest.raises(ValueError) as refusal:
        load(f"{file}:{kind}")
    assert words in str(refusal.value)
    assert str(file) in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_a_file_that_needs_a_library_says_so(tmp_path):
    (tmp_path / "mine.py").write_text("import no_such_library")
    with pytest.raises(MissingBackend, match="No module named 'no_such_library': install it"):
        load(f"{tmp_path}/mine.py:A")


@pytest.mark.parametrize("isolate", [False, True])
def test_from_python_a_file_that_was_mended_is_run_again(tmp_path, isolate):
    file, problem = tmp_path / "mine.py", {1: ["a"], 2: ["a"]}
    for covers in ([[0]], [[0], [1]]):
        file.write_text(f"def mine(options, primary, secondary): return {covers}\n")
        assert len(danceoff.solve(problem, solver=f"{file}:mine", isolate=isolate).covers) == len(covers)


def test_lists_name_a_broken_package_and_have_everything_else(declare, tmp_path, monkeypatch, run):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "half_written").mkdir()
    (tmp_path / "half_written" / "__init__.py").write_text("def")
    (tmp_path / "half_written" / "more.py").write_text("")
    (tmp_path / "raises_it.py").write_text("raise KeyError('x')")
    values = ["half_written.more:X", "raises_it:X", "json:nothing", "no_such_module_at_all:X"]
    groups = (plugins.PROBLEMS, plugins.SOLVERS)
    family = "from danceoff.problems.instance import Family\nF = Family('singles', 'N', None, {})"
    (tmp_path / "sound.py").write_text(family)
    sound = [("own", plugins.PROBLEMS, "singles", "sound:F"), ("own", plugins.SOLVERS, *SOUND)]
    declare(*(("bad", group, f"bad{k}", value) for group in groups for k, value in enumerate(values)), *sound)
    why = ["SyntaxError", "KeyError: 'x'", "imported: AttributeError", "imported: ModuleNotFoundError"]
    for what, others in (("solvers", ["dlx", "fewest-first"]), ("families", ["queens", "singles"])):
        code, out, _ = run("list", what)
        lines = {line.split()[0]: line for line in out.splitlines()}
        assert code == 0 and set(others) <= set(lines)
        assert all(words in lines[f"bad{k}"] and "'bad" in lines[f"bad{k}"] for k, words in enumerate(why))
    code, _, err = run("export", "bad2/4", "--format", "dlx")
    assert code == 2 and err.startswith("danceoff: danceoff.problems: 'bad2' of bad cannot be imported")
    with pytest.raises(InvalidProblem, match="did you mean queens/4"):
        catalog.instance("queans/4")


def test_a_solver_of_a_package_is_like_ours(declare, run, tmp_path):
    declare(("own", plugins.SOLVERS, *SOUND))
    assert names() == [*BACKENDS, "fewest-first"]
    assert missing("fewest-first") == ""
    assert str(load("fewest-first:most=true")) == "fewest-first:most=true"
    assert "fewest-first      Backtracking over the item with the fewest options left\n" in run("list", "solvers")[1]
    (tmp_path / "p.toml").write_text('tasks=["count"]\nproblems = { queens = ["4"] }\nsolvers = { fewest-first = {} }')
    assert [case.solver for case in plan.read(str(tmp_path / "p.toml")).cases] == ["fewest-first"]


def test_a_clash_names_both(declare):
    declare(("own", plugins.SOLVERS, "bits", "own_solver:FewestFirst"))
    with pytest.raises(ValueError, match="both danceoff and own define 'bits'"):
        names()
    assert load("bits").name == "bits"  # ours is asked for without a look at packages
    declare(("one", plugins.SOLVERS, "x", "own_solver:FewestFirst"), ("two", plugins.SOLVERS, "x", "other:A"))
    with pytest.raises(ValueError, match="both one and two define 'x'"):
        names()


def test_a_family_of_a_package_is_in_the_catalog(declare, run):
    declare(("own", plugins.PROBLEMS, "singles", f"{__name__}:SINGLES"))
    assert catalog.names()[-1] == "singles/3"
    assert catalog.instance("singles/5").problem.n_items == 5
    assert "singles" in run("list", "families", "singles")[1]
    declare(("own", plugins.PROBLEMS, "queens", f"{__name__}:SINGLES"))
    with pytest.raises(InvalidProblem, match="both danceoff and own define 'queens'"):
        catalog.instance("soma")


def test_a_format_of_a_package_is_read(declare, tmp_path):
    (tmp_path / "a.words").write_text("ab c abc")
    declare(("own", plugins.FORMATS, "words", f"{__name__}:read_lines"))
    instance = sources.read(str(tmp_path / "a.words"))
    assert (instance.family, instance.problem.n_options) == ("words", 3)
    declare(("own", plugins.FORMATS, "dlx", f"{__name__}:read_lines"))
    with pytest.raises(InvalidProblem, match="both danceoff and own define 'dlx'"):
        sources.read(str(tmp_path / "a.words"))


def test_the_example_is_installed_and_found(tmp_path):
    source, target = tmp_path / "own_solver", tmp_path / "site"
    source.mkdir()
    for file in (EXAMPLE / "own_solver.py", EXAMPLE / "pyproject.toml"):
        (source / file.name).write_text(file.read_text())  # setuptools leaves files beside what it builds
    flags = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--target", str(target)]
    subprocess.run([sys.executable, "-m", "pip", "install", *flags, str(source)], check=True, capture_output=True)
    code = f"import sys; sys.path[:0] = [{str(target)!r}, {str(ROOT)!r}];"
    code += "from danceoff.solvers import load; print(load('fewest-first:most=true'))"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert done.stdout == "fewest-first:most=true\n", done.stderr


@pytest.mark.night
def test_the_example_passes_its_own_test():
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-c", "pyproject.toml", "-p", "no:cacheprovider"]
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}:{EXAMPLE}"}
    done = subprocess.run([*command, "."], cwd=EXAMPLE, env=environment, capture_output=True, text=True)
    assert "1 passed" in done.stdout, done.stdout


MINE = """
from danceoff.questions.question import Lists
HELP, UNNAMED = "100 % sound", Lists()
def arguments(parser): pass
def run(args): raise KeyError("lost")
"""
FAULTY = [
    *((group, "no_such_module:A", "cannot be imported: ModuleNotFoundError") for group in plugins.GROUPS),
    *((group, "no module at all", "cannot be imported: ") for group in plugins.GROUPS),
    (plugins.COMMANDS, "json", "the module has no HELP and no arguments and no run"),
    (plugins.COMMANDS, "mine:HELP", "must be a module, and mine:HELP is not"),
    (plugins.COMMANDS, "mine", "failed: KeyError: 'lost'"),
    (plugins.QUESTIONS, "mine:Lists", "must be a Question, and mine:Lists is not"),
    (plugins.QUESTIONS, "mine:UNNAMED", "calls itself None; the two names must be equal"),
    (plugins.PROBLEMS, "danceoff.problems.instance:Family", "must be a Family"),
    (plugins.SOLVERS, "own_solver:Cover", "must be a Solver class"),
    (plugins.SOLVERS, "own_solver:FewestFirst", "calls itself 'fewest-first'"),
]
ASKED = {
    plugins.SOLVERS: ["solve", "soma", "--solver", "x"],
    plugins.PROBLEMS: ["solve", "x/3"],
    plugins.QUESTIONS: ["solve", "soma", "--task", "x"],
    plugins.COMMANDS: ["x"],
    plugins.FORMATS: ["solve", "a.x"],
}


@pytest.mark.parametrize(("group", "value", "words"), night.sampled(FAULTY, 5))
def test_a_fault_of_a_package_is_one_line_when_it_is_used_and_only_then(
    declare, tmp_path, monkeypatch, run, group, value, words
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "mine", raising=False)
    cases_here(monkeypatch)
    for name, text in (("mine.py", MINE), ("a.x", "a")):
        Path(name).write_text(text)
    declare(("own", plugins.PROBLEMS, "singles", f"{__name__}:SINGLES"), ("own", group, "x", value))
    code, out, err = run(*ASKED[group])
    assert (code, out, err.count("\n")) == (2, "", 1)
    err = err.splitlines()[-1]
    assert err.startswith("danceoff: ") and group in err and "'x'" in err and words in err
    told = " ".join(run("--help")[1].split())
    assert " solve " in told
    assert group != plugins.COMMANDS or ("100 % sound" if value == "mine" else f"faulty: {group}: 'x' of own") in told
    assert ("of installed packages x " in told) == (group == plugins.COMMANDS)
    assert group != plugins.QUESTIONS or ", x;" in run("solve", "--help")[1]
    assert run("solve", "singles/3", "--solver", "backtracking", "--task", "count")[0] == 0


@pytest.mark.parametrize(("group", "name"), [(plugins.COMMANDS, "solve"), (plugins.QUESTIONS, "count")])
def test_a_command_or_question_that_clashes_names_both(declare, run, group, name):
    declare(("own", group, name, "mine"))
    said = f"danceoff: {group}: both danceoff and own define {name!r}; uninstall or rename one of them\n"
    assert run(*(["--help"] if group == plugins.COMMANDS else ["solve", "soma"])) == (2, "", said)
