"""Probabilities as shades of a colour: what heat maps of all boards share."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, Protocol, runtime_checkable

from danceoff.problems.model.cover import Cover, ExactCover
from danceoff.problems.pictures.drawing import Drawing, escaped, label, path

_LEVELS = 40
"""Shades of a colour: as many as people can tell apart."""
_LINE, _SWATCH = 7, 5
_TEXT_WIDTH = 1.9
"""A bound on the mean width of a letter of the legend."""
_MARGIN = 3

SHADE_STYLE = (
    ".danceoff{--heat:#e8590c}.danceoff .heat{fill:var(--heat)}"
    ".danceoff .hot{fill:none;stroke:var(--heat);stroke-width:.9;stroke-linecap:round;stroke-linejoin:round}"
    "@media screen and (prefers-color-scheme:dark){.danceoff{--heat:#d9601f}}"
)
"""What heat maps add to the style sheet."""


@dataclass(frozen=True)
class OptionCounts:
    """How many covers hold each option of the root problem.

    counts: in the numbering of the root problem; n_covers for an option that is taken.
    n_covers: the number of covers; not 0.
    """

    counts: Sequence[int]
    n_covers: int

    @cached_property
    def in_all(self) -> Cover:
        """The options that all covers hold."""
        return tuple(option for option, count in enumerate(self.counts) if count == self.n_covers)

    @cached_property
    def in_some(self) -> list[tuple[int, int]]:
        """The options that some but not all covers hold, each with the number of covers that hold it."""
        return [(option, count) for option, count in enumerate(self.counts) if 0 < count < self.n_covers]

    def share(self, count: int) -> float:
        """Return the share of `count` covers among all covers, exact but for one rounding."""
        return count / self.n_covers


@runtime_checkable
class HasHeat(Protocol):
    """A board that shows probabilities of its options."""

    def heat(self, problem: ExactCover, counted: OptionCounts) -> Drawing:
        """Return a drawing of how many covers hold each option; options in all covers look as in a cover."""


class Conflict(NamedTuple):
    """Items that cannot be covered together, on their board.

    base: the board.
    shapes: the outlines to fill, each with its strength.
    above: elements that are drawn above all others.
    named: the items that have no place on the board.
    """

    base: Drawing
    shapes: Sequence[tuple[float, str]]
    above: Sequence[str]
    named: Sequence[int]


def shaded(kind: str, shapes: Iterable[tuple[float, str]], most: float) -> Iterator[str]:
    """Yield paths in shades of one colour.

    kind: the class of all paths.
    shapes: the probability and the outline of each path.
    most: the probability that gets the full colour.
    """
    of_level: dict[int, list[str]] = {}
    for probability, outline in shapes:
        of_level.setdefault(max(1, round(_LEVELS * probability / most)), []).append(outline)
    for level, outlines in sorted(of_level.items()):
        opacity = "" if level == _LEVELS else f' opacity="{level / _LEVELS:g}"'
        yield path(kind, "".join(outlines)).removesuffix("/>") + opacity + "/>"


def sized(x: float, y: float, text: str, size: float) -> str:
    """Return a text centred on a point.

    size: its height; a cell is 10 high.
    """
    return f'<text x="{x:.8g}" y="{y:.8g}" style="font-size:{size:.3g}px">{escaped(text)}</text>'


def percent(probability: float) -> str:
    """Return a probability in percent, with two digits: 37, 3.7, <0.1."""
    shown = 100 * probability
    return f"{shown:.0f}" if shown >= 9.95 else f"{shown:.1f}" if shown >= 0.1 else "<0.1"


class Sign(NamedTuple):
    """An entry of a legend.

    words: the meaning of the sign.
    element: the sign, from (0, 0) to (width, 5).
    width: the width of the sign; 0 for none.
    """

    words: str
    element: str = ""
    width: int = 0


def scale(most: float, words: str) -> Sign:
    """Return the shades from 0 to the greatest probability.

    words: the event whose probability is shown.
    """
    swatches = [(k / _SWATCH, f"M{_SWATCH * (k - 1)} 0h{_SWATCH}v{_SWATCH}h-{_SWATCH}z") for k in range(1, _SWATCH + 1)]
    return Sign(f"0 to {percent(most)} %: {words}", "".join(shaded("heat flat", swatches, 1.0)), _SWATCH * _SWATCH)


IN_ALL = Sign("in all covers", '<path class="c0 flat" d="M.5 .5h4v4h-4z"/><path class="border" d="M.5 .5h4v4h-4z"/>', 5)


def with_legend(board: Drawing, lines: Sequence[Sign]) -> Drawing:
    """Return a board with a legend below it."""
    indent = max((line.width + 2 for line in lines if line.width), default=0)
    size = min(max(board.width / 100, 0.7), 2.5)
    width = max(
        board.width, 2 * _MARGIN + size * max((indent + _TEXT_WIDTH * len(line.words) for line in lines), default=0)
    )
    aside = (width - board.width) / 2
    elements = [f'<g transform="translate({aside:.8g} 0)">', *board.elements, "</g>"] if aside else [*board.elements]
    elements.append(f'<g transform="translate({_MARGIN} {board.height + size:.8g}) scale({size:g})">')
    for k, line in enumerate(lines):
        elements.append(f'<g transform="translate(0 {k * _LINE:g})">{line.element}</g>' if line.element else "")
        elements.append(label(indent if line.element else 0, k * _LINE + _SWATCH / 2, line.words, "small row"))
    height = board.height + size * (len(lines) * _LINE + 1)
    return Drawing(round(width, 2), round(height, 2), [*elements, "</g>"])
