"""The language service: answers questions about texts of packs in their current, possibly unsaved form."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path

from ruledsl.author.service.completing.habits import shipped_habits
from ruledsl.author.service.completing.rules import items_in_rules
from ruledsl.author.service.completing.spot import Item, owner_at, rule_spot, yaml_spot
from ruledsl.author.service.completing.yaml import about_key, items_in_yaml, text_key_at
from ruledsl.author.service.describe import LANGUAGE, about, about_text, small_words
from ruledsl.author.service.index import CannotRename, Index, changed, edits_of, may_rename, spelled
from ruledsl.author.service.outline import (
    LOCAL,
    Colour,
    Entry,
    Occurrence,
    Symbol,
    as_written,
    colours_of_names,
    colours_of_text,
    outline,
    words_of_text,
)
from ruledsl.author.service.unread import unread_mentions
from ruledsl.author.service.world import Documents, Reading, World
from ruledsl.base.diagnostics import Diagnostic, Diagnostics, Fix, Span
from ruledsl.rules.packs.folders.files import read_at_most, shown_path
from ruledsl.rules.packs.folders.find import pack_around
from ruledsl.rules.packs.formatting import formatted
from ruledsl.rules.packs.translations import is_translation
from ruledsl.rules.packs.yaml.nodes import MAX_BYTES, MappingNode


class Service:
    """`packs` are played together with the pack of a document. Lines and columns count from 1, columns in characters."""

    def __init__(self, packs: tuple[str, ...] = ()) -> None:
        self.documents = Documents()
        self._packs = packs
        self._worlds: dict[tuple[str, ...], World] = {}
        self._indices: dict[tuple[str, ...], Index] = {}
        self._folders: list[Path] = []

    def workspace(self, folders: Iterable[Path]) -> None:
        """Set the folders of packs that belong together: renames apply to all of them."""
        self._folders = [real(folder) for folder in folders]

    # ── documents ──

    def put(self, path: Path, text: str | None) -> None:
        """Open a document with this text; None closes it, and its file counts again."""
        self.documents.put(real(path), text)

    def text(self, path: Path) -> str | None:
        """The current text of a file; None if it cannot be read."""
        data = self.documents.get(real(path))
        if data is None:
            try:
                data = read_at_most(real(path), MAX_BYTES)
            except (OSError, ValueError):
                return None
        return None if data is None else data.decode("utf-8", "replace").removeprefix("\ufeff")

    def path_of(self, span: Span) -> Path:
        """The file of a span."""
        return real(Path.cwd() / span.file)

    def world(self, path: Path) -> World | None:
        """The packs with which a file is checked; None if it belongs to no pack."""
        folder = pack_around(real(path).parent)
        return None if folder is None else self._world_of((str(folder),))

    def _world_of(self, packs: tuple[str, ...]) -> World:
        if packs not in self._worlds:
            self._worlds[packs] = World((*self._packs, *packs), self.documents)
        return self._worlds[packs]

    def _world_at(self, path: Path, line: int) -> World | None:
        """The packs with which a line of a file is checked: a scenario there may use other packs. None if the file belongs to no pack."""
        world = self.world(path)
        packs = None if world is None else next(world.elsewhere(real(path), line), None)
        return world if packs is None else self._world_of(packs)

    def index(self, world: World) -> Index:
        """The current names in some packs."""
        now = world.now()
        index = self._indices.get(world.packs)
        if index is None or index.reading is not now:
            index = self._indices[world.packs] = Index(world, now)
        return index

    # ── findings ──

    def findings(self, path: Path) -> list[Diagnostic]:
        """Findings in a file by itself: its syntax, its shape, its names and types. Files outside of packs have none."""
        world = self.world(path)
        return [] if world is None else world.findings_in(real(path))

    def everything(self, path: Path, pause: Callable[[], None] = lambda: None) -> list[Diagnostic]:
        """Findings in the packs with which a file is checked, as from `validate`."""
        world = self.world(path)
        return self.findings(path) if world is None else world.everything(pause)

    # ── names ──

    def at(self, path: Path, line: int, column: int) -> Occurrence | None:
        """The name at a place."""
        world = self._world_at(path, line)
        if world is None:
            return None
        return self.index(world).with_tests(real(path)).at(shown_path(real(path)), line, column)

    def hover(self, path: Path, line: int, column: int) -> tuple[str, Span] | None:
        """A description of the name at a place, as Markdown, and the span of the name."""
        world = self._world_at(path, line)
        occurrence = self.at(path, line, column)
        if world is None:
            return None
        text = self._text_key(path, world, line, column)
        if occurrence is None:
            return text or self._small_word(path, world, line, column) or self._key(path, world, line, column)
        index = self.index(world)
        declared = [o.span for o in index.declared(occurrence.symbol)]
        meaning = index.meaning.get(occurrence.symbol)
        told = about(occurrence.symbol, meaning, declared, index.reading.program, world.overlay.sources)
        return f"{text[0]}\n\n{told}" if text else told, occurrence.span

    def _text_key(self, path: Path, world: World, line: int, column: int) -> tuple[str, Span] | None:
        """What a text is for, at its key; in a file of a language also what it translates."""
        tree, now = world.tree(real(path)), world.now()
        key = text_key_at(tree.root, line, column) if tree and tree.root else None
        pack = now.pack_of(real(path))
        if key is None or pack is None:
            return None
        original = (
            pack.texts.get(key.text, {}).get(LANGUAGE, "") if is_translation(_name_in(now, path)) else ""
        )
        return about_text(key.text, original), key.span

    def _small_word(self, path: Path, world: World, line: int, column: int) -> tuple[str, Span] | None:
        """The meaning of a keyword, where it stands in a rule."""
        shown = shown_path(real(path))
        for pack in world.now().packs:
            for rule in pack.rules:
                if rule.span.file == shown and rule.span.line <= line <= rule.span.end_line:
                    for span, word in words_of_text(rule.node):
                        if word in small_words() and span.start <= (line, column) <= span.end:
                            return f"**{word}**: {small_words()[word]}", span
        return None

    def _key(self, path: Path, world: World, line: int, column: int) -> tuple[str, Span] | None:
        """The meaning of a key of YAML."""
        tree, now = world.tree(real(path)), world.now()
        if tree is None or tree.root is None:
            return None
        return about_key(tree.root, line, column, _name_in(now, path), now)

    def definition(self, path: Path, line: int, column: int) -> list[Span]:
        """The declarations of the name at a place."""
        world, occurrence = self._world_at(path, line), self.at(path, line, column)
        return (
            []
            if world is None or occurrence is None
            else [o.span for o in self.index(world).declared(occurrence.symbol)]
        )

    def references(self, path: Path, line: int, column: int, *, declarations: bool = True) -> list[Span]:
        """All occurrences of the name at a place."""
        world, occurrence = self._world_at(path, line), self.at(path, line, column)
        if world is None or occurrence is None:
            return []
        all_ = self.index(world).with_tests().by_symbol[occurrence.symbol]
        return sorted(o.span for o in all_ if declarations or not o.declares)

    def renamed(self, path: Path, line: int, column: int, new: str) -> dict[Path, list[Fix]]:
        """The edits that rename the name at a place, in all packs that are open or checked.

        Raises `CannotRename` if the new name is invalid, or if the rename would introduce an error.
        """
        world = self._world_at(path, line)
        if world is None:
            raise CannotRename("This file lies in no pack.")
        occurrence = may_rename(self.at(path, line, column), self.index(world))
        new, old = spelled(occurrence.symbol, new), as_written(occurrence.symbol)
        edits: dict[Path, list[Fix]] = {}
        worlds = [world] if occurrence.symbol.kind == LOCAL else self._worlds_with(world, occurrence.symbol)
        for other in worlds:
            index = self.index(other).with_tests(naming=old)
            if occurrence.symbol in index.by_symbol:
                for file, fixes in edits_of(index, occurrence.symbol, new).items():
                    listed = edits.setdefault(self.path_of(Span.nowhere(file)), [])
                    listed += [fix for fix in fixes if fix not in listed]
        outside = [
            file for file in edits if self._folders and not any(map(file.is_relative_to, self._folders))
        ]
        if outside:
            raise CannotRename(
                f"`{occurrence.symbol.name}` is also named outside of the workspace, in {outside[0]}."
            )
        before = [other.wrong(self._folders) for other in worlds]
        self._all_read(worlds, before, occurrence.symbol)
        self._try(worlds, edits, occurrence.symbol, new, list(map(_errors, before)))
        return edits

    def _all_read(self, worlds: list[World], errors: list[list[Diagnostic]], symbol: Symbol) -> None:
        """Raise `CannotRename` if the name also stands where an error hides what it means."""
        for world, wrong in zip(worlds, errors, strict=True):
            place = next(
                unread_mentions(
                    world, self.index(world).with_tests(naming=as_written(symbol)), symbol, wrong
                ),
                None,
            )
            if place is not None:
                raise CannotRename(
                    f"`{as_written(symbol)}` also stands at {place}, in what cannot be read: correct that first."
                )

    def place_of_name(self, path: Path, line: int, column: int) -> Span:
        """The span of the name that a rename at a place would change; raises `CannotRename`."""
        world = self._world_at(path, line)
        if world is None:
            raise CannotRename("This file lies in no pack.")
        return may_rename(self.at(path, line, column), self.index(world)).span

    def worlds(self, first: World) -> list[World]:
        """The checked packs, those of the workspace, and those of their scenarios."""
        for folder in self._folders:
            for mark in (*sorted(folder.glob("*/pack.yaml")), folder / "pack.yaml"):
                if mark.is_file():
                    self.world(mark)
        for world in [first, *self._worlds.values()]:
            own, now = Path(world.packs[-1]), world.now()
            files = [file for file in world.files(tests=True) if file.is_relative_to(own)]
            for packs in {packs for file in files for packs in world.elsewhere(file.resolve(), now=now)}:
                self._world_of(packs)
        return [first, *(world for world in self._worlds.values() if world is not first)]

    def _worlds_with(self, first: World, symbol: Symbol) -> list[World]:
        """The worlds that contain a symbol; one whose packs are all part of another one is skipped."""
        packs = {world: {pack.folder for pack in world.now().packs} for world in self.worlds(first)}
        largest = [
            world
            for number, world in enumerate(packs)
            if not any(
                packs[world] < packs[other] or (packs[world] == packs[other] and number > earlier)
                for earlier, other in enumerate(packs)
            )
        ]
        naming = as_written(symbol)
        return [world for world in largest if symbol in self.index(world).with_tests(naming=naming).by_symbol]

    def _try(
        self,
        worlds: list[World],
        edits: dict[Path, list[Fix]],
        symbol: Symbol,
        new: str,
        before: list[set[tuple[str, str]]],
    ) -> None:
        """Apply the edits to texts of our own and check: raises `CannotRename` if there is an error that was not there before."""
        kept = {path: self.documents.get(path) for path in edits}
        old = as_written(symbol)
        indices = [self.index(other).with_tests(naming=old) for other in worlds]
        places = [sorted(o.span for o in index.by_symbol[symbol]) for index in indices]
        try:
            for path, fixes in edits.items():
                text = changed(self.text(path) or "", fixes, old)
                self.documents.put(path, text)
            for other, errors, spans in zip(worlds, before, places, strict=True):
                more = _errors(other.wrong(self._folders)) - errors
                if more:
                    code, message = min(more)
                    raise CannotRename(f"Then this would be wrong: {message} ({code})")
                index = Index(other, other.now(), new).with_tests(naming=new)
                same = index.at(spans[0].file, spans[0].line, spans[0].column)
                if same is None or len(index.by_symbol[same.symbol]) != len(spans):
                    raise CannotRename("Then something else that is called so already would be meant.")
        finally:
            for path, data in kept.items():
                self.documents.put(path, None if data is None else data.decode("utf-8", "surrogatepass"))

    # ── completion ──

    def completions(self, path: Path, line: int, column: int) -> tuple[list[Item], str]:
        """The completions at a place, best first, and the beginning of a word that they replace."""
        world, text = self.world(path), self.text(path)
        rows = (text or "").split("\n")
        if world is None or not 0 < line <= len(rows):
            return [], ""
        now = world.now()
        rules = rule_spot(rows, line, column)
        if rules is not None:
            owner = owner_at(rows, line, now, real(path))
            return items_in_rules(
                rules, owner, shown_path(real(path)), now.composition, shipped_habits()
            ), rules.prefix
        spot = yaml_spot(rows, line, column)
        return items_in_yaml(
            spot, _name_in(now, path), now, self._beside(world, path, spot.path)
        ), spot.prefix

    def _beside(self, world: World, path: Path, keys: list[str]) -> list[str]:
        """The regions of the map that contains these keys."""
        tree = world.tree(real(path))
        node = tree.root if tree is not None else None
        for key in keys:
            if isinstance(node, MappingNode) and isinstance(regions := node.get("regions"), MappingNode):
                return regions.keys()
            node = node.get(key) if isinstance(node, MappingNode) else None
        return []

    # ── whole files ──

    def outline(self, path: Path) -> list[Entry]:
        """Its tables, entries and rules."""
        world = self.world(path)
        tree = None if world is None else world.tree(real(path))
        if world is None or tree is None:
            return []
        now = world.now()
        shown = shown_path(real(path))
        rules = {
            rule.span.start: rule.document
            for pack in now.packs
            for rule in pack.rules
            if rule.span.file == shown and rule.document is not None
        }
        return outline(tree, now.plurals, rules)

    def colours(self, path: Path) -> list[Colour]:
        """The colours of all words in rules and all names in YAML, in the order of the text."""
        world = self.world(path)
        if world is None:
            return []
        now, shown = world.now(), shown_path(real(path))
        index = self.index(world).with_tests(real(path))
        names = {o.span.start: o for o in index.in_file(shown)}
        symbols = {start: (o.symbol, o.declares) for start, o in names.items()}
        colours: list[Colour] = []
        for pack in now.packs:
            for rule in pack.rules:
                if rule.span.file == shown:
                    colours += colours_of_text(rule.node, symbols)
        seen = {colour.span.start for colour in colours}
        rest = {start: symbol for start, symbol in symbols.items() if start not in seen}
        colours += colours_of_names(rest, {start: o.span for start, o in names.items()})
        return sorted(
            (c for c in colours if c.span.line == c.span.end_line), key=lambda colour: colour.span.start
        )

    def formatted(self, path: Path) -> str | None:
        """The text with formatted rules; None if the file cannot be read."""
        text = self.text(path)
        return None if text is None else formatted(text, shown_path(real(path)), Diagnostics())


def _name_in(now: Reading, path: Path) -> str:
    """The path of a file in the folder of its pack."""
    pack = now.pack_of(real(path))
    return real(path).name if pack is None else real(path).relative_to(real(Path(pack.folder))).as_posix()


def _errors(findings: list[Diagnostic]) -> set[tuple[str, str]]:
    """Errors by message, since their places may change."""
    return {(d.code, d.message) for d in findings if d.severity == "error"}


def real(path: Path) -> Path:
    """The real path of a file."""
    return Path(os.path.realpath(path))
