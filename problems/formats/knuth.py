"""Knuth's text format of exact cover problems, which his DLX programs and other tools read.

Lines that begin with `|` are comments. The first other line names the items, with a `|` before the secondary ones. Each
further line is an option: the names of its items. Names have any length here; Knuth's programs read up to eight
characters, and drop options without a primary item, which are free here. As in his DLX3, `lo:hi|name` is a primary item
that is covered lo to hi times, and `n|name` n times; `lo:|name` has no upper bound. As in his DLX2, `name:colour` in an
option gives a secondary item a colour. As in his DLX5, `|n` in an option is its cost, a whole number; several costs are
added up.
"""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from danceoff.problems.formats.lines import lines
from danceoff.problems.formats.named import Named, costs_apart
from danceoff.problems.model.costs import scale_note
from danceoff.problems.model.cover import ExactCover, InvalidProblem
from danceoff.problems.model.naming import colour_name
from danceoff.problems.model.validation import refuse

_ITEM = re.compile(r"(?:(?P<times>\d{1,10}(?::\d{0,10})?)\|)?(?P<name>[^|:]+)", re.ASCII)
_SAY = ": before a primary name may stand lo:hi|, and : and | are in no name; | stands apart before secondary ones"
_FORM = "; blanks alone part items, and a line that begins with | is a comment"


def read(text: str, file: str) -> ExactCover:
    """Return the problem that a text describes; raises InvalidProblem for malformed text."""
    rows = _rows(text)
    number, words = next(rows, (0, []))
    if not words:
        raise InvalidProblem(f"{file}: there is no line of items")
    named = Named(_FORM)
    named.declare(f"{file}:{number}", words, _ITEM, _SAY)
    for number, words in rows:
        named.option(f"{file}:{number}", *costs_apart(f"{file}:{number}", words))
    return named.problem(file)


def write(problem: ExactCover) -> str:
    """Return the problem as text that `read` reads; the name of an item without a name is its number.

    Costs are written as the model has them: whole, to be minimised. A comment says what they were multiplied by.

    Raises InvalidProblem if the format cannot express the problem: it has no primary items, a bound on the cost of a
    cover, or a name of an item that is empty, comes twice, or contains a space, `:` or `|`; a name of a colour may
    contain `:`.
    """
    if problem.n_primary == 0:
        raise InvalidProblem("Knuth's format needs a primary item, and this problem has none")
    refuse(problem, "Knuth's format")
    names = [problem.item_name(item) for item in range(problem.n_items)]
    _refuse_wrong(names, "item name", ":|")
    secondary = ["|", *names[problem.n_primary :]] if problem.n_primary < problem.n_items else []
    primary = names[: problem.n_primary]
    for i in np.flatnonzero(problem.has_multiplicity).tolist():
        primary[i] = f"{problem.least[i]}:{problem.most[i]}|{names[i]}"
    rows = [[*primary, *secondary]]
    words = [names[i] for i in problem.item.tolist()]
    if problem.has_colours:
        colours = _colours(problem)
        words = [f"{word}:{colours[c]}" if c else word for word, c in zip(words, problem.colour.tolist(), strict=True)]
    rows += [words[begin:end] for begin, end in pairwise(problem.start.tolist())]
    for option in np.flatnonzero(problem.cost).tolist():
        rows[1 + option].append(f"|{problem.cost[option]}")
    comment = f"| {scale_note(problem)}\n" if scale_note(problem) else ""
    return comment + "".join(" ".join(row) + "\n" for row in rows)


def _colours(problem: ExactCover) -> dict[int, str]:
    """The name of each colour that is used, by its number."""
    used = np.unique(problem.colour[problem.colour > 0]).tolist()
    names = {colour: str(colour_name(problem, colour)) for colour in used}
    _refuse_wrong([*names.values()], "colour", "|")
    return names


def _refuse_wrong(names: list[str], what: str, signs: str) -> None:
    """Raise InvalidProblem for a name that comes twice, is not one word, or has one of these characters."""
    times = Counter(names)
    if wrong := [name for name in names if times[name] > 1 or name.split() != [name] or {*signs} & {*name}]:
        raise InvalidProblem(f"{what} {wrong[0]!r} cannot be written: names differ, without space and {signs}")


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """The words of each line, with its number; comments and empty lines are left out."""
    for number, line in lines(text):
        words = line.split()
        if words and not words[0].startswith("|"):
            yield number, words
