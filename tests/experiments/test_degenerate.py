"""Problems that are hardly any, through every command: an answer or one line that says why not, and never a crash."""

import json
import warnings
from pathlib import Path

import night
import pytest
from hypothesis import given
from hypothesis import strategies as st
from in_process import cases_here, command, run_here

from danceoff.asking.ask import Ask, Selection
from danceoff.experiments import BadInput
from danceoff.experiments.contract.small import all_covers
from danceoff.experiments.run.one_case.messages import Show
from danceoff.problems import InvalidProblem
from danceoff.problems.formats import WRITTEN
from danceoff.problems.sources import read as read_problem

SOLVERS = ("dlx", "bits", "counter") if night.seed else ("bits", "counter")
PLAN = """
time_limit_s = 60
limit = 100
[[product]]
problems = {{ files = {files} }}
solvers = {{ dlx = {{}}, counter = {{}} }}
tasks = ["first", "enumerate", "count", "certify"]
"""

FILES = {
    "no-options.dlx": "a b\n",
    "no-items-left-to-cover.dlx": "0:1|a\n",
    "optional.dlx": "0:1|a 0:2|b\na b\nb\n",
    "one-option.dlx": "a\na\n",
    "one-option-of-many-items.dlx": "a b | c\na b c\n",
    "secondary-alone.dlx": "a | b c\nb c\nb\na\n",
    "more-than-there-are.dlx": "5:9|a\na\na\n",
    "huge-multiplicity.dlx": "0:1000000|a\na\na\n",
    "equal-options.dlx": "2|a\na\na\na\n",
    "empty.ec": "p ec 0\n",
    "no-options.ec": "p ec 3\n",
    "one.ec": "p ec 1\ns 1\ns 1\n",
    "secondary-alone.csv": "|a,|b\n1,1\n0,1\n",
    "one.csv": "1\n",
    "all-may-stay-empty.toml": 'region = """\n??\n??\n"""\n[pieces]\nI2 = "any"\n',
    "at-most-one.toml": 'region = """\n??\n??\n"""\n[pieces]\nI2 = "0-1"\n',
    "at-most-one-of-two.toml": 'box = [2, 2]\nmay_stay_empty = true\n[pieces]\nI2 = "0-1"\nV3 = "0-2"\n',
    "fits-nowhere.toml": 'region = """\n??\n"""\n[pieces]\nV3 = "0-1"\n',
    "fits-nowhere-and-must.toml": 'region = """\n.\n"""\n[pieces]\nI2 = 1\n',
    "one-cell.toml": 'region = """\n.\n"""\n[pieces]\nI1 = 1\n',
    "one-open-cube.toml": 'box = [1, 1, 1]\nmay_stay_empty = true\n[pieces]\nI1 = "0-1"\n',
    "pieces-left-over.toml": 'box = [1, 2]\n[pieces]\nI2 = "0-9"\nI1 = "any"\n',
    "one-cell.txt": ".\n\n#\n",
    "no-room.txt": "..\n\n###\n",
    "solved.sdk": "1234341221434321\n",
    "clash.sdk": "11..............\n",
    "empty.sdk": "1234............\n",
}


def go_through_every_command(file: Path, commands: bool) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        instance = read_problem(str(file))
    n_covers = len(all_covers(instance.problem)) if instance.problem.n_options <= 16 else None
    limit = 2 if n_covers is None else None
    for solver in SOLVERS:
        for task in ("first", "enumerate", "count", "certify"):
            for up_to_symmetry in (False, True) if task != "certify" else (False,):
                selection = Selection(up_to_symmetry=up_to_symmetry)
                case = Ask(str(file), solver, task, limit=limit, selection=selection)
                try:
                    row = run_here(case, show=Show("boxed", 40, svg=True))
                except BadInput as error:
                    assert up_to_symmetry, error
                    continue
                assert row.status in ("complete", "limit", "unsupported"), (case, row.detail)
                if row.is_exact and n_covers is not None:
                    assert row.covers == n_covers, case
    if commands:
        _by_name(file)


