"""What people who make plans add: rotas, tours, dates and services at the least cost."""

_HERE = __name__

ADDED = {
    "families": {
        f"{_HERE}.families.rota": ("rota", "soft-rota"),
        f"{_HERE}.families.planning": ("crew", "exams", "services"),
    },
}
"""Registry -> what this add-on adds to it: modules with the names of their families."""
