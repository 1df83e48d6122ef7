"""`danceoff solve`: what it shows and draws, for people and programs, and the exit code of every end."""

import fcntl
import json
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import termios
from contextlib import suppress
from dataclasses import replace
from functools import partial

import pytest
from exhibits import exhibits
from rows import row

from danceoff.experiments.run.one_case import child

COMMAND = [sys.executable, "-m", "danceoff.experiments.cli"]


@pytest.fixture
def solve(solve):
    """The command, its case in this process."""
    return lambda *arguments: solve(*arguments, "--solver", "algorithm-x")


@pytest.mark.parametrize(
    ("arguments", "shown", "n_queens"),
    [
        ("box/line", r"#b#bccbbacca#aa#\n\n1 cover shown", 0),
        ("queens/3", r"0 covers", 0),
        ("queens/6 --task count", r"4 covers in .*\n\Z", 0),
        ("domino/4x4-0-15 --task count", r".*\nthere can be none: paint the cells like a chessboard: 6 .* 8 .*\n\Z", 0),
        ("queens/6 --limit 3", r"", 18),
        ("queens/6 --task count --limit 3", r"", 0),
        ("queens/6 --task enumerate --limit 3", r"(?s).*at least 3 covers: limit reached", 18),
        ("tromino/2x3 --task enumerate --up-to-symmetry", r"aab\nabb\n\n1 of 2 covers in one orbit in .* as publ", 0),
        ("queens/8 --task enumerate --limit 3 --up-to-symmetry", r"(?s).*at least 3 of 24 covers up to symm", 24),
    ],
)
def test_covers_are_shown_and_counted(solve, arguments, shown, n_queens):
    code, out, err = solve(*arguments.split())
    assert (code, err, out.count("Q")) == (0, "", n_queens)
    assert re.match(shown, out), out


@pytest.mark.usefixtures("cases_in_process")
def test_a_solver_that_chooses_another_names_it(run):
    code, out, _ = run("solve", "queens/6", "--task", "count", "--solver", "race:of=algorithm-x")
    assert code == 0
    assert re.match(r"4 covers in \S+ s by race:of=algorithm-x \(algorithm-x finished after \S+ s\), as pub", out)


@pytest.mark.parametrize(
    ("detail", "brief"),
    [
        ("chose bits: it finished after 5 steps, sat had not after 32", ""),
        ("chose bits: it finished after 5 steps; the same engine for 3 more parts of the search", ""),
        ("chose bits: it finished after 5 steps; there are no more", " (there are no more)"),
        ("drawn from 7, all equally likely", " (drawn from 7, all equally likely)"),
        ("no search: weights show that there is no cover", " (no search: weights show that there is no cover)"),
        ("race: bits finished; chose is a word", " (race: bits finished; chose is a word)"),
    ],
)
def test_what_the_solver_chose_is_for_verbose_alone(run, monkeypatch, detail, brief):
    ended = row(task="count", status="complete", covers=7, solver="auto", prepare_s=0.25, search_s=0.25, detail=detail)
    monkeypatch.setattr(child, "run_case", lambda *_, **__: ended)
    assert run("solve", "queens/7", "--task", "count")[1] == f"7 covers in 0.500 s by auto{brief}\n"
    assert run("solve", "queens/7", "--task", "count", "--verbose")[1] == f"7 covers in 0.500 s by auto ({detail})\n"
    assert json.loads(run("solve", "queens/7", "--task", "count", "--format", "json")[1])["detail"] == detail


def test_up_to_symmetry_the_covers_are_the_same_as_without(solve):
    asked = ("queens/6", "--task", "enumerate", "--format", "json")
    plain, broken = (json.loads(solve(*asked, *flags)[1]) for flags in ([], ["--up-to-symmetry"]))
    assert (plain["orbits"], broken["orbits"]) == (None, 1)
    assert broken["stats"]["nodes"] < plain["stats"]["nodes"]
    for column in ("covers", "fingerprint", "checked", "digest", "status"):
        assert plain[column] == broken[column]


def test_svg_and_gallery_are_written_in_addition_to_the_output(solve, tmp_path):
    svg, page = tmp_path / "one.svg", tmp_path / "all.html"
    code, out, err = solve("queens/6", "--task", "enumerate", "--svg", str(svg), "--gallery", str(page))
    assert (code, err) == (0, "")
    assert out.startswith(".Q....\n")
    assert "<title>queens/6, cover 1</title>" in svg.read_text()
    assert "<style>" in svg.read_text()
    text = page.read_text()
    assert (len(exhibits(page)), text.count("<style>")) == (4, 1)
    assert '<p id="sentence">4 covers in ' in text
    assert "://" not in text.replace("http://www.w3.org/2000/svg", "")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["all.html", "one.svg"]
    code, out, _ = solve("queens/6", "--format", "json", "--svg", str(tmp_path / "two.svg"))
    assert (code, json.loads(out)["covers"], (tmp_path / "two.svg").is_file()) == (0, 1, True)


