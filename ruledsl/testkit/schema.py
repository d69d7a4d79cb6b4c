"""The shape of scenario files, as JSON Schema (draft 7). What a position may hold is checked where it is set up."""

from __future__ import annotations

from typing import Any

from ruledsl.vocabulary.limits import LARGEST

__all__ = ["STEPS", "scenario_schema"]

ID = "^[a-z][a-z0-9_]*$"
TEXT: dict[str, Any] = {"type": "string", "minLength": 1}
TEXTS: dict[str, Any] = {"type": "array", "items": TEXT}
COUNT: dict[str, Any] = {"type": "integer", "minimum": 0, "maximum": LARGEST}
ANY: dict[str, Any] = {}
WORDS: dict[str, Any] = {
    "type": "array",
    "items": {"type": ["string", "integer"]},
}
CHOICE: dict[str, Any] = {"type": ["string", "integer", "array"], "minItems": 1}


def _object(
    properties: dict[str, Any], required: tuple[str, ...] = (), *, more: bool = False
) -> dict[str, Any]:
    return {
        "type": "object",
        "additionalProperties": more,
        "properties": properties,
        "required": list(required),
    }


SAYS: dict[str, Any] = {
    "type": "array",
    "minItems": 1,
    "items": {
        "anyOf": [TEXT, _object({"source": TEXT, "amount": ANY, "says": TEXT, "dropped": {"type": "string"}})]
    },
}

STEPS: dict[str, dict[str, Any]] = {
    "cost": _object({"value": TEXT, "is": ANY}, ("value", "is"), more=True),
    "why": _object({"value": TEXT, "is": ANY, "says": SAYS}, ("value", "says"), more=True),
    "options": _object(
        {
            "player": COUNT,
            "kind": {"enum": ["choose", "may_choose", "may", "offer", "offer_one"]},
            "rule": TEXT,
            "include": WORDS,
            "exclude": WORDS,
            "exactly": WORDS,
        }
    ),
    "choose": CHOICE,
    "why_not": _object({"action": TEXT, "target": ANY, "says": SAYS}, ("action", "says")),
    "refuse": {"type": ["string", "integer"]},
    "undo": {"enum": [True, "refused"]},
    "state": {"type": "object"},
    "over": {"type": "boolean"},
    "standings": {"type": "array", "items": {"type": "object"}},
}
"""Each kind of step with the shape of what it says."""


def scenario_schema() -> dict[str, Any]:
    """The schema of a whole file."""
    step = {**_object(STEPS), "minProperties": 1, "maxProperties": 1}
    scenario = _object(
        {
            "about": TEXT,
            "covers": TEXTS,
            "packs": {**TEXTS, "minItems": 1},
            "variants": {"type": "object", "additionalProperties": TEXT},
            "position": {"type": "object"},
            "steps": {"type": "array", "items": step, "minItems": 1},
        },
        ("position", "steps"),
    )
    table = {
        "type": "object",
        "propertyNames": {"pattern": ID},
        "additionalProperties": scenario,
        "minProperties": 1,
    }
    return _object({"scenarios": table}, ("scenarios",))
