"""The covers of `danceoff solve` for programs: --format json, jsonl and csv."""

import csv
import io
import json
from itertools import cycle, product
from pathlib import Path

import pytest
from in_process import cases_here, command, run_here

from danceoff.experiments.cli import main
from danceoff.experiments.commands import solve
from danceoff.experiments.run.one_case import child, reporter
from danceoff.experiments.terminal.covers.listed import Listed
from danceoff.experiments.terminal.say import put
from danceoff.problems.sources import read
from danceoff.questions.answer import in_words
from danceoff.solvers import load


@pytest.fixture(autouse=True)
def here(monkeypatch, tmp_path):
    cases_here(monkeypatch)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "crew.dlx").write_text("a b c\na b |7\nc |-2\na |1\nb c |9\n")


def lines(*arguments: str) -> list[str]:
    code, out = command("solve", *arguments)
    assert code in (0, 3)
    return out.splitlines()


def test_json_lists_all_covers_with_their_options_names_and_pictures_and_json_lines_each_of_them_and_then_the_end():
    (line,) = lines("queens/4", "--task", "enumerate", "--format", "json")
    *answers, end = map(json.loads, lines("queens/4", "--task", "enumerate", "--format", "jsonl"))
    assert answers == json.loads(line)["answers"]
    assert (end["covers"], end["status"], "answers" in end) == (2, "complete", False)
    instance = read("queens/4")
    assert sorted(answer["options"] for answer in answers) == sorted(
        sorted(cover) for cover in load("dlx").prepare(instance.problem).covers()
    )
    for answer in answers:
        assert answer["names"] == [f"r{option // 4 + 1} c{option % 4 + 1}" for option in answer["options"]]
        assert "\n".join(answer["picture"]) == instance.picture(tuple(answer["options"]))


def test_a_limit_bounds_the_answers_and_a_count_has_none():
    (line,) = lines("queens/6", "--task", "first", "--limit", "3", "--format", "json")
    assert len(json.loads(line)["answers"]) == 3
    (line,) = lines("queens/6", "--task", "count", "--format", "json")
    assert "answers" not in json.loads(line)


def test_json_says_which_number_is_certified():
    asked = ["queens/8", "--task", "count", "--solver", "counter", "--format", "json"]
    for more in ([], ["--up-to-symmetry"]):
        answer = json.loads("".join(lines(*asked, *more)))
        found = [answer[name] for name in ("covers", "orbits", "published", "published_orbits", "certified")]
        assert found == [92, 12 if more else None, 92, 12, 92]
    assert json.loads("".join(lines("crew.dlx", "--format", "json")))["certified"] is None


def test_json_lines_of_the_best_are_better_and_better_covers_then_the_answer():
    asked = ["crew.dlx", "--task", "best", "--format", "jsonl", "--solver"]
    *better, answer, end = map(json.loads, lines(*asked, "algorithm-x", "--maximise"))
    assert [(one["cost"], one["bound"], one["gap"]) for one in better] == [("5", None, None), ("10", None, None)]
    assert [one["seconds"] for one in better] == sorted(one["seconds"] for one in better)
    assert {**answer, "cost": "10", "names": ["a", "b c"]} == answer
    assert {**better[-1], **answer} == better[-1]
    assert (end["cost"], end["status"]) == (10, "complete")
    two = [json.loads(line)["cost"] for line in lines(*asked, "algorithm-x", "--limit", "2")]
    assert two == ["5", "5", "10", 5]
    *better, _, _ = map(json.loads, lines(*asked, "bits"))
    assert (better[-1]["cost"], better[-1]["bound"]) == ("5", "5")
    assert len(lines("queens/4", "--task", "nearest", "--solver", "dlx", "--format", "jsonl")) == 2


