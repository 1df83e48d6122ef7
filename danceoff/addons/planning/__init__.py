"""The add-on for planning: long tables, prices of what a plan lacks or changes, several plans, and rotas."""

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
    "tables": {"long": f"{_HERE}.long_table"},
    "sources": {"table": f"{_HERE}.tables"},
    "rewritings": {"prices": f"{_HERE}.arguments"},
    "former questions": {"nearest": "most-covered"},
}
"""Registry -> what this add-on adds to it: modules with the names of their families, the module and the class of each
question, and what questions were called before. Other modules have the functions that their registry names: those that
state a problem from Python and by the arguments of a command, and the one that rewrites a problem by prices.
"""
