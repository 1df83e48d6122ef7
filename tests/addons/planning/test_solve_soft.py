"""`danceoff solve` with prices of soft items, and near a plan: what it prints, and what it refuses."""

import json

import pytest

from danceoff.questions.table import question_named

ROTA = "2|mon 2|tue 0:1|ann 0:1|bob | late\nmon ann |1\ntue ann late |2\nmon bob |3\ntue bob late |4\n"
PRICES = "item,soft,over\nmon,20,\ntue,0.5,\nann,,7\nlate,,2\n"


@pytest.fixture
def solve(solve, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rota.dlx").write_text(ROTA)
    (tmp_path / "prices.csv").write_text(PRICES)
    (tmp_path / "apart.csv").write_text(PRICES.replace(",", ", "))
    (tmp_path / "prices.toml").write_text('[soft]\nmon = 20\n"tue" = 0.5\n[over]\nann = 7\nlate = 2\n')
    return lambda *words: solve("rota.dlx", "--solver", "dlx", *words)


@pytest.mark.parametrize("file", ["prices.csv", "apart.csv", "prices.toml"])
def test_text_json_and_csv_say_what_is_left_out_and_too_many(solve, file):
    code, out, _ = solve("--task", "best", "--soft", file)
    assert (code, out.splitlines()[:4]) == (0, ["cost 5", "mon ann", "mon bob", ""])
    assert out.splitlines()[4:5] == ["left out: tue (2 for 1)"]
    assert out.splitlines()[-1].startswith("cost 5 (proven optimal) in ")
    answer = json.loads(solve("--task", "best", "--soft", file, "--format", "json")[1])
    assert (answer["left_out"], answer["too_many"]) == ([{"item": "tue", "units": 2, "price": "1"}], [])
    assert answer["answers"][0]["names"] == ["mon ann", "mon bob"]
    table = solve("--task", "best", "--soft", file, "--limit", "4", "--format", "csv")[1].splitlines()
    assert table[:5] == ["answer,cost,option,name", "1,5,0,mon ann", "1,5,2,mon bob", *["1,5,left out,tue"] * 2]
    assert [row.split(",")[1:] for row in table if row.startswith("2,") and ",left out" not in row][-1][1] == "too many"


def test_a_plan_that_we_wrote_is_kept_where_change_has_a_price(solve, tmp_path):
    for words in (["--soft", "prices.csv"], ["--soft", "prices.csv", "--limit", "2"]):
        (tmp_path / "plan.csv").write_text(solve("--task", "best", *words, "--format", "csv")[1])
    near = ["--task", "best", "--soft", "prices.csv", "--near", "plan.csv", "--change", "0.25"]
    code, _, err = solve(*near)
    assert (code, err.startswith("danceoff: plan.csv:6: a second cover begins")) == (2, True)
    (tmp_path / "plan.csv").write_text("answer,cost,option,name\n1,6,1,tue ann late\n1,6,0,mon ann\n")
    (tmp_path / "rota.dlx").write_text(ROTA.replace("mon bob", "# \nmon bob").replace("# \n", "mon bob |9\n"))
    answer = json.loads(solve(*near, "--format", "json")[1])
    assert (answer["added"], answer["removed"], answer["answers"][0]["cost"]) == (["mon bob"], ["tue ann late"], "5.25")
    _, out, _ = solve(*near)
    told = "changed: 1 added for 0.25, 1 removed; the rest costs 5\n- tue ann late\n+ mon bob\ncost 5.25 (proven"
    assert told in out
    (tmp_path / "rota.dlx").write_text("a\na |2\na |3\n")
    (tmp_path / "plan.csv").write_text("option,name\n0,a\n")
    gladly = solve("--task", "best", "--near", "plan.csv", "--change", "0.5", "--maximise")[1]
    assert "cost 2.5\na\n\nchanged: 1 added for 0.5, 1 removed; the rest costs 3\n- a\n+ a\n" in gladly


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--near", "prices.csv"], "--near FILE and --change C go together"),
        (["--near", "prices.csv", "--change", "1"], "prices.csv:1: no column 'option'; there are item, soft"),
        (["--near", "no.csv", "--change", "1"], "no.csv: no such file"),
        (["--soft", "rota.dlx"], "rota.dlx:1: no column 'item'; there are 2|mon 2|tue"),
        (["--soft", "unknown.csv"], "unknown.csv: soft: no item is called 'mom'; did you mean mon?"),
        (["--soft", "text.csv"], "text.csv:2: soft: 'x' is not a number"),
        (["--soft", "twice.csv"], "twice.csv:3: item 'mon' has a second price"),
        (["--soft", "short.csv"], "short.csv:2: 1 cells, and the header has 2"),
        (["--soft", "item.csv"], "item.csv: there is no price in it"),
        (["--soft", "below.toml"], "below.toml: soft: the price of 'mon' must be at least 0, not -0.5"),
        (["--soft", "key.toml"], "key.toml: unknown key 'sofd'; did you mean soft?"),
        (["--soft", "flat.toml"], "flat.toml: soft must be a table, not 3"),
        (["--soft", "header.csv"], "header.csv: there are no rows below the header"),
        (["--soft", "empty.toml"], "empty.toml: there is no price in it"),
        (["--near", "plan.csv", "--change", "1"], "plan.csv: there are no rows below the header"),
        (["--soft", "prices.csv", "--task", "count"], "--soft goes with --task best or most-covered"),
        (["--soft", "prices.csv", "--task", "most-covered"], "--task most-covered takes the prices of items that are"),
    ],
)
def test_bad_input_is_refused_in_one_line(solve, tmp_path, words, said):
    files = {
        "unknown.csv": "item,soft\nmom,1\n", "text.csv": "item,soft\nmon,x\n", "twice.csv": "item,soft\nmon,1\nmon,1\n",
        "short.csv": "item,soft\nmon\n", "item.csv": "item\nmon\n", "below.toml": "[soft]\nmon = -0.5\n",
        "key.toml": "[sofd]\n", "flat.toml": "soft = 3\n", "header.csv": "item,soft\n",
        "empty.toml": "[soft]\n", "plan.csv": "option,name\n",
    }  # fmt: skip
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    code, out, err = solve("--task", "best", *words)
    assert (code, out, err.count("\n"), err.startswith(f"danceoff: {said}")) == (2, "", 1, True), err


def test_items_left_out_may_have_prices_and_the_former_task_is_known(solve, tmp_path):
    (tmp_path / "prices.csv").write_text("item,soft\nmon,2.5\n")
    code, out, _ = solve("--task", "most-covered", "--soft", "prices.csv")
    assert (code, out.splitlines()[-1].split(" in ")[0]) == (0, "items are left out for 2 (proven optimal)")
    code, out, err = solve("--task", "nearest", "--format", "csv")
    assert (code, out.count("left out"), err[:35]) == (0, 2, "warning: task nearest is called mos")
    assert question_named("nearest") is question_named("most-covered"), "of old rows"
