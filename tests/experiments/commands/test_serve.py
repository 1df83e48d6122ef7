"""The tools of `danceoff serve`, asked by the client of the package mcp over standard input and output."""

import base64
import json
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from threading import Event, Timer

import pytest
from in_process import run_here
from left_over import wait_until

import danceoff
from danceoff.experiments import BadInput
from danceoff.experiments.commands import serve_tools
from danceoff.problems.formats import READ

pytest.importorskip("mcp", reason="mcp is not installed: pip install 'danceoff[serve]'")
import anyio
from mcp import ClientSession, StdioServerParameters, stdio_client

SERVER = [sys.executable, "-m", "danceoff", "serve"]
ROWS = {"A": ["1", "4", "7"], "B": ["1", "4"], "C": ["4", "5", "7"], "D": ["3", "5", "6"], "E": ["2", "7"], "F": ["2"]}
TOOLS = ["count", "solve", "unique", "best", "explain", "certify"]
SQUARE = {f"{r} {c}": [f"r{r}", f"c{c}"] for r in range(40) for c in range(40)}
"""The covers are the permutations of 40: too many to list or to count in a second by their number."""


def client(ask: Callable[[ClientSession], Awaitable[object]], folder: Path) -> object:
    """What a client finds out from a server, whose temporary folder holds nothing afterwards."""

    async def asked() -> object:
        paths = {"PYTHONPATH": os.environ["PYTHONPATH"], "TMPDIR": str(folder)}
        parameters = StdioServerParameters(command=SERVER[0], args=SERVER[1:], env=paths)
        async with stdio_client(parameters) as streams, ClientSession(*streams) as session:
            await session.initialize()
            return await ask(session)

    found = anyio.run(asked)
    assert not [*folder.iterdir()]
    return found


def answered(tool: str, folder: Path, **given: object) -> dict:
    return json.loads(serve_tools.answered(tool, given, Event(), folder))


def refused(tool: str, folder: Path, **given: object) -> str:
    with pytest.raises(BadInput) as error:
        serve_tools.answered(tool, given, Event(), folder)
    assert "\n" not in str(error.value)
    assert str(folder) not in str(error.value)
    assert not [*folder.iterdir()]
    return str(error.value)


@pytest.fixture
def here(monkeypatch):
    """Cases run in this process."""
    monkeypatch.setattr(serve_tools, "run_case", run_here)


@pytest.mark.slow
def test_a_client_lists_and_calls_the_tools(tmp_path):
    async def ask(session):
        tools = {tool.name: tool.input_schema for tool in (await session.list_tools()).tools}
        asked = {tool: {} for tool in (*TOOLS, "play")} | {"solve": {"limit": 5}}
        return tools, {tool: await session.call_tool(tool, {"options": ROWS, **also}) for tool, also in asked.items()}

    tools, results = client(ask, tmp_path)
    assert [*tools] == TOOLS
    assert results["play"].is_error
    assert results.pop("play").content[0].text == f"there is no tool 'play'; there are {', '.join(TOOLS)}"
    assert not any(result.is_error for result in results.values())
    found = {tool: json.loads(result.content[0].text) for tool, result in results.items()}
    expected = danceoff.solve(ROWS, limit=None)
    assert {one["status"] for one in found.values()} == {"complete"}
    assert [found[tool]["count"] for tool in ("count", "solve", "certify")] == [2, 2, 2]
    assert found["solve"]["fingerprint"] == expected.fingerprint
    assert {frozenset(one["names"]) for one in found["solve"]["answers"]} == {*map(frozenset, expected.covers)}
    assert found["explain"]["has_cover"] is True
    assert (found["best"]["cost"], found["best"]["bound"], found["unique"]["verdict"]) == (3, 3, "several")


@pytest.mark.usefixtures("here")
def test_a_certificate_holds_for_our_checker(tmp_path, run):
    file = tmp_path / "week.dlx"
    file.write_text("a b c\na\nb\nb c\nc\n")
    folder = tmp_path / "own"
    folder.mkdir()
    found = answered("certify", folder, text=file.read_text(), format="dlx")
    assert (found["checked"], found["kind"], found["count"]) == (True, "trace", 2)
    certificate = tmp_path / "certificate"
    certificate.write_bytes(base64.b64decode(found["certificate"]))
    assert run("check", str(file), str(certificate))[:2] == (0, "exactly 2 covers, by a trace of 3 steps\n")


def names(found: dict) -> list[set[str]]:
    return [{*one["names"]} for one in found["answers"]]


