"""The problems of results/taocp.md from their definitions: `python -m builders.taocp_problems results/taocp/problems`.

Each function yields names of problems and their texts, in the format .dlx. The statements are those of the reader whom
the page names; nothing is taken from the reader's programs.
"""

import gzip
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import permutations, product
from pathlib import Path

Cell = tuple[int, ...]
Cells = frozenset[Cell]
Named = Iterator[tuple[str, str]]


def dlx(primary: Iterable[str], secondary: Iterable[str], options: Iterable[Sequence[str]]) -> str:
    """Return a problem as text: a line of items, then a line for each option."""
    secondary = list(secondary)
    items = [*primary, *(["|"] if secondary else []), *secondary]
    return "".join(" ".join(line) + "\n" for line in [items, *options])


def grown(cells: Iterable[Cell], size: int, near: Callable[[Cell], Iterable[Cell]]) -> list[Cells]:
    """Return the connected sets of so many of these cells."""
    inside = set(cells)
    found = {frozenset([cell]) for cell in inside}
    for _ in range(size - 1):
        found = {one | {cell} for one in found for old in one for cell in near(old) if cell in inside - one}
    return sorted(found, key=sorted)


def name(kind: str, cell: Iterable[int]) -> str:
    """Return the name of an item."""
    return kind + "_".join(map(str, cell))


def sides(cell: Cell) -> list[Cell]:
    """Return the four neighbours of a square."""
    x, y = cell
    return [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]


TURNS: list[Callable[[int, int], tuple[int, int]]] = [
    lambda x, y: (x, y),
    lambda x, y: (-y, x),
    lambda x, y: (-x, -y),
    lambda x, y: (y, -x),
    lambda x, y: (y, x),
    lambda x, y: (-x, y),
    lambda x, y: (-y, -x),
    lambda x, y: (x, -y),
]
"""Four rotations and four reflections of the square grid; every other one exchanges the two directions of diagonals."""


