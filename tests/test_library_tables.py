"""Long tables: the same problem as stated directly, back as a frame, and each refusal by its row."""

import random
import re
import sys
import warnings
from dataclasses import dataclass
from datetime import time
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import danceoff
from danceoff.asking.penalty_files import prices_in
from danceoff.problems.model.prices import price_reader

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


def test_a_file_is_its_frame_and_na_is_a_name(tmp_path):
    path = tmp_path / "rota.csv"
    frame = ROTA.replace({"Cy": "NA"})
    path.write_text("\ufeff" + frame.to_csv(index=False) + "\n,,,,\n", encoding="utf-8")
    assert equal(stated(path), stated(frame))
    assert equal(stated(str(path)), stated(frame))
    assert ("NA", 1, "late") in stated(path).option_names


@pytest.mark.parametrize("kind", ["category", "string", object])
def test_columns_of_any_type_name_options(kind):
    typed = ROTA.astype({"nurse": kind, "need": kind})
    assert equal(stated(typed), stated())
    assert {type(part) for name in stated(typed).option_names for part in name} == {str, int}


def test_several_columns_may_name_the_item():
    problem = stated(option="nurse", item=["need", "shift"], cost=None)
    assert problem.item_names == (("bed 1", "early"), ("bed 2", "early"), ("bed 2", "late"))


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


@dataclass
class Lent:
    """A frame of another library: it lends its columns, and is no frame of pandas."""

    columns: object

    def __dataframe__(self, *_, **__):
        return self.columns


def test_columns_state_colours_and_multiplicities_from_any_source(tmp_path):
    options = {
        "x": ["job", ("room", "red")],
        "y": ["help", ("room", "red")],
        "z": ["help", ("room", "blue")],
        "w": ["help"],
    }
    often = {"help": (0, 2)}
    cost = {"x": 1, "y": 2, "z": 3, "w": 4}
    direct = danceoff.problem(options, secondary=["room"], multiplicity=often, cost=cost)
    assert equal(shared(), direct)
    assert sorted(map(sorted, danceoff.solve(direct).covers)) == [["w", "x"], ["w", "x", "y"], ["x"], ["x", "y"]]
    SHARED.to_csv(tmp_path / "a.csv", index=False)
    pairs = SHARED.assign(times=[1, np.nan, (0, 2), None, (0, 2), None, (0, 2)])
    with warnings.catch_warnings(action="ignore"):
        lent = SHARED.__dataframe__()
    with warnings.catch_warnings(action="error"):
        assert equal(shared(Lent(lent)), direct)
    mixed = SHARED.iloc[[0, 2, 1, 3, 5, 4, 6]]
    for source in (tmp_path / "a.csv", pairs, mixed, SHARED.assign(colour=SHARED["colour"].fillna(" "))):
        assert equal(shared(source), direct)
    of_excel = SHARED.assign(times=[1, None, time(0, 2), None, "00:02", None, "0:02:00"])
    assert equal(shared(of_excel), direct)
    assert equal(shared(multiplicity=often, secondary=["room"], primary=["job", "help"]), direct)
    assert shared(multiplicity={"help": 2}).most.tolist() == [1, 2, 1]
    pyarrow = pytest.importorskip("pyarrow")
    assert equal(shared(pyarrow.Table.from_pandas(SHARED)), direct)


def test_excel_files_are_read_by_their_first_sheet(tmp_path):
    pytest.importorskip("openpyxl")
    file = tmp_path / "rota.xlsx"
    ROTA.to_excel(file, index=False)
    assert equal(stated(file), stated())
    changed(0, "need", " bed 1\u00a0").to_excel(file, index=False)
    with warnings.catch_warnings(action="error"):
        assert equal(stated(file.rename(tmp_path / "rota.xlsm")), stated())
    (tmp_path / "rota.xlsm").rename(tmp_path / "rota.ods")
    with pytest.raises(danceoff.InvalidProblem, match=r"rota\.ods: a spreadsheet, or another packed file, and no text"):
        stated(tmp_path / "rota.ods")
    changed(2, "need", None).to_excel(file, index=False)
    with pytest.raises(danceoff.InvalidProblem, match=re.escape(f"{file}: row 4, column 'need': the item is missing")):
        stated(file)
    pd.DataFrame().to_excel(file, index=False)
    with pytest.raises(danceoff.InvalidProblem, match="option: the table has no column 'nurse'; there are none"):
        stated(file)


