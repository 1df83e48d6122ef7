"""Pips: every way to lay the dominoes is tried."""

import json
import random
import xml.etree.ElementTree as ET

import pytest

from danceoff.addons.puzzles.formats import pips_json
from danceoff.experiments.contract.small import all_covers
from danceoff.problems import InvalidProblem
from danceoff.problems.board import as_svg
from danceoff.problems.formats import knuth


def obeys(kind, pips, target):
    adding = {"sum": sum(pips) == target, "less": sum(pips) < target, "greater": sum(pips) > target}
    return {**adding, "equals": len({*pips}) == 1, "unequal": len({*pips}) == len(pips), "empty": True}[kind]


def laid(free, dominoes, on):
    """Yield the pips of each square, and the other square of its domino."""
    if not dominoes:
        yield on
    for one, other in ((min(free), (min(free)[0] + i, min(free)[1] + 1 - i)) for i in (0, 1) if free):
        for k, (a, b) in enumerate(dominoes) if other in free else ():
            for pips in ((a, b), (b, a)):
                now = {**on, one: (pips[0], other), other: (pips[1], one)}
                yield from laid(free - {one, other}, dominoes[:k] + dominoes[k + 1 :], now)


@pytest.mark.parametrize("seed", range(40))
def test_covers_are_the_ways_to_lay_dominoes_that_obey_the_regions(seed):
    draw = random.Random(seed)
    squares = [divmod(k, 3) for k in draw.choice([(0, 1, 3, 4, 6, 7), (2, 3, 4, 5, 7, 8), (0, 3, 6, 9, 12, 15)])]
    dominoes = [(draw.randrange(3), draw.randrange(3)) for _ in range(3)]
    draw.shuffle(squares)
    parts = draw.choice([(squares[:2], squares[2:]), (squares[:3], squares[3:5], squares[5:])])
    kinds = ["sum", "less", "greater", "equals", "unequal", "empty"]
    regions = [{"indices": part, "type": draw.choice(kinds), "target": draw.randrange(6)} for part in parts]
    problem, board = pips_json.read(json.dumps({"hard": {"dominoes": dominoes, "regions": regions}}), "FILE.json")
    expected = [
        sorted((r * board.n_columns + c, str(pips)) for (r, c), (pips, _) in on)
        for on in {tuple(sorted(on.items())) for on in laid(frozenset(squares), dominoes, {})}
        if all(obeys(one["type"], [dict(on)[cell][0] for cell in one["indices"]], one["target"]) for one in regions)
    ]
    assert sorted(sorted(board.marks_of(cover)) for cover in all_covers(problem)) == sorted(expected)
    assert knuth.write(problem)
    assert ET.fromstring(as_svg(board, problem, (), "")).tag.endswith("svg")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("}", "", "not JSON: .* line 1"),
        ("hard", "later", "a .json file has a list of items for each name of an option, or is a day of Pips"),
        ("[1, 2]]", "[1, 10]]", "hard: must have dominoes, pairs of pips from 0 to 9.*: see the dominoes$"),
        ("[[0, 0]", "[[1], [0, 0]", "hard: .*: see region 1$"),
        ("[0, 1]", "[0, 0]", "hard: regions must part as many squares as dominoes have halves, 2"),
        ('"sum"', '"product"', "hard: must have .* a type of sum, less, greater, equals, unequal, empty"),
        ("target", "goal", "hard: must have .* mostly a target"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(old, new, says):
    puzzle = {"dominoes": [[1, 2]], "regions": [{"indices": [[0, 0], [0, 1]], "type": "sum", "target": 3}]}
    with pytest.raises(InvalidProblem, match=f"^FILE.json: {says}"):
        pips_json.read(json.dumps({"hard": puzzle}).replace(old, new), "FILE.json")


def test_why_there_is_no_way_is_said_in_words_of_the_puzzle(tmp_path, run):
    region = {"type": "sum", "target": 99, "indices": [[0, 0], [0, 1]]}
    (tmp_path / "a.json").write_text(json.dumps({"easy": {"dominoes": [[1, 2]], "regions": [region]}}))
    out = run("solve", str(tmp_path / "a.json"), "--explain")[1]
    assert "none: no option covers pips of row 1 column 1, and the same holds for 1 more" in out


def test_named_options_have_no_number():
    with pytest.raises(InvalidProblem, match="there is no problem 2: the file has 0"):
        pips_json.read('{"Ann early": ["morning", "noon"]}', "FILE.json#2")
