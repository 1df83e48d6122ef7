"""De Bruijn cycles: every word of N letters comes once on a cycle: `de-bruijn/4`, `de-bruijn/3-3` in 3 letters.

Words and places are primary items, and the letter on a place is the colour of a secondary one. The word of zeros is
fixed at place 0, so that rotations of a cycle are the same cover (N. G. de Bruijn, 1946).
"""

from itertools import product

import numpy as np

from danceoff.problems.families.graph import circle
from danceoff.problems.grids.labelling import Labelling
from danceoff.problems.instance import Family, Model
from danceoff.problems.model.cover import ExactCover
from danceoff.problems.model.sizes import LARGEST_NAMED, parsed, refuse_beyond_limit

_FORM = "N, the length of the words, or N-LETTERS with 2 to 10 letters"
_LETTERS = "0123456789"


def _build(size: str) -> Model:
    match = parsed(r"([1-9]\d?)(?:-([2-9]|10))?", size, _FORM)
    n, k = int(match[1]), int(match[2] or 2)
    length = k**n
    refuse_beyond_limit(length * length * (n + 2), f"a cycle of the {length} words of {n} letters", LARGEST_NAMED)
    options, written, names = [], [], []
    for word in map("".join, product(_LETTERS[:k], repeat=n)):
        for place in range(length):
            if (place == 0) == (word == "0" * n):  # the word of zeros is at place 0
                around = [((place + step) % length, letter) for step, letter in enumerate(word)]
                options.append([f"w{word}", f"p{place}", *((f"b{p}", letter) for p, letter in around)])
                written.append([(p, int(letter)) for p, letter in around])
                names.append(f"{word} at {place}")
    words = ["w" + "".join(word) for word in product(_LETTERS[:k], repeat=n)]
    places = [f"p{place}" for place in range(length)]
    problem = ExactCover.from_options(options, [*words, *places], [f"b{place}" for place in range(length)], names)
    ring = np.arange(length, dtype=np.int32)
    line = np.column_stack([ring, np.roll(ring, -1)])
    return problem, Labelling(circle(length), line, np.array(written, np.int32), _LETTERS, True)


FAMILIES = (Family("de-bruijn", _FORM, _build),)
