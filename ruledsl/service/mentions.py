"""Where in the YAML of packs and scenarios something is named: a table of paths, read for definitions, renaming, completion and colours."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from ruledsl.diagnostics import Span
from ruledsl.packs.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

__all__ = ["ANY", "ITEM", "KEY", "TILES", "Mention", "kinds_at", "mentions"]

ANY: Final = "*"
ITEM: Final = "[]"
KEY: Final = "key"
TILES: Final = "<tiles>"
"""In a path: any key; an item of a list; the key itself and not its value; the plural of a kind of tiles."""


class Mention(NamedTuple):
    """A word in YAML: what it names, where, and whether that is where it is declared; `inside` are the keys that lead to it."""

    kind: str
    text: str
    span: Span
    declares: bool
    inside: tuple[str, ...]


_REGIONS = {
    "{} terrain": "trait of region",
    "{} symbols []": "trait of region",
    "{} borders []": "region",
    "{} key": "+region",
}
_RULES_WHEN = {"rules_when [] when * key": "variant", "rules_when [] when *": "option"}
_PIECE = {"* key": "+piece", "* traits []": "trait of piece"}


def _under(path: str, table: dict[str, str]) -> dict[str, str]:
    return {f"{path} {rest}": kind for rest, kind in table.items()}


def _regions(path: str) -> dict[str, str]:
    return {rest.replace("{}", path): kind for rest, kind in _REGIONS.items()}


_PATHS: Final[dict[str, str]] = {
    "stages []": "+stage",
    "modes []": "+mode",
    "ways []": "+way",
    "terrains []": "+trait of region",
    "symbols []": "+trait of region",
    "piece_traits []": "+trait of piece",
    "tile_traits []": "+trait of tile",
    "equivalents * key": "trait of region",
    "equivalents *": "trait of region",
    "drawing * key": "trait of region",
    "kinds * key": "+kind",
    "kinds * fields *": "+number on tiles",
    "decks * key": "+deck",
    "decks * of": "kind",
    "decks * of []": "kind",
    "dice * key": "+die",
    **_under("pieces", _PIECE),
    **_under("pieces *", _RULES_WHEN),
    "<tiles> * key": "+tile",
    "<tiles> * traits []": "trait of tile",
    "<tiles> * tokens_of": "tile",
    **_under("<tiles> * pieces", _PIECE),
    **_under("<tiles> * pieces *", _RULES_WHEN),
    **_under("<tiles> *", _RULES_WHEN),
    **_RULES_WHEN,
    "variants * key": "+variant",
    "variants * options []": "+option",
    "maps * key": "+map",
    "maps * extends": "map",
    "maps * joins [] []": "region",
    **_regions("maps * regions *"),
    "boards * joins [] []": "region",
    **_regions("boards * regions *"),
    "panels [] value": "declared",
    "standings []": "declared",
    "roles *": "declared",
    "requires * key": "pack",
    "replaces []": "anything",
    # scenarios
    "scenarios * variants * key": "variant",
    "scenarios * variants *": "option",
    "scenarios * packs []": "pack",
    "scenarios * position map": "map",
    "scenarios * position map extends": "map",
    **_regions("scenarios * position map regions *"),
    "scenarios * position phase": "declared",
    "scenarios * position peoples [] race": "tile",
    "scenarios * position peoples [] power": "tile",
    "scenarios * position peoples [] stage": "stage",
    "scenarios * position peoples [] at * key": "region",
    "scenarios * position peoples [] pieces * key": "piece",
    "scenarios * position market [] race": "tile",
    "scenarios * position market [] power": "tile",
    "scenarios * position regions * key": "region",
    "scenarios * position regions * pieces * key": "piece",
    "scenarios * position trays * key": "tile",
    "scenarios * position aside * key": "tile",
    "scenarios * position stock * key": "piece",
    "scenarios * position decks * key": "deck",
    "scenarios * position decks * []": "tile",
    "scenarios * position tiles * key": "tile",
    "scenarios * steps [] cost value": "declared",
    "scenarios * steps [] why value": "declared",
    "scenarios * steps [] why_not action": "declared",
    "scenarios * steps [] options rule": "said",
    "scenarios * steps [] options include []": "said",
    "scenarios * steps [] options exclude []": "said",
    "scenarios * steps [] options exactly []": "said",
    "scenarios * steps [] choose": "said",
    "scenarios * steps [] choose []": "said",
    "scenarios * steps [] refuse": "said",
    "scenarios * steps [] state peoples * key": "tile",
    "scenarios * steps [] state peoples * power": "tile",
    "scenarios * steps [] state peoples * stage": "stage",
    "scenarios * steps [] state regions * key": "region",
    "scenarios * steps [] state trays * key": "tile",
    "scenarios * steps [] state aside * key": "tile",
}
"""What stands where. `+` declares it; `declared` is anything that rules declare, `said` an option as a player chooses it."""


class _Step:
    """The paths as a tree."""

    def __init__(self) -> None:
        self.ways: dict[str, _Step] = {}
        self.kind = ""


def _tree() -> _Step:
    root = _Step()
    for path, kind in _PATHS.items():
        at = root
        for step in path.split():
            at = at.ways.setdefault(step, _Step())
        at.kind = kind
    return root


_ROOT: Final = _tree()


def mentions(root: Node, plurals: frozenset[str]) -> Iterator[Mention]:
    """Everything that is named in a file; `plurals` are the keys under which tiles stand."""
    yield from _below(root, [_ROOT], (), plurals)


def _below(
    node: Node, steps: list[_Step], inside: tuple[str, ...], plurals: frozenset[str]
) -> Iterator[Mention]:
    match node:
        case MappingNode():
            for key, value in node:
                names = [key.text, ANY, *([TILES] if not inside and key.text in plurals else [])]
                below = [step.ways[name] for step in steps for name in names if name in step.ways]
                if not below:
                    continue
                for step in below:
                    if KEY in step.ways:
                        yield _mention(step.ways[KEY].kind, key.text, key.span, inside)
                yield from _below(value, below, (*inside, key.text), plurals)
        case SequenceNode():
            below = [step.ways[ITEM] for step in steps if ITEM in step.ways]
            for number, item in enumerate(node.items if below else ()):
                yield from _below(item, below, (*inside, str(number)), plurals)
        case ScalarNode():
            kind = next((step.kind for step in steps if step.kind), "")
            if kind and node.value is not None:
                yield _mention(kind, node.text, _of_text(node), inside)


def _mention(kind: str, text: str, span: Span, inside: tuple[str, ...]) -> Mention:
    return Mention(kind.removeprefix("+"), text, span, kind.startswith("+"), inside)


def _of_text(node: ScalarNode) -> Span:
    """Where the text stands, without quotes."""
    return node.span_of(0, len(node.text)) if node.exact else node.span


def kinds_at(path: list[str], plurals: frozenset[str]) -> list[str]:
    """What may be named at a path of keys (and `[]`), `key` at its end for a key."""
    steps = [_ROOT]
    for number, name in enumerate(path):
        if number == len(path) - 1 and name == KEY:
            keys = (step.ways[ANY].ways.get(KEY) for step in steps if ANY in step.ways)
            return [step.kind.removeprefix("+") for step in keys if step is not None]
        names = [ITEM] if name == ITEM else [name, ANY]
        if not number and name in plurals:
            names.append(TILES)
        steps = [step.ways[way] for step in steps for way in names if way in step.ways]
    return [step.kind.removeprefix("+") for step in steps if step.kind]
