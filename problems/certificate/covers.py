"""Checks that options are a cover, by code that no solver uses."""

from danceoff.problems.certificate.budget import InvalidCertificate, Meter
from danceoff.problems.model.cover import ExactCover


class CoverCheck:
    """Checks covers of one problem."""

    def __init__(self, problem: ExactCover, meter: Meter) -> None:
        self._plain, self._coloured = entries_by_kind(problem)
        self._bounds = list(zip(problem.least.tolist(), problem.most.tolist(), strict=True))
        self._meter = meter

    def check(self, cover: list[int], k: int) -> None:
        """Raise InvalidCertificate unless these options, ascending, are a cover; k is its number, for the message."""
        self._meter.step(len(self._bounds) + len(cover))
        times = [0] * len(self._bounds)
        for option in cover:
            if not 0 <= option < len(self._plain):
                raise InvalidCertificate(f"cover {k} names option {option}, which does not exist")
            for item in self._plain[option]:
                times[item] += 1
        for item, _ in {entry for option in cover for entry in self._coloured[option]}:  # options that agree count once
            times[item] += 1
        if not all(least <= n <= most for n, (least, most) in zip(times, self._bounds, strict=True)):
            raise InvalidCertificate(f"cover {k} covers an item too seldom or too often")
        if sorted(set(cover)) != cover:
            raise InvalidCertificate(f"cover {k} is out of order or comes twice")


def entries_by_kind(problem: ExactCover) -> tuple[list[list[int]], list[list[tuple[int, int]]]]:
    """Return for each option the items that it covers without a colour, and its coloured items with their colours."""
    entries = [problem.entries_of(option) for option in range(problem.n_options)]
    plain = [[item for item, colour in option if not colour] for option in entries]
    return plain, [[entry for entry in option if entry[1]] for option in entries]
