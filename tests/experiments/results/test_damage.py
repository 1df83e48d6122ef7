"""`verify` says what no run writes, with the file and the line, and ends with exit code 1."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from rows import row

from danceoff.experiments import cli
from danceoff.experiments.results.damage import damages
from danceoff.experiments.results.record import FILE, append, as_json, read, read_on

RESULTS = Path(__file__).parents[3] / "results"
FOLDERS = sorted(path.parent for path in RESULTS.rglob(FILE))


@pytest.mark.parametrize("folder", FOLDERS, ids=[str(folder.relative_to(RESULTS)) for folder in FOLDERS])
def test_committed_rows_are_whole(folder):
    assert damages(read_on(folder)[0]) == []


def committed(of: str) -> list[dict]:
    """The rows of a committed folder that count, one a case, as JSON."""
    return [json.loads(as_json(replace(one, replaces=""))) for one in read(RESULTS / of)]


def write(folder: Path, rows: list[dict]) -> Path:
    (folder / FILE).write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return folder / FILE


def changed(folder: Path, of: str, change: dict, **where) -> tuple[Path, int]:
    """Copy the rows of a committed folder, and change the first one of the cases that are asked for; its line."""
    rows = committed(of)
    k = next(k for k, row in enumerate(rows) if all(row[name] == value for name, value in where.items()))
    rows[k] |= {name: value(rows[k][name]) if callable(value) else value for name, value in change.items()}
    return write(folder, rows).parent, k + 1


def other(digits: str) -> str:
    return f"{int(digits[0], 16) ^ 1:x}{digits[1:]}"


def more(number: object) -> object:
    return str(int(number) + 1) if isinstance(number, str) else number + 1


LISTED = {"task": "enumerate", "status": "complete"}
STOPPED = {"task": "enumerate", "status": "timeout"}
BEST = {"task": "best", "status": "complete"}
CHANGES = {
    "a lost fingerprint": ("seeds", {"fingerprint": ""}, LISTED, "and no fingerprint"),
    "a lost fingerprint of one cover": (
        "championship/one-cover",
        {"fingerprint": ""},
        {"task": "first", "status": "complete"},
        "and no fingerprint",
    ),
    "another digest": ("seeds", {"digest": other}, LISTED, "one of them was changed"),
    "another solver": ("seeds", {"solver": "mine"}, LISTED, "one of them was changed"),
    "another limit": ("seeds", {"time_limit_s": 1e6}, LISTED, "one of them was changed"),
    "another case": ("seeds", {"case": other}, LISTED, "one of them was changed"),
    "a timeout with the fingerprint of all": (
        "seeds",
        {"status": "timeout", "covers": "1", "checked": 1, "points": []},
        LISTED,
        "1 covers have the fingerprint of a set of ",
    ),
    "a timeout that has checked more than it found": (
        "seeds",
        {"status": "timeout", "covers": "1", "points": []},
        LISTED,
        "covers were checked, and only 1 were found",
    ),
    "one cover more": ("seeds", {"covers": more}, LISTED, "were checked"),
    "one cover more, also checked": (
        "seeds",
        {"covers": more, "checked": more, "points": []},
        LISTED,
        "have the fingerprint of a set of",
    ),
    "one counted cover more": (
        "championship/count",
        {"covers": more},
        {"task": "count", "status": "complete"},
        "its points end at",
    ),
    "fewer covers of a stopped search than its points": (
        "seeds",
        {"covers": "0", "checked": 0, "fingerprint": ""},
        STOPPED | {"solver": "cpsat"},
        "its points end at",
    ),
    "the fingerprint of no cover": ("seeds", {"fingerprint": "0" * 32}, LISTED, "covers have the fingerprint 0000"),
    "the fingerprint of covers that there are not": (
        "championship/no-cover",
        {"fingerprint": "1" * 32},
        {"status": "complete", "covers": "0", "task": "first"},
        "0 covers have the fingerprint 1111",
    ),
    "more covers than the limit": (
        "championship/one-cover",
        {"covers": "2", "checked": 2, "points": []},
        {"task": "first", "status": "complete"},
        "2 covers were found, and the limit is 1",
    ),
    "more orbits than covers": (
        "championship/up-to-symmetry",
        {"orbits": 10**15},
        {"status": "complete", "solver": "counter"},
        "orbits of only",
    ),
    "a certificate of a stopped search": (
        "seeds",
        {"certificate": "trace"},
        STOPPED,
        "timeout, and with a certificate",
    ),
    "an optimum that is not proven": ("costs", {"bound": "-1"}, BEST, "cost and bound differ"),
    "an optimum without its cover": ("costs", {"covers": "0", "points": []}, BEST, "0 covers, and a cost"),
    "another optimum than it found": ("costs", {"cost": more, "bound": more}, BEST, "its cost_points end at another"),
    "a lost digest": ("seeds", {"digest": "", "case": "ab"}, LISTED, "complete, and no digest of its problem"),
    "a cost of no cover": (
        "costs",
        {"checked": 0},
        BEST | {"status": "timeout", "solver": "cpsat"},
        "no cover was checked",
    ),
    "another size of the problem": ("seeds", {"n_options": more}, LISTED, "n_options is"),
}


@pytest.mark.parametrize(("of", "change", "where", "says"), CHANGES.values(), ids=CHANGES)
def test_a_changed_row_is_named_with_its_line(run, tmp_path, of, change, where, says, record_property):
    folder, line = changed(tmp_path, of, change, **where)
    code, out, _ = run("verify", str(folder))
    assert code == 1
    assert [told for told in out.splitlines() if told.startswith(f"{folder / FILE}:{line}") and says in told], out
    assert "in the file: " in out.splitlines()[-1]
    record_property("results: kinds of damaged rows that `verify` names", 1)


def test_a_list_without_a_proof_goes_with_a_limit():
    cut = row("backtracking", 3, "", task="certify", status="limit", limit=3, certificate="none")
    assert damages([cut]) == []
    assert [what for _, what in damages([replace(cut, certificate="trace")])] == ["limit, and with a certificate"]


def test_a_torn_last_line_is_said_and_is_no_fault(run, tmp_path):
    file = write(tmp_path, rows := committed("seeds"))
    file.write_text(file.read_text()[:-30])
    code, out, _ = run("verify", str(tmp_path))
    said, verdict = out.splitlines()
    assert (code, verdict.startswith("no disagreement: ")) == (0, True)
    assert said == f"{file}:{len(rows)}: a torn last line, as a killed run leaves it; the next run removes it"


def test_a_case_twice_and_another_digest_of_one_name_are_faults(run, tmp_path):
    rows = committed("seeds")
    same = [k for k, row in enumerate(rows) if row["problem"] == rows[0]["problem"]]
    for k in same[:2]:  # without the identities of their cases, as another program writes rows
        rows[k] |= {"digest": "ab" * 8, "case": f"{k:032x}"}
    file = write(tmp_path, [*rows, rows[-1]])
    code, out, _ = run("verify", str(tmp_path))
    assert code == 1
    assert f"{file}:{len(rows) + 1}: the case of line {len(rows)} once more" in out
    assert f"{file}:{same[0] + 1} (and 1 more lines): digest {'ab' * 8}, and " in out
    assert ", 3 faults in the file: " in out


def test_one_repeat_twice_is_a_fault_whatever_its_case_is_called():
    once = row("dlx", case="a")
    assert damages([once, replace(once, case="b")]) == [(2, "the case of line 1 once more")]
    assert damages([once, replace(once, case="b", repeat=2), replace(once, case="c", time_limit_s=1.0)]) == []
    assert damages([once, replace(once, case="b", replaces="a")]) == []


def test_of_two_rows_that_differ_neither_is_right():
    rows = [row("dlx", case="a", n_options=3), row("sat", case="b", n_options=4)]
    said = "n_options is {}, and {} in other rows of this problem"
    assert damages(rows) == [(1, said.format(3, 4)), (2, said.format(4, 3))]
    assert damages([*rows, row("bits", case="c", n_options=4)]) == [(1, said.format(3, 4))]


def test_a_row_that_replaces_another_is_whole(run, tmp_path):
    rows = committed("seeds")
    write(tmp_path, [*rows, rows[-1] | {"replaces": rows[-1]["case"]}])
    assert run("verify", str(tmp_path))[0] == 0


def test_rows_of_a_solver_that_is_left_out_make_no_row_of_the_others_odd(tmp_path):
    append(tmp_path, row("bits"), row("dlx", digest="d2"), row("dlx", task="count", digest="d2"))
    assert cli.main(["verify", str(tmp_path)]) == 1
    assert cli.main(["verify", str(tmp_path), "--without", "dlx"]) == 0
