"""The building blocks of schemas: JSON Schema (draft 7) with two columns of our own.

`means` says in a line what a key is for: completion shows it, and the schema for editors has it as the description. `names` says what
a word names (`piece`), or declares (`+piece`): lints, renaming, upgrades, completion and colouring go by it (`packs/mentions.py`).

The `description` of a form with a `pattern` says in plain words how such a text is written: authors see it when it is not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

Form = dict[str, Any]
"""A JSON Schema."""
ID = "^[a-z][a-z0-9_]*$"
AN_ID = "small letters, digits and `_`, a letter first"
A_LANGUAGE = "a language as two small letters, such as `it`; a text with a comma in it goes in quotes"


def key(form: Mapping[str, Any], means: str) -> Form:
    """The form of a value, with the meaning of the key above it."""
    return {**form, "means": means}


def named(form: Mapping[str, Any], names: str) -> Form:
    """The form of a word that names something."""
    return {**form, "names": names}


def group(properties: dict[str, Form], required: Iterable[str] = (), *, more: bool | Form = False) -> Form:
    """A mapping with these keys, and with others if `more`, perhaps of one form. Raises `ValueError` for a key without a meaning."""
    unsaid = [name for name, form in properties.items() if not form.get("means")]
    if unsaid:
        raise ValueError(f"keys without a meaning: {', '.join(unsaid)}")
    return {
        "type": "object",
        "additionalProperties": more,
        "properties": properties,
        "required": list(required),
    }


def table(entry: Form, names: str = "", pattern: str = ID, said: str = AN_ID) -> Form:
    """A mapping from ids of one form to entries of one form; `names` says what the ids name."""
    written: Form = {"pattern": pattern, "description": said}
    return {
        "type": "object",
        "propertyNames": named(written, names) if names else written,
        "additionalProperties": entry,
    }


def listed(item: Form) -> Form:
    """A list whose items have one form."""
    return {"type": "array", "items": item}


def word(names: str = "") -> Form:
    """A word of the form of ids."""
    form: Form = {"type": "string", "pattern": ID, "description": AN_ID}
    return named(form, names) if names else form


def words(names: str = "") -> Form:
    """A list of such words."""
    return listed(word(names))


TEXT: Form = {"type": "string", "minLength": 1}
FLAG: Form = {"type": "boolean"}


def texts(line: Form = TEXT) -> Form:
    """A text, or one for each language."""
    languages = table(line, "", "^[a-z]{2}$", A_LANGUAGE)
    return {"anyOf": [line, {**languages, "required": ["en"]}]}
