"""Shows covers as `danceoff solve` finds them: prints them, writes the first to a file, or writes all to a page."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Unpack

from danceoff.experiments.results.whole_file import whole_file
from danceoff.experiments.run.one_case.messages import Message, Show
from danceoff.experiments.terminal.covers.listed import Listed
from danceoff.experiments.terminal.say import put, width_of


def text_style() -> tuple[str, int]:
    """Return the style of pictures on standard output (see `Show.text`) and the number of columns.

    A terminal gets borders, and colours unless NO_COLOR is set (no-color.org). A pipe or file gets plain text, which
    programs can parse.
    """
    width = width_of(sys.stdout)
    if not width:
        return "plain", 0
    style = "boxed" if os.environ.get("NO_COLOR") else "coloured"
    return style, width


@dataclass
class Showing:
    """Shows the covers in the answers of a child.

    show: the forms of covers that the child sends.
    svg, gallery: the open files, or None.
    listed: keeps the covers until the end, or None.
    cover: the first cover, if models are made of it; empty until then.
    """

    show: Show
    svg: IO[str] | None
    gallery: IO[str] | None
    listed: Listed | None = None
    cover: tuple[int, ...] = ()

    def take(self, answer: Message) -> None:
        """Show the covers in an answer, if there are any."""
        if "printed" in answer and self.listed:
            self.listed.take(answer["printed"])
        elif "printed" in answer:
            put(answer["printed"], b"\n\n" if self.show.text else b"\n")
        if "options" in answer and not self.cover:
            self.cover = tuple(answer["options"][0])
        if "svg" in answer and self.svg:
            _empty(self.svg)  # of conflicts the last one is the best
            self.svg.write(answer["svg"])
        if "exhibits" in answer and self.gallery:
            self.gallery.write(answer["exhibits"])

    def send(self, **answer: Unpack[Message]) -> None:
        """Show covers that this process draws itself."""
        self.take(answer)

    def end(self, sentence: str) -> None:
        """Complete the page with a sentence on how the case ended."""
        if self.gallery:
            from danceoff.problems.pictures.gallery import foot  # late: pages of all covers, which few ask for

            self.gallery.write(foot(sentence))

    def discard(self) -> None:
        """Empty the files of a failed run, so that none is written."""
        for file in (self.svg, self.gallery):
            if file:
                _empty(file)


def _empty(file: IO[str]) -> None:
    file.seek(0)
    file.truncate()


@contextmanager
def showing(
    title: str, form: str, has_covers: bool, svg: Path | None, gallery: Path | None, has_model: bool = False
) -> Iterator[Showing]:
    """Open the files to write; raises OSError if one cannot be created.

    title: the title of the page.
    form: the format in which to print covers, one of FORMATS.
    has_covers: whether there are covers to print.
    svg, gallery: the files to write, or None.
    has_model: whether models of the first cover are written.
    """
    style, columns = text_style() if form == "text" and has_covers else ("", 0)
    answers = form if form != "text" and has_covers else ""
    show = Show(style, columns, svg=svg is not None, model=has_model, gallery=gallery is not None, answers=answers)
    with (
        whole_file(svg) if svg else nullcontext() as svg_file,
        whole_file(gallery) if gallery else nullcontext() as page,
    ):
        if page:
            from danceoff.problems.pictures.gallery import head

            page.write(head(title))
        yield Showing(show, svg_file, page, Listed() if answers == "json" else None)
