"""Sends covers to the parent of a worker, as pictures or as option numbers."""

from __future__ import annotations

from danceoff.experiments.plans.case import Show
from danceoff.experiments.run.one_case.messages import Send
from danceoff.problems import Cover, Covers
from danceoff.problems.instance import Instance


def send_pictures(instance: Instance, covers: Covers, n_before: int, show: Show, send: Send) -> None:
    """Send covers in the forms that `show` asks for.

    covers: in the numbering of the root problem.
    n_before: the number of covers found before these.
    """
    if show.options and len(covers):
        send(options=list(covers))
    if show.answers:
        for cover in covers:
            send(found=_for_programs(instance, cover))
    if not (show.text or show.figures or show.gallery or ((show.svg or show.model) and n_before == 0)):
        return
    for number, cover in enumerate(covers, n_before + 1):
        title = f"{instance.name}, cover {number}"
        if show.text == "plain":
            send(picture=instance.heading() + instance.picture(cover))
        elif show.text:
            send(picture=instance.heading() + instance.boxed(cover, show.columns, coloured=show.text == "coloured"))
        if show.svg and number == 1:
            send(svg=instance.svg(cover, title, exploded=show.exploded))
        if show.model and number == 1:
            send(model=list(cover))
        if show.figures:
            send(figure=instance.svg(cover, title, styled=False))
        if show.gallery:
            send(exhibit=instance.board.exhibit(instance.problem, cover, title, is_first=number == 1))


def _for_programs(instance: Instance, cover: Cover) -> dict[str, object]:
    """Return a cover as values for JSON."""
    names = [instance.board.name_in_root(instance.problem, option) for option in cover]
    picture = instance.picture(cover).split("\n")
    return {"options": list(cover), "names": names, "picture": picture, **instance.in_numbers()}
