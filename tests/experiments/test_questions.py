"""`danceoff solve` with --task sample, --task options and --covers: what it prints, and what it refuses."""

import json
import re
from dataclasses import replace
from pathlib import Path
from textwrap import dedent

import pytest
from in_process import cases_here, command, run_here
from rows import row

from danceoff.asking.ask import Ask, Limits
from danceoff.experiments.commands.exits import LIMIT_HIT
from danceoff.experiments.run.one_case import child, messages
from danceoff.experiments.terminal.covers.ending import sentence
from danceoff.problems import Covers
from danceoff.problems.formats import knuth
from danceoff.problems.sources import read
from danceoff.questions import sample
from danceoff.questions.answer import Answer
from danceoff.questions.table import QUESTIONS
from danceoff.solvers import load

DOCS = Path(__file__).parents[2] / "docs"
PAGE = "".join((DOCS / name).read_text(encoding="utf-8") for name in ("questions.md", "puzzles.md"))
COMMANDS: dict[str, list[str]] = {}
"""Each command of the page, with what is shown below it each time."""
for line, output in re.findall(r"^    (?:\$ )?danceoff ([^#\n]*).*\n(?=((?:    .*\n)*))", PAGE, re.MULTILINE):
    COMMANDS.setdefault(line.strip(), []).append(output)
QUEENS, SIX = read("queens/8").problem, read("queens/6").problem


def shown(solve, *arguments: str) -> list[tuple[int, ...]]:
    code, out, _ = solve(*arguments, "--format", "json")
    assert code == 0
    return [tuple(sorted(found["options"])) for found in json.loads(out)["answers"]]


def test_a_seed_names_its_covers(solve):
    covers = set(load("dlx").prepare(QUEENS).covers())
    drawn = shown(solve, "queens/8", "--task", "sample", "--limit", "50", "--seed", "2")
    assert (len(drawn), {*drawn} <= covers, len({*drawn}) > 20) == (50, True, True)
    assert drawn == shown(solve, "queens/8", "--task", "sample", "--limit", "50", "--seed", "2")
    assert drawn != shown(solve, "queens/8", "--task", "sample", "--limit", "50", "--seed", "3")
    assert len(shown(solve, "queens/8", "--task", "sample")) == 1
    assert len(shown(solve, "queens/8", "--task", "sample", "--seed", "0")) == 1
    assert "'-1' is not a whole number from 0 to 2^63 - 1" in solve("queens/8", "--task", "sample", "--seed", "-1")[2]


@pytest.mark.parametrize("how", [[], ["--approximate"]])
def test_without_repeats_each_cover_comes_once(solve, how):
    everyone = shown(solve, "queens/8", "--task", "sample", "--limit", "92", "--no-repeats", *how)
    assert sorted(everyone) == sorted(load("dlx").prepare(QUEENS).covers())
    code, _, err = solve("queens/8", "--task", "sample", "--limit", "93", "--no-repeats", *how)
    assert (code, "queens/8: 93 different covers cannot be drawn: there are only 92" in err) == (2, True)


def test_approximate_makes_no_diagram_and_says_that_it_is_not_uniform(solve, monkeypatch):
    monkeypatch.setattr("danceoff.solvers.engines.diagram.recording", None)
    code, out, _ = solve("domino/6x6", "--task", "sample", "--approximate", "--limit", "3", "--seed", "4")
    assert (code, out.count("\n\n")) == (0, 3)
    assert "by shuffled (drawn by shuffled searches: not all are equally likely)" in out
    drawn = shown(solve, "queens/8", "--task", "sample", "--approximate", "--limit", "9", "--seed", "2")
    assert drawn == shown(solve, "queens/8", "--task", "sample", "--approximate", "--limit", "9", "--seed", "2")
    assert drawn != shown(solve, "queens/8", "--task", "sample", "--approximate", "--limit", "9", "--seed", "3")


def test_a_range_is_drawn_and_the_sentence_says_where_it_begins(solve):
    code, out, _ = solve("domino/12x12", "--covers", "1000000000000000:1000000000000002")
    assert (code, out.count("\n\n")) == (0, 2)
    assert "(from number 1000000000000000 of 53060477521960000)" in out


def test_options_as_text(solve):
    code, out, _ = solve("queens/6", "--task", "options")
    lines = out.splitlines()
    assert (code, len(lines)) == (0, 37)
    assert lines[1].split() == ["1", "25.0000%", "option", "1:", "r1", "c2"]
    assert lines[-1].startswith("4 covers in ")
    assert "(0 of 36 options are in all, 12 in none), as published" in lines[-1]


def test_givens_keep_the_numbers_of_the_whole_problem(solve):
    name = "sudoku/1............4.."
    _, out, _ = solve(name, "--task", "options", "--format", "json")
    answer = json.loads(out)
    covers = shown(solve, name, "--covers", f"0:{answer['covers']}")
    listed = [option for cover in covers for option in cover]
    assert len(set(covers)) == answer["covers"] > 1
    assert all(line["covers"] == listed.count(line["option"]) for line in answer["options"])


