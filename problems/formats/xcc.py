"""Exact cover problems with colours and multiplicities in the texts of aaw/cover.

The first line names the items, with a `|` before the secondary ones, and each further line is an option.

    a b[1:2] | x           // b is covered once or twice; this is a comment
    a x:red
    b x:red
"""

import re

from danceoff.problems.formats.lines import lines
from danceoff.problems.formats.named import Named
from danceoff.problems.model.cover import ExactCover, InvalidProblem

_ITEM = re.compile(r"(?P<name>[^\[\]:|]+)(?:\[(?P<times>\d{1,10}:\d{0,10})\])?", re.ASCII)
_FORM = "; each line is an option, and // begins a comment"


def read(text: str, file: str) -> ExactCover:
    """Return the problem that a text describes; raises InvalidProblem for malformed text."""
    stated = ((f"{file}:{number}", line.partition("//")[0].split()) for number, line in lines(text))
    rows = ((where, words) for where, words in stated if words)
    where, words = next(rows, (file, []))
    if not words:
        raise InvalidProblem(f"{file}: there is no line of items")
    named = Named(_FORM)
    named.declare(where, words, _ITEM, " is not of the form name or, before |, name[lo:hi]")
    for where, option in rows:
        named.option(where, option)
    return named.problem(file)
