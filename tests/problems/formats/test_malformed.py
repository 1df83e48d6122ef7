"""Malformed texts of each format: each is refused in one line, with its place."""

import pytest

from danceoff.addons.puzzles.formats import puzzle, sdk
from danceoff.problems import InvalidProblem
from danceoff.problems.formats import ec, knuth, opb, options_json, or_library, puzzle_box, xcc

BOX = "box = [2, 2]\n"
MARKED = f"{BOX}marks = 'chequered'\n[pieces]\n"
TRIANGLE = "cells = 'triangles'\nregion = 'AVA'\n[pieces]\n"
LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
EMPTY = "....\n" * 4
JSON = "FILE: a .json file has a list of items for each name of an option, or is a day of Pips"
MALFORMED = {
    ec.read: [
        ("c nothing\n", "FILE: expected `p ec N` for N items, not ''"),
        ("p ec 4194305\n", "FILE:1: '4194305' is not a whole number from 0 to 4194304"),
        ("p ec 2\n\ns 1 3\n", "FILE:3: '3' is not a whole number from 1 to 2"),
        ("p ec 2\ns 2 1 2\n", "FILE:2: an option covers at least one item, and no item twice"),
    ],
    ec.read_rows: [
        ("\n3\n", "FILE:2: expected two numbers, those of items and of options, not 1"),
        ("3 1\n1 4\n", "FILE:2: '4' is not a whole number from 1 to 3"),
        ("3 1\n\n3 1 2\n", "FILE:3: the line begins with 3, and 2 items follow; --input spp"),
        ("3 2\n1 1\n", "FILE: 1 options, but the first line says 2"),
    ],
    knuth.read: [
        ("a b\na |1.5\n", "FILE:2: '|1.5': a cost is a word of its own, | and a whole number of at most 19 digits"),
        ("a b\na |4611686018427387903\nb |-1\n", "FILE:3: the costs up to here add up to 2^62 or more"),
        ("| c\na b a\n", "FILE:2: item 'a' is declared twice"),
        ("a | b | c\n", "FILE:1: secondary item '|': before a primary name may stand lo:hi|"),
        ("a |b\na b\n", "FILE:1: item '|b': before a primary name may stand lo:hi|, and : and | are in no name; | st"),
        ("# two\na b\na b\n", "FILE:2: unknown item 'a'; there are #, two; blanks alone part items, and a line that"),
        ("a, b;\na, b\n", "FILE:2: unknown item 'b'; did you mean b;?; blanks alone part items"),
        ("p | x\np:A x\n", "FILE:2: 'p:A' colours a primary item, and only secondary items take colours"),
        ("p | x\np x:\n", "FILE:2: 'x:' ends before its colour; without a colour it is written 'x'"),
    ],
    puzzle_box.read: [
        ("...\n..\n\n#\n", "FILE: the region is missing, or its lines are not equally long"),
        ("###\n###\n\n#\n", "FILE: the region has no cell to fill"),
        ("...\n\n...\n", "FILE: there are no pieces"),
        ("; pieces: free\n...\n\n#O#\n", "FILE:4: 'O' is not one of . and #"),
        *(
            (f"; {words}\n.\n\n#\n", "FILE:1: ';' is not one of . and #: a .txt is a box and its pieces, below a line")
            for words in ("pieces: round", "Pieces: free", "of us")
        ),
    ],
    puzzle.read: [
        ("box = [2,\n\n[pieces", "FILE:3: "),
        ("box = [2, 2]\nbox = [3, 3]\n", "FILE:2: Cannot overwrite a value"),
        ("bix = [2, 2]\n", "FILE: unknown key 'bix'; did you mean box?"),
        ("[pieces]\nI2 = 1\nbox = [1, 2]\n", "FILE: region, box: give exactly one of them, above the line [pieces]"),
        ("[sums]\nsudoku = '....'\n", "FILE: sudoku: draw the board above the line [sums]"),
        ("box = 3\n", "FILE: box must be [rows, columns] or [layers, rows, columns], not 3"),
        ("region = '##'\n[pieces]\nI2 = 1\n", "FILE: the region has no cell to fill"),
        ("region = '''\n..\n.x\n'''\n", "FILE: region, line 2: 'x' is not one of . # ?"),
        ("region = '''\n..\n\n.\n'''\n", "FILE: region: lines, or layers, are not equally long; . stands for a cell"),
        (BOX, "FILE: pieces: below the line [pieces] stand the pieces, such as I2 = 1, at most 16384"),
        (BOX + "moves = 'round'\n[pieces]\n", "FILE: moves must be one of fixed, one-sided, free, not 'round'"),
        (BOX + "[pieces]\nQ9 = 1\n", "FILE: pieces.Q9: no piece has this name: draw it"),
        (BOX + "[pieces]\nl4 = 1\n", "FILE: pieces.l4: no piece has this name: draw it (shape = ...), or did"),
        (BOX + "[pieces]\na = '##'\n", "FILE: pieces.a: '##' is no count, such as 2, \"2-4\" or"),
        (BOX + "[pieces]\nI2 = 0\n", "FILE: there are no pieces"),
        (BOX + "[pieces]\nI2 = { counts = 2 }\n", "FILE: pieces.I2: unknown key 'counts'; did you mean count, cost?"),
        (BOX + "[pieces]\nI2 = { cost = 1e40 }\n", "FILE: the costs add up to 2^62 or more"),
        (BOX + "[pieces]\nI2 = { cost = 1 }\nx = { shape = '##' }\n", "FILE: pieces: two of the same shape; where"),
        (BOX + "[pieces]\na.shape = '#x'\n", "FILE: pieces.a.shape, line 1: 'x' is not one of # ."),
        (BOX + "[pieces]\nI2 = 1\ntrominoes = 1\nI3 = 1\n", "FILE: two pieces have the name I3"),
        ("cells = 'cubes'\n", "FILE: cells must be one of squares, hexagons, triangles, sticks, twigs, trigs"),
        ("cells = 'hexagons'\nbox = [2, 2]\n", "FILE: box: is for squares and cubes, not for hexagons"),
        ("cells = 'hexagons'\nregion = '..'\n", "FILE: region, line 1, column 2: '.' stands where no cell"),
        (TRIANGLE + "a.shape = 'A.A.V'\n", "FILE: pieces.a.shape, line 1, column 5: 'V' stands where no cell"),
        ("grid = [2, 0]\nwords = ['A']\n", "FILE: grid: must be [rows, columns]"),
        ("grid = [2, 2]\n", "FILE: words: write a list of words"),
        ("grid = [2, 2]\nwords = ['A1']\n", "FILE: 'A1' is not a word"),
        ("grid = [2, 2]\nbox = [2, 2]\nwords = ['A']\n", "FILE: unknown key 'box'; there are grid, words"),
        ("grid = [2, 2]\nwords = []\n", "FILE: there are no words"),
        ("grid = [2, 2]\nwords = ['']\n", "FILE: '' is not a word"),
        ("grid = [2, 2]\nwords = ['I', 'AM']\n", "FILE: 'I' is not a word"),
        ("grid = [2, 2]\nwords = ['IT', 'it']\n", "FILE: the word 'IT' comes twice"),
        ("tiles = 'abcd'\n", "FILE: grid: must be [rows, columns]"),
        ("grid = [1, 2]\ntiles = 'abcd'\n", "FILE: tiles: here are 1, and the grid has 2 cells"),
        ("grid = [1, 1]\nborder = 'aa'\ntiles = 'abcd'\n", "FILE: border must be one of a, b, c"),
        ("grid = [1, 1]\nwords = []\ntiles = 'abcd'\n", "FILE: unknown key 'words'; there are grid, border, tiles"),
        ("grid = [1, 1]\ntiles = 'Abcd'\n", "FILE: tiles: 'Abcd' is not four letters from a to z, the colours above"),
        ("grid = [1, 1]\ntiles = ' a b'\n", "FILE: tiles: 'a' is not four letters from a to z"),
        ("stars = 2\nregions = 'A'", "FILE: stars: must be a whole number from 1"),
        ("stars = true\nregions = 'A'", "FILE: stars must be a whole number, not True"),
        ("stars = 1\nregions = 'AB AAB'", "FILE: regions: must be a square of letters"),
        ("stars = 1\nregions = 'AA AA'", "FILE: regions: must be a square of letters, of as many kinds as rows"),
        ("regions = 'A'", "FILE: stars: must be a whole number from 1"),
        ("stars = 1\nregions = 'A'\nboxes = 'A'", "FILE: unknown key 'boxes'; there are stars, regions"),
        (BOX + "[pieces]\nI2.border = 'maybe'", "FILE: pieces.I2: border must be one of must, must-not, not 'maybe'"),
        (BOX + "[pieces]\nI2.not_on = 3", "FILE: pieces.I2: not_on must be a drawing: lines of text, not 3"),
        (BOX + "[pieces]\nI2.not_on = 'ab'", "FILE: pieces.I2.not_on, line 1: 'a' is not one of x ."),
        (BOX + "[pieces]\nI2.shape = '#o'", "FILE: pieces.I2.shape, line 1: 'o' is not one of # ."),
        (BOX + "placed = '''\naa\na.\n'''\n[pieces]\nI2 = 1", "FILE: placed: 'a' may be no piece: draw each as it may"),
        ("region = '..'\nplaced = 'aa'\n[pieces]\nI2.not_on = 'x.'", "FILE: placed: 'a' may be no piece"),
        (BOX + "placed = '''\naa\nbb\n'''\n[pieces]\nI2 = 1", "FILE: placed: 2 pieces I2 are drawn, and there are 1"),
        (MARKED + "I2 = 1", "FILE: marks, equal: no piece has marks: draw them in its shape"),
        (MARKED + "I2.shape = '#!'", "FILE: pieces.I2.shape, line 1: '!' is not one of # . ?"),
        ("region = '.#.'\nplaced = 'aa.'\n[pieces]\nI1 = 2\n", "FILE: placed: 'a' is drawn outside the region"),
        (f"marks = 'AV'\n{TRIANGLE}x.shape = 'AV'", "FILE: marks: is for squares and cubes, not for triangles"),
        (f"{TRIANGLE}A.border = 'must'", "FILE: pieces.A.border: is for squares and cubes, not for triangles"),
    ],
    sdk.read: [
        (f"\n{LINE[:-1]}A", "FILE:2: 'A' is wrong: a square is 1 to 9, or . or 0 if it is empty"),
        (f"{EMPTY[:-2]}5", "FILE:4: '5' is wrong: a square is 1 to 4"),
        ("g".ljust(256, "."), "FILE:1: 'g' is wrong: a square is 1 to G"),
        ("0F".ljust(256, "."), "FILE:1: '0' is wrong: a square is 1 to G, or . if it is empty"),
        (f"boxes 2x2\n{LINE}", "FILE:2: 1 lines of 81 squares"),
        ("." * 64**2, "FILE:1: a board of side 64 is too large: there are 61 symbols"),
        ("." * 25, "FILE:1: a sudoku of side 5 has no boxes"),
        (f"{LINE}\n{LINE}", "FILE:1: 2 boards, and only danceoff solve takes a list"),
        ("..|..|..\n" * 6, "FILE: what parts the squares does not part boxes of 2x3; `boxes` names other boxes"),
        (("." * 16 + "\n") * 16, "FILE:1: 16 lines of 16 squares may be one board or 16 boards: say how large a box"),
        (f"diagonal\n{EMPTY}", "FILE:2: 4 squares, but 8 in the first line; write a board as"),
        (f"boxes 2by2\n{EMPTY}", "FILE:1: boxes: '2by2' is not of the form ROWSxCOLUMNS"),
        (EMPTY[5:], "FILE:1: 3 lines of 4 squares; write a board as"),
        (f"{EMPTY}regions\naaaa\naabb\nbbcc\nccdd\n", "FILE:1: region a has 6 squares, and a row has 4"),
        (f"boxes 2x2\n{EMPTY}regions\naaaa\nbbbb\ncccc\ndddd\n", "FILE:2: there are boxes and regions: leave out one"),
        (f"windows\nboxes 1x4\n{EMPTY}", "FILE:3: windows need a board with square boxes"),
        ("regions\naaaa\n", "FILE: there is no sudoku; write a board as"),
        (f"regions\naaaa\nbbbb\ncccc\n{EMPTY}", "FILE:6: 3 lines of 4 squares"),
        (f"{EMPTY}regions\naaaa\nbbbb\n", "FILE:1: the regions have 8 squares, and the board has 16"),
    ],
    options_json.read: [
        *((text, JSON) for text in ("{}", "[]", "[[0, 1]]", "7", '{"a": "x"}', "null")),
        *((f'{{"a": [{item}]}}', JSON) for item in ("true", "1.5", "null", "[1]")),
        ('{"a": ["x"], "a": ["y"]}', "FILE: two options have the name 'a'"),
        ('{"a": ["x"], "b": []}', "FILE: option 'b': covers no item"),
        ('{"a": ["x", "x"]}', "FILE: option 'a': item x is covered twice"),
    ],
    xcc.read: [
        ("a[2:1] b\n", "FILE:1: item 'a' is covered 2 to 1 times"),
        ("a[2] b\n", "FILE:1: item 'a[2]' is not of the form name or, before |, name[lo:hi]"),
        ("a | x\n\na:red x\n", "FILE:3: 'a:red' colours a primary item, and only secondary items take colours"),
        ("a b\na |4\n", "FILE:2: unknown item '|4'; there are a, b; each line is an option, and // begins a comment"),
        ("p xcc 2 1\n1 3 -7 0\n", "FILE:2: unknown item '3'; there are p, xcc, 2, 1; each line is an option"),
        ("< a b:2 >\na b;\n", "FILE:1: item 'b:2' is not of the form name or, before |, name[lo:hi]"),
        ("< a b >\na b;\n", "FILE:2: unknown item 'b;'; did you mean b?; each line is an option"),
    ],
    opb.read: [
        ("+1 x1 +1 x2 = 1 ;\n+1 x1 +1 ~x3 >= 1 ;\n", "FILE: row 'c2' adds 1 times 'x1' and -1 times 'x3' (~x"),
        ("+1 x1 +1 x2 = 1\n+1 x2 +1 x3 = 1\n", "FILE:1: '+1' where a statement such as min: +1 x1 ; or"),
        ("preserved: x1 ;\n+1 x1 = 1 ;\n", "FILE:1: 'preserved:' where a statement such as min: +1 x1 ; or"),
        ("+1 x1 = 1 ;\n\n+1 x1 x3 +1 x2 = 1 ;\n", "FILE:3: '+1' where a statement such as"),
        ("* one\n+1 x1 ;", "FILE:2: '+1' where a statement such as min: +1 x1 ; or +1 x1 +1 ~x2 = 1 ;, with one"),
        ("min: +1 x1 = 1 ;", "FILE:1: 'min:' where a statement such as"),
        ("+1 x1 +2 x2 = 1 ;", "FILE: row 'c1' adds 1 times 'x1' and 2 times 'x2'"),
        ("+1 x1 = 1 ;\nmin: +1 x1 ;", "FILE:2: 'min:' where a constraint, for the objective stands first and once, is"),
        ("* #variable= 999999999 #constraint= 1\n+1 x1 = 1 ;", "FILE: 999999999 variables, and at most"),
    ],
    or_library.read_partition: [
        ("3", "FILE: the text ends before the number of columns"),
        ("2 2147483647\n1 1 1", "FILE: the text ends before the cost of column 2"),
        ("2 1\n1 1\n3", "FILE:3: '3' is not a row of column 1, a whole number from 1 to 2"),
        ("2 1\n1 1 1\n1", "FILE:3: '1' stands after the last number"),
        ("1 2 4611686018427387904 1 1 1 1 1", "FILE: the costs add up to 2^62 or more"),
    ],
    or_library.read_covering: [
        ("2 2\n1 1\n3 1 2 1", "FILE:3: '3' is not the number of columns of row 1, a whole number from 0 to 2")
    ],
}


@pytest.mark.parametrize(("read", "text", "says"), [(read, *one) for read, own in MALFORMED.items() for one in own])
@pytest.mark.filterwarnings("ignore")
def test_a_malformed_text_is_refused_in_one_line(read, text, says, record_property):
    with pytest.raises(InvalidProblem) as refusal:
        read(text, "FILE")
    assert str(refusal.value).startswith(says)
    assert "\n" not in str(refusal.value)
    if read in (or_library.read_partition, or_library.read_covering):
        record_property("inputs: damaged files with costs refused in one line", 1)