@pytest.mark.parametrize(
    "task", [["--task", "sample"], ["--task", "options"], ["--task", "sample", "--approximate", "--no-repeats"]]
)
def test_no_cover_is_an_answer(solve, task):
    code, out, _ = solve("queens/3", *task)
    assert code == 0
    assert out.splitlines()[-1].startswith("0 covers in ")


def test_a_diagram_that_takes_long_is_given_up_for_an_approximate_draw(solve, monkeypatch):
    """Where no time limit says how long to wait; memory does not grow either."""
    asked = ("queens/16", "--task", "sample")
    monkeypatch.setattr(sample, "_PATIENCE_S", 0.01)
    said = (
        "queens/16: the diagram of all covers is not recorded after 0.01 s: --time-limit SECONDS gives it longer; "
        "or draw by --approximate\n"
    )
    code, out, err = solve(*asked)
    assert (code, out + err) == (3, said)
    code, out, _ = solve(*asked, "--format", "json")
    assert (code, json.loads(out)["status"], json.loads(out)["answers"]) == (3, "timeout", [])
    assert solve("queens/6", "--task", "sample", "--time-limit", "60")[0] == 0
    assert solve("queens/6", "--task", "options")[0] == 0  # has no other way


def test_too_little_memory_is_a_limit(solve):
    code, out, _ = solve("pentomino/6x10", "--task", "sample", "--solver", "diagram:memory_mb=1")
    assert (code, out.count("\n")) == (3, 1)
    assert "memory_mb allows 1; raise it: --solver diagram:memory_mb=N, or draw by --approximate" in out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--covers", "3:5"], "queens/6: it has 4 covers, numbered from 0"),
        (["--covers", "2:2"], "'2:2' is not A:B"),
        (["--covers", "0:1", "--task", "count"], "--covers is a task of its own"),
        (["--covers", "0:1", "--jobs", "2"], "--jobs is for solvers"),
        (["--task", "best", "--jobs", "2"], "or use --solver cpsat:workers=2"),
        (["--order", "1", "--can-be-taken-apart"], "--order is what a solver gets"),
        (["--task", "options", "--gallery", "a.html"], "--task options has nothing to draw for --gallery"),
        (["--task", "sample", "--solver", "dlx"], "leave out --solver"),
        (["--task", "sample", "--approximate", "--solver", "diagram"], "is answered by shuffled: leave out --solver"),
        (["--task", "options", "--approximate"], "--approximate goes with --task sample"),
        (["--no-repeats"], "--no-repeats goes with --task sample"),
        (["--task", "sample", "--solver", "diagram:seed=1", "--seed", "2"], "or write diagram:memory_mb=N"),
        (["--task", "sample", "--solver", "diagram:memory_mb=0"], "or write diagram:memory_mb=N"),
        (["--probes", "5"], "--probes goes with --task estimate"),
        (["--task", "estimate", "--svg", "a.svg"], "--task estimate has nothing to draw for --svg; leave it out"),
        (["--task", "estimate", "--solver", "dlx"], "task estimate is answered by probes: leave out --solver"),
        (["--task", "count", "--seed", "5"], "--seed goes with --task sample or estimate"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_line(solve, arguments, says):
    code, _, err = solve("queens/6", *arguments)
    assert (code, says in err, err.count("\n")) == (2, True, 1), err


@pytest.mark.parametrize("task", ["sample", "options", "covers"])
def test_to_make_the_diagram_is_to_search(task):
    """docs/times.md: what needs a search is in search_s."""
    row = run_here(Ask("queens/6", "diagram", task))
    assert (row.prepare_s, row.search_s > 0) == (0.0, True)


def test_to_settle_the_options_without_a_diagram_is_to_search(monkeypatch):
    monkeypatch.setattr("danceoff.solvers.engines.diagram.recording", without_room)
    row = run_here(Ask("queens/6", "diagram", "options"))
    assert (row.status, row.prepare_s) == ("memory", 0.0)


def test_a_cover_that_is_wrong_is_not_shown(monkeypatch):
    wrong = iter([Covers.of([(0, 1)])])
    monkeypatch.setattr("danceoff.solvers.engines.diagram.samples", lambda *_: wrong)
    row = run_here(Ask("queens/6", "diagram", "sample"))
    assert (row.status, row.detail, row.covers) == ("wrong", "options 'r1 c1', 'r1 c2' are not a cover", 0)


def test_options_are_drawn_as_a_heat_map(solve, tmp_path):
    picture = tmp_path / "a.svg"
    code, _, err = solve("queens/6", "--task", "options", "--svg", str(picture))
    assert (code, err) == (0, "")
    assert ">0 to 25 %: here, in %</text>" in picture.read_text()
    code, _, err = solve("queens/3", "--task", "options", "--svg", str(tmp_path / "none.svg"))
    assert (code, "none.svg is not written, for there is nothing to draw" in err) == (0, True)
    (tmp_path / "a.dlx").write_text("a\na\n")
    code, _, err = solve(str(tmp_path / "a.dlx"), "--task", "options", "--svg", str(tmp_path / "none.svg"))
    assert (code, "a.dlx: heat maps are drawn of packings and of boards" in err) == (2, True)
    assert not (tmp_path / "none.svg").exists()


def without_room(*_: object) -> None:
    raise MemoryError("no room: raise it")


@pytest.fixture
def solve_without_room(solve, monkeypatch):
    monkeypatch.setattr("danceoff.solvers.engines.diagram.recording", without_room)
    return solve


def test_without_a_diagram_it_is_known_which_options_are_in_all_covers(solve_without_room):
    code, out, _ = solve_without_room("queens/6", "--task", "options")
    lines = out.splitlines()
    assert (code, len(lines)) == (3, 37)
    assert lines[:2] == ["in none  option 0: r1 c1", "in some  option 1: r1 c2"]
    assert lines[-1] == (
        "queens/6: 0 of 36 options are in all covers, 24 in some, 12 in none; how many covers hold them is not known; "
        "no room: raise it: --solver diagram:memory_mb=N"
    )
    _, out, _ = solve_without_room("queens/6", "--task", "options", "--format", "json")
    assert json.loads(out)["options"][1] == {"option": 1, "name": "r1 c2", "held_by": "some"}


def test_without_a_diagram_no_cover_is_an_answer(solve_without_room):
    code, out, _ = solve_without_room("queens/3", "--task", "options")
    assert code == 0
    assert out.splitlines()[-1].startswith("0 covers in ")
    code, out, _ = solve_without_room("queens/6", "--task", "options", "--at-most", "0")
    assert (code, out) == (3, "queens/6: no room: raise it: --solver diagram:memory_mb=N\n")


def test_options_that_are_settled_when_the_time_is_up_are_shown(solve, monkeypatch):
    answers = [{"rows": [(3, "d", "some"), (1, "b", "all")], "n_options": 4}]

    def stopped(case, watch, *_, **__):
        for answer in answers:
            watch(answer)
        return replace(messages.unanswered(case, "timeout", ""), n_options=4, search_s=2.0)

    monkeypatch.setattr(child, "run_case", stopped)
    code, out, _ = solve("queens/6", "--task", "options")
    assert code == 3
    *lines, last = out.splitlines()
    assert lines == ["in all   option 1: b", "in some  option 3: d"]
    assert last.startswith("1 of 4 options are in all covers, 1 in some, 0 in none, 2 are not settled; how many covers")
    assert "time limit reached" in last


LONG = ("solve soma", "make sudoku/9x9")


@pytest.mark.parametrize(
    "line", [pytest.param(line, marks=[pytest.mark.slow] * line.startswith(LONG)) for line in COMMANDS]
)
def test_the_commands_of_the_page_run_and_print_what_it_shows(line, tmp_path, monkeypatch):
    cases_here(monkeypatch)
    monkeypatch.chdir(tmp_path)
    covers = load("dlx").prepare(QUEENS).covers()
    Path("covers.txt").write_text("".join(" ".join(map(str, cover)) + "\n" for cover in covers))
    Path("queens.dlx").write_text(knuth.write(QUEENS))
    code, printed = command(*line.split())
    assert code == (3 if "memory_mb=1" in line else 0), "the diagram hits its bound on memory"
    for output in COMMANDS[line]:
        if not output or output.strip().startswith("danceoff"):
            continue
        said, shown = (re.sub(r"[\d.]+ s by", "@", text) for text in (printed, dedent(output).strip()))
        assert re.search(re.escape(shown).replace(re.escape("..."), ".*"), said), printed


def test_draws_that_a_limit_ends_are_no_bound_on_the_number_of_covers():
    for limit, found in ((7, "7 covers shown"), (1, "1 cover shown")):
        case = Ask("queens/4", "diagram", "sample", limit=limit, limits=Limits(60))
        row = replace(run_here(case), status="timeout")
        assert sentence(row, Answer(ask=case, known=vars(row))).startswith(f"{found}: time limit reached after")
    case = Ask("queens/4", "diagram", "options", limits=Limits(60))
    row = replace(run_here(case), status="timeout", covers=0)
    assert sentence(row, Answer(ask=case, known=vars(row))).startswith("no answer: time limit reached after")


@pytest.mark.parametrize("status", ["timeout", "memory"])
def test_every_question_ends_with_the_code_of_a_limit_however_long_it_took(solve, monkeypatch, status):
    """As if it had worked for a minute, in each form of the answer; the line says which limit it was."""

    def stopped(case, *_, **__):
        detail = "memory limit reached" if status == "memory" else ""
        return row(case.solver, 0, problem=case.problem, task=case.task, status=status, search_s=60.0, detail=detail)

    monkeypatch.setattr(child, "run_case", stopped)
    for name in [name for name, one in QUESTIONS.items() if not one.certifies]:
        asked = ["--covers", "1:2"] if name == "covers" else ["--task", name]
        for form in ("text", "json", "jsonl", "csv"):
            code, out, err = solve("queens/4", *asked, "--format", form)
            assert code == LIMIT_HIT, (name, form, err)
            assert "limit reached" in out + err or status in out, (name, form)
