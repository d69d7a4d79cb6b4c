"""Tiles without effect on any loaded map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.language.vocabulary.types import DECK, KIND, REGION, TILE
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.graph import Clause, clauses, walk
from ruledsl.rules.check.reachability import Patience, find_pointless

if TYPE_CHECKING:
    from ruledsl.base.diagnostics import Diagnostics
    from ruledsl.rules.check.program import Program


def tiles_make_sense(program: Program, diagnostics: Diagnostics) -> None:
    """Every tile has a rule that can take effect on some loaded map."""
    alike = program.composition.words.alike
    maps = set()
    for board in program.composition.maps.values():
        words = {word for region in board.regions for trait in region.traits for word in alike[trait]}
        maps.add((frozenset(words), frozenset(region.traits[0] for region in board.regions)))
    if not maps:
        return
    everywhere = frozenset[str]().union(*(words for words, _ in maps))
    entries = program.composition.tiles
    for tile in [program.tiles[i] for i in sorted(_pointless_on_all(program, maps))]:
        if entries[tile].copy_of or _blamed(program, tile, diagnostics):
            continue
        missing = " and ".join(f"`{word}`" for word in sorted(_spoken_of(program, tile) - everywhere))
        why = f"does nothing: no map has {missing}." if missing else "does nothing on any map of these packs."
        diagnostics.warning("R026", f"`{tile}` {why}", entries[tile].span)


def tiles_are_brought(program: Program, diagnostics: Diagnostics) -> None:
    """Every tile with rules comes from a deck that rules read, or a rule names it or its kind.

    A pack may leave it to others to bring the tiles of a kind: one whose rules mention no deck and no kind.
    """
    composition = program.composition
    words = [(node.type, node.value) for clause in clauses(program) for node in clause.once(_written_out)]
    words += [
        (DECK, program.decks.index(name)) for name in composition.roles.values() if name in program.decks
    ]
    decks = list(composition.decks.values())
    kinds = {program.kinds[value] for kind, value in words if kind == KIND and value >= 0}
    for deck in (decks[value] for kind, value in words if kind == DECK and value >= 0):
        kinds |= set(deck.kinds) if deck.deals else set()
    named = {program.tiles[value] for kind, value in words if kind == TILE and value >= 0}
    ruled = {clause.origin.owner.tile for clause in clauses(program)}
    for key, tile in composition.tiles.items():
        if key in ruled and tile.kind not in kinds and key not in named and not tile.copy_of:
            message = f"Nothing brings `{tile.id}` into a game: no rule draws from a deck that deals the kind `{tile.kind}`, and none names it."
            if not _blamed(program, key, diagnostics):
                diagnostics.warning(
                    "R020", message, tile.span, expected="a deck that deals it, and a rule that draws"
                )


def _written_out(clause: Clause) -> list[t.Const]:
    return [node for node in clause.nodes if isinstance(node, t.Const) and node.type in (DECK, KIND, TILE)]


def _pointless_on_all(program: Program, maps: set[tuple[frozenset[str], frozenset[str]]]) -> frozenset[int]:
    """The tiles that are pointless on each of these maps, given by terrains and symbols, and by printed terrains.

    A tile that is pointless on one map is most likely to make sense on the map with the most new words, so few others need an analysis.
    """
    index = program.traits.index
    met: frozenset[str] = frozenset()
    left = sorted(maps, key=lambda words: tuple(map(sorted, words)))
    found = _judged(program)
    patience = Patience()
    while left and found:
        words, printed = max(left, key=lambda some: (len(some[0] - met), len(some[0])))
        left.remove((words, printed))
        met |= words
        found = find_pointless(
            program, frozenset(map(index, words)), frozenset(map(index, printed)), found, patience
        )
    return found


def _judged(program: Program) -> frozenset[int]:
    """All tiles; in an alternative reading those with rules that it may switch on, since the others are judged already."""
    composition = program.composition
    if not composition.beside:
        return frozenset(range(len(program.tiles)))
    switched = {rule.owner.tile for rule in composition.rules if rule.choice}
    tiles = composition.tiles.items()
    return frozenset(i for i, (key, tile) in enumerate(tiles) if switched & {key, tile.copy_of} - {""})


def _blamed(program: Program, tile: str, diagnostics: Diagnostics) -> bool:
    """Does one of its rules have a finding already?"""
    rules = [clause.origin.span for clause in clauses(program) if clause.origin.owner.tile == tile]
    reported = [found.span for found in diagnostics]
    return any(a.file == b.file and a.start <= b.start < a.end for a in rules for b in reported)


def _spoken_of(program: Program, tile: str) -> set[str]:
    """The terrains and symbols that the rules of a tile mention, including through definitions."""
    found: set[str] = set()
    waiting = [
        part for clause in clauses(program) if clause.origin.owner.tile == tile for part in clause.roots
    ]
    seen: set[int] = set()
    while waiting:
        for node in walk(waiting.pop()):
            if isinstance(node, t.HasTrait) and node.noun.type == REGION:
                found.add(node.word)
            elif isinstance(node, t.Defined) and id(node.define) not in seen:
                seen.add(id(node.define))
                waiting.append(node.define.body)
    return found
