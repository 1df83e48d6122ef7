"""The door of the library: each file has a function of `import danceoff`, and what it returns."""
