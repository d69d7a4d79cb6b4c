"""The rules of tiles, pieces and packs as sentences, derived only from the checked rules; and where each rule is described."""

from __future__ import annotations

from collections import defaultdict
from functools import partial
from pathlib import PurePath
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from ruledsl.language.vocabulary.types import PIECE
from ruledsl.play.explain.log import Bookkeeping
from ruledsl.play.explain.wording.expressions import plain
from ruledsl.play.explain.wording.grammar import Untold, capital
from ruledsl.play.explain.wording.grammars import STANDARD, grammar_of
from ruledsl.play.explain.wording.sentence import Sentence
from ruledsl.play.naming.nouns import Naming
from ruledsl.rules.check import program as p
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.graph import clauses
from ruledsl.rules.check.typed import declarations as defs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ruledsl.base.diagnostics import Span
    from ruledsl.play.explain.wording.sentence import Rule

    Told = TypeVar("Told")


ROLES: Final = {
    "stand_ins": "It counts as one of the [people]'s [token.many], in hand and in a region.",
    "rooted": "It stays where it lies when all that two regions hold is exchanged.",
}
"""The meaning of pieces with a role in the engine, independent of rules."""
_DECLARED = (defs.EventDef, defs.ValueDef, defs.DefineDef)


def sentences(program: p.Program, naming: Naming, tile: str, piece: str = "") -> list[str]:
    """The rules of one tile (or one of its pieces); for many, use `InWords`."""
    return InWords(program, naming).sentences(tile, piece)


class Chapter(NamedTuple):
    """The rules of a pack in one of its files: the sentences in a language, under a title."""

    title: str
    language: str
    sentences: list[str]


class InWords:
    """A program's rules as sentences, with the chosen variants."""

    def __init__(self, program: p.Program, naming: Naming) -> None:
        self.program = program
        self.naming = naming
        self._speaking = naming
        """The names in the language that is tried."""
        self.books = Bookkeeping(program)
        self.telling = Telling(program)
        self.by_name: set[int] = set()
        self._named: set[int] = set()
        """Definitions that the rules of one thing call by name."""
        self._nodes = {id(clause.what): clause.nodes for clause in clauses(program)}
        self.asked = {
            node.define.index
            for nodes in self._nodes.values()
            for node in nodes
            if isinstance(node, t.Defined)
        }

    def sentences(self, tile: str, piece: str = "") -> list[str]:
        """A sentence for each rule of a tile (or a piece), in the order of the file; for a piece, last its kind.

        For a tile, then what its pack has declared beside it and it speaks of: definitions and pieces of no tile.
        """
        return self.card(tile, piece)[1]

    def card(self, tile: str, piece: str = "") -> tuple[str, list[str]]:
        """These sentences after their language: English, if the reader's lacks a text for one of them."""
        return self._in_one_language(lambda: self._sentences(tile, piece))

    def _in_one_language(self, tell: Callable[[], Told]) -> tuple[str, Told]:
        """What is told in the reader's language, or else in English; after the language."""
        by_name = set(self.by_name)
        try:
            return self.naming.language, tell()
        except Untold:
            self.by_name, self._speaking = by_name, Naming(STANDARD)
            try:
                return STANDARD, tell()
            finally:
                self._speaking = self.naming

    def _sentences(self, tile: str, piece: str) -> list[str]:
        rules = self.telling.of(tile, piece)
        self._named.clear()
        told = self._of(rules)
        beside = [] if piece or not tile else self._declared(self.program.composition.tiles[tile].pack, rules)
        return list(dict.fromkeys([*told, *beside, *self._role(piece)]))

    def within(self, place: Span) -> list[str]:
        """A sentence for each rule in a part of a file."""
        rules = [rule for rule in _all(self.program) if rule.origin.span.file == place.file]
        first, last = place.line, place.end_line
        there = [rule for rule in sorted(rules, key=_place) if first <= rule.origin.span.line <= last]
        return self._in_one_language(lambda: self._of(there))[1]

    def _declared(self, pack: str, rules: Sequence[Rule]) -> Iterator[str]:
        """Definitions of a pack that rules call by name, and those that these call; then pieces of the pack in the rules, each with its name."""
        done = {rule.index for rule in rules if isinstance(rule, defs.DefineDef)}
        while new := self._named - done:
            for index in sorted(new):
                done.add(index)
                define = self.program.defines[index]
                if define.origin.owner.pack == pack and not define.origin.owner.tile:
                    yield from self._of([define])
        composition = self.program.composition
        for id_ in self._pieces_in(rules):
            thing = composition.pieces[id_]
            if thing.pack == pack and not thing.tile:
                name = self._speaking.text(thing.names, plain(id_))
                yield from (f"{name}: {line}" for line in self._of(self.telling.of("", id_)))

    def _pieces_in(self, rules: Sequence[Rule]) -> dict[str, None]:
        """The pieces that rules speak of."""
        nodes = (node for rule in rules for node in self._nodes.get(id(rule), ()))
        return {
            self.program.pieces[node.value]: None
            for node in nodes
            if isinstance(node, t.Const) and node.type == PIECE and node.value >= 0
        }

    def _role(self, piece: str) -> list[str]:
        """The meaning of a piece by the roles of its traits."""
        composition = self.program.composition
        traits = composition.pieces[piece].traits if piece else ()
        grammar = grammar_of(self._speaking.language, composition.nouns)
        return [grammar.own(text) for role, text in ROLES.items() if composition.roles.get(role) in traits]

    def chapters(self, pack: str) -> list[Chapter]:
        """The rules of a pack itself, except book-keeping: one for each of its files."""
        files: dict[str, list[Rule]] = {}
        for rule in sorted(self.telling.of_pack(pack), key=_place):
            if not self._keeps_books(rule):
                files.setdefault(rule.origin.span.file, []).append(rule)
        order = list(next(x for x in self.program.composition.packs if x.id == pack).texts)
        ranked = sorted(files, key=lambda file: _rank(order, f"chapter.{PurePath(file).stem}"))
        told = [
            (self._title(file, pack), *self._in_one_language(partial(self._of, files[file])))
            for file in ranked
        ]
        return [Chapter(title, language, lines) for title, language, lines in told if lines]

    def _title(self, file: str, pack: str) -> str:
        stem = PurePath(file).stem
        named = self.program.composition.text(f"chapter.{stem}", pack) or {}
        return self.naming.text(named, capital(plain(stem)))

    def _keeps_books(self, rule: Rule) -> bool:
        if isinstance(rule, defs.EventDef):
            return rule.index in self.books.events
        return self.books.is_figure(rule)

    def _of(self, rules: Sequence[Rule]) -> list[str]:
        worded = [(rule, self._told(rule)) for rule in rules]
        return list(
            dict.fromkeys(text for rule, text in worded if text and not self._is_said_elsewhere(rule))
        )

    def _is_said_elsewhere(self, rule: Rule) -> bool:
        """Is it a definition whose meaning is given where it is used?"""
        if not isinstance(rule, defs.DefineDef) or rule.is_predicate or rule.index in self.by_name:
            return False
        if self.program.composition.text(f"says.{rule.name}", rule.origin.owner.pack):
            return False
        return rule.index in self.asked

    def _told(self, rule: Rule) -> str:
        """The sentence of a rule; `Untold` if the language lacks a text for it."""
        sentence = Sentence(self.program, self._speaking, rule, self.books)
        text = sentence.whole(is_borne=not isinstance(rule, _DECLARED) and self._matters(rule))
        self.by_name |= sentence.by_name
        self._named |= sentence.by_name
        return text

    def _matters(self, rule: Rule) -> bool:
        """Does the rule belong to a tile that a race bears, or that lies where a race may be?"""
        tile = self.program.composition.tiles.get(rule.origin.owner.tile)
        return tile is not None and self.program.composition.kinds[tile.kind].borne_by != "nobody"


