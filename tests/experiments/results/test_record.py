"""Rows on the disk: exact numbers, torn lines, and the dictionary that says what the columns mean."""

import json
import os
import re
from dataclasses import fields, replace
from pathlib import Path

import night
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rows import row

from danceoff.experiments import BadInput
from danceoff.experiments.results import record
from danceoff.experiments.results.folder import inside
from danceoff.experiments.results.record import Row

README = Path(__file__).parents[3] / "results" / "README.md"
HUGE, LEAST = 10**40 + 1, 1 - 2**63


COSTLY = {"task": "best", "at_most": "-1.5", "maximise": True, "cost": LEAST, "bound": LEAST, "published_cost": -7}
COSTLY |= {"cost_scale": -10, "cost_points": [(0.5, -3, None), (1.0, LEAST, LEAST)]}


def test_rows_come_back_as_they_were_written(tmp_path):
    rows = [
        row(covers=HUGE, published=HUGE, stats={"nodes": 2**70}),
        row(detail='a "line"', search_s=0.25),
        row(**COSTLY),
        row("__proto__.py:St", problem="__a.dlx"),
        row(problem="constructor.dlx", up_to_symmetry=True, orbits=10**50, published_orbits=2**53),
    ]
    for one in rows:
        record.append(tmp_path, one)
    assert record.read(tmp_path) == rows
    first, _, third, *_ = map(json.loads, (tmp_path / record.FILE).read_text().splitlines())
    assert (first["covers"], first["published_cost"]) == (str(HUGE), None), "other readers round numbers"
    assert third["bound"] == str(LEAST)
    assert json.loads(record.as_json(row(orbits=7)))["orbits"] == 7


def test_a_row_says_what_its_answer_proves():
    costly = row(**COSTLY)
    assert (costly.is_optimal, costly.shown_cost(-25), costly.shown_cost(5)) == (True, "2.5", "-0.5")
    assert not replace(costly, status="wrong").is_optimal, "its certificate refutes the optimum"
    for status in record.STATUSES:
        exact = [row(status=status), row(status=status, task="first", covers=0)]
        assert [one.is_exact for one in exact] == [status == "complete"] * 2
        assert not row(status=status, task="first", covers=1).is_exact


@pytest.mark.parametrize(
    ("cost", "bound", "gap"), [(12, 9, 0.25), (0, -3, 3), (-10, -15, 0.5), (5, 5, 0), (None, 5, None), (5, None, None)]
)
def test_the_gap_is_relative_to_the_cost(cost, bound, gap):
    assert row(task="best", cost=cost, bound=bound).gap == gap


def test_a_torn_last_line_does_not_count_and_is_cut_off(tmp_path):
    record.append(tmp_path, row("one"))
    record.append(tmp_path, row("two"))
    path = tmp_path / record.FILE
    whole = path.read_bytes()
    for cut in (1, 40, len(whole) // 2 - 1):
        path.write_bytes(whole[:-cut])
        assert [one.solver for one in record.read(tmp_path)] == ["one"]
        assert record.mend(tmp_path)
        record.append(tmp_path, row("three"))
        assert [one.solver for one in record.read(tmp_path)] == ["one", "three"]
        assert not record.mend(tmp_path)


def line_of(**columns) -> dict:
    return json.loads(record.as_json(row())) | columns


BAD = [
    ({"digest": "../../x"}, "digest is '../../x', not at most 64 hexadecimal digits"),
    ({"case": "A" * 16}, "case is"),
    ({"case": ""}, "case is '', not 1 to 64 hexadecimal digits"),
    ({"fingerprint": "<b>"}, "fingerprint is"),
    ({"commit": "$(id)"}, "commit is"),
    ({"started": "<today>"}, "started is"),
    ({"family": "../../x"}, "family is"),
    ({"status": "fine"}, "status is 'fine', not one of 'complete', "),
    ({"task": "guess"}, "task is 'guess', not one of 'first', "),
    ({"problem": 1}, "problem is 1, not a text"),
    ({"problem": "x" * 200_000}, "problem is 'xxx"),
    ({"problem": "__proto__"}, "problem is '__proto__', not a name"),
    ({"solver": "toString"}, "solver is 'toString', not a name"),
    ({"repeat": -1}, "repeat is -1, not a whole number from 0 on"),
    ({"repeat": True}, "repeat is True"),
    ({"repeat": 2**63}, "repeat is 9223372036854775808, not below 2"),
    ({"covers": "-1"}, "covers is '-1', not a whole number"),
    ({"covers": "١"}, "covers is"),
    ({"search_s": -0.5}, "search_s is -0.5, not a number from 0 to 1e\\+100"),
    ({"search_s": float("nan")}, "search_s is nan"),
    ({"search_s": 10**400}, "search_s is 1000"),
    ({"search_s": "1"}, "search_s is '1'"),
    ({"up_to_symmetry": 1}, "up_to_symmetry is 1, not true or false"),
    ({"points": [[0.1]]}, "points is .*, not a list of 2"),
    ({"points": [[0.1, float("nan")]]}, "points is"),
    ({"stats": [1]}, "stats is .*, not a JSON object"),
    ({"stats": {"nodes": "1"}}, "stats is"),
    ({"versions": {"numpy": {"a": {}}}}, "versions is"),
    ({"cost": "1_0"}, "cost is '1_0', not a whole number of 64 bits"),
    ({"bound": str(-(2**63))}, "bound is -9223372036854775808, not a whole number of 64 bits"),
    ({"cost_scale": 0}, "cost_scale is 0, not a whole number of 64 bits but 0"),
    ({"at_most": "1e9"}, "at_most is '1e9', not a number as text"),
    ({"cost_points": [[0.1, 1]]}, "cost_points is .*, not a list of 3"),
    ({"__class__": 1}, "there is no column '__class__'"),
    ({"\x1b[31m": 1}, "there is no column"),
]


@pytest.mark.parametrize(("columns", "told"), BAD)
def test_every_column_has_its_type_and_its_form(tmp_path, columns, told, record_property):
    refused(tmp_path, json.dumps(line_of(**columns)), told)
    record_property("inputs: malformed rows of results refused", 1)


ROWS = [fields(Row)[k].name for k in range(9)]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        *((line, "") for line in ("{}", "[]", "3", "{", '{"covers": "x"}', "\udcff\0" * 99)),
        *((json.dumps({key: value for key, value in line_of().items() if key != name}), name) for name in ROWS),
        ("[" * 500_000, "nested too deeply"),
        ('{"stats":' * 100_000, "nested too deeply"),
        ("x" * 1_000_001, "longer than 1000000 bytes"),
        ('{"covers": ' + "9" * 5000 + "}", ".*limit"),
        ('{"covers": "' + "9" * 5000 + '"}', ".*(limit|schema is None)"),
    ],
    ids=range(20),
)
def test_a_line_that_is_no_row_is_told_by_its_number(tmp_path, line, told):
    refused(tmp_path, line, f"column {told} is missing" if told in ROWS else told)


