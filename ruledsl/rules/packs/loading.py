"""Loads packs by name or path, with everything they require, each once."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from ruledsl.base.diagnostics import Diagnostics, Kept, Span, visible
from ruledsl.rules.packs.fields import WORDS
from ruledsl.rules.packs.filetrees import FileTrees
from ruledsl.rules.packs.folders.below import DISK
from ruledsl.rules.packs.folders.contents import Seen
from ruledsl.rules.packs.folders.files import Budget
from ruledsl.rules.packs.folders.find import find_pack, is_folder, known_packs, sent_packs, why_not
from ruledsl.rules.packs.maps.resolving import resolved_maps
from ruledsl.rules.packs.mentions import named_anew
from ruledsl.rules.packs.model import BoardMap, Composition, Deck, Face, Kind, Owner, Pack, RuleText, Words
from ruledsl.rules.packs.reading import read_head, read_pack, without_outside
from ruledsl.version import LANGUAGE_VERSION

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from ruledsl.rules.packs.folders.below import Disk
    from ruledsl.rules.packs.model import MapRegion, Piece, Tile

MOST_PACKS = 64
MOST_MISSING = 10
"""After this many missing requirements of a pack, the search stops: each search scans everything that is installed."""
_VERSION = re.compile(r"(?:>=)?[ ]*([0-9]{1,6}(?:\.[0-9]{1,6}){0,2})")


def load_packs(
    wanted: Iterable[str], diagnostics: Diagnostics, seen: Seen | None = None, disk: Disk = DISK
) -> list[Pack]:
    """The packs by name or path, each once, after everything they require.

    `seen` records what was read; `disk` is the source of files.
    """
    loader = _Loader(diagnostics, Seen() if seen is None else seen, disk)
    for name in wanted:
        loader.visit(str(name), Span(str(name), 1, 1, 1, 1), ())
    return loader.without_doubles()


class _Loader:
    def __init__(self, diagnostics: Diagnostics, seen: Seen, disk: Disk) -> None:
        self.diagnostics = diagnostics
        self.seen = seen
        self.disk = disk
        self.budget = Budget(diagnostics)
        self.order: list[Pack] = []
        self.done: dict[str, Pack | None] = {}

    def visit(self, name: str, place: Span, path: tuple[str, ...]) -> Pack | None:
        """Load a pack after those it requires; None if that is impossible."""
        folder = find_pack(name)
        self.seen.pack(name, folder)
        if folder is None:
            self._missing(name, place)
            return None
        key = str(folder.resolve())
        if key in path:
            circle = " → ".join(Path(part).name for part in (*path[path.index(key) :], key))
            self.diagnostics.error("P002", f"The packs {circle} require each other in a circle.", place)
            return None
        if key not in self.done:
            if len(self.done) >= MOST_PACKS:
                self.diagnostics.error("P015", f"These are more than {MOST_PACKS} packs together.", place)
                return None
            self.done[key] = None
            self.done[key] = self._load(folder, (*path, key))
        return self.done[key]

    def _missing(self, name: str, place: Span) -> None:
        why = why_not(name)
        if why:
            self.diagnostics.error("P055", why, Span.nowhere(visible(name)))
            return
        near = self.diagnostics.nearest(name, known_packs())
        self.diagnostics.error(
            "P001",
            f"There is no pack `{name}`.",
            place,
            expected="the id of a pack, or a folder with a pack.yaml",
            suggestion=near[0] if near else "",
        )

    def _load(self, folder: Path, path: tuple[str, ...]) -> Pack | None:
        trees = FileTrees(folder, self.disk)
        pack = read_head(folder, self.diagnostics, self.seen, trees)
        if pack is None:
            return None
        self._named(pack, Path(path[-1]).name)
        missing = 0
        for other, version in pack.requires.items():
            span = pack.places.get(("requires", other), pack.span)
            found = self._known(other)
            if found is None and missing < MOST_MISSING:
                found = self.visit(_fitting(other, version), span, path)
            if found is None:
                pack.incomplete, missing = True, missing + 1
            else:
                pack.incomplete |= found.incomplete
                self._check_required(pack, found, other, version, span)
        kinds = [kind for earlier in self.order for kind in earlier.kinds.values()]

        def read(diagnostics: Diagnostics, pack: Pack = pack) -> None:
            read_pack(pack, kinds, diagnostics, self.seen, self.budget, trees)

        pack = self.disk.pack(pack, kinds, self.budget, self.diagnostics, read)
        self.order.append(pack)
        return pack

    def _named(self, pack: Pack, name: str) -> None:
        """Check the pack's id against the name of its folder, by which it is found."""
        if name.replace("-", "_").casefold() != pack.id:
            self.diagnostics.warning(
                "P054",
                f"The pack `{pack.id}` lies in a folder called `{visible(name)}`: ruledsl cannot find it there by its id.",
                pack.places.get(("pack", "id"), pack.span),
                expected="the same name for both",
            )

    def _known(self, id_: str) -> Pack | None:
        """A pack of that id that was read already, from any folder."""
        return next((pack for pack in self.order if pack.id == id_), None)

    def _check_required(self, pack: Pack, found: Pack, other: str, wanted: str, span: Span) -> None:
        """`>=1.2` or `1.2`: at least that version, within the same major one."""
        if found.id != other:
            message = f"The folder `{other}` holds the pack `{found.id}`."
            self.diagnostics.error("P016", message, span, suggestion=found.id)
        version = _VERSION.fullmatch(wanted.strip())
        if version is None:
            message = f"`{wanted}` is not a version."
            self.diagnostics.error("P003", message, span, expected='a version such as ">=0.1"')
            return
        if not _fits(version[1], found.version):
            message = f"`{pack.id}` needs {other} {wanted}, but {other} is version {found.version}."
            self.diagnostics.error("P004", message, span)

    def without_doubles(self) -> list[Pack]:
        """The packs in order; of two with the same id, the later one is reported and left out."""
        seen: dict[str, Pack] = {}
        for pack in self.order:
            first = seen.setdefault(pack.id, pack)
            if first is not pack:
                first.incomplete = True
                labels = ((first.span, "the other one"),)
                self.diagnostics.error("P005", f"Two packs are called `{pack.id}`.", pack.span, labels=labels)
        return list(seen.values())