def _place(rule: Rule) -> tuple[str, tuple[int, int]]:
    return rule.origin.span.file, rule.origin.span.start


def _rank(order: list[str], key: str) -> int:
    """The place of a chapter: in the order of its pack, then the others."""
    return order.index(key) if key in order else len(order)


class Telling:
    """The rules of a program by owner and by file."""

    def __init__(self, program: p.Program) -> None:
        self.program = program
        self._of: dict[tuple[str, str], list[Rule]] = defaultdict(list)
        self._plain: dict[str, list[Rule]] = defaultdict(list)
        self._ruled: dict[str, set[str]] = defaultdict(set)
        for rule in _all(program):
            owner, file = rule.origin.owner, rule.origin.span.file
            for tile in {"" if owner.piece else owner.tile, "" if owner.piece else owner.face}:
                self._of[tile, owner.piece].append(rule)
            if p.is_static(owner):
                self._plain[file].append(rule)
            elif owner.tile or owner.face:
                self._ruled[file].add(owner.tile or owner.face)

    def of(self, tile: str, piece: str = "") -> list[Rule]:
        """The rules of a tile (or a piece), with those of its pack in the tile's file that can belong to no other tile."""
        rules = [*self._of.get(("", piece) if piece else (tile, ""), ())] if tile or piece else []
        if tile and not piece:
            rules += self._beside(tile)
        return sorted(rules, key=lambda rule: rule.origin.span.start)

    def of_pack(self, pack: str) -> list[Rule]:
        """The rules of a pack itself, except those described with a tile."""
        told = {id(rule) for tile in self.program.composition.tiles for rule in self._beside(tile)}
        return [
            rule
            for rules in self._plain.values()
            for rule in rules
            if rule.origin.owner.pack == pack and id(rule) not in told
        ]

    def _beside(self, tile: str) -> list[Rule]:
        """Rules of the pack in the file of a tile, if no other tile there has rules."""
        file = self.program.composition.tiles[tile].span.file
        return self._plain.get(file, []) if self._ruled.get(file) == {tile} else []


def _all(program: p.Program) -> Iterator[Rule]:
    """Everything to describe; events only if they have effects."""
    yield from program.modifiers
    yield from program.triggers
    yield from program.forbids
    yield from program.permits
    yield from program.actions
    yield from (event for event in program.events if event.body and event.action is None)
    yield from (value for value in program.values if value.whole is None)
    yield from program.defines
