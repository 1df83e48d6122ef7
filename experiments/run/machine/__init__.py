"""The machine that runs cases: its cores, its circumstances during a case, its speed, and its software."""
