"""The output of `danceoff solve` and `danceoff watch` about one search."""
