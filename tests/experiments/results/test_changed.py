"""Who was mended is run again, and a results folder is handed on: rows say with which files they were made."""

import dataclasses
import shutil
from pathlib import Path
from unittest.mock import Mock

import pandas as pd
import pytest
from programs import TINY

from danceoff.experiments import BadInput
from danceoff.experiments.plans.again import again
from danceoff.experiments.plans.plan import read
from danceoff.experiments.results import inputs, record
from danceoff.experiments.run.local import Observer
from danceoff.experiments.run.one_case.messages import unanswered
from danceoff.experiments.run.schedule import run_plan, to_do
from danceoff.experiments.words.solver_names import named
from danceoff.problems.catalog import instance
from danceoff.problems.sources import write
from danceoff.solvers.sources import digests

BOTH, ONE = "printf '0 7\\n2 4\\n'\n", "printf '0 7\\n'\n"
PLUG_IN = """
from dataclasses import dataclass
from danceoff.solvers.base import Feature, OneByOne, Solver

COVERS = [(0, 7)]

@dataclass(frozen=True)
class Mine(Solver):
    name = "mine"
    features = frozenset({Feature.LIST})
    seed: int = 0
    twin: bool = False

    def build(self, problem, blocked):
        return Found()

class Found(OneByOne):
    def _steps(self):
        yield from COVERS
"""
LEFT = ("", ":seed=1", ":twin=true")
PLAN = """
tasks = ["enumerate"]
[problems]
files = ["tiny.dlx"]
[solvers]
backtracking = {}
sh = {}
"mine.py:Mine" = {}
[programs.sh]
command = ["/bin/sh", "{here}/sh.sh", "{file}"]
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with a plan, a problem, a program and a plug-in."""
    monkeypatch.chdir(tmp_path)
    write_all(tmp_path)
    return tmp_path


def write_all(folder: Path) -> None:
    (folder / "plan.toml").write_text(PLAN)
    (folder / "tiny.dlx").write_text(write(instance(TINY), "dlx"))
    (folder / "sh.sh").write_text(ONE)
    (folder / "mine.py").write_text(PLUG_IN)


RUN = ["run", "plan.toml", "--into", "rows", "--engine", "poll"]


def found(folder: str = "rows") -> dict[str, int]:
    return {one.solver: one.covers for one in record.read(Path(folder))}


def due(*rerun: str, plan: str = "plan.toml", into: str = "rows") -> str:
    """What `run --dry` says of the cases that are due, without its estimates."""
    cases = read(plan).cases
    found = to_do(cases, record.read(Path(into)), rerun)
    return "\n".join([*found.lines(len(cases)), f"{len(found.left)} of {len(cases)} to run"])


def test_a_changed_program_and_a_changed_plug_in_run_again_and_their_old_rows_count_no_more(folder, run):
    assert run(*RUN)[0] == 0
    assert found() == {"backtracking": 2, "sh": 1, "mine.py:Mine": 1}
    made = {one.solver: sorted(one.sources) for one in record.read(Path("rows"))}
    assert made == {"backtracking": [], "sh": ["programs.sh", "sh", "sh.sh"], "mine.py:Mine": ["mine.py"]}
    assert run("verify", "rows")[0] == 1
    write_all(folder)
    assert due() == "0 of 3 to run", "written again, and the same"
    (folder / "sh.sh").write_text(BOTH)
    (folder / "mine.py").write_text(PLUG_IN.replace("(0, 7)", "(0, 7), (2, 4)"))
    code, said, _ = run(*RUN, "--dry")
    for file in ("sh.sh", "mine.py"):
        assert f"{file} has changed since: 1 case run again; 1 unchanged\n" in said
    assert (code, "2 cases to run, 1 others have rows" in said) == (0, True)
    code, said, _ = run(*RUN)
    assert (code, "3 cases, 1 of them already done" in said) == (0, True)
    assert found() == {"backtracking": 2, "sh": 2, "mine.py:Mine": 2}
    assert run("verify", "rows")[0] == 0
    assert len(record.read_on(Path("rows"))[0]) == 5, "rows are only added"


