"""The shape of pack files, as JSON Schema (draft 7), for a composition: its kinds of tiles are keys, with their printed numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.packs.maps.bounds import LETTERS, MOST_CORNERS, MOST_REGIONS, MOST_ROUNDS_OF_A_MAP
from ruledsl.vocabulary.motifs import DEVICES, MOTIFS, PARTS_OF_EMBLEMS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ruledsl.packs.model import Kind

ID = "^[a-z][a-z0-9_]*$"
VERSION = "^[0-9]{1,6}\\.[0-9]{1,6}\\.[0-9]{1,6}$"


def _object(properties: dict[str, Any], required: Iterable[str] = ()) -> dict[str, Any]:
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": properties,
        "required": list(required),
    }


def _table(entry: dict[str, Any], names: str = ID, said: str = "") -> dict[str, Any]:
    written = {"pattern": names, "description": said or AN_ID}
    return {"type": "object", "propertyNames": written, "additionalProperties": entry}


TEXT: dict[str, Any] = {"type": "string", "minLength": 1}
AN_ID = "small letters, digits and `_`, a letter first"
A_LANGUAGE = "a language as two small letters, such as `it`; a text with a comma in it goes in quotes"
NAMES: dict[str, Any] = {
    "anyOf": [
        TEXT,
        {
            "type": "object",
            "propertyNames": {"pattern": "^[a-z]{2}$", "description": A_LANGUAGE},
            "additionalProperties": TEXT,
            "required": ["en"],
        },
    ]
}
WORD: dict[str, Any] = {"type": "string", "pattern": ID, "description": AN_ID}
WORDS: dict[str, Any] = {"type": "array", "items": WORD}
AUTHORS: dict[str, Any] = {
    "type": "array",
    "items": {
        "type": "string",
        "pattern": "^[^\\u0000-\\u001f\\u007f-\\u009f]+$",
        "maxLength": 80,
        "description": "a name on one line",
    },
    "minItems": 1,
    "maxItems": 40,
}
HOMEPAGE: dict[str, Any] = {
    "type": "string",
    "pattern": "^https://[A-Za-z0-9][!-~]*$",
    "maxLength": 200,
    "description": "an address that begins with `https://`",
}
A_VERSION: dict[str, Any] = {
    "type": "string",
    "pattern": VERSION,
    "description": "three numbers, such as `0.1.0`",
}
COUNT: dict[str, Any] = {"type": "integer", "minimum": 0, "maximum": 9999}
FARTHEST = 2000
"""The largest distance from the corner of a map."""
POINT: dict[str, Any] = {
    "type": "array",
    "items": {"type": "number", "minimum": -FARTHEST, "maximum": FARTHEST},
    "minItems": 2,
    "maxItems": 2,
}
SIZE = {**POINT, "items": {"type": "number", "minimum": 1, "maximum": FARTHEST}}
RULES: dict[str, Any] = {"type": "string"}
RULES_WHEN: dict[str, Any] = {
    "type": "array",
    "items": _object({"when": _table(WORD), "rules": RULES}, ("when", "rules")),
}

PIECE = _object(
    {
        "name": NAMES,
        "summary": NAMES,
        "supply": COUNT,
        "traits": WORDS,
        "symbol": TEXT,
        "joins": {"type": "boolean"},
        "shows": WORDS,
        "rules": RULES,
        "rules_when": RULES_WHEN,
    },
    ("name",),
)
REGION_NAME = {"type": ["integer", "string"]}
REGION = _object(
    {
        "terrain": WORD,
        "entry": {"type": "boolean"},
        "edge": {"type": "boolean"},
        "symbols": WORDS,
        "borders": {"type": "array", "items": REGION_NAME},
        "at": POINT,
        "shape": {"type": "array", "items": POINT, "minItems": 3, "maxItems": MOST_CORNERS},
    },
    ("terrain",),
)
CHANGED_REGION: dict[str, Any] = {
    "anyOf": [{**REGION, "required": []}, {"type": "string", "enum": ["removed"]}]
}
"""A region in a map that extends another one."""
JOINS: dict[str, Any] = {
    "type": "array",
    "items": {"type": "array", "items": REGION_NAME, "minItems": 2, "maxItems": 2},
}


def _regions(entry: dict[str, Any]) -> dict[str, Any]:
    return {**_table(entry, "^[a-z0-9_]+$", "small letters, digits and `_`"), "maxProperties": MOST_REGIONS}


ROUNDS = {"type": "integer", "minimum": 1, "maximum": MOST_ROUNDS_OF_A_MAP}
MAP = _object(
    {
        "name": NAMES,
        "extends": WORD,
        "players": {
            "type": "array",
            "items": {"type": "integer", "minimum": 1, "maximum": 12},
            "minItems": 1,
            "uniqueItems": True,
        },
        "rounds": ROUNDS,
        "size": SIZE,
        "draw": _table({"type": "integer", "minimum": 1, "maximum": 9}),
        "beside": _table(WORD, LETTERS, "up to 20 small letters"),
        "joins": JOINS,
        "regions": {},
    }
)


def _changing(changed: tuple[str, ...], new: tuple[str, ...]) -> dict[str, Any]:
    """The keys that a region requires and permits, depending on whether it changes one of another map."""
    return {
        "if": {"required": ["extends"]},
        "then": {"properties": {"regions": _regions(CHANGED_REGION)}, "required": list(changed)},
        "else": {"properties": {"regions": _regions(REGION)}, "required": list(new)},
    }


MAP |= _changing(("name",), ("name", "players", "rounds"))
MAP_IN_PLACE = _object(
    {
        "extends": TEXT,
        "rounds": ROUNDS,
        "beside": _table(TEXT, LETTERS, "up to 20 small letters"),
        "joins": JOINS,
        "islands": {"type": "array", "items": {"type": "array", "items": REGION_NAME}},
        "regions": {},
    }
) | _changing((), ())
"""A map in the data of a position: it has no name and no number of players, and may name drawn boards."""
FACE = _object(
    {
        "name": NAMES,
        "size": WORD,
        "sheet": WORD,
        "joins": JOINS,
        "regions": _regions(REGION),
    },
    ("name", "size", "sheet", "regions"),
)
KIND = _object(
    {
        "plural": WORD,
        "name": NAMES,
        "borne_by": {"enum": ["people", "region", "nobody"]},
        "tray": WORD,
        "travels": {"type": "boolean"},
        "fields": _table(WORD),
    },
    ("plural", "name", "borne_by"),
)
DECK = _object(
    {"of": {"anyOf": [WORD, WORDS]}, "hidden": {"type": "boolean"}, "deals": {"type": "boolean"}}, ("of",)
)
VARIANT = _object(
    {"name": NAMES, "options": {"type": "array", "items": WORD, "minItems": 2}}, ("name", "options")
)
PANEL = _object({"value": WORD, "name": NAMES}, ("value", "name"))
PASSAGE = _object(
    {"title": NAMES, "text": NAMES, "position": {"type": "object"}, "caption": NAMES}, ("title", "text")
)


def _tile(kind: Kind) -> dict[str, Any]:
    fields = {field.key: COUNT for field in kind.fields}
    return _object(
        {
            "name": NAMES,
            "summary": NAMES,
            **fields,
            "traits": WORDS,
            "copies": {"type": "integer", "minimum": 1, "maximum": 99},
            "tokens_of": WORD,
            "pieces": _table(PIECE),
            "rules": RULES,
            "rules_when": RULES_WHEN,
        },
        ["name", *(field.key for field in kind.fields)],
    )


def file_schema(kinds: Iterable[Kind], *, more: bool = False) -> dict[str, Any]:
    """The schema of every file of a pack except `pack.yaml`, for these kinds of tiles (`more`: and perhaps others)."""
    properties: dict[str, Any] = {
        "stages": WORDS,
        "modes": WORDS,
        "ways": WORDS,
        "terrains": WORDS,
        "symbols": WORDS,
        "piece_traits": WORDS,
        "tile_traits": WORDS,
        "equivalents": _table(WORD),
        "given": _table(WORDS),
        "kinds": _table(KIND),
        "decks": _table(DECK),
        "dice": _table({"type": "array", "items": COUNT, "minItems": 1}),
        "pieces": _table(PIECE),
        "boards": _table(FACE),
        "maps": _table(MAP),
        "variants": _table(VARIANT),
        "panels": {"type": "array", "items": PANEL},
        "measures": {"type": "array", "items": PANEL},
        "book": {"type": "array", "items": PASSAGE, "maxItems": 40},
        "standings": WORDS,
        "roles": _table(WORD),
        "drawing": _table({"enum": [*MOTIFS, *DEVICES]}),
        "emblems": _table(
            {
                "type": "array",
                "items": {"enum": [part for sort in PARTS_OF_EMBLEMS.values() for part in sort]},
                "minItems": 1,
            }
        ),
        "renamed": _table(
            _object(
                {"to": WORD, "since": A_VERSION, "where": {"enum": ["raised", "alone", "own"]}},
                ("to", "since"),
            )
        ),
        "texts": _table(NAMES, "^[a-z][a-z0-9_.]*$", "small letters, digits, `_` and `.`"),
        "rules": RULES,
        "rules_when": RULES_WHEN,
    }
    for kind in kinds:
        properties[kind.plural] = _table(_tile(kind))
    return {**_object(properties), "additionalProperties": more}


def pack_schema() -> dict[str, Any]:
    """The schema of `pack.yaml`."""
    return _object(
        {
            "id": WORD,
            "version": A_VERSION,
            "language": {"type": "integer", "minimum": 1},
            "name": NAMES,
            "summary": NAMES,
            "authors": AUTHORS,
            "licence": {"type": "string", "minLength": 1, "maxLength": 100},
            "homepage": HOMEPAGE,
            "requires": _table(TEXT),
            "replaces": WORDS,
        },
        ("id", "version", "language", "name"),
    )
