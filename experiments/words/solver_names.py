"""Solvers named on the command line: all settings of a solver, or one setting."""

from collections.abc import Collection, Iterable, Mapping
from functools import cache

from danceoff.experiments import BadInput
from danceoff.problems.model.arguments import choices
from danceoff.solvers.specs import split

_SEED = "seed"


def is_named(solver: str, words: Collection[str]) -> bool:
    """Return whether one of the words names the solver, with its options or without them."""
    return solver in words or split(solver)[0] in words


def named(where: str, texts: Iterable[str], solvers: Iterable[str], others: Iterable[str] = ()) -> tuple[str, ...]:
    """Return the words of texts, separated by commas; a solver with several options is one word.

    where: the argument, for the beginning of error messages.
    solvers: the solvers that words may name, with options or without.

    Raises BadInput for any other word.
    """
    specs = list(dict.fromkeys(solvers))
    known = dict.fromkeys([*(split(spec)[0] for spec in specs), *specs, *others])
    found: dict[str, None] = {}
    for text in texts:
        left = text
        while left:
            starts = [word for word in known if f"{left},".startswith(f"{word},")]
            if not starts:
                word = left.partition(",")[0]
                raise BadInput(f"{where}: {word!r} is not known here; {choices(word, known)}")
            longest = max(starts, key=len)
            found[longest] = None
            left = left[len(longest) + 1 :]
    return tuple(found)


@cache
def options(spec: str) -> tuple[str, Mapping[str, str]]:
    """Return the name of a solver and its options, by name."""
    name, given = split(spec)
    pairs = (pair.partition("=") for pair in given.split(",") if given)
    return name, {key: value for key, _, value in pairs}


@cache
def without_seed(spec: str) -> str:
    """Return the setting of a solver: different seeds of one setting are repeats of one solver."""
    name, given = options(spec)
    others = ",".join(f"{key}={value}" for key, value in given.items() if key != _SEED)
    return f"{name}:{others}" if others else name
