"""Exact cover problems with colours and multiplicities in the texts of aaw/cover and of miniexact.

aaw/cover: the first line names the items, with a `|` before the secondary ones, and each further line is an option.

    a b[1:2] | x           // b is covered once or twice; this is a comment
    a x:red
    b x:red

miniexact, by names: `name:u` is covered u times, `name:u;v` u to v times, and every option ends in a semicolon; `$n` in
an option is its cost, a whole number; several costs are added up. The text begins with `<`.

    < a b:1;2 > [ x ]
    a x:red $3; b x:red;
"""

import re

from danceoff.problems.formats.lines import lines
from danceoff.problems.formats.named import Named, costs_apart
from danceoff.problems.model.cover import ExactCover, InvalidProblem

_COUNT = r"\d{1,10}"
_ITEM = re.compile(rf"(?P<name>[^\[\]:|]+)(?:\[(?P<times>{_COUNT}:(?:{_COUNT})?)\])?", re.ASCII)
_BY_NAMES = re.compile(r"\s*<([^<>\[\]]*)>\s*(?:\[([^<>\[\]]*)\])?([^<>\[\]]*)")
_OPTION = re.compile(r"\s*([^;]*);")
_TIMES = re.compile(rf"(?P<name>[^:|]+)(?::(?P<times>{_COUNT}(?::{_COUNT})?))?", re.ASCII)
_FORM = "; each line is an option, and // begins a comment"


def read(text: str, file: str) -> ExactCover:
    """Return the problem that a text describes; raises InvalidProblem for malformed text."""
    text = re.sub(r"//.*", "", text)
    if text.lstrip().startswith("<"):
        return _read_names(text, file)
    rows = ((f"{file}:{number}", line.split()) for number, line in lines(text) if line.strip())
    where, words = next(rows, (file, []))
    if not words:
        raise InvalidProblem(f"{file}: there is no line of items")
    if words[:2] in (["p", "xc"], ["p", "xcc"]):
        raise InvalidProblem(f"{where}: of miniexact's texts the one by names is read: < a b > [ x ] a x:red; b;")
    named = Named(_FORM)
    named.declare(where, words, _ITEM, " is not of the form name or, before |, name[lo:hi]")
    for where, option in rows:
        named.option(where, option)
    return named.problem(file)


def _read_names(text: str, file: str) -> ExactCover:
    """Read miniexact's text by names."""
    found = _BY_NAMES.fullmatch(text)
    if not found or text.rstrip()[-1] not in ";>]":
        raise InvalidProblem(f"{file}: the form is < a b:1;2 > [ x ] a x:red; b $3; with each option ended by ;")
    named, place, line = Named("; each option ends in ;"), 0, 1
    items = f"{found[1]} | {found[2] or ''}".replace(";", ":").split()
    named.declare(f"{file}:{line}", items, _TIMES, " is not of the form name or, outside [ ], name:u or name:u;v")
    for option in _OPTION.finditer(text, found.start(3)):
        line, place = line + text.count("\n", place, option.start(1)), option.start(1)
        named.option(f"{file}:{line}", *costs_apart(f"{file}:{line}", option[1].split(), "$"))
    return named.problem(file)
