"""`danceoff.backbone`: options by name, and its time limit; tests/support/fuzz_questions.py has brute force."""

import danceoff

OPTIONS = {"a": ["x", "z"], "b": ["y"], "c": ["y"], "never": ["x", "y"]}


def test_options_go_by_their_names():
    assert danceoff.backbone(OPTIONS) == danceoff.Backbone(True, ["a"], ["b", "c"], ["never"], [])
    rest = danceoff.problem(OPTIONS).given([1])
    assert danceoff.backbone(rest, time_limit=None) == danceoff.Backbone(True, ["a"], [], [], [])
    none = danceoff.Backbone(False, [], [], ["a", "b"], [])
    assert danceoff.backbone({"a": ["x", "y"], "b": ["y", "z"]}) == none


def test_a_time_limit_leaves_options_unsettled():
    part = danceoff.backbone("queens/8", time_limit=1e-6)
    assert (part.has_cover, len(part.in_some + part.unsettled), part.in_all + part.in_none) == (True, 64, [])
    assert part.unsettled
