"""Long tables: the same problem as stated directly, back as a frame, and each refusal by its row."""

import re
import sys
import warnings
from datetime import time
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import danceoff
from danceoff.addons.planning.files import prices_in

ROTA = pd.DataFrame(
    [
        ("Ann", 1, "early", "bed 1", 3.5),
        ("Ann", 1, "early", "bed 2", 3.5),
        ("Bob", 1, "early", "bed 1", 2.0),
        ("Bob", 1, "late", "bed 2", 1.25),
        ("Cy", 1, "late", "bed 2", 4.0),
    ],
    columns=["nurse", "day", "shift", "need", "price"],
)
BY = ["nurse", "day", "shift"]


def stated(frame=ROTA, **changed) -> danceoff.ExactCover:
    return danceoff.problem(frame, **{"option": BY, "item": "need", "cost": "price", **changed})


def equal(one: danceoff.ExactCover, other: danceoff.ExactCover) -> bool:
    names = all(tuple(getattr(one, x)) == tuple(getattr(other, x)) for x in ("option_names", "item_names"))
    bounds = all(np.array_equal(getattr(one, x), getattr(other, x)) for x in ("least", "most", "cost"))
    return names and bounds and (one.digest, one.cost_scale) == (other.digest, other.cost_scale)


def test_options_are_named_by_columns_and_the_answer_joins_back():
    best = danceoff.best(stated())
    assert (best.cost, best.cover) == (3.25, {("Bob", 1, "early"), ("Bob", 1, "late")})
    frame = best.to_frame(option=BY)
    assert list(frame.columns) == ["cover", "option", "items", "cost", *BY]
    assert list(frame["cost"]) == [2, 1.25]
    joined = ROTA.merge(frame, on=BY)
    assert list(joined["need"]) == ["bed 1", "bed 2"]
    assert (joined["price"] == joined["cost"]).all()
    single = danceoff.solve(stated(option="nurse", cost=None, frame=ROTA.drop(index=3)))
    assert list(single.to_frame(option="nurse").columns) == ["cover", "option", "items", "nurse"]
    assert single.covers == [{"Ann"}, {"Bob", "Cy"}]


def test_frames_refuse_columns_that_the_names_do_not_fit():
    covers = danceoff.best(stated()).covers
    with pytest.raises(danceoff.InvalidProblem, match="has 3 parts, not one for each of 2 columns"):
        covers.to_frame(option=["nurse", "day"])
    with pytest.raises(danceoff.InvalidProblem, match="the frame has a column 'cost' of its own"):
        covers.to_frame(option=["nurse", "day", "cost"])


names = st.one_of(st.integers(0, 3), st.sampled_from(["a", "b", "NA", "None", "7"]))
costs = st.one_of(st.integers(-9, 9), st.decimals(-9, 9, places=2), st.fractions(-9, 9, max_denominator=9))


@settings(deadline=None)
@given(st.data())
def test_a_table_states_what_its_options_state(data):
    options = data.draw(st.dictionaries(st.tuples(names, names), st.sets(names, min_size=1), min_size=1))
    rows = [(*name, item) for name, items in options.items() for item in items]
    rows = data.draw(st.permutations(rows))
    cost = {name: data.draw(costs) for name in options}
    frame = pd.DataFrame([(*row, cost[row[:2]]) for row in rows], columns=["x", "y", "item", "cost"], dtype=object)
    direct = {}
    for x, y, item in rows:
        direct.setdefault((x, y), []).append(item)
    items = list(dict.fromkeys(item for held in direct.values() for item in held))
    often = {items[0]: (0, 2)}
    later = [item for item in items[1:] if all({*held} - {item} - {*items[2:]} for held in direct.values())][:1]
    own = {"secondary": later, "multiplicity": often}
    table = danceoff.problem(frame, option=["x", "y"], item="item", cost="cost", **own)
    assert equal(table, danceoff.problem(direct, cost=cost, **own))
    ordered = {"primary": sorted(items, key=str)}
    table = danceoff.problem(frame, option=["x", "y"], item="item", cost=1, **ordered)
    assert equal(table, danceoff.problem(direct, cost=1, **ordered))


