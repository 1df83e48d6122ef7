"""Files of prices, of plans and of givens: CSV and TOML, with items and options by name."""

import csv
import warnings
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from io import StringIO
from typing import Any

from danceoff.problems import InvalidProblem
from danceoff.problems.formats.lines import from_header
from danceoff.problems.formats.toml import read_toml, refuse_unknown
from danceoff.problems.instance import Instance
from danceoff.problems.long_table import Parts
from danceoff.problems.model.lookup import short, there_are
from danceoff.problems.model.naming import option_name, whole_name
from danceoff.problems.model.prices import price_reader
from danceoff.problems.sources import text_of

_KINDS = ("soft", "over")


def prices_in(file: str) -> dict[str, dict[str, Any]]:
    """Return the prices in a file: those of `soft` and those of `over`, by the names of the items.

    A TOML file has the tables [soft] and [over]. Any other file is CSV with a column `item`, and `soft`, `over` or
    both, in which an empty cell is no price.

    Raises InvalidProblem, with the file and if possible the line.
    """
    found: dict[str, dict[str, Any]] = {kind: {} for kind in _KINDS}
    content = text_of(file)
    if is_toml := file.lower().endswith(".toml"):
        table = read_toml(content, file)
        refuse_unknown(table, _KINDS, f"{file}: ")
        if wrong := [kind for kind in table if not isinstance(table[kind], dict)]:
            raise InvalidProblem(f"{file}: {wrong[0]} must be a table of items and their prices")
        found |= table
    rows = [] if is_toml else [*_rows(content, file, ["item"], *_KINDS, needs_other=True)]
    has_comma = not is_toml and from_header(content, ["item"])[1] == ";"
    cells = {kind: [row.get(kind, "") for _, row in rows] for kind in _KINDS}
    price = {kind: price_reader(cells[kind], has_comma, f"{file}: {kind}") for kind in _KINDS}
    for line, row in rows:
        for kind in _KINDS:
            if not (text := row.get(kind, "")):
                continue
            if row["item"] in found[kind]:
                raise InvalidProblem(f"{file}:{line}: item {short(row['item'])} has a second price")
            try:
                found[kind][row["item"]] = price[kind](text)
            except ValueError as error:
                raise InvalidProblem(f"{file}:{line}: {kind}: {error}") from None
    if not any(found.values()):
        raise InvalidProblem(f"{file}: there is no price in it")
    return found


def plan_in(root: Instance, file: str) -> tuple[int, ...]:
    """Return the options of a plan in a CSV file, as `danceoff solve --format csv` and `to_frame` write it.

    The column `name` has the names of options and `option` their numbers, or `option` the names. Of a table they are in
    its columns. Rows of items that are left out or covered too often are skipped.

    Raises InvalidProblem, with the file and the line, for an option that the problem does not have, and for a file of
    several covers. A table may lack some of the plan, as the shifts of who is ill: then this only warns.
    """
    columns = [column.strip().lower() for column in root.columns]

    def rows() -> Iterator[tuple[str, str, str]]:
        answers = set[str]()
        for line, row in _rows(text_of(file), file, columns or ["option"], "option", "name", "answer", "cover"):
            name, number = row.get("name", row.get("option", "")), row.get("option", "")
            if columns:
                name, is_option = ", ".join(row[column] for column in columns), all(row[column] for column in columns)
            else:
                is_option = bool(number) and ("name" not in row or number.isdecimal())
            if not is_option:
                continue
            answers.add(row.get("answer", row.get("cover", "")))
            if len(answers) > 1:
                raise InvalidProblem(f"{file}:{line}: a second cover begins, and a plan is one: leave its rows alone")
            yield f"{file}:{line}", name, number

    return by_text(root, rows())


