"""A results folder is handed on: it holds what its cases need, and they run elsewhere, without the original files."""

import json
import shutil
from pathlib import Path
from unittest.mock import Mock

import pytest
from test_changed import ONE, PLAN, PLUG_IN, folder, ran  # noqa: F401 - folder is a fixture

from danceoff.experiments import BadInput
from danceoff.experiments.plans.again import again
from danceoff.experiments.plans.plan import read
from danceoff.experiments.results import inputs, record
from danceoff.experiments.run.local import Observer
from danceoff.experiments.run.schedule import run_plan
from danceoff.solvers.sources import digests


def keep(plan: str = "plan.toml", into: str = "rows") -> dict[str, str]:
    ran(plan, into)
    made = read(plan)
    return dict(inputs.keep(Path(into), made.cases, made.text, made.same))


def moved(folder: Path) -> Path:  # noqa: F811
    """The folder of the rows at another place; everything else is gone."""
    there = folder / "elsewhere" / "given"
    shutil.copytree(folder / "rows", there)
    for path in folder.iterdir():
        if path.name != "elsewhere":
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    return there


def test_a_folder_runs_elsewhere_without_the_original_files(folder, monkeypatch, run):  # noqa: F811
    def told(rows: str) -> list[list[str]]:
        names = ("case", "problem", "solver", "status", "covers", "fingerprint", "sources")
        return sorted([str(getattr(one, name)) for name in names] for one in record.read(Path(rows)))

    assert run("run", "plan.toml", "--into", "rows", "--engine", "poll", "--time-limit", "99")[0] == 0
    old, there = told("rows"), moved(folder)
    monkeypatch.chdir(there.parent)
    assert run("run", "--like", "given", "--into", "new", "--engine", "poll")[0] == 0
    assert told("new") == old
    text = (there / "inputs" / "plan.toml").read_text()
    assert text == "# run with time_limit_s = 99.0\n" + PLAN
    assert (Path("new") / "inputs" / "plan.toml").read_text() == text
    shutil.rmtree(there)
    code, out, _ = run("run", "--like", "new", "--dry")
    assert (code, "3 cases to run" in out) == (0, True), "handed on again"


def test_what_cannot_run_here_is_listed_with_its_reason_and_its_number(folder, monkeypatch, run):  # noqa: F811
    for k, problem in enumerate([f"p{k}.dlx" for k in range(5)]):
        (folder / problem).write_text(f"a b{' | c' * bool(k)}\n" + "a b\n" * (k + 1))
    tables = 'gone = {}\nparts = { of = "mine.py:Mine" }\n[programs.gone]\ncommand = ["no-such-program-at-all"]\n'
    plan = PLAN.replace("[programs.sh]", f"{tables}[programs.sh]").replace('["tiny.dlx"]', '["*.dlx"]')
    (folder / "plan.toml").write_text(plan)
    monkeypatch.setattr(inputs, "MOST_BYTES", (folder / "mine.py").stat().st_size - 1)
    assert list(keep()) == ["mine.py"]
    for copied in (folder / "rows" / "inputs").glob("*/p*.dlx"):
        copied.unlink()
    monkeypatch.chdir(moved(folder).parent)
    code, out, _ = run("run", "--like", "given", "--dry")
    said = out.splitlines()
    for solver in ("mine.py:Mine", "parts:of=mine.py:Mine"):
        assert f"not run: 6 cases: solver {solver}: a file; to run it, name the file with --programs" in said
    assert sum(line.startswith("not run: 2 cases: ") and "no such file" in line for line in said) == 5
    assert "gone.toml:gone needs the program no-such-program-at-all: install no-such" in "\n".join(said)
    assert (code, "2 cases to run" in said[-1]) == (0, True)
    shutil.rmtree("given/inputs")
    code, out, err = run("run", "--like", "given", "--dry")
    assert (code, "none of the cases can run here" in err) == (2, True)
    assert "not run: 1 case: tiny.dlx: no such file" in out


def test_a_file_that_does_not_fit_is_left_out_and_said(folder, monkeypatch):  # noqa: F811
    monkeypatch.setattr(inputs, "MOST_BYTES", (folder / "tiny.dlx").stat().st_size - 1)
    assert set(keep()) >= {"tiny.dlx", "mine.py"}
    assert inputs.read(Path("rows")).solver("mine.py:Mine:seed=2") == ""
    told = Mock(Observer)
    run_plan(read("plan.toml"), Path("rows"), False, told)
    ((said,), _), *_ = told.notice.call_args_list
    assert "not copied into rows/inputs, to be handed on: tiny.dlx (0 MB, and a copy" in said


def test_copies_are_made_once_and_those_of_the_last_run_count(folder, monkeypatch):  # noqa: F811
    monkeypatch.setenv("PATH", "/nowhere")  # /bin/sh is a program of the system, on the path or not
    assert keep() == keep() == {}
    before = sorted((folder / "rows" / "inputs").rglob("*"))
    (folder / "sh.sh").write_text(ONE + "# mended\n")
    (folder / "mine.py").unlink()
    (folder / "plan.toml").write_text(PLAN.replace('"mine.py:Mine" = {}', ""))
    keep()
    assert len(set((folder / "rows" / "inputs").rglob("*")) - set(before)) == 3, "a folder, the entry and the script"
    held = inputs.read(Path("rows"))
    assert digests(held.solver("sh")) == digests("plan.toml:sh")
    assert held.solver("mine.py:Mine:seed=1").endswith("/mine.py:Mine:seed=1")
    assert held.solver("backtracking") == ""


def test_programs_and_plug_ins_run_that_the_user_names(folder):  # noqa: F811
    keep()
    rows = record.read(Path("rows"))
    (folder / "sub").mkdir()
    for name in ("plan.toml", "sh.sh", "mine.py"):
        (folder / name).rename(folder / "sub" / name)
    for programs, own in (("sub/plan.toml", "sh"), ("sub/mine.py", "mine.py:Mine")):
        cases = again("rows", rows, inputs.Inputs(folder=Path()), Path(programs))[0].cases
        assert [case.solver for case in cases] == ["backtracking", own]
        assert cases[1].spec.startswith("sub/")
        assert {case.key for case in cases} < {row.case for row in rows}


@pytest.mark.parametrize("text", ["", "[]", '{"problems": {"a": 1}}', "[" * 9999])
def test_a_malformed_index_is_refused(folder, text):  # noqa: F811
    keep()
    (folder / "rows" / "inputs" / "index.json").write_text(text)
    with pytest.raises(BadInput, match=r"rows/inputs/index\.json: not an index of inputs.*remove it"):
        inputs.read(Path("rows"))


def test_no_copy_is_outside_of_the_folder(folder):  # noqa: F811
    keep()
    index = {"problems": {"a": "../../tiny.dlx"}, "solvers": {"b": "../../mine.py:Mine"}, "left_out": {}}
    (folder / "rows" / "inputs" / "index.json").write_text(json.dumps(index))
    held = inputs.read(Path("rows"))
    for find, name in ((held.problem, "a"), (held.solver, "b")):
        with pytest.raises(BadInput, match="a link that leads out of the folder"):
            find(name)