def test_a_file_is_its_frame_with_texts_as_names_and_na_is_a_name(tmp_path):
    path = tmp_path / "rota.csv"
    frame = ROTA.replace({"Cy": "NA"}).astype({"day": str})
    path.write_text("\ufeff" + frame.to_csv(index=False) + "\n,,,,\n", encoding="utf-8")
    assert equal(stated(path), stated(frame))
    assert equal(stated(str(path)), stated(frame))
    assert ("NA", "1", "late") in stated(path).option_names


@pytest.mark.parametrize("kind", ["category", "string", object])
def test_columns_of_any_type_name_options(kind):
    typed = ROTA.astype({"nurse": kind, "need": kind})
    assert equal(stated(typed), stated())
    assert equal(stated(ROTA.astype({"day": "Int64", "price": "Float64"})), stated())
    assert {type(part) for name in stated(typed).option_names for part in name} == {str, int}


SHARED = pd.DataFrame(
    [
        ("x", "job", "1", None, 1),
        ("x", "room", None, "red", 1),
        ("y", "help", "0:2", None, 2),
        ("y", "room", None, "red", 2),
        ("z", "help", "0:2", None, 3),
        ("z", "room", None, "blue", 3),
        ("w", "help", "0:2", None, 4),
    ],
    columns=["o", "i", "times", "colour", "c"],
)
COLUMNS = {"option": "o", "item": "i", "cost": "c", "colour": "colour", "multiplicity": "times"}


def shared(source=SHARED, **changed) -> danceoff.ExactCover:
    return danceoff.problem(source, **{**COLUMNS, **changed})


def test_columns_state_colours_and_multiplicities_from_any_source(tmp_path):
    options = {"x": ["job", ("room", "red")], "y": ["help", ("room", "red")]}
    options |= {"z": ["help", ("room", "blue")], "w": ["help"]}
    often = {"help": (0, 2)}
    cost = {"x": 1, "y": 2, "z": 3, "w": 4}
    direct = danceoff.problem(options, secondary=["room"], multiplicity=often, cost=cost)
    assert equal(shared(), direct)
    assert sorted(map(sorted, danceoff.solve(direct).covers)) == [["w", "x"], ["w", "x", "y"], ["x"], ["x", "y"]]
    SHARED.to_csv(tmp_path / "a.csv", index=False)
    numbers = SHARED.assign(times=[1.0, np.nan, "0:2", None, "0:2", None, "00:02"])
    mixed = SHARED.iloc[[0, 2, 1, 3, 5, 4, 6]]
    for source in (tmp_path / "a.csv", numbers, mixed, SHARED.assign(colour=SHARED["colour"].fillna(" "))):
        assert equal(shared(source), direct)
    assert equal(shared(multiplicity=often, secondary=["room"], primary=["job", "help"]), direct)
    with pytest.warns(UserWarning, match="the table: column 'times' is not used"):
        assert shared(multiplicity={"help": 2}).most.tolist() == [1, 2, 1]


TEXTS = ROTA.astype({"day": str})


def test_the_first_sheet_of_an_excel_file_is_read_as_csv_is(tmp_path):
    pytest.importorskip("openpyxl")
    file = tmp_path / "rota.xlsx"
    ROTA.to_excel(file, index=False)
    assert equal(stated(file), stated(TEXTS))
    changed(0, "need", " bed 1\u00a0").to_excel(file, index=False)
    with warnings.catch_warnings(action="error"):
        assert equal(stated(file.rename(tmp_path / "rota.xlsm")), stated(TEXTS))
    (tmp_path / "rota.xlsm").rename(tmp_path / "rota.ods")
    with pytest.raises(danceoff.InvalidProblem, match=r"rota\.ods:\d+: not a text file"):
        stated(tmp_path / "rota.ods")
    with pd.ExcelWriter(file) as book:
        ROTA.to_excel(book, sheet_name="rota", index=False)
        pd.DataFrame({"nurse": ["Ann"], "telephone": [7]}).to_excel(book, sheet_name="notes", index=False)
    with pytest.warns(UserWarning, match="rota.xlsx: only the first sheet is used, 'rota', and not 'notes'"):
        assert equal(stated(file), stated(TEXTS))


