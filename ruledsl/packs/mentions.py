"""The table of paths at which the YAML of packs, scenarios and positions names something.

Lints, renaming, upgrades, completion and colouring all use it.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from ruledsl.packs.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from ruledsl.diagnostics import Span
    from ruledsl.packs.model import Composition

ANY: Final = "*"
ITEM: Final = "[]"
KEY: Final = "key"
TILES: Final = "<tiles>"
"""In a path: any key; an item of a list; the key itself instead of its value; the plural of a kind of tiles."""


MEMORY: Final = "memory of "
"""The prefix of the kind of a memory's value."""


class Mention(NamedTuple):
    """A word in YAML: what it names, where, and whether it is declared there.

    `inside` are the keys that lead to it, `within` is the innermost mapping that contains it.
    """

    kind: str
    text: str
    span: Span
    declares: bool
    inside: tuple[str, ...]
    within: MappingNode | None = None

    @property
    def key(self) -> str:
        """The key whose value is or contains it."""
        return next((key for key in reversed(self.inside) if not key.isdigit()), "")


def _under(path: str, table: dict[str, str]) -> dict[str, str]:
    return {f"{path} {rest}": kind for rest, kind in table.items()}


def _regions(path: str) -> dict[str, str]:
    region = {"terrain": "terrain", "symbols []": "symbol", "borders []": "region", "key": "+region"}
    return _under(path, region)


def _memory(path: str, noun: str) -> dict[str, str]:
    """The paths of memories: names, and values."""
    return _under(path, {"* key": MEMORY + noun, "*": "remembered", "* []": "remembered"})


_RULES_WHEN = {"rules_when [] when * key": "variant", "rules_when [] when *": "option"}
_PIECE = {"* key": "+piece", "* traits []": "trait of piece", "* shows []": "trait of region"}
_MAP = {
    "extends": "map",
    "beside *": "map or board",
    "joins [] []": "region",
    **_regions("regions *"),
}

_PACK: Final[dict[str, str]] = {
    "stages []": "+stage",
    "modes []": "+mode",
    "ways []": "+way",
    "terrains []": "+trait of region",
    "symbols []": "+trait of region",
    "piece_traits []": "+trait of piece",
    "tile_traits []": "+trait of tile",
    "equivalents * key": "trait of region",
    "equivalents *": "trait of region",
    "given * key": "tile",
    "given * []": "trait of tile",
    "drawing * key": "drawn",
    "emblems * key": "tile",
    "kinds * key": "+kind",
    "kinds * plural": "+plural",
    "kinds * fields *": "+number on tiles",
    "decks * key": "+deck",
    "decks * of": "kind",
    "decks * of []": "kind",
    "dice * key": "+die",
    **_under("pieces", _PIECE),
    **_under("pieces *", _RULES_WHEN),
    "<tiles> key": "plural",
    "<tiles> * key": "+tile",
    "<tiles> * traits []": "trait of tile",
    "<tiles> * tokens_of": "race",
    **_under("<tiles> * pieces", _PIECE),
    **_under("<tiles> * pieces *", _RULES_WHEN),
    **_under("<tiles> *", _RULES_WHEN),
    **_RULES_WHEN,
    "variants * key": "+variant",
    "variants * options []": "+option",
    "maps * key": "+map",
    "maps * draw * key": "size of boards",
    **_under("maps *", _MAP),
    "boards * key": "+board",
    "boards * size": "+size of boards",
    "boards * sheet": "+sheet of boards",
    "boards * joins [] []": "region",
    **_regions("boards * regions *"),
    "panels [] value": "value",
    "measures [] value": "value",
    "standings []": "value",
    "roles *": "declared",
    "renamed * to": "declared",
    "requires * key": "pack",
    "replaces []": "anything",
    "texts * key": "text",
    "texts *": "holes",
    "texts * *": "holes",
}
"""Paths in the files of a pack. `+` declares; `declared` is any declaration of rules."""

