"""Tools to draw boards, and pictures of several covers and of searches; no module here imports a board."""
