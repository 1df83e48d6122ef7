"""Covers that are shown once a case has ended: the cheapest, or those that a question shows together.

The child sends them as numbers, since most of the cheapest are replaced soon; so the problem is read once more here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from danceoff.experiments.run.one_case.messages import Show
from danceoff.experiments.terminal.covers.ending import INTERRUPTED, RIGHT

if TYPE_CHECKING:
    from danceoff.experiments.results.record import Row
    from danceoff.experiments.run.one_case.messages import Message
    from danceoff.experiments.terminal.covers.said import Said
    from danceoff.experiments.terminal.covers.showing import Showing


def show_at_end(row: Row, said: Said, sentence: str, shown: Showing, sent: Show) -> None:
    """Show the covers that have not been shown as they came.

    sent: the form in which the worker has sent them.
    """
    if said.question.by_cost and row.cost is not None:
        _show_cheapest(row, said, shown)
    if sent.options and row.status in (*RIGHT, INTERRUPTED):
        _show_together(said, sentence, shown)


def _show_cheapest(row: Row, said: Said, shown: Showing) -> None:
    """Show the covers that the row reports, the cheapest first."""
    from danceoff.experiments.run.one_case.pictures import Pictures

    pictures = Pictures(said.instance, shown.show)
    for number, (cost, _, cover) in enumerate(said.cheapest):
        drawn, of_cost, below = said.question.drawn(row, said.instance, cover, cost)
        pictures.send(drawn, number, shown.send, of_cost)
        if below and shown.show.text:
            shown.say(below)


def _show_together(said: Said, sentence: str, shown: Showing) -> None:
    """Print the sentence and show the covers below it: one, or two with the differences marked."""
    from danceoff.experiments.run.one_case.pictures import Pictures, encoded
    from danceoff.problems import Covers
    from danceoff.problems.pictures.gallery import line
    from danceoff.problems.pictures.pair import Pair

    show, covers = shown.show, said.covers
    if show.text:
        shown.say(sentence)

    if covers:
        alone = show if len(covers) == 1 else Show(answers=show.answers)
        Pictures(said.instance, alone).send(Covers.of(covers), 0, shown.send)
    if len(covers) < 2:
        return
    pair = Pair(said.instance.problem, said.instance.board, *covers)
    title = f"{said.instance.name}, two covers"
    drawn: Message = {}
    if show.text:
        drawn["printed"] = encoded([pair.text(show.columns, show.text), "\n\n"])
    if show.svg:
        drawn["svg"] = pair.svg(title)
    if show.gallery:
        drawn["exhibits"] = encoded([line({"svg": pair.svg(title, styled=False)})])
    shown.take(drawn)
