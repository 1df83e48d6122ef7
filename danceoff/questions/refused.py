"""The refusal of arguments that do not go together."""

import re


class Refused(ValueError):
    """Arguments that do not go together.

    The argument is the sentence of the command line; as text, the names are those of Python and of plans.
    """

    def __str__(self) -> str:
        return re.sub(r"--([a-z][a-z-]*)", lambda flag: flag[1].replace("-", "_"), str(self.args[0]))