def test_the_sheet_with_the_columns_is_read_from_its_header_on(tmp_path):
    pytest.importorskip("openpyxl")
    file = tmp_path / "rota.xlsx"

    def written(**sheets):
        with pd.ExcelWriter(file) as book:
            for name, (frame, n_above) in sheets.items():
                frame.to_excel(book, sheet_name=name, index=False, startrow=n_above)
                if n_above:
                    book.sheets[name].cell(1, 1, "The rota of all, need and cost")

    notes = pd.DataFrame({"nurse": ["Ann"], "telephone": [7]})
    written(notes=(notes, 0), rota=(ROTA, 3))
    assert equal(stated(file), stated())
    written(rota=(changed(2, "need", None), 3))
    with pytest.raises(danceoff.InvalidProblem, match=re.escape(f"{file}: row 7, column 'need': the item is missing")):
        stated(file)
    for sheets, says in (
        ({"one": (ROTA, 0), "two": (ROTA, 2)}, "several sheets have the columns: 'one', 'two'; save the sheet"),
        (
            {"one": (notes, 0), "two": (notes, 0)},
            "no sheet has a row with the names of all columns: 'one', 'two'; save",
        ),
        ({"notes": (notes, 0)}, "the table has no column"),
    ):
        written(**sheets)
        with pytest.raises(danceoff.InvalidProblem, match=says):
            stated(file)


def test_days_in_excel_files_are_iso_dates(tmp_path):
    pytest.importorskip("openpyxl")
    days = [pd.Timestamp(day) for day in ("2026-11-27", "2026-11-28", "2026-11-28 06:30")]
    pd.DataFrame({"who": [*"abc"], "when": days}).to_excel(tmp_path / "a.xlsx", index=False)
    problem = danceoff.problem(tmp_path / "a.xlsx", option="who", item="when")
    assert [*problem.item_names] == ["2026-11-27", "2026-11-28", "2026-11-28 06:30:00"]


def test_what_cannot_be_read_is_refused_in_one_line_that_says_what_to_install(tmp_path, monkeypatch):
    file = tmp_path / "rota.xlsx"
    for wrong in ("none.xlsx: No such file", "folder.xlsx: Is a directory"):
        (tmp_path / "folder.xlsx").mkdir(exist_ok=True)
        with pytest.raises(danceoff.InvalidProblem, match=re.escape(wrong)):
            stated(tmp_path / wrong.partition(":")[0])
    file.write_text("nurse,need\n")
    with pytest.raises(danceoff.InvalidProblem, match=re.escape(f"{file}: no Excel file that can be read")):
        stated(file)
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    with pytest.raises(danceoff.InvalidProblem, match=re.escape("read by openpyxl: pip install 'danceoff[excel]'")):
        stated(file)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    lent = type("Stream", (), {"__arrow_c_stream__": None})
    with pytest.raises(danceoff.InvalidProblem, match="type Stream is read by pyarrow: pip install pyarrow"):
        stated(lent())
    lent = type("Frame", (), {"__dataframe__": lambda _, **__: 1 / 0})
    with pytest.raises(danceoff.InvalidProblem, match="a table of type Frame cannot be read: division by zero"):
        stated(lent())


@pytest.mark.parametrize(
    "text",
    [
        'who, what, price\nA, x, 3.5\nA, "y, z", 3.5\nB, x, 2\n',
        "who;what;price\r\nA;x;3,5\r\nA;y, z;3,5\r\nB;x;2\r\n",
        "who\twhat\tprice\nA\tx\t3.5\nA\ty, z\t3.5\nB\tx\t2 \n",
    ],
)
def test_cells_may_stand_apart_and_a_comma_is_decimal_where_it_parts_no_cells(tmp_path, text):
    (tmp_path / "a.csv").write_text(text)
    problem = danceoff.problem(tmp_path / "a.csv", option="who", item="what", cost="price")
    assert (problem.item_names, problem.option_names) == (("x", "y, z"), ("A", "B"))
    assert [problem.shown_cost(int(one)) for one in problem.cost] == [Fraction(7, 2), 2]


