"""Reports: tables, charts and a page, all derived from the rows of a results folder."""
