"""What people who make plans add: rotas, tours, dates and services at the least cost."""

_HERE = __name__

ADDED = {
    "families": {
        f"{_HERE}.families.rota": ("rota", "soft-rota"),
        f"{_HERE}.families.planning": ("crew", "exams", "services"),
    },
    "questions": {
        "best": (f"{_HERE}.best", "BestQuestion"),
        "most-covered": (f"{_HERE}.most_covered", "MostCoveredQuestion"),
    },
    "rewritings": {"prices": f"{_HERE}.arguments"},
    "former questions": {"nearest": "most-covered"},
}
"""Registry -> what this add-on adds to it: modules with the names of their families, the module and the class of each
question, the module that rewrites a problem by prices, and what questions were called before.
"""