def ran(plan: str = "plan.toml", into: str = "rows", **columns: object) -> None:
    """Append the rows that a run of the plan would make now."""
    Path(into).mkdir(exist_ok=True)
    for case in read(plan).cases:
        made = dataclasses.replace(unanswered(case, "complete", ""), sources=digests(case.spec), covers=1)
        record.append(Path(into), dataclasses.replace(made, **columns))


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("plan.toml", PLAN.replace('"{file}"', '"-x", "{file}"'), "programs.sh has changed since: 1 case run again"),
        ("plan.toml", PLAN.replace("/bin/sh", "{here}/shell"), "programs.sh, sh, shell have changed since: 1 case run"),
        ("shell", "", ""),
        ("mine.py", PLUG_IN + "# mended\n", "mine.py has changed since: 1 case run again; 2 unchanged"),
        ("tiny.dlx", "a b | c\na b\n", "tiny.dlx has changed since: 3 cases run again; 0 unchanged"),
    ],
)
def test_whatever_of_a_solver_or_problem_has_changed_is_named(folder, file, text, said):
    shutil.copy("/bin/sh", folder / "shell")
    ran()
    (folder / file).write_text(text)
    assert said in due()
    ran(replaces=record.read(Path("rows"))[0].case if file == "tiny.dlx" else "")
    assert due() == "0 of 3 to run"


def test_a_renamed_plan_renames_no_solver_and_a_program_of_the_same_name_takes_its_place(folder):
    ran()
    (folder / "plan.toml").rename(folder / "other.toml")
    (folder / "there").mkdir()
    (folder / "there" / "third.toml").write_text(PLAN.replace("tiny", "../tiny").replace('"mine.py:Mine" = {}', ""))
    (folder / "there" / "sh.sh").write_text(ONE)
    assert (due(plan="other.toml"), due(plan="there/third.toml")) == ("0 of 3 to run", "0 of 2 to run")
    (folder / "there" / "sh.sh").write_text(BOTH)
    assert "sh.sh has changed since: 1 case run again; 1 unchanged" in due(plan="there/third.toml")


def test_a_program_that_is_gone_keeps_its_rows_and_one_that_was_missing_runs(folder):
    (folder / "plan.toml").write_text(PLAN.replace("/bin/sh", "{here}/shell"))
    ran(into="missing")
    shutil.copy("/bin/sh", folder / "shell")
    assert "shell has changed since: 1 case run again; 2 unchanged" in due(into="missing")
    ran()
    (folder / "shell").unlink()
    assert due() == "0 of 3 to run"


def test_solvers_are_named_to_run_again_and_to_be_left_out(folder, run):
    settings = '"mine.py:Mine" = { seed = [0, 1], twin = [false, true] }'
    (folder / "plan.toml").write_text(PLAN.replace('"mine.py:Mine" = {}', settings).replace("enumerate", "count"))
    ran()
    specs = [case.solver for case in read("plan.toml").cases]
    for texts, n in ((["mine.py:Mine"], 4), (["mine.py:Mine:seed=1,twin=true,crashed,sh"], 2), (["sh", "dlx"], 1)):
        assert due(*named("--rerun", texts, [*specs, "dlx"], record.STATUSES)) == f"{n} of 6 to run"
    code, _, err = run(*RUN, "--dry", "--rerun", "shh")
    assert (code, "--rerun: 'shh' is not known here; did you mean sh?" in err) == (2, True)
    record.append(folder / "rows", dataclasses.replace(record.read(Path("rows"))[0], solver="sh", case="f", covers=2))
    for without, code in (([], 1), (["--without", "sh"], 0), (["--without", "sat"], 2)):
        assert run("verify", "rows", *without)[0] == code
    code, out, _ = run("report", "rows", "--without", "sh", "--without", "mine.py:Mine:seed=1,twin=true")
    told = [out, *((folder / "rows" / name).read_text() for name in ("runs.csv", "report.html"))]
    assert all("mine.py:Mine" in text and "sh.sh" not in text for text in told)
    table = pd.read_csv(folder / "rows" / "runs.csv")
    assert sorted(table["solver"].map(str)) == ["backtracking", *(f"mine.py:Mine{one}" for one in LEFT)]


def keep(plan: str = "plan.toml", into: str = "rows") -> list[str]:
    ran(plan, into)
    made = read(plan)
    return inputs.keep(Path(into), made.cases, made.text)


def moved(folder: Path) -> Path:
    """The folder of the rows at another place; everything else is gone."""
    there = folder / "elsewhere" / "given"
    shutil.copytree(folder / "rows", there)
    for path in folder.iterdir():
        if path.name != "elsewhere":
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    return there


