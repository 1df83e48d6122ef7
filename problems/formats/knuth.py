"""Knuth's text format of exact cover problems, which his DLX programs and other tools read.

Lines that begin with `|` are comments. The first other line names the items, with a `|` before the secondary ones. Each
further line is an option: the names of its items. Names have any length here; Knuth's programs read up to eight
characters. As in his DLX3, `lo:hi|name` is a primary item that is covered lo to hi times, and `n|name` n times. As in
his DLX2, `name:colour` in an option gives a secondary item a colour.
"""

from __future__ import annotations

import re
import warnings
from array import array
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from danceoff.problems.formats.lines import lines
from danceoff.problems.model.arguments import INT32_MAX
from danceoff.problems.model.cover import MOST_ITEMS, ExactCover, IntArray, InvalidProblem
from danceoff.problems.model.naming import Palette

_BOUNDS = "it is to be covered lo to hi times, 0 <= lo <= hi, 1 <= hi < 2^31"


def read(text: str, file: str) -> ExactCover:
    """Return the problem that a text describes.

    Options without a primary item are dropped with a warning, as in Knuth's programs. Raises InvalidProblem for
    malformed text.
    """
    rows = _rows(text)
    number, words = next(rows, (0, []))
    if not words:
        raise InvalidProblem(f"{file}: there is no line of items")
    names, n_primary, least, most = _items(words, f"{file}:{number}")
    number_of = {name: k for k, name in enumerate(names)}
    start, item, colour, dropped = array("i", [0]), array("i"), array("i"), array("i")
    palette = Palette()
    for number, words in rows:
        option = _option(words, number_of, n_primary, palette, f"{file}:{number}")
        if option[0][0] < n_primary:
            item.extend(entry[0] for entry in option)
            colour.extend(entry[1] for entry in option)
            start.append(len(item))
        else:
            dropped.append(number)
    if dropped:
        more = f" (and {len(dropped) - 1} more below)" if len(dropped) > 1 else ""
        warnings.warn(f"{file}:{dropped[0]}: option without a primary item dropped{more}", stacklevel=2)
    return ExactCover(
        np.array(start, np.int32),
        np.array(item, np.int32),
        len(names),
        n_primary,
        tuple(names),
        least=least,
        most=most,
        colour=np.array(colour, np.int32),
        colour_names=palette.names,
    )


def write(problem: ExactCover) -> str:
    """Return the problem as text that `read` reads; the name of an item without a name is its number.

    Raises InvalidProblem if the format cannot express the problem: it has no primary items, or a name of an item is
    empty, comes twice, or contains a space, `:` or `|`; a name of a colour may contain `:` and `|`.
    """
    if problem.n_primary == 0:
        raise InvalidProblem("Knuth's format needs a primary item, and this problem has none")
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
    return "".join(" ".join(row) + "\n" for row in rows)


def _colours(problem: ExactCover) -> dict[int, str]:
    """The name of each colour that is used, by its number."""
    used = np.unique(problem.colour[problem.colour > 0]).tolist()
    names = {colour: str(problem.colour_names[colour - 1] if problem.colour_names else colour) for colour in used}
    seen = set()
    for name in names.values():
        if name in seen or name.split() != [name]:
            raise InvalidProblem(f"colour {name!r} cannot be written: names of colours differ and hold no space")
        seen.add(name)
    return names


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """The words of each line that has some, with its number; comments are left out."""
    for number, line in lines(text):
        words = line.split()
        if words and not words[0].startswith("|"):
            yield number, words


def _items(words: list[str], where: str) -> tuple[list[str], int, IntArray, IntArray]:
    """The names of the items, how many of them are primary, and how often each is covered, at least and at most."""
    n_primary = words.index("|") if "|" in words else len(words)
    if len(words) > MOST_ITEMS:
        raise InvalidProblem(f"{where}: {len(words)} items, and a problem has at most {MOST_ITEMS}")
    names: list[str] = []
    least = (np.arange(len(words) - ("|" in words)) < n_primary).astype(np.int32)
    most = np.ones(len(least), np.int32)
    seen = set()
    for k, word in enumerate(words[:n_primary] + words[n_primary + 1 :]):
        if word == "|":
            raise InvalidProblem(f"{where}: a second | in the line of items")
        multiplicity = re.fullmatch(r"(?:(\d{1,10}):)?(\d{1,10})\|(.+)", word, re.ASCII) if k < n_primary else None
        name = multiplicity[3] if multiplicity else word
        if "|" in name or ":" in name:
            say = "before a primary name may stand lo:hi|, and : and | are in no name"
            raise InvalidProblem(f"{where}: item {word!r}: {say}")
        if name in seen:
            raise InvalidProblem(f"{where}: item {name!r} is declared twice")
        seen.add(name)
        names.append(name)
        if multiplicity:
            low, high = int(multiplicity[1] or multiplicity[2]), int(multiplicity[2])
            if not (0 < high <= INT32_MAX and low <= high):
                raise InvalidProblem(f"{where}: item {word!r}: {_BOUNDS}")
            least[k], most[k] = low, high
    return names, n_primary, least, most


def _option(
    words: list[str], number_of: dict[str, int], n_primary: int, palette: Palette, where: str
) -> list[tuple[int, int]]:
    """The items of one option, ascending, each with its colour or 0."""
    option = []
    for word in words:
        name, colon, colour = word.partition(":")
        item = number_of.get(name)
        if item is None:
            raise InvalidProblem(f"{where}: unknown item {name!r}")
        if colon and item < n_primary:
            raise InvalidProblem(f"{where}: {word!r} colours a primary item, and only secondary items take colours")
        if colon and not colour:
            raise InvalidProblem(f"{where}: {word!r} ends before its colour; without a colour it is written {name!r}")
        option.append((item, palette.number(colour) if colon else 0))
    option.sort()
    if any(one == other for (one, _), (other, _) in pairwise(option)):
        twice = next(name for name, n in Counter(word.partition(":")[0] for word in words).items() if n > 1)
        raise InvalidProblem(f"{where}: item {twice!r} is covered twice by one option")
    return option
