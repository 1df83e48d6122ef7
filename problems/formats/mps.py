"""Exact cover problems in MPS, a text format of integer programs, with blanks between words.

`binary_program.py` says which programs are exact cover problems. The first row of type N is the objective; further rows
of this type are ignored. Columns between integer markers are 0 or 1, as in CPLEX, and so are columns with a bound BV.
Each line of RHS and BOUNDS names its set, and there is only one set. A row G and a row L after it, over the same
columns, are one item, as RANGES would say.

    NAME  example                          OBJSENSE, and MAX in a line of its own, may follow
    ROWS
     N cost
     E once
     L twice
    COLUMNS
     x  cost 3  once 1
     y  once 1  twice 1
    RHS
     rhs  once 1  twice 1
    BOUNDS
     BV bound x
     UP bound y 1
    ENDATA

The readers of HiGHS and OR-Tools are no substitutes (November 2026): both accept unknown rows, the number `2,5` and a
second set of right sides, and round numbers to doubles; the import takes as long as reading 5 MB here.
"""

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass

from danceoff.problems.formats.binary_program import Number, Program, ends_of, number
from danceoff.problems.formats.lines import lines
from danceoff.problems.model.cover import ExactCover, InvalidProblem

_SECTIONS: dict[str, tuple[int, ...]] = {
    "NAME": (),
    "OBJSENSE": (1,),
    "ROWS": (2,),
    "COLUMNS": (3, 5),
    "RHS": (3, 5),
    "BOUNDS": (3, 4),
    "ENDATA": (),
}
"""The sections in their order, and how many words their lines may have."""
_RELATIONS = {"N": "=", "E": "=", "L": "<=", "G": ">="}


def read(text: str, file: str) -> ExactCover:
    """Return the problem that a text describes; raises InvalidProblem for malformed text and for other programs."""
    program, last, is_integer = Program(file), "", False
    kind = dict[str, str]()
    terms = dict[str, tuple[list[int], list[Number]]]()
    sides = dict[str, Number]()
    sets = dict[str, str]()
    where = _Place(file)
    for section, words in _lines(text, where):
        match section, words:
            case "OBJSENSE", [sense]:
                if sense not in ("MIN", "MAX"):
                    raise InvalidProblem(f"{where}: the sense of the objective is MIN or MAX, not {sense!r}")
                program.is_maximised = sense == "MAX"
            case "ROWS", [one, name]:
                if one not in _RELATIONS or name in kind:
                    raise InvalidProblem(f"{where}: row {name!r} must be of type N, E, L or G, and declared once")
                kind[name], terms[name] = one, ([], [])
            case "COLUMNS", [_, "'MARKER'", "'INTORG'" | "'INTEND'" as turn]:
                is_integer = turn == "'INTORG'"
            case "COLUMNS", [name, *pairs]:
                if name != last:
                    if name in program.number:
                        raise InvalidProblem(f"{where}: column {name!r}, whose other entries do not stand here")
                    last, column = name, program.column(name)
                    if is_integer:
                        program.binary.add(column)
                for row, times in _pairs(pairs, kind, where):
                    terms[row][0].append(column)
                    terms[row][1].append(times)
            case "RHS", [of, *pairs] if sets.setdefault(section, of) == of:
                for row, side in _pairs(pairs, kind, where):
                    if sides.setdefault(row, side) != side:
                        raise InvalidProblem(f"{where}: row {row!r} has another side above")
            case "BOUNDS", [one, of, name, *ends] if sets.setdefault(section, of) == of:
                _bound(program, one, name, ends, where)
            case _:
                raise InvalidProblem(f"{where}: a second set, which states another problem")
    objective = next((name for name, one in kind.items() if one == "N"), "")
    program.price(*terms.get(objective, ([], [])))
    program.constant = -sides.get(objective, 0)
    for name, one in kind.items():
        if one != "N":
            program.row(name, *terms[name], ends_of(_RELATIONS[one], sides.get(name, 0)))
    return program.exact_cover()


@dataclass
class _Place:
    """The line that is read; it becomes text only in a message, since a text for each line took a sixth of the time."""

    file: str
    line: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


def _lines(text: str, where: _Place) -> Iterator[tuple[str, list[str]]]:
    """Move `where` from line to line; yield the section and the words of each line below the head of a section."""
    section, left = "", [*_SECTIONS]
    for where.line, line in lines(text):
        words = line.split()
        if not words or line.startswith("*"):
            continue
        if line[0].isspace():
            sizes = _SECTIONS.get(section, ())
            if len(words) not in sizes:
                raise InvalidProblem(f"{where}: expected {' or '.join(map(str, sizes)) or 'no'} words")
            yield section, words
        elif words[0] in left and (words == [line] or words[0] == "NAME"):
            section = words[0]
            left = left[left.index(section) + 1 :]
        else:
            form = f"a line with one of {', '.join(left)} is expected; for RANGES write two rows, a G and an L"
            raise InvalidProblem(f"{where}: {line!r} where {form}")
    if left:
        raise InvalidProblem(f"{where.file}: the text ends before the line ENDATA")


def _pairs(words: Sequence[str], rows: Container[str], where: _Place) -> Iterator[tuple[str, Number]]:
    """Yield each row of a line with its number."""
    for row, word in zip(words[::2], words[1::2], strict=True):
        if row not in rows:
            raise InvalidProblem(f"{where}: unknown row {row!r}")
        yield row, number(word, where)


def _bound(program: Program, kind: str, name: str, ends: Sequence[str], where: _Place) -> None:
    if name not in program.number:
        raise InvalidProblem(f"{where}: a column that COLUMNS does not have")
    match kind, ends:
        case "BV", []:
            program.binary.add(program.number[name])
        case "UP" | "LO" | "FX", [word]:
            end = number(word, where)
            program.bound(where, name, (0 if kind == "UP" else end, 1 if kind == "LO" else end))
        case _:
            raise InvalidProblem(f"{where}: a bound is BV, a set and a column, or UP, LO or FX, these and a number")
