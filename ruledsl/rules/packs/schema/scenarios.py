"""The keys of scenario files and of the positions in them: their forms, what they mean and what they name.

The contents of a position are checked where it is set up.
"""

from __future__ import annotations

from typing import Final

from ruledsl.language.vocabulary.limits import LARGEST
from ruledsl.rules.packs.schema.schemas import FLAG, ID, TEXT, Form, group, key, listed, named

MEMORY: Final = "memory of "
"""What the names of memories name: this, and what has them."""
TEXTS = listed(TEXT)
COUNT: Form = {"type": "integer", "minimum": 0, "maximum": LARGEST}
ANY: Form = {}
VALUE = key({"names": "noun", "items": named({}, "noun")}, "what must come out")
OPTIONS = listed(named({"type": ["string", "integer"]}, "said"))
CHOICE: Form = {
    "type": ["string", "integer", "array"],
    "minItems": 1,
    **named({"items": named({}, "said")}, "said"),
}
SAYS = key(
    {
        "type": "array",
        "minItems": 1,
        "items": {
            "anyOf": [
                named(TEXT, "explained"),
                group(
                    {
                        "source": key(named(TEXT, "source"), "the tile or pack whose rule it is"),
                        "amount": key(ANY, "what the rule contributes"),
                        "says": key(named(TEXT, "explained"), "a part of the sentence"),
                        "dropped": key({"type": "string"}, "why the rule has no effect"),
                    }
                ),
            ]
        },
    },
    "what the explanation must contain, line by line",
)


def _asked(more: dict[str, Form], required: tuple[str, ...]) -> Form:
    """A question about a value: its parameters are keys, too."""
    asked = {"value": key(named(TEXT, "value"), "the value that is asked for"), "is": VALUE, **more}
    parameters = key(named({"items": named({}, "noun")}, "noun"), "of what or whom: a parameter of the value")
    return group(asked, required, more=parameters) | {"propertyNames": named({}, "parameter")}


STEPS: dict[str, Form] = {
    "cost": key(_asked({}, ("value", "is")), "what a value must be now"),
    "why": key(_asked({"says": SAYS}, ("value", "says")), "what a value must be now, and why"),
    "options": key(
        group(
            {
                "player": key(COUNT, "the player who is asked, from 0"),
                "kind": key({"enum": ["choose", "may_choose", "may", "offer", "offer_one"]}, "how is asked"),
                "rule": key(named(TEXT, "rule"), "the rule that asks"),
                "include": key(OPTIONS, "options that there must be"),
                "exclude": key(OPTIONS, "options that there must not be"),
                "exactly": key(OPTIONS, "all options, in any order"),
            }
        ),
        "what may be chosen now",
    ),
    "choose": key(CHOICE, "what the player who is asked answers"),
    "why_not": key(
        group(
            {
                "action": key(named(TEXT, "action"), "an action that is impossible now"),
                "target": key(named({}, "noun"), "what it would be taken for"),
                "says": SAYS,
            },
            ("action", "says"),
        ),
        "why an action is impossible now",
    ),
    "refuse": key(named({"type": ["string", "integer"]}, "said"), "an answer that must be impossible"),
    "undo": key({"enum": [True, "refused"]}, "take the last choice back"),
    "state": key({"type": "object"}, "what must lie on the table now"),
    "over": key(FLAG, "is the game over?"),
    "standings": key(
        listed(
            {
                "type": "object",
                "properties": {
                    "player": key(ANY, "the player, from 0"),
                    "rank": key(ANY, "the rank, from 1"),
                    "lost": key(FLAG, "has this player lost, whatever the values say?"),
                },
                "propertyNames": named({}, "value"),
            }
        ),
        "who must have won, and by what",
    ),
}
"""Each kind of step with the form of its value."""


def scenario_schema(position: Form | None = None, state: Form | None = None) -> Form:
    """The schema of a whole file; the forms of positions and of expected tables are open unless they are given."""
    steps = STEPS if state is None else {**STEPS, "state": {**STEPS["state"], **state}}
    step = {**group(steps), "minProperties": 1, "maxProperties": 1}
    packs = key({**listed(named(TEXT, "pack")), "minItems": 1}, "the packs that it is played with")
    variants: Form = {
        "type": "object",
        "propertyNames": named({}, "variant"),
        "additionalProperties": named(TEXT, "option"),
    }
    scenario = group(
        {
            "about": key(TEXT, "what it shows, for whoever reads it"),
            "covers": key(listed(named(TEXT, "covered")), "the tiles and rulings that it is about"),
            "packs": packs,
            "variants": key(variants, "the options of variants with which it is played"),
            "position": key(position or {"type": "object"}, "how the table lies when it begins"),
            "steps": key({**listed(step), "minItems": 1}, "what is chosen, and what must be so then"),
        },
        ("position", "steps"),
    )
    scenarios: Form = {
        "type": "object",
        "propertyNames": {"pattern": ID},
        "additionalProperties": scenario,
        "minProperties": 1,
    }
    return group(
        {
            "packs": packs,
            "scenarios": key(scenarios, "positions, what is chosen, and what must come of it"),
        },
        ("scenarios",),
    )


