"""The documentation site: Markdown pages from README, docs, the catalog and the table of backends, for Zensical.

`make docs` writes the pages, lets Zensical make HTML of them, and checks every link of that. Zensical is the successor
of Material for MkDocs by the same authors, which they support until 2027: it builds as fast, and names the place of a
broken link.
"""
