"""What passes between the parent of a case and its worker."""

import json
from contextlib import suppress

import night
import pytest
from hypothesis import given
from hypothesis import strategies as st

from danceoff.experiments.results.record import COLUMNS
from danceoff.experiments.run.one_case.messages import Columns, Incoming, Message, NoAnswer, to_bytes


def test_counts_of_any_size_come_back_equal():
    answer: Message = {"covers": 10**5000 + 7, "published": None, "status": "complete"}
    line = to_bytes(answer)
    assert line.count(b"\n") == 1
    assert type(json.loads(line)[0]["covers"]) is str, "other readers of JSON round beyond 2^53"
    assert list(Incoming().feed(line)) == [answer]


def test_bytes_come_back_equal_in_any_pieces():
    printed: Message = {"printed": b"two\nlines\n", "covers": 4, "exhibits": "µ{}\n"}
    answers: list[Message] = [{"covers": 3}, printed, {"status": "complete"}]
    sent = b"".join(map(to_bytes, answers))
    for n in (1, 2, 7, len(sent)):
        incoming = Incoming()
        pieces = [sent[k : k + n] for k in range(0, len(sent), n)]
        assert [answer for piece in pieces for answer in incoming.feed(piece)] == answers


NO_ANSWERS = [b"\x00\xffjunk{}", b"", b"null", b"[]", b"7", b'{"status": "complete"', b'[{}, "x"]', b"[7, 0]"]
NO_ANSWERS += [b'[{"covers": ' + b"1" * 5000 + b"}, 0]", b"[" * 100_000]


@pytest.mark.parametrize("line", NO_ANSWERS, ids=lambda line: line[:40])
def test_what_is_no_answer_is_told_apart(line):
    incoming = Incoming()
    with pytest.raises(NoAnswer) as told:
        list(incoming.feed(to_bytes({"covers": 3})[:-1] + b"\n" + line + b"\n"))
    assert str(told.value).isprintable()
    assert len(str(told.value)) < 200


@night.drawn(30)
@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(), st.lists), st.data())
def test_any_value_is_taken_or_refused(value, data):
    name = data.draw(st.sampled_from(sorted(Message.__annotations__)))
    with suppress(NoAnswer):
        for answer in Incoming().feed(json.dumps([{name: value}, 0]).encode() + b"\n"):
            json.dumps(answer, default=bytes.hex)


def test_a_worker_sends_columns_of_a_row_and_at_most_21_other_values():
    assert Columns.__annotations__.keys() <= set(COLUMNS)
    others = Message.__annotations__.keys() - Columns.__annotations__
    assert not others & set(COLUMNS)
    assert 10 < len(others) <= 21
