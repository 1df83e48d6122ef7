"""One answer at three doors: from Python, as text and as JSON it has the same words, members and covers."""

import json

import pytest

import danceoff

SHIFTS = "x y z\nx y |6\nz |8\nx |2\ny |2\ny z |5\n"
"""Its covers cost 7, 12 and 14."""
VERBS = {"options": "options_held", "most-covered": "most_covered"}
SOME, NONE = {"reasons": [], "conflict": [], "decisive": None}, {"is_smallest": True, "conflict": ["e"]}


@pytest.mark.parametrize(
    ("problem", "task", "asked", "words", "members"),
    [
        (SHIFTS, "best", {}, "cost 7 (proven optimal)", {}),
        (SHIFTS, "best", {"limit": 2}, "the 2 cheapest covers, cost 7 to 12, proven", {}),
        (SHIFTS, "best", {"maximise": True}, "cost 14 (proven optimal)", {}),
        (SHIFTS, "best", {"at_most": 6}, "0 covers", {}),
        (SHIFTS, "best", {"limit": 3, "within": 0.8}, "the 2 cheapest covers within 80 %, cost 7 to 12, proven", {}),
        (SHIFTS, "best", {"limit": 3, "differ_by": 2}, "2 covers, each the cheapest without 2 or more options of", {}),
        (SHIFTS, "best", {"limit": 3, "differ_by": 1, "maximise": True}, "3 covers, each the cheapest without 1", {}),
        ("a\na |1\na |2\na |2\n", "best", {"limit": 2}, "the cheapest cover, cost 1, proven", {}),
        ("queens/4", "best", {}, "cost 0 (proven optimal)", {}),
        ("queens/3", "unique", {}, "no cover", {"verdict": "none"}),
        (SHIFTS, "unique", {"at_most": 7}, "exactly one cover", {"verdict": "one", "only_first": []}),
        ("queens/6", "unique", {"up_to_symmetry": True}, "exactly one cover up to symmetry (4 in its orbit)", {}),
        (SHIFTS, "unique", {"distinct": "x*"}, "at least two distinct choices of x*", {"verdict": "several"}),
        (SHIFTS, "unique", {"solver": "algorithm-x"}, "at least two covers", {"verdict": "several"}),
        ("queens/4", "unique", {"solver": "sat"}, "at least two covers", {"verdict": "several"}),
        ("domino/3x3", "most-covered", {"solver": "dlx"}, "1 item is left out (proven optimal)", {}),
        ("queens/4", "most-covered", {"solver": "dlx"}, "0 items are left out (proven optimal)", {"left_out": []}),
        ("a b e\na\nb\n", "explain", {}, "no option covers item e; the item e cannot be covered (the smallest", NONE),
        ("domino/3x3", "explain", {}, "9 cells must be filled, and no choice of pieces has", {"is_smallest": True}),
        ("queens/4", "explain", {}, "", SOME),
        ("queens/8", "estimate", {"probes": 50, "seed": 3}, "about 107 covers, standard error 27 (15 of", {"met": 15}),
        ("queens/6", "options", {}, "4 covers", {}),
    ],
)
def test_python_text_and_json_give_one_answer(solve, tmp_path, problem, task, asked, words, members):
    source = problem if "/" in problem else str(tmp_path / "a.dlx")
    (tmp_path / "a.dlx").write_text(problem)
    answer = getattr(danceoff, VERBS.get(task, task))(source, **asked)
    assert answer.words.startswith(words)
    assert answer.members.items() >= members.items()
    flags = [[f"--{name.replace('_', '-')}", *([] if one is True else [str(one)])] for name, one in asked.items()]
    words_of_command = [source, "--task", task, *(word for flag in flags for word in flag)]
    code, text, _ = solve(*words_of_command)
    told = answer.members["reasons"] if task == "explain" else [f"{answer.words} in ", *answer.remarks, *answer.lines]
    assert (code, [part for part in told if part not in text]) == (0, [])
    one = json.loads(solve(*words_of_command, "--format", "json")[1])
    assert one.items() >= answer.members.items()
    if task in ("best", "unique"):
        assert [tuple(sorted(cover["options"])) for cover in one["answers"]] == answer.numbers