@pytest.mark.parametrize("solver", ["bits", "auto"])
def test_json_lines_of_a_count_say_how_much_is_done(monkeypatch, solver):
    monkeypatch.setattr(solve, "_LINE_EVERY_S", 0.0)
    monkeypatch.setattr(reporter, "_STATS_EVERY_S", 0.0)
    monkeypatch.setattr(reporter, "_LEAST_SHARE", 0)
    *so_far, end = map(json.loads, lines("langford/12", "--task", "count", "--format", "jsonl", "--solver", solver))
    assert (end["covers"], end["status"]) == (216_288, "complete")
    done = [line["done"] for line in so_far]
    assert len(done) > 3
    assert done == sorted(done)
    assert 0 < done[0] < done[-1] <= 1
    assert all(set(line) == {"covers", "done", "seconds", "left_s"} and line["covers"] <= 216_288 for line in so_far)
    for more in (["--format", "json"], ["--format", "jsonl", "--limit", "10"]):
        assert len(lines("langford/8", "--task", "count", "--solver", solver, *more)) == 1, "of all others nothing"


def test_csv_has_a_row_for_each_option_of_each_cover():
    rows = list(csv.reader(lines("crew.dlx", "--task", "enumerate", "--format", "csv")))
    assert rows[0] == ["answer", "option", "name"]
    covers = [{name for answer, _, name in rows[1:] if answer == number} for number in "12"]
    assert sorted(map(sorted, covers)) == [["a", "b c"], ["a b", "c"]]
    rows = list(csv.reader(lines("crew.dlx", "--task", "best", "--format", "csv")))
    assert rows == [["answer", "cost", "option", "name"], ["1", "5", "0", "a b"], ["1", "5", "1", "c"]]
    assert lines("queens/3", "--format", "csv") == []


def test_csv_of_a_count_is_one_row_and_of_options_a_row_for_each():
    head, row = csv.reader(lines("domino/12x12", "--task", "count", "--format", "csv"))
    assert dict(zip(head, row, strict=True))["covers"] == "53060477521960000"
    rows = list(csv.reader(lines("queens/4", "--task", "options", "--format", "csv")))
    assert rows[:3] == [["option", "name", "covers"], ["0", "r1 c1", "0"], ["1", "r1 c2", "1"]]


def test_both_covers_of_task_unique_are_answers_and_given_options_are_named_as_squares_or_games():
    (line,) = lines("sudoku/12..34..2...4...", "--task", "unique", "--format", "json")
    answer = json.loads(line)
    assert (answer["verdict"], len(answer["answers"])) == ("several", 2)
    assert answer["answers"][0]["names"][:3] == ["r1 c1 1", "r1 c2 2", "r1 c3 3"]
    first, second = ({*one["options"]} for one in answer["answers"])
    assert [answer["only_first"], answer["only_second"]] == [sorted(first - second), sorted(second - first)]
    rows = list(csv.reader(lines("round-robin/4", "--format", "csv")))
    assert [name for _, _, name in rows[1:]] == ["r1 0-1", "r1 2-3", "r2 0-2", "r2 1-3", "r3 0-3", "r3 1-2"]


def test_names_cannot_break_the_lines(tmp_path):
    (tmp_path / "crew.dlx").write_text("a\x1b[31m b\na\x1b[31m b\n")
    for form in FORMS:
        assert "\x1b" not in "".join(lines("crew.dlx", "--format", form))


@pytest.mark.parametrize("name", ["\u200bb", "\\u200bb", "a\u202e"])
def test_names_are_those_of_the_file(tmp_path, name):
    (tmp_path / "crew.dlx").write_text(f"{name} c\n{name}\nc\n")
    json_names = json.loads("".join(lines("crew.dlx", "--format", "json")))["answers"][0]["names"]
    line_names = json.loads(lines("crew.dlx", "--format", "jsonl")[0])["names"]
    csv_names = [one for _, _, one in csv.reader(lines("crew.dlx", "--format", "csv"))][1:]
    assert json_names == line_names == csv_names == [name, "c"]


def test_the_covers_of_an_object_are_kept_in_a_file_until_it_is_written():
    listed, lines = Listed(), [f'{{"cover": {k}}}' for k in range(100_000)]
    for first in range(0, len(lines), 999):
        listed.take("".join(f"{line}\n" for line in lines[first : first + 999]).encode())
    assert b"".join(listed.members()) == f', "answers": [{", ".join(lines)}]}}\n'.encode()
    assert b"".join(Listed().members()) == b', "answers": []}\n'


