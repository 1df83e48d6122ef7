"""Data sets: files of problems that other people made. danceoff knows their digests, and holds none of them."""