def test_a_folder_runs_elsewhere_without_the_original_files(folder, monkeypatch, run):
    def told(rows: str) -> list[list[str]]:
        names = ("case", "problem", "solver", "status", "covers", "fingerprint", "sources")
        return sorted([str(getattr(one, name)) for name in names] for one in record.read(Path(rows)))

    assert run("run", "plan.toml", "--into", "rows", "--engine", "poll", "--time-limit", "99")[0] == 0
    old, there = told("rows"), moved(folder)
    monkeypatch.chdir(there.parent)
    (there.parent / "mine.py").write_text(PLUG_IN)
    how = ("--programs", "mine.py", "--engine", "poll")
    assert run("run", "--like", "given", "--into", "new", *how)[0] == 0
    assert told("new") == [one for one in old if one[2] != "sh"]
    text = (there / "inputs" / "plan.toml").read_text()
    assert text == "# run with time_limit_s = 99.0\n" + PLAN
    assert (Path("new") / "inputs" / "plan.toml").read_text() == text
    shutil.rmtree(there)
    code, out, _ = run("run", "--like", "new", "--programs", "mine.py", "--dry")
    assert (code, "2 cases to run" in out) == (0, True), "handed on again"


def test_what_cannot_run_here_is_listed_with_its_reason_and_its_number(folder, monkeypatch, run):
    for k, problem in enumerate([f"p{k}.dlx" for k in range(5)]):
        (folder / problem).write_text(f"a b{' | c' * bool(k)}\n" + "a b\n" * (k + 1))
    tables = 'gone = {}\nparts = { of = "mine.py:Mine" }\n[programs.gone]\ncommand = ["no-such-program-at-all"]\n'
    plan = PLAN.replace("[programs.sh]", f"{tables}[programs.sh]").replace('["tiny.dlx"]', '["*.dlx"]')
    (folder / "plan.toml").write_text(plan)
    assert keep() == []
    for copied in (folder / "rows" / "inputs").glob("*p?.dlx"):
        copied.unlink()
    monkeypatch.chdir(moved(folder).parent)
    code, out, _ = run("run", "--like", "given", "--dry")
    said = out.splitlines()
    for solver in ("mine.py:Mine", "parts:of=mine.py:Mine"):
        assert f"not run: 6 cases: solver {solver}: a file; to run it, name the file with --programs" in said
    assert sum(line.startswith("not run: 1 case: ") and "no such file" in line for line in said) == 5
    assert (code, "1 case to run" in said[-1]) == (0, True)
    shutil.rmtree("given/inputs")
    code, out, err = run("run", "--like", "given", "--dry")
    assert (code, "none of the cases can run here" in err) == (2, True)
    assert "not run: 1 case: tiny.dlx: no such file" in out


def test_a_file_that_does_not_fit_is_left_out_and_said(folder, monkeypatch):
    monkeypatch.setattr(inputs, "MOST_BYTES", (folder / "tiny.dlx").stat().st_size - 1)
    assert keep() == ["tiny.dlx"]
    assert not inputs.problem_of(Path("rows"), "tiny.dlx").exists()
    told = Mock(Observer)
    run_plan(read("plan.toml"), Path("rows"), False, told)
    ((said,), _), *_ = told.notice.call_args_list
    assert said == "too large to be handed on in rows/inputs: tiny.dlx"


def test_the_copies_of_the_last_run_count(folder):
    assert keep() == keep() == []
    (folder / "tiny.dlx").write_text("a\na\n")
    keep()
    assert inputs.problem_of(Path("rows"), "tiny.dlx").read_text() == "a\na\n"


def test_programs_and_plug_ins_run_that_the_user_names(folder):
    keep()
    rows = record.read(Path("rows"))
    (folder / "sub").mkdir()
    for name in ("plan.toml", "sh.sh", "mine.py"):
        (folder / name).rename(folder / "sub" / name)
    for programs, own in (("sub/plan.toml", "sh"), ("sub/mine.py", "mine.py:Mine")):
        cases = again("rows", rows, Path("no-folder"), Path(programs))[0].cases
        assert [case.solver for case in cases] == ["backtracking", own]
        assert cases[1].spec.startswith("sub/")
        assert {case.key for case in cases} < {row.case for row in rows}


def test_no_copy_is_outside_of_the_folder(folder):
    keep()
    copy = inputs.problem_of(Path("rows"), "tiny.dlx")
    copy.unlink()
    copy.symlink_to(folder / "mine.py")
    for find in (keep, lambda: inputs.problem_of(Path("rows"), "tiny.dlx")):
        with pytest.raises(BadInput, match="a link that leads out of the folder"):
            find()