def _fits(wanted: str, version: str) -> bool:
    """Is a version at least the required one, within the same major one?"""
    least, actual = ([int(part) for part in text.split(".")] for text in (wanted, version))
    return actual[: len(least)] >= least and actual[0] == least[0]


def _fitting(id_: str, wanted: str) -> str:
    """The name that finds a required pack: if several versions are installed, the newest that fits."""
    sent, version = sent_packs(id_), _VERSION.fullmatch(wanted.strip())
    if len(sent) > 1 and version is not None and not is_folder(id_):
        for one in sent:
            if one.version and _fits(version[1], one.shown):
                return f"{id_}@{one.shown}"
    return id_


# ── references ──────────────────────────────────────────────────────────────────
# References in YAML outside rules: do the named things exist?


Mention = tuple[str, "Collection[str]", str, "Span"]
"""A word, the existing ones, what it should name, its place."""


def check_references(found: Composition, in_maps: Iterable[Mention], diagnostics: Diagnostics) -> None:
    """Report YAML references to unknown names; for maps, `in_maps` has them (see `check_maps`)."""
    if not found.incomplete:
        report_unknown((*_words(found), *in_maps, *_variants(found)), found.doubtful, diagnostics)
    _replaced(found, diagnostics)


def check_maps(maps: Iterable[BoardMap], words: Words, diagnostics: Diagnostics) -> list[Mention]:
    """Check the borders of maps. Returns references to unknown terrains, symbols and regions."""
    told = list(_told_once(maps))
    for board, regions in told:
        _borders(board, regions, diagnostics)
    return [mention for mention in _map_words(told, words) if mention[0] not in mention[1]]


def report_unknown(mentions: Iterable[Mention], doubtful: Collection[str], diagnostics: Diagnostics) -> None:
    """Report references to unknown names, except doubtful words."""
    for word, words, what, span in mentions:
        if word not in words and word not in doubtful:
            _unknown(word, words, what, span, diagnostics)


def _unknown(word: str, words: Collection[str], what: str, span: Span, diagnostics: Diagnostics) -> None:
    near = diagnostics.nearest(word, words) if diagnostics.lists("P030", "error", span.file) else []
    diagnostics.error(
        "P030",
        f"There is no {what} called `{word}`.",
        span,
        expected=f"{'an' if what[0] in 'aeiou' else 'a'} {what}",
        suggestion=near[0] if near else "",
    )


