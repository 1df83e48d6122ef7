"""The covers that `danceoff solve` prints and writes, and its last line, which says how a search ended."""
