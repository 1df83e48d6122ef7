"""`danceoff table`: count the covers of one problem for many sets of givens, and show the first one of each."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from functools import cache, partial
from math import inf

from danceoff.experiments.commands.exits import DONE, INTERRUPTED, LIMIT_HIT
from danceoff.experiments.terminal.progress import ProgressLine
from danceoff.experiments.terminal.say import say, width_of
from danceoff.experiments.words.amounts import positive, positive_int
from danceoff.experiments.words.outputs import file
from danceoff.problems.model.printable import printable
from danceoff.questions.answer import Answer, in_words
from danceoff.solvers.engines.loading import counted_s

_ENGINE = "bits"
_LARGEST_PAGE = 1 << 26  # characters of pictures that a browser still shows


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("source", metavar="SOURCE", help="catalog name or file, as for solve")
    givens = (
        "CSV with the columns name and given: options by name, parted by semicolons; default: the rolls of its dice"
    )
    parser.add_argument("--givens", metavar="FILE", help=givens)
    parser.add_argument("--limit", type=positive_int, metavar="N", help="count at most N covers of a row")
    parser.add_argument("--time-limit", type=positive, metavar="S", help="stop after S seconds")
    parser.add_argument("--format", default="text", choices=["text", "csv"], help="default: %(default)s")
    parser.add_argument("--gallery", type=file, metavar="FILE.html", help="a page with a picture of each row")


class _Table(Answer):
    """The rows of givens, and how many covers each answered row has."""

    givens: Sequence[tuple[str, tuple[int, ...]]] = ()
    counts: Sequence[int] = ()
    began = inf

    @property
    def so_far(self) -> str:
        return f"{len(self.counts)} of {len(self.givens)} rows"

    def summary(self, limit: int | None) -> str:
        counts, seconds = self.counts, max(counted_s() - self.began, 0)
        words = f"{self.so_far} in {seconds:.3f} s by {_ENGINE}: {counts.count(0)} without a cover"
        if limit or not counts:
            return f"{words}, each counted up to {limit}" if limit else words
        least, most = (f"{n} ({self.givens[counts.index(n)][0]})" for n in (min(counts), max(counts)))
        return f"{words}, {counts.count(1)} with one, {least} to {most}, {in_words(sum(counts))} together"


def run(args: argparse.Namespace) -> int:
    """Print each row as soon as it is answered, and a sentence about all to standard error."""
    from danceoff.experiments.terminal.covers.showing import showing  # late: readers, solvers and NumPy, 0.2 s

    table, begin, code = _Table(), "", DONE
    # Rows come as lines ready to print, in either format, so they are shown as csv is, and not as drawn covers are.
    with (
        showing(args.source, form="csv", has_covers=True, svg=None, gallery=args.gallery) as shown,
        ProgressLine(table),
    ):
        try:
            for printed, exhibits in _answered(args, table):
                shown.take({"printed": printed, "exhibits": exhibits})
                if counted_s() - table.began > (args.time_limit or inf) and len(table.counts) < len(table.givens):
                    begin, code = "time limit reached: ", LIMIT_HIT
                    break
        except KeyboardInterrupt:
            begin, code = "interrupted: ", INTERRUPTED
        sentence = begin + table.summary(args.limit)
        shown.end(sentence)
    say(f"danceoff: {sentence}", error=True)
    return code


def _answered(args: argparse.Namespace, table: _Table) -> Iterator[tuple[bytes, str]]:
    """Yield the lines of rows as they are answered, with the lines of a gallery."""
    from danceoff.addons.puzzles.families.rolled import rolls
    from danceoff.addons.puzzles.givens import givens_in
    from danceoff.experiments.run.one_case import pictures
    from danceoff.problems import Covers, check
    from danceoff.problems.pictures import gallery
    from danceoff.problems.sources import read
    from danceoff.solvers import load

    root = read(args.source)
    table.givens = givens_in(root, args.givens) if args.givens else rolls(root)
    counts = list[int]()
    table.known, table.counts = {"ready": True}, counts
    solver, problem, room = load(_ENGINE), root.problem, _LARGEST_PAGE
    name_of, limit = cache(partial(root.board.name_in_root, problem)), args.limit or (1 << 63) - 1
    written = pictures.table if args.format == "csv" else partial(_aligned, max(len(name) for name, _ in table.givens))
    yield pictures.encoded([written([("name", "count", "unique", "seconds", "first")])]), ""
    table.began = since = counted_s()
    for found in solver.each(problem, Covers.of([given for _, given in table.givens]), limit):
        if not check(problem, found.first.select(found.n_covers > 0)).all():
            raise RuntimeError(f"{_ENGINE} gave a set of options that is no cover of {args.source}")
        numbers = iter(found.n_covers.tolist())
        seconds = f"{(counted_s() - since) / max(len(found.n_covers), 1):.6f}"
        since = counted_s() if len(found.n_covers) else since
        for covers in found.first.parts(64):  # drawn and printed together
            lines, exhibits = [], list[str]()
            for cover, n in zip(problem.lift(covers), numbers, strict=False):
                name, given = table.givens[len(counts)]
                shown = cover if n else next(iter(problem.lift(Covers.of([given]))))
                unique = "" if n == limit == 1 else "yes" if n == 1 else "no"  # a limit of 1 hides it
                lines.append((name, n, unique, seconds, "; ".join(map(name_of, shown)) if n else ""))
                if args.gallery and room > 0:
                    drawn = root.board.exhibit(problem, shown, f"{root.name}, {name}", is_first=not counts)
                    exhibits.append(gallery.line({**drawn, "row": f"{name}: {in_words(n)}"}))
                    room -= len(exhibits[-1])
                counts.append(n)
            yield pictures.encoded([written(lines)]), "".join(exhibits)
        yield b"", ""


def _aligned(width: int, rows: Sequence[Sequence[object]]) -> str:
    """Return rows in aligned columns, no wider than the terminal, which would break longer lines."""
    columns = width_of(sys.stdout) or None
    lines = (f"{printable(str(a)):<{width}}  {b:>9}  {c:<6}  {d:>9}  {e}"[:columns] for a, b, c, d, e in rows)
    return "\n".join(line.rstrip() for line in [*lines, ""])