def whole_scenario_schema() -> Form:
    """The schema of a whole file, including its positions and expected tables."""
    return scenario_schema(POSITION, _STATE)


# ── positions: their keys. The values are checked where positions are set up ──


def _optional(form: Form) -> Form:
    """A form that also allows nothing (`null`)."""
    kinds = form["type"]
    return {**form, "type": [*([kinds] if isinstance(kinds, str) else kinds), "null"]}


def _by(names: str, entry: Form) -> Form:
    """A table, or nothing: its keys name something."""
    return {"type": ["object", "null"], "propertyNames": named({}, names), "additionalProperties": entry}


def _amounts(names: str) -> Form:
    return _by(names, COUNT)


def _noun(names: str) -> Form:
    return named({"type": ["string", "integer", "null"]}, names)


def _nouns(names: str) -> Form:
    return {"type": ["array", "null"], "items": _noun(names)}


def _memory(noun: str) -> Form:
    """The memories of something, by their names."""
    return _by(MEMORY + noun, named({"items": named({}, "remembered")}, "remembered"))


NUMBER: Form = {"type": ["integer", "null"]}
INTEGER: Form = {"type": "integer"}
TOKENS = "race tokens"
PIECES = "pieces, by kind"
MEMORIES = "what is remembered of it"
_SUPPLIES: dict[str, Form] = {
    "trays": key(_amounts("race"), f"{TOKENS} in the trays, by race"),
    "aside": key(_amounts("race"), f"{TOKENS} that are set aside, by race"),
    "stock": key(_amounts("piece"), "pieces in the box, by kind"),
}
_REGION = _optional(
    group(
        {
            "terrain": key(_noun("terrain"), "what the region is made of"),
            "symbols": key(_nouns("symbol"), "what is printed on it"),
            "entry": key(FLAG, "peoples may come onto the map here"),
            "edge": key(FLAG, "touches the rim of the board"),
            "borders": key(_nouns("region"), "its neighbours"),
            "shape": key(_optional(listed(listed(INTEGER))), "its outline, as points"),
        }
    )
)
_JOINS = {"type": ["array", "null"], "items": {"items": named({}, "region")}}
_MAP: Form = group(
    {
        "rounds": key(NUMBER, "how many rounds are played"),
        "extends": key(_noun("map"), "the map that this one changes"),
        "beside": key(
            {"type": ["object", "null"], "additionalProperties": named({}, "map or board")},
            "other maps or boards, each by a letter that comes before the ids of its regions",
        ),
        "regions": key(
            _by("+region", {"anyOf": [_REGION, {"type": "string", "enum": ["removed"]}]}),
            "the regions, by their ids",
        ),
        "joins": key(_JOINS, "pairs of regions that border on each other, too"),
        "islands": key(_JOINS, "regions that belong to one board without borders between them"),
    }
) | named({"type": ["object", "string", "null"]}, "map")
_PEOPLE = _optional(
    group(
        {
            "race": key(_noun("race"), "its race"),
            "power": key(_noun("power"), "its power"),
            "tiles": key(_nouns("tile"), "its further tiles"),
            "player": key(named(NUMBER, "player"), "its player, from 0"),
            "stage": key(_noun("stage"), "the stage of its life"),
            "hand": key({**NUMBER, "minimum": 0}, f"{TOKENS} in hand"),
            "at": key(_amounts("region"), f"{TOKENS} on the map, by region"),
            "pieces": key(_amounts("piece"), "pieces in hand, by kind"),
            "founded": key(NUMBER, "the round in which it came into the game"),
            "memory": key(_memory("people"), MEMORIES),
        }
    )
)
_LYING = _optional(
    group(
        {
            "holder": key(_noun("race"), "the race of the people that holds it"),
            "pieces": key(_amounts("piece"), PIECES),
            "tiles": key(_nouns("tile"), "tiles that lie there"),
            "face_down": key(_nouns("tile"), "tiles that lie there face down"),
            "memory": key(_memory("region"), MEMORIES),
        }
    )
)
_TILE = _optional(
    group(
        {
            "coins": key(NUMBER, "coins that lie on it"),
            "pieces": key(_amounts("piece"), PIECES),
            "memory": key(_memory("tile"), MEMORIES),
            "borrows": key(_noun("tile"), "the tile whose rules it has"),
        }
    )
)
_OFFERED = _optional(
    group(
        {
            "race": key(_noun("race"), "the race"),
            "power": key(_noun("power"), "the power beside it"),
            "tiles": key(_nouns("tile"), "the tile, and those beside it, in place of race and power"),
            "coins": key(NUMBER, "coins that lie on it"),
        }
    )
)
_DONE = _optional(
    group(
        {
            "action": key(_noun("action"), "the action"),
            "tile": key(_noun("tile"), "the tile that gives it"),
            "each": key(named(ANY, "noun"), "for whom it was taken"),
            "times": key(NUMBER, "how often"),
        }
    )
)
POSITION = group(
    {
        "players": key(NUMBER, "for how many players"),
        "map": key(_MAP, "a map by its id, or one written out"),
        "round": key(NUMBER, "the round, from 1"),
        "turn": key(NUMBER, "whose turn it is, from 0"),
        "phase": key(_noun("phase"), "where in the turn it is"),
        "acting": key(_noun("race"), "the race of the people that acts"),
        "seed": key(NUMBER, "the seed of the dice and of the deal"),
        "dice": key(_optional(listed(INTEGER)), "what the next dice show"),
        "coins": key(_optional(listed(INTEGER)), "the coins of each player"),
        "peoples": key(_optional(listed(_PEOPLE)), "the peoples on the table"),
        "regions": key(_by("region", _LYING), "what else lies on the map, by region"),
        "hands": key(
            _optional(listed(_optional(group({"pieces": key(_amounts("piece"), PIECES)})))),
            "the hand of each player",
        ),
        **_SUPPLIES,
        "market": key(_optional(listed(_OFFERED)), "what is on offer"),
        "decks": key(_by("deck", {"items": named({}, "tile")}), "the tiles of each deck, from the top"),
        "tiles": key(_by("tile", _TILE), "what lies on tiles, and what is remembered of them"),
        "memory": key(
            _optional(
                group(
                    {
                        "game": key(_memory("game"), "of the game"),
                        "players": key(
                            {"type": ["array", "null"], "items": _memory("player")}, "of each player"
                        ),
                    }
                )
            ),
            "what is remembered",
        ),
        "setting_out": key(FLAG, "packs set up the board first, as in a new game"),
        "answers": key(_optional(OPTIONS), "answers that were given since the phase began"),
        "done": key(_optional(listed(_DONE)), "limited actions that were taken already"),
        "analysis": key(FLAG, "players may take back choices beyond dice and draws"),
    },
    ("players",),
)
"""The form of a position."""