def prices(tmp_path, sign, *written):
    rows = "".join(f'a{k}{sign}x{sign}"{text}"\n' for k, text in enumerate(written))
    (tmp_path / "a.csv").write_text(f"who{sign}what{sign}price\n{rows}", "utf-8")
    (tmp_path / "soft.csv").write_text(
        f"sep={sign}\nitem{sign}soft\n" + "".join(f'{k}{sign}"{text}"\n' for k, text in enumerate(written)), "utf-8"
    )
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        problem = danceoff.problem(tmp_path / "a.csv", option="who", item="what", cost="price")
        soft = [*prices_in(str(tmp_path / "soft.csv"))["soft"].values()]
    assert soft == [problem.shown_cost(int(one)) for one in problem.cost]
    return soft, {str(one.message).removeprefix(f"{tmp_path}/") for one in told if one.category is UserWarning}


@pytest.mark.parametrize("sign", [",", ";"])
@pytest.mark.parametrize(
    ("written", "cost"),
    [
        *(
            ("$7.00", 7),
            ("7,00 €", 7),
            ("€7", 7),
            ("7.5 USD", 7.5),
            ("-$7.50", -7.5),
            ("$-7.50", -7.5),
            ("\u22127", -7),
        ),
        *(("1.700,50", 1700.5), ("1,700.50", 1700.5), ("1\u202f700,50 €", 1700.5), ("CHF 1'700", 1700)),
        *(("1,700,000", 1700000), ("1.700.000", 1700000), ("0,125", 0.125), ("1700,125", 1700.125), ("7,5", 7.5)),
        *(("1e+05", 100000), ("2.5E-1", 0.25), ("+7", 7), ("007.50", 7.5)),
    ],
)
def test_prices_are_read_as_people_write_them(tmp_path, sign, written, cost):
    assert prices(tmp_path, sign, written, "2") == ([Fraction(cost), 2], set())


@pytest.mark.parametrize(
    ("sign", "written", "said"),
    [
        (",", ["1,700"], "'1,700' may be 1700 or 1.7: write one of them"),
        (",", ["$1,700"], "'$1,700' may be 1700 or 1.7"),
        (";", ["$1.700"], "'$1.700' may be 1.7 or 1700"),
        (",", ["1.700", "3,5"], "'1.700' may be 1.7 or 1700"),
        (";", ["1.700", "3,5"], "'1.700' may be 1.7 or 1700"),
        (";", ["1,700", "3.5"], "'1,700' may be 1700 or 1.7"),
        (",", ["1,700", "3,5", "3.5"], "'1,700' may be 1700 or 1.7"),
        (",", ["$2", "7 €"], "'7 €' is in another currency than $"),
        *(
            (",", [text], f"{text!r} is not a number such as")
            for text in ("7%", "$7$", "-$-7", "1,70,000", "7 or 8", "1,700 500")
        ),
        *((",", [text], "is not a number such as") for text in ("nan", "1" * 61, "1e100", "1.2.3")),
    ],
)
def test_prices_that_may_be_two_numbers_or_none_are_refused(tmp_path, sign, written, said):
    with pytest.raises(danceoff.InvalidProblem, match=rf"a.csv: row \d, column 'price': .*{re.escape(said)}"):
        prices(tmp_path, sign, *written)
    with pytest.raises(danceoff.InvalidProblem, match=rf"soft.csv:\d: soft: .*{re.escape(said)}"):
        prices_in(str(tmp_path / "soft.csv"))


def test_the_other_prices_of_a_column_show_which_sign_is_decimal(tmp_path):
    assert prices(tmp_path, ",", "1,700", "2.50") == ([1700, Fraction("2.5")], set())
    assert prices(tmp_path, ";", "1,700", "2,50") == ([Fraction("1.7"), Fraction("2.5")], set())
    assert prices(tmp_path, ";", "1.700", "2.50") == ([Fraction("1.7"), Fraction("2.5")], set())
    assert prices(tmp_path, ",", "1.700", "2") == ([Fraction("1.7"), 2], set())
    says = "'1.700' is read as 1.7, not as 1700"
    told = {f"cost: column 'price': {says}", f"soft.csv: soft: {says}"}
    assert prices(tmp_path, ";", "1.700", "2") == ([Fraction("1.7"), 2], told)


