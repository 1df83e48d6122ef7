"""`python -m danceoff.experiments.report.documents.learning_picture FILE`: draw the animation of docs/engines.md.

It shows a search of `learn` with one conflict, from the events of its readable model.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from danceoff.experiments.report.documents.film import Film
from danceoff.experiments.report.documents.learning_model import Event, LearningSearch, Step
from danceoff.experiments.results.whole_file import write_whole
from danceoff.problems.pictures.drawing import STYLE, Drawing, escaped, path
from danceoff.problems.pictures.svg import document

OPTIONS = ("af", "afh", "bd", "bdg", "ce", "ck", "eg", "gh", "gj", "hij", "ik")
"""Found by a search among small problems: its conflict skips a level, and is resolved twice before the first UIP."""

_WIDTH = 124
_SECONDS = {
    "begin": 3.0,
    "decided": 2.0,
    "heard": 1.1,
    "conflict": 2.6,
    "met": 2.8,
    "resolved": 3.8,
    "learned": 3.8,
    "back": 2.8,
    "asserted": 2.2,
    "cover": 2.6,
    "flipped": 3.4,
    "over": 3.0,
}
_CUT_S = 0.05  # between captions
_HURRIED_S = 0.4  # for what items hear after the conflict
_ITEMS_Y, _ROW, _SLOT, _CHIP = 20, 8, 12, 10.4  # the sets of the items
_TRAIL_Y, _STEP, _LINK = 81, 10.4, 9.4
_GRAPH_Y, _LANE, _COLUMN = 106, 10, 19
_STYLE = (
    ".danceoff{--bad:#cf222e;--uip:#bf5f00}@media screen and (prefers-color-scheme:dark)"
    "{.danceoff{--bad:#ff7b72;--uip:#ffa657}}"
    ".danceoff text.say{font-size:4.4px;text-anchor:start}.danceoff .head{font-size:3.4px;text-anchor:start}"
    ".danceoff .head,.danceoff .why{opacity:.65}.danceoff .why{font-size:3.2px}"
    ".danceoff .word{font-size:3.7px}.danceoff .gone{fill:var(--faint)}"
    ".danceoff .card{stroke:var(--ink);stroke-width:.35}"
    ".danceoff .hollow{fill:none;stroke:var(--faint);stroke-width:.35}.danceoff .plain{fill:var(--empty)}"
    ".danceoff .strike{stroke:var(--faint);stroke-width:.4}.danceoff .bar{stroke:var(--ink);stroke-width:.7}"
    ".danceoff .link{fill:none;stroke:var(--faint);stroke-width:.5}.danceoff .lane{opacity:.3}"
    ".danceoff .bad{fill:none;stroke:var(--bad);stroke-width:.8}.danceoff .badly{fill:var(--bad);font-weight:700}"
    ".danceoff .uip{fill:none;stroke:var(--uip);stroke-width:1.2}.danceoff .named{fill:var(--uip)}"
    ".danceoff .named,.danceoff .item{font-size:3.4px}.danceoff .head,.danceoff .named,.danceoff .item{font-weight:600}"
)


class Frame(NamedTuple):
    """What is seen after an event."""

    event: Event
    caption: tuple[str, str]
    trail: tuple[Step, ...]
    cells: dict[str, tuple[str, ...]]
    size: dict[str, int]
    coverer: dict[str, str]
    n_done: int
    is_taught: bool  # whether a clause was learned
    covers: tuple[tuple[str, ...], ...]


def frames(options: Sequence[str]) -> list[Frame]:
    """Return the search for all covers, event by event."""
    search = LearningSearch(list(options))
    made: list[Frame] = []
    covers: tuple[tuple[str, ...], ...] = ()
    for event in chain([Event("begin")], search.events()):
        covers += (event.options,) if event.kind == "cover" else ()
        before = made[-1].trail if made else ()
        made.append(
            Frame(
                event,
                _caption(search, event, before),
                tuple(search.trail),
                {item: tuple(cells) for item, cells in search.cells.items()},
                dict(search.size),
                dict(search.coverer),
                search.n_done,
                bool(search.clauses) and event.kind != "learned",
                covers,
            )
        )
    return made


def learning_picture() -> str:
    """Return the film as an SVG."""
    shots = frames(OPTIONS)
    kinds = [shot.event.kind for shot in shots]
    seconds = [
        _HURRIED_S if kind == "heard" and shot.is_taught else _SECONDS[kind]
        for shot, kind in zip(shots, kinds, strict=True)
    ]
    film = Film(seconds, kinds.index("learned"))
    elements = [*_captions(film, shots), *_sets(film, shots), *_trail(film, shots), *_graph(film, shots)]
    elements += _results(film, shots)
    description = " ".join(dict.fromkeys(" ".join(shot.caption) for shot in shots))
    drawing = Drawing(_WIDTH, _GRAPH_Y + 4 * _LANE + 2, elements)
    return document(drawing, "A conflict of the engine learn", description, STYLE + _STYLE + film.style())


def _caption(search: LearningSearch, event: Event, before: Sequence[Step]) -> tuple[str, str]:
    """Return two lines on what has happened. before: the trail before it."""
    option, level, new = event.option, search.level, search.trail[len(before) :]
    if event.kind == "begin":
        return f"{len(search.items)} items, each with the set of its options.", "Cover each item exactly once."
    if event.kind == "heard" and search.clauses:
        return "The rest follows from the items alone.", ""
    if event.kind == "decided":
        n_left = search.size[event.item]
        return f"Level {level}: {event.item} has the fewest options left, {n_left}.", f"Take the first, {option}."
    if event.kind == "heard" and search.value(option):
        out = f"Out: {_and([step.option for step in new])}." if new else "Nothing else is left there."
        return f"{option} is in. It covers {_and(list(option))}.", out
    if event.kind == "heard":
        left = [item for item in option if item not in search.coverer]
        first = f"{option} is out" + (f", so {_and(left)} lose{'s' if len(left) == 1 else ''} it." if left else ".")
        return first, " ".join(f"Last of {step.why.name}: {step.option} is in." for step in new)
    if event.kind == "conflict":
        return f"Conflict: {_and(event.options)} are in,", f"and both cover {event.item}."
    if event.kind == "met":
        return f"Why? Begin with what clashes: {_and(event.options)}.", "Go back along the trail, newest first."
    if event.kind == "resolved":
        step = search.trail[search.place[option]]
        here = search.place[option]
        lost = [one.option for one in search.trail[:here] if event.item in one.option]
        sources = [one.option for one in search.trail if one.option in search.reason(step.why, here)]
        first = f"{option} was the last of {event.item}: {_and(lost)} {_are(lost)} out,"
        return first, f"since {_and(sources)} {_are(sources)} in. Replace {option} by {_and(sources)}."
    if event.kind == "learned":
        return (
            f"Only {option} is left of level {level}: the first UIP.",
            f"Learn: {_and(event.options)} are never in together.",
        )
    if event.kind == "back":
        undone = _and([str(k) for k in range(level + 1, before[-1].level + 1)])
        return f"Jump back to level {level}: {undone} are undone.", "Sets grow again by counting; no option moves."
    if event.kind == "asserted":
        return f"{_and(search.trail[-1].why.others)} is in, so {option} is out:", "the clause says so."
    if event.kind == "cover":
        return f"A cover: {_and(event.options)}.", "Nothing is noted to exclude it."
    if event.kind == "flipped":
        first = f"Flip the deepest decision: {option} is out, without a reason."
        return first, "No jump goes back over this level. The clause stays."
    return "No decision is left to flip: the search is over.", "Every cover came once."


def _and(words: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def _are(words: Sequence[str]) -> str:
    return "is" if len(words) == 1 else "are"


def _captions(film: Film, shots: Sequence[Frame]) -> list[str]:
    drawn = []
    for caption in dict.fromkeys(shot.caption for shot in shots):
        words = [_text(3, y, line, "say") for y, line in zip((6, 12), caption, strict=True)]
        drawn += [f"<g {film.shown([float(shot.caption == caption) for shot in shots], _CUT_S)}>", *words, "</g>"]
    return drawn


def _sets(film: Film, shots: Sequence[Frame]) -> list[str]:
    """Each item with its options; behind the bar those that have left."""
    items = sorted(shots[0].cells)
    n_rows = (len(items) + 1) // 2
    drawn = []
    for number, item in enumerate(items):
        x, y = (3 if number < n_rows else 54), _ITEMS_Y + number % n_rows * _ROW
        cells = shots[0].cells[item]
        drawn.append(f"<g {film.shown([0.45 if item in shot.coverer else 1.0 for shot in shots])}>")
        drawn += [f'<rect class="empty" x="{x}" y="{y}" width="{9 + len(cells) * _SLOT}" height="7" rx="1.5"/>', "</g>"]
        drawn.append(_text(x + 3.5, y + 3.6, item, "given"))
        for option in sorted(cells):
            moved = film.moved([shot.cells[item].index(option) * _SLOT for shot in shots])
            drawn += [f"<g {moved}>", *_cell(film, shots, item, option, x + 8, y), "</g>"]
        bar = film.moved([shot.size[item] * _SLOT for shot in shots])
        drawn.append(f"<g {bar}>{path('bar', f'M{x + 7.2:g} {y + 0.6:g}v5.8')}</g>")
    return drawn


def _cell(film: Film, shots: Sequence[Frame], item: str, option: str, x: float, y: float) -> list[str]:
    """An option in the set of an item: there, gone, or in."""

    def there(shot: Frame) -> float:
        if item in shot.coverer:
            return 0.0 if shot.coverer[item] == option else 0.25
        return 1.0 if shot.cells[item].index(option) < shot.size[item] else 0.25

    y += 0.6
    plain = _chip(x, y, option, "plain")
    drawn = [f"<g {film.shown([there(shot) for shot in shots])}>", *plain, "</g>"]
    for level in sorted({step.level for shot in shots for step in shot.trail if step.option == option and step.is_in}):
        is_in = [
            float(shot.coverer.get(item) == option and any(s.option == option and s.level == level for s in shot.trail))
            for shot in shots
        ]
        drawn += [f"<g {film.shown(is_in)}>", *_chip(x, y, option, f"c{level}"), "</g>"]
    return drawn


def _trail(film: Film, shots: Sequence[Frame]) -> list[str]:
    """The trail: options that are in have the colour of their level, and those that are out are struck out."""
    drawn = [_text(3, _TRAIL_Y - 8, "TRAIL, AND BELOW IT EACH REASON", "head")]
    places = sorted({(k, step) for shot in shots for k, step in enumerate(shot.trail)})
    for place, step in places:
        x = 5 + place * _STEP
        seen = film.shown([float(place < len(shot.trail) and shot.trail[place] == step) for shot in shots])
        why = "clause" if step.why.kind == "clause" else step.why.name
        rule = f'<rect class="c{step.level}" x="{x - 0.5:g}" y="{_TRAIL_Y + 6.6}" width="{_STEP:g}" height="1.2"/>'
        drawn += [f"<g {seen}>", rule]
        if not why:
            name = f"level {step.level}, flipped" if step.why.kind == "flipped" else f"level {step.level}"
            drawn.append(_text(x, _TRAIL_Y - 2.8, name, "head"))
        drawn += _chip(x, _TRAIL_Y, step.option, f"c{step.level}" if step.is_in else "hollow", _LINK)
        drawn += [_text(x + _LINK / 2, _TRAIL_Y + 10.6, why, "why"), "</g>"]
    heard = [float(shot.event.kind == "heard") for shot in shots]
    drawn.append(f"<g {film.shown(heard)}><g {film.moved([max(shot.n_done - 1, 0) * _STEP for shot in shots])}>")
    box = f'x="4.3" y="{_TRAIL_Y - 0.7:g}" width="{_LINK + 1.4:g}" height="7.2" rx="1.8"'
    drawn.append(f'<rect class="ring" {box}/></g></g>')
    return drawn


class _Node(NamedTuple):
    x: float
    y: float
    column: int


def _graph(film: Film, shots: Sequence[Frame]) -> list[str]:
    """The implication graph of the first conflict: columns by the longest way to it, lanes by level."""
    end = next(k for k, shot in enumerate(shots) if shot.event.kind == "conflict")
    conflict, trail = shots[end].event, shots[end].trail
    nodes, edges = _laid_out(trail)
    back = next(k for k, shot in enumerate(shots) if shot.event.kind == "back")

    def since(place: int) -> str:
        """Shown from the time when the trail is longer than this, until the jump back."""
        return film.shown([float(k < back and len(shot.trail) > place) for k, shot in enumerate(shots)])

    drawn = [f"<g {since(0)}>", _text(3, _GRAPH_Y - 4, "WHAT FOLLOWED FROM WHAT", "head"), "</g>"]
    for level in range(1, trail[-1].level + 1):
        rows = [nodes[step.option].y for step in trail if step.level == level]
        top, height = min(rows) - _LANE / 2, max(rows) - min(rows) + _LANE - 1
        lane = f'<rect class="lane c{level}" x="3" y="{top:g}" width="{_WIDTH - 6}" height="{height:g}" rx="2"/>'
        drawn.append(f"<g {since([step.level for step in trail].index(level))}>{lane}</g>")
    for place, step in enumerate(trail):
        node = nodes[step.option]
        drawn.append(f"<g {since(place)}>")
        drawn += [_edge(nodes[source], node) for source in edges.get(step.option, ())]
        drawn += _chip(node.x, node.y - 3.1, step.option, f"c{step.level}" if step.is_in else "hollow")
        if step.why.kind == "item":
            drawn.append(_text(node.x - 3.4, node.y - 2.6, step.why.name, "item"))
        drawn.append("</g>")
    x, y = _WIDTH - 11, (nodes[conflict.options[0]].y + nodes[conflict.options[1]].y) / 2
    drawn.append(f"<g {film.shown([float(end <= k < back) for k in range(len(shots))])}>")
    drawn += [path("bad", f"M{nodes[one].x + _CHIP:g} {nodes[one].y:g}L{x - 4:g} {y:g}") for one in conflict.options]
    drawn += [f'<circle class="bad" cx="{x}" cy="{y:g}" r="3.8"/>', _text(x, y, conflict.item, "badly"), "</g>"]
    return [*drawn, *_rings(film, shots, nodes)]


def _laid_out(trail: Sequence[Step]) -> tuple[dict[str, _Node], dict[str, list[str]]]:
    """Return where each option is, and what it follows from."""
    nodes: dict[str, _Node] = {}
    edges: dict[str, list[str]] = {}
    taken: set[tuple[int, float]] = set()
    lowest = -1.0
    for place, step in enumerate(trail):
        if step.why.kind == "option":
            edges[step.option] = [step.why.name]
        elif step.why.kind == "item":
            edges[step.option] = [one.option for one in trail[:place] if not one.is_in and step.why.name in one.option]
        sources = edges.get(step.option, [])
        column = max((nodes[source].column + 1 for source in sources), default=0)
        own = [nodes[s].y for s in sources if any(one.option == s and one.level == step.level for one in trail)]
        row = (own[-1] - _GRAPH_Y) / _LANE - 0.5 if own else lowest + 1
        while (column, row) in taken:
            row += 1
        taken.add((column, row))
        lowest = max(lowest, row)
        nodes[step.option] = _Node(5 + column * _COLUMN, _GRAPH_Y + (row + 0.5) * _LANE, column)
    return nodes, edges


def _edge(source: _Node, node: _Node) -> str:
    x, y = source.x + _CHIP, source.y
    middle = (x + node.x) / 2
    return path("link", f"M{x:g} {y:g}C{middle:g} {y:g} {middle:g} {node.y:g} {node.x:g} {node.y:g}")


def _rings(film: Film, shots: Sequence[Frame], nodes: dict[str, _Node]) -> list[str]:
    """Rings around what the analysis has met, and around the first unique implication point."""
    drawn = []
    met = {k: shot.event for k, shot in enumerate(shots) if shot.event.kind in ("met", "resolved", "learned")}
    first = next(event for event in met.values() if event.kind == "learned")
    for option, node in nodes.items():
        rounds = f'x="{node.x - 1:g}" y="{node.y - 4.1:g}" width="{_CHIP + 2:g}" height="8.2" rx="2.4"/>'
        is_first = [float(met.get(k) is first and option == first.option) for k in range(len(shots))]
        is_met = [float(k in met and option in met[k].options) - is_first[k] for k in range(len(shots))]
        if any(is_met):
            drawn.append(f'<g {film.shown(is_met)}><rect class="ring" {rounds}</g>')
        if any(is_first):
            named = _text(node.x + _CHIP / 2, node.y - 5.8, "first UIP", "named")
            drawn.append(f'<g {film.shown(is_first)}><rect class="uip" {rounds}{named}</g>')
    return drawn


def _results(film: Film, shots: Sequence[Frame]) -> list[str]:
    """What was learned, and the covers."""
    y = _GRAPH_Y - 4
    learned = next(shot.event.options for shot in shots if shot.event.kind == "learned")
    drawn = [f"<g {film.shown([float(shot.is_taught) for shot in shots])}>", _text(3, y, "LEARNED", "head")]
    drawn += [_text(3, y + 7, f"not both {_and(learned)}", "say"), _text(3, y + 17, "COVERS", "head"), "</g>"]
    for k, cover in enumerate(shots[-1].covers):
        seen = film.shown([float(shot.is_taught and len(shot.covers) > k) for shot in shots])
        drawn.append(f"<g {seen}>")
        for j, option in enumerate(cover):
            drawn += _chip(3 + j * _SLOT, y + 21 + k * _ROW, option, "c1")
        drawn.append("</g>")
    return drawn


def _chip(x: float, y: float, option: str, kind: str, width: float = _CHIP) -> list[str]:
    """An option. kind: hollow if it is out."""
    middle = y + 3.1
    kinds = "hollow" if kind == "hollow" else f"card {kind}"
    drawn = [f'<rect class="{kinds}" x="{x:g}" y="{y:g}" width="{width:g}" height="5.8" rx="1.4"/>']
    ink = {"hollow": "word gone", "plain": "word"}.get(kind, "word on")
    drawn.append(_text(x + width / 2, middle, option, ink))
    if kind == "hollow":
        drawn.append(path("strike", f"M{x + 1.2:g} {middle:g}h{width - 2.4:g}"))
    return drawn


def _text(x: float, y: float, words: str, kind: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" class="{kind}">{escaped(words)}</text>'


if __name__ == "__main__":
    write_whole(Path(sys.argv[1]), learning_picture())