@pytest.mark.usefixtures("here")
def test_the_best_has_the_fewest_options_or_costs_the_least(tmp_path):
    options = {"A": ["x", "y"], "B": ["z"], "C": ["x"], "D": ["y"], "E": ["x", "y", "z"]}
    found = answered("best", tmp_path, options=options)
    assert (found["status"], found["cost"], found["bound"], names(found)) == ("complete", 1, 1, [{"E"}])
    assert found == answered("best", tmp_path, options=options, cost=1)
    found = answered("best", tmp_path, options=options, cost={"A": 2, "B": 0.5, "C": 1, "D": 0.25, "E": 2})
    assert (found["cost"], found["bound"], names(found)) == (1.75, 1.75, [{"B", "C", "D"}])
    found = answered("best", tmp_path, text="x y\nx |3\ny |4\nx y |9\n", format="dlx")
    assert (found["cost"], found["bound"], len(found["answers"][0]["options"])) == (7, 7, 2)
    none = answered("best", tmp_path, options={"A": ["x", "y"], "B": ["y"], "C": ["z", "y"]})
    assert (none["status"], none["cost"], none["answers"]) == ("complete", None, [])
    assert not {"count", "count_at_least"} & {*found, *none}


@pytest.mark.usefixtures("here")
def test_the_only_cover_or_two_that_differ(tmp_path):
    found = answered("unique", tmp_path, options={"A": ["x"], "B": ["y"], "C": ["x", "y"]})
    assert (found["verdict"], [one["options"] for one in found["answers"]]) == ("several", [[0, 1], [2]])
    assert (found["only_first"], found["only_second"]) == ([0, 1], [2])
    one = answered("unique", tmp_path, options={"A": ["x"], "C": ["x", "y"]})
    assert (one["verdict"], names(one), one["only_first"]) == ("one", [{"C"}], [])
    none = answered("unique", tmp_path, options={"A": ["x", "y"], "B": ["y", "z"]})
    assert (none["verdict"], none["answers"]) == ("none", [])


@pytest.mark.usefixtures("here")
def test_why_there_is_no_cover(tmp_path):
    found = answered("explain", tmp_path, options={"a": ["x", "y"], "b": ["y", "z"]})
    assert found["has_cover"] is False
    assert found["conflict"] == ["x", "z"]
    assert any("x z cannot be covered together" in reason for reason in found["reasons"])


@pytest.mark.usefixtures("here")
def test_colours_and_multiplicities_of_options(tmp_path):
    options = {"a": ["p", ["s", "red"]], "b": ["q", ["s", "red"]], "c": ["q", ["s", "blue"]]}
    assert answered("count", tmp_path, options=options, secondary=["s"])["count"] == 1
    twice = {"a": ["p"], "b": ["p"], "c": ["p"]}
    assert answered("count", tmp_path, options=twice, multiplicity={"p": 2})["count"] == 3
    assert answered("count", tmp_path, options=twice, multiplicity={"p": [1, 2]})["count"] == 6


@pytest.mark.usefixtures("here")
def test_a_set_that_is_not_complete_has_neither_count_nor_fingerprint(tmp_path):
    found = answered("solve", tmp_path, options=SQUARE, limit=3)
    assert (found["status"], found["count_at_least"], len(found["answers"])) == ("limit", 3, 3)
    assert not {"count", "fingerprint"} & {*found}


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({}, "a problem is either `options`, or `text` and its `format`"),
        ({"text": "a"}, "a problem is either"),
        ({"text": "a", "format": "dlx", "secondary": ["a"]}, "go with `options`"),
        ({"text": "a b\na c\n", "format": "dlx"}, "text:2: unknown item 'c'"),
        ({"text": "\ud800", "format": "dlx"}, "text:1: not a text file, byte 0 is not UTF-8"),
        ({"text": "a", "format": "cnf"}, "format: 'cnf' is not one of "),
        ({"text": f"{'1' * 81}\n{'2' * 81}\n", "format": "sdk"}, "text: a list of sudokus"),
        ({"options": {"a": ["x"]}, "solver": "a.py:solve"}, "'solver' was unexpected"),
        ({"options": "queens/8"}, "options: 'queens/8' is not of type 'object'"),
        ({"options": {"a": [1]}}, "an item is text, or [item, colour] of a secondary one, not 1"),
        ({"options": {"a": [["s", "red"]]}}, 'not ["s", "red"]'),
        ({"options": {"a": ["x"]}, "secondary": ["y"]}, "no option holds 'y'"),
        ({"options": {"a": ["x"]}, "multiplicity": {"y": 2}}, "unknown item"),
        ({"options": {"a": ["x"]}, "seconds": 61}, "seconds: 61 is greater than the maximum of 60"),
        ({"options": {"a": ["x"]}, "seconds": float("nan")}, "seconds: must be a number up to 60"),
        ({"text": "x" * 2_000_001, "format": "ec"}, "the input has more than 2000000 characters"),
    ],
)
def test_a_mistake_is_one_line(given, says, tmp_path):
    assert says in refused("count", tmp_path, **given)


def test_a_list_is_at_most_a_hundred_covers_long(tmp_path):
    for limit in (0, 101, 1.5, True):
        assert refused("solve", tmp_path, options=SQUARE, limit=limit).startswith("limit: ")
    assert "'limit' was unexpected" in refused("count", tmp_path, options=SQUARE, limit=1)


