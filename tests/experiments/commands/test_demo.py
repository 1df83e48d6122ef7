"""`danceoff demo`: a cover, three solvers side by side, and a report that a browser shows."""

import pytest

from danceoff.experiments.commands import demo
from danceoff.experiments.results.record import read


@pytest.fixture(autouse=True)
def new_folder(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("cases_in_process")
def test_it_ends_with_commands_that_work_and_the_page(run, tmp_path, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(demo, "_done", lambda _words: 0)
        code, said, _ = run("demo")
    head, *lines, page = said.splitlines()
    told = f"{tmp_path}/danceoff-demo/report.html: open it in a browser"
    assert (code, head, len(lines), page) == (0, "Next, try:", 4, told)
    for line in lines:
        assert run(*line.split("  ")[1].split()[1:])[0] == 0, line


@pytest.mark.usefixtures("cases_in_process")
def test_it_solves_compares_and_writes_a_report(run, tmp_path):
    code, said, _ = run("demo", "--", "-x")
    assert code == 0
    rows = read(tmp_path / "-x")
    assert {row.status for row in rows} == {"complete"}
    assert len({row.solver for row in rows}) == 3
    page = tmp_path / "-x" / "report.html"
    assert page.stat().st_size > 10_000
    for words in ("LLXFFTTTWW\n", "no disagreement: 5 problems", "| queens/8 ", f"{page}: open it in a browser\n"):
        assert words in said
    assert said.count("\n$ danceoff ") == 3
    assert "Wilcoxon" not in said, "statistics are on the page"
    assert "Seconds for all covers" in said and "PAR-2" in said


def test_a_folder_that_exists_is_refused(run, tmp_path):
    (tmp_path / "danceoff-demo").symlink_to("nowhere")
    said = "danceoff: danceoff-demo: it exists; name a new folder, as in `danceoff demo FOLDER`\n"
    assert run("demo") == (2, "", said)
    assert run("demo", "") == (2, "", said.replace("danceoff-demo", "."))


def test_a_command_that_fails_ends_it(run, monkeypatch):
    monkeypatch.setattr(demo, "_done", lambda words: 4 if words[0] == "run" else 0)
    assert run("demo") == (4, "", "")
