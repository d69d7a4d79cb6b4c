"""Packs put together: what they require found, everything they bring in one `Composition`, references between them checked."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ruledsl.diagnostics import Diagnostics, Span, nearest
from ruledsl.packs.find import find_pack, known_packs
from ruledsl.packs.model import Composition, Pack, RuleText, Words
from ruledsl.packs.reading import read_head, read_pack

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["compose", "load_packs"]

TABLES = ("kinds", "decks", "dice", "maps", "variants", "texts")
MOST_PACKS = 64


def load_packs(wanted: Iterable[str], diagnostics: Diagnostics) -> list[Pack]:
    """The packs by name or path, after everything they require, each once, in an order in which requirements come first."""
    order: list[Pack] = []
    done: dict[str, Pack] = {}

    def visit(name: str, asked: Span, path: tuple[str, ...]) -> None:
        folder = find_pack(name)
        if folder is None:
            near = nearest(name, known_packs())
            diagnostics.error(
                "P001",
                f"There is no pack `{name}`.",
                asked,
                expected="the id of a pack, or a folder with a pack.yaml",
                suggestion=near[0] if near else "",
            )
            return
        key = str(Path(folder).resolve())
        if key in path:
            diagnostics.error(
                "P002",
                f"The packs {' → '.join(Path(p).name for p in (*path, key))} require each other in a circle.",
                asked,
            )
            return
        if key in done or len(path) > MOST_PACKS:
            return
        pack = read_head(Path(folder), diagnostics)
        if pack is None:
            return
        for other, version in pack.requires.items():
            visit(other, pack.span, (*path, key))
            _check_version(other, version, pack, done.values(), diagnostics)
        done[key] = pack
        order.append(pack)
        read_pack(
            pack,
            [kind for earlier in order for kind in earlier.kinds.values() if earlier is not pack],
            diagnostics,
        )

    for name in wanted:
        visit(name, Span(name, 1, 1, 1, 1), ())
    _same_ids(order, diagnostics)
    return order


def _check_version(
    other: str, wanted: str, pack: Pack, known: Iterable[Pack], diagnostics: Diagnostics
) -> None:
    """`>=1.2` or `1.2`: at least that version, within the same major one."""
    found = next((p for p in known if p.id == other), None)
    if found is None:
        return
    parts = wanted.removeprefix(">=").strip().split(".")
    if not all(part.isdigit() for part in parts):
        diagnostics.error(
            "P003", f"`{wanted}` is no version.", pack.span, expected='a version such as ">=0.1"'
        )
        return
    least = [int(part) for part in parts]
    actual = [int(part) for part in found.version.split(".")]
    if actual[: len(least)] < least or actual[0] != least[0]:
        diagnostics.error(
            "P004", f"`{pack.id}` needs {other} {wanted}, but {other} is version {found.version}.", pack.span
        )


def _same_ids(packs: list[Pack], diagnostics: Diagnostics) -> None:
    seen: dict[str, Pack] = {}
    for pack in packs:
        if pack.id in seen:
            diagnostics.error(
                "P005",
                f"Two packs are called `{pack.id}`.",
                pack.span,
                labels=((seen[pack.id].span, "the other one"),),
            )
        seen[pack.id] = pack


def compose(packs: list[Pack], variants: Mapping[str, str], diagnostics: Diagnostics) -> Composition:
    """One composition of these packs, with the variants that a game chooses."""
    found = Composition(packs, Words(), {}, {}, {}, {}, {}, {}, {}, [], [], {}, [], {})
    renamed: dict[tuple[str, str], str] = {}
    for pack in packs:
        _words(found.words, pack)
        for table in TABLES:
            _merge(getattr(found, table), getattr(pack, table), pack, table, diagnostics)
        for key, tile in pack.tiles.items():
            renamed[pack.id, key] = _key(found.tiles, key, pack)
            found.tiles[renamed[pack.id, key]] = tile
            for number in range(2, tile.copies + 1):
                found.tiles[f"{renamed[pack.id, key]}#{number}"] = replace(
                    tile, copy_of=renamed[pack.id, key]
                )
        for key, piece in pack.pieces.items():
            name = _key(found.pieces, key, pack)
            renamed[pack.id, f"piece {key}"] = name
            found.pieces[name] = piece
            if piece.tile:
                piece.tile = renamed.get((pack.id, piece.tile), piece.tile)
        found.panels += pack.panels
        found.standings = pack.standings or found.standings
        found.roles.update(pack.roles)
    _choose(found, variants, diagnostics)
    for pack in packs:
        found.rules += [_rebased(rule, pack, renamed) for rule in pack.rules if _switched_on(rule, found)]
    _references(found, diagnostics)
    return found


def _words(words: Words, pack: Pack) -> None:
    for table in ("stages", "modes", "terrains", "symbols", "piece_traits", "tile_traits"):
        mine: dict[str, Span] = getattr(words, table)
        mine.update((k, v) for k, v in getattr(pack.words, table).items() if k not in mine)
    words.equivalents += pack.words.equivalents


def _merge(
    into: dict[str, Any], more: dict[str, Any], pack: Pack, what: str, diagnostics: Diagnostics
) -> None:
    for key, item in more.items():
        if key in into and key not in pack.replaces:
            span = getattr(item, "span", pack.span)
            diagnostics.error(
                "P006",
                f"`{key}` ({what}) is in two packs; the later one does not say that it means to replace it.",
                span,
                expected=f"`replaces: [{key}]` in pack.yaml, or another id",
            )
        into[key] = item


def _key(table: dict[str, Any], key: str, pack: Pack) -> str:
    """Two packs may use one id for two tiles; the later one is then `pack/id`. A tile that is replaced keeps its id."""
    return f"{pack.id}/{key}" if key in table and key not in pack.replaces else key


def _rebased(rule: RuleText, pack: Pack, renamed: dict[tuple[str, str], str]) -> RuleText:
    owner = rule.owner
    tile = renamed.get((pack.id, owner.tile), owner.tile) if owner.tile else ""
    piece = renamed.get((pack.id, f"piece {owner.piece}"), owner.piece) if owner.piece else ""
    return RuleText(type(owner)(pack.id, tile, piece), rule.document, rule.text, rule.span, rule.choice)


def _choose(found: Composition, variants: Mapping[str, str], diagnostics: Diagnostics) -> None:
    found.chosen = {key: variant.options[0] for key, variant in found.variants.items() if variant.options}
    for key, option in variants.items():
        where = Span("variants", 1, 1, 1, 1)
        if key not in found.variants:
            near = nearest(key, list(found.variants))
            diagnostics.error(
                "P007", f"There is no variant `{key}`.", where, suggestion=near[0] if near else ""
            )
        elif option not in found.variants[key].options:
            options = found.variants[key].options
            near = nearest(str(option), list(options))
            diagnostics.error(
                "P008",
                f"The variant `{key}` has no option `{option}`.",
                where,
                expected=" or ".join(f"`{o}`" for o in options),
                suggestion=near[0] if near else "",
            )
        else:
            found.chosen[key] = option


def _switched_on(rule: RuleText, found: Composition) -> bool:
    return rule.choice is None or found.chosen.get(rule.choice[0]) == rule.choice[1]


def _references(found: Composition, diagnostics: Diagnostics) -> None:
    """Names that stand in YAML and not in rules: terrains and neighbours of maps, kinds of decks, traits of pieces, variants of rules."""

    def known(word: str, words: Iterable[str], what: str, span: Span) -> None:
        if word not in words:
            near = nearest(word, list(words))
            diagnostics.error(
                "P030",
                f"There is no {what} called `{word}`.",
                span,
                expected=f"a {what}",
                suggestion=near[0] if near else "",
            )

    for board in found.maps.values():
        ids = {region.id: region for region in board.regions}
        for region in board.regions:
            for trait in region.traits:
                known(trait, found.words.region_traits, "terrain or symbol", region.span)
            for other in region.borders:
                known(other, ids, f"region of {board.id}", region.span)
                if other in ids and region.id not in ids[other].borders:
                    diagnostics.error(
                        "P031",
                        f"Region {region.id} borders {other}, but {other} does not border {region.id}.",
                        region.span,
                    )
    for deck in found.decks.values():
        for kind in deck.kinds:
            known(kind, found.kinds, "kind of tile", deck.span)
    for tile in found.tiles.values():
        for trait in tile.traits:
            known(trait, found.words.tile_traits, "trait of tiles", tile.span)
    for piece in found.pieces.values():
        for trait in piece.traits:
            known(trait, found.words.piece_traits, "trait of pieces", piece.span)
    for first, second, span in found.words.equivalents:
        for word in (first, second):
            known(word, found.words.region_traits, "terrain or symbol", span)
    for pack in found.packs:
        for rule in pack.rules:
            if rule.choice is not None:
                known(rule.choice[0], found.variants, "variant", rule.span)
