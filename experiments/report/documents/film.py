"""A film in CSS: elements of an SVG that fade and move, frame by frame, for ever, without a script."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

_FADE_S = 0.35  # or two thirds of a short frame


class Film:
    """Classes for elements, each with what it is in every frame, and their style sheet.

    Those who ask for reduced motion see one frame, which does not move; the pointer on the picture stops it.
    """

    def __init__(self, durations: Sequence[float], still: int) -> None:
        """durations: of the frames, in seconds. still: the frame for those who want no motion."""
        self._starts = [0.0, *accumulate(durations)]
        self._still = still
        self._names: dict[tuple[float, tuple[str, ...]], str] = {}

    def shown(self, opacity: Sequence[float], fade_s: float = _FADE_S) -> str:
        """Return the attribute of an element that has this opacity in each frame."""
        return self._class([f"opacity:{value:g}" for value in opacity], fade_s)

    def moved(self, x: Sequence[float]) -> str:
        """Return the attribute of an element that is moved to the right by x units in each frame."""
        return self._class([f"transform:translate({value:g}px)" for value in x], _FADE_S)

    def style(self) -> str:
        """Return the style sheet of all classes so far."""
        total = self._starts[-1]
        still = "".join(f".{name}{{{values[self._still]}}}" for (_, values), name in self._names.items())
        frames = "".join(f"@keyframes {name}{{{self._keys(*key)}}}" for key, name in self._names.items())
        names = "".join(f".{name}{{animation-name:{name}}}" for name in self._names.values())
        return (
            f"{still}{frames}@media(prefers-reduced-motion:no-preference){{"
            f".film{{animation:{total:g}s linear infinite}}{names}}}svg:hover .film{{animation-play-state:paused}}"
        )

    def _class(self, values: list[str], fade_s: float) -> str:
        name = self._names.setdefault((fade_s, tuple(values)), f"f{len(self._names)}")
        return f'class="film {name}"'

    def _keys(self, fade_s: float, values: tuple[str, ...]) -> str:
        keys, since = [], "0%"
        for k in range(1, len(values)):
            if values[k] != values[k - 1]:
                keys.append(f"{since},{self._percent(self._starts[k])}{{{values[k - 1]}}}")
                fade = min(fade_s, (self._starts[k + 1] - self._starts[k]) * 2 / 3)
                since = self._percent(self._starts[k] + fade)
        return "".join([*keys, f"{since},to{{{values[-1]}}}"])

    def _percent(self, seconds: float) -> str:
        return f"{100 * seconds / self._starts[-1]:.4g}%"
