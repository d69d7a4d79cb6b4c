"""The JSON Schema of the files of a composition, for editors that know YAML only."""

from __future__ import annotations

from typing import Any

from ruledsl.packs.model import Composition
from ruledsl.packs.schema.schemas import file_schema, pack_schema
from ruledsl.service.completing.keys import KEYS
from ruledsl.service.completing.yaml import scenario_file_schema

DRAFT = "http://json-schema.org/draft-07/schema#"


def schema_for_editors(found: Composition | None, what: str) -> dict[str, Any]:
    """The schema of pack files (`pack`), of `pack.yaml` (`head`) or of scenario files (`scenarios`), with the meaning of every key.

    The kinds of tiles that packs declare are keys in it; only ruledsl itself knows which of their words exist.
    """
    if what == "head":
        schema = pack_schema()
    elif what == "scenarios":
        schema = scenario_file_schema()
    else:
        schema = file_schema(found.kinds.values() if found else ())
    return {"$schema": DRAFT, "title": f"ruledsl {what}", **_described(schema)}


def _described(schema: dict[str, Any]) -> dict[str, Any]:
    """The same with a sentence for each key that has one."""
    found: dict[str, Any] = {}
    for name, value in schema.items():
        if name == "properties":
            found[name] = {key: _key(key, inside) for key, inside in value.items()}
        elif isinstance(value, dict) and name != "propertyNames":
            found[name] = _described(value)
        elif isinstance(value, list):
            found[name] = [_described(item) if isinstance(item, dict) else item for item in value]
        else:
            found[name] = value
    return found


def _key(key: str, schema: dict[str, Any]) -> dict[str, Any]:
    inside = _described(schema)
    return {**inside, "description": KEYS[key]} if key in KEYS and "description" not in inside else inside
