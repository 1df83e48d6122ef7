"""What the page of a report is made of: packed columns, and the command that runs a row again."""

import argparse
import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rows import row

from danceoff.experiments.commands import certify, solve_arguments
from danceoff.experiments.commands.solve_case import case_of
from danceoff.experiments.report.page.data import again, packed
from danceoff.experiments.results.record import COLUMNS

VALUES = st.none() | st.booleans() | st.integers(-3, 3) | st.text(max_size=2) | st.lists(st.integers(), max_size=2)


def unpacked(columns: dict) -> list[dict]:
    """As page/scripts/data.js does it."""
    of = columns["columns"]
    return [
        {
            name: column["each"][k]
            if "each" in column
            else column["of"][column["at"][k]]
            if "at" in column
            else column["all"]
            for name, column in of.items()
        }
        for k in range(columns["n"])
    ]


@given(st.lists(st.fixed_dictionaries({"a": VALUES, "b": st.sampled_from([0, False, "0"])}), max_size=20))
def test_packed_columns_hold_the_same_values(records):
    found = unpacked(packed(records))
    assert [(repr(one["a"]), repr(one["b"])) for one in found] == [(repr(one["a"]), repr(one["b"])) for one in records]


def test_columns_are_packed_as_short_as_they_can_be():
    columns = packed([{"same": 1.0, "few": "x" * (k % 2), "each": k + 1 / 3} for k in range(5)])["columns"]
    assert columns["same"] == {"all": 1}
    assert columns["few"] == {"of": ["", "x"], "at": [0, 1, 0, 1, 0]}
    assert columns["each"] == {"each": [0.333333, 1.33333, 2.33333, 3.33333, 4.33333]}


@pytest.mark.parametrize(
    "asked",
    [
        {"task": "enumerate", "limit": 1_234_567, "time_limit_s": 1_234_567.5},
        {"task": "count", "time_limit_s": None, "cpu_limit_s": 3.0, "pin": [0, 2], "up_to_symmetry": True},
        {"task": "best", "limit": 3, "at_most": "-3.5", "maximise": True},
        {"task": "first", "limit": 1, "repeat": 3, "order": 2},
        {"task": "unique", "limit": 2, "problem": "-it's $HOME; rm *.txt"},
    ],
)
def test_the_command_of_a_row_asks_its_question_again(asked):
    one = row("sat:engine=glucose4,seed=3", **asked)
    program, command, *words = shlex.split(again(one))
    parser = argparse.ArgumentParser()
    solve_arguments.arguments(parser)
    asks = case_of(parser.parse_args(words))
    left_out = ("digest", "repeat", "memory_limit_mb", "options", "label")
    case = {name: value for name, value in asks.columns.items() if name in COLUMNS and name not in left_out}
    assert len(case) == 11
    assert (program, command) == ("danceoff", "solve")
    assert case == {name: tuple(one.pin) if name == "pin" else getattr(one, name) for name in case}


def test_the_command_of_a_certified_row():
    parser = argparse.ArgumentParser()
    certify.arguments(parser)
    one = row(task="certify-best", limit=1, memory_limit_mb=5e3, maximise=True)
    args = parser.parse_args(shlex.split(again(one))[2:])
    assert (args.task, args.memory_limit, args.maximise, args.limit) == ("best", 5000, True, None)
    assert "--limit=4" in again(row(task="certify", limit=4))