@pytest.mark.parametrize("seed", range(200))
def test_any_price_reads_as_its_number(seed):
    draw = random.Random(seed)
    point, group = draw.choice([(".", ","), (",", "."), (".", "'"), (",", "\u202f")])
    cents = [draw.randrange(-(10**9), 10**9) for _ in range(draw.randint(1, 5))]
    texts = [f"{one / 100:,.2f}".replace(",", "_").replace(".", point).replace("_", group) for one in cents]
    read = price_reader(texts, draw.random() < 0.5, "column")
    assert [read(text) for text in texts] == [Fraction(one, 100) for one in cents]


def test_a_header_without_prices_is_refused_by_its_own_line(tmp_path):
    for above, line in (("", 1), ("sep=;\n", 2), ("\n;;\n", 3)):
        (tmp_path / "soft.csv").write_text(f"{above}item;weight\nx;3\n")
        with pytest.raises(
            danceoff.InvalidProblem, match=f"soft.csv:{line}: the header needs a column 'soft' or 'over'"
        ):
            prices_in(str(tmp_path / "soft.csv"))


def test_names_that_look_alike_are_told(tmp_path):
    (tmp_path / "a.csv").write_text("who,what\nA,x\nA,y \nB,Y\nC , y\u00a0\nD,y\u200b\nE,é\nE,e\u0301\n", "utf-8")
    says = "item: column 'what' has 'y' and 'Y' (and 2 more like it), which differ only in case, blanks, hidden"
    with pytest.warns(UserWarning, match=re.escape(says)) as told:
        problem = danceoff.problem(tmp_path / "a.csv", option="who", item="what")
    assert (len(told), problem.item_names) == (1, ("x", "y", "Y", "y\u200b", "é", "e\u0301"))


def test_a_list_of_items_in_a_cell_is_told(tmp_path):
    (tmp_path / "a.csv").write_text('who,what\nA,x\nB,"x, y"\nC,y\n')
    with pytest.warns(UserWarning, match="item: 'x, y' is one item, and its parts are items, too: a row has one item"):
        assert danceoff.problem(tmp_path / "a.csv", option="who", item="what").n_items == 3
    (tmp_path / "a.csv").write_text('who,what\nA,x\nB,"x, z"\nC,y\nC,"x,"\n')
    with warnings.catch_warnings(action="error"):
        danceoff.problem(tmp_path / "a.csv", option="who", item="what")


