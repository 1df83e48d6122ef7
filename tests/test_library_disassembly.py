"""`danceoff.disassembly`: of covers that were found, within limits; the tests of problems/analysis have the rest."""

import pytest

import danceoff


def test_a_cover_comes_apart_or_not():
    covers = danceoff.solve("burr/369-871-928-956-1000-1024", "bits").covers
    found = [danceoff.disassembly(cover) for cover in covers]
    assert sorted(apart.level for apart in found if apart) == [8] * 12
    assert found.count(None) == 48
    shown = next(filter(None, found))
    assert str(shown).startswith("8.")
    assert f"{sum(shown.levels)} of {sum(shown.levels)}: " in (shown._repr_svg_() or "")


def test_options_that_are_given_are_pieces_too():
    whole = danceoff.solve("diabolical", "bits", limit=1).covers[0]
    rest = danceoff.solve("diabolical", "bits", limit=1, given=whole.options[:3]).covers[0]
    assert danceoff.disassembly(rest) == danceoff.disassembly(whole)


def test_limits_and_other_problems_are_refused():
    cover = danceoff.solve("burr/103-760-960-992-996-1024", "bits", limit=1).covers[0]
    with pytest.raises(TimeoutError, match="not decided within 1e-09 s"):
        danceoff.disassembly(cover, time_limit=1e-9)
    with pytest.raises(TypeError, match="cover"):
        danceoff.disassembly((1, 2))
    for source in ("queens/6", "hexiamond/6x6"):
        (cover,) = danceoff.solve(source, limit=1).covers
        with pytest.raises(danceoff.InvalidProblem, match="only packings of squares, cubes and triangular prisms can"):
            danceoff.disassembly(cover)
