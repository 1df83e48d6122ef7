"""The line of a run at the terminal stays one line, however narrow the terminal is."""

import io
from threading import active_count

import pytest
from rich.console import Console

from danceoff.asking.ask import Ask
from danceoff.experiments.terminal.screen import Screen


def shown(monkeypatch, width: int, *names: str) -> list[str]:
    """The lines of the progress of a run of two cases of 756."""
    monkeypatch.setenv("COLUMNS", str(width))
    screen = Screen()
    screen.progress.update(screen.task, total=756, completed=123)
    screen.to_go.said = "about 4 min to go"
    for k, name in enumerate(names, 1):
        screen.case_begins(Ask(name, "algorithm-x", "enumerate", repeat=k))
    file = io.StringIO()
    Console(file=file, width=width).print(screen.progress.get_renderable())
    return file.getvalue().splitlines()


@pytest.mark.parametrize("width", [20, 40, 63, 64, 80, 100, 200])
@pytest.mark.parametrize("name", ["inst/rand-30.dlx", "inst/漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字.dlx", "q"])
def test_the_progress_line_is_one_line(monkeypatch, width, name):
    (line,) = shown(monkeypatch, width, name, name)
    if width >= 40:
        assert " 123/756 0:00:00 about 4 min to go" in line, "the names give way first"
    if width == 200 and name.isascii():
        assert f"{name} algorithm-x enumerate; {name} algorithm-x enumerate 2 " in line, "repeats are told apart"


def test_before_the_run_begins_no_number_of_cases_is_made_up(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    file = io.StringIO()
    Console(file=file, width=80).print(Screen().progress.get_renderable())
    assert " 0/? " in file.getvalue()


@pytest.mark.usefixtures("capsys")
def test_where_no_line_is_shown_no_thread_works_beside_the_cases():
    before = active_count()
    with Screen().progress:
        assert active_count() == before
