"""Words in a grid as exact cover problems with colours: a cell is a secondary item, and its letter the colour.

In a word search every word of a list lies somewhere in the grid, in one of eight directions. In a crossword every run
of cells holds a word of a list, and no word comes twice.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, groupby

import numpy as np

from danceoff.problems.grids.board import CellBoard
from danceoff.problems.model.arguments import shown
from danceoff.problems.model.cover import BoolArray, Cover, ExactCover, IntArray, InvalidProblem
from danceoff.problems.model.covers import offsets
from danceoff.problems.model.naming import Names
from danceoff.problems.model.sizes import refuse_beyond_limit
from danceoff.problems.pictures.drawing import N_COLOURS
from danceoff.problems.pictures.mosaic import BLACK, Mosaic, Trace

_DIRECTIONS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""Steps of rows and columns; the second four are the first four backwards."""


@dataclass(frozen=True, eq=False, repr=False)
class Words(CellBoard):
    """A board of letters: option k writes `words[word[k]]` into the cells `cell[start[k]:start[k + 1]]`, in this order.

    region: bool[rows, columns], True for each cell that may hold a letter. Cells are numbered row by row.
    word: int32[n_options].
    start: int32[n_options + 1].
    cell: int32[start[-1]].
    is_traced: whether pictures show where each word lies.
    """

    region: BoolArray
    words: Sequence[str]
    word: IntArray
    start: IntArray
    cell: IntArray
    is_traced: bool

    def letters(self, option: int) -> Iterator[tuple[int, str]]:
        """Yield the cells of an option with their letters, in the order of the word."""
        cells = self.cell[self.start[option] : self.start[option + 1]].tolist()
        yield from zip(cells, self.words[self.word[option]], strict=True)

    @property
    def n_cells(self) -> int:
        """The number of cells, black ones included."""
        return self.region.size

    def cells_of(self, option: int) -> list[int]:
        """Return the cells that an option covers, by number."""
        return [cell for cell, _ in self.letters(option)]

    def marks_of(self, cover: Cover) -> Iterator[tuple[int, str]]:
        """Yield the cells that a cover writes on, with their letters."""
        return chain.from_iterable(map(self.letters, cover))

    def laid_out(self, marks: Sequence[str]) -> str:
        """Return the marks of all cells as text, with `#` for black cells."""
        rows = np.where(self.region, np.array(marks).reshape(self.region.shape), "#")
        return "\n".join(map("".join, rows.tolist()))

    def mosaic(self, problem: ExactCover, cover: Cover) -> Mosaic:
        """Return the letters, and where each word lies if words are traced."""
        mark = np.where(self.region, "·", "█").astype(object)
        traces = []
        for option in cover:
            letters = list(self.letters(option))
            for cell, letter in letters:
                mark.flat[cell] = letter
            if self.is_traced:
                first, last = (divmod(cell, self.region.shape[1]) for cell, _ in (letters[0], letters[-1]))
                traces.append(Trace(first, last, int(self.word[option]) % N_COLOURS))
        area = np.where(self.region, 0, BLACK).astype(np.int32)[None]
        no_colour, is_given = np.full(area.shape, -1, np.int32), np.zeros(area.shape, bool)
        labelled = self.region[None] & (mark != "·")
        return Mosaic(area, mark[None], no_colour, is_given, labelled, is_ruled=not self.is_traced, traces=traces)


def word_search(n_rows: int, n_columns: int, words: Sequence[str]) -> tuple[ExactCover, Words]:
    """Build the problem of hiding all words in a grid; they may cross, overlap, and lie within each other.

    All words are put in capitals first, so that `cat` crosses `COT`.

    Raises InvalidProblem for no words, a malformed or repeated word, and a problem that is too large.
    """
    _refuse_malformed(words)
    words = [word.upper() for word in words]
    refuse_beyond_limit(n_rows * n_columns * (1 + 8 * sum(len(word) + 1 for word in words)), "the grid")
    lines = [_lines(n_rows, n_columns, word) for word in words]
    word_of = np.repeat(np.arange(len(words), dtype=np.int32), [len(places) for places in lines])  # each option
    board = _board(np.ones((n_rows, n_columns), bool), words, word_of, lines, is_traced=True)
    n_items = len(words) + n_rows * n_columns
    names = Names(n_items, partial(_item_name, words, n_columns))
    return _problem(board, word_of[:, None], len(words), len(words), names), board


