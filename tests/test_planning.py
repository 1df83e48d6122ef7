"""docs/planning.md does what it shows, with the table in examples; and so does the notebook that is made of it."""

import json
import shutil
from pathlib import Path

from builders.notebook import notebook
from chapters import work_through
from in_process import cases_here

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "planning.md").read_text(encoding="utf-8")


def test_the_page_does_what_it_shows(run, capsys, tmp_path, monkeypatch):
    cases_here(monkeypatch)
    monkeypatch.chdir(tmp_path)
    shutil.copy(ROOT / "examples" / "rota.csv", tmp_path)
    commands = work_through(PAGE, run, lambda: capsys.readouterr().out)
    assert len(commands) == 7
    assert (tmp_path / "rota.svg").read_text().startswith("<svg")
    assert "x84" in (tmp_path / "rota.lp").read_text()


def test_the_notebook_is_that_of_the_page():
    committed = (ROOT / "examples" / "planning.ipynb").read_text(encoding="utf-8")
    assert committed == notebook(PAGE, "../docs"), "make pictures"
    cells = json.loads(committed)["cells"]
    code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    assert sum(source.startswith("!danceoff ") for source in code) == 7
    assert "%%writefile prices.csv\nitem,soft,over\nWed early,300,\nWed late,900,\nAnn week,,150" in code
    assert [cell["outputs"][0]["text"] for cell in cells if cell.get("outputs")][-1] == ["True 330 rows"]
