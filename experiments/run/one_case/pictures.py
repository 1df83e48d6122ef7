"""Covers in the forms in which they are shown: as text to print, for people or programs, and as pictures.

Text that is the same in many covers, such as the name of an option, is made once; covers are written many at a time.
"""

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache, partial

from danceoff.experiments.run.one_case.messages import Send, Show
from danceoff.problems import Covers
from danceoff.problems.found import Numbering
from danceoff.problems.instance import Instance
from danceoff.problems.model.digits import gap_of, written
from danceoff.problems.model.naming import whole_name
from danceoff.problems.model.printable import printable
from danceoff.problems.pictures.gallery import line
from danceoff.questions.answer import Row
from danceoff.questions.events import Improved

_AT_ONCE = 1 << 10
"""Covers that are written together: about 1 MB as JSON."""
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


class Pictures:
    """Sends covers of an instance in the forms that `show` asks for."""

    def __init__(self, instance: Instance, show: Show) -> None:
        self._instance, self._show = instance, show
        name = partial(instance.board.name_in_root, instance.problem, name_of=whole_name)
        self._named = cache(name)
        self._columns = [*instance.columns, *filter(None, [instance.cost_column])]
        self._own = [column for column in ("option", "name") if column not in self._columns]
        self._csv_row = cache(lambda option: table([self._row(option, name(option))]))

    def send(self, covers: Covers, n_before: int, send: Send, cost: str = "") -> None:
        """Send covers.

        covers: in the numbering of the root problem.
        n_before: the number of covers found before these.
        cost: the cost of each cover, if it is to be shown.
        """
        show, is_first = self._show, n_before == 0 and len(covers) > 0
        if show.options and len(covers):
            send(options=list(covers))
        if show.svg and is_first:
            title = f"{self._instance.name}, cover 1"
            send(svg=self._instance.svg(next(iter(covers)), title))
        if show.model and is_first:
            send(options=[list(next(iter(covers)))])
        for part in covers.parts(_AT_ONCE):
            if show.text or show.answers:
                send(printed=encoded(self._printed(part, n_before, cost)))
            if show.gallery:
                self._send_drawn(part, n_before, send, cost)
            n_before += len(part)

    def send_better(self, better: Improved, shown: Callable[[int], Fraction], seconds: float, send: Send) -> None:
        """Send a cover that is better than all before as a line of JSON, with the bound; `shown` scales costs."""
        cost, cover = better.cover  # type: ignore[misc]
        known = {
            "cost": written(shown(cost)),
            "bound": None if better.bound is None else written(shown(better.bound)),
            "gap": gap_of(cost, better.bound),
            "seconds": round(seconds, 6),
        }
        send(printed=encoded(self._json(Covers.of([cover]), known)))

    def beside(self, number: int, cost: str, rows: Iterable[Row]) -> str:
        """Return lines of CSV to print below a cover: each has a remark, and an item in the column of names."""
        begin = (number, cost) if cost and not self._columns else (number,)
        columns = [*self._own, *self._columns]
        return table([[*begin, *row, *[""] * (len(columns) - len(row))] for row in rows])

    def _send_drawn(self, covers: Covers, n_before: int, send: Send, cost: str) -> None:
        """Send covers as lines of a gallery."""
        lines = []
        for number, cover in enumerate(covers, n_before + 1):
            title = f"{self._instance.name}, cover {number}"
            exhibit = self._instance.board.exhibit(self._instance.problem, cover, title, is_first=number == 1)
            lines.append(line({**exhibit, **self._instance.in_gallery()}, cost))
        send(exhibits=encoded(lines).decode())

    def _printed(self, covers: Covers, n_before: int, cost: str) -> Iterator[str]:
        if self._show.answers == "csv":
            return self._csv(covers, n_before, cost)
        if self._show.answers:
            return self._json(covers, {"cost": cost} if cost else {})
        return self._text(covers, cost)

    def _text(self, covers: Covers, cost: str) -> Iterator[str]:
        """Yield the text of each cover for people: its picture, and an empty line."""
        instance, show = self._instance, self._show
        above = (f"cost {cost}\n" if cost else "") + instance.heading()
        if show.text == "plain":
            pictures: Iterable[str] = instance.pictures(covers)
        else:
            pictures = (instance.boxed(cover, show.columns, coloured=show.text == "coloured") for cover in covers)
        return (f"{above}{picture}\n\n" for picture in pictures)

    def _json(self, covers: Covers, known: Mapping[str, object]) -> Iterator[str]:
        """Yield a line of JSON for each cover; it begins with the members of `known`."""
        more = self._instance.in_numbers()
        for cover, picture in zip(covers, self._instance.pictures(covers), strict=True):
            shown = {"options": cover, "names": [*map(self._named, cover)], "picture": picture.split("\n")}
            yield json.dumps({**known, **shown, **more}) + "\n"

    def _csv(self, covers: Covers, n_before: int, cost: str) -> Iterator[str]:
        """Yield a row for each option of each cover, after a head; in a long table, with the cost of the option."""
        has_cost = bool(cost) and not self._columns
        if n_before == 0:
            first = ["answer", "cost"] if has_cost else ["answer"]
            mark = "\ufeff" if self._columns else ""  # by it a spreadsheet, where tables go, recognizes UTF-8
            yield mark + table([[*first, *self._own, *self._columns]])
        for number, cover in enumerate(covers, n_before + 1):
            begin = f"{number},{cost}," if has_cost else f"{number},"
            yield "".join(begin + self._csv_row(option) for option in cover)

    def _row(self, option: int, name: str) -> list[object]:
        """Return an option as a row, with its name and its cost in the columns of the table."""
        own = {"option": option, "name": name}
        cells: list[object] = [own[column] for column in self._own]
        if not self._columns:
            return cells
        numbering = Numbering(self._instance)
        named = numbering.name(option)
        parts = [*named] if isinstance(named, tuple) else [named]
        cells += [*parts, *[""] * (len(self._instance.columns) - len(parts))]
        if self._instance.cost_column:
            cells.append(written(Fraction(numbering.cost(option))))
        return cells


def encoded(texts: Iterable[str]) -> bytes:
    """Return texts as they are printed: UTF-8, in which lone surrogates are escaped."""
    return "".join(texts).encode(errors="backslashreplace")


def table(rows: Iterable[Iterable[object]]) -> str:
    """Return rows as lines of CSV, in which control characters are escaped, as `say` does."""
    text = io.StringIO()
    escaped = partial(_CONTROL.sub, lambda control: printable(control[0]))
    printed = ([escaped(value) if isinstance(value, str) else value for value in row] for row in rows)
    csv.writer(text, lineterminator="\n").writerows(printed)
    return text.getvalue()
