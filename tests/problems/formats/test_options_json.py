"""Named options as JSON."""

import json

import pytest

import danceoff
from danceoff.problems import InvalidProblem
from danceoff.problems.formats import options_json

OPTIONS = {"Ann early": ["morning", "noon"], "Bob": ["evening"], "Cy": ["morning", "noon", "evening"], "Di": [7, "7"]}


def test_named_options_are_read_as_from_python(tmp_path, run):
    (tmp_path / "rota.json").write_text(json.dumps(OPTIONS))
    problem = danceoff.problem(str(tmp_path / "rota.json"))
    assert (problem.digest, problem.option_names) == (danceoff.problem(OPTIONS).digest, (*OPTIONS,))
    assert problem.item_names == ("morning", "noon", "evening", 7, "7")
    code, out, _ = run("solve", str(tmp_path / "rota.json"), "--task", "enumerate")
    assert (code, {*out.splitlines()[:6]} >= {"Ann early", "Bob", "Cy"}) == (0, True)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        *((text, "a .json file has a list of items") for text in ("{}", "[]", "[[0, 1]]", "7", '{"a": "x"}', "null")),
        *((f'{{"a": [{item}]}}', "a .json file has a list of items") for item in ("true", "1.5", "null", "[1]")),
        ('{"a": ["x"], "a": ["y"]}', "two options have the name 'a'"),
        ('{"a": ["x"], "b": []}', "option .*b"),
        ('{"a": ["x", "x"]}', "option .*a.* x"),
    ],
)
def test_other_json_is_refused_in_one_line(text, says):
    with pytest.raises(InvalidProblem, match=f"^FILE.json: {says}") as error:
        options_json.read(text, "FILE.json")
    assert "\n" not in str(error.value)