def refused(folder: Path, line: str, told: str) -> None:
    """The second line is refused so, in a few words that can be printed."""
    (folder / record.FILE).write_bytes(f"{json.dumps(line_of())}\n{line}\n".encode(errors="surrogateescape"))
    with pytest.raises(BadInput, match=rf"{record.FILE}:2: not a row of results: .*{told}") as error:
        record.read(folder)
    assert str(error.value).isprintable()
    assert len(str(error.value).removeprefix(str(folder))) < 400


OF_EACH_TYPE = {column.type: column.name for column in fields(Row)}


@pytest.mark.parametrize("name", [column.name for column in fields(Row)] if night.seed else OF_EACH_TYPE.values())
@night.drawn(6)
@given(value=st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(), st.lists))
def test_whatever_a_column_holds_is_read_or_refused(tmp_path_factory, name, value):
    folder = tmp_path_factory.mktemp("rows")
    (folder / record.FILE).write_text(f"{json.dumps(line_of(**{name: value}))}\n")
    try:
        (read,) = record.read(folder)
    except BadInput as error:
        assert str(error).isprintable()
    else:
        assert json.loads(record.as_json(read))


@pytest.mark.parametrize("look", [record.read, lambda folder: inside(folder, record.FILE)])
def test_a_pipe_is_not_waited_for(tmp_path, look):
    os.mkfifo(tmp_path / record.FILE)
    with pytest.raises(BadInput, match="not a regular file"):
        look(tmp_path)


def test_texts_are_printable_when_they_are_read(tmp_path):
    nasty = row(problem="a\x1b[31m\n\u202eb\udcff", detail="\r\0", stats={"\x07": 1}, versions={"\x1b": "\u2028"})
    record.append(tmp_path, nasty)
    (read,) = record.read(tmp_path)
    assert read.problem == r"a\x1b[31m\n\u202eb\udcff"
    assert (read.detail, read.stats, read.versions) == (r"\r\x00", {r"\x07": 1}, {r"\x1b": r"\u2028"})


@pytest.mark.parametrize("schema", [1, record.SCHEMA - 1, record.SCHEMA + 1, None, str(record.SCHEMA)])
def test_rows_of_other_versions_are_refused_with_the_way_out(tmp_path, schema):
    (tmp_path / record.FILE).write_text(json.dumps({**vars(row()), "schema": schema}) + "\n")
    with pytest.raises(BadInput, match=rf"{record.FILE}:1: not a row of results: schema is {schema!r}, .* run the"):
        record.read(tmp_path)


@pytest.mark.parametrize("folder", sorted({str(file.parent) for file in README.parent.rglob(record.FILE)}))
def test_committed_rows_are_as_they_were_written(folder):
    assert record.changed_lines(Path(folder)) == []


def test_a_row_that_was_changed_is_named_by_its_line(tmp_path, run):
    record.append(tmp_path, row(), row("sat"), row("bits", detail='", "checksum": "'))
    file = tmp_path / record.FILE
    assert record.changed_lines(tmp_path) == []
    text = file.read_text()
    file.write_text(text.replace('"solver": "sat"', '"solver": "cpsat"'))
    code, out, _ = run("verify", str(tmp_path))
    first, verdict = out.splitlines()
    assert (code, first) == (1, f"{file}:2: changed since it was written")
    assert verdict.startswith("no disagreement, 1 fault in the file: ")
    without, _ = text.split(', "checksum"', 1)
    file.write_text(without + "}\n")
    assert record.changed_lines(tmp_path) == [1]


def test_no_results_is_bad_input(tmp_path):
    with pytest.raises(BadInput, match="no results here"):
        record.read(tmp_path / "nowhere")
    assert not record.mend(tmp_path)


def test_the_dictionary_of_columns_is_that_of_the_rows():
    of_rows, _ = README.read_text().split("\n# The tables of a report\n")
    written = re.findall(r"^\| `(\w*)` \| .", of_rows, re.MULTILINE)
    assert written == [*record.COLUMNS, *record.STATUSES, *record.MEASURES]