def crossword(region: BoolArray, words: Sequence[str]) -> tuple[ExactCover, Words]:
    """Build the problem of filling a crossword: every run of two or more cells, across or down, holds a word.

    region: bool[rows, columns], False for each black cell.

    words: different words.

    Raises InvalidProblem for a region without runs, and a problem that is too large.
    """
    refuse_beyond_limit(8 * region.size, "the crossword")
    named = dict(_runs(region))
    if not named:
        raise InvalidProblem("the crossword has no run of two or more cells")
    runs = list(named.values())
    lengths = set(map(len, runs))
    words = [word for word in words if len(word) in lengths]
    of_length: dict[int, list[int]] = {}
    for k, one in enumerate(words):
        of_length.setdefault(len(one), []).append(k)
    fits = [of_length.get(len(run), []) for run in runs]
    refuse_beyond_limit(sum(len(run) * len(fit) for run, fit in zip(runs, fits, strict=True)), "the crossword")
    lines = [np.tile(np.array(run, np.int32), (len(fit), 1)) for run, fit in zip(runs, fits, strict=True)]
    word = np.array([k for fit in fits for k in fit], np.int32)
    slot = np.repeat(np.arange(len(runs), dtype=np.int32), [len(fit) for fit in fits])
    board = _board(region, words, word, lines, is_traced=False)
    n_items = len(runs) + len(words) + region.size
    names = Names(n_items, partial(_item_name, [*named, *words], region.shape[1]))
    return _problem(board, np.column_stack([slot, len(runs) + word]), len(runs), len(runs) + len(words), names), board


def _refuse_malformed(words: Sequence[str]) -> None:
    if not words:
        raise InvalidProblem("there are no words")
    for word in words:
        if not word.isalpha() or len(word) == 1:
            raise InvalidProblem(f"{shown(word)} is not a word: a word consists of letters, two or more")
    word, n_times = Counter(map(str.upper, words)).most_common(1)[0]
    if n_times > 1:
        raise InvalidProblem(f"the word {shown(word)} comes twice")


def _lines(n_rows: int, n_columns: int, word: str) -> IntArray:
    """Return the cells of all places of a word, int32[n_places, len(word)]; a palindrome is not placed backwards."""
    found = []
    row, column = np.indices((n_rows, n_columns), dtype=np.int32).reshape(2, -1)
    steps = np.arange(len(word), dtype=np.int32)
    directions = _DIRECTIONS[:4] if word == word[::-1] else _DIRECTIONS
    for down, right in directions:
        rows, columns = row[:, None] + down * steps, column[:, None] + right * steps
        inside = (rows >= 0) & (rows < n_rows) & (columns >= 0) & (columns < n_columns)
        found.append((rows * np.int32(n_columns) + columns)[inside.all(axis=1)])
    return np.concatenate(found)


def _runs(region: BoolArray) -> Iterator[tuple[str, list[int]]]:
    """Yield the name and the cells of each run of two or more cells, across and then down."""
    number = np.where(region, np.arange(region.size).reshape(region.shape), -1)
    for direction, lines in (("a", number), ("d", number.T)):
        for line in lines.tolist():
            for is_white, cells in groupby(line, lambda cell: cell >= 0):
                run = list(cells)
                if is_white and len(run) > 1:
                    yield f"{direction}{_place(run[0], region.shape[1])}", run


def _board(
    region: BoolArray, words: Sequence[str], word: IntArray, lines: Sequence[IntArray], is_traced: bool
) -> Words:
    """Return the board of words; lines are the cells of the options, int32[n_options, length of the word]."""
    size = np.repeat([one.shape[1] for one in lines], [len(one) for one in lines])
    return Words(region, tuple(words), word, offsets(size), np.concatenate([one.ravel() for one in lines]), is_traced)


def _problem(board: Words, others: IntArray, n_primary: int, first_cell: int, names: Names) -> ExactCover:
    """Return the problem whose option k covers the items `others[k]` and its cells, coloured by their letters.

    others: int32[n_options, n_others], ascending.
    first_cell: the number of the item of cell 0; the items of cells come last.
    """
    alphabet = sorted(set("".join(board.words)))
    number = {letter: k for k, letter in enumerate(alphabet, 1)}
    codes = [np.array([number[letter] for letter in word], np.int32) for word in board.words]
    n_options, size = len(board.word), np.diff(board.start)
    option = np.concatenate([np.repeat(np.arange(n_options), others.shape[1]), np.repeat(np.arange(n_options), size)])
    item = np.concatenate([others.ravel(), first_cell + board.cell])
    colour = np.concatenate([np.zeros(others.size, np.int32), *(codes[k] for k in board.word.tolist())])
    order = np.lexsort((item, option))
    return ExactCover(
        offsets(size + others.shape[1]),
        item[order].astype(np.int32),
        first_cell + board.region.size,
        n_primary,
        names,
        Names(n_options, partial(_option_name, board)),
        colour=colour[order],
        colour_names=alphabet,
    )


def _place(cell: int, n_columns: int) -> str:
    return f"{cell // n_columns},{cell % n_columns}"


def _item_name(others: Sequence[str], n_columns: int, item: int) -> str:
    """Return the name of an item: `row,column` for a cell; cells come after the others."""
    return others[item] if item < len(others) else _place(item - len(others), n_columns)


def _option_name(board: Words, option: int) -> str:
    """Return the word, and its first and last cell."""
    cells = board.cell[board.start[option] : board.start[option + 1]]
    first, last = (_place(int(cells[k]), board.region.shape[1]) for k in (0, -1))
    return f"{board.words[board.word[option]]} {first} {last}"