def _words(found: Composition) -> Iterator[Mention]:
    for pack in found.packs:
        for key, gifts in pack.given.items():
            yield key, found.tiles, "tile", pack.places["given", key]
            at = pack.places
            yield from ((t, found.words.tile_traits, "trait of tiles", at[f"given {key}", t]) for t in gifts)
    for deck in found.decks.values():
        at = deck.places
        yield from (
            (kind, found.kinds, "kind of tile", at.get(("of", kind), deck.span)) for kind in deck.kinds
        )
    for tile in found.tiles.values():
        yield from _traits(tile, found.words.tile_traits, "trait of tiles")
    for piece in found.pieces.values():
        yield from _traits(piece, found.words.piece_traits, "trait of pieces")
    traits = set(found.words.region_traits)
    for piece in found.pieces.values():
        at = piece.places
        yield from (
            (word, traits, "terrain or symbol", at.get(("shows", word), piece.span)) for word in piece.shows
        )
    drawable = {*traits, *found.pieces, *(tile.id for tile in found.tiles.values())}
    for pack in found.packs:
        yield from (
            (word, drawable, "terrain, symbol, piece or tile", pack.places["drawing", word])
            for word in pack.drawing
        )
    for first, second, span in found.words.equivalents:
        yield from ((word, traits, "terrain or symbol", span) for word in (first, second))


def _told_once(maps: Iterable[BoardMap]) -> Iterator[tuple[BoardMap, list[MapRegion]]]:
    """Each map with those of its regions that no earlier map has, since many maps may build on one."""
    seen: set[Span] = set()
    for board in maps:
        regions = [region for region in board.regions if region.span not in seen]
        seen.update(region.span for region in regions)
        yield board, regions


def _traits(entry: Tile | Piece, words: Collection[str], what: str) -> Iterator[Mention]:
    for trait in entry.traits:
        yield trait, words, what, entry.places.get(("traits", trait), entry.span)


def _map_words(told: Iterable[tuple[BoardMap, list[MapRegion]]], words: Words) -> Iterator[Mention]:
    traits = set(words.region_traits)
    for board, regions in told:
        ids = {region.id for region in board.regions}
        for region in regions:
            terrain, *others = region.traits
            place = region.places.get(("terrain", terrain), region.span)
            if terrain:
                yield terrain, words.terrains, "terrain or symbol", place
            for trait in others:
                yield trait, traits, "terrain or symbol", region.places.get(("symbols", trait), region.span)
            for other in region.borders:
                yield other, ids, f"region of {board.id}", _border(region, other)


def variants_of(rule: RuleText, variants: Mapping[str, object]) -> list[tuple[str, str]]:
    """The variants, with their options, that switch a rule on; of several with one id, that of its own pack."""
    own = rule.owner.pack + "/"
    return [(own + id_ if own + id_ in variants else id_, option) for id_, option in rule.choice]


def _variants(found: Composition) -> Iterator[Mention]:
    for pack in found.packs:
        for rule in pack.rules:
            for (name, option), (said, _) in zip(variants_of(rule, found.variants), rule.choice, strict=True):
                yield name, found.variants, "variant", rule.places.get(("variant", said), rule.span)
                if name in found.variants:
                    place = rule.places.get(("option", said), rule.span)
                    yield option, found.variants[name].options, f"option of the variant `{name}`", place


def _border(region: MapRegion, other: str) -> Span:
    return region.places.get(("borders", other), region.span)


def _borders(board: BoardMap, regions: list[MapRegion], diagnostics: Diagnostics) -> None:
    written = {region.id: [id_ for key, id_ in region.places if key == "borders"] for region in board.regions}
    twice = any(id_ in written.get(other, ()) for id_, borders in written.items() for other in borders)
    for region in regions:
        for other in _repeated(region.borders):
            diagnostics.error("S008", f"`{other}` is in this list twice.", _border(region, other))
        for other in dict.fromkeys(region.borders):
            if other == region.id:
                diagnostics.error("P032", f"Region {region.id} borders itself.", _border(region, other))
            elif twice and other in written[region.id] and region.id not in written.get(other, (region.id,)):
                message = f"Region {region.id} borders {other}, but {other} does not say so, as others do."
                help_ = "It counts for both. If it is intended, name it on both sides."
                span = _border(region, other)
                diagnostics.warning("P031", message, span, labels=_other(board, other), help=help_)