def polyskews() -> Named:
    """Exercise 323: the ten tetraskews in frames, of which some squares stay empty.

    Squares (x, y) with x + y even are skewed to rhombuses, which lean one way where x is even and the other way where
    it is odd. The other squares turn, one way where x is odd and the other way where it is even. A motion of the grid
    that exchanges the diagonals keeps this only with a shift by (1, 1); every shift by (2, 0) and (0, 2) does.
    """

    def least(shape: Cells) -> tuple[Cell, ...]:
        images = []
        for k, turn in enumerate(TURNS):
            moved = [(x + k % 2, y + k % 2) for x, y in (turn(*cell) for cell in shape)]
            left, low = (min(one) // 2 * 2 for one in zip(*moved, strict=True))
            images.append(tuple(sorted((x - left, y - low) for x, y in moved)))
        return min(images)

    whole = {least(shape) for shape in grown(product(range(12), repeat=2), 4, sides)}
    pieces = {shape: f"T{k}" for k, shape in enumerate(sorted(whole))}
    assert len(pieces) == 10
    frames = {
        **{f"{h}x{w}": [(0, h, w)] for h, w in ((4, 10), (5, 8), (2, 20), (2, 21), (2, 22))},
        "4x5-twice": [(0, 4, 5), (10, 4, 5)],
    }
    for frame, boxes in frames.items():
        cells = [(first + x, y) for first, height, width in boxes for x in range(width) for y in range(height)]
        options = [[pieces[least(one)], *(name("c", c) for c in sorted(one))] for one in grown(cells, 4, sides)]
        items = [name("c", cell) for cell in cells]
        is_full = len(cells) == 40
        yield f"323-{frame}", dlx([*pieces.values(), *items * is_full], items * (not is_full), options)


def tetraboloes() -> Named:
    """Exercise 320: the 14 tetraboloes in convex shapes of 56 halves of squares.

    A square has four quarters: 0 south, 1 east, 2 north, 3 west. Half k of a square has the quarters k and k - 1: half
    0 is the lower left one, 1 the lower right, 2 the upper right, 3 the upper left. A shape is a rectangle n wide and m
    tall, without triangles of legs a, b, c, d in the lower left, lower right, upper right and upper left corner.
    """

    def near(half: Cell) -> list[Cell]:
        x, y, k = half
        own: list[Cell] = [(x, y, (k + 2) % 4)]
        steps = {0: (0, -1), 1: (1, 0), 2: (0, 1), 3: (-1, 0)}
        for side in (k, (k - 1) % 4):  # the halves beyond a leg of this one have the quarter that faces it
            dx, dy = steps[side]
            own += [(x + dx, y + dy, (side + 2) % 4), (x + dx, y + dy, (side + 3) % 4)]
        return own

    def turned(quarter: Cell, turn: int) -> Cell:
        x, y, q = quarter
        if turn > 3:
            x, q = -x - 1, -q % 4
        for _ in range(turn % 4):
            x, y, q = -y - 1, x, (q + 1) % 4
        return x, y, q

    def least(shape: Cells) -> tuple[Cell, ...]:
        images = []
        for turn in range(8):
            moved = [turned(quarter, turn) for quarter in shape]
            left, low = min(x for x, _, _ in moved), min(y for _, y, _ in moved)
            images.append(tuple(sorted((x - left, y - low, q) for x, y, q in moved)))
        return min(images)

    def regions(halves: Iterable[Cell]) -> list[Cells]:
        """The sets of eight quarters: a square may be cut into halves in two ways."""
        found = {frozenset((x, y, q % 4) for x, y, k in one for q in (k, k - 1)) for one in grown(halves, 4, near)}
        return sorted((one for one in found if len(one) == 8), key=sorted)

    whole = {least(one) for one in regions(product(range(5), range(5), range(4)))}
    pieces = {shape: f"P{k}" for k, shape in enumerate(sorted(whole))}
    assert len(pieces) == 14
    for m, n, *cuts in (
        (1, 29, 1, 1, 0, 0), (3, 11, 3, 1, 0, 0), (3, 11, 2, 2, 1, 1), (5, 7, 3, 0, 2, 1), (5, 7, 3, 1, 0, 2),
        (5, 7, 3, 1, 2, 0), (5, 7, 3, 2, 0, 1), (5, 9, 4, 4, 1, 1), (5, 9, 5, 3, 0, 0), (7, 7, 5, 1, 4, 0),
    ):  # fmt: skip
        a, b, c, d = cuts
        # The middle of quarter q of the square (x, y), times 6.
        middle = {0: (3, 1), 1: (5, 3), 2: (3, 5), 3: (1, 3)}
        quarters = set()
        for x, y, q in product(range(n), range(m), range(4)):
            u, v = 6 * x + middle[q][0], 6 * y + middle[q][1]
            w, z = 6 * n - u, 6 * m - v
            if u + v > 6 * a and w + v > 6 * b and w + z > 6 * c and u + z > 6 * d:
                quarters.add((x, y, q))
        halves = [
            h
            for h in product(range(n), range(m), range(4))
            if all((*h[:2], q % 4) in quarters for q in (h[2], h[2] - 1))
        ]
        options = [[pieces[least(one)], *(name("q", c) for c in sorted(one))] for one in regions(halves)]
        items = [name("q", quarter) for quarter in sorted(quarters)]
        yield f"320-{m}x{n}-{''.join(map(str, cuts))}", dlx([*pieces.values(), *items], [], options)


def windmill_dominoes() -> Named:
    """Exercise 305: dominoes of large squares, each with a domino of small squares on it, turned by 45 degrees.

    Large squares have odd coordinates, small ones one odd coordinate: each lies across the border of two large ones. A
    small domino is two small squares that touch, of which one touches the large domino at least.
    """
    diagonals = [(1, 1), (1, -1), (-1, 1), (-1, -1)]

    def over(large: Cell) -> Iterator[Cells]:
        x, y = large
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            for du, dv in diagonals:
                yield frozenset([(x + dx, y + dy), (x + dx + du, y + dy + dv)])

    def least(large: Cells, small: Cells) -> tuple[tuple[Cell, ...], ...]:
        images = []
        for turn in TURNS[:4]:
            big, little = (sorted(turn(*cell) for cell in layer) for layer in (large, small))
            left, low = (min(one) - 1 for one in zip(*big, strict=True))
            images.append(tuple(tuple((x - left, y - low) for x, y in layer) for layer in (big, little)))
        return min(images)

    pieces: dict[tuple[tuple[Cell, ...], ...], str] = {}

    def placed(height: int, width: int) -> Iterator[tuple[str, Cells, Cells]]:
        cells = list(product(range(1, 2 * height, 2), range(1, 2 * width, 2)))
        for x, y in cells:
            for other in ((x + 2, y), (x, y + 2)):
                if other in cells:
                    large = frozenset([(x, y), other])
                    for small in sorted({s for cell in large for s in over(cell)}, key=sorted):
                        yield pieces.setdefault(least(large, small), f"W{len(pieces)}"), large, small

    def tilted(corner: Cell, n: int, m: int) -> set[Cell]:
        x, y = corner
        return {(x + i + j, y - i + j) for i in range(n) for j in range(m)}

    blades = [frozenset(blade) for blade in ([(3, 4), (4, 5)], [(4, 7), (5, 6)], [(7, 6), (6, 5)], [(6, 3), (5, 4)])]
    rectangles = {(7, 7): tilted((4, 7), 4, 5), (8, 8): tilted((3, 4), 2, 10), (9, 9): tilted((4, 5), 2, 10)}
    for size in ((4, 5), (2, 10), (5, 5), *rectangles):
        height, width = size
        inside = {c for c in product(range(1, 2 * height), range(1, 2 * width)) if sum(c) % 2}
        upper = {(7, 7): tilted((4, 7), 4, 5), (8, 8): tilted((3, 4), 2, 10), (9, 9): tilted((4, 5), 2, 10)}.get(
            size, inside
        )
        placements = [one for one in placed(height, width) if one[2] <= upper]
        if size == (5, 5):
            upper = set().union(*blades)
            placements = [one for one in placements if one[2] in blades]
        options = [
            [piece, *(name("l", c) for c in sorted(large)), *(name("s", c) for c in sorted(small))]
            for piece, large, small in placements
        ]
        large_items = [name("l", c) for c in product(range(1, 2 * height, 2), range(1, 2 * width, 2))]
        small_items, all_pieces = [name("s", c) for c in sorted(upper)], sorted(pieces.values())
        assert len(all_pieces) == 10
        if size == (5, 5):
            yield "305a", dlx(small_items, [*all_pieces, *large_items], options)
        elif len(upper) == 20:
            yield f"305-{height}x{width}", dlx([*all_pieces, *small_items], large_items, options)
        else:
            yield f"305-{height}x{width}", dlx([*all_pieces, *large_items], small_items, options)


def all_interval_rows() -> Named:
    """Exercise 103: rows of the tones 0 to n - 1 that begin with 0 and whose n - 1 intervals, modulo n, all differ."""
    for n in range(2, 13, 2):
        tones, steps = range(n), range(1, n)
        options = [
            [f"step{k}", f"tone{b}", f"interval{(b - a) % n}", f"place{k - 1}:{a}", f"place{k}:{b}"]
            for k in steps
            for a, b in permutations(tones, 2)
            if b and (k == 1) == (a == 0)
        ]
        primary = [f"{kind}{k}" for kind in ("step", "tone", "interval") for k in steps]
        yield f"103-{n}", dlx(primary, [f"place{k}" for k in tones], options)


def bricks() -> Named:
    """Exercise 147: bricks of MacMahon's thirty cubes, whose faces have six colours: where cubes meet, colours match.

    Each of the six sides of a brick has one colour. The first cube is fixed, since colours may be exchanged: so there
    are 720 times as many bricks. In a problem whose name ends in -six, the sides of the brick have different colours.
    """
    colours = "abcdef"
    turns = [
        turn
        for turn in permutations(range(6))
        if all(turn[k ^ 1] == turn[k] ^ 1 for k in range(6)) and _is_proper([turn[0], turn[2], turn[4]])
    ]
    assert len(turns) == 24
    asked = [((1, 2, 2), False), ((1, 2, 3), False), ((2, 2, 2), False), ((2, 2, 4), False)]
    asked += [((2, 2, 3), True), ((2, 2, 4), True), ((2, 2, 5), True), ((2, 3, 4), True)]
    for box, is_six in asked:
        cells = list(product(*map(range, box)))

        def face(cell: Cell, k: int) -> str:
            place = [2 * c + 1 for c in cell]
            place[k // 2] += 1 if k % 2 else -1
            return name("f", place)

        options, cubes = [], set()
        for cell in cells:
            for painted in permutations(colours):
                if cell != cells[0] or "".join(painted) == colours:
                    cube = "cube-" + min("".join(painted[k] for k in turn) for turn in turns)
                    cubes.add(cube)
                    faces = [f"{face(cell, k)}:{painted[k]}" for k in range(6)]
                    options.append([name("c", cell), cube, *faces])
        outer = {k: [face(c, k) for c in cells if c[k // 2] == (box[k // 2] - 1) * (k % 2)] for k in range(6)}
        all_faces = sorted({face(cell, k) for cell in cells for k in range(6)})
        primary = [*(name("c", cell) for cell in cells), *(f"side{k}" for k in outer)]
        one_colour = [
            [f"side{k}", *([f"only-{c}"] * is_six), *(f"{one}:{c}" for one in outer[k])]
            for k, c in product(outer, colours)
        ]
        secondary = [*sorted(cubes), *all_faces, *(f"only-{c}" for c in colours * is_six)]
        yield f"147-{'x'.join(map(str, box))}{'-six' * is_six}", dlx(primary, secondary, [*options, *one_colour])


def _is_proper(axes: Sequence[int]) -> bool:
    """Whether a motion that takes three directions of the axes to these is a rotation, and no reflection."""
    axis, swaps = [k // 2 for k in axes], sum(k % 2 for k in axes)
    return (swaps + sum(axis[i] > axis[j] for i in range(3) for j in range(i + 1, 3))) % 2 == 0


def kakuros() -> Named:
    """Exercise 432: seven squares in three rows of 2, 3 and 2, in a staircase, with the sums of rows and columns."""
    blocks = [[(0, 0), (0, 1)], [(1, 0), (1, 1), (1, 2)], [(2, 1), (2, 2)]]
    blocks += [[(y, x) for x, y in block] for block in blocks]
    for sums in (
        (6, 19, 6, 8, 11, 10), (4, 19, 6, 8, 11, 10), (6, 17, 6, 8, 11, 10), (6, 19, 4, 8, 11, 10),
        (6, 19, 6, 10, 11, 10), (6, 19, 6, 8, 13, 10), (6, 19, 6, 8, 11, 12),
    ):  # fmt: skip
        options = [
            [f"block{k}", *(f"{name('s', cell)}:{digit}" for cell, digit in zip(block, digits, strict=True))]
            for k, (block, total) in enumerate(zip(blocks, sums, strict=True))
            for digits in permutations(range(1, 10), len(block))
            if sum(digits) == total
        ]
        cells = sorted({name("s", cell) for block in blocks for cell in block})
        yield "432-" + "-".join(map(str, sums)), dlx([f"block{k}" for k in range(6)], cells, options)


def pods() -> Named:
    """Exercise 346(e): so many pods in a box, and one more. A pod is a cube, and all cubes from it to three walls."""
    most = {
        (4, 4, 4): 8, (4, 4, 5): 9, (4, 4, 6): 9, (4, 5, 5): 10, (4, 5, 6): 10, (4, 6, 6): 12, (5, 5, 5): 11,
        (5, 5, 6): 12, (5, 6, 6): 13,
    }  # fmt: skip
    for box, n in most.items():
        cells = list(product(*map(range, box)))
        options = []
        for cell in cells:
            legs = {(*cell[:k], step, *cell[k + 1 :]) for k in range(3) for step in range(cell[k] + 1)}
            options.append(["pod", *(name("c", one) for one in sorted(legs))])
        for times in (n, n + 1):
            items = [f"{times}|pod"]
            yield f"346-{'x'.join(map(str, box))}-{times}", dlx(items, [name("c", cell) for cell in cells], options)


def coloured_triangles() -> Named:
    """Exercise 129: MacMahon's 24 triangles, whose sides have four colours, in a hexagon: symmetric patterns.

    Three numbers name a place; their sum is 2, or 1 if the triangle stands on its head. Side k lies between two places
    that differ in number k. A motion of the hexagon permutes the numbers, and may exchange the two kinds.

    In a strong pattern, half a turn exchanges the colours a and d, and b and c. In a weak one, a motion keeps where
    sides of a triangle differ; there the four triangles of one colour come in the order of the places, so that the
    number of all patterns is 24 times as large.
    """
    places = sorted(c for c in product(range(-1, 3), repeat=3) if sum(c) in (1, 2))
    painted = list(product("abcd", repeat=3))

    def moved(place: Cell, turn: Cell, is_turned: bool) -> Cell:
        return tuple(1 - place[k] if is_turned else place[k] for k in turn)

    def tile(colours: Sequence[str]) -> str:
        return "tile-" + min("".join([*colours[k:], *colours[:k]]) for k in range(3))

    sides = {
        place: [name("e", (k, *(c + (j == k and sum(place) == 1) for j, c in enumerate(place)))) for k in range(3)]
        for place in places
    }
    tiles = sorted({tile(colours) for colours in painted})
    edges = sorted({side for three in sides.values() for side in three})
    assert (len(places), len(tiles), len(edges)) == (24, 24, 42)

    swapped = dict(zip("abcd", "dcba", strict=True))
    ahead = {
        side: other for p in places for side, other in zip(sides[p], sides[moved(p, (0, 1, 2), True)], strict=True)
    }
    options = []
    for place, colours in product([p for p in places if sum(p) == 2], painted):
        pair = [tile(colours), tile([swapped[c] for c in colours])]
        if pair[0] != pair[1]:
            both = [(min(side, ahead[side]), side, c) for side, c in zip(sides[place], colours, strict=True)]
            shown = [f"{least}:{c if least == side else swapped[c]}" for least, side, c in both]
            options.append([name("p", place), *pair, *shown])
    upper = [name("p", p) for p in places if sum(p) == 2]
    yield "129-strong", dlx([*upper, *tiles], sorted({min(pair) for pair in ahead.items()}), options)

    motions = {"half-turn": ((0, 1, 2), True), "top-down": ((1, 0, 2), True), "left-right": ((1, 0, 2), False)}
    for kind, (turn, is_turned) in motions.items():
        options = []
        for place, colours in product(places, painted):
            image = moved(place, turn, is_turned)
            bends = ["01"[colours[k - 1] != colours[k - 2]] for k in range(3)]
            seen = [bends[k] for k in turn]
            if place != image or bends == seen:
                patch = f"{name('m', min(place, image))}:{''.join(bends if place <= image else seen)}"
                shown = [f"{side}:{c}" for side, c in zip(sides[place], colours, strict=True)]
                # At place k the colour a fills a<0 to a<k, and at place j the colour b fills a<j: so j > k.
                rank, colour = places.index(place), colours[0]
                order = [f"{colour}<{k}" for k in range(rank + 1)] * (colour != "d")
                order += [f"{chr(ord(colour) - 1)}<{rank}"] * (colour != "a")
                options.append([name("p", place), tile(colours), *shown, patch, *order * (len(set(colours)) == 1)])
        patches = sorted({name("m", min(place, moved(place, turn, is_turned))) for place in places})
        ranks = [f"{c}<{k}" for c, k in product("abc", range(24))]
        yield f"129-{kind}", dlx([*(name("p", p) for p in places), *tiles], [*edges, *patches, *ranks], options)


def walls() -> Named:
    """Exercise 334: the seven pieces of Soma as a facade, which looks like a wall from where the book sees it.

    A cubie that is seen must be there; one of those behind may be there, if it is hidden, and so near that the pieces
    reach it. Each piece rests on the floor or on another. A problem counts a facade once for each way to divide the
    pieces into one, two or three parts that do not touch. Part a has the first piece.
    """

    def line(k: int, one: Iterable[Cell]) -> list[str]:
        return [f"piece{k}", *(name("c", cell) for cell in one), *(f"{name('full', cell)}:yes" for cell in one)]

    feet: dict[str, list[Cell]] = {
        "w": [(5, 1), (4, 1), (3, 1), (3, 2), (3, 3), (2, 3), (1, 3), (1, 4), (1, 5)],
        "x": [*((3, k) for k in range(1, 6)), *((k, 3) for k in (1, 2, 4, 5))],
    }
    bent = [[(0, 0, 0), (0, 0, 1), (0, 1, 0)]]
    flat = [[(0, 0, 0), (0, 1, 0), (0, 2, 0), (1, 0, 0)], [(0, 0, 0), (0, 1, 0), (0, 2, 0), (1, 1, 0)]]
    flat += [[(0, 0, 0), (0, 1, 0), (1, 1, 0), (1, 2, 0)]]
    solid = [[(0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 1, 1)], [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 0, 1)]]
    solid += [[(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]]
    shapes = [*bent, *flat, *solid]
    turns = [
        (axes, signs)
        for axes in permutations(range(3))
        for signs in product((1, -1), repeat=3)
        if _is_proper([2 * axis + (sign < 0) for axis, sign in zip(axes, signs, strict=True)])
    ]
    for wall, foot in feet.items():
        cubies = [(*at, z) for at in foot for z in (1, 2, 3)]
        seen = [cubie for cubie in cubies if _is_seen(cubie, cubies)]
        hidden = [
            cubie
            for cubie in product(range(1, 16), range(1, 16), range(1, 16))
            if cubie not in seen and _behind(cubie, seen) <= 27 - len(seen) and not _is_seen(cubie, cubies)
        ]
        cells = sorted([*seen, *hidden])
        options = []
        for k, shape in enumerate(shapes):
            placed = {
                frozenset(tuple(at[i] + signs[i] * c[axes[i]] for i in range(3)) for c in shape)
                for at, (axes, signs) in product(cells, turns)
            }
            options += [(k, sorted(one)) for one in sorted(placed, key=sorted) if one <= set(cells)]
        pieces, filled = [f"piece{k}" for k in range(7)], [name("c", cell) for cell in cells]
        gone, full = [name("gone", cell) for cell in hidden], [name("full", cell) for cell in cells]
        empty = [[name("c", cell), name("gone", cell), f"{name('full', cell)}:no"] for cell in hidden]
        for parts in ("a", "ab", "abc"):
            lines = [
                [*line(k, one), *stand, *_touching(one, part) * (len(parts) > 1), *[part] * (part != "a")]
                for (k, one), part in product(options, parts)
                if k or part == "a"
                for stand in _standing(one, cells)
            ]
            items = [*pieces, *filled, *(f"1:6|{part}" for part in parts[1:])]
            sides = sorted({item.split(":")[0] for item in _touching(cells, "a")} if len(parts) > 1 else [])
            yield f"334-{wall}-{len(parts)}", dlx(items, [*gone, *full, *sides], [*lines, *empty])


def _standing(piece: Sequence[Cell], cells: Iterable[Cell]) -> Iterator[list[str]]:
    """Yield why a piece cannot sink: it is on the floor, or this cubie below is there, and none before it."""
    below = [name("full", c) for c in sorted({(x, y, z - 1) for x, y, z in piece} & set(cells) - set(piece))]
    if any(z == 1 for _, _, z in piece):
        yield []
    else:
        for k, item in enumerate(below):
            yield [*(f"{other}:no" for other in below[:k]), f"{item}:yes"]


def _touching(piece: Iterable[Cell], part: str) -> list[str]:
    """Return the sides of the cubies of a piece, with its part as their colour: no other part may have them."""
    steps = [(axis, step) for axis in range(3) for step in (0, 1)]
    return sorted(
        {
            f"{name('side', (axis, *c[:axis], c[axis] + step, *c[axis + 1 :]))}:{part}"
            for c in piece
            for axis, step in steps
        }
    )


def _is_seen(cubie: Cell, cubies: Iterable[Cell]) -> bool:
    """Whether a straight line to the eye, which is far off, leaves one of 16 points of a side and meets no cubie."""
    eye, points = (-315, -225, 148), [k / 8 for k in range(1, 8, 2)]
    for axis, one, two in product(range(3), points, points):
        place = [one, two]
        place.insert(axis, axis == 2)
        for other in cubies:
            ways = [sorted((other[k] + end - cubie[k] - place[k]) / eye[k] for end in (0, 1)) for k in range(3)]
            if other != cubie and min(way[1] for way in ways) > max(0, *(way[0] for way in ways)) + 1e-9:
                break
        else:
            return True
    return False


def _behind(cubie: Cell, seen: Iterable[Cell]) -> int:
    """Return the fewest steps away from the eye, up or down that lead to a cubie from one that is seen."""
    near = [one for one in seen if one[0] <= cubie[0] and one[1] <= cubie[1]]
    return min((sum(abs(a - b) for a, b in zip(cubie, one, strict=True)) for one in near), default=99)


def tricubes() -> Named:
    """Exercise 337: nine bent tricubes, which are alike, in a cube of 3x3x3."""
    cells = list(product(range(3), repeat=3))
    options = set()
    for axis, fixed in product(range(3), range(3)):
        for x, y in product(range(2), repeat=2):
            square = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)]
            for missing in square:
                options.add(tuple(sorted((*c[:axis], fixed, *c[axis:]) for c in square if c != missing)))
    yield "337", dlx([name("c", c) for c in cells], [], [[name("c", c) for c in one] for one in sorted(options)])


def main() -> None:
    """Write the problems."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for make in MAKERS:
        for problem, text in make():
            (folder / f"{problem}.dlx.gz").write_bytes(gzip.compress(text.encode(), mtime=0))


MAKERS = (
    all_interval_rows,
    coloured_triangles,
    bricks,
    windmill_dominoes,
    tetraboloes,
    polyskews,
    walls,
    tricubes,
    pods,
    kakuros,
)

if __name__ == "__main__":
    main()
