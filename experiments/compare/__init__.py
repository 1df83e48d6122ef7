"""Two results folders side by side: what became faster or slower, and whether a run was reproduced."""
