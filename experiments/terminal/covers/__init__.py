"""What `danceoff solve` prints and writes of covers, and how it says that a search has ended."""
