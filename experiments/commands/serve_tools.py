"""The tools of `danceoff serve`: from a problem in JSON or as text to JSON, under limits that no call can lift.

No argument names a solver, a file or a problem of the catalog. So a call opens only one file, into which its text is
written.
"""

import json
from base64 import b64encode
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Timer
from typing import Any

from danceoff.asking.ask import Ask, Limits
from danceoff.experiments import BadInput
from danceoff.experiments.results.record import Row
from danceoff.experiments.run.one_case.child import run_case
from danceoff.experiments.run.one_case.messages import Message, Show, events
from danceoff.experiments.terminal.covers.ending import RIGHT, costs, json_of, show_at_end
from danceoff.experiments.terminal.covers.models import read_again
from danceoff.experiments.terminal.covers.showing import Showing
from danceoff.problems import InvalidProblem
from danceoff.problems.formats import READ
from danceoff.problems.instance import Instance
from danceoff.problems.sources import of_list
from danceoff.problems.stated import instance, problem
from danceoff.questions.question import CERTIFICATE

_SECONDS, _MOST_S = 10, 60
_BESIDES_S = 60.0
"""How long a call may take besides the search: to read, to compile, to check."""
_MEMORY_MB = 1000.0
_MOST_BYTES = 2_000_000
"""Of an input, and of an answer."""
_MOST_COVERS = 100

_ARGUMENTS: dict[str, dict[str, Any]] = {
    "options": {
        "type": "object",
        "description": "the items of each option, by its name; a secondary item may be coloured, as [item, colour]",
        "additionalProperties": {"type": "array"},
    },
    "secondary": {"type": "array", "items": {"type": "string"}, "description": "items covered at most once"},
    "multiplicity": {"type": "object", "description": "item -> how often it is covered: N or [least, most]"},
    "text": {"type": "string", "description": "instead of `options`, the problem as text in a `format`"},
    "format": {"enum": [*READ]},
    "seconds": {"type": "number", "exclusiveMinimum": 0, "maximum": _MOST_S, "default": _SECONDS},
}
_OWN: dict[str, dict[str, Any]] = {
    "solve": {"limit": {"type": "integer", "minimum": 1, "maximum": _MOST_COVERS, "default": 1}},
    "best": {
        "cost": {
            "type": ["number", "object"],
            "additionalProperties": {"type": "number"},
            "description": "the cost of each of the `options`: one for all, or by name; 1 asks for the fewest options",
            "default": 1,
        }
    },
}
"""Arguments of one tool alone."""
_SAYS = {
    "count": "Count the covers of an exact cover problem.",
    "solve": "List up to `limit` covers, each one checked; a complete set has a fingerprint.",
    "unique": "Say whether there is no cover, exactly one, or several; and return it, or two that differ.",
    "best": "Find a cover of least cost, and prove that none is cheaper.",
    "explain": "Say why an exact cover problem has no cover.",
    "certify": "Count the covers, and return a checked certificate of the number, a file in base64 for danceoff check.",
}
_OBJECT = {"type": "object", "additionalProperties": False}
TOOLS: dict[str, dict[str, Any]] = {
    name: {"description": says, "input_schema": _OBJECT | {"properties": _ARGUMENTS | _OWN.get(name, {})}}
    for name, says in _SAYS.items()
}
"""Name of a tool -> what the protocol tells of it."""
_LISTS = ("solve", "unique", "best")
"""The tools that return covers."""


class _Kept(Showing):
    """Keeps covers, each a line of JSON."""

    lines = b""

    def take(self, answer: Message) -> None:
        """Keep the covers in an answer; raises BadInput if they get too many."""
        self.lines += answer.get("printed", b"")
        if len(self.lines) > _MOST_BYTES:
            raise BadInput(f"the covers take more than {_MOST_BYTES} bytes: ask for fewer, or count them")


def answered(tool: str, given: Mapping[str, Any], stop: Event, folder: Path) -> str:
    """Return the answer of a tool as JSON; raises BadInput, whose message calls the file of a problem `text`.

    stop: ends the call soon after it is set.
    folder: the folder for the files of the call.
    """
    _check(tool, given)
    seconds = given.get("seconds", _SECONDS)
    patience = Timer(seconds + _BESIDES_S, stop.set)
    with TemporaryDirectory(dir=folder, ignore_cleanup_errors=True) as own:
        file = Path(own, f"text.{given.get('format')}")
        patience.start()
        try:
            text = json_of(_found(tool, given, _source(tool, given, file), Path(own, "certificate"), stop))
        except KeyboardInterrupt:
            raise BadInput(f"stopped: more than {_BESIDES_S:.0f} s besides the search") from None
        except (BadInput, InvalidProblem) as error:
            raise BadInput(str(error).replace(str(file), "text")) from None
        finally:
            patience.cancel()
    if len(text) > _MOST_BYTES:
        raise BadInput(f"the answer has more than {_MOST_BYTES} bytes")
    return text


