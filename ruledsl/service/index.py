"""Every name in some packs with all its places."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from ruledsl.check.typed.meanings import Meaning
from ruledsl.diagnostics import Span
from ruledsl.packs.model import Pack
from ruledsl.packs.yaml.nodes import Node
from ruledsl.service.mentions import Mention, mentions
from ruledsl.service.symbols import LOCAL, Occurrence, Symbol, entries_by_place, entry_called, symbol_of
from ruledsl.service.world import Reading, World
from ruledsl.syntax import tree as s
from ruledsl.syntax.visitor import walk

__all__ = ["Index"]

_ENTRIES = ("tile", "piece", "deck", "die", "kind", "variant", "map")
_PART = re.compile(r"[a-z][a-z0-9_]*(?:/[a-z][a-z0-9_]*)?")


class Index:
    """What is named where, for one reading of packs."""

    def __init__(self, world: World, reading: Reading) -> None:
        self.reading = reading
        self.by_symbol: dict[Symbol, list[Occurrence]] = {}
        self.meaning: dict[Symbol, Meaning] = {}
        self._by_file: dict[str, list[Occurrence]] = {}
        self._entries = entries_by_place(reading.composition)
        self._declared: dict[str, list[Symbol]] = {}
        self._seen: set[Span] = set()
        self._tests = {path.resolve(): path for path in world.files(tests=True)}
        self._world = world
        _ = reading.program  # which fills the meanings
        for occurrence in (*self._in_rules(), *self._bound()):
            self._add(occurrence)
        for path in world.files(tests=False):
            self._read(path)

    def with_tests(self, only: Path | None = None) -> Index:
        """The same with what scenarios name, or those of one file: most questions are about rules."""
        for path in [only] if only is not None else [*self._tests]:
            shown = self._tests.pop(path, None)
            if shown is not None:
                self._read(shown)
        return self

    def _read(self, path: Path) -> None:
        tree = self._world.tree(path)
        if tree is not None:
            for occurrence in self._in_yaml(tree.root, self.reading.pack_of(path.resolve())):
                self._add(occurrence)

    def at(self, file: str, line: int, column: int) -> Occurrence | None:
        """What is named at a place; a place right behind a name counts."""
        fitting = [o for o in self._by_file.get(file, ()) if o.span.start <= (line, column) <= o.span.end]
        return min(
            fitting,
            key=lambda o: (o.span.end == (line, column), o.span.end_column - o.span.column),
            default=None,
        )

    def in_file(self, file: str) -> list[Occurrence]:
        """All that is named in a file, in its order."""
        return sorted(self._by_file.get(file, ()), key=lambda o: o.span.start)

    def declared(self, symbol: Symbol) -> list[Occurrence]:
        """Where something is declared."""
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
            if symbol.kind in _ENTRIES:
                symbol = entry_called(symbol.kind, symbol.name, None, self.reading.composition) or symbol
            self.meaning.setdefault(symbol, meaning)
            declares = span in meanings.declared
            if declares:
                self._declared.setdefault(symbol.name, []).append(symbol)
            yield Occurrence(span, symbol, declares or span == getattr(meaning, "place", None))
            place = getattr(meaning, "place", None)
            if place is not None:
                yield Occurrence(place, symbol, declares=True)

    def _bound(self) -> Iterator[Occurrence]:
        """Names within one rule that nobody uses."""
        rules = (rule for pack in self.reading.packs for rule in pack.rules if rule.document is not None)
        for node in (node for rule in rules for part in rule.statements for node in walk(part)):
            match node:
                case s.Act(binds=s.Word() as word) | s.Members(binder=s.Word() as word):
                    pass
                case s.Action(target=s.Word() as word):
                    pass
                case s.Let() | s.ForEach() | s.Choose() | s.MayChoose() | s.Roll() | s.Param() | s.Reached():
                    word = node.name
                case _:
                    continue
            yield Occurrence(word.span, Symbol(LOCAL, word.text, str(word.span)), declares=True)

    # ── YAML ──

    def _in_yaml(self, root: Node, pack: Pack | None) -> Iterator[Occurrence]:
        for mention in mentions(root, self.reading.plurals):
            if mention.kind == "said":
                yield from self._said(mention, pack)
                continue
            symbol = self._symbol(mention, pack)
            if symbol is not None:
                yield Occurrence(mention.span, symbol, mention.declares)

    def _symbol(self, mention: Mention, pack: Pack | None) -> Symbol | None:
        kind, text = mention.kind, mention.text
        if kind == "declared":
            return self._of_rules(text)
        if kind == "anything":
            found = (self._called(other, text, pack) for other in _ENTRIES)
            return next(filter(None, found), None) or self._of_rules(text)
        if kind in _ENTRIES:
            return self._entries.get(mention.span) or self._called(kind, text, pack)
        if kind == "region":
            return Symbol(kind, text, f"{pack.id if pack else ''}:{'/'.join(mention.inside[:2])}")
        if kind == "option":
            return Symbol(kind, text, _variant(mention))
        return Symbol(kind, text)

    def _called(self, kind: str, text: str, pack: Pack | None) -> Symbol | None:
        return entry_called(kind, text, pack, self.reading.composition)

    def _of_rules(self, text: str) -> Symbol | None:
        """What rules declare by a name, if only one of them does."""
        found = self._declared.get(text.rpartition("/")[2], [])
        return found[0] if len(set(found)) == 1 else None

    def _said(self, mention: Mention, pack: Pack | None) -> Iterator[Occurrence]:
        """The words in what a player chooses: `take:otters`."""
        if (
            mention.span.line != mention.span.end_line
            or len(mention.text) != mention.span.end_column - mention.span.column
        ):
            return
        for part in _PART.finditer(mention.text):
            found = (self._called(kind, part[0], pack) for kind in ("tile", "piece", "deck"))
            symbol = next(filter(None, found), None) or self._of_rules(part[0])
            if symbol is not None:
                start = mention.span.column + part.start()
                span = mention.span._replace(column=start, end_column=start + len(part[0]))
                yield Occurrence(span, symbol)


def _variant(mention: Mention) -> str:
    """The variant that an option belongs to."""
    keys = [*mention.inside]
    return keys[1] if mention.declares else keys[-1]
