"""Files of sets of givens: CSV, with the options of each set by name."""

from collections import defaultdict
from functools import cache

from danceoff.problems import InvalidProblem
from danceoff.problems.formats.lines import text_of
from danceoff.problems.found import places_by_text
from danceoff.problems.instance import Instance
from danceoff.problems.model.lookup import short, there_are
from danceoff.problems.rows import of_csv


def givens_in(root: Instance, file: str) -> list[tuple[str, tuple[int, ...]]]:
    """Return the rows of a CSV file: the name of each, or its number, and the options in its column `given`.

    Raises InvalidProblem, with the line and the row, for an unknown option and for options that exclude each other.
    """
    places, entries = places_by_text(root), cache(root.problem.entries_of)
    found = list[tuple[str, tuple[int, ...]]]()
    rows = of_csv(text_of(file), file, ["given"], ["name"])
    for k, (cell, own) in enumerate(zip(rows.column("given"), rows.column("name"), strict=True)):
        name = own or str(k + 1)
        where = f"{rows.place(k)}: row {k + 1}, {short(name)}"
        words = [cell] if cell in places else [*filter(None, map(str.strip, cell.split(";")))]  # a name may have a ;
        for word in words:
            if (n_called := len(places.get(word, ()))) != 1:
                raise InvalidProblem(f"{where}: {n_called} options are called {short(word)}; {there_are(word, places)}")
        given = tuple(dict.fromkeys(places[word][0] for word in words))
        colours = defaultdict[int, set[int]](set)
        for n, (item, colour) in enumerate(entry for option in given for entry in entries(option)):
            colours[item].add(colour or -1 - n)  # without a colour, each time counts
            if len(colours[item]) > root.problem.most[item]:
                raise InvalidProblem(f"{where}: its givens exclude each other, by item {root.problem.item_name(item)}")
        found.append((name, given))
    return found
