"""The tables of a program without functions: supplies, trays, decks, bringers of pieces, and what each event can lead to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.engine.state.code import Code, EventCode
from ruledsl.language.vocabulary.strata import STRATA
from ruledsl.language.vocabulary.types import GAME, PEOPLE
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.copies import copies_of
from ruledsl.rules.check.graph import clauses, reaches
from ruledsl.rules.check.program import cast_in, on_piece, says_no

if TYPE_CHECKING:
    from ruledsl.engine.ir.module import Module
    from ruledsl.engine.state.layout import Layout
    from ruledsl.rules.check.graph import Part
    from ruledsl.rules.check.knowledge.pointing import Pointing
    from ruledsl.rules.check.program import Program
    from ruledsl.rules.packs.model import Tile

UNLIMITED = 1_000_000


def plain_tables(program: Program, module: Module) -> Code:
    """A `Code` without functions."""
    composition = program.composition
    tiles = list(composition.tiles.values())
    kinds = list(composition.kinds.values())
    tile_index = {key: index for index, key in enumerate(composition.tiles)}
    layout = module.layout
    immunity = program.value(composition.roles.get("immunity", ""))
    start = program.event(composition.roles.get("start", ""))
    standing = cast_in(composition, "stand_ins")
    return Code(
        program,
        layout,
        player_width=len(layout.player),
        people_width=len(layout.people),
        region_width=len(layout.region),
        tile_width=len(layout.tile),
        supplies=[UNLIMITED if p.supply is None else p.supply for p in composition.pieces.values()],
        decks=list(composition.decks),
        hidden=[deck.hidden for deck in composition.decks.values()],
        dice=[die.faces for die in composition.dice.values()],
        trays=[*(_tray(program, tile) for tile in (*tiles, *tiles)), 0],
        brings=_brings(program, tile_index),
        wares=_wares(program, tile_index),
        brought_by=_brought_by(program, tile_index),
        copies=_copies(program, tile_index),
        tiles_by_kind={k: _of_kind(tiles, kind.id) for k, kind in enumerate(kinds)},
        tile_kinds=[*(program.kinds.index(tile.kind) for tile in (*tiles, *tiles)), -1],
        tiles=tuple(tiles),
        tile_count=len(tiles),
        bounds=tuple(module.ranges.remembered(memory) for memory in program.memories),
        lasting=_lasting(program, tile_index),
        lenders=_lenders(program, tile_index),
        stand_ins=tuple(sorted(standing)),
        last_stage=len(program.stages) - 1,
        immunity=immunity.index if immunity else -1,
        immunity_dormant=immunity is None or says_no(immunity),
        defending=_defending(program),
        rooted=cast_in(composition, "rooted") - standing,
        joining=tuple(kind for kind, piece in enumerate(composition.pieces.values()) if piece.joins),
        travelling=frozenset(i for i, tile in enumerate(tiles) if composition.kinds[tile.kind].travels),
        backs=_backs(program),
        start=start.index if start else -1,
        reasons=module.reasons,
    )


def _tray(program: Program, tile: Tile) -> int:
    kind = program.composition.kinds[tile.kind]
    return tile.fields.get(kind.tray, 0) if kind.tray else 0


def _of_kind(tiles: list[Tile], kind: str) -> tuple[int, ...]:
    return tuple(i for i, tile in enumerate(tiles) if tile.kind == kind)


def _brings(program: Program, tile_index: dict[str, int]) -> dict[int, tuple[int, ...]]:
    found: dict[int, tuple[int, ...]] = {}
    for index, piece in enumerate(program.composition.pieces.values()):
        if piece.tile and not piece.copied_by:
            tile = tile_index[piece.tile]
            found[tile] = (*found.get(tile, ()), index)
    return found


def _brought_by(program: Program, tile_index: dict[str, int]) -> list[int]:
    """The tile that brings each kind; for the pieces of a copy, the borrowed instance."""
    return [
        len(tile_index) + tile_index[p.copied_by] if p.copied_by else tile_index.get(p.tile, -1)
        for p in program.composition.pieces.values()
    ]


def _copies(program: Program, tile_index: dict[str, int]) -> dict[int, tuple[int, ...]]:
    """For the kinds that have copies: in turn, a borrowed instance and the kind that its rules mean."""
    first = len(tile_index)
    return {
        kind: tuple(part for tile, own in found for part in (first + tile_index[tile], own))
        for kind, found in copies_of(program.composition).items()
    }


def _wares(program: Program, tile_index: dict[str, int]) -> dict[int, tuple[int, ...]]:
    """Pieces that no tile brings, by the tiles whose rules take them from the box."""
    pieces = list(program.composition.pieces.values())
    found: dict[int, tuple[int, ...]] = {}
    for clause in clauses(program):
        tile = tile_index.get(clause.origin.owner.tile, -1)
        for node in clause.walk() if tile >= 0 else ():
            kind = _taken(node)
            if kind >= 0 and not pieces[kind].tile and kind not in found.get(tile, ()):
                found[tile] = (*found.get(tile, ()), kind)
    return found


def _taken(node: Part) -> int:
    """The kind of piece that an effect takes from the box, if it names one."""
    if isinstance(node, t.TMovePieces) and node.source.what == "box" and isinstance(node.kind, t.Const):
        return int(node.kind.value)
    return -1


def _lasting(program: Program, tile_index: dict[str, int]) -> frozenset[int]:
    """Tiles with a rule that is in force in a stage other than the first (or in all)."""
    rules: list[Any] = [
        *program.modifiers,
        *program.triggers,
        *program.forbids,
        *program.permits,
        *program.actions,
    ]
    origins = [rule.origin for rule in rules if rule.origin.owner.tile]
    return frozenset(tile_index[origin.owner.tile] for origin in origins if origin.stages != frozenset({0}))


def _defending(program: Program) -> frozenset[int]:
    """Kinds of pieces that can raise the value with the role of a defence, where they lie."""
    value = program.value(program.composition.roles.get("defence", ""))
    rules = [rule for rule in value.modifiers if on_piece(rule)] if value is not None else []
    raising = {
        rule.origin.owner.piece
        for rule in rules
        if STRATA[rule.op].raises > 0 or (STRATA[rule.op].adds and STRATA[rule.op].by_sign > 0)
    }
    pieces = program.composition.pieces.items()
    return frozenset(kind for kind, (key, piece) in enumerate(pieces) if (piece.copy_of or key) in raising)


def _lenders(program: Program, tile_index: dict[str, int]) -> frozenset[int]:
    """Tiles whose tokens another tile borrows: they stay in the box."""
    borrowers = [tile for tile in program.composition.tiles.values() if tile.tokens_of]
    keys = [(f"{tile.pack}/{tile.tokens_of}", tile.tokens_of) for tile in borrowers]
    return frozenset(tile_index[key] for pair in keys for key in pair if key in tile_index)


def _backs(program: Program) -> list[tuple[int, ...]]:
    """Kinds of tiles with the same back, since some hidden deck mixes them."""
    found = [{kind} for kind in range(len(program.kinds))]
    for deck in program.composition.decks.values():
        if deck.hidden:
            mixed = set().union(*(found[program.kinds.index(kind)] for kind in deck.kinds))
            for kind in mixed:
                found[kind] = mixed
    return [tuple(sorted(alike)) for alike in found]


def event_codes(program: Program, layout: Layout, pointing: Pointing) -> list[EventCode]:
    """Facts about every event; procedures are filled in later."""
    leading_to = reaches(program)
    found = []
    for event in program.events:
        resets: dict[str, dict[Any, tuple[int, ...]]] = {}
        for memory in program.memories:
            if memory.until is event:
                noun = "game" if memory.on == GAME else memory.on.name
                cells = resets.setdefault(noun, {})
                cells[memory.initial] = (*cells.get(memory.initial, ()), layout.cells[memory.index])
        people = next((i for i, p in enumerate(event.params) if p.type == PEOPLE), -1)
        info = EventCode(event, 1 + event.index, resets, event.parent is not None, people, not event.body)
        info.arity = len(event.params)
        info.has_after = any(trigger.moment == "after" for trigger in event.triggers)
        info.replaceable = any(trigger.moment == "instead" for trigger in event.triggers)
        info.reaches = leading_to[event.index]
        key, pack = f"event.{event.name}", event.origin.owner.pack
        info.logged = program.composition.text(key, pack) is not None
        info.ways = pointing.of_all(event.params)
        found.append(info)
    return found