_STANDS: Final[dict[str, str]] = {
    "regions * key": "region",
    "regions * holder": "race",
    "regions * pieces * key": "piece",
    "regions * tiles []": "tile",
    "regions * face_down []": "tile",
    **_memory("regions * memory", "region"),
    "decks * key": "deck",
    "decks * []": "tile",
    "tiles * key": "tile",
    "tiles * pieces * key": "piece",
    "trays * key": "race",
    "aside * key": "race",
    "stock * key": "piece",
}
"""Paths common to positions and expected tables: the contents of regions, decks and trays."""

_POSITION: Final[dict[str, str]] = {
    **_STANDS,
    "map": "map",
    **_under("map", _MAP),
    "map islands [] []": "region",
    "phase": "phase",
    "acting": "race",
    "peoples [] race": "race",
    "peoples [] power": "power",
    "peoples [] player": "player",
    "peoples [] stage": "stage",
    "peoples [] at * key": "region",
    "peoples [] pieces * key": "piece",
    **_memory("peoples [] memory", "people"),
    "market [] race": "race",
    "market [] power": "power",
    "hands [] pieces * key": "piece",
    "tiles * borrows": "tile",
    **_memory("tiles * memory", "tile"),
    **_memory("memory game", "game"),
    **_memory("memory players []", "player"),
    "done [] action": "action",
    "done [] tile": "tile",
    "done [] each": "noun",
}
"""Paths in a position."""

_TABLE: Final[dict[str, str]] = {
    **_STANDS,
    "map": "map",
    "peoples * key": "race",
    "peoples * power": "power",
    "peoples * player": "player",
    "peoples * stage": "stage",
    "peoples * regions []": "region",
    "peoples * pieces * key": "piece",
    **_memory("peoples * memory", "people"),
    "players [] pieces * key": "piece",
    **_memory("players [] memory", "player"),
    "regions * others * key": "race",
    "decks * [] tile": "tile",
    **_memory("decks * [] memory", "tile"),
    **_memory("memory", "game"),
}
"""Paths in a step that expects something of the table."""

_ASKED: Final[dict[str, str]] = {
    "value": "value",
    **dict.fromkeys(("value key", "is key", "says key"), ""),
    "* key": "parameter",
    "*": "noun",
    "* []": "noun",
    "says []": "explained",
    "says [] source": "source",
    "says [] says": "explained",
}
"""Paths in a step that asks for a value."""

_SCENARIO: Final[dict[str, str]] = {
    "covers []": "covered",
    "variants * key": "variant",
    "variants *": "option",
    "packs []": "pack",
    **_under("position", _POSITION),
    **_under("steps [] cost", _ASKED),
    **_under("steps [] why", _ASKED),
    "steps [] why_not action": "action",
    "steps [] why_not target": "noun",
    "steps [] why_not says []": "explained",
    "steps [] why_not says [] source": "source",
    "steps [] why_not says [] says": "explained",
    "steps [] options rule": "rule",
    "steps [] options include []": "said",
    "steps [] options exclude []": "said",
    "steps [] options exactly []": "said",
    "steps [] choose": "said",
    "steps [] choose []": "said",
    "steps [] refuse": "said",
    **_under("steps [] state", _TABLE),
    **dict.fromkeys(("steps [] standings [] player key", "steps [] standings [] rank key"), ""),
    "steps [] standings [] * key": "value",
}
"""Paths in a scenario. `said` is an option as a player chooses it, `explained` a part of an explanation, `source` the owner of a rule."""


class _Step:
    """The paths as a tree."""

    def __init__(self) -> None:
        self.ways: dict[str, _Step] = {}
        self.kind = ""


def _tree() -> _Step:
    root = _Step()
    for path, kind in {**_PACK, **_under("scenarios *", _SCENARIO)}.items():
        at = root
        for step in path.split():
            at = at.ways.setdefault(step, _Step())
        at.kind = kind
    return root


_ROOT: Final = _tree()
Steps = tuple[_Step, ...]
"""The possible ends of a path of keys."""


def mentions(root: Node, plurals: frozenset[str], under: tuple[str, ...] = ()) -> Iterator[Mention]:
    """Everything named in a file, or in the part `under` these keys; `plurals` are the keys of tiles."""
    yield from _below(root, _steps(under, plurals), under, None, plurals)