@pytest.mark.parametrize(
    ("frame", "n_above", "said"),
    [
        (ROTA.astype(object).replace({"bed 1": None}), 0, ":2: column 'need': the item is missing"),
        (pd.DataFrame(), 0, ": there are no rows below the header"),
        (ROTA, 1, ":1: no column 'nurse'; there are  (row 1 of the first sheet names the columns)"),
        (ROTA.assign(price=time(2, 5)), 0, ":2: column 'price': '02:05:00' is not a number such as 12"),
    ],
)
def test_a_wrong_excel_file_is_refused_by_its_row(tmp_path, frame, n_above, said):
    pytest.importorskip("openpyxl")
    file = tmp_path / "rota.xlsx"
    frame.to_excel(file, index=False, startrow=n_above)
    with pytest.raises(danceoff.InvalidProblem, match=f"^{re.escape(f'{file}{said}')}"):
        stated(file)


def test_days_in_excel_files_are_iso_dates(tmp_path):
    pytest.importorskip("openpyxl")
    days = [pd.Timestamp(day) for day in ("2026-11-27", "2026-11-28", "2026-11-28 06:30")]
    pd.DataFrame({"who": [*"abc"], "when": days}).to_excel(tmp_path / "a.xlsx", index=False)
    problem = danceoff.problem(tmp_path / "a.xlsx", option="who", item="when")
    assert [*problem.item_names] == ["2026-11-27", "2026-11-28", "2026-11-28 06:30:00"]


def test_what_cannot_be_read_is_refused_in_one_line_that_says_what_to_install(tmp_path, monkeypatch):
    file = tmp_path / "rota.xlsx"
    for wrong in ("none.xlsx: no Excel file that can be read: No such file", "folder.xlsx: no Excel file that can be"):
        (tmp_path / "folder.xlsx").mkdir(exist_ok=True)
        with pytest.raises(danceoff.InvalidProblem, match=re.escape(wrong)):
            stated(tmp_path / wrong.partition(":")[0])
    file.write_text("nurse,need\n")
    with pytest.raises(danceoff.InvalidProblem, match=re.escape(f"{file}: no Excel file that can be read")):
        stated(file)
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    with pytest.raises(danceoff.InvalidProblem, match=re.escape("read by openpyxl: pip install 'danceoff[excel]'")):
        stated(file)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_cells_may_stand_apart_and_in_quotes(tmp_path, end):
    text = 'who, what, price\nA, x, 3.5\nA, "y, z", 3.5\n\n,,\nB, x\u00a0, 2\n'.replace("\n", end)
    (tmp_path / "a.csv").write_text(text, "utf-8", newline="")
    problem = danceoff.problem(tmp_path / "a.csv", option="who", item="what", cost="price")
    assert (problem.item_names, problem.option_names) == (("x", "y, z"), ("A", "B"))
    assert [problem.shown_cost(int(one)) for one in problem.cost] == [Fraction(7, 2), 2]


@pytest.mark.parametrize(("written", "cost"), [("7.5", 7.5), ("-7", -7), ("+007.50", 7.5), ("25/2", 12.5)])
def test_prices_are_plain_numbers(tmp_path, written, cost):
    (tmp_path / "a.csv").write_text(f"who,what,price\nA,x,{written}\n")
    problem = danceoff.problem(tmp_path / "a.csv", option="who", item="what", cost="price")
    assert problem.shown_cost(int(problem.cost[0])) == Fraction(cost)
    (tmp_path / "soft.csv").write_text(f"item,soft,over\nx,{written},\ny,,{written}\n")
    assert prices_in(str(tmp_path / "soft.csv")) == {"soft": {"x": Fraction(cost)}, "over": {"y": Fraction(cost)}}


def test_a_column_of_prices_that_is_not_used_is_told(tmp_path):
    (tmp_path / "soft.csv").write_text("item,sofd,over\nx,3,2\n")
    with pytest.warns(UserWarning, match=r"soft.csv:1: column 'sofd' is not used"):
        assert prices_in(str(tmp_path / "soft.csv"))["soft"] == {}


