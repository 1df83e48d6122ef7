"""What `danceoff solve` and `danceoff watch` show of one search."""
