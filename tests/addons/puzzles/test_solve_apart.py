"""`danceoff solve --can-be-taken-apart`: only packings that come apart, and how."""

import json

import pytest

from danceoff.addons.puzzles.apart import coming_apart
from danceoff.problems import Covers
from danceoff.problems.catalog import instance
from danceoff.solvers import Search, load

BURR = "burr/369-871-928-956-1000-1024"


@pytest.fixture
def by_bits(solve):
    return lambda *arguments: solve(*arguments, "--can-be-taken-apart", "--solver", "bits")


@pytest.fixture
def locked(tmp_path):
    """Two hooks in the plane, which can be put together in one way, and are locked then."""
    path = tmp_path / "locked.txt"
    path.write_text("....\n....\n....\n....\n\n####\n#..#\n##.#\n...#\n\n.##\n..#\n###\n")
    return str(path)


def test_a_gallery_has_the_levels_and_the_moves_in_words(by_bits, tmp_path):
    page = tmp_path / "page.html"
    assert by_bits(BURR, "--limit", "1", "--gallery", str(page))[0] == 0
    cover = json.loads(page.read_text().split('id="covers">\n')[1].split("\n")[0])
    assert cover["level"] == "8.3.1.1.1"
    assert sum(" of 14: " in words for words in cover["moves"]) == 14


@pytest.mark.parametrize("task", ["count", "enumerate"])
def test_all_are_counted_and_compared(by_bits, task):
    code, out, _ = by_bits(BURR, "--task", task)
    assert (code, out.count("level 8.3.1.1.1")) == (0, 12 * (task == "enumerate"))
    assert "12 covers in " in out
    assert "(12 of 60 assemblies come apart), as published (Computer's Choice 4-Hole" in out
    code, out, _ = by_bits(BURR, "--task", task, "--up-to-symmetry")
    assert (code, out.count("level 8.3.1.1.1")) == (0, task == "enumerate")
    assert "1 of 12 covers in one orbit" in out
    assert "(1 of 5 assemblies come apart); 12 is as published" in out


def test_exactly_one_comes_apart(by_bits):
    code, out, _ = by_bits(BURR, "--task", "unique", "--up-to-symmetry")
    assert (code, out.startswith("exactly one cover up to symmetry (12 in its orbit)")) == (0, True)


def test_json_has_the_moves(by_bits):
    (found,) = json.loads(by_bits(BURR, "--format", "json")[1])["answers"]
    assert (found["level"], found["levels"]) == (8, [8, 3, 1, 1, 1])
    assert len(found["moves"]) == sum(found["levels"])
    assert [move["leaves"] for move in found["moves"]] == [False] * 7 + [True] + [False] * 2 + [True] * 4
    assert {option for move in found["moves"] for option in move["options"]} <= set(found["options"])
    assert not found["picture"][0].startswith("level")


def test_the_walk_sees_what_is_no_cover_and_the_order_of_options_does_not_matter():
    burr = coming_apart.of(instance(BURR))
    cover = next(load("bits").prepare(burr.problem).covers())

    class Wrong(Search):
        def _batches(self):
            yield Covers.of([cover[1:], cover[::-1]])

    found = [one for batch in burr.of_those(Wrong()).batches() for one in batch]
    assert found[0] == cover[1:]
    n_apart = burr.assemblies.n_apart
    assert burr.assemblies.comes_apart(cover) == (n_apart == 1)
    for order in (1, -1):
        for one in list(load("bits").prepare(burr.problem).covers()):
            if burr.assemblies.comes_apart(one[::order]):
                break
        assert burr.assemblies.latest == tuple(sorted(one))


def test_packings_that_are_locked(by_bits, locked):
    code, out, _ = by_bits(locked)
    assert (code, out.split(" in ")[0]) == (0, "0 covers")
    assert "(0 of 4 assemblies come apart)" in out
    assert json.loads(by_bits(locked, "--format", "json")[1])["answers"] == []


def test_too_many_states_leave_it_unknown(by_bits, monkeypatch):
    looked = coming_apart.Disassembler.disassembly
    monkeypatch.setattr(coming_apart.Disassembler, "disassembly", lambda one, cover: looked(one, cover, most_states=5))
    code, out, _ = by_bits(BURR, "--task", "count")
    assert code == 3
    assert "at least 0 covers: limit reached after" in out
    assert "unknown (not decided after 5 positions of the pieces)" in out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["queens/6"], "queens/6: only packings of squares, cubes and triangular prisms can be taken apart"),
        (["hexiamond/3x12"], "only packings of squares, cubes and triangular prisms can be taken apart"),
        (["soma", "--task", "best"], "it goes with first, unique, enumerate and count"),
        (["soma", "--covers", "0:1"], "it goes with first, unique, enumerate and count"),
        (["tatami-monomer/300x1"], "unsupported: a cover of 300 pieces cannot be taken apart: at most 200 can"),
        (["soma", "--task", "count", "--solver", "counter"], "counter counts covers and cannot list them"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_line(solve, arguments, says):
    code, out, err = solve(*arguments, "--can-be-taken-apart")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert says in err
