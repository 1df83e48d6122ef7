"""Binary constraint satisfaction problems as text, and as exact cover problems with colours.

    # the map of Australia
    WA NT SA Q NSW V T : red green blue     variables, and the values that each of them may take; 1..9 are nine
    WA != NT                                one of = != < <= > >=; all but = and != compare whole numbers; WA!=NT
    Q NSW forbid red,green green,red        pairs of values that are excluded
    V T allow red,red blue,green            the only pairs that are allowed

A variable is a secondary item, coloured by its value, and a primary item, with one option for each value. A constraint
is a primary item, with one option for each pair of values that it allows. So each cover is one solution (D. E. Knuth,
TAOCP 4B, 7.2.2.1, on color-controlled covering).
"""

import operator
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Any, ClassVar

from danceoff.problems.board import NoBoard
from danceoff.problems.formats.lines import lines
from danceoff.problems.model.cover import Cover, ExactCover, InvalidProblem
from danceoff.problems.model.sizes import LARGEST_NAMED, refuse_beyond_limit

_COMPARED: Mapping[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_NAME, _VALUE = r"[^\s:,<>=!]+", r"[^\s:,{}\[\]]+"
_DECLARED = re.compile(rf"((?:\s*{_NAME})++)\s*:(?!\s*\d+-\d+$)((?:\s*{_VALUE})++)")
_COMPARISON = re.compile(rf"({_NAME})\s*(!=|<=|>=|=|<|>)\s*({_NAME})")
_PAIRS = re.compile(rf"({_NAME})\s+({_NAME})\s+(allow|forbid)((?:\s+{_VALUE},{_VALUE})++)")
_FORMS = "`a b : 1..3` or `a b : x y z`, `a != b` (or = < <= > >=), `a b allow 1,2 2,3` (or forbid)"


@dataclass(frozen=True, eq=False, repr=False)
class Values(NoBoard):
    """A board of variables: the first `n_values` options give them values; the others belong to constraints."""

    n_values: int

    is_drawn: ClassVar[bool] = True

    def plain(self, problem: ExactCover, cover: Cover) -> str:
        """Return a line for each variable, in the order of the text."""
        return super().plain(problem, tuple(sorted(option for option in cover if option < self.n_values)))

    def panels(self, problem: ExactCover, first: Cover, second: Cover, *_: object) -> list[str]:
        """Return both solutions, and a * beside each variable that differs."""
        both = [self.plain(problem, cover) for cover in (first, second)]
        lines = zip(*(text.split("\n") for text in both), strict=True)
        return [*both, "\n".join("*" if one != other else "" for one, other in lines)]


def read(text: str, file: str) -> tuple[ExactCover, Values]:
    """Return the problem whose covers are the solutions; an option is named `X=A` or `X=A Y=B`.

    Raises InvalidProblem for malformed text.
    """
    values: dict[str, list[str]] = {}
    allowed: dict[str, tuple[str, str, list[tuple[str, str]]]] = {}
    n_entries = 0
    for number, line in lines(text):
        line, where = line.partition("#")[0].strip(), f"{file}:{number}"
        if declared := _DECLARED.fullmatch(line):
            n_entries += 2 * _declare(values, declared[1].split(), declared[2].split(), where)
        elif line:
            name, first, second, pairs = _constraint(values, line, where)
            n_entries += 3 * len(pairs)
            allowed[f"line {number}: {name}"] = first, second, pairs
        refuse_beyond_limit(n_entries, f"{where}: the problem", LARGEST_NAMED)
    rows = [[name, _colour(name, value)] for name in values for value in values[name]]
    names = [f"{name}={value}" for name in values for value in values[name]]
    for constraint, (first, second, pairs) in allowed.items():
        for one, other in pairs:
            rows.append([constraint, _colour(first, one), _colour(second, other)])
            names.append(f"{first}={one} {second}={other}")
    secondary = [("value", name) for name in values]
    problem = ExactCover.from_options(rows, [*values, *allowed], secondary, names)
    return problem, Values(sum(map(len, values.values())))


def _declare(values: dict[str, list[str]], names: list[str], words: list[str], where: str) -> int:
    """Declare variables with these values; return how many options they have."""
    domain = list(dict.fromkeys(value for word in words for value in _values(word, where)))
    for name in names:
        if name in values:
            raise InvalidProblem(f"{where}: variable {name!r} is declared twice")
        values[name] = domain
    return len(names) * len(domain)


def _values(word: str, where: str) -> Iterable[str]:
    """Return the values that a word of a domain stands for: 1..3 are 1, 2 and 3."""
    if not (found := re.fullmatch(r"(-?\d{1,9})\.\.(-?\d{1,9})", word, re.ASCII)):
        return [word]
    refuse_beyond_limit(int(found[2]) - int(found[1]), f"{where}: the domain", LARGEST_NAMED)
    return map(str, range(int(found[1]), int(found[2]) + 1))


def _constraint(values: Mapping[str, list[str]], line: str, where: str) -> tuple[str, str, str, list[tuple[str, str]]]:
    """Return the name of a constraint, its two variables, and the pairs of values that it allows."""
    compared, listed = _COMPARISON.fullmatch(line), _PAIRS.fullmatch(line)
    if compared:
        first, sign, second = compared.groups()
    elif listed:
        first, second, sign, named = listed.groups()
    else:
        raise InvalidProblem(f"{where}: {line!r} is not of the form {_FORMS}")
    for name in (first, second):
        if name not in values:
            raise InvalidProblem(f"{where}: unknown variable {name!r}; its values come on a line before")
    if first == second:
        raise InvalidProblem(f"{where}: variable {first!r} is constrained by itself")
    refuse_beyond_limit(len(values[first]) * len(values[second]), f"{where}: the constraint", LARGEST_NAMED)
    pairs = list(product(values[first], values[second]))
    if listed:
        known = {_pair(values, first, second, word, where) for word in named.split()}
        name = f"{first} {second} {sign} {' '.join(named.split())}"
        return name, first, second, [pair for pair in pairs if (pair in known) == (sign == "allow")]
    # Only an order needs numbers.
    read = str if sign in ("=", "!=") else partial(_whole, where=where)
    holds = _COMPARED[sign]
    return f"{first} {sign} {second}", first, second, [(a, b) for a, b in pairs if holds(read(a), read(b))]


def _pair(values: Mapping[str, list[str]], first: str, second: str, word: str, where: str) -> tuple[str, str]:
    one, comma, other = word.partition(",")
    if not comma or one not in values[first] or other not in values[second]:
        pair = f"a value of {first!r}, a comma, and a value of {second!r}"
        raise InvalidProblem(f"{where}: {word!r} is not {pair}, as declared above; leave other pairs out")
    return one, other


def _whole(value: str, where: str) -> int:
    if not re.fullmatch(r"-?\d{1,18}", value, re.ASCII):
        raise InvalidProblem(f"{where}: {value!r} is not a whole number, and only these have an order")
    return int(value)


def _colour(name: str, value: str) -> tuple[tuple[str, str], str]:
    """Return the secondary item of a variable in the colour of a value."""
    return ("value", name), value
