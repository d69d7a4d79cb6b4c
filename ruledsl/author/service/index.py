"""Every name in some packs with all its places, and the region that an id means on a map."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from string import ascii_lowercase
from typing import TYPE_CHECKING, Final

from ruledsl.author.service.outline import (
    BUILT_IN,
    LOCAL,
    TYPE,
    Occurrence,
    Symbol,
    as_written,
    entry_called,
    symbol_of,
)
from ruledsl.author.service.resolve import ENTRIES, Meant
from ruledsl.author.service.world import Reading, World
from ruledsl.base.diagnostics import Diagnostics, Fix, Span
from ruledsl.base.diagnostics.diagnostic import applied
from ruledsl.language.syntax import tree as s
from ruledsl.language.syntax.grammar import RESERVED
from ruledsl.language.syntax.visitor import bound_by, walk
from ruledsl.rules.check.scope import Meaning
from ruledsl.rules.packs.folders.files import shown_path
from ruledsl.rules.packs.maps.drawing import MOST_REGIONS, MOST_TOGETHER
from ruledsl.rules.packs.maps.entries import read_map
from ruledsl.rules.packs.mentions import mentions
from ruledsl.rules.packs.model import Pack
from ruledsl.rules.packs.translations import is_translation
from ruledsl.rules.packs.yaml.nodes import MappingNode, Node, ScalarNode
from ruledsl.rules.scenarios.reading import packs_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ruledsl.rules.packs.model import BoardMap, Face


class Index:
    """The names in one reading of packs; of YAML only files that mention the name in question (`naming`), if there is one."""

    def __init__(self, world: World, reading: Reading, naming: str = "") -> None:
        self.reading = reading
        self.by_symbol: dict[Symbol, list[Occurrence]] = {}
        self.meaning: dict[Symbol, Meaning] = {}
        self._by_file: dict[str, list[Occurrence]] = {}
        self._declared: dict[str, list[Symbol]] = {}
        self._bound: dict[str, list[Symbol]] = {}
        self.untyped: set[Span] = set()
        """Parameters whose only type is their name."""
        self.tests: set[str] = set()
        """The scenario files that were read."""
        self._seen: set[Span] = set()
        self._tests = {path.resolve(): path for path in world.files(tests=True)}
        self._world = world
        _ = reading.program  # which fills the meanings
        for occurrence in (*self._in_rules(), *self._unused()):
            self._add(occurrence)
        self._regions = _Regions(reading.packs)
        self._meant = Meant(reading.composition, self._declared, self._bound, self.meaning)
        for path in self._mentioning(naming, world.files(tests=False)):
            self._read(path)

    def with_tests(self, only: Path | None = None, naming: str = "") -> Index:
        """Add the names in scenarios, or in those of one file, or that mention a name, and return this index: most questions are about rules."""
        for path in [only] if only is not None else self._mentioning(naming, [*self._tests]):
            shown = self._tests.pop(path, None)
            if shown is not None:
                self.tests.add(shown_path(shown))
                self._read(shown)
        return self

    def _mentioning(self, name: str, paths: list[Path]) -> list[Path]:
        """These files; with a name, those in whose text it stands."""
        read, word = self._world.overlay.bytes, name.encode()
        return [path for path in paths if not name or word in (read(path, "", Diagnostics()) or b"")]

    def _read(self, path: Path) -> None:
        tree = self._world.tree(path)
        if tree is not None:
            for occurrence in self._in_yaml(tree.root, self.reading.pack_of(path.resolve())):
                self._add(occurrence)

    def at(self, file: str, line: int, column: int) -> Occurrence | None:
        """The name at a place, or just before it."""
        fitting = [o for o in self._by_file.get(file, ()) if o.span.start <= (line, column) <= o.span.end]
        return min(
            fitting,
            key=lambda o: (o.span.end == (line, column), o.span.end_column - o.span.column),
            default=None,
        )

    def in_file(self, file: str) -> list[Occurrence]:
        """All names in a file, in order."""
        return sorted(self._by_file.get(file, ()), key=lambda o: o.span.start)

    def declared(self, symbol: Symbol) -> list[Occurrence]:
        """The declarations of a symbol."""
        return [o for o in self.by_symbol.get(symbol, ()) if o.declares]

    def _add(self, occurrence: Occurrence) -> None:
        if occurrence.span not in self._seen:
            self._seen.add(occurrence.span)
            self.by_symbol.setdefault(occurrence.symbol, []).append(occurrence)
            self._by_file.setdefault(occurrence.span.file, []).append(occurrence)

    def _in_rules(self) -> Iterator[Occurrence]:
        meanings = self.reading.meanings
        for span, meaning in meanings.words.items():
            symbol = symbol_of(meaning)
            if symbol is None:
                continue
            if symbol.kind in ENTRIES:
                home = self.reading.home_of(span.file)
                symbol = entry_called(symbol.kind, symbol.name, home, self.reading.composition) or symbol
            self.meaning.setdefault(symbol, meaning)
            declares = span in meanings.declared
            if declares:
                self._declared.setdefault(symbol.name, []).append(symbol)
            yield Occurrence(span, symbol, declares or span == getattr(meaning, "place", None))
            place = getattr(meaning, "place", None)
            if place is not None:
                yield Occurrence(place, symbol, declares=True)

    def _unused(self) -> Iterator[Occurrence]:
        """Unused names within one rule."""
        rules = (rule for pack in self.reading.packs for rule in pack.rules if rule.document is not None)
        for node in (node for rule in rules for part in rule.statements for node in walk(part)):
            word = node.target if isinstance(node, s.Action) else bound_by(node)
            if word is None:
                continue
            if isinstance(node, s.Param) and node.type is None:
                self.untyped.add(word.span)
            symbol = Symbol(LOCAL, word.text, str(word.span))
            self._bound.setdefault(word.text, []).append(symbol)
            yield Occurrence(word.span, symbol, declares=True)

    # ── YAML ──

    def _in_yaml(self, root: Node, pack: Pack | None) -> Iterator[Occurrence]:
        """The names in a file; in scenarios, only of those whose packs are all here."""
        own = pack.id if pack else ""
        home, place = own, tuple[str, ...]()
        regions: dict[str, Symbol] = {}
        is_here = True
        declares = pack is None or not is_translation(
            root.span.file.removeprefix(f"{shown_path(Path(pack.folder))}/")
        )
        for mention in mentions(root, self.reading.plurals):
            if mention.inside[:2] != place:
                place = mention.inside[:2]
                home = (
                    "" if place[:1] == ("scenarios",) else own
                )  # there the second of two namesakes has its owner
                regions = self._regions.of(_map_at(root, place), home)
                is_here = self.reading.has(_packs_at(root, place))
            for span, symbol in self._meant.of(mention, home, regions) if is_here else ():
                is_first = symbol.kind != "region" or symbol.home == str(mention.span)
                yield Occurrence(span, symbol, declares and mention.declares and is_first)


def _packs_at(root: Node, place: tuple[str, ...]) -> tuple[str, ...]:
    """The packs of the scenario at a path of keys, as far as they are named."""
    return (packs_of(_below(root, place)) or packs_of(root)) if place[:1] == ("scenarios",) else ()


def _map_at(root: Node, place: tuple[str, ...]) -> Node | None:
    """The map at a path of keys: that of a scenario, or the one written there."""
    if place[:1] == ("scenarios",):
        return _below(root, (*place, "position", "map"))
    return _below(root, place) if place[:1] in (("maps",), ("boards",)) else None


def _below(node: Node | None, path: tuple[str, ...]) -> Node | None:
    """The node at a path of keys."""
    for step in path:
        node = node.get(step) if isinstance(node, MappingNode) else None
    return node


Regional = dict[str, Symbol]
"""Regions by id."""


class _Regions:
    """The regions of the maps and boards of some packs."""

    def __init__(self, packs: Iterable[Pack]) -> None:
        self._maps: dict[str, BoardMap | Face] = {}
        for pack in packs:
            boards: dict[str, BoardMap | Face] = {**pack.faces, **pack.maps}
            for key, board in boards.items():
                self._maps.setdefault(key, board)
                self._maps[f"{pack.id}/{key}"] = board
        self._known: dict[str, Regional] = {}
        self._left = MOST_TOGETHER

    def of(self, node: Node | None, pack: str) -> Regional:
        """The regions of the map that a pack names or writes out there; empty for an unknown map."""
        if isinstance(node, MappingNode):
            return self._written(read_map("", pack, node.span, node))
        if not isinstance(node, ScalarNode) or not isinstance(node.value, str):
            return {}
        name, _, drawn = node.text.partition(":")
        boards = zip(ascii_lowercase, drawn.split("+") if drawn else (), strict=False)
        return {**self._named(name, pack), **dict(self._beside(boards, pack))}

    def _named(self, name: str, pack: str) -> Regional:
        """The regions of a map or board by name; a cycle is reported elsewhere."""
        todo = [(self._key(name, pack), False)]
        while todo:
            key, parts_are_known = todo.pop()
            if parts_are_known:
                self._known[key] = regions = self._written(self._maps[key])
                self._left -= len(regions) if self._maps[key].plan is not None else 0
            elif key not in self._known:
                self._known[key] = {}
                if key in self._maps:
                    todo.append((key, True))
                    todo += [(part, False) for part in self._made_of(self._maps[key])]
        return self._known[self._key(name, pack)]

    def _key(self, name: str, pack: str) -> str:
        own = f"{pack}/{name}"
        return own if own in self._maps else name

    def _made_of(self, board: BoardMap | Face) -> Iterator[str]:
        """The maps and boards from which this one is built."""
        if board.plan is not None:
            words = [board.plan.extends] if board.plan.extends is not None else []
            yield from (
                self._key(part.word, board.pack)
                for part in (*words, *(part for _, part in board.plan.beside))
            )

    def _written(self, board: BoardMap | Face) -> Regional:
        """At most as many regions as maps may have, one or all together; more are an error."""
        plan, regions = board.plan, Regional()
        most = max(0, min(MOST_REGIONS, self._left))
        if plan is not None and plan.extends is not None:
            regions |= islice(self._named(plan.extends.word, board.pack).items(), most)
        if plan is not None:
            beside = self._beside(((letters, part.word) for letters, part in plan.beside), board.pack)
            regions |= islice(beside, max(0, most - len(regions)))
        places = [(region.id, region.span) for region in board.regions]
        places += [(entry.id, entry.span) for entry in (plan.regions if plan is not None else ())]
        for id_, span in places:
            regions.setdefault(id_, Symbol("region", id_, str(span)))
        return regions

    def _beside(self, parts: Iterable[tuple[str, str]], pack: str) -> Iterator[tuple[str, Symbol]]:
        """The regions of maps that lie beside one, with the prefix of each."""
        for letters, name in parts:
            for id_, symbol in self._named(name, pack).items():
                yield letters + id_, symbol


# ── renaming ────────────────────────────────────────────────────────────────────
# Renames everywhere at once; tries it first, and refuses if that would introduce an error.


NAME: Final = re.compile(r"[a-z][a-z0-9_]*")
REGION: Final = re.compile(r"[a-z0-9_]+")


class CannotRename(ValueError):
    """The rename is refused, for the reason in the sentence."""


def may_rename(occurrence: Occurrence | None, index: Index) -> Occurrence:
    """What a rename at this place would rename; raises `CannotRename`."""
    if occurrence is None:
        raise CannotRename("Nothing that has a name stands here.")
    if occurrence.symbol.kind == BUILT_IN:
        raise CannotRename(f"`{occurrence.symbol.name}` is a question to the game itself.")
    if occurrence.symbol.kind == TYPE:
        raise CannotRename(f"`{occurrence.symbol.name}` is a word of the language.")
    if not index.declared(occurrence.symbol):
        raise CannotRename(f"It is not known where `{occurrence.symbol.name}` is declared.")
    return occurrence


def spelled(symbol: Symbol, new: str) -> str:
    """The new name, if it is valid; raises `CannotRename`."""
    pattern = REGION if symbol.kind == "region" else NAME
    if not pattern.fullmatch(new):
        raise CannotRename(
            f"`{new[:60]}` is no name: names are small letters, digits and `_`, a letter first."
        )
    if new in RESERVED:
        raise CannotRename(f"`{new}` is a word of the language.")
    return new


def edits_of(index: Index, symbol: Symbol, new: str) -> dict[str, list[Fix]]:
    """The edits by file; in `pack/name` only the name changes, and a parameter named after its type gets that type."""
    edits: dict[str, list[Fix]] = {}
    old = as_written(symbol)
    is_alone = symbol.kind == "tile" and new not in index.reading.composition.tiles
    for span, *_ in index.by_symbol[symbol]:
        if span.line != span.end_line:
            raise CannotRename(f"`{old}` cannot be renamed at {span}.")
        last = span._replace(column=max(span.column, span.end_column - len(old)))
        if is_alone and span.file in index.tests:
            last = span  # a game names a tile's owner only if two tiles share the name
        text = f"{new} ({old})" if span in index.untyped else new
        edits.setdefault(span.file, []).append(Fix(last, text))
    return edits


def changed(text: str, edits: list[Fix], old: str) -> str:
    """The text with the new name; raises `CannotRename` if the old name is not where it should be."""
    rows = text.removeprefix("\ufeff").split("\n")
    for span, _ in edits:
        row = rows[span.line - 1] if span.line <= len(rows) else ""
        if row[span.column - 1 : span.end_column - 1].rpartition("/")[2] != old:
            raise CannotRename(f"`{old}` is written otherwise at {span}.")
    return applied(text, edits)
