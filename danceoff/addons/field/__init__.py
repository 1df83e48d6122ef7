"""Packages and programs of others for comparison; on the committed questions, none of them is the fastest."""

ADDED = {
    "solvers": {
        "pyscipopt": ("danceoff.addons.field.pyscipopt", "PyScipOpt", "pyscipopt", "pyscipopt"),
        "choco": ("danceoff.addons.field.choco", "Choco", "pychoco", "pychoco"),
        "pumpkin": ("danceoff.addons.field.pumpkin", "Pumpkin", "pumpkin_solver", "pumpkin-solver"),
        "minizinc": ("danceoff.addons.field.minizinc", "MiniZinc", "", "", "minizinc"),
        "graphillion": ("danceoff.addons.field.graphillion", "Graphillion", "graphillion", "graphillion"),
        "d4": ("danceoff.addons.field.d4", "D4", "py_d4", "d4solver"),
        "ganak": ("danceoff.addons.field.ganak", "Ganak", "pyganak", "pyganak"),
        "cdclkit": ("danceoff.addons.field.cdclkit", "CdclKit", "cdclkit_native", "cdclkit-native"),
        "ddnnife": ("danceoff.addons.field.ddnnife", "Ddnnife", "ddnnife", "ddnnife", "", "d4"),
        "peer-dlx": ("danceoff.addons.field.peers", "Dlx", "dlx", "dlx"),
        "peer-dlx-cython": ("danceoff.addons.field.peers", "DlxCython", "dlxsolver", "dlx-cython"),
        "peer-dxz": ("danceoff.addons.field.peers", "Dxz", "dxz", "dxz"),
        "peer-exact-cover": ("danceoff.addons.field.peers", "ExactCoverPeer", "exact_cover", "exact-cover"),
        "peer-miniexact": ("danceoff.addons.field.peers", "MiniExact", "miniexact", "miniexact"),
        "peer-passagemath": ("danceoff.addons.field.peers", "Passagemath", "sage", "passagemath-combinat"),
        "peer-pyxcc": ("danceoff.addons.field.peers", "Pyxcc", "pyxcc", "pyxcc"),
        "peer-xcover": ("danceoff.addons.field.peers", "Xcover", "xcover", "xcover"),
    },
    "known miscounts": {
        "peer-xcover:memo=true": "confuses sub-problems that have the same 32-bit hash, so it misses or invents covers"
    },
}
"""Registry -> what this add-on adds to it: the name of a solver -> the fields of its `solvers.ours.Backend`."""
