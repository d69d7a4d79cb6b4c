"""The keys of pack files: their forms, what they mean and what they name.

The schema of a file is made for a composition: its kinds of tiles are keys, with their printed numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.language.vocabulary.limits import MOST_ROUNDS
from ruledsl.language.vocabulary.motifs import DEVICES, MOTIFS, PARTS_OF_EMBLEMS
from ruledsl.rules.packs.maps.drawing import LETTERS, MOST_CORNERS, MOST_REGIONS
from ruledsl.version import LANGUAGE_VERSION

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ruledsl.rules.packs.model import Kind

# ── forms ───────────────────────────────────────────────────────────────────────
# The building blocks of schemas: JSON Schema (draft 7) with two columns of our own.
#
# `means` says in a line what a key is for: completion shows it, and the schema for editors has it as the description. `names` says what
# a word names (`piece`), or declares (`+piece`): lints, renaming, upgrades, completion and colouring go by it (`packs/mentions.py`).
#
# The `description` of a form with a `pattern` says in plain words how such a text is written: authors see it when it is not.


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


def table(entry: Form, names: str = "", pattern: str = ID, description: str = AN_ID) -> Form:
    """A mapping from ids of one form to entries of one form; `names` says what the ids name."""
    written: Form = {"pattern": pattern, "description": description}
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


KEY_OF_TEXT: Form = {
    "type": "string",
    "pattern": "^[a-z][a-z0-9_.]*$",
    "description": "small letters, digits, `_` and `.`",
}
NOUN = "^[a-z][a-z_]*$"
VERSION = "^[0-9]{1,6}\\.[0-9]{1,6}\\.[0-9]{1,6}$"
NAME = key(texts(), "what players read: a text, or one for each language")
SUMMARY = key(texts(), "a sentence or two for players")
AUTHORS: Form = {
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
HOMEPAGE: Form = {
    "type": "string",
    "pattern": "^https://[A-Za-z0-9][!-~]*$",
    "maxLength": 200,
    "description": "an address that begins with `https://`",
}
A_VERSION: Form = {
    "type": "string",
    "pattern": VERSION,
    "description": "three numbers, such as `0.1.0`",
}
COUNT: Form = {"type": "integer", "minimum": 0, "maximum": 9999}
FARTHEST = 2000
"""The largest distance from the corner of a map."""
POINT: Form = {
    "type": "array",
    "items": {"type": "number", "minimum": -FARTHEST, "maximum": FARTHEST},
    "minItems": 2,
    "maxItems": 2,
}
SIZE: Form = {**POINT, "items": {"type": "number", "minimum": 1, "maximum": FARTHEST}}
RULES: Form = {
    "rules": key({"type": "string"}, "rules in the rule language, after `|`"),
    "rules_when": key(
        listed(
            group(
                {
                    "when": key(table(word("option"), "variant"), "the options that switch these rules on"),
                    "rules": key({"type": "string"}, "rules in the rule language, after `|`"),
                },
                ("when", "rules"),
            )
        ),
        "rules that options of variants switch on",
    ),
}
"""The two keys of whatever has rules."""

PIECE = group(
    {
        "name": NAME,
        "summary": SUMMARY,
        "supply": key(COUNT, "how many the box holds; without it, as many as are needed"),
        "traits": key(words("trait of piece"), "what may be said of it in rules"),
        "symbol": key(TEXT, "the letter or sign that stands for it on the board"),
        "joins": key(FLAG, "regions with such pieces are neighbours without a border"),
        "shows": key(
            words("trait of region"),
            "terrains and symbols as which a region counts while such a piece lies there",
        ),
        **RULES,
    },
    ("name",),
)
PIECES = table(PIECE, "+piece")
REGION_NAME: Form = named({"type": ["integer", "string"]}, "region")
REGION = group(
    {
        "terrain": key(word("terrain"), "what the region is made of"),
        "entry": key(FLAG, "peoples may come onto the map here"),
        "edge": key(FLAG, "touches the rim of the board"),
        "symbols": key(words("symbol"), "what is printed on it"),
        "borders": key(listed(REGION_NAME), "its neighbours"),
        "at": key(POINT, "where its tokens are drawn"),
        "shape": key(
            {"type": "array", "items": POINT, "minItems": 3, "maxItems": MOST_CORNERS},
            "its outline, as points",
        ),
    },
    ("terrain",),
)
CHANGED_REGION: Form = {"anyOf": [{**REGION, "required": []}, {"type": "string", "enum": ["removed"]}]}
"""A region in a map that extends another one."""
JOINS = key(
    listed({**listed(REGION_NAME), "minItems": 2, "maxItems": 2}),
    "pairs of regions that border on each other, too",
)
BESIDE = "other maps or boards, each by a letter that comes before the ids of its regions"


def _regions(entry: Form) -> Form:
    regions = table(entry, "+region", "^[a-z0-9_]+$", "small letters, digits and `_`")
    return key({**regions, "maxProperties": MOST_REGIONS}, "the regions, by their ids")


def _beside(names: Form) -> Form:
    return key(table(named(names, "map or board"), "", LETTERS, "up to 20 small letters"), BESIDE)


ROUNDS = key(
    {"type": "integer", "minimum": 1, "maximum": MOST_ROUNDS},
    "how many rounds are played; a game with a goal or an end of its own needs none",
)
EXTENDS = "the map that this one changes"
MAP = group(
    {
        "name": NAME,
        "extends": key(word("map"), EXTENDS),
        "players": key(
            {
                "type": "array",
                "items": {"type": "integer", "minimum": 1, "maximum": 12},
                "minItems": 1,
                "uniqueItems": True,
            },
            "for how many players",
        ),
        "rounds": ROUNDS,
        "size": key(SIZE, "how wide and high the picture is"),
        "draw": key(
            table({"type": "integer", "minimum": 1, "maximum": 9}, "size of boards"),
            "how many boards of each size are drawn for a game",
        ),
        "beside": _beside(word()),
        "joins": JOINS,
        "regions": key({}, "the regions, by their ids"),
    }
)


def _changing(changed: tuple[str, ...], new: tuple[str, ...]) -> Form:
    """The keys that a region requires and permits, depending on whether it changes one of another map."""
    return {
        "if": {"required": ["extends"]},
        "then": {"properties": {"regions": _regions(CHANGED_REGION)}, "required": list(changed)},
        "else": {"properties": {"regions": _regions(REGION)}, "required": list(new)},
    }


MAP |= _changing(("name",), ("name", "players"))
MAP_IN_PLACE = group(
    {
        "extends": key(TEXT, EXTENDS),
        "rounds": ROUNDS,
        "beside": _beside(TEXT),
        "joins": JOINS,
        "islands": key(
            listed(listed(REGION_NAME)), "regions that belong to one board without borders between them"
        ),
        "regions": key({}, "the regions, by their ids"),
    }
) | _changing((), ())
"""A map in the data of a position: it has no name and no number of players, and may name drawn boards."""
FACE = group(
    {
        "name": NAME,
        "size": key(word("+size of boards"), "how large the board is: maps draw so many of a size"),
        "sheet": key(
            word("+sheet of boards"), "the board that this is a face of: one of its faces is in a game"
        ),
        "joins": JOINS,
        "regions": _regions(REGION),
    },
    ("name", "size", "sheet", "regions"),
)
KIND = group(
    {
        "plural": key(word("+plural"), "the key under which tiles of this kind stand"),
        "name": NAME,
        "heading": key(texts(), "what stands above a list of them; without it, the key of its tiles"),
        "borne_by": key({"enum": ["people", "region", "nobody"]}, "who has it: a people, a region, nobody"),
        "tray": key(word(), "the printed number that says how many race tokens the box holds"),
        "travels": key(FLAG, "goes along when the contents of regions are exchanged"),
        "fields": key(
            table(word("+number on tiles")), "the numbers printed on each tile: key, and name in rules"
        ),
    },
    ("plural", "name", "borne_by"),
)
DECK = group(
    {
        "of": key({"anyOf": [word("kind"), words("kind")]}, "the kinds of tiles in it"),
        "hidden": key(FLAG, "nobody knows its order"),
        "deals": key(FLAG, "all tiles of its kinds begin there"),
    },
    ("of",),
)
VARIANT = group(
    {
        "name": NAME,
        "summary": SUMMARY,
        "options": key(
            {**words("+option"), "minItems": 2}, "what may be chosen; the first is what the rulebook says"
        ),
    },
    ("name", "options"),
)
PANEL = group({"value": key(word("value"), "the value that is asked for"), "name": NAME}, ("value", "name"))
PASSAGE = group(
    {
        "title": key(texts(), "the heading, in each language"),
        "text": key(texts(), "the paragraphs, in each language"),
        "position": key({"type": "object"}, "the table that is drawn below"),
        "caption": key(texts(), "what stands below the picture"),
    },
    ("title", "text"),
)
LESSON_STEP = group(
    {
        "text": key(texts(), "what is said to whoever learns, in each language"),
        "choose": key(
            {"type": ["string", "array"], "minItems": 1, "items": {"type": ["string", "integer"]}},
            "what is chosen then; for several in a row any others are as good; nothing at the end",
        ),
    },
    ("text",),
)
LESSON = group(
    {
        "name": NAME,
        "summary": SUMMARY,
        "position": key({"type": "object"}, "how the table lies when it begins"),
        "steps": key(
            {**listed(LESSON_STEP), "minItems": 1, "maxItems": 40}, "what is said and chosen, in order"
        ),
    },
    ("name", "position", "steps"),
)
RENAMED = group(
    {
        "to": key(word("declared"), "the new name"),
        "since": key(A_VERSION, "the version of this pack that renamed it"),
        "where": key({"enum": ["raised", "alone", "own"]}, "if only some uses are renamed: which ones"),
    },
    ("to", "since"),
)

SYNONYM: Form = {
    "type": "string",
    "pattern": "^[a-z][a-z0-9_]*( [a-z0-9_]+){0,3}$",
    "description": "up to four words in small letters",
}

EMBLEM: Form = {
    "type": "array",
    "items": {"enum": [part for sort in PARTS_OF_EMBLEMS.values() for part in sort]},
    "minItems": 1,
}


KINDS_OF_SOURCES = ("rulebook", "review", "hearsay", "own reading")
"""Where rules are known from, the surest first: the game's own book, somebody who describes it, anything else, and what nobody says."""
LINE: Form = {
    "type": "string",
    "pattern": "^[^\\u0000-\\u001f\\u007f-\\u009f]+$",
    "maxLength": 200,
    "description": "a text on one line",
}
SOURCE = group(
    {
        "kind": key(
            {"enum": list(KINDS_OF_SOURCES)},
            "the game's own book, a review, hearsay, or a reading of your own",
        ),
        "title": key(LINE, "its title; of a reading of your own, what it is about"),
        "year": key({"type": "integer", "minimum": 1500, "maximum": 2999}, "the year in which it appeared"),
        "page": key(HOMEPAGE, "the public page on which anybody can read it"),
        "note": key(texts(), "what is known from it, or what the reading is"),
        "missing": key(
            {**listed(texts()), "minItems": 1, "maxItems": 40},
            "each sentence that it lacks, and what these rules do instead",
        ),
    },
    ("kind", "title"),
)
SOURCES: Form = {**listed(SOURCE), "minItems": 1, "maxItems": 40}