ASKED = {
    "enumerate": ["queens/6", "--task", "enumerate"],
    "orbits": ["queens/6", "--task", "enumerate", "--up-to-symmetry"],
    "count": ["queens/6", "--task", "count"],
    "first": ["queens/6"],
    "unique": ["queens/6", "--task", "unique"],
    "best": ["crew.dlx", "--task", "best"],
    "options": ["queens/6", "--task", "options"],
    "sample": ["queens/6", "--task", "sample"],
    "estimate": ["queens/6", "--task", "estimate", "--probes", "20"],
    "covers": ["queens/6", "--covers", "0:2"],
    "explain": ["queens/3", "--explain"],
}


class InterruptedAt:
    """Runs a case here, and presses Ctrl-C once so many answers have come."""

    def __init__(self, n_answers):
        self.n_answers, self.n_come, self.n_printed = n_answers, 0, 0

    def __call__(self, case, watch, show, **_):
        def counted(answer):
            watch(answer)
            self.n_come += 1
            self.n_printed += answer.get("printed", b"").count(b"\n")
            if self.n_come == self.n_answers:
                raise KeyboardInterrupt

        return run_here(case, counted, show)


FORMS = ("json", "jsonl", "csv")


@pytest.mark.parametrize(("asked", "form"), [*product(["enumerate"], FORMS), *zip(list(ASKED)[1:], cycle(FORMS))])
def test_ctrl_c_at_any_answer_leaves_a_whole_document_with_what_was_found(monkeypatch, capsys, asked, form):
    for n_answers in range(1, 1000):
        run = InterruptedAt(n_answers)
        monkeypatch.setattr(child, "run_case", run)
        code = main(["solve", *ASKED[asked], "--format", form])
        out, err = capsys.readouterr()
        if run.n_come < n_answers:
            break
        assert code == 130
        said = err.splitlines()[-1]
        assert said.startswith("danceoff: interrupted; ")
        if form == "json":
            answer = json.loads(out)
            assert answer["status"] == "interrupted"
            if asked == "enumerate":
                assert len(answer["answers"]) == run.n_printed <= answer["covers"]
                assert said == f"danceoff: interrupted; at least {in_words(answer['covers'])}"
        elif form == "jsonl":
            assert [json.loads(line) for line in out.splitlines()][-1]["status"] == "interrupted"
    assert code == 0
    assert n_answers > 4


def test_ctrl_c_leaves_a_whole_document_of_a_list_of_sudokus(monkeypatch, capsys):
    def interrupted(_case, watch, *_, **__):
        watch({"sudokus": {"puzzles": 3, "answered": 2, "solved": 1, "unique": 1}})
        raise KeyboardInterrupt

    Path("two.sdk").write_text(("." * 81 + "\n") * 3)
    monkeypatch.setattr(child, "run_case", interrupted)
    for arguments in (["--format", "json"], []):
        assert main(["solve", "two.sdk", *arguments]) == 130
        out, err = capsys.readouterr()
        assert err == "danceoff: interrupted; 2 puzzles answered\n"
        assert not out or (json.loads(out)["status"], json.loads(out)["answered"]) == ("interrupted", 2)


def test_ctrl_c_while_a_cover_is_kept_tears_none():
    listed = Listed()
    listed.take(b'{"cover": 1}\n')
    listed._file.write(b'{"cov')
    assert b"".join(listed.members()) == b', "answers": [{"cover": 1}]}\n'


@pytest.mark.parametrize("n_written", [0, 1, 5])
def test_an_interrupt_leaves_whole_covers(monkeypatch, n_written):
    class Pipe(io.BytesIO):
        def write(self, text):
            assert len(text) <= 4096
            if len(self.getvalue()) >= n_written * 3000:
                raise KeyboardInterrupt
            return super().write(text)

    pipe = Pipe()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(pipe, encoding="utf-8"))
    with pytest.raises(KeyboardInterrupt):
        put(b"\n\n".join(b"cover\n%d" % k for k in range(5000)), b"\n\n")
    assert pipe.getvalue()[-2:] in (b"", b"\n\n")
    assert len(pipe.getvalue()) >= n_written * 3000


def test_a_long_cover_is_printed_as_one(monkeypatch):
    out = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(out))
    put("é".encode() * 5000 + b"\n\nb\n\nc", b"\n\n")
    assert out.getvalue() == "é".encode() * 5000 + b"\n\nb\n\nc"
