"""The families of puzzles: Polyform Puzzler's boards, puzzles in space, burrs, dice and words."""
