"""Exact cover problems with colours and multiplicities in the texts of aaw/cover and of miniexact.

aaw/cover: the first line names the items, with a `|` before the secondary ones, and each further line is an option.

    a b[1:2] | x           // b is covered once or twice; this is a comment
    a x:red
    b x:red                // a line that ends in a space and a backslash goes on in the next one

Knuth's files have these endings, too: as in `knuth`, a line that begins with `|` is a comment, and `lo:hi|a` an item.

miniexact, by names: `name:u` is covered u times, `name:u;v` u to v times, and every option ends in a semicolon; `$n` in
an option is its cost, a whole number, and several are added up.

    < a b:1;2 > [ x ]
    a x:red $3; b x:red;

miniexact, by numbers: primary items are numbered from 1 and secondary ones after them, every option ends in 0, and a
negative number is the colour of the secondary item before it.

    p xcc 2 1
    1 3 -7 0  2 3 -7 0

The first word says which it is: `<`, `p` before `xc` or `xcc`, or anything else.
"""

import re
from collections.abc import Iterator
from itertools import chain
from typing import TypeAlias

from danceoff.problems.formats import knuth
from danceoff.problems.formats.lines import lines
from danceoff.problems.formats.named import Named, costs_apart
from danceoff.problems.model.cover import MOST_ITEMS, ExactCover, InvalidProblem

_COUNT = r"\d{1,10}"
_ITEM = re.compile(rf"(?P<name>[^\[\]:|]+)(?:\[(?P<times>{_COUNT}:(?:{_COUNT})?)\])?", re.ASCII)
_MARKS = ("<", ">", "[", "]", ";")

Row: TypeAlias = tuple[str, list[str]]
"""Where a line begins, FILE:LINE, and its words."""


def read(text: str, file: str) -> ExactCover:
    """Return the problem that a text describes.

    Raises InvalidProblem for malformed text.
    """
    rows = _rows(text, file)
    if re.match(r"(?:\s*c\b.*\n)*\s*p\s+xcc?\s", text):
        rows = (row for row in rows if row[1][0] != "c")
    where, words = next((row for row in rows if not row[1][0].startswith("|")), (file, []))
    if not words:
        raise InvalidProblem(f"{file}: there is no line of items")
    named = Named()
    if words[0].startswith("<"):
        _read_names(named, chain([(where, words)], rows), file)
    elif words[:2] in (["p", "xc"], ["p", "xcc"]):
        _read_numbers(named, where, words, rows, file)
    else:
        form = _ITEM if any("[" in word for word in words) else knuth.ITEM
        named.declare(where, words, form, " is not of the form name or, before |, name[lo:hi] or lo:hi|name")
        for line, option in rows:
            if not option[0].startswith("|"):
                named.option(line, *costs_apart(line, option, "|"))
            elif re.fullmatch(r"\|[+-]?\d+", option[0], re.ASCII) and option[1:]:
                raise InvalidProblem(f"{line}: {option[0]!r} may begin a comment; a cost stands after the items")
    return named.problem(file)


def _rows(text: str, file: str) -> Iterator[Row]:
    """Yield the words of each line that is not empty, and its place FILE:LINE; no comments, continued lines joined."""
    words: list[str] = []
    first = 0
    for number, line in lines(text):
        if not words and line.lstrip().startswith("|"):
            yield f"{file}:{number}", line.split()
            continue
        first = first or number
        line = line.partition("//")[0]
        goes_on = line.endswith(" \\")
        more = line.removesuffix("\\").split() if goes_on else line.split()
        words += more
        if goes_on:
            continue
        if words:
            yield f"{file}:{first}", words
        words, first = [], 0
    if words:
        yield f"{file}:{first}", words


def _read_names(named: Named, rows: Iterator[Row], file: str) -> None:
    """Read miniexact's text by names."""
    words = _marks_apart(rows)
    next(words)  # the <
    for where, word in _until(">", words, file):
        found = re.fullmatch(rf"([^:]+)(?::({_COUNT})(?:;({_COUNT}))?)?", word, re.ASCII)
        if not found:
            raise InvalidProblem(f"{where}: item {word!r} is not of the form name, name:u or name:u;v")
        named.primary(where, found[1], int(found[2] or 1), int(found[3] or found[2] or 1))
    where, word = next(words, ("", ""))
    if word == "[":
        for where, name in _until("]", words, file):
            if ":" in name:
                raise InvalidProblem(f"{where}: item {name!r}: a secondary item has no multiplicity")
            named.secondary(where, name)
        where, word = next(words, ("", ""))
    while word:
        rest = chain([(where, word)], words)
        option = [name for _, name in _until(";", rest, file)]
        named.option(where, *costs_apart(where, option, "$"))
        where, word = next(words, ("", ""))


def _marks_apart(rows: Iterator[Row]) -> Iterator[tuple[str, str]]:
    """Return each word with its line; the marks < > [ ] and the ; that ends an option become words of their own."""
    for where, row in rows:
        for word in row:
            for part in re.findall(rf"[<>\[\]]|[^<>\[\];]+:{_COUNT};{_COUNT}|[^<>\[\];]+|;", word, re.ASCII):
                yield where, part


def _until(end: str, words: Iterator[tuple[str, str]], file: str) -> Iterator[tuple[str, str]]:
    """Return the words before a mark, and read the mark, too."""
    for where, word in words:
        if word == end:
            return
        if word in _MARKS:
            raise InvalidProblem(f"{where}: {word!r} stands where {end!r} or a name is expected")
        yield where, word
    raise InvalidProblem(f"{file}: the text ends where {end!r} is expected")


def _read_numbers(named: Named, where: str, words: list[str], rows: Iterator[Row], file: str) -> None:
    """Read miniexact's text by numbers, whose first line is `words`."""
    numbers = [_number(where, word) for word in words[2:4]]
    if len(numbers) < 2 or min(numbers) < 0 or sum(numbers) > MOST_ITEMS:
        form = f"`p {words[1]} N M`, N primary and M secondary items, at most {MOST_ITEMS} together"
        raise InvalidProblem(f"{where}: expected {form}")
    n_primary, n_items = numbers[0], sum(numbers)
    for item in range(1, n_items + 1):
        if item <= n_primary:
            named.primary(where, str(item))
        else:
            named.secondary(where, str(item))
    option: list[str] = []
    for line, row in chain([(where, words[4:])], rows):
        for word in row:
            number = _number(line, word)
            if number == 0:
                named.option(line, option)
                option = []
            elif number > 0:
                option.append(word)
            elif not option or ":" in option[-1]:
                raise InvalidProblem(f"{line}: colour {word} does not follow a secondary item")
            else:
                option[-1] += f":{-number}"
    if option:
        raise InvalidProblem(f"{file}: the text ends before its last option, which ends in 0")


def _number(where: str, word: str) -> int:
    if not re.fullmatch(r"-?\d{1,10}", word, re.ASCII):
        raise InvalidProblem(f"{where}: {word!r} is not a whole number of at most 10 digits")
    return int(word)
