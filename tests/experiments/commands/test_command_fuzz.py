"""Hostile command lines, plans and puzzles: whatever comes in, a line says what is wrong, and no exit code lies."""

import json
import os
import re
import subprocess
import sys
from argparse import ArgumentTypeError
from contextlib import suppress
from pathlib import Path
from typing import Any

import night
import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from in_process import cases_here
from rows import row

from danceoff.addons.puzzles.formats import puzzle
from danceoff.experiments import BadInput, commands
from danceoff.experiments.commands.exits import EXPLAINED, MEANINGS
from danceoff.experiments.commands.run import _names
from danceoff.experiments.plans import plan
from danceoff.experiments.results import record
from danceoff.experiments.words import amounts, outputs
from danceoff.problems import InvalidProblem
from danceoff.problems.formats.toml import read_toml

DIGITS = "9" * 5000
WORDS = [
    "", ".", "..", "-", "--", "\x1b[31m", "caf\udce9", "caf\udce9.dlx", "é→", "a" * 5000,
    "a" * 5000 + ".dlx", "a" * 300 + ".toml", DIGITS, f"queens/{DIGITS}", f"tromino/{DIGITS}x{DIGITS}",
    f"cpsat:workers={DIGITS}", "cpsat:workers=99999999999999999999", "sat:engine", "sat:=",
    "9223372036854775808", "-1", "0", "1e999", "nan", "1e308", "{}", "%s", "/dev/null", "/dev/fd/99", "folder",
    "missing/file.svg", "empty.dlx", "damaged.toml", "latin.dlx", "deep.toml", "digits.ec", "digits.dlx",
]  # fmt: skip
COMMANDS = [
    ["solve", "queens/4", "--solver", "backtracking", "--task", "enumerate", "--limit", "3", "--time-limit", "9"],
    ["solve", "queens/4", "--solver", "algorithm-x", "--task", "best", "--limit", "3", "--at-most", "3"],
    ["solve", "queens/4", "--task", "best", "--soft", "prices.csv", "--near", "covers.csv", "--change", "3"],
    ["solve", "queens/4", "--solver", "algorithm-x", "--task", "best", "--gap", "0.1", "--target", "3"],
    ["solve", "queens/4", "--solver", "dlx", "--task", "best", "--limit", "3", "--within", "0.1", "--differ-by", "2"],
    ["solve", "rota.csv", "--option", "a,b", "--item", "c", "--cost", "d", "--colour", "e", "--multiplicity", "f"],
    ["solve", "queens/4", "--solver", "backtracking", "--svg", "a.svg"],
    ["solve", "tromino/2x3", "--solver", "backtracking", "--stl", "a", "--cell", "9", "--glb", "a.glb"],
    ["solve", "queens/4", "--solver", "backtracking", "--gallery", "a.html", "--format", "json"],
    ["solve", "list.sdk", "--solver", "bits", "--task", "count", "--limit", "3", "--time-limit", "9"],
    ["solve", "queens/4", "--task", "sample", "--limit", "3", "--seed", "2", "--no-repeats", "--approximate"],
    ["solve", "queens/4", "--task", "sample", "--limit", "3", "--seed", "2", "--at-most", "3", "--format", "jsonl"],
    ["solve", "queens/4", "--task", "estimate", "--probes", "5", "--seed", "2"],
    ["solve", "queens/4", "--covers", "0:2", "--solver", "diagram:memory_mb=99", "--time-limit", "9"],
    ["solve", "queens/4", "--task", "options", "--pin", "0", "--format", "csv"],
    ["solve", "queens/4", "--solver", "algorithm-x", "--task", "unique", "--order", "3", "--svg", "a.svg"],
    ["watch", "queens/4", "--solver", "dlx", "--nodes", "3", "--svg", "a.svg"],
    ["play", "queens/4", "-o", "a.html"],
    ["export", "queens/4", "--format", "dlx", "-o", "a.dlx"],
    ["make", "queens/4", "--unique", "--count", "1", "--seed", "2", "--clues", "3", "--time-limit", "0.1"],
    ["make", "tromino/3x4", "--pieces", "--count", "2", "--format", "json", "--gallery", "a.html"],
    ["table", "queens/4", "--givens", "givens.csv", "--limit", "3", "--time-limit", "9", "--gallery", "a.html"],
    ["certify", "queens/4", "-o", "a", "--solver", "backtracking", "--limit", "3", "--time-limit", "9"],
    ["certify", "queens/4", "-o", "a", "--task", "best", "--maximise"],
    ["check", "queens/4", "certificate"],
    ["check-covers", "queens/4", "list.txt"],
    ["run", "plan.toml", "--into", "out", "--time-limit", "9", "--memory-limit", "999", "--rerun", "timeout"],
    ["run", "plan.toml", "--engine", "local", "--chunk", "1", "--workers", "1", "--address", "a", "--job-time", "3"],
    ["run", "plan.toml", "--jobs", "1", "--pin", "0"],
    ["new-plan", "queens/4", "--solvers", "dlx", "--task", "count", "-o", "a.toml"],
    ["verify", "results"],
    ["report", "results", "--relative-to", "dlx", "--latex", "a.tex"],
    ["report", "results", "--figures", "a", "--relative-to", "dlx"],
    ["compare", "results", "results"],
    ["run", "--like", "results", "--into", "again", "--time-limit", "9", "--dry"],
    ["list", "problems", "queens"],
    ["sets", "get", "miplib-air", "--from", "folder", "--into", "a"],
    ["skill", "-o", "a"],
]


