"""Problems that are hardly any, through every command: an answer or one line that says why not, and never a crash."""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from brute import all_covers
from hypothesis import given, settings
from hypothesis import strategies as st

from experiments import BadInput, cli, running
from experiments.advice.features import features
from experiments.case import Case, Show
from experiments.commands.exits import OF_STATUS
from experiments.export import FORMATS
from experiments.one_case import child, worker
from experiments.record import COLUMNS, Row, read
from problems import InvalidProblem
from problems.sources import read as read_problem
from solvers import MissingBackend, UnsupportedProblem

SHOWN = Show("boxed", 40, svg=True, figures=True)
PLAN = """
time_limit_s = 60
limit = 100
[[product]]
problems = {{ files = ["{file}"] }}
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
    "names-alone.csv": "a,b\n",
    "secondary-alone.csv": "|a,|b\n",
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
    "empty.sdk": "................\n",
}


def run_here(
    case: Case,
    watch: Callable[[dict[str, object]], None] = lambda _message: None,
    show: Show | None = None,
    certificate: Path | None = None,
    kept: Path | None = None,
    in_cgroup: bool = False,  # noqa: ARG001
) -> Row:
    """As run_case, in this process, and an error that is ours is not caught."""
    columns: dict[str, object] = {}

    def tell(**more: object) -> None:
        columns.update(more)
        watch(more)

    with TemporaryDirectory() as folder:
        try:
            worker.work(case, show, tell, certificate or Path(folder) / "certificate", kept)
        except UnsupportedProblem as error:
            tell(status="unsupported", detail=str(error))
        except MissingBackend as error:
            tell(status="missing", detail=str(error))
        except InvalidProblem as error:
            raise BadInput(str(error)) from None
    return replace(
        child.unanswered(case, "", ""), **{name: value for name, value in columns.items() if name in COLUMNS}
    )


def command(*arguments: str) -> int:
    """The exit code; of what cannot be done one line says so."""
    out, err = io.TextIOWrapper(io.BytesIO(), write_through=True), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = cli.main(arguments)
    said = [line for line in err.getvalue().splitlines() if not line.startswith("warning: ")]
    assert code in (0, 2, 3), (arguments, err.getvalue())
    assert code != 2 or len(said) == 1, (arguments, said)
    return code


def go_through_every_command(file: Path, commands: bool) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        instance = read_problem(str(file))
    n_covers = len(all_covers(instance.problem)) if instance.problem.n_options <= 16 else None
    for solver in ("bits", "dlx", "counter"):
        for task in ("first", "enumerate", "count", "certify"):
            for up_to_symmetry in (False, True):
                case = Case(str(file), solver, task, limit=2 if n_covers is None else None, up_to_symmetry=up_to_symmetry)
                try:
                    row = run_here(case, show=SHOWN)
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
    for task in ("first", "enumerate", "count"):
        for more in ([], ["--up-to-symmetry"], ["--format", "json"], ["--jobs", "2"]):
            command("solve", source, "--task", task, "--limit", "3", *more)
    drawn = [f"--svg={folder / 'picture.svg'}", f"--gallery={folder / 'gallery.html'}"]
    command("solve", source, *drawn)
    command("solve", source, *drawn, "--up-to-symmetry")
    for solver in ("dlx", "algorithm-x", "sat"):
        for how in ([], ["--tree"], ["--svg", str(folder / "watched.svg")], ["--gif", str(folder / "watched.gif")]):
            command("watch", source, "--solver", solver, "--nodes", "20", *how)
    for name in (*FORMATS, "xmpuzzle"):
        command("export", source, "--format", name)
        command("export", source, "--format", name, "-o", str(folder / f"exported.{name}"))
    certificate = folder / "certificate"
    for solver in ("bits", "counter"):
        if command("certify", source, "--solver", solver, "--limit", "100", "-o", str(certificate)) == 0:
            assert command("check", source, str(certificate)) == 0
    plan = folder / "plan.toml"
    plan.write_text(PLAN.format(file=source))
    assert command("run", str(plan), "--into", str(folder / "rows"), "--fresh") in (0, 2)
    if (folder / "rows").exists() and read(folder / "rows"):
        assert command("verify", str(folder / "rows")) == 0
        command("report", str(folder / "rows"))
    features(read_problem(source))


@pytest.fixture
def here(monkeypatch):
    monkeypatch.setattr(child, "run_case", run_here)
    monkeypatch.setattr(running, "run_case", run_here)
    from experiments.certificates import keeping

    monkeypatch.setattr(keeping, "run_case", run_here)


@pytest.mark.parametrize("name", FILES)
def test_every_command_answers(name, here, tmp_path):
    file = tmp_path / name
    file.write_text(FILES[name])
    go_through_every_command(file, commands=True)
