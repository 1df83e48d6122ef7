"""A coloured problem with a published number of covers and a narrow frontier: paths from corner to corner."""

from collections.abc import Iterator

from danceoff.problems import ExactCover

Step = tuple[int, int]
HEADINGS = (0, 1), (1, 0), (0, -1), (-1, 0)  # east, south, west, north
LAPS = 8  # quarter turns, counted modulo two full turns


def corner_paths(side: int) -> ExactCover:
    """Self-avoiding paths of a rook from corner to corner of a square of cells: OEIS A007764.

    The primary items are the cells, the secondary ones the edges between neighbours. The colour of an edge is the
    number of quarter turns of the path up to there, modulo 8, or `unused`. A closed path makes four of them in all,
    which are not 0 modulo 8, so no colours fit all around it.
    """
    cells = [(row, column) for row in range(side) for column in range(side)]
    edges = sorted({_edge(cell, step) for cell in cells for step in HEADINGS if _beyond(cell, step) in cells})
    options = []
    for cell in cells:
        around = [_edge(cell, step) for step in HEADINGS if _beyond(cell, step) in cells]
        inside = [used for used in _uses(cell, side) if all(edge in around for edge in used)]
        options += [[cell, *((edge, used.get(edge, "unused")) for edge in around)] for used in inside]
    return ExactCover.from_options(options, cells, edges)


def _uses(cell: Step, side: int) -> Iterator[dict[tuple[Step, Step], int]]:
    """The edges that the path may use at a cell, with their colours."""
    if cell == (0, 0):
        yield from ({_edge(cell, HEADINGS[turns]): turns} for turns in (0, 1))
        return
    into = {turns: _edge(cell, HEADINGS[(turns + 2) % 4]) for turns in range(LAPS)}
    if cell == (side - 1, side - 1):
        yield from ({into[turns]: turns} for turns in range(LAPS))
        return
    yield {}
    for turns in range(LAPS):
        for further in (turns - 1, turns, turns + 1):
            yield {into[turns]: turns, _edge(cell, HEADINGS[further % 4]): further % LAPS}


def _beyond(cell: Step, step: Step) -> Step:
    return cell[0] + step[0], cell[1] + step[1]


def _edge(cell: Step, step: Step) -> tuple[Step, Step]:
    low, high = sorted([cell, _beyond(cell, step)])
    return low, high
