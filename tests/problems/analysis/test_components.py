"""Components of problems, against a union of options one by one."""

import random

import numpy as np

from danceoff.problems import ExactCover
from danceoff.problems.analysis.components import components_of_items


def test_components_of_random_problems():
    rng = random.Random(1)
    for _ in range(200):
        items = list(range(rng.randint(1, 12)))
        options = [rng.sample(items, rng.randint(1, min(len(items), 3))) for _ in range(rng.randint(0, 8))]
        joining = None if rng.random() < 0.4 else np.array([rng.random() < 0.7 for _ in items])
        part = items[:]
        for option in options:
            joined = {part[i] for i in option if joining is None or joining[i]}
            part = [min(joined) if one in joined else one for one in part]
        assert components_of_items(ExactCover.from_options(options, items), joining).tolist() == part
