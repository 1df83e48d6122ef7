"""The end of task `unique`: whether there is exactly one cover, and two that differ if there are several."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Unpack

from danceoff.experiments.plans.case import Show
from danceoff.experiments.run.one_case.messages import Answer

if TYPE_CHECKING:
    from danceoff.experiments.results.record import Row
    from danceoff.experiments.terminal.covers.showing import Showing
    from danceoff.problems import Cover

_WORDS = {"none": "no cover", "one": "exactly one cover", "several": "at least two covers"}


def verdict(row: Row) -> str:
    """Return `none`, `one` or `several`; empty if a limit came first."""
    return [*_WORDS][row.n_apart] if row.status == "complete" else ""


def in_words(row: Row) -> str:
    """Return the verdict of a complete search in words."""
    words = _WORDS[verdict(row)]
    if not row.covers or not row.up_to_symmetry:
        return words
    orbit = f" ({row.covers} in its orbit)" if row.orbits == 1 else ""
    return f"{words} up to symmetry{orbit}"


def only(covers: Sequence[Cover]) -> list[list[int]]:
    """Return the options that only the first cover holds, and those that only the second holds; empty without two."""
    if len(covers) < 2:
        return [[], []]
    first, second = map(set, covers)
    return [sorted(first - second), sorted(second - first)]


def how_they_differ(covers: Sequence[Cover]) -> str:
    """Return in how many options two covers differ, in words; empty without two."""
    first, second = map(len, only(covers))
    if first == second:
        return f"they differ in {first} option{'s' * (first != 1)}" if first else ""
    return f"{first} option{'s are' if first != 1 else ' is'} only in the first, {second} only in the second"


def show(row: Row, covers: Sequence[Cover], sentence: str, shown: Showing) -> None:
    """Print the sentence and show the covers below it: one, or two with the differences marked."""
    if shown.show.text:
        shown.say(sentence)
    show = shown.show
    if not covers or not (show.text or shown.listed or shown.svg or shown.gallery):
        return
    from danceoff.experiments.run.one_case.pictures import send_pictures
    from danceoff.experiments.terminal.covers.showing import read_again
    from danceoff.problems import Covers
    from danceoff.problems.pictures.pair import Pair

    instance = read_again(row.problem)

    def send(**answer: Unpack[Answer]) -> None:
        shown.take(answer)

    if len(covers) == 1:
        send_pictures(instance, Covers.of(covers), 0, show, send)
        return
    send_pictures(instance, Covers.of(covers), 0, Show(answers=show.answers), send)
    pair, title, drawn = Pair(instance.problem, instance.board, *covers), f"{instance.name}, two covers", Answer()
    if show.text:
        drawn["picture"] = pair.text(show.columns, show.text)
    if show.svg:
        drawn["svg"] = pair.svg(title)
    if show.gallery:
        drawn["exhibit"] = {"svg": pair.svg(title, styled=False)}
    shown.take(drawn)