def _repeated(words: Sequence[str]) -> list[str]:
    return [word for word, count in Counter(words).items() if count > 1]


def _other(board: BoardMap, id_: str) -> list[tuple[Span, str]]:
    found: MapRegion = next(region for region in board.regions if region.id == id_)
    return [(found.span, f"region {id_}")]


def _replaced(found: Composition, diagnostics: Diagnostics) -> None:
    """Check that `replaces` names something of an earlier pack that this one brings too."""
    earlier: set[str] = set()
    for pack in found.packs:
        tables = (
            pack.kinds,
            pack.decks,
            pack.dice,
            pack.maps,
            pack.variants,
            pack.texts,
            pack.tiles,
            pack.pieces,
        )
        mine = {key for table in tables for key in table}
        for word, span in pack.replaces.items():
            if pack.incomplete or (word in earlier and word in mine):
                continue
            where = "an earlier pack" if word not in earlier else "this pack"
            near = diagnostics.nearest(word, earlier & mine)
            diagnostics.error(
                "P014",
                f"`{word}` cannot be replaced: {where} has nothing of this id.",
                span,
                expected="the id of something that both packs have",
                suggestion=near[0] if near else "",
            )
        earlier |= mine


# ── compose ─────────────────────────────────────────────────────────────────────
# Combines packs into one `Composition`, with checked references between them.


B = TypeVar("B", BoardMap, Face)
KeptMaps = Kept[tuple[dict[str, BoardMap], list[Mention]]]
"""The maps of recent compositions, with the missing things that they name."""

TABLES = ("kinds", "decks", "dice", "maps", "variants")
SPACES = {"terrains": "traits", "symbols": "traits"}
"""Lists of words that share their names: a region counts as one of them."""


def compose(
    packs: list[Pack], variants: Mapping[str, str], diagnostics: Diagnostics, maps: KeptMaps | None = None
) -> Composition:
    """One composition of these packs, with the variants that a game chooses.

    Callers that compose repeatedly pass the same `maps`, which are rebuilt only when a map changes.
    """
    found = Composition(packs, Words(), {}, {}, {}, {}, {}, {}, {}, [], [], [], {}, [], {})
    faces: dict[str, Face] = {}
    for pack in packs:
        _words_of_packs(found, pack, diagnostics)
        _merge(faces, "faces", found, pack, diagnostics)
        for table in TABLES:
            _merge(getattr(found, table), table, found, pack, diagnostics)
        _texts(found, pack)
        _tiles(found, pack, diagnostics)
        found.panels += pack.panels
        found.measures += pack.measures
        found.standings = pack.standings or found.standings
        found.roles.update((role, _in_role(found, pack, name)) for role, name in pack.roles.items())
        found.drawing.update(
            (found.meant("traits", word, pack.id), how) for word, how in pack.drawing.items()
        )
        found.emblems.update(pack.emblems)
    _give(found)
    _choose(found, variants, diagnostics)
    tiles = found.tiles
    found.pieces = {k: p for k, p in found.pieces.items() if not p.tile or tiles[p.tile].pack == p.pack}
    for pack in packs:
        rules = [_rebased(rule, pack, found) for rule in pack.rules if _switched_on(rule, found)]
        found.rules += [rule for rule in rules if _still_there(rule.owner, found)]
    named_anew(found, diagnostics)
    without_outside(found, diagnostics)
    check_references(
        found, _with_maps(found, faces, KeptMaps() if maps is None else maps, diagnostics), diagnostics
    )
    return found