def _check(tool: str, given: Mapping[str, Any]) -> None:
    from jsonschema import Draft202012Validator  # late: an extra

    if tool not in TOOLS:
        raise BadInput(f"there is no tool {tool[:40]!r}; there are {', '.join(TOOLS)}")
    if len(json.dumps(given, ensure_ascii=False)) > _MOST_BYTES:
        raise BadInput(f"the input has more than {_MOST_BYTES} characters")
    for fault in Draft202012Validator(TOOLS[tool]["input_schema"]).iter_errors(given):
        raise BadInput(f"{fault.json_path.removeprefix('$.')}: {fault.message[:200]}")
    if not given.get("seconds", 0) <= _MOST_S:  # NaN, which JSON of Python has, would be no limit
        raise BadInput(f"seconds: must be a number up to {_MOST_S}")
    has_text = "text" in given
    if has_text == ("options" in given) or has_text != ("format" in given):
        raise BadInput("a problem is either `options`, or `text` and its `format`")
    if has_text and not {"secondary", "multiplicity", "cost"}.isdisjoint(given):
        raise BadInput("`secondary`, `multiplicity` and `cost` go with `options`; a text has its own")


def _source(tool: str, given: Mapping[str, Any], file: Path) -> str | Instance:
    """Return the problem of the options, or the file that the text is written to."""
    if "text" in given:
        file.write_bytes(given["text"].encode(errors="surrogatepass"))
        if of_list(str(file)):
            raise BadInput("text: a list of sudokus; send one at a time")
        return str(file)
    secondary = given.get("secondary", [])
    options = {name: [_item(one, secondary) for one in items] for name, items in given["options"].items()}
    cost = given.get("cost", 1) if tool == "best" else None
    return instance(problem(options, secondary=secondary, multiplicity=given.get("multiplicity"), cost=cost))


def _item(given: Any, secondary: list[str]) -> str | tuple[str, str]:
    if isinstance(given, str):
        return given
    if isinstance(given, list) and [*map(type, given)] == [str, str] and given[0] in secondary:
        return given[0], given[1]
    raise BadInput(f"options: an item is text, or [item, colour] of a secondary one, not {json.dumps(given)[:80]}")


def _found(tool: str, given: Mapping[str, Any], source: str | Instance, file: Path, stop: Event) -> dict[str, Any]:
    """Return the members of the answer; file: the file of the certificate."""
    known: Message = {}

    def watch(message: Message) -> None:
        known.update(message)
        shown.take(message)
        for event in events(message):
            found.add(event)

    case = Ask(
        "text" if "text" in given else "options",
        "auto",
        {"solve": "enumerate"}.get(tool, tool),
        limit=int(given.get("limit", 1)) if tool == "solve" else None,
        limits=Limits(given.get("seconds", _SECONDS), memory_limit_mb=_MEMORY_MB),
        options=((CERTIFICATE, str(file)),) if tool == "certify" else (),
        at=(source, ""),
    )
    shown = _Kept(Show(answers="json" if tool in _LISTS else ""), None, None)
    sent = case.question.form(shown.show)
    found = case.question.answer(ask=case, at=source if isinstance(source, Instance) else partial(read_again, source))
    row = run_case(case, watch, sent, stop=stop)
    if row.status not in RIGHT:
        raise BadInput(f"{row.status}: {row.detail}")
    found.known = {**known, **vars(row)}
    show_at_end(row, found, "", shown, sent)
    answer: dict[str, Any] = {"status": row.status, "detail": row.detail, "digest": row.digest}
    if "warning" in known:
        answer["warning"] = known["warning"]
    if tool == "explain":
        return answer | _reasons(row, known)
    if tool == "certify":
        answer |= _certificate(row, file)
    if tool in _LISTS:
        answer["answers"] = [json.loads(line) for line in shown.lines.splitlines()]
    if tool == "best":
        return answer | {name: cost for name, cost in costs(row).items() if name in ("cost", "bound")}
    if tool == "unique":
        return answer | found.members
    is_exact = row.status == "complete" and row.certificate != "none"
    answer["count" if is_exact else "count_at_least"] = row.covers
    return answer | ({"fingerprint": row.fingerprint} if is_exact and row.fingerprint else {})


def _reasons(row: Row, known: Message) -> dict[str, Any]:
    reasons = known.get("explained", {})
    is_decided = row.covers or row.status == "complete" or reasons.get("reasons")
    return {"has_cover": row.covers > 0 if is_decided else None, **reasons}


def _certificate(row: Row, file: Path) -> dict[str, Any]:
    """Return the certificate; its kind is named only after the process of the case has checked it."""
    if not row.certificate:
        return {"checked": False}
    if file.stat().st_size > _MOST_BYTES // 2:
        raise BadInput(f"the certificate has {file.stat().st_size} bytes, too many for an answer: run danceoff certify")
    return {"kind": row.certificate, "certificate": b64encode(file.read_bytes()).decode(), "checked": True}