def test_costs_are_for_the_best_of_named_options(tmp_path):
    small = {"a": ["x"], "b": ["x"]}
    assert "'cost' was unexpected" in refused("count", tmp_path, options=small, cost=1)
    assert "go with `options`" in refused("best", tmp_path, text="x\nx\n", format="dlx", cost=1)
    assert refused("best", tmp_path, options=small, cost={"a": 1}).startswith("cost: option 'b' has none")
    for cost in ("1", [1, 2], {"a": "1"}):
        assert refused("best", tmp_path, options=small, cost=cost).startswith("cost")
    assert "finite" in refused("best", tmp_path, options=small, cost=float("nan"))


@pytest.mark.parametrize("form", READ)
@pytest.mark.usefixtures("here")
def test_no_text_names_a_file_of_the_server(form, tmp_path):
    secret = tmp_path / "secret.dlx"
    secret.write_text("sesame\nsesame\n")
    folder = tmp_path / "own"
    folder.mkdir()
    xml = f'<!DOCTYPE a [<!ENTITY x SYSTEM "file://{secret}">]><puzzle>&x;</puzzle>'
    for text in (str(secret), f"include {secret}", f"@{secret}", f'include = "{secret}"', xml):
        try:
            found = serve_tools.answered("solve", {"text": text, "format": form}, Event(), folder)
        except BadInput as error:
            found = str(error)
        assert "sesame" not in found, text


@pytest.mark.usefixtures("here")
def test_an_answer_has_a_largest_size(tmp_path, monkeypatch):
    monkeypatch.setattr(serve_tools, "_MOST_BYTES", 9000)
    given = {"options": {f"{'n' * 400} {n}": ["x"] for n in range(20)}}
    said = "the covers take more than 9000 bytes: ask for fewer, or count them"
    assert refused("solve", tmp_path, limit=20, **given) == said
    monkeypatch.setattr(serve_tools, "_MOST_BYTES", 150)
    small = {"a": ["x"], "b": ["x"], "c": ["y"]}
    assert "too many for an answer: run danceoff certify" in refused("certify", tmp_path, options=small)
    monkeypatch.setattr(serve_tools, "_MOST_BYTES", 90)
    assert refused("count", tmp_path, options=small) == "the answer has more than 90 bytes"


def test_time_and_memory_end_a_call(tmp_path, monkeypatch):
    found = answered("solve", tmp_path, options=ROWS | {"Z": ["8"]}, limit=1, seconds=1e-9)
    assert found["status"] == "timeout"
    assert "count" not in found
    monkeypatch.setattr(serve_tools, "_MEMORY_MB", 20.0)
    assert answered("count", tmp_path, options=SQUARE)["status"] == "memory"
    monkeypatch.undo()
    monkeypatch.setattr(serve_tools, "_BESIDES_S", -10.0)
    assert refused("count", tmp_path, options=SQUARE).startswith("stopped: more than ")


def test_a_call_ends_when_it_is_stopped(tmp_path):
    stop = Event()
    Timer(0.5, stop.set).start()
    with pytest.raises(BadInput, match="stopped"):
        serve_tools.answered("certify", {"options": SQUARE, "seconds": 60}, stop, tmp_path)


INITIALIZE = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "a", "version": "1"}}
CALL = {"name": "certify", "arguments": {"options": SQUARE, "seconds": 60}}
ASKED = [
    {"id": 1, "method": "initialize", "params": INITIALIZE},
    {"method": "notifications/initialized"},
    {"id": 2, "method": "tools/call", "params": CALL},
]


@pytest.mark.parametrize(
    ("which", "n_asked"),
    [
        (signal.SIGINT, 3),
        (signal.SIGTERM, 1),
        *(pytest.param(*pair, marks=pytest.mark.slow) for pair in ((signal.SIGTERM, 3), (signal.SIGINT, 1))),
    ],
)
def test_a_signal_ends_the_server_while_its_input_is_open_or_a_call_runs_and_leaves_no_file(which, n_asked, tmp_path):
    """That of the case of a call neither, of which the main thread knows nothing."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(SERVER, **pipes, env={**os.environ, "TMPDIR": str(tmp_path)}) as server:
        lines = (json.dumps({"jsonrpc": "2.0", **one}).encode() + b"\n" for one in ASKED[:n_asked])
        server.stdin.write(b"".join(lines))
        server.stdin.flush()
        server.stdout.readline()
        if n_asked == 3:
            wait_until(lambda: len([*tmp_path.iterdir()]) == 2)
        server.send_signal(which)
        assert server.wait(60) == 130
        assert server.stderr.read().splitlines()[-1] == b"danceoff: interrupted"
    assert not [*tmp_path.iterdir()]


def test_a_missing_package_is_one_line(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "mcp", None)
    assert run("serve") == (2, "", "danceoff: danceoff serve needs mcp: pip install 'danceoff[serve]'\n")
