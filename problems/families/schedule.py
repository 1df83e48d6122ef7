"""All pairs of players meet once, in rounds in which each player plays once: `round-robin/8`, `kirkman/15`.

A game is of two players in a round robin (a 1-factorization of the complete graph), and of three in Kirkman's problem
of the schoolgirls (a Kirkman triple system). Player 0's games are given, which fixes the order of the rounds: in a
round robin, player 0 meets player r in round r; in a Kirkman system, players 2r - 1 and 2r.
"""

from functools import partial
from itertools import combinations
from math import comb

import numpy as np

from danceoff.problems.grids.points import Points
from danceoff.problems.instance import Family, Model
from danceoff.problems.model.cover import IntArray, InvalidProblem
from danceoff.problems.model.sizes import equal_options, joined, refuse_beyond_limit, whole_number

_PAIRS, _TRIPLES = "N, the number of players, even", "V, the number of players: 3, 9, 15, 21, ..."


def _build(n_each: int, form: str, size: str) -> Model:
    n = whole_number(size, form)
    if n % (n_each * (n_each - 1)) != n_each % (n_each * (n_each - 1)):  # n is even, or 3 modulo 6
        raise InvalidProblem(f"{size!r} is not of the form {form}")
    n_rounds = (n - 1) // (n_each - 1)
    n_entries = comb(n, n_each) * n_rounds * (comb(n_each, 2) + n_each)
    refuse_beyond_limit(n_entries, f"a schedule of {n} players")
    pairs = np.column_stack(np.triu_indices(n, 1)).astype(np.int32)
    number = np.zeros((n, n), np.int32)
    number[pairs[:, 0], pairs[:, 1]] = np.arange(len(pairs))
    games = np.array(list(combinations(range(n), n_each)), np.int32)
    every = np.tile(games, (n_rounds, 1))
    turn = np.repeat(np.arange(n_rounds, dtype=np.int32), len(games))
    meetings = [number[every[:, a], every[:, b]] for a, b in combinations(range(n_each), 2)]
    items = np.column_stack([*meetings, len(pairs) + turn[:, None] * n + every]).astype(np.int32)
    names = partial(_item_name, pairs), partial(_option_name, games)
    problem = equal_options(items, len(pairs) + n_rounds * n, *names)
    # Games of player 0 with two neighbours: every second one is with players 2r - 1 and 2r. In pairs, all are given.
    of_first = np.flatnonzero((games[:, 0] == 0) & (np.diff(games[:, 1:]) == 1).all(axis=1))[:: n_each - 1]
    given = np.arange(n_rounds) * len(games) + of_first
    return problem.given(given), Points(n, problem.start // items.shape[1] * n_each, every.ravel(), turn)


def _item_name(pairs: IntArray, item: int) -> str:
    """Return two players who meet (0-1), or a round and a player who plays in it (r1p0)."""
    if item < len(pairs):
        return joined(pairs, item)
    turn, player = divmod(item - len(pairs), int(pairs[-1, 1]) + 1)
    return f"r{turn + 1}p{player}"


def _option_name(games: IntArray, option: int) -> str:
    turn, game = divmod(option, len(games))
    return f"r{turn + 1} {joined(games, game)}"


FAMILIES = (
    Family("round-robin", _PAIRS, partial(_build, 2, _PAIRS)),
    Family("kirkman", _TRIPLES, partial(_build, 3, _TRIPLES)),
)
