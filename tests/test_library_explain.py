"""`danceoff.explain`, by names and within limits; tests/solvers/questions/test_conflict.py has brute force."""

import danceoff
from danceoff.solvers.questions import conflict
from danceoff.solvers.questions.conflict import Conflict, Strength

COVERED = {"one": ["a"], "two": ["b"]}


def test_a_conflict_is_explained_by_names(monkeypatch):
    why = danceoff.explain({"one": ["a", "b"], "two": ["b", "c"], 3: ["d"]}, time_limit=None)
    assert why == danceoff.Explanation(False, why.reasons, ["a", "c"], True, True, ["a", "c"])
    assert danceoff.explain(COVERED) == danceoff.Explanation(True, [], [], False, False, None)
    found = [Conflict((0, 1), Strength.MINIMAL)]

    def within(*_):
        yield from found
        raise TimeoutError

    monkeypatch.setattr(conflict, "conflicts_within", within)
    assert danceoff.explain(COVERED) == danceoff.Explanation(False, [], ["a", "b"], True, False, None)
    found.clear()
    assert danceoff.explain(COVERED) == danceoff.Explanation(None, [], [], False, False, None)
    assert danceoff.explain("domino/3x3").has_cover is False


def test_a_notebook_shows_the_items_on_their_board():
    shown = danceoff.explain("domino/3x3")._repr_svg_()
    assert shown is not None and "<desc>cannot be covered together: 0,0 0,2 1,1 2,0 2,2</desc>" in shown
    assert danceoff.explain({"one": ["a", "b"], "two": ["b", "c"]})._repr_svg_() is None


def test_where_there_is_a_cover_it_is_not_printed_as_none():
    assert str(danceoff.explain("queens/4")) == "there is a cover"
    assert str(danceoff.explain("queens/4", time_limit=1e-9)) == "it is not known whether there is a cover"
    assert "leaves too few options" in str(danceoff.explain("queens/3"))
