"""A timetable: four lessons, two teachers, two rooms, three hours."""

from itertools import product

import danceoff

TEACHER = {"algebra": "Ada", "logic": "Ada", "chemistry": "Marie", "physics": "Marie"}
ROOMS, HOURS = ("lab", "hall"), (9, 10, 11)

# An option says where and when a lesson is. It covers the lesson, and the teacher and the room at that hour.
options = {
    f"{lesson}: {room} at {hour}": [lesson, (TEACHER[lesson], hour), (room, hour)]
    for lesson, room, hour in product(TEACHER, ROOMS, HOURS)
    if room == "lab" or lesson not in ("chemistry", "physics")
}
# Lessons must be covered; a teacher and a room may be free at some hour.
free = {item for items in options.values() for item in items[1:]}
problem = danceoff.problem(options, secondary=free)

print(f"{danceoff.count(problem)} timetables")
early = danceoff.solve(problem, limit=1, given=["physics: lab at 9"])
for lesson in early.covers[0]:
    print(lesson)
