"""Who was mended is run again: rows say with which files they were made, and changed ones are due."""

import dataclasses
import shutil
from pathlib import Path

import pandas as pd
import pytest
from programs import TINY

from danceoff.experiments.plans.plan import read
from danceoff.experiments.results import record
from danceoff.experiments.run.one_case.messages import unanswered
from danceoff.experiments.run.schedule import to_do
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