@pytest.mark.parametrize(
    ("days", "alike"),
    [
        (["1", "1.0", "2"], "'1' and '1.0'"),
        (["007", "7", "-7"], "'007' and '7'"),
        ([1, "1", 2.0, "2.0"], "1 and '1' (and 1 more like it)"),
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
    "text",
    [
        "sep=;\nwho;what\nA;x\nA;y\nB;x\n",
        '"sep=\t"\r\nwho\twhat\r\nA\tx\r\nA\ty\r\nB\tx\r\n',
        "sep=_\nwho_what\nA_x\nA_y\nB_x\n",
        "who|what\nA|x\nA|y\nB|x\n",
        'who;what;"a,b,c,d"\nA;x;\nA;y;\nB;x;\n',
        "who,what\rA,x\rA,y\rB,x\r",
        "Rota, of all\n\nwho;what\nA;x\nA;y\nB;x\n",
        "The rota; what, who\nin week 7,,\nwho,what,\nA,x,\nA,y,\nB,x,\n",
        "\n,,\n , \nwho , what ,\n A , x ,\nA,y ,\nB,x\u00a0,\n,,\n",
    ],
)
def test_a_table_as_people_save_it(tmp_path, text):
    (tmp_path / "a.csv").write_text(text, "utf-8", newline="")
    problem = danceoff.problem(tmp_path / "a.csv", option="who", item="what")
    assert (problem.item_names, problem.option_names) == (("x", "y"), ("A", "B"))
    (tmp_path / "soft.csv").write_text(
        text.replace("who", "soft").replace("what", "item").replace("A", "1"), newline=""
    )
    with pytest.raises(danceoff.InvalidProblem, match=r"soft.csv:\d: (item 'x' has a second price|soft: 'B' is not)"):
        prices_in(str(tmp_path / "soft.csv"))


@pytest.mark.parametrize(("written", "names"), [("1", (1, 2)), ("01", ("01", "2")), ("1.0", ("1.0", "2"))])
def test_a_name_is_a_number_only_if_it_is_written_as_one(tmp_path, written, names):
    (tmp_path / "a.csv").write_text(f"who,what\n{written},x\n2,y\n")
    assert danceoff.problem(tmp_path / "a.csv", option="who", item="what").option_names == names
    (tmp_path / "a.csv").write_text("who,what\nnan,x\n2.5,y\n")
    assert danceoff.problem(tmp_path / "a.csv", option="who", item="what").option_names == ("nan", "2.5")


def test_costs_are_exact(tmp_path):
    frame = pd.DataFrame(
        {"o": ["a", "b", "b"], "i": ["x", "y", "z"], "c": [Decimal("0.1"), Fraction(1, 3), Fraction(1, 3)]}
    )
    problem = danceoff.problem(frame, option="o", item="i", cost="c")
    assert [problem.shown_cost(int(one)) for one in problem.cost] == [Fraction(1, 10), Fraction(1, 3)]
    (tmp_path / "fine.csv").write_text("o,i,c\na,x,0.12345678901234567\nb,y,1/3\n")
    problem = danceoff.problem(tmp_path / "fine.csv", option="o", item="i", cost="c")
    (tmp_path / "same.csv").write_text("o,i,c\na,x,2\na,y,2.0\n")
    assert danceoff.problem(tmp_path / "same.csv", option="o", item="i", cost="c").cost.tolist() == [2]
    assert problem.shown_cost(int(problem.cost[0])) == Fraction("0.12345678901234567")


def changed(row: int, column: str, value: object) -> pd.DataFrame:
    frame = ROTA.astype(object)
    frame.loc[row, column] = value
    return frame


WRONG = [
    (changed(2, "nurse", None), {}, "row 2, column 'nurse': the option is missing"),
    (changed(2, "day", float("nan")), {}, "row 2, column 'day': the option is missing"),
    (changed(3, "need", " "), {}, "row 3, column 'need': the item is missing"),
    (changed(4, "price", None), {}, "row 4, column 'price': the cost is missing"),
    (changed(1, "price", 3), {}, "row 1, column 'price': option ('Ann', 1, 'early') costs 3, and 3.5 in row 0"),
    (changed(1, "price", "three"), {}, "row 1, column 'price': 'three' is not a number such as"),
    (
        changed(1, "need", "bed 1"),
        {},
        "row 1: option ('Ann', 1, 'early') has item bed 1 twice; the other one is in row 0",
    ),
    (changed(0, "need", ["bed"]), {}, "item: column 'need' holds values that are no names: unhashable type: 'list'"),
    (ROTA, {"option": "nurs"}, "option: the table has no column 'nurs'; did you mean nurse?"),
    (ROTA, {"option": ["nurse", "dax"]}, "option: the table has no column 'dax'; did you mean day?"),
    (ROTA, {"option": []}, "option: no column is named"),
    (ROTA, {"cost": "prize"}, "cost: the table has no column 'prize'; did you mean price?"),
    (ROTA, {"option": None}, "a table needs both: option, the columns that name it, and item"),
    (ROTA.rename(columns={"day": "nurse"}), {"option": "nurse"}, "option: the table has two columns 'nurse'"),
    (ROTA, {"secondary": ["bed 3"]}, "secondary: no option holds 'bed 3'; did you mean bed 2, bed 1?"),
    (ROTA, {"primary": ["bed 1"]}, "primary: 'bed 2' is an item of the table; name it there, or in secondary"),
    (ROTA, {"primary": ["bed 1", "bed 2"], "secondary": ["bed 1"]}, "item 'bed 1' is declared twice"),
    (changed(4, "price", float("inf")), {}, "row 4, column 'price': a cost must be a finite number, not inf"),
]


def spoilt(row: int, column: str, value: object) -> pd.DataFrame:
    frame = SHARED.copy()
    frame.loc[row, column] = value
    return frame


@pytest.mark.parametrize(
    ("frame", "asked", "said"),
    [
        (
            spoilt(0, "times", "often"),
            {},
            "row 0, column 'times': a multiplicity, such as 2 or 2:5, must be a whole number from 0 to ",
        ),
        (
            spoilt(0, "times", "-1"),
            {},
            "row 0, column 'times': a multiplicity, such as 2 or 2:5, must be a whole number from 0 to ",
        ),
        (spoilt(0, "times", "1:2:3"), {}, "row 0, column 'times': a multiplicity is a number, or the least"),
        (spoilt(4, "times", "0:3"), {}, "row 4, column 'times': item help is covered 0:3 times, and 0:2 times in"),
        (spoilt(6, "times", None), {}, "row 6, column 'times': item help is covered once, and 0:2 times in row 2"),
        (spoilt(0, "times", "2:1"), {}, "item job"),
        (SHARED, {"colour": "color"}, "colour: the table has no column 'color'; did you mean colour?"),
        (SHARED, {"multiplicity": "time"}, "multiplicity: the table has no column 'time'; did you mean times?"),
        (SHARED, {"primary": ["job", "help", "room"]}, "room"),
        (SHARED, {"option": None, "item": None}, "a table needs both: option, the columns that name it, and item"),
    ],
)
def test_wrong_colours_and_multiplicities_are_refused(frame, asked, said):
    with pytest.raises(danceoff.InvalidProblem, match=re.escape(said)) as refusal:
        shared(frame, **asked)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(("frame", "asked", "said"), WRONG)
def test_wrong_tables_are_refused_by_row_and_name(frame, asked, said):
    with pytest.raises(danceoff.InvalidProblem, match=re.escape(said)) as refusal:
        stated(frame, **asked)
    assert "\n" not in str(refusal.value)


FILES = [
    ("nurse,need\nAnn,x\n\n,y\n", "row 4, column 'nurse': the option is missing"),
    ("nurse,need\nAnn,x\nAnn,x\n", "row 3: option 'Ann' has item x twice; the other one is in row 2"),
    ("nurse,need,note\nAnn,x\nBob\n", "row 3, column 'need': the item is missing"),
    ("need,note,nurse\nx,,Ann\ny,late\n", "row 3, column 'nurse': the option is missing"),
    ("nurse,nurse,need\nAnn,1,x\n", "option: the table has two columns 'nurse'"),
    ("nurse,need\nAnn,x,3\nBob,y,2\n", "row 1, the header, has 2 cells, and the rows below have more"),
    ("nurse,need\nAnn,x\nBob,y,2\n", "row 3: 3 cells, and the header has 2"),
    ('nurse,need\nAnn,"x\nx"\nAnn,"x\nx"\n', "row 3: option 'Ann' has item x"),
    ("", "the file is empty"),
    ("nurse,need\n,\n", "there are no rows below the header"),
    ('nurse,need\n"Ann,x\n', "row 2: a quotation mark is not closed"),
    ("\n\nnurse,need\nAnn,x\nBob,\n", "row 5, column 'need': the item is missing"),
    ("Rota\n,\nnurse,need\nAnn,x\nBob,\n", "row 5, column 'need': the item is missing"),
    ("sep=;\nnurse;need\nAnn;x\nBob;\n", "row 3, column 'need': the item is missing"),
]


@pytest.mark.parametrize(("text", "said"), FILES)
def test_wrong_files_are_refused_by_the_row_of_the_spreadsheet(tmp_path, text, said):
    path = tmp_path / "rota.csv"
    path.write_text(text)
    with pytest.raises(danceoff.InvalidProblem, match=f"^{re.escape(str(path))}: .*{re.escape(said)}") as refusal:
        danceoff.problem(path, option="nurse", item="need")
    assert "\n" not in str(refusal.value)


def test_cells_of_columns_that_are_not_asked_for_may_be_missing(tmp_path):
    path = tmp_path / "rota.csv"
    path.write_text("nurse,need,note\nAnn,x,late\nBob,y\n")
    assert danceoff.problem(path, option="nurse", item="need").option_names == ("Ann", "Bob")


def test_files_that_are_wrong_in_another_way_are_refused_by_name(tmp_path):
    path = tmp_path / "rota.csv"
    path.write_text("nurse,need\nAnn,x\n")
    with pytest.raises(danceoff.InvalidProblem, match=r"the table has no column \{'nurse'\}"):
        danceoff.problem(path, option={"nurse"}, item="need")
    path.unlink()
    with pytest.raises(danceoff.InvalidProblem, match=r"rota\.csv: no such file"):
        danceoff.problem(path, option="nurse", item="need")
    with pytest.raises(TypeError, match="a table is a pandas DataFrame or the path of a CSV file, not a value of type"):
        danceoff.problem({"Ann": ["x"]}, option="nurse", item="need")