# ── expected tables: a step says only what it expects, and only numbers have a form ──


def _expected(names: str) -> Form:
    """A table of any contents whose keys name something."""
    return {"propertyNames": named({}, names)}


def _remembered(noun: str) -> Form:
    return key({word: form for word, form in _memory(noun).items() if word != "type"}, MEMORIES)


_TILES: Form = {"items": named({}, "tile")}
_DRAWN: Form = named(
    {"properties": {"tile": key(named({}, "tile"), "the tile"), "memory": _remembered("tile")}}, "tile"
)
_STATE = group(
    {
        "round": key(COUNT, "the round, from 1"),
        "rounds": key(ANY, "how many rounds are played"),
        "turn": key(COUNT, "whose turn it is, from 0"),
        "over": key(ANY, "is the game over?"),
        "map": key(named({}, "map"), "the map"),
        "players": key(
            {
                "type": "array",
                "items": group(
                    {
                        "coins": key(COUNT, "coins"),
                        "pieces": key(_expected("piece"), PIECES),
                        "memory": _remembered("player"),
                    }
                ),
            },
            "the players, in order",
        ),
        "peoples": key(
            {
                "type": "object",
                "propertyNames": named({}, "race"),
                "additionalProperties": _optional(
                    group(
                        {
                            "player": key(named({}, "player"), "its player, from 0"),
                            "power": key(named({}, "power"), "its power"),
                            "tiles": key({"items": named({}, "tile")}, "its further tiles"),
                            "stage": key(named({}, "stage"), "the stage of its life"),
                            "hand": key(COUNT, f"{TOKENS} in hand"),
                            "regions": key({"items": named({}, "region")}, "the regions where it has tokens"),
                            "pieces": key(_amounts("piece"), "pieces in hand, by kind"),
                            "memory": _remembered("people"),
                        }
                    )
                ),
            },
            "the peoples, by race",
        ),
        "regions": key(
            {
                "type": "object",
                "propertyNames": named({}, "region"),
                "additionalProperties": group(
                    {
                        "holder": key(named({}, "race"), "the race of the people that holds it"),
                        "tokens": key(COUNT, f"{TOKENS} of the holder"),
                        "others": key(_expected("race"), f"{TOKENS} of others, by race"),
                        "pieces": key(_expected("piece"), PIECES),
                        "tiles": key(_TILES, "tiles that lie there"),
                        "face_down": key(_TILES, "tiles that lie there face down"),
                        "memory": _remembered("region"),
                    }
                ),
            },
            "what lies on the map, by region",
        ),
        "decks": key(
            {"propertyNames": named({}, "deck"), "additionalProperties": {"items": _DRAWN}},
            "the tiles of each deck, from the top",
        ),
        "tiles": key(
            {
                "type": "object",
                "propertyNames": named({}, "tile"),
                "additionalProperties": group({"pieces": key(_amounts("piece"), PIECES)}),
            },
            "tiles with pieces on them",
        ),
        **_SUPPLIES,
        "memory": _remembered("game"),
    }
)
STEPS_SHAPE: Form = {"type": "array", "items": {"type": "object", "properties": {"state": _STATE}}}
"""What a step may expect of the table."""
