"""Programs in any language as backends: their entries in TOML, how they run, and how their answers are read."""
