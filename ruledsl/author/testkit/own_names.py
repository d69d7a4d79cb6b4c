"""Names in the scenarios of a pack: like its rules, they mean what the pack itself declares or brings before anything else of that name."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from ruledsl.rules.check.names import MARK
from ruledsl.rules.packs.mentions import mentions
from ruledsl.rules.packs.schema.scenarios import MEMORY
from ruledsl.rules.packs.yaml.nodes import MappingNode, with_texts, words_in

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ruledsl.base.diagnostics import Span
    from ruledsl.rules.check.program import Program
    from ruledsl.rules.check.typed.declarations import DefineDef, MemoryDef, ValueDef
    from ruledsl.rules.packs.mentions import Mention
    from ruledsl.rules.packs.model import Piece, Tile
    from ruledsl.rules.scenarios.reading import Scenario

TABLES: Final = {
    "race": "tiles",
    "power": "tiles",
    "tile": "tiles",
    "piece": "pieces",
    "deck": "decks",
    "map": "maps",
    "variant": "variants",
    "stage": "stages",
    "terrain": "traits",
    "symbol": "traits",
    "trait of region": "traits",
}
"""Where the things that scenarios name stand in `Composition.called`."""
TARGETS: Final = ("tiles", "pieces", "decks", "traits")
"""What the answers of choices and the targets of actions may be, besides regions and numbers."""

Names = dict[str, dict[str, str]]
"""The full names of a pack's own names, by kind; only those that differ."""


def own_names(program: Program, pack: str) -> Names:
    """The full names of what a pack declares or brings under a name that others have too.

    If several tiles of the pack declare one, it has no name alone, and its scenarios say whose they mean.
    """
    by_kind: dict[str, dict[str, list[str]]] = {}

    def add(kind: str, name: str, full: str) -> None:
        by_kind.setdefault(kind, {}).setdefault(name, []).append(full)

    declared: tuple[ValueDef | DefineDef | MemoryDef, ...] = (
        *program.values,
        *program.defines,
        *program.memories,
    )
    for one in declared:
        if one.origin.owner.pack == pack:
            add("value", one.name.partition(MARK)[0], one.name)
    for memory in program.memories:
        if memory.origin.owner.pack == pack:
            add(MEMORY + memory.on.name, memory.name.partition(MARK)[0], memory.name)
    for event in program.events:
        if event.origin.owner.pack == pack and event.action is None:
            add("phase", event.name.partition(MARK)[0], event.name)
    for action in program.actions:
        if action.origin.owner.pack == pack:
            add("action", action.name, MARK.join(filter(None, (action.name, action.bringer * action.shared))))
    for (home, table, name), full in program.composition.called.items():
        if home == pack:
            add(table, name, full)
    own = {
        kind: {name: full[0] for name, full in names.items() if len(full) == 1 and full[0] != name}
        for kind, names in by_kind.items()
    }
    _add_hidden(own, program)
    return own


def _add_hidden(own: Names, program: Program) -> None:
    """What a pack's own name hides has a full name as well, though its id in the game is the plain one."""
    things: tuple[tuple[str, Mapping[str, Tile | Piece]], ...] = (
        ("tiles", program.composition.tiles),
        ("pieces", program.composition.pieces),
    )
    for table, entries in things:
        names = own.setdefault(table, {})
        names |= {f"{entries[name].pack}/{name}": name for name in list(names) if name in entries}


def with_own_names(scenario: Scenario, program: Program) -> Scenario:
    """A scenario with the full names of what its pack calls by a name that others have too."""
    home = next((pack.id for pack in program.composition.packs if pack.folder == scenario.pack), "")
    own = own_names(program, home)
    short = {name for names in own.values() for name in names}
    if not home or not short & words_in(scenario.node):
        return scenario
    anew: dict[Span, str] = {}
    for mention in mentions(scenario.node, frozenset(), ("scenarios", scenario.name)):
        full = _full(mention, own)
        if full != mention.text:
            anew[mention.span] = full
    node = with_texts(scenario.node, anew)
    return replace(scenario, node=node) if isinstance(node, MappingNode) else scenario


def _full(mention: Mention, own: Names) -> str:
    """The text of a mention with the full name."""
    if mention.kind == "said":
        return _option(mention.text, own)
    name, mark, tile = mention.text.partition(MARK)
    names = own.get(TABLES.get(mention.kind, mention.kind), {})
    if mark and mention.kind != "piece":
        return mention.text
    return names.get(name, name) + mark + own.get("tiles", {}).get(tile, tile)


def _option(text: str, own: Names) -> str:
    """The id of an option: an action with its target, or an answer."""
    action, colon, target = text.partition(":")
    if not colon and action not in own.get("action", {}):
        return _answer(text, own)
    return own.get("action", {}).get(action, action) + colon + _answer(target, own)


def _answer(text: str, own: Names) -> str:
    return next((own[table][text] for table in TARGETS if text in own.get(table, {})), text)
