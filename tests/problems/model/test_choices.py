"""What messages say about names that are not known."""

from danceoff.problems.model.arguments import choices, close


def test_close_names_are_suggested_in_any_case_and_else_all_are_listed() -> None:
    assert choices("L44", ["L4", "F"]) == "did you mean L4?"
    assert choices("ALPHA", ["beta", "alpha"]) == "did you mean alpha?"
    assert choices("zzz", ["beta", "alpha"]) == "there are beta, alpha"
    assert choices(["alpha"], ["alpha"]) == "there are alpha"
    assert choices("x", []) == "there are none"
    assert close("a" * 10**6, ["a"]) == []
    assert close("x", ["X", "x", "y"]) == ["X", "x"]
