"""The shape of scenario files, as JSON Schema (draft 7). The contents of a position are checked where it is set up."""

from __future__ import annotations

from typing import Any

from ruledsl.vocabulary.limits import LARGEST

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
"""Each kind of step with the shape of its value."""


def scenario_schema() -> dict[str, Any]:
    """The schema of a whole file."""
    step = {**_object(STEPS), "minProperties": 1, "maxProperties": 1}
    packs = {**TEXTS, "minItems": 1}
    scenario = _object(
        {
            "about": TEXT,
            "covers": TEXTS,
            "packs": packs,
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
    return _object({"packs": packs, "scenarios": table}, ("scenarios",))


# ── positions: their keys. The values are checked where positions are set up ──

AMOUNTS: dict[str, Any] = {"type": ["object", "null"], "additionalProperties": {**COUNT, "minimum": 0}}
TABLE: dict[str, Any] = {"type": ["object", "null"]}
NOUN: dict[str, Any] = {"type": ["string", "integer", "null"]}
NUMBER: dict[str, Any] = {"type": ["integer", "null"]}
LIST: dict[str, Any] = {"type": ["array", "null"]}


def _optional(properties: dict[str, Any]) -> dict[str, Any]:
    return {**_object(properties), "type": ["object", "null"]}


REGION = _optional(
    {
        "terrain": NOUN,
        "symbols": {**LIST, "items": NOUN},
        "entry": {"type": "boolean"},
        "edge": {"type": "boolean"},
        "borders": {**LIST, "items": NOUN},
        "shape": {**LIST, "items": {"type": "array", "items": {"type": "integer"}}},
    }
)
MAP: dict[str, Any] = {
    **_object(
        {
            "rounds": NUMBER,
            "extends": NOUN,
            "beside": TABLE,
            "regions": {
                "type": ["object", "null"],
                "additionalProperties": {"anyOf": [REGION, {"type": "string", "enum": ["removed"]}]},
            },
            "joins": LIST,
            "islands": LIST,
        }
    ),
    "type": ["object", "string", "null"],
}
PEOPLE = _optional(
    {
        "race": NOUN,
        "power": NOUN,
        "player": NUMBER,
        "stage": NOUN,
        "hand": NUMBER,
        "at": AMOUNTS,
        "pieces": AMOUNTS,
        "founded": NUMBER,
        "memory": TABLE,
    }
)
POSITION = _object(
    {
        "players": NUMBER,
        "map": MAP,
        "round": NUMBER,
        "turn": NUMBER,
        "phase": NOUN,
        "acting": NOUN,
        "seed": NUMBER,
        "dice": {**LIST, "items": {"type": "integer"}},
        "coins": {**LIST, "items": {"type": "integer"}},
        "peoples": {**LIST, "items": PEOPLE},
        "regions": {
            "type": ["object", "null"],
            "additionalProperties": _optional(
                {"holder": NOUN, "pieces": AMOUNTS, "tiles": LIST, "face_down": LIST, "memory": TABLE}
            ),
        },
        "hands": {**LIST, "items": _optional({"pieces": AMOUNTS})},
        "trays": AMOUNTS,
        "aside": AMOUNTS,
        "stock": AMOUNTS,
        "market": {**LIST, "items": _optional({"race": NOUN, "power": NOUN, "coins": NUMBER})},
        "decks": TABLE,
        "tiles": {
            "type": ["object", "null"],
            "additionalProperties": _optional(
                {"coins": NUMBER, "pieces": AMOUNTS, "memory": TABLE, "borrows": NOUN}
            ),
        },
        "memory": _optional({"game": TABLE, "players": LIST}),
        "setting_out": {"type": "boolean"},
        "done": {
            **LIST,
            "items": _optional({"action": NOUN, "tile": NOUN, "each": ANY, "times": NUMBER}),
        },
        "analysis": {"type": "boolean"},
    },
    ("players",),
)
"""The shape of a position."""
_TABLE_OF: dict[str, Any] = {
    "type": "object",
    "properties": {
        "round": {"type": "integer"},
        "turn": {"type": "integer"},
        "peoples": {
            "type": "object",
            "additionalProperties": {
                "type": ["object", "null"],
                "properties": {"hand": {"type": "integer"}, "pieces": AMOUNTS},
            },
        },
        "regions": {
            "type": "object",
            "additionalProperties": {"type": "object", "properties": {"tokens": {"type": "integer"}}},
        },
        "players": {
            "type": "array",
            "items": {"type": "object", "properties": {"coins": {"type": "integer"}}},
        },
        "tiles": {"type": "object", "additionalProperties": _object({"pieces": AMOUNTS})},
        "trays": AMOUNTS,
        "aside": AMOUNTS,
        "stock": AMOUNTS,
    },
}
STEPS_SHAPE: dict[str, Any] = {
    "type": "array",
    "items": {"type": "object", "properties": {"state": _TABLE_OF}},
}
"""The numbers that a step may expect, where a table has numbers."""
