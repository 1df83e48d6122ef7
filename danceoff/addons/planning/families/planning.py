"""Plans at the least cost: tours of crews `crew/60x3000-1`, dates of exams `exams/40x12-1`, `services/40x200-1`.

All are drawn from the seed. Nobody has published an optimum; several solvers prove the same.
"""

from collections.abc import Callable, Hashable
from functools import partial
from random import Random
from typing import TypeAlias

import numpy as np

from danceoff.problems.grids.grid import Grid
from danceoff.problems.grids.points import Points
from danceoff.problems.instance import Family, Model
from danceoff.problems.model.cover import ExactCover, InvalidProblem
from danceoff.problems.model.sizes import parsed

_MOST = 100_000
Build: TypeAlias = Callable[[int, int, Random], Model]


def _sized(form: str, build: Build, size: str) -> Model:
    n, m, seed = map(int, parsed(r"(\d{1,6})x(\d{1,6})-(\d{1,9})", size, form).groups())
    if not 2 <= min(n, m) <= max(n, m) <= _MOST:
        raise InvalidProblem(f"{size!r} is not of the form {form}")
    return build(n, m, Random(seed))


def _crew(n_flights: int, n_tours: int, random: Random) -> Model:
    """Each flight is in one tour; a tour has up to 8 flights that are near in time. A hidden schedule flies all."""
    worth = [random.uniform(100, 600) for _ in range(n_flights)]
    left, tours = random.sample(range(n_flights), n_flights), []
    while left:
        n = random.randint(2, 8)
        tours.append(sorted(left[:n]))
        del left[:n]
    while len(tours) < n_tours:
        first, n = random.randrange(n_flights), random.randint(2, 8)
        tours.append(sorted({(first + hours) % n_flights for hours in random.sample(range(24), n)}))
    cost = [round(2000 + sum(worth[flight] for flight in tour) * random.uniform(0.6, 1.6)) for tour in tours]
    problem = ExactCover.from_options(tours, range(n_flights), cost=cost)
    return problem, Points(n_flights, problem.start, problem.item)


def _exams(n_exams: int, n_dates: int, random: Random) -> Model:
    """Each exam has a date. A class has up to 4 exams, no two on one date; no date has more exams than rooms."""
    classes = [random.sample(range(n_exams), min(n_exams, random.randint(2, 4))) for _ in range(2 * n_exams)]
    of_exam = [[k for k, some in enumerate(classes) if exam in some] for exam in range(n_exams)]
    chosen = [(exam, date) for exam in range(n_exams) for date in range(n_dates)]
    options = [[("exam", exam), ("rooms", date), *(("class", k, date) for k in of_exam[exam])] for exam, date in chosen]
    n_rooms = -(-n_exams * 5 // (4 * n_dates))  # a quarter more than the mean, rounded up
    rooms: dict[Hashable, tuple[int, int]] = {("rooms", date): (0, n_rooms) for date in range(n_dates)}
    primary = [*(("exam", exam) for exam in range(n_exams)), *rooms]
    secondary = dict.fromkeys(item for option in options for item in option if item[0] == "class")
    problem = ExactCover.from_options(
        options, primary, secondary, multiplicity=rooms, cost=[random.randint(0, 9) for _ in options]
    )
    exam, date = np.array(chosen, np.int32).T
    return problem, Grid(n_exams, n_dates, exam * n_dates + date, np.zeros(len(chosen), np.int32), "X")


def _services(n_places: int, n_services: int, random: Random) -> Model:
    """Each place is served 2 to 4 times; a service serves 3 to 6 places."""
    options = [sorted(random.sample(range(n_places), min(n_places, random.randint(3, 6)))) for _ in range(n_services)]
    problem = ExactCover.from_options(
        options,
        range(n_places),
        multiplicity=dict.fromkeys(range(n_places), (2, 4)),
        cost=[random.randint(1, 100) for _ in options],
    )
    return problem, Points(n_places, problem.start, problem.item)


def _family(name: str, form: str, build: Build) -> Family:
    form = f"{form}-SEED, both numbers from 2 to {_MOST}"
    return Family(name, form, partial(_sized, form, build))


FAMILIES = (
    _family("crew", "FLIGHTSxTOURS", _crew),
    _family("exams", "EXAMSxDATES", _exams),
    _family("services", "PLACESxSERVICES", _services),
)
