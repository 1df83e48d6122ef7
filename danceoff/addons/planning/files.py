"""Files of prices and of plans: CSV and TOML, with items and options by name."""

import warnings
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from danceoff.problems import InvalidProblem
from danceoff.problems.formats.lines import text_of
from danceoff.problems.formats.toml import Key, check, read_toml
from danceoff.problems.found import places_by_text
from danceoff.problems.instance import Instance
from danceoff.problems.model.digits import exact
from danceoff.problems.model.lookup import short, there_are
from danceoff.problems.rows import Rows, of_csv

_KINDS = ("soft", "over")
_OF_ANSWERS = ("answer", "cover", "option", "name", "items", "cost", "units")
_UNMET = ("left out", "too many")


def prices_in(file: str) -> dict[str, dict[str, Any]]:
    """Return the prices in a file, for `soft` and for `over`, by the names of the items.

    A TOML file has the tables [soft] and [over]. Any other file is CSV with a column `item`, and `soft`, `over` or
    both, in which an empty cell is no price.

    Raises InvalidProblem, with the file and if possible the line.
    """
    found: dict[str, dict[str, Any]] = {kind: {} for kind in _KINDS}
    content = text_of(file)
    if file.lower().endswith(".toml"):
        table = read_toml(content, file)
        check(file, table, dict.fromkeys(_KINDS, Key((dict,))))
        found |= table
    else:
        rows = of_csv(content, file, ["item"], _KINDS)
        for kind in _KINDS:
            found[kind] = _prices(rows, kind)
    if not any(found.values()):
        raise InvalidProblem(f"{file}: there is no price in it")
    return found


def _prices(rows: Rows, kind: str) -> dict[str, Fraction]:
    found: dict[str, Fraction] = {}
    for k, (item, text) in enumerate(zip(rows.column("item"), rows.column(kind), strict=True)):
        if text == "":
            continue
        if item in found:
            rows.refuse(k, f"item {short(item)} has a second price")
        try:
            found[item] = exact(text)
        except ValueError as error:
            rows.refuse(k, f"{kind}: {error}")
    return found


def plan_in(root: Instance, file: str) -> tuple[int, ...]:
    """Return the options of a plan in a CSV file, as `danceoff solve --format csv` and `to_frame` write it.

    The column `name` has the names of options, and `option` their numbers; without a column `name`, `option` has the
    names. The options of a long table are named by the columns of the table. Rows of items that are left out or covered
    too often are skipped.

    Raises InvalidProblem, with the file and the line, for an option that the problem does not have, and for a file of
    several covers. A long table may lack options of the plan, such as the shifts of a person who is ill; then this only
    warns.
    """
    rows = of_csv(text_of(file), file, root.columns or ["option"], (*_OF_ANSWERS, root.cost_column))
    named_by = root.columns or ["name" if "name" in rows.columns else "option"]
    answers, options = set[tuple[str, str]](), list[tuple[str, str, str]]()
    names, numbers = zip(*map(rows.column, named_by), strict=True), rows.column("option")
    which = zip(rows.column("answer"), rows.column("cover"), strict=True)
    for k, (parts, number, answer) in enumerate(zip(names, numbers, which, strict=True)):
        if number in _UNMET or not all(parts):
            continue
        answers.add(answer)
        if len(answers) > 1:
            rows.refuse(k, "a second cover begins, and a plan is one: leave its rows alone")
        options.append((rows.place(k), ", ".join(parts), number))
    return by_text(root, options)


def by_text(root: Instance, options: Iterable[tuple[str, str, str]]) -> tuple[int, ...]:
    """Return options of a problem, each given by its place in a file, the text of its name, and the text of its number.

    The number, in the root problem, decides only if several options have the name. Options that are taken are left out.
    """
    problem, places = root.problem, places_by_text(root)
    found, taken = dict[int, None](), {str(number) for number in problem.taken.tolist()}
    missing = list[tuple[str, str]]()
    for where, name, given in options:
        called = places.get(name, [])
        exactly = [place for place in called if str(problem.origin[place]) == given] if len(called) > 1 else called
        if exactly:
            found[exactly[0]] = None
        elif called:
            raise InvalidProblem(f"{where}: {len(called)} options are called {short(name)}")
        elif given not in taken:
            missing.append((where, name))
    if missing:
        where, name = missing[0]
        n_like_it = f" ({len(missing)} lines like it)" if len(missing) > 1 else ""
        wrong = f"{where}: no option is called {short(name)}"
        # A long table may lack options of the plan, such as shifts of the ill; if it lacks all, this is a mistake.
        if not root.columns or not found:
            raise InvalidProblem(f"{wrong}; {there_are(name, places)}")
        warnings.warn(f"{wrong}, so that it is not kept{n_like_it}", stacklevel=2)
    return tuple(found)