TILE = group(
    {
        "name": NAME,
        "summary": SUMMARY,
        "sources": key(SOURCES, "what it stands on, where that differs from its pack"),
        "traits": key(words("trait of tile"), "what may be said of it in rules"),
        "copies": key({"type": "integer", "minimum": 1, "maximum": 99}, "how many of this tile there are"),
        "tokens_of": key(word("race"), "the race whose tokens it borrows"),
        "pieces": key(PIECES, "kinds of pieces that come and go with it, and their rules"),
        **RULES,
    },
    ("name",),
)


def _tile(kind: Kind) -> Form:
    """The form of tiles of a kind: with its printed numbers."""
    meaning = {field.key: f"the number printed on it: `{field.name}` in rules" for field in kind.fields}
    if kind.tray in meaning:
        meaning[kind.tray] = "how many race tokens the box holds of it"
    numbers = {name: key(COUNT, means) for name, means in meaning.items()}
    return {
        **TILE,
        "properties": {**TILE["properties"], **numbers},
        "required": [*TILE["required"], *numbers],
    }


_FILE: dict[str, Form] = {
    "stages": key(
        words("+stage"), "what a people goes through, in order: the first is active, the last gone"
    ),
    "modes": key(words("+mode"), "the ways in which regions are taken"),
    "ways": key(words("+way"), "the ways in which race tokens leave a region"),
    "terrains": key(words("+trait of region"), "what regions are made of"),
    "symbols": key(words("+trait of region"), "what regions can have printed on them"),
    "piece_traits": key(words("+trait of piece"), "what may be said of pieces"),
    "tile_traits": key(words("+trait of tile"), "what may be said of tiles"),
    "equivalents": key(
        table(word("trait of region"), "trait of region"), "words for regions that count as the same"
    ),
    "given": key(table(words("trait of tile"), "tile"), "traits that tiles of other packs get, by their ids"),
    "kinds": key(table(KIND, "+kind"), "kinds of tiles"),
    "decks": key(table(DECK, "+deck"), "ordered piles of tiles"),
    "dice": key(table({**listed(COUNT), "minItems": 1}, "+die"), "dice, with their faces"),
    "pieces": key(PIECES, "kinds of pieces, and their rules"),
    "boards": key(table(FACE, "+board"), "boards that maps are put together from"),
    "maps": key(table(MAP, "+map"), "maps: regions and borders"),
    "variants": key(table(VARIANT, "+variant"), "switches that a game chooses"),
    "panels": key(listed(PANEL), "measures that are shown beside the score"),
    "measures": key(listed(PANEL), "measures of a people, for statistics and screens"),
    "book": key({**listed(PASSAGE), "maxItems": 40}, "the written rulebook of this pack, passage by passage"),
    "lessons": key(
        table(LESSON), "first games that teach: a position, with what is said and chosen step by step"
    ),
    "standings": key(words("value"), "the values by which players are ranked, in order"),
    "ends": key(
        {
            "anyOf": [
                {"enum": ["rounds", "rule"]},
                group({"goal": key(word("value"), "the number that somebody has to reach")}, ("goal",)),
            ]
        },
        "how a game ends: after the rounds of its map, at a goal, or when a rule says so",
    ),
    "coins": key(
        {
            "anyOf": [
                {"enum": ["none"]},
                group({"open": key(FLAG, "everybody sees what everybody has")}, ("open",)),
            ]
        },
        "whether others see the coins of a player; `none` in a game without coins",
    ),
    "roles": key(table(word("declared")), "which names play the parts that the game itself has to know"),
    "drawing": key(table({"enum": [*MOTIFS, *DEVICES]}, "drawn"), "how terrains and symbols are drawn"),
    "emblems": key(table(EMBLEM, "tile"), "of what parts the heads of races are drawn"),
    "also_called": key(
        table(listed(SYNONYM), "anything"),
        "by a name, what people may write for it: the right name is then suggested",
    ),
    "renamed": key(table(RENAMED), "old names of this pack, with the new ones: `upgrade` goes by it"),
    "texts": key(
        table(
            texts(named(TEXT, "holes")),
            "text",
            str(KEY_OF_TEXT["pattern"]),
            str(KEY_OF_TEXT["description"]),
        ),
        "what players read about choices and events",
    ),
    "nouns": key(
        table(texts(), "", NOUN, "small letters and `_`"),
        "what the game calls things, in the forms of each language: `coin: point|points`",
    ),
    **RULES,
}
"""The keys of every file, except the plurals of kinds of tiles."""


