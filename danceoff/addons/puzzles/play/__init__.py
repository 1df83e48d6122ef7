"""A page on which people play Algorithm X on a problem: one file that works offline."""