def givens_in(root: Instance, file: str) -> list[tuple[str, tuple[int, ...]]]:
    """Return the rows of a CSV file: the name of each or else its number, and the options of its column `given`.

    Raises InvalidProblem, with the line and the row, for an unknown option and options that exclude each other.
    """
    places, found, entries = places_by_text(root), list[tuple[str, tuple[int, ...]]](), cache(root.problem.entries_of)
    for line, row in _rows(text_of(file), file, ["given"], "name"):
        cell, name = row["given"], row.get("name", "") or str(len(found) + 1)
        where = f"{file}:{line}: row {len(found) + 1}, {short(name)}"
        words = [cell] if cell in places else [*filter(None, map(str.strip, cell.split(";")))]  # a name may have a ;
        for word in words:
            if len(places.get(word, ())) != 1:
                several = f"{len(places[word])} options are" if word in places else "no option is"
                raise InvalidProblem(f"{where}: {several} called {short(word)}; {there_are(word, places)}")
        given = tuple(dict.fromkeys(places[word][0] for word in words))
        colours = defaultdict[int, set[int]](set)
        for k, (item, colour) in enumerate(entry for option in given for entry in entries(option)):
            colours[item].add(colour or -1 - k)
            if len(colours[item]) > root.problem.most[item]:
                raise InvalidProblem(f"{where}: its givens exclude each other, by item {root.problem.item_name(item)}")
        found.append((name, given))
    return found


def by_text(root: Instance, options: Iterable[tuple[str, str, str]]) -> tuple[int, ...]:
    """Return options of a problem, each given by where it stands, the text of its name, and the text of its number.

    The number in the root problem counts where several have the name; options that are taken are left out.
    """
    problem, places = root.problem, places_by_text(root)
    found, taken = dict[int, None](), {str(number) for number in problem.taken.tolist()}
    missing = list[tuple[str, str]]()
    for where, name, given in options:
        if name not in places:
            if given not in taken:
                missing.append((where, name))
            continue
        exactly = [place for place in places[name] if str(problem.origin[place]) == given]
        if len(places[name]) > 1 and not exactly:
            raise InvalidProblem(f"{where}: {len(places[name])} options are called {short(name)}")
        found[(exactly or places[name])[0]] = None
    if missing:
        (where, name), n_like_it = missing[0], f" ({len(missing)} lines like it)" if len(missing) > 1 else ""
        wrong = f"{where}: no option is called {short(name)}"
        if not root.columns or not found:
            raise InvalidProblem(f"{wrong}; {there_are(name, places)}")
        warnings.warn(f"{wrong}, so that it is not kept{n_like_it}", stacklevel=2)
    return tuple(found)


def places_by_text(root: Instance) -> dict[str, list[int]]:
    """Return the places of the options that each text names."""
    problem, places = root.problem, dict[str, list[int]]()
    for place, number in enumerate(problem.origin.tolist()):
        names = [root.board.name_in_root(problem, number, name_of) for name_of in (whole_name, option_name)]
        if problem.option_names and isinstance(own := problem.option_names[place], tuple):
            names.append(str(Parts(own)))
        for name in dict.fromkeys(names):
            places.setdefault(name, []).append(place)
    return places


def _rows(
    text: str, file: str, needed: Sequence[str], *others: str, needs_other: bool = False
) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the rows of a CSV file with the numbers of their lines, as far as they are in these columns.

    needs_other: whether one of the others is needed, too.
    """
    content, parts, n_above = from_header(text, needed)
    reader = csv.reader(StringIO(content, newline=""), strict=True, skipinitialspace=True, delimiter=parts)
    try:
        header = [name.strip().lower() for name in next(reader, [])]
        for name in needed:
            if header.count(name) != 1:
                raise InvalidProblem(f"{file}:{n_above + 1}: the header needs a column {name!r}")
        wanted = [(name, header.index(name)) for name in (*needed, *others) if name in header]
        if needs_other and len(wanted) == len(needed):
            either = " or ".join(map(repr, others))
            raise InvalidProblem(f"{file}:{n_above + 1}: the header needs a column {either} beside {needed[0]!r}")
        row: list[str] = []
        for row in filter(None, reader):
            if len(row) != len(header):
                quoted = f"; put a cell that has a {parts!r} in quotes" if len(row) > len(header) else ""
                wrong = f"{len(row)} cells, and the header has {len(header)}{quoted}"
                raise InvalidProblem(f"{file}:{n_above + reader.line_num}: {wrong}")
            yield n_above + reader.line_num, {name: row[k].strip() for name, k in wanted}
        if not row:
            raise InvalidProblem(f"{file}: there are no rows below the header")
    except csv.Error as error:
        raise InvalidProblem(f"{file}:{n_above + reader.line_num}: {error}") from None
