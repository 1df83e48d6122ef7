"""Why a sudoku has no cover: clashes by rules, cages by their letters, and no square that is fine."""

import random
import re

import pytest

import danceoff
from danceoff.problems import ExactCover
from danceoff.problems.analysis.diagnosis import reasons
from danceoff.problems.sources import read


def why(tmp_path, text, ending="sdk"):
    file = tmp_path / f"a.{ending}"
    file.write_text(text)
    one = read(file)
    return reasons(one.problem, one.board), danceoff.explain(one)


@pytest.mark.parametrize("rule", ["", "diagonals", "anti-knight", "regions\naabb\naabb\nccdd\nccdd"])
@pytest.mark.parametrize("seed", range(20))
def test_every_sentence_is_true_of_the_givens(tmp_path, rule, seed):
    draw = random.Random(seed)
    marks = [draw.choice("1234") if draw.random() < 0.3 else "." for _ in range(16)]
    text = "\n".join("".join(marks[k : k + 4]) for k in (0, 4, 8, 12))
    found, _ = why(tmp_path, f"{rule}\n{text}\n")
    for sentence in found:
        if " twice" in sentence:
            squares = [words.split() for words in sentence.partition(": ")[2].split(" and ")]
            assert [marks[4 * int(row) + int(column) - 5] for _, row, _, column in squares] == [sentence[0]] * 2
        else:
            assert not any(" twice" in other for other in found)
            if square := re.match(r"no option covers row (\d) column (\d)", sentence):
                assert marks[4 * int(square[1]) + int(square[2]) - 5] == "."


def test_cages_have_the_letters_of_the_file(tmp_path):
    board = "sudoku = '''\n1...\n2...\n....\n....\n'''\n"
    found, explained = why(tmp_path, board + "cages = '''\nxx..\n....\n....\n....\n'''\n[sums]\nx = 7\n", "toml")
    assert found == ["no option covers cage x besides the givens, and the same holds for 1 more"]
    assert "k1" not in str(explained)
    assert explained.conflict == ["cage-x"]


def test_the_rule_of_a_house_is_named(tmp_path):
    found, _ = why(tmp_path, "diagonals\n" + ".23.\n1...\n4...\n...." + "\n")
    assert found
    assert not any("d1" in sentence or "d2" in sentence for sentence in found)


def test_options_that_exclude_each_other_are_to_blame_and_no_item():
    problem = ExactCover.from_options(["ab", "bc", "c", "a"], "abc").given([0, 1])
    assert reasons(problem, read("queens/4").board) == ["options that are given exclude each other"]
    explained = danceoff.explain(problem)
    assert (explained.has_cover, explained.conflict) == (False, [])
    assert problem.given([]).clashes
    assert not ExactCover.from_options(["ab", "bc", "c", "a"], "abc").given([0]).clashes