def _tiles(found: Composition, pack: Pack, diagnostics: Diagnostics) -> None:
    """Add the tiles of a pack, with their copies, and its pieces."""
    for key, tile in pack.tiles.items():
        if _is_known(found, "tiles", key, pack):
            _hides("tiles", key, _key(found.tiles, key, pack), tile.span, pack, diagnostics)
        name = found.called[pack.id, "tiles", key] = _key(found.tiles, key, pack)
        kind = found.meant("kinds", tile.kind, pack.id)
        traits = tuple(found.meant("tile_traits", trait, pack.id) for trait in tile.traits)
        if (kind, traits) != (tile.kind, tile.traits):
            tile = replace(tile, kind=kind, traits=traits)  # noqa: PLW2901 - as it is called here
        found.tiles[name] = tile
        for number in range(2, tile.copies + 1):
            found.tiles[f"{name}#{number}"] = replace(tile, copy_of=name)
    for key, piece in pack.pieces.items():
        if _is_known(found, "pieces", key, pack):
            _hides("pieces", key, _key(found.pieces, key, pack), piece.span, pack, diagnostics)
        name = found.called[pack.id, "pieces", key] = _key(found.pieces, key, pack)
        bringer = found.called.get((pack.id, "tiles", piece.tile), piece.tile)
        traits = tuple(found.meant("piece_traits", trait, pack.id) for trait in piece.traits)
        shows = tuple(found.meant("traits", word, pack.id) for word in piece.shows)
        if (bringer, traits, shows) != (piece.tile, piece.traits, piece.shows):
            piece = replace(piece, tile=bringer, traits=traits, shows=shows)  # noqa: PLW2901 - likewise
        found.pieces[name] = piece


def _in_role(found: Composition, pack: Pack, name: str) -> str:
    """The deck or trait of the pack's own that it gives a role, as it is called here; other names stay."""
    names = (found.called.get((pack.id, space, name), name) for space in ("decks", "piece_traits"))
    return next((one for one in names if one != name), name)


def _give(found: Composition) -> None:
    """Add the traits that packs give to tiles."""
    for pack in found.packs:
        for key, traits in pack.given.items():
            meant = (found.meant("tile_traits", trait, pack.id) for trait in traits)
            more = tuple(trait for trait in meant if trait in found.words.tile_traits)
            wanted = found.meant("tiles", key, pack.id)
            for name, tile in list(found.tiles.items()):
                if wanted in (name, tile.copy_of):
                    found.tiles[name] = replace(tile, traits=tuple(dict.fromkeys((*tile.traits, *more))))


def _with_maps(
    found: Composition, faces: dict[str, Face], kept: KeptMaps, diagnostics: Diagnostics
) -> list[Mention]:
    """Build the maps. Returns the missing things that they name."""
    written = {key: _worded(board, found) for key, board in found.maps.items()}
    faces = {key: _worded(face, found) for key, face in faces.items()}
    words = found.words
    incomplete = found.incomplete

    def make(heard: Diagnostics) -> tuple[dict[str, BoardMap], list[Mention]]:
        made = resolved_maps(written, faces, heard, incomplete=incomplete)
        return made, check_maps(made.values(), words, heard)

    traits = set(words.terrains), set(words.symbols)
    of = list(written.items()), list(faces.items()), traits, incomplete
    made, unknown = kept(of, make, diagnostics)
    found.maps = dict(made)
    return unknown


def _worded(board: B, found: Composition) -> B:
    """A map or board whose terrains and symbols are those that its pack means."""
    if not any(name != word for (pack, _, word), name in found.called.items() if pack == board.pack):
        return board

    def meant(word: str) -> str:
        return found.meant("traits", word, board.pack)

    regions = [replace(one, traits=tuple(map(meant, one.traits))) for one in board.regions]
    if board.plan is None:
        return replace(board, regions=regions)
    changes = tuple(
        replace(
            one,
            terrain=one.terrain and meant(one.terrain),
            symbols=one.symbols and tuple(map(meant, one.symbols)),
        )
        for one in board.plan.regions
    )
    return replace(board, regions=regions, plan=replace(board.plan, regions=changes))


def _still_there(owner: Owner, found: Composition) -> bool:
    """Is the tile or piece that brings a rule still there, rather than replaced by a later pack?"""
    if owner.tile and found.tiles[owner.tile].pack != owner.pack:
        return False
    return not owner.piece or (owner.piece in found.pieces and found.pieces[owner.piece].pack == owner.pack)


