"""The places at which the YAML of packs, scenarios and positions names something, as the schemas of these files say.

Lints, renaming, upgrades, completion and colouring all use them.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from ruledsl.base.diagnostics import Span
from ruledsl.rules.packs.model import Kind
from ruledsl.rules.packs.schema.scenarios import whole_scenario_schema
from ruledsl.rules.packs.schema.schemas import file_schema, pack_schema
from ruledsl.rules.packs.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from ruledsl.base.diagnostics import Diagnostics
    from ruledsl.rules.packs.model import Composition, Pack, Renamed
    from ruledsl.rules.packs.schema.schemas import Form

ANY: Final = "*"
ITEM: Final = "[]"
KEY: Final = "key"
TILES: Final = "<tiles>"
"""In a path: any key; an item of a list; the key itself instead of its value; the plural of a kind of tiles."""


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


class _Step:
    """A place in files: the ways on from it, and what is named there."""

    def __init__(self) -> None:
        self.ways: dict[str, _Step] = {}
        self.kind = ""

    def way(self, name: str) -> _Step:
        """The place below, by a key."""
        return self.ways.setdefault(name, _Step())

    def grow(self, form: Form) -> None:
        """Add everything that a form names."""
        self.kind = self.kind or form.get("names", "")
        properties: dict[str, Form] = form.get("properties", {})
        for name, below in properties.items():
            self.way(name).grow(below)
        if kind := form.get("propertyNames", {}).get("names"):
            self.way(ANY).way(KEY).kind = kind
            for name in properties:  # a known key is no name
                self.way(name).way(KEY)
        if isinstance(others := form.get("additionalProperties"), dict):
            self.way(ANY).grow(others)
        if "items" in form:
            self.way(ITEM).grow(form["items"])
        for other in (*form.get("anyOf", ()), *(form[word] for word in ("then", "else") if word in form)):
            self.grow(other)


@cache
def _root() -> _Step:
    """The places in all files of packs, as a tree."""
    root = _Step()
    for form in (
        pack_schema(),
        file_schema([Kind("", Span.nowhere(""), TILES)]),
        whole_scenario_schema(),
    ):
        root.grow(form)
    root.way(TILES).way(KEY).kind = "plural"
    return root


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
    key = name if name == ITEM or any(name in step.ways for step in steps) else ANY
    return _named(steps, key) + (_named(steps, TILES) if name in plurals else ())


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
    steps: Steps = (_root(),)
    for number, name in enumerate(path):
        steps = _ways(steps, name, plurals if not number else frozenset())
    return steps


def kinds_at(path: list[str], plurals: frozenset[str]) -> list[str]:
    """The kinds of things that may be named at a path of keys (and `[]`), with `key` at its end for a key; `+` before those declared there."""
    if path[-1:] == [KEY]:
        keys = [step.ways.get(KEY) for step in _ways(_steps(path[:-1], plurals), ANY)]
        return [step.kind for step in keys if step is not None]
    return [step.kind for step in _steps(path, plurals) if step.kind]


def known(kind: str, composition: Composition) -> Collection[str] | None:
    """The names of a kind that packs have without their rules' declarations; None if these, or the context, matter."""
    words = composition.words
    tables: dict[str, Collection[str]] = {
        "stage": words.stages,
        "mode": words.modes,
        "way": words.ways,
        "terrain": words.terrains,
        "symbol": words.symbols,
        "trait of region": words.region_traits,
        "trait of piece": words.piece_traits,
        "trait of tile": words.tile_traits,
        "kind": composition.kinds,
        "piece": composition.pieces,
        "deck": composition.decks,
        "variant": composition.variants,
        "map": composition.maps,
        "tile": composition.tiles,
    }
    if kind in ("race", "power"):
        return _borne(composition, with_tray=kind == "race")
    return tables.get(kind)


def _borne(composition: Composition, *, with_tray: bool) -> set[str]:
    """Tiles that a people bears: those with a tray, or the others; each by all names that it may have."""
    names: set[str] = set()
    for key, tile in composition.tiles.items():
        kind = composition.kinds.get(tile.kind)
        if kind is not None and kind.borne_by == "people" and bool(kind.tray) == with_tray:
            # Which of two namesakes can omit its pack depends on the composition; with its pack, it can always be
            # named.
            names |= {key, f"{tile.pack}/{key.rpartition('/')[2]}"}
    return names


# ── old names ───────────────────────────────────────────────────────────────────
# Renamed names in YAML: the new name replaces the old one, with a warning.


DECLARING = r"\b(?:value|define|event|phase|remember|permission|action|choose|may|let|roll \w+ as|draw|each)\s+(?:\w+ is )?{}\b"
"""Keywords after which rules declare a name."""


def old_name(composition: Composition, pack: Pack, name: str) -> tuple[str, Renamed] | None:
    """The required pack that has renamed a name, with the new name; None if there is none, or if the pack itself declares the old name."""
    knows = composition.known_to(pack.id)
    for other in composition.packs:
        renamed = other.renamed.get(name) if other.id in knows else None
        if renamed is not None and not renamed.where and not _is_its_own(pack, name):
            return other.id, renamed
    return None


def _is_its_own(pack: Pack, name: str) -> bool:
    return any(re.search(DECLARING.format(re.escape(name)), rule.text) for rule in pack.rules)


def named_anew(composition: Composition, diagnostics: Diagnostics) -> None:
    """Replace old names in standings, panels, measures and roles."""

    def now(pack: Pack, name: str, span: Span) -> str:
        old = old_name(composition, pack, name)
        if old is None:
            return name
        diagnostics.warning("N028", old[1].said(name, old[0]), span, suggestion=old[1].to)
        return old[1].to

    if not any(pack.renamed for pack in composition.packs):
        return
    for pack in composition.packs:
        if pack.standings and composition.standings is pack.standings:
            composition.standings = [(now(pack, name, span), span) for name, span in pack.standings]
        for role, name in pack.roles.items():
            composition.roles[role] = now(pack, name, pack.places["roles", role])
    homes = {id(shown): pack for pack in composition.packs for shown in (*pack.panels, *pack.measures)}
    for shown in (composition.panels, composition.measures):
        shown[:] = [replace(one, value=now(homes[id(one)], one.value, one.span)) for one in shown]
