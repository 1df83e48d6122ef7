"""Costs as people write them in a column: 3.5, 25/2, 1e+05, $7.00, 7,00 €, 1,700.50 or 1.700,50."""

import re
import warnings
from collections.abc import Callable, Collection
from decimal import Decimal
from fractions import Fraction

from danceoff.problems.model.digits import exact

_UNIT = r"([$\u00a2-\u00a5\u20a0-\u20cf]|EUR|USD|GBP|CHF|JPY|zł|kr|Kč)?"
_PRICE = re.compile(rf"([-+\u2212]?){_UNIT}\s*([-+\u2212]?)(\d.*?)\s*{_UNIT}")
_LONGEST = 60


def price_reader(texts: Collection[str], has_comma: bool, column: str) -> Callable[[str], Fraction]:
    """Return what reads a text of a column, and raises ValueError for one that is no number or may be two.

    texts: all texts of the column. Where one shows for sure which sign is decimal, the others are read by it.
    has_comma: whether the comma is decimal where no text shows it.
    column: names the column, to warn of a number with two readings that is read as other programs write it.
    """
    parted = {text: _parted(text) for text in texts}
    known = {sign for _, found in parted.values() for sign in found if len(found) == 1}
    currency = next((unit for unit, _ in parted.values() if unit), "")

    def read(text: str) -> Fraction:
        unit, found = parted[text]
        if unit not in ("", currency):
            raise ValueError(f"{text!r} is in another currency than {currency}")
        if not found:
            return exact(text)
        sign = next(iter(found))
        if len({*found.values()}) > 1:
            own = "" if unit else "." if "." in text else "," * has_comma
            sign = own or "".join(known)
            if sign not in found or known - {sign}:
                raise ValueError(f"{text!r} may be {' or '.join(found.values())}: write one of them")
            if has_comma and sign == "." and not known:
                warnings.warn(f"{column}: {text!r} is read as {found['.']}, not as {found[',']}", stacklevel=2)
        return Fraction(Decimal(found[sign]))

    return read


def _parted(text: str) -> tuple[str, dict[str, str]]:
    """Return the currency of a price, or "", and the plain number that it is if `.` and if `,` is the decimal sign."""
    price = _PRICE.fullmatch(text) if len(text) <= _LONGEST else None
    if not price or (price[1] and price[3]) or (price[2] and price[5]):
        return "", {}
    minus, found = "-" if (price[1] or price[3]) in ("-", "\u2212") else "", {}
    for point, other in (".,", ",."):
        groups = rf"[1-9][0-9]{{0,2}}([{other}'\u2019 \u00a0\u2009\u202f])[0-9]{{3}}(?:\2[0-9]{{3}})*"
        if one := re.fullmatch(rf"({groups}|[0-9]+)(?:[{point}]([0-9]+))?([eE][-+]?[0-9]{{1,2}})?", price[4]):
            decimals = (one[3] or "").rstrip("0")
            found[point] = f"{minus}{re.sub('[^0-9]', '', one[1])}{'.' * bool(decimals)}{decimals}{one[4] or ''}"
    return price[2] or price[5] or "", found