@pytest.fixture
def here(tmp_path, monkeypatch) -> Path:
    """A folder with what the commands name."""
    folder = tmp_path / "a" / "b"
    (folder / "folder").mkdir(parents=True)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    cases_here(monkeypatch)
    monkeypatch.setattr(os, "fsync", lambda _descriptor: None)
    record.append(folder / "folder", row())
    (folder / "folder").rename(folder / "results")
    (folder / "folder").mkdir()
    (folder / "empty.dlx").touch()
    (folder / "damaged.toml").write_text("a = [")
    (folder / "latin.dlx").write_bytes(b"caf\xe9\n")
    (folder / "deep.toml").write_text("a = " + "[" * 5000 + "]" * 5000)
    (folder / "digits.ec").write_text(f"p ec {DIGITS}\ns {DIGITS}\n")
    (folder / "digits.dlx").write_text(f"{DIGITS}:{DIGITS}|a b\na\n")
    (folder / "prices.csv").write_text("item,soft,over\nr0,3,\nc1,,2\n")
    (folder / "covers.csv").write_text("answer,option,name\n1,1,r1 c2\n")
    (folder / "givens.csv").write_text("name,given\nx,r1 c2\n")
    (folder / "rota.csv").write_text("a,b,c,d,e,f\nx,1,y,2,,0:2\n")
    (folder / "list.sdk").write_text(2 * ("." * 16 + "\n"))
    (folder / "plan.toml").write_text('problems = { queens = ["4"] }\nsolvers = { backtracking = {} }\ntasks=["count"]')
    return folder


KINDS = [
    ["export", "?"],
    ["export", "queens/4", "-o", "?"],
    ["solve", "queens/4", "--solver", "?"],
    ["solve", "queens/4", "--solver", "backtracking", "--svg", "?"],
    ["check", "queens/4", "?"],
    ["check-covers", "queens/4", "?"],
    ["run", "?", "--dry"],
    ["run", "plan.toml", "--into", "?"],
    ["verify", "?"],
]
"""Each kind of word: a problem, a solver, a file to write or to read, a plan, a folder."""
FEW = 4
"""So many words are in the place of every argument by day; all of them are by night."""


def wrong(run, arguments: list[str]) -> list[object]:
    """What is wrong with how this command line ended."""
    code, _, err = run(*arguments)
    may_be_1 = arguments[0] in ("verify", "compare", "check")
    is_right = code in (0, 1, 2, 3) and (code != 1 or may_be_1) and "Traceback" not in err and err.count("\n") <= 4
    return [] if is_right else [([argument[:40] for argument in arguments], code, err[:300])]


