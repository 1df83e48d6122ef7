"""Add-ons that come with the core, one package each; `danceoff.rooms` has their names."""
