"""The record of certified counts is of the problems and the counts that the catalog has today."""

from builders.certified import page, record, table
from rows import row

from danceoff.problems import catalog


def test_every_certified_count_is_that_of_its_problem(record_property):
    lines = [line.split("\t") for line in catalog.CERTIFIED.read_text().splitlines()[1:]]
    assert len(lines) > 100
    for name, digest, covers in lines:
        instance = catalog.instance(name)
        assert instance.problem.digest == digest, f"{name} has changed: run make certified"
        assert instance.known.covers == int(covers), f"{name}: certified and published counts differ"
        assert catalog.certified()[digest] == int(covers)
    record_property("certificates: certified counts that are still those of the catalog", len(lines))


def made_up(problem: str, covers: int, **columns: object):
    instance = catalog.instance(problem)
    about = {"task": "certify", "certificate": "trace", "certificate_steps": 5, "certificate_bytes": 1234}
    about |= {"problem": problem, "digest": instance.problem.digest, "published": instance.known.covers}
    return row("counter", covers, "", **{**about, **columns})


def test_the_page_counts_the_certified_problems_and_names_the_others():
    missed = ("soma", "queens/5", "queens/4", "queens/4")
    rows = [made_up("queens/6", 4), *(made_up(name, 0, certificate="", status="timeout") for name in missed)]
    text = page(rows, "all.md")
    assert "1 of the 4 published counts" in text
    assert "All agree." in text
    assert "| queens/6 | 4 | OEIS A000170" in text
    assert text.endswith("Out of reach within the limits, by family:\n\n- queens/4, queens/5\n- soma\n")
    assert record(rows).splitlines()[1:] == [f"queens/6\t{rows[0].digest}\t4"]
    text = page([made_up("queens/6", 5)], "all.md")
    assert "These DISAGREE with the published counts: queens/6 (5, published 4)." in text


def test_the_page_shows_the_ten_largest_certificates_and_links_to_the_table_of_all():
    names = [name for name in catalog.names() if name.startswith("queens/")][:4]
    names += [name for name in catalog.names() if name.startswith("tromino/")][:8]
    rows = [made_up(name, 4, certificate_bytes=1000 * k) for k, name in enumerate(names)]
    text = page(rows, "../all.md")
    assert "The 10 largest of the 12 certificates ([all of them](../all.md)):" in text
    assert [name for name in names if f"| {name} |" not in text] == names[:2]
    assert [name for name in names if f"| {name} |" not in table(rows)] == []