@pytest.mark.parametrize("written", ["$7.00", "480,00 €", "1,700", "1 700", "1e+05", "7%", "nan", "1" * 61, "1.2.3"])
def test_prices_in_another_spelling_are_refused_by_their_line(tmp_path, written):
    (tmp_path / "a.csv").write_text(f'who,what,price\nA,x,2\nB,x,"{written}"\n', "utf-8")
    said = f"{re.escape(repr(written[:60]))} is not a number such as 12, -0.5 or 25/2$"
    with pytest.raises(danceoff.InvalidProblem, match=f"a.csv:3: column 'price': {said}"):
        danceoff.problem(tmp_path / "a.csv", option="who", item="what", cost="price")
    (tmp_path / "soft.csv").write_text(f'item,soft\nx,"{written}"\n', "utf-8")
    with pytest.raises(danceoff.InvalidProblem, match=f"soft.csv:2: soft: {said}"):
        prices_in(str(tmp_path / "soft.csv"))


def test_names_that_look_alike_are_told(tmp_path):
    (tmp_path / "a.csv").write_text("who,what\nA,x\nA,y \nB,Y\nC , y\u00a0\nD,y\u200b\nE,é\nE,e\u0301\n", "utf-8")
    says = "item: column 'what' has 'y' and 'Y', which differ only in case, blanks, hidden"
    with pytest.warns(UserWarning, match=re.escape(says)) as told:
        problem = danceoff.problem(tmp_path / "a.csv", option="who", item="what")
    assert (len(told), problem.item_names) == (1, ("x", "y", "Y", "y\u200b", "é", "e\u0301"))


def test_a_list_of_items_in_a_cell_is_told(tmp_path):
    (tmp_path / "a.csv").write_text('who,what\nA,x\nB,"x, y"\nC,y\n')
    with pytest.warns(UserWarning, match="item: 'x, y' is one item, and its parts are items: a row has one item"):
        assert danceoff.problem(tmp_path / "a.csv", option="who", item="what").n_items == 3
    (tmp_path / "a.csv").write_text('who,what\nA,x\nB,"x, z"\nC,y\nC,"x,"\n')
    with warnings.catch_warnings(action="error"):
        danceoff.problem(tmp_path / "a.csv", option="who", item="what")


@pytest.mark.parametrize(
    ("days", "alike"),
    [
        (["1", "1.0", "2"], "'1' and '1.0'"),
        (["007", "7", "-7"], "'007' and '7'"),
        ([1, "1", 2.0, "2.0"], "1 and '1'"),
        (["1.1", "1.10", "-1", "1", "10", "0", "-"], None),
        ([1, 2.0, 3], None),
    ],
)
@pytest.mark.parametrize("argument", ["option", "item"])
def test_numbers_that_are_written_in_two_ways_are_told(tmp_path, days, alike, argument):
    frame = pd.DataFrame({"day": pd.Series(days, dtype=object), "other": range(len(days))})
    asked = {"option": "other", "item": "other"} | {argument: "day"}
    says = f"{argument}: column 'day' has {alike}, which differ only in case, blanks, hidden characters or zeros"
    frame.to_csv(tmp_path / "a.csv", index=False)
    for source in [frame, *[tmp_path / "a.csv"] * all(isinstance(day, str) for day in days)]:
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            danceoff.problem(source, **asked)
        assert [str(one.message) for one in told if one.category is UserWarning] == [says] * (alike is not None)


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("who;what\nA;x\n", "who;what"),
        ("sep=,\nwho,what\nA,x\n", "sep=, "),
        ("who\twhat\nA\tx\n", "who\twhat"),
        ("The rota\nwho,what\nA,x\n", "The rota"),
        ("\nwho,what\nA,x\n", ""),
        ("Who,What\nA,x\n", "Who"),
    ],
)
def test_a_header_of_another_form_is_refused_with_the_right_one(tmp_path, text, known):
    (tmp_path / "a.csv").write_text(text)
    said = f"a.csv:1: no column 'who'; (there are|did you mean) {re.escape(known)}.* "
    with pytest.raises(danceoff.InvalidProblem, match=rf"{said}\(line 1 names the columns, parted by commas\)$"):
        danceoff.problem(tmp_path / "a.csv", option="who", item="what")


