"""The formats of problems as text: one small file each, and one line each in `FORMATS`.

A reader takes the text and the name of its file, with which its error messages begin. It returns a problem, a problem
and its board, or a `Packing`. A writer takes a problem or, in a format with `has_board`, a `Packing`, and returns the
text.
"""

import re
from typing import NamedTuple

from danceoff.rooms import added_by_rooms


class Format(NamedTuple):
    """A format of problems as text.

    reader, writer: `module:function`; the module is imported when it is used. Empty if there is none.
    family: the family of the problems that are read.
    has_board: whether the text draws a board of cells.
    has_encodings: whether the text is clauses, so that its writer takes an `encoding`.
    why_not_read: why the format has no reader.
    is_gzipped: whether programs expect files in this format to be gzipped. A gzipped file is read in any format.
    """

    reader: str = ""
    writer: str = ""
    family: str = ""
    has_board: bool = False
    has_encodings: bool = False
    is_gzipped: bool = False
    why_not_read: str = ""


_HERE, _SAT = "danceoff.problems.formats", "danceoff.solvers.sat.clauses"
_SUMS = "sums over 0/1 variables are read from .opb or .mps"
_CLAUSES = f"clauses do not say which options and items they come from; {_SUMS}"
_MODEL = f"it is for OR-Tools; {_SUMS}"
_LP = "HiGHS makes an .mps of it: h = highspy.Highs(); h.readModel('a.lp'); h.writeModel('a.mps') in Python"
_COVERS = "it holds the covers, and not the problem that they are covers of"

FORMATS: dict[str, Format] = {
    "dlx": Format(f"{_HERE}.knuth:read", f"{_HERE}.knuth:write", "dlx"),
    "xc": Format(f"{_HERE}.xcc:read", "", "xcc"),  # three formats of aaw/cover
    "xcc": Format(f"{_HERE}.xcc:read", "", "xcc"),
    "mcc": Format(f"{_HERE}.xcc:read", "", "xcc"),
    "ec": Format(f"{_HERE}.ec:read", f"{_HERE}.ec:write", "ec"),
    "rows": Format(f"{_HERE}.ec:read_rows", f"{_HERE}.ec:write_rows", "rows"),
    "csv": Format(f"{_HERE}.matrix:read", f"{_HERE}.matrix:write", "matrix"),
    "tsv": Format(f"{_HERE}.matrix:read", "", "matrix"),
    "txt": Format(f"{_HERE}.puzzle_box:read", "", "box", has_board=True),
    "sdk": Format(f"{_HERE}.sdk:read", "", "sudoku", has_board=True),
    "json": Format(f"{_HERE}.options_json:read", "", "json"),
    # cnf is for SAT, wcnf for MaxSAT, with costs; nnf has all covers, for counters of models
    "cnf": Format(writer=f"{_SAT}.dimacs:write", has_encodings=True, why_not_read=_CLAUSES),
    "wcnf": Format(writer=f"{_SAT}.dimacs:write_wcnf", has_encodings=True, why_not_read=_CLAUSES),
    "cpsat": Format(writer="danceoff.solvers.constraints.cpsat:as_text", why_not_read=_MODEL),
    "nnf": Format(writer="danceoff.solvers.engines.diagram.text:write_nnf", why_not_read=_COVERS),
    "zdd": Format(writer="danceoff.solvers.engines.diagram.text:write_zdd", why_not_read=_COVERS),
    "opb": Format(f"{_HERE}.opb:read", f"{_HERE}.linear:write_opb", "opb"),
    "spp": Format(f"{_HERE}.or_library:read_partition", f"{_HERE}.or_library:write_partition", "set-partitioning"),
    "scp": Format(f"{_HERE}.or_library:read_covering", "", "set-covering"),
    "lp": Format(writer=f"{_HERE}.linear:write_lp", why_not_read=_LP),
    "mps": Format(f"{_HERE}.mps:read", f"{_HERE}.linear:write_mps", "mps"),
}
FORMATS |= {name: Format(**about) for name, about in added_by_rooms("formats").items()}
"""Every format by its name, which is the ending of its files. An add-on may read one of ours and more."""

LISTS: dict[str, dict[str, str]] = added_by_rooms("lists")
"""The ending of files that may have many puzzles -> three modules. `is_list` of `reader` takes the beginning of a text,
`run` of `command` is `danceoff solve` for such a file, and `work` of `work` answers such a file as a case.
"""

NUMBERED = re.compile(r"(.*\.(?:xmpuzzle|json)(?:\.gz)?)#([0-9]{1,9})", re.IGNORECASE | re.DOTALL)
"""A source that names one of the problems of a file by its number, from 1: the file, and the number."""

READ = tuple(name for name, one in FORMATS.items() if one.reader)
"""The formats that `danceoff solve` reads."""

WRITTEN = tuple(name for name, one in FORMATS.items() if one.writer)
"""The formats that `danceoff export` writes."""
