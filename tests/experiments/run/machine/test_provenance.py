"""The commit of a row says whether the code was changed, and nothing about results and documents."""

import re
import subprocess
from pathlib import Path

import pytest

from danceoff.experiments.run.machine import provenance


def test_a_changed_result_or_document_is_no_changed_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def git(*words: str) -> str:
        who = ("-c", "user.name=a", "-c", "user.email=a@b")
        return subprocess.run(["git", "-C", str(tmp_path), *who, *words], capture_output=True, text=True).stdout.strip()

    monkeypatch.setattr(provenance, "_ROOT", tmp_path)
    monkeypatch.setattr(provenance, "provenance", provenance.provenance.__wrapped__)
    assert provenance.provenance()["commit"] == "", "no repository, as in an installed wheel"
    for name in ("solvers", "results", "docs"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "old.py").touch()
    git("init")
    git("add", ".")
    git("commit", "--message", "first")
    commit = git("rev-parse", "--short", "HEAD")
    (tmp_path / "results" / "old.py").write_text("changed")
    for new in (
        "docs/new.md",
        "solvers/table.py~",
        "solvers/my plan.toml",
        "solvers/__pycache__/a.pyc",
        "danceoff.egg-info/PKG-INFO",
    ):
        (tmp_path / new).parent.mkdir(exist_ok=True)
        (tmp_path / new).touch()
    assert provenance.provenance()["commit"] == commit != ""
    for change in ("changed", None):
        (tmp_path / "solvers" / "old.py").write_text(change) if change else (tmp_path / "solvers" / "old.py").unlink()
        assert provenance.provenance()["commit"] == f"{commit}-dirty"
    git("checkout", "solvers")
    (tmp_path / "solvers" / "new part.py").touch()
    assert provenance.provenance()["commit"] == f"{commit}-dirty"


def test_make_run_writes_only_where_git_does_not_look() -> None:
    root = Path(__file__).parents[4]
    recipes = dict(re.findall(r"^(run|reference): .*\n((?:\t.*\n)+)", (root / "Makefile").read_text(), re.MULTILINE))
    committed = re.findall(r"^!/results/(\w+)/$", (root / ".gitignore").read_text(), re.MULTILINE)
    folders = {name: set(re.findall(r"results/(\w+)", recipe)) for name, recipe in recipes.items()}
    assert folders == {"run": {"own"}, "reference": {"seeds"}}
    assert "own" not in committed
    assert "seeds" in committed
