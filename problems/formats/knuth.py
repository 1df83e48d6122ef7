"""Knuth's text format of exact cover problems, which his DLX programs and other tools read.

Lines that begin with `|` are comments. The first other line names the items, with a `|` before the secondary ones. Each
further line is an option: the names of its items. Names have any length here; Knuth's programs read up to eight
characters, and drop options without a primary item, which are free here. As in his DLX3, `lo:hi|name` is a primary item
that is covered lo to hi times, and `n|name` n times; `lo:|name` has no most. As in
his DLX2, `name:colour` in an option gives a secondary item a colour. As in his DLX5, `|n` in an option is its cost, a
whole number; several are added up.

What cannot be read so is read without lines that begin with another sign of comments, and without commas and semicolons
at the ends of words, unless names have these signs.
"""

import re
import warnings
from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from danceoff.problems.formats.lines import lines
from danceoff.problems.formats.named import JOINED_COST, Named, costs_apart
from danceoff.problems.model.costs import scale_note
from danceoff.problems.model.cover import ExactCover, InvalidProblem
from danceoff.problems.model.validation import refuse

ITEM = re.compile(r"(?:(?P<times>\d{1,10}(?::\d{0,10})?)\|)?(?P<name>[^|:]+)", re.ASCII)
_COMMENT = r"\\|#|%|//"
_OTHER = re.compile(rf"^[ \t]*(?:{_COMMENT}).*|[,;]+(?=\s|$)", re.MULTILINE)
_OTHER_SIGNS = re.compile(f"{_COMMENT}|[,;]")
_SAY = ": before a primary name may stand lo:hi|, and : and | are in no name; | stands apart before secondary ones"


def read(text: str, file: str) -> ExactCover:
    """Return the problem that a text describes.

    Raises InvalidProblem for malformed text.
    """
    try:
        return _read(text, file)
    except InvalidProblem as error:
        if not _OTHER_SIGNS.search(text):
            raise
        if (found := _read_of_others(text, file)) is None:
            form = "a comment is a line that begins with |, and blanks alone part items"
            raise InvalidProblem(f"{error} ({form})") from None
    left = r"lines that begin with \, #, % or //, and commas and semicolons at the ends of words"
    warnings.warn(f"{file}: {left}, are left out", stacklevel=2)
    return found


def _read_of_others(text: str, file: str) -> ExactCover | None:
    """Return the problem without signs that only other formats have; None if it cannot be read or names have them."""
    try:
        found = _read(_OTHER.sub("", text), file)
    except InvalidProblem:
        return None
    return None if _OTHER_SIGNS.search(" ".join(map(str, found.item_names))) else found


def _read(text: str, file: str) -> ExactCover:
    rows = _rows(text)
    number, words = next(rows, (0, []))
    if not words:
        raise InvalidProblem(f"{file}: there is no line of items")
    named = Named()
    named.declare(f"{file}:{number}", words, ITEM, _SAY)
    for number, words in rows:
        named.option(f"{file}:{number}", *costs_apart(f"{file}:{number}", words, "|"))
    return named.problem(file)


def write(problem: ExactCover) -> str:
    """Return the problem as text that `read` reads; the name of an item without a name is its number.

    Costs are written as the model has them: whole, to be minimised. A comment says what they were multiplied by.

    Raises InvalidProblem if the format cannot express the problem: it has no primary items, a bound on the cost of a
    cover, or a name of an item that is empty, comes twice, or contains a space, `:` or `|`; a name of a colour may
    contain `:` and `|`.
    """
    if problem.n_primary == 0:
        raise InvalidProblem("Knuth's format needs a primary item, and this problem has none")
    refuse(problem, "Knuth's format")
    names = [problem.item_name(item) for item in range(problem.n_items)]
    seen = set()
    for name in names:
        if name in seen or name.split() != [name] or ":" in name or "|" in name:
            raise InvalidProblem(f"item name {name!r} cannot be written: names differ and hold no space, : or |")
        seen.add(name)
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
        rows[option + 1].append(f"|{problem.cost[option]}")
    comment = f"| {scale_note(problem)}\n" if scale_note(problem) else ""
    return comment + "".join(" ".join(row) + "\n" for row in rows)


def _colours(problem: ExactCover) -> dict[int, str]:
    """The name of each colour that is used, by its number."""
    used = np.unique(problem.colour[problem.colour > 0]).tolist()
    names = {colour: str(problem.colour_names[colour - 1] if problem.colour_names else colour) for colour in used}
    seen = set()
    for name in names.values():
        if name in seen or name.split() != [name] or JOINED_COST.fullmatch(f":{name}"):
            differ = "names of colours differ, hold no space, and do not end in | and a number"
            raise InvalidProblem(f"colour {name!r} cannot be written: {differ}")
        seen.add(name)
    return names


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """The words of each line that has some, with its number; comments are left out."""
    for number, line in lines(text):
        words = line.split()
        if words and not words[0].startswith("|"):
            yield number, words
