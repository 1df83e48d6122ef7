"""The colours that tell pieces apart, in all pictures."""

from __future__ import annotations

PALETTE = (
    *("#80b8c8", "#f8e860", "#e06858", "#f8a8f0", "#18a058", "#a078e0", "#b09000", "#00f8f8", "#f8a890", "#90f8a0"),
    *("#d870b0", "#1098c8", "#e8b030", "#88b848", "#b0c898", "#b08870", "#f8d8a8", "#c0a0b8", "#b8a0f8", "#7890a0"),
    *("#80a880", "#e88830", "#a8e8d8", "#00c8b8", "#f8c8d8", "#b0c8f8", "#c0d050", "#6090f0", "#00a098", "#00b8f8"),
)
"""Colours far apart in OKLab (Ottosson 2020): each is the farthest one from those before it, of 30 chosen so.

They stand on light and dark ground, and ink on them has a contrast of at least 4.5 (WCAG 2.1, AA).
"""
INK_ON_COLOUR = "#1b1f24"
"""The colour of letters and borders on any of the colours."""
TERMINAL = (
    *(109, 221, 167, 219, 35, 140, 136, 51, 216, 121, 169, 31, 178, 106, 151),
    *(137, 223, 146, 147, 102, 108, 172, 152, 43, 224, 153, 149, 69, 37, 39),
)
"""The nearest different colours in the palette of 256 of a terminal."""
N_COLOURS = len(PALETTE)
