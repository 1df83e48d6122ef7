"""A puzzle that is drawn in a file: the box, an empty line, the pieces."""

from pathlib import Path
from tempfile import TemporaryDirectory

import danceoff

PUZZLE = """\
......
......
......

##
##

#..
###

.##
##.

###

##
#.
"""

with TemporaryDirectory() as folder:
    file = Path(folder) / "box.txt"
    file.write_text(PUZZLE)
    result = danceoff.solve(file)

print(f"{result.count} ways to fill the box; the first:")
print(result.covers[0].picture)
