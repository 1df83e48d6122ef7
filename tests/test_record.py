"""Rows on the disk: exact numbers, torn lines, and the dictionary that says what the columns mean."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from rows import row

from experiments import BadInput, record

README = Path(__file__).parent.parent / "results" / "README.md"
HUGE = 10**40 + 1


def test_rows_come_back_as_they_were_written(tmp_path):
    rows = [row(covers=HUGE, published=HUGE, stats={"nodes": 2**70}), row(detail='a "line"', search_s=0.25)]
    for one in rows:
        record.append(tmp_path, one)
    assert record.read(tmp_path) == rows


def test_numbers_of_covers_are_text_for_readers_that_round(tmp_path):
    record.append(tmp_path, row(covers=HUGE))
    written = json.loads((tmp_path / record.FILE).read_text())
    assert written["covers"] == str(HUGE)
    assert written["published"] is None


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


@pytest.mark.parametrize("line", [b"{}", b"[]", b"3", b"{", b"\xff\x00" * 99, b'{"covers": "x"}'])
def test_a_line_that_is_no_row_is_told_by_its_number(tmp_path, line):
    record.append(tmp_path, row())
    with (tmp_path / record.FILE).open("ab") as file:
        file.write(line + b"\n")
    with pytest.raises(BadInput, match=rf"{record.FILE}:2: not a row") as told:
        record.read(tmp_path)
    assert len(str(told.value).removeprefix(str(tmp_path))) < 200


def test_rows_of_other_versions_are_read_or_refused_with_a_reason(tmp_path):
    record.append(tmp_path, row())
    path = tmp_path / record.FILE
    values = json.loads(path.read_text())
    for column in ("schema", "points", "measured_by"):
        del values[column]
    path.write_text(json.dumps(values) + "\n")
    assert [(one.schema, one.points) for one in record.read(tmp_path)] == [(1, [])]
    path.write_text(json.dumps({**values, "schema": record.SCHEMA + 1, "unheard_of": 1}) + "\n")
    with pytest.raises(BadInput, match=r"jsonl:1: written by a later danceoff"):
        record.read(tmp_path)


def test_no_results_is_bad_input(tmp_path):
    with pytest.raises(BadInput, match="no results here"):
        record.read(tmp_path / "nowhere")
    assert not record.mend(tmp_path)


def test_the_dictionary_of_columns_is_that_of_the_rows():
    assert record.dictionary() in README.read_text(), "paste experiments.record.dictionary() into results/README.md"


@pytest.mark.parametrize("status", record.STATUSES)
def test_only_a_complete_row_can_be_exact(status):
    assert row(status=status).is_exact == (status == "complete")
    assert not row(status=status, task="first", covers=1).is_exact
    assert row(status=status, task="first", covers=0).is_exact == (status == "complete")