def _by_name(file: Path) -> None:
    source, folder = str(file), file.parent
    more = ([], ["--up-to-symmetry"], ["--format", "json"], ["--jobs", "2"])
    for k, task in enumerate(("first", "enumerate", "count")):
        for options in more if night.seed else more[k : k + 2]:
            command("solve", source, "--task", task, "--limit", "3", *options)
    drawn = [f"--svg={folder / 'picture.svg'}", f"--gallery={folder / 'gallery.html'}"]
    command("solve", source, *drawn)
    command("solve", source, *drawn, "--up-to-symmetry")
    for solver, *how in (("dlx",), ("algorithm-x", "--tree"), ("sat",)):
        command("watch", source, "--solver", solver, "--nodes", "20", *how)
    for how in (["--svg", str(folder / "watched.svg")], ["--gif", str(folder / "watched.gif")]):
        command("watch", source, "--solver", "dlx", "--nodes", "20", *how)
    for name in WRITTEN:
        command("export", source, "--format", name, "-o", str(folder / f"exported.{name}"))
    certificate = folder / "certificate"
    for solver in ("bits", "counter"):
        if command("certify", source, "--solver", solver, "--limit", "100", "-o", str(certificate))[0] == 0:
            assert command("check", source, str(certificate))[0] == 0


@pytest.mark.parametrize("name", FILES)
def test_every_command_answers(name, monkeypatch, tmp_path):
    cases_here(monkeypatch)
    file = tmp_path / name
    file.write_text(FILES[name])
    go_through_every_command(file, commands=name in night.sampled(FILES, 6))


@st.composite
def puzzles(draw: st.DrawFn) -> str:
    """A small packing with walls, cells that may stay empty, and pieces that are not needed or fit nowhere."""
    width = draw(st.integers(1, 3))
    rows = draw(st.lists(st.text(".?#", min_size=width, max_size=width), min_size=1, max_size=3))
    pieces = draw(st.dictionaries(st.sampled_from(["I1", "I2", "I3", "V3", "O4"]), _COUNTS, min_size=1, max_size=3))
    drawing, wanted = "\n".join(rows), "\n".join(f"{name} = {count}" for name, count in pieces.items())
    return f'region = """\n{drawing}\n"""\n[pieces]\n{wanted}\n'


@st.composite
def item_lists(draw: st.DrawFn) -> str:
    """A problem of a few items with bounds, secondary ones, and options that may be none."""
    bounds = st.sampled_from(["", "", "2|", "0:1|", "0:2|", "1:9|", "0:9|"])
    names = [draw(bounds) + name for name in draw(st.sampled_from(["a", "ab", "abc"]))]
    options = draw(st.lists(st.sets(st.sampled_from("abcd"), min_size=1).map(sorted), max_size=5))
    known = [[name for name in option if name in "".join(names) + "d"] for option in options]
    return "\n".join([" ".join([*names, "|", "d"]), *(" ".join(option) for option in known if option), ""])


_COUNTS = st.sampled_from(["1", "2", '"0-1"', '"0-2"', '"1-2"', '"any"'])


@pytest.mark.parametrize(("ending", "texts"), [(".toml", puzzles()), (".dlx", item_lists())], ids=["toml", "dlx"])
def test_every_task_answers(ending, texts, tmp_path):
    file = tmp_path / f"drawn{ending}"

    @night.drawn(4)
    @given(texts)
    def answers(text: str) -> None:
        file.write_text(text)
        try:
            read_problem(str(file))
        except InvalidProblem:
            return
        go_through_every_command(file, commands=False)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        answers()


def test_a_run_of_them_all(monkeypatch, tmp_path):
    cases_here(monkeypatch)
    names = night.sampled(FILES, 5)
    for name in names:
        (tmp_path / name).write_text(FILES[name])
    plan, rows = tmp_path / "plan.toml", str(tmp_path / "rows")
    plan.write_text(PLAN.format(files=json.dumps(names)))
    assert command("run", str(plan), "--into", rows)[0] == 0
    assert command("verify", rows)[0] == 0
    assert command("report", rows)[0] == 0
    assert command("compare", rows, rows)[0] == 0
