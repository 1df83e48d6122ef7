"""What `danceoff solve` does with covers as they come: prints them, writes one to a file, or all of them to a page."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from danceoff.experiments.plans.case import Show
from danceoff.experiments.results.whole_file import whole_file
from danceoff.experiments.run.one_case.messages import Answer


def text_style() -> tuple[str, int]:
    """How pictures are drawn on standard output, and in how many columns.

    A terminal gets borders, and colours unless it is dumb or NO_COLOR is set (no-color.org); whatever reads a pipe gets
    the plain text that it can parse.
    """
    if not sys.stdout.isatty():
        return "plain", 0
    is_colourless = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
    return "boxed" if is_colourless else "coloured", shutil.get_terminal_size().columns


@dataclass
class Showing:
    """Takes the messages of the child that solves; `show` is what the child is asked to send.

    svg, gallery: files being written.
    """

    show: Show
    svg: IO[str] | None
    gallery: IO[str] | None
    n_figures: int = 0

    def take(self, answer: Answer) -> None:
        """Show the cover that an answer brings, if it brings one."""
        if "picture" in answer:
            print(answer["picture"], end="\n\n", flush=True)
        if "svg" in answer and self.svg:
            self.svg.write(answer["svg"])
        if "figure" in answer and self.gallery:
            from danceoff.problems.pictures.gallery import figure

            self.n_figures += 1
            self.gallery.write(figure(answer["figure"], str(self.n_figures)))

    def end(self, sentence: str) -> None:
        """End the page with what became of the case."""
        if self.gallery:
            from danceoff.problems.pictures.gallery import foot

            self.gallery.write(foot(sentence))

    def discard(self) -> None:
        """Have no file made, for the run went wrong."""
        for file in (self.svg, self.gallery):
            if file:
                file.seek(0)
                file.truncate()


@contextmanager
def showing(title: str, is_text: bool, svg: Path | None, gallery: Path | None) -> Iterator[Showing]:
    """Open the files that are asked for; raises OSError where one cannot be made."""
    style, columns = text_style() if is_text else ("", 0)
    show = Show(style, columns, svg is not None, gallery is not None)
    with (
        whole_file(svg) if svg else nullcontext() as svg_file,
        whole_file(gallery) if gallery else nullcontext() as page,
    ):
        if page:
            from danceoff.problems.pictures.gallery import head

            page.write(head(title))
        yield Showing(show, svg_file, page)
