"""The meaning of a word in the YAML of packs and scenarios: the same symbols as in rules."""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING, Final

from ruledsl.author.service.outline import LOCAL, Symbol, entry_called, symbol_of
from ruledsl.base.dataclass import dataclass
from ruledsl.rules.check.scope import Reason
from ruledsl.rules.check.typed.declarations import ActionDef, MemoryDef
from ruledsl.rules.packs.mentions import known
from ruledsl.rules.packs.model import Owner
from ruledsl.rules.packs.schema.scenarios import MEMORY
from ruledsl.rules.packs.yaml.nodes import MappingNode, ScalarNode

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from ruledsl.base.diagnostics import Span
    from ruledsl.rules.check.scope import Meaning
    from ruledsl.rules.check.typed.declarations import Origin
    from ruledsl.rules.packs.mentions import Mention
    from ruledsl.rules.packs.model import Composition

MARK: Final = "@"
ASKED: Final = ("value", "definition", "predicate", "memory")
"""Kinds of symbols that can be asked by name."""
HAPPENING: Final = ("event", "phase", "action")
RULED: Final[dict[str, tuple[str, ...]]] = {
    "value": ASKED,
    "phase": HAPPENING,
    "action": ("action",),
    "declared": (*ASKED, *HAPPENING, "permission"),
}
"""By what is named: the kinds of declarations it can be."""
WORDS: Final[dict[str, str]] = {"terrain": "trait of region", "symbol": "trait of region"}
"""Kinds with different names in declarations and in use."""
ENTRIES: Final[dict[str, str]] = {"race": "tile", "power": "tile"} | {
    kind: kind for kind in ("tile", "piece", "deck", "die", "kind", "variant", "map")
}
"""Kinds of entries of packs, and their tables."""
TYPED: Final[dict[str, str]] = {"people": "race", "trait": "trait of region"}
"""Kinds by type, if they differ from the type's name."""
_SAYABLE: Final = (*ASKED, *HAPPENING, "permission")
_SMALL: Final = ("trait of region", "trait of piece", "trait of tile", "mode", "way", "stage")
FAMILIES: Final[dict[str, tuple[str, ...]]] = {
    **dict.fromkeys(("forbid", "despite"), ("prohibition",)),
    **dict.fromkeys(("before", "after", "instead", "event", "until", "during", "stop"), HAPPENING),
    **dict.fromkeys(("some", "amount", "is", "change", "my", "here"), ASKED),
    **dict.fromkeys(("set", "clear", "add", "put", "drop"), ("memory",)),
    **dict.fromkeys(("word", "trait", "as"), _SMALL),
    **dict.fromkeys(("ask", "chose"), (*HAPPENING, LOCAL)),
    "action": ("action",),
    "not": ("action", *ASKED, "trait of region"),
    "value": ASKED,
    "called": (*_SAYABLE, "deck", "die", "mode", "way"),
    "option": ("variant",),
    "says": _SAYABLE,
    "piece": ("piece",),
    "name": (*HAPPENING, "deck", LOCAL),
}
"""By the first part of a text's key: what the rest names."""
_WORD: Final = re.compile(r"[a-z0-9][a-z0-9_]*(?:/[a-z][a-z0-9_]*)?")
_MOMENT: Final = re.compile(r"(?:before|after|instead)_")
_HOLE: Final = re.compile(r"\{([a-z][a-z0-9_]*)")
_OWNED: Final = re.compile(r"([a-z][a-z0-9_]*)(?= of )|([a-z][a-z0-9]*_[a-z0-9_]+)")