def test_a_search_that_was_stopped_does_not_say_that_there_is_no_cover(run, tmp_path, monkeypatch):
    stopped = replace(row("dlx"), status="timeout", task="first", covers=0)
    monkeypatch.setattr(child, "run_case", lambda *_, **__: stopped)
    code, out, err = run("solve", "queens/8", "--svg", str(tmp_path / "one.svg"))
    assert (code, "no cover" in out + err) == (3, False)
    assert err.endswith("one.svg is not written, for there is nothing to draw\n")


def test_without_a_cover_no_picture_is_written_and_the_page_says_so(solve, tmp_path):
    svg, page = tmp_path / "one.svg", tmp_path / "all.html"
    code, out, err = solve("queens/3", "--svg", str(svg), "--gallery", str(page))
    assert (code, out.startswith("0 covers")) == (0, True)
    assert err == f"danceoff: {svg} is not written, for there is nothing to draw\n"
    assert '<p id="sentence">0 covers in ' in page.read_text()
    assert not svg.exists()


def terminal(environment: dict[str, str]) -> str:
    """What `danceoff solve` shows in a terminal of its own."""
    main, its = pty.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 60, 0, 0))
    command = [*COMMAND, "solve", "tromino/2x3", "--solver", "algorithm-x"]
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TERM", "COLUMNS")}
    subprocess.run(command, stdout=its, stderr=subprocess.DEVNULL, env=kept | environment, check=True)
    os.close(its)
    shown = b""
    with suppress(OSError):  # a terminal whose other end is closed has nothing more to read
        while data := os.read(main, 4096):
            shown += data
    os.close(main)
    return shown.decode().replace("\r", "")


def test_a_terminal_gets_borders_and_colours_unless_disabled():
    framed = "┌───────┬───┐\n│ a   a │ b │\n│   ┌───┘   │\n│ a │ b   b │\n└───┴───────┘\n\n"
    coloured = terminal({"TERM": "xterm"})
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured).startswith(framed)
    assert terminal({"TERM": "xterm", "NO_COLOR": "1"}).startswith(framed)


@pytest.mark.usefixtures("fake_worker")
def test_more_covers_than_are_published_disagree_before_the_end_and_a_count_with_no_number_of_orbits(run):
    code, out, _ = run("solve", "tromino/2x3", "--solver", "fake:good=3", "--task", "count", "--limit", "3")
    assert (code, "at least 3 covers: limit reached after " in out) == (1, True)
    assert ": DISAGREES with the 2 published (" in out
    code, out, _ = run("solve", "pentomino/3x20", "--solver", "fake:good=0", "--task", "count")
    assert (code, ": DISAGREES with the 8 published (" in out) == (1, True)


@pytest.mark.parametrize(
    ("then", "code", "told"),
    [
        ("sleep", 3, "at least 1 cover: time limit reached"),
        ("out of memory", 3, "at least 1 cover: memory limit reached"),
        ("lie", 1, "wrong: options 'L 0,0 0,1 1,0', 'L 0,0 0,1 1,1' are not a cover"),
        ("end", 1, "DISAGREES with the 2 published"),
        ("segfault", 4, "crashed: killed by SIGSEGV"),
        ("missing", 2, "missing: fake needs a library"),
        ("unsupported", 2, "unsupported: "),
    ],
)
@pytest.mark.usefixtures("fake_worker")
def test_every_end_has_its_exit_code_and_a_failure_leaves_the_old_file(run, tmp_path, then, code, told):
    page = tmp_path / "all.html"
    page.write_text("as it was")
    arguments = ["solve", "tromino/2x3", "--solver", f"fake:then={then},good=1", "--task", "enumerate"]
    found, out, err = run(*arguments, "--time-limit", "0.3", "--gallery", str(page))
    assert found == code
    assert told in out + err
    assert [*tmp_path.iterdir()] == [page]
    assert (page.read_text() == "as it was") == (then in ("lie", "segfault", "missing", "unsupported"))


def long_solve() -> subprocess.Popen[str]:
    command = [*COMMAND, "solve", "queens/14", "--solver", "backtracking", "--task", "enumerate"]
    # A shell has what it starts in the background ignore Ctrl-C, and so would every child of this test.
    heeding = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=heeding)


def test_ctrl_c_reports_what_was_found():
    with long_solve() as process:
        assert process.stdout
        assert process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert err.startswith("danceoff: interrupted; at least ")
    assert err.count("\n") == 1


def test_a_reader_that_stops_early_ends_it_quietly():
    with long_solve() as process:
        assert process.stdout
        assert process.stderr
        assert process.stdout.readline()
        process.stdout.close()
        err = process.stderr.read()
        process.wait(30)
    assert (process.returncode, err) == (0, "")