def file_schema(kinds: Iterable[Kind], *, more: bool = False) -> Form:
    """The schema of every file of a pack except `pack.yaml`, for these kinds of tiles (`more`: and perhaps others)."""
    tiles = {kind.plural: key(table(_tile(kind), "+tile"), "tiles, by their ids") for kind in kinds}
    return group({**_FILE, **tiles}, more=more)


def pack_schema() -> Form:
    """The schema of `pack.yaml`."""
    return group(
        {
            "id": key(word(), "the pack's name for other packs: small letters, digits and `_`"),
            "version": key(A_VERSION, "three numbers, such as `0.1.0`"),
            "language": key(
                {"type": "integer", "minimum": 1, "default": LANGUAGE_VERSION},
                "the version of the rule language",
            ),
            "name": NAME,
            "summary": SUMMARY,
            "authors": key(AUTHORS, "who made it"),
            "licence": key(
                {"type": "string", "minLength": 1, "maxLength": 100},
                "what others may do with it, as SPDX writes it",
            ),
            "homepage": key(HOMEPAGE, "the page on which it is at home"),
            "sources": key(
                SOURCES, "what its rules stand on: rulebooks, reviews, hearsay, readings of your own"
            ),
            "requires": key(table(TEXT, "pack"), "the packs that this one needs, with their versions"),
            "replaces": key(
                listed(named(KEY_OF_TEXT, "anything")),
                "what this pack brings instead of an earlier pack's of the same id",
            ),
        },
        ("id", "version", "language", "name"),
    )
