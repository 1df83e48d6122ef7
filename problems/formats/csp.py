"""Binary constraint satisfaction problems as text, and as exact cover problems with colours.

    # the map of Australia
    WA NT SA Q NSW V T : red green blue     variables, and the values that each of them may take; 1..9 are nine
    WA != NT                                one of = != < <= > >= (or ==, <>); all but = and != compare whole numbers;
                                            the blanks may be left out: WA!=NT
    Q NSW forbid red,green green,red        pairs of values that are excluded
    V T allow red,red blue,green            the only pairs that are allowed

A variable is a secondary item, coloured by its value, and a primary item, with one option for each value. A constraint
is a primary item, with one option for each pair of values that it allows. So the covers are the solutions, one to one
(D. E. Knuth, TAOCP 4B, 7.2.2.1, on color-controlled covering).
"""

import operator
import re
import warnings
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from typing import ClassVar

from danceoff.problems.formats.lines import lines
from danceoff.problems.grids.board import NoBoard
from danceoff.problems.model.cover import Cover, ExactCover, InvalidProblem
from danceoff.problems.model.sizes import LARGEST_NAMED, refuse_beyond_limit

_COMPARED: Mapping[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_OTHER_SIGNS = {"==": "=", "<>": "!=", "≠": "!=", "≤": "<=", "≥": ">="}
_FORMS = "X Y ... : VALUE ..., X != Y (or = < <= > >=), X Y allow A,B ..., X Y forbid A,B ..."


@dataclass(frozen=True, eq=False, repr=False)
class Values(NoBoard):
    """Variables with values: the options from `n_values` on only keep the constraints, and are not shown."""

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

    Two options may have the same name: `a : b=c` and `a=b : c` both make `a=b=c`.

    Raises InvalidProblem for malformed text.
    """
    values: dict[str, list[str]] = {}
    allowed: dict[str, tuple[str, str, list[tuple[str, str]]]] = {}
    n_entries = 0
    for number, line in lines(text):
        words, where = re.sub(r":(?=\s|$)", " : ", line.partition("#")[0]).split(), f"{file}:{number}"
        if not words:
            continue
        words = words if len(words) > 2 else _apart(values, "".join(words)) or words
        if ":" in words:
            n_entries += 2 * _declare(values, words, where)
        else:
            first, second, pairs = _constraint(values, words, where)
            n_entries += 3 * len(pairs)
            allowed[f"line {number}: {' '.join(words)}"] = first, second, pairs
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


def _declare(values: dict[str, list[str]], words: list[str], where: str) -> int:
    """Read a line of variables and their values; return how many options they have."""
    colon = words.index(":")
    names = [name.removesuffix(",") for name in words[:colon]]
    domain = list(dict.fromkeys(one for word in words[colon + 1 :] for one in _values(word.removesuffix(","), where)))
    if wrong := [word for word in (*names, *domain[: len(domain) == 1]) if "," in word]:
        raise InvalidProblem(f"{where}: {wrong[0]!r}: variables and values stand apart by blanks")
    if wrong := [word for word in domain if word.startswith(("{", "["))]:
        raise InvalidProblem(f"{where}: {wrong[0]!r}: values stand apart by blanks, without brackets; 1..9 are nine")
    if len(domain) == 1 and re.fullmatch(r"\d+[-:\u2013]\d+", domain[0]):
        warnings.warn(f"{where}: {domain[0]!r} is read as one value; 1..9 are nine values", stacklevel=3)
    if not names or not domain or ":" in domain:
        raise InvalidProblem(f"{where}: expected variables, a colon and their values: {_FORMS}")
    for name in names:
        if name in values:
            raise InvalidProblem(f"{where}: variable {name!r} is declared twice")
        values[name] = domain
    return len(names) * len(domain)


def _apart(values: Mapping[str, object], text: str) -> list[str]:
    """Return the words of a comparison without blanks, such as a<=b; [] if no sign, or several, stand between names."""
    places = product([*_COMPARED, "=", "!=", *_OTHER_SIGNS], range(1, len(text)))
    split = [[text[:k], sign, text[k + len(sign) :]] for sign, k in places if text.startswith(sign, k)]
    known = [words for words in split if words[0] in values and words[2] in values]
    return known[0] if len(known) == 1 else []


def _values(word: str, where: str) -> Iterable[str]:
    """Return the values that a word of a domain stands for: 1..3 are 1, 2 and 3."""
    if not (found := re.fullmatch(r"(-?\d{1,9})\.\.(-?\d{1,9})", word, re.ASCII)):
        return [word]
    refuse_beyond_limit(int(found[2]) - int(found[1]), f"{where}: the domain", LARGEST_NAMED)
    return map(str, range(int(found[1]), int(found[2]) + 1))


def _constraint(
    values: Mapping[str, list[str]], words: list[str], where: str
) -> tuple[str, str, list[tuple[str, str]]]:
    """Return the two variables of a constraint, and the pairs of values that it allows."""
    if len(words) < 3:
        raise InvalidProblem(f"{where}: expected one of: {_FORMS}")
    (first, sign, second), named = words[:3], []
    sign = _OTHER_SIGNS.get(sign, sign)
    if len(words) > 3 and sign in (*_COMPARED, "=", "!="):
        raise InvalidProblem(f"{where}: {words[3]!r} after {' '.join(words[:3])!r}: a line has one constraint")
    if len(words) > 3 or words[2] in ("allow", "forbid"):
        (first, second, sign), named = words[:3], words[3:]
    for name in (first, second):
        if name not in values:
            raise InvalidProblem(f"{where}: unknown variable {name!r}; its values come on a line before")
    if first == second:
        raise InvalidProblem(f"{where}: variable {first!r} is constrained by itself")
    refuse_beyond_limit(len(values[first]) * len(values[second]), f"{where}: the constraint", LARGEST_NAMED)
    pairs = list(product(values[first], values[second]))
    if sign in ("allow", "forbid"):
        known = {_pair(values, first, second, word, where) for word in named}
        return first, second, [pair for pair in pairs if (pair in known) == (sign == "allow")]
    if sign in ("=", "!="):
        return first, second, [(one, other) for one, other in pairs if (one == other) == (sign == "=")]
    if sign not in _COMPARED:
        raise InvalidProblem(f"{where}: {sign!r} is not one of = != < <= > >= allow forbid")
    holds = _COMPARED[sign]
    return first, second, [(a, b) for a, b in pairs if holds(_whole(a, where), _whole(b, where))]


def _pair(values: Mapping[str, list[str]], first: str, second: str, word: str, where: str) -> tuple[str, str]:
    one, comma, other = word.partition(",")
    if not comma or one not in values[first] or other not in values[second]:
        raise InvalidProblem(f"{where}: {word!r} is not a value of {first!r}, a comma, and a value of {second!r}")
    return one, other


def _whole(value: str, where: str) -> int:
    if not re.fullmatch(r"-?\d{1,18}", value, re.ASCII):
        raise InvalidProblem(f"{where}: {value!r} is not a whole number, and only these have an order")
    return int(value)


def _colour(name: str, value: str) -> tuple[tuple[str, str], str]:
    """Return the secondary item of a variable in the colour of a value."""
    return ("value", name), value