def _words_of_packs(found: Composition, pack: Pack, diagnostics: Diagnostics) -> None:
    """Add the words of a pack. Worlds share theirs; but what a required pack has too is the pack's own, `pack/word`."""
    known = found.known_to(pack.id) - {pack.id}
    for table in WORDS:
        space = SPACES.get(table, table)
        words: dict[str, Span] = getattr(found.words, table)
        for word, span in getattr(pack.words, table).items():
            is_own = any((other, space, word) in found.called for other in known)
            name = f"{pack.id}/{word}" if is_own else word
            _hides(table, word, name, span, pack, diagnostics)
            found.called[pack.id, space, word] = name
            words.setdefault(name, span)
    found.words.equivalents += [
        (found.meant("traits", first, pack.id), found.meant("traits", second, pack.id), span)
        for first, second, span in pack.words.equivalents
    ]


def _merge(
    into: dict[str, Any], table: str, found: Composition, pack: Pack, diagnostics: Diagnostics
) -> None:
    """Add a table of a pack. What has the id of something that is there and that it does not replace is `pack/id`."""
    for key, item in getattr(pack, table).items():
        if key in into and isinstance(item, Kind) and _same_kind(into[key], item):
            continue
        name = found.called[pack.id, table, key] = _key(into, key, pack)
        if name != key:
            if _is_known(found, table, key, pack):
                _hides(table, key, name, item.span, pack, diagnostics)
            item = replace(item, id=name)  # noqa: PLW2901 - as it is called here
        if isinstance(item, Deck):
            item = replace(item, kinds=tuple(found.meant("kinds", kind, pack.id) for kind in item.kinds))  # noqa: PLW2901
        into[name] = item


def _is_known(found: Composition, table: str, key: str, pack: Pack) -> bool:
    """Does a required pack have something of that id? Packs that do not know each other may."""
    return any((other, table, key) in found.called for other in found.known_to(pack.id) - {pack.id})


def _hides(table: str, key: str, name: str, span: Span, pack: Pack, diagnostics: Diagnostics) -> None:
    """Warn that something has the id of what a required pack has. A pack of an earlier edition may have had it first."""
    if name != key and pack.language >= LANGUAGE_VERSION:
        diagnostics.warning(
            "P006",
            f"A required pack has `{key}` ({table}), too; this is another one, `{name}`.",
            span,
            expected="another id" if table in WORDS else f"`replaces: [{key}]` in pack.yaml, or another id",
        )


def _texts(found: Composition, pack: Pack) -> None:
    """Add the texts of a pack. Under a key that another pack has, they are for what the pack itself declares: `Composition.text`."""
    for key, text in pack.texts.items():
        if key in found.texts and key not in pack.replaces:
            found.own_texts[pack.id, key] = text
        else:
            found.texts[key] = text
            found.homes.setdefault(key, pack.id)


def _same_kind(first: Kind, second: Kind) -> bool:
    """Are two kinds of places from two packs the same, by their declarations?"""
    nowhere = first.span
    return (
        replace(first, span=nowhere, names={}) == replace(second, span=nowhere, names={})
        and not second.fields
    )


def _key(table: dict[str, Any], key: str, pack: Pack) -> str:
    """The key of a tile. If two packs use one id, the later one is `pack/id`. A replaced tile keeps its id."""
    return f"{pack.id}/{key}" if key in table and key not in pack.replaces else key


def _rebased(rule: RuleText, pack: Pack, found: Composition) -> RuleText:
    owner = rule.owner
    tile = found.called.get((pack.id, "tiles", owner.tile), owner.tile)
    piece = found.called.get((pack.id, "pieces", owner.piece), owner.piece)
    if (tile, piece) == (owner.tile, owner.piece):
        return rule
    return RuleText(Owner(pack.id, tile, piece), rule.node, rule.choice, rule.document, rule.places)


def _choose(found: Composition, variants: Mapping[str, str], diagnostics: Diagnostics) -> None:
    found.chosen = {key: variant.options[0] for key, variant in found.variants.items() if variant.options}
    for key, option in variants.items():
        where = Span("variants", 1, 1, 1, 1)
        if key not in found.variants:
            near = diagnostics.nearest(key, list(found.variants))
            diagnostics.error(
                "P007", f"There is no variant `{key}`.", where, suggestion=near[0] if near else ""
            )
        elif option not in found.variants[key].options:
            options = found.variants[key].options
            near = diagnostics.nearest(str(option), list(options))
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
    return all(found.chosen.get(name) == option for name, option in variants_of(rule, found.variants))