@dataclass(slots=True)
class Meant:
    """`declared` are the symbols that rules declare, and `bound` the names within rules, by name; `meaning` has the meaning of each."""

    composition: Composition
    declared: Mapping[str, Collection[Symbol]]
    bound: Mapping[str, Collection[Symbol]]
    meaning: Mapping[Symbol, Meaning]

    def of(self, mention: Mention, pack: str, regions: Mapping[str, Symbol]) -> Iterator[tuple[Span, Symbol]]:
        """Every name in a mention with its place; `regions` are those of the relevant map."""
        match mention.kind:
            case "said":
                names = self._said(mention.text, pack, regions)
            case "explained":
                names = self._explained(mention.text, pack)
            case "rule":
                names = self._rule(mention.text, pack)
            case "text":
                names = self._key(mention.text)
            case "holes":
                names = self._holes(mention, pack)
            case "map" | "map or board":
                names = self._map(mention.text, pack)
            case kind if kind in RULED or kind.startswith(MEMORY):
                names = self._marked(mention, pack)
            case _:
                symbol = self._one(mention, pack, regions)
                if symbol is None or MARK not in mention.text:
                    yield from () if symbol is None else ((mention.span, symbol),)
                    return
                names = chain([(0, mention.text.index(MARK), symbol)], self._tiles(mention.text, pack))
        width = mention.span.end_column - mention.span.column
        if mention.span.line == mention.span.end_line and len(mention.text) == width:
            for start, end, symbol in names:
                at = mention.span.column
                yield mention.span._replace(column=at + start, end_column=at + end), symbol

    @property
    def _fields(self) -> set[str]:
        """The numbers printed on tiles, by their names in rules."""
        return {field.name for tiles in self.composition.kinds.values() for field in tiles.fields}

    # ── one name ──

    def _one(self, mention: Mention, pack: str, regions: Mapping[str, Symbol]) -> Symbol | None:
        kind, text = mention.kind, mention.text
        if kind == "noun":
            return self._typed(self._wanted(mention), text, pack, regions)
        if kind == "remembered":
            memory = self._named(mention.key, ("memory",))
            meaning = None if memory is None else self.meaning.get(memory)
            return self._typed(getattr(meaning, "type", None), text, pack, regions)
        if kind == "parameter":
            return self._parameter(self._asked(mention), text)
        if kind == "drawn":
            return self._word(text, ("trait of region",)) or self._noun(text, pack, {})
        if kind in ("anything", "covered"):
            entries = (entry_called(other, text, pack, self.composition) for other in ENTRIES.values())
            entry = next(filter(None, entries), None) or self._named(text, RULED["declared"])
            return entry or self._word(text, _SMALL)
        if kind == "source":
            return self._noun(text, pack, {})
        return self._of_kind(kind, mention, pack, regions)

    def _of_kind(
        self, kind: str, mention: Mention, pack: str, regions: Mapping[str, Symbol]
    ) -> Symbol | None:
        if kind == "region":
            return regions.get(mention.text)
        if kind in ENTRIES:
            return entry_called(ENTRIES[kind], mention.text, pack, self.composition)
        if kind == "option":
            variant = mention.inside[1] if mention.declares else mention.key
            return Symbol(kind, mention.text, variant)
        return None if kind == "player" else Symbol(WORDS.get(kind, kind), mention.text)

    def _noun(self, text: str, pack: str, regions: Mapping[str, Symbol]) -> Symbol | None:
        """A region, tile, piece or deck, whichever exists."""
        entries = (entry_called(kind, text, pack, self.composition) for kind in ("tile", "piece", "deck"))
        return regions.get(text) or next(filter(None, entries), None)

    def _typed(self, kind: object, text: str, pack: str, regions: Mapping[str, Symbol]) -> Symbol | None:
        """Something of a type; anything of that name, if the type is unknown."""
        name = getattr(getattr(kind, "element", None), "name", "")
        name = TYPED.get(name, name)
        if name in ("", "region"):
            return regions.get(text) or (None if name else self._noun(text, pack, {}))
        if name in ENTRIES:
            return entry_called(ENTRIES[name], text, pack, self.composition)
        return Symbol(name, text) if name in _SMALL else None

    def _wanted(self, mention: Mention) -> object:
        """The type of a mention: that of a parameter, of the answer, or of the target of an action."""
        asked = self._asked(mention)
        if isinstance(asked, ActionDef):
            return asked.target.type if asked.target else None
        params = {param.name: param.type for param in getattr(asked, "params", ())}
        if isinstance(asked, MemoryDef):
            params = {asked.on.name: asked.on}
        return params.get(mention.key, getattr(asked, "type", None))

    def _asked(self, mention: Mention) -> Meaning | None:
        """The question of a step."""
        for key in ("value", "action"):
            node = mention.within.get(key) if isinstance(mention.within, MappingNode) else None
            if isinstance(node, ScalarNode):
                symbol = self._named(node.text, RULED[key])
                return None if symbol is None else self.meaning.get(symbol)
        return None

    def _parameter(self, declared: Meaning | None, name: str) -> Symbol | None:
        params = getattr(declared, "params", ())
        symbols = [symbol_of(param) for param in params if param.name == name]
        return symbols[0] if symbols else None

    def _named(self, text: str, kinds: Collection[str], pack: str = "") -> Symbol | None:
        """The declaration of a name, or of `name@tile`, if it is the only one of these kinds, or the only one of the pack."""
        name, *tiles = text.rpartition("/")[2].split(MARK)
        symbols = [symbol for symbol in self.declared.get(name, ()) if symbol.kind in kinds]
        if tiles and len(symbols) > 1:
            symbols = [symbol for symbol in symbols if self._bringer(symbol) == tiles[-1]]
        elif len(symbols) > 1:
            symbols = [symbol for symbol in symbols if self._owner(symbol).pack == pack] or symbols
        if not symbols and "value" in kinds and name in self._fields:
            return Symbol("number on tiles", name)
        return symbols[0] if len(set(symbols)) == 1 else None

    def _bringer(self, symbol: Symbol) -> str:
        owner = self._owner(symbol)
        return (owner.tile or owner.piece).rpartition("/")[2]

    def _owner(self, symbol: Symbol) -> Owner:
        origin: Origin | None = getattr(self.meaning.get(symbol), "origin", None)
        return Owner("") if origin is None else origin.owner

    # ── several names in one text ──

    def _marked(self, mention: Mention, pack: str) -> Iterator[tuple[int, int, Symbol]]:
        """`pile`, or `pile@otters`."""
        kind, text = mention.kind, mention.text
        kinds = ("memory",) if kind.startswith(MEMORY) else RULED[kind]
        symbol = self._named(text, kinds, pack)
        if symbol is not None and not self._is_of(symbol, kind):
            symbol = None
        if symbol is not None:
            yield 0, len(text.partition(MARK)[0]), symbol
        yield from self._tiles(text, pack)

    def _is_of(self, symbol: Symbol, kind: str) -> bool:
        """Does a memory belong to the right noun?"""
        meaning = self.meaning.get(symbol)
        return not (kind.startswith(MEMORY) and isinstance(meaning, MemoryDef)) or (
            meaning.on.name == kind.removeprefix(MEMORY)
        )

    def _tiles(self, text: str, pack: str) -> Iterator[tuple[int, int, Symbol]]:
        """The tiles after `@`, up to a colon."""
        start = text.find(MARK) + 1
        for part in _WORD.finditer(text.partition(":")[0], start) if start else ():
            tile = entry_called("tile", part[0], pack, self.composition)
            if tile is not None:
                yield part.start(), part.end(), tile

    def _said(self, text: str, pack: str, regions: Mapping[str, Symbol]) -> Iterator[tuple[int, int, Symbol]]:
        """The id of an option: `take:otters`, `jump@frogs:3`, `7`, `otters`."""
        called, colon, target = text.partition(":")
        name = called.partition(MARK)[0]
        symbol = self._named(called, ("action",), pack)
        action = None if symbol is None else self.meaning.get(symbol)
        alone = isinstance(action, ActionDef) and action.target is None
        if not colon and not alone:
            symbol = self._noun(name, pack, regions) or self._word(name, ("trait of region",)) or symbol
        if symbol is not None:
            yield 0, len(name), symbol
        yield from self._tiles(text, pack)
        if colon:
            kind = action.target.type if isinstance(action, ActionDef) and action.target else None
            aim = self._typed(kind, target, pack, regions)
            if aim is not None:
                yield len(called) + 1, len(text), aim

    def _explained(self, text: str, pack: str) -> Iterator[tuple[int, int, Symbol]]:
        """A part of an explanation: the name of a prohibition, the owner of a rule, or names in a line of a rule."""
        whole = self._named(text, ("prohibition",)) or self._noun(text, pack, {})
        if whole is not None:
            yield 0, len(text), whole
            return
        for part in _OWNED.finditer(text):
            symbol = self._named(part[0], _SAYABLE)
            if symbol is not None:
                yield *part.span(), symbol

    def _rule(self, text: str, pack: str) -> Iterator[tuple[int, int, Symbol]]:
        """The owner of the rule that asks, and its moment: `core: placing`, `warcraft/gnomes: before placing`."""
        owner, _, what = text.partition(": ")
        tile = entry_called("tile", owner, pack, self.composition) if "/" in owner else None
        if tile is not None:
            yield owner.index("/") + 1, len(owner), tile
        start = len(text) - len(what.rpartition(" ")[2])
        happening = self._named(text[start:], HAPPENING)
        if happening is not None:
            yield start, len(text), happening

    def _map(self, text: str, pack: str) -> Iterator[tuple[int, int, Symbol]]:
        """A map, with its drawn boards: `islands:large_a+small_b`."""
        for number, part in enumerate(re.finditer("[^:+]+", text)):
            symbol = entry_called("map", part[0], pack, self.composition) if not number else None
            yield *part.span(), symbol or Symbol("board", part[0])

    # ── texts ──

    def _key(self, key: str) -> Iterator[tuple[int, int, Symbol]]:
        """The names in the key of a text: `says.conquest_cost`, `ask.before_placing.site`."""
        family = key.partition(".")[0]
        for part in re.finditer(r"[^.]+", key):
            if not part.start() or family not in FAMILIES:
                continue
            moment = _MOMENT.match(part[0])
            for start in {part.start(), part.start() + (moment.end() if moment else 0)}:
                symbol = self._sayable(key[start : part.end()], FAMILIES[family])
                if symbol is not None:
                    yield start, part.end(), symbol

    def _sayable(self, name: str, kinds: Collection[str]) -> Symbol | None:
        symbol = self._named(name, kinds)
        if symbol is None and LOCAL in kinds and len(set(self.bound.get(name, ()))) == 1:
            symbol = next(iter(self.bound[name]))
        for kind in kinds if symbol is None else ():
            if kind in ENTRIES:
                symbol = symbol or entry_called(kind, name, "", self.composition)
        return symbol or self._word(name, kinds)

    def _word(self, text: str, kinds: Collection[str]) -> Symbol | None:
        """A word that packs list, of the first of these kinds that has it."""
        small = (kind for kind in kinds if kind in _SMALL and text in (known(kind, self.composition) or ()))
        return next((Symbol(kind, text) for kind in small), None)

    def _holes(self, mention: Mention, pack: str) -> Iterator[tuple[int, int, Symbol]]:
        """The placeholders of a text: parameters of its subject; in `not.` compared values."""
        del pack
        key = mention.inside[1]
        symbols = [symbol for *_, symbol in self._key(key)]
        for hole in _HOLE.finditer(mention.text):
            if key.startswith("not."):
                symbol = self._named(hole[1], ASKED)
            else:
                params = (self._parameter(self._filling(symbol), hole[1]) for symbol in symbols)
                symbol = next(filter(None, params), None)
            if symbol is not None:
                yield *hole.span(1), symbol

    def _filling(self, symbol: Symbol) -> Meaning | None:
        """What fills a text: for a prohibition its permission, for an action the event of taking it."""
        match self.meaning.get(symbol):
            case Reason(permission=permission):
                return permission
            case ActionDef(watched=event) if event is not None:
                return event
            case meaning:
                return meaning