@pytest.mark.parametrize("command", [*KINDS, *COMMANDS], ids=" ".join)
@pytest.mark.usefixtures("here")
def test_no_command_line_leads_to_a_traceback(run, command, record_property):
    is_whole = "?" in command or night.seed
    places = [command.index("?")] if "?" in command else range(len(command) + 1)
    found = []
    for place in places:
        first = len(command) * len(command[0]) + FEW * place
        for word in WORDS if is_whole else [WORDS[k % len(WORDS)] for k in range(first, first + FEW)]:
            found += wrong(run, [*command[:place], word, *command[place + 1 :]])
            record_property("inputs: hostile command lines that led to no traceback", 1)
    assert not found


TYPES = [amounts.positive_int, amounts.seed, amounts.amount, amounts.cores, amounts.numbers_of_covers]
TYPES += [amounts.cost, amounts.positive]


@pytest.mark.parametrize("read", [*TYPES, _names])
def test_a_word_is_an_argument_of_its_type_or_is_refused_in_a_line(read):
    for word in WORDS:
        try:
            read(word)
        except ArgumentTypeError as error:
            assert len(str(error)) < 200, word
            assert "\n" not in str(error)


def test_every_type_of_an_argument_is_among_them():
    sources = [file.read_text(encoding="utf-8") for file in Path(commands.__file__).parent.glob("*.py")]
    named = set(re.findall(r'\btype(?:=|": )(\w+)', "".join(sources)))
    written = {outputs.file, outputs.folder, outputs.text_file}  # test_input.py is about them
    assert named == {"Path", "_names", *(read.__name__ for read in [*TYPES, *written])}


class Raw(str):
    """A value as TOML writes it."""


DEEP = "[" * 999 + "]" * 999
VALUES = st.recursive(
    st.one_of(
        st.integers(),
        st.sampled_from([0, 1, -1, 2**31, 2**63 - 1, 2**63]),
        st.floats(),
        st.booleans(),
        st.text(max_size=8),
        st.sampled_from(["", "4", "queens", "\x00", "I3", "any", "1-2", ".", "#\n.", "é", "-1", "9" * 5000]),
        st.dates(),
        st.sampled_from([Raw(DIGITS), Raw(DEEP)]),
    ),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["a", "b", "queens", "soma", "I3"]), inner)
    ),
    max_leaves=5,
)
PLAN = {
    "problems": {"queens": ["4"]},
    "solvers": {"backtracking": {}},
    "tasks": ["count"],
    "repeats": 2,
    "limit": 3,
    "time_limit_s": 1.5,
    "memory_limit_mb": 100,
    "pin": [0],
    "at_most": 12.5,
    "maximise": False,
    "description": "tiny",
    "seed": 1,
    "product": [{}],
    "cluster": {"engine": "dask", "address": "a:1", "partition": "p", "chunk": 1, "workers": 1, "job_time_min": 1},
}
PUZZLE = {"box": [2, 3], "may_stay_empty": False, "moves": "free", "pieces": {"I3": 2}}
DRAWN = {"region": "...\n...", "pieces": {"hook": {"shape": "##\n#.", "count": 1, "moves": "fixed"}, "I3": "1-2"}}