def test_costs_are_exact(tmp_path):
    frame = pd.DataFrame({"o": ["a", "b", "b"], "i": ["x", "y", "z"], "c": [Decimal("0.1"), *[Fraction(1, 3)] * 2]})
    problem = danceoff.problem(frame, option="o", item="i", cost="c")
    assert [problem.shown_cost(int(one)) for one in problem.cost] == [Fraction(1, 10), Fraction(1, 3)]
    (tmp_path / "fine.csv").write_text("o,i,c\na,x,0.12345678901234567\nb,y,1/3\n")
    problem = danceoff.problem(tmp_path / "fine.csv", option="o", item="i", cost="c")
    (tmp_path / "same.csv").write_text("o,i,c\na,x,2\na,y,2.0\n")
    assert danceoff.problem(tmp_path / "same.csv", option="o", item="i", cost="c").cost.tolist() == [2]
    assert problem.shown_cost(int(problem.cost[0])) == Fraction("0.12345678901234567")


def changed(row: int, column: str, value: object, frame: pd.DataFrame = ROTA) -> pd.DataFrame:
    frame = frame.astype(object)
    frame.loc[row, column] = value
    return frame


WRONG = [
    (changed(2, "nurse", None), {}, "row 2: column 'nurse': the option is missing"),
    (changed(2, "day", pd.NA).astype({"day": "Int64"}), {}, "row 2: column 'day': the option is missing"),
    (changed(3, "need", " "), {}, "row 3: column 'need': the item is missing"),
    (changed(4, "price", None), {}, "row 4: column 'price': '' is not a number such as"),
    (changed(1, "price", 3), {}, "row 1: column 'price': option Ann, 1, early has 3, and 3.5 in row 0"),
    (changed(1, "need", "bed 1"), {}, "option Ann, 1, early has item 'bed 1' twice; the other one is in row 0"),
    (changed(0, "need", ["bed"]), {}, "the table: column 'need' has a cell of a wrong kind: "),
    (ROTA, {"option": "nurs"}, "the table: no column 'nurs'; did you mean nurse?"),
    (ROTA, {"option": []}, "option: no column is named"),
    (ROTA, {"option": None}, "a table needs both: option, the columns that name it, and item"),
    (ROTA.rename(columns={"day": "nurse"}), {"option": "nurse"}, "the table: two columns 'nurse'"),
    (ROTA.iloc[:0], {}, "the table has no rows"),
    (ROTA, {"secondary": ["bed 3"]}, "secondary: no option holds 'bed 3'; did you mean bed 2, bed 1?"),
    (ROTA, {"primary": ["bed 1"]}, "primary: 'bed 2' is an item of the table; name it there, or in secondary"),
    (ROTA, {"primary": ["bed 1", "bed 2"], "secondary": ["bed 1"]}, "item 'bed 1' is declared twice"),
    (changed(4, "price", float("inf")), {}, "row 4: column 'price': a cost must be a finite number, not inf"),
]
WRONG_SHARED = [
    *(
        (changed(0, "times", cell, SHARED), {}, f"row 0: column 'times': '{cell}' is no multiplicity such as 2 or 2:5")
        for cell in ("often", "-1", "02:05:00", 2.5)
    ),
    (changed(0, "times", time(2, 5), SHARED), {}, "a multiplicity must be a finite number, not a value of type time"),
    (changed(4, "times", "0:3", SHARED), {}, "row 4: column 'times': item 'help' has '0:3', and '0:2' in row 2"),
    (changed(6, "times", None, SHARED), {}, "row 6: column 'times': item 'help' has '', and '0:2' in row 2"),
    (changed(0, "times", "2:1", SHARED), {}, "row 0: column 'times': '2:1' is no multiplicity such as 2 or 2:5"),
    (SHARED, {"multiplicity": "time"}, "the table: no column 'time'; did you mean times?"),
    (SHARED, {"primary": ["job", "help", "room"]}, "room"),
]


