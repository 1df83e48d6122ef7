"""Docstrings, which name a parameter a line (`name: text`), in the form of which mkdocstrings makes tables."""

import re
from collections.abc import Collection, Mapping


def sectioned(text: str, known: Mapping[str, str], section: str, always: Collection[str] = ()) -> str:
    """Return a docstring with the lines on parameters or fields as a section in Google's style.

    known: the names of all parameters or fields, in order, each with what is said besides, or "".
    section: the name of the section.
    always: the names that are listed though the docstring says nothing of them.
    """
    if not known:
        return text and "\n\n".join(map(paragraph, text.split("\n\n")))
    name = rf"(?:{'|'.join(map(re.escape, known))})"
    begin = re.compile(rf"(?:\A|\n|(?<=[.;])\s+)({name}(?:, {name})*): ")
    kept, place = list[str](), -1
    told: dict[str, str] = {}
    for one in text.split("\n\n"):
        before, *entries = begin.split(one)
        if before or not entries:
            kept.append(paragraph(one))
            continue
        place = place if told else len(kept)
        for names, words in zip(entries[::2], entries[1::2], strict=True):
            first, *others = names.split(", ")
            told[first] = " ".join(words.split()).removesuffix(";")
            told |= dict.fromkeys(others, f"See `{first}`.")
    rows = (
        f"    {name}: {' '.join(filter(None, (told.get(name, ''), more))) or '-'}"
        for name, more in known.items()
        if name in told or name in always
    )
    table = "\n".join([f"{section}:", *rows])
    kept.insert(place if told else len(kept), table if "\n" in table else "")
    return "\n\n".join(filter(None, kept))


def paragraph(text: str) -> str:
    """Return a paragraph of a docstring; one of two columns becomes a table, other columns code, which keeps them."""
    rows = [re.fullmatch(r"(\S+(?: \S+)*) {2,}(\S+(?: \S+)*)", line) for line in text.split("\n")]
    if all(rows) and "|" not in text:
        return "\n".join(["| | |", "|---|---|", *(f"| `{row[1]}` | {row[2]} |" for row in rows if row)])
    has_columns = re.search(r"\S {2,}\S", text) and not text.startswith(" ")
    return f"```text\n{text}\n```" if has_columns else text