def _below(
    node: Node,
    steps: Steps,
    inside: tuple[str, ...],
    within: MappingNode | None,
    plurals: frozenset[str],
) -> Iterator[Mention]:
    match node:
        case MappingNode():
            for key, value in node:
                below = _ways(steps, key.text, plurals if not inside else frozenset())
                if kind := _kind_of_key(below):
                    yield _mention(kind, key.text, key.span, inside, node)
                if below:
                    yield from _below(value, below, (*inside, key.text), node, plurals)
        case SequenceNode():
            below = _named(steps, ITEM)
            for number, item in enumerate(node.items if below else ()):
                yield from _below(item, below, (*inside, str(number)), within, plurals)
        case ScalarNode():
            if node.value is not None and (kind := _kind(steps)):
                yield _mention(kind, node.text, _of_text(node), inside, within)


def _mention(
    kind: str, text: str, span: Span, inside: tuple[str, ...], within: MappingNode | None
) -> Mention:
    return Mention(kind.removeprefix("+"), text, span, kind.startswith("+"), inside, within)


def _of_text(node: ScalarNode) -> Span:
    """The span of the text, without quotes."""
    return node.span_of(0, len(node.text)) if node.exact and node.style != "plain" else node.span


def _ways(steps: Steps, name: str, plurals: frozenset[str] = frozenset()) -> Steps:
    """The continuations by a key, the most exact path first."""
    known = name if name == ITEM or any(name in step.ways for step in steps) else ANY
    return _named(steps, known) + (_named(steps, TILES) if name in plurals else ())


@cache
def _named(steps: Steps, name: str) -> Steps:
    """The continuations by a word of the table, including those of `ANY`."""
    names = [name] if name in (ITEM, ANY, TILES) else [name, ANY]
    return tuple(step.ways[way] for way in names for step in steps if way in step.ways)


@cache
def _kind(steps: Steps) -> str:
    """The kind of things named there."""
    return next((step.kind for step in steps if step.kind), "")


@cache
def _kind_of_key(steps: Steps) -> str:
    """The kind of things named by the key itself."""
    return next((step.ways[KEY].kind for step in steps if KEY in step.ways), "")


def _steps(path: Sequence[str], plurals: frozenset[str]) -> Steps:
    steps: Steps = (_ROOT,)
    for number, name in enumerate(path):
        steps = _ways(steps, name, plurals if not number else frozenset())
    return steps


def kinds_at(path: list[str], plurals: frozenset[str]) -> list[str]:
    """The kinds of things that may be named at a path of keys (and `[]`), with `key` at its end for a key."""
    if path[-1:] == [KEY]:
        keys = [step.ways.get(KEY) for step in _ways(_steps(path[:-1], plurals), ANY)]
        found = [step.kind for step in keys if step is not None]
    else:
        found = [step.kind for step in _steps(path, plurals) if step.kind]
    return [kind.removeprefix("+") for kind in found]


def known(kind: str, found: Composition) -> Collection[str] | None:
    """The names of a kind that packs have without their rules' declarations; None if these, or the context, matter."""
    words = found.words
    tables: dict[str, Collection[str]] = {
        "stage": words.stages,
        "mode": words.modes,
        "way": words.ways,
        "terrain": words.terrains,
        "symbol": words.symbols,
        "trait of region": words.region_traits,
        "trait of piece": words.piece_traits,
        "trait of tile": words.tile_traits,
        "kind": found.kinds,
        "piece": found.pieces,
        "deck": found.decks,
        "variant": found.variants,
        "map": found.maps,
        "tile": found.tiles,
    }
    if kind in ("race", "power"):
        return _borne(found, with_tray=kind == "race")
    return tables.get(kind)


def _borne(found: Composition, *, with_tray: bool) -> set[str]:
    """Tiles that a people bears: those with a tray, or the others; each by all names that it may have."""
    names: set[str] = set()
    for key, tile in found.tiles.items():
        kind = found.kinds.get(tile.kind)
        if kind is not None and kind.borne_by == "people" and bool(kind.tray) == with_tray:
            # Which of two namesakes can omit its pack depends on the composition; with its pack, it can always be
            # named.
            names |= {key, f"{tile.pack}/{key.rpartition('/')[2]}"}
    return names
