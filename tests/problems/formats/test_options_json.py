"""Named options as JSON."""

import json

import danceoff

OPTIONS = {"Ann early": ["morning", "noon"], "Bob": ["evening"], "Cy": ["morning", "noon", "evening"], "Di": [7, "7"]}


def test_named_options_are_read_as_from_python(tmp_path, run):
    (tmp_path / "rota.json").write_text(json.dumps(OPTIONS))
    problem = danceoff.problem(str(tmp_path / "rota.json"))
    assert (problem.digest, problem.option_names) == (danceoff.problem(OPTIONS).digest, (*OPTIONS,))
    assert problem.item_names == ("morning", "noon", "evening", 7, "7")
    code, out, _ = run("solve", str(tmp_path / "rota.json"), "--task", "enumerate")
    assert (code, {*out.splitlines()[:6]} >= {"Ann early", "Bob", "Cy"}) == (0, True)