def as_toml(value: object) -> str:
    """A value as TOML writes it."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {as_toml(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return f"[{', '.join(map(as_toml, value))}]"
    if isinstance(value, Raw):
        return str(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, bool):
        return str(value).lower()
    return str(value)


@st.composite
def tables(draw: st.DrawFn, *right: dict[str, Any]) -> str:
    """A right table with some of its values, at any depth, replaced by others."""
    table = draw(st.sampled_from(right))
    return "\n".join(f"{key} = {as_toml(draw(damaged(value)))}" for key, value in table.items())


@st.composite
def damaged(draw: st.DrawFn, value: Any) -> Any:
    """The value, or another, or one that is damaged within."""
    if draw(st.integers(0, 3)) == 0:
        return draw(VALUES)
    if isinstance(value, dict):
        return {key: draw(damaged(inner)) for key, inner in value.items()}
    if isinstance(value, list):
        return [draw(damaged(inner)) for inner in value]
    return value


HOSTILE = night.drawn(30, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])


@HOSTILE
@given(tables(PLAN))
def test_a_plan_of_any_types_is_read_or_refused_in_a_line(tmp_path, monkeypatch, text):
    monkeypatch.setattr(plan, "digest_of", lambda problem, *_asked: problem)
    (tmp_path / "plan.toml").write_bytes(text.encode("utf-8", "surrogatepass"))
    try:
        read = plan.read(str(tmp_path / "plan.toml"))
    except BadInput as error:
        assert str(error).startswith(str(tmp_path))
        assert len(str(error)) < 1000
    else:
        assert 0 < len(read.cases) <= plan.MOST_CASES


@HOSTILE
@given(tables(PUZZLE, DRAWN))
def test_a_puzzle_of_any_types_is_read_or_refused_in_a_line(text):
    with suppress(InvalidProblem):
        puzzle.read(text, "file.toml")


@pytest.mark.parametrize("text", [f"a = {DEEP}", "a" + ".a" * 99999 + " = 1", f"a = {DIGITS}", f"a = 0x{'f' * 5000}"])
def test_toml_beyond_limits_is_refused(text):
    with pytest.raises(InvalidProblem, match=r"deep|64 bits"):
        read_toml(text, "file.toml")


@pytest.mark.parametrize("name", ["...toml", "..toml", ".", "..", "a\nb.toml", "a\x1b[31m.toml", "a\x85.toml"])
def test_the_name_of_a_plan_cannot_lead_out_of_results(run, here, name):
    with suppress(OSError):
        (here / name).write_text((here / "plan.toml").read_text())
    code, _, err = run("run", name)
    assert (code, err.count("\n")) == (2, 1)
    assert not (here / "results" / "queens").exists()
    assert record.read(here / "results")[0].solver == "dlx"
    assert not list(here.parent.glob("*.jsonl"))
    assert not (here / record.FILE).exists()


def test_an_internal_error_has_its_own_exit_code_and_a_traceback_file(run, monkeypatch, tmp_path):
    def fail() -> None:
        raise ValueError("what\nnobody expects")

    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("danceoff.experiments.plans.shipped.names", fail)
    code, out, err = run("list", "plans")
    (kept,) = tmp_path.glob("danceoff-traceback-*.txt")
    assert (code, out, err.count("\n")) == (5, "", 1)
    assert err.startswith("danceoff: internal error: ValueError: what nobody expects; please report it with ")
    assert str(kept) in err
    assert "in fail\n" in kept.read_text()


def test_docs_and_help_explain_the_exit_codes_in_the_same_words():
    page = (Path(__file__).parents[3] / "docs" / "files.md").read_text(encoding="utf-8")
    table = "".join(f"| {code} | {meaning} |\n" for code, meaning in MEANINGS.items())
    assert f"| exit code | meaning |\n|--:|---|\n{table}" in page
    told = [line.split(maxsplit=1) for line in EXPLAINED.splitlines()[1:]]
    assert told == [[str(code), meaning] for code, meaning in MEANINGS.items()]


COMMAND = [sys.executable, "-m", "danceoff.experiments.cli"]


@pytest.mark.parametrize(
    ("arguments", "written"),
    [("run plan.toml --into out", "out/rows.jsonl"), ("report results", "results/report.html")],
)
def test_a_reader_that_stops_early_is_no_error_and_has_all_files(here, arguments, written):
    (here / "plan.toml").write_text('problems = {queens = ["4", "5"]}\nsolvers = {backtracking = {}}\ntasks=["count"]')
    line = f"{' '.join(COMMAND)} {arguments} | head -1 >/dev/null; exit ${{PIPESTATUS[0]}}"
    ended = subprocess.run(["bash", "-c", line], capture_output=True, text=True, timeout=100, check=False)
    assert (ended.returncode, "Traceback" in ended.stderr, "Exception" in ended.stderr) == (0, False, False)
    assert len((here / written).read_text().splitlines()) >= 2


@pytest.mark.parametrize("arguments", [["export", "--format", "dlx"], ["watch", "--tree"]])
def test_the_output_is_utf_8_whatever_the_locale(tmp_path, arguments):
    (tmp_path / "é.dlx").write_text("é b\né b\n", encoding="utf-8")
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    line = [*COMMAND, *arguments, str(tmp_path / "é.dlx")]
    ended = subprocess.run(line, capture_output=True, env=environment, timeout=100, check=False)
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert "é b" in ended.stdout.decode()