@pytest.mark.parametrize(
    ("state", "frame", "asked", "said"), [*((stated, *row) for row in WRONG), *((shared, *row) for row in WRONG_SHARED)]
)
def test_wrong_tables_are_refused_by_row_and_name(state, frame, asked, said):
    with pytest.raises(danceoff.InvalidProblem, match=rf"\A[^\n]*{re.escape(said)}[^\n]*\Z"):
        state(frame, **asked)


FILES = [
    ("nurse,need\nAnn,x\n\n,y\n", ":4: column 'nurse': the option is missing"),
    ("nurse,need\nAnn,x\nAnn,x\n", ":3: option 'Ann' has item 'x' twice; the other one is in "),
    ("nurse,need,note\nAnn,x\n", ":2: 2 cells, and the header has 3; put a cell"),
    ("nurse,need\nAnn,x\nBob,y,2\n", ":3: 3 cells, and the header has 2; put a cell that has a ',' in quotes"),
    ("nurse,nurse,need\nAnn,1,x\n", ":1: two columns 'nurse'"),
    ('nurse,need\nAnn,"x\nx"\nAnn,"x\nx"\n', ":5: option 'Ann' has item 'x\\nx' twice"),
    ("", ": there are no rows below the header"),
    ("nurse,need\n,\n", ": there are no rows below the header"),
    ('nurse,need\n"Ann,x\n', ":2: unexpected end of data; is a quotation mark missing?"),
]


@pytest.mark.parametrize(("text", "said"), FILES)
def test_wrong_files_are_refused_by_their_line(tmp_path, text, said):
    path = tmp_path / "rota.csv"
    path.write_text(text)
    with pytest.raises(danceoff.InvalidProblem, match=f"^{re.escape(f'{path}{said}')}") as refusal:
        danceoff.problem(path, option="nurse", item="need")
    assert "\n" not in str(refusal.value)


def test_files_that_are_wrong_in_another_way_are_refused_by_name(tmp_path):
    path = tmp_path / "rota.csv"
    path.write_text("nurse,need\nAnn,x\n")
    with pytest.raises(danceoff.InvalidProblem, match=r"rota.csv:1: no column \{'nurse'\}"):
        danceoff.problem(path, option={"nurse"}, item="need")
    path.unlink()
    with pytest.raises(danceoff.InvalidProblem, match=r"rota\.csv: no such file"):
        danceoff.problem(path, option="nurse", item="need")
    with pytest.raises(TypeError, match="a table is a pandas DataFrame or the path of a CSV or Excel file, not a"):
        danceoff.problem({"Ann": ["x"]}, option="nurse", item="need")


def test_needs_of_a_table_are_a_mapping_a_frame_or_a_file(tmp_path):
    (tmp_path / "needs.csv").write_text("item,need\nbed 1,1..2\nbed 2,2\n")
    given = {"bed 1": "1..2", "bed 2": 2.0}
    frame = pd.DataFrame({"item": [*given], "need": [*given.values()]})
    for needs in (given, frame, str(tmp_path / "needs.csv")):
        assert equal(stated(needs=needs), stated(multiplicity={"bed 1": (1, 2), "bed 2": 2}))
    pairs = stated(item=["day", "need"], needs={"1, bed 1": 1, (1, "bed 2"): 2})
    assert [*zip(pairs.item_names, pairs.least, strict=True)] == [((1, "bed 1"), 1), ((1, "bed 2"), 2)]
    with pytest.warns(UserWarning, match="^needs:bed 3: no option has item 'bed 3'$"):
        assert not danceoff.best(stated(needs={"bed 3": 1}))
    for needs, wrong in (
        ({"Bed 1": 1}, "needs:Bed 1: no option has item 'Bed 1'; did you mean bed 1?"),
        ({"bed 1": (1, 2)}, "needs:bed 1: column 'need': a need must be a finite number"),
        (frame.rename(columns={"need": "often"}), "the table: no column 'need'"),
    ):
        with pytest.raises(danceoff.InvalidProblem, match=re.escape(wrong)):
            stated(needs=needs)
    with pytest.raises(danceoff.InvalidProblem, match="needs and multiplicity both say"):
        stated(needs=given, multiplicity={"bed 1": 1})
    with pytest.raises(danceoff.InvalidProblem, match="a table needs both"):
        danceoff.problem({"a": ["x"]}, needs={"x": 1})
