"""The JSON Schema of the files of a composition, for editors that know YAML only."""

from __future__ import annotations

from ruledsl.rules.packs.model import Composition
from ruledsl.rules.packs.schema.forms import Form
from ruledsl.rules.packs.schema.scenarios import whole_scenario_schema
from ruledsl.rules.packs.schema.schemas import file_schema, pack_schema

DRAFT = "http://json-schema.org/draft-07/schema#"


def schema_for_editors(found: Composition | None, what: str) -> Form:
    """The schema of pack files (`pack`), of `pack.yaml` (`head`) or of scenario files (`scenarios`), with the meaning of every key.

    The kinds of tiles that packs declare are keys in it; only ruledsl itself knows which of their words exist.
    """
    if what == "head":
        schema = pack_schema()
    elif what == "scenarios":
        schema = whole_scenario_schema()
    else:
        schema = file_schema(found.kinds.values() if found else ())
    return {"$schema": DRAFT, "title": f"ruledsl {what}", **_described(schema)}


def _described(form: Form) -> Form:
    """The same with the meaning of each key as its description, unless it says how a text is written; without what words name."""
    told = {"description": form["means"]} if "means" in form else {}
    return told | {
        word: _inside(word, value) for word, value in form.items() if word not in ("means", "names")
    }


def _inside(word: str, value: object) -> object:
    """The value of a keyword. The keys under `properties` are those of files."""
    if isinstance(value, list):
        return [_inside("", item) for item in value]
    if not isinstance(value, dict):
        return value
    if word == "properties":
        return {key: _described(form) for key, form in value.items()}
    return _described(value)
