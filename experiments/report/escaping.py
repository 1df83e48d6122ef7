"""Text from rows, made safe for the documents that a report writes: Markdown, LaTeX and CSV."""

import math
import re
from fractions import Fraction
from typing import Any

import pandas as pd

from danceoff.problems.model.digits import text_of, written
from danceoff.problems.model.printable import printable

_LATEX = {character: f"\\{character}" for character in "&%$#_{}"} | {
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "\\": r"\textbackslash{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "`": r"\textasciigrave{}",
    "'": r"\textquotesingle{}",
    "[": "{[}",  # an option of the \\ before
    "]": "{]}",
    "*": "{*}",  # a form of the \\ before
}
_FORMULAS = ("=", "+", "-", "@", "\t", "\r")


def for_markdown(text: str) -> str:
    """Return text that Markdown shows literally, inside a table too."""
    return re.sub(r"[\\|`*<&\[\]]", r"\\\g<0>", printable(text))


def for_latex(text: str) -> str:
    """Return text that LaTeX shows literally."""
    return re.sub("-(?=-)", "-{}", "".join(_LATEX.get(character, character) for character in printable(text)))


def for_names(text: str) -> str:
    """Return text that can be part of the name of a file, or of a label in LaTeX: other characters become `-`."""
    return re.sub(r"[^A-Za-z0-9_.=]+", "-", text)


def for_spreadsheets(table: pd.DataFrame) -> pd.DataFrame:
    """Return a table as texts: six digits of measurements, all digits of numbers of covers and of amounts.

    Each text that a spreadsheet would run as a formula gets an apostrophe before it (OWASP).
    """
    amounts = {name: table[name].astype(object).map(amount) for name in table.columns[table.dtypes == "Float64"]}
    return table.assign(**amounts).astype(object).map(_as_text).rename(columns=_as_text)


def amount(value: Any) -> str:
    """Return an amount of a table as text; empty if it is missing."""
    return "" if pd.isna(value) else written(Fraction(str(value)))


def _as_text(cell: Any) -> Any:
    if isinstance(cell, float):
        text = "" if math.isnan(cell) else f"{cell:.6g}"
        return f"{text}.0" if text.lstrip("-").isdecimal() else text  # read as a float again
    if isinstance(cell, int):
        return text_of(cell)
    is_text = isinstance(cell, str) and not re.fullmatch(r"-\d+(\.\d+)?", cell, re.ASCII)
    return f"'{cell}" if is_text and cell.startswith(_FORMULAS) else cell
