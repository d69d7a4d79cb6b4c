"""Completion in rule texts: the grammar determines the words, the checker the names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from ruledsl.author.service.completing.continuing import Begun, begun
from ruledsl.author.service.completing.habits import Habits
from ruledsl.author.service.completing.item import Item
from ruledsl.author.service.completing.spot import RuleSpot
from ruledsl.author.service.symbols import BUILT_IN, Symbol, symbol_of
from ruledsl.author.service.telling import in_short, small_words
from ruledsl.base.dataclass import dataclass, replace
from ruledsl.base.diagnostics import Diagnostics, Span
from ruledsl.language.syntax import tree as s
from ruledsl.language.vocabulary.builtins import BUILTINS, MEMBER, Builtin
from ruledsl.language.vocabulary.types import (
    ANY_SET,
    DECK,
    FLAG,
    NUMBER,
    PEOPLE,
    PIECE,
    PLAYER,
    REGION,
    TILE,
    TRAIT,
    UNKNOWN,
    Type,
    set_of,
)
from ruledsl.rules.check.checker import check_names
from ruledsl.rules.check.names import Declared, Names
from ruledsl.rules.check.scope import Scope
from ruledsl.rules.check.typed.declarations import (
    ActionDef,
    DefineDef,
    EventDef,
    MemoryDef,
    PermissionDef,
    ValueDef,
)
from ruledsl.rules.check.typed.meanings import Hole, Meaning, Meanings, WordOf
from ruledsl.rules.packs.model import Composition, Owner, RuleText
from ruledsl.rules.packs.yaml.nodes import ScalarNode

FILE: Final = "<what is being written>"
PRONOUNS: Final = ("me", "you", "here", "this", "it")
BORNE: Final = ("my", "here")
"""Words that are useless in rules of a pack itself, which have no bearer."""
ORDERED: Final = ("at", "more", "less")
"""First words of numeric comparisons."""
BEARERS: Final = (PEOPLE, PLAYER)


@dataclass(slots=True)
class _Asked:
    """A statement up to the caret, with what the checker knows of the name there."""

    begun: Begun
    names: Names | None
    hole: Hole | None
    found: Composition

    @property
    def behind(self) -> str:
        """The word before the caret."""
        return self.begun.words[-1] if self.begun.words else ""


def items_in_rules(spot: RuleSpot, owner: Owner, file: str, found: Composition, habits: Habits) -> list[Item]:
    """The completions at the caret, in a rule of that owner, the most usual first."""
    start = begun(spot.text, FILE)
    if start is None:
        return []
    holes = list(_holes(start, spot, owner, file, found))
    items: dict[str, Item] = {}
    for asked in holes:
        for item in _names(asked):
            items.setdefault(item.text, item)
    first = holes[0] if holes else _Asked(start, None, None, found)
    short = {
        text: item for text, item in items.items() if "/" not in text or text.rpartition("/")[2] not in items
    }
    is_borne = bool(owner.tile or owner.piece)
    for item in _words(first):
        if is_borne or item.text not in BORNE:
            short.setdefault(item.text, item)
    return habits.ranked(spot.text, list(short.values()), spot.above)


# ── questions to the checker ──


def _holes(start: Begun, spot: RuleSpot, owner: Owner, file: str, found: Composition) -> Iterator[_Asked]:
    """What the checker knows of the name at the caret, for each possible continuation of the statement."""
    seen: list[Hole] = []
    rules = [_without(rule, spot, file) for rule in found.rules]
    for statement in start.finished():
        statement = _with_body(statement)  # noqa: PLW2901
        node = ScalarNode("", "", "literal", Span(FILE, 1, 1, 1, 1))
        document = s.Document((statement,), span=statement.span)
        meanings = Meanings()
        asked = replace(found, rules=[*rules, RuleText(owner, node, document=document)])
        names = check_names(asked, Diagnostics(), meanings, FILE)
        if meanings.hole is not None and meanings.hole not in seen:
            seen.append(meanings.hole)
            yield _Asked(start, names, meanings.hole, found)
            if meanings.hole.scope is not None:
                return


def _without(rule: RuleText, spot: RuleSpot, file: str) -> RuleText:
    """A rule text without the statement that is being written."""
    if rule.span.file != file or rule.document is None:
        return rule
    kept = tuple(
        statement
        for statement in rule.document.statements
        if statement.span.end_line < spot.first or statement.span.line > spot.last
    )
    return replace(rule, document=replace(rule.document, statements=kept))


def _with_body(statement: s.Statement) -> s.Statement:
    """An action without effects, made complete for the checker."""
    if isinstance(statement, s.Guard):
        rules = tuple(_acting(rule) if isinstance(rule, s.Action) else rule for rule in statement.rules)
        return replace(statement, rules=rules)
    return _acting(statement) if isinstance(statement, s.Action) else statement


def _acting(action: s.Action) -> s.Action:
    body = action.body or s.Block((), span=action.span)
    target = action.target if action.options is not None else None
    return replace(action, body=body, target=target)


# ── names ──


def _names(asked: _Asked) -> Iterator[Item]:
    """The names that fit, best first."""
    hole, names = asked.hole, asked.names
    if hole is None or names is None:
        return
    if hole.scope is None:
        yield from _looked_up(asked, hole, names)
        return
    scope = hole.scope
    yield from (Item(word, "word", small_words()[word]) for word in hole.also)
    if hole.left is not None:
        yield from _behind_is(hole.left, scope, names, asked.found)
    elif hole.first is not None:
        yield from _of_bearer(scope, names, asked.found)
    else:
        yield from _expression(hole.expected, scope, names, asked.found)


def _looked_up(asked: _Asked, hole: Hole, names: Names) -> Iterator[Item]:
    """Names of one kind: values, events, permissions, phases, prohibitions, dice, stages, types."""
    wanted = {"my": BEARERS, "here": (REGION,)}.get(asked.behind, ())
    for name in hole.candidates:
        declared = [*names.declared.get(name, ()), *names.actions.get(name, ())]
        fitting = [d for d in declared if _is_wanted(d, hole.wanted)]
        if fitting and wanted:
            fitting = [d for d in fitting if any(p.type in wanted for p in getattr(d, "params", ()))]
        if fitting:
            yield _declared(name, fitting[0], asked.found)
        elif not declared:
            kind = {"N009": "stage", "N005": "die", "N006": "type", "N013": "prohibition"}.get(
                hole.wanted, "word"
            )
            yield Item(name, kind, kind)


def _is_wanted(declared: object, code: str) -> bool:
    kinds: dict[str, tuple[type, ...]] = {
        "N002": (ValueDef,),
        "N003": (EventDef, ActionDef),
        "N004": (PermissionDef, ActionDef),
        "N007": (EventDef,),
        "N014": (EventDef,),
        "N009": (DefineDef,),
    }
    return isinstance(declared, kinds.get(code, (object,)))


def _behind_is(left: Type, scope: Scope, names: Names, found: Composition) -> Iterator[Item]:
    """After `is`: possible values, predicates, and things to compare with."""
    traits = {REGION: names.words[TRAIT], PIECE: names.piece_traits, TILE: names.tile_traits}
    for word in traits.get(left, ()):
        yield _word(f"trait of {left}", word, found)
    for define in _asked(names, scope.origin.owner, DefineDef):
        if _is_predicate(define) and _about(define) == left:
            yield _declared(define.name, define, found)
    yield from _words_of(left, names, found)
    yield from _of_type(left, scope, names, found)


def _of_bearer(scope: Scope, names: Names, found: Composition) -> Iterator[Item]:
    """After `my`: questions about a people or its player."""
    for asked in _asked(names, scope.origin.owner, ValueDef, MemoryDef, DefineDef):
        if _about(asked) in BEARERS:
            yield _declared(asked.name, asked, found)
    for builtin in _once(b for b in BUILTINS if b.params and b.params[0] in BEARERS):
        yield _question(builtin)


def _expression(expected: Type | None, scope: Scope, names: Names, found: Composition) -> Iterator[Item]:
    """In place of an expression: those of its type first; where any can begin one, the others follow."""
    if expected is not None and expected not in (FLAG, UNKNOWN):
        yield from _words_of(expected, names, found)
        yield from _of_type(expected, scope, names, found)
        return
    yield from (_declared(name, var, found) for name, var in scope.locals.items())
    if expected == FLAG:
        yield from _of_type(FLAG, scope, names, found)
    for asked in _asked(names, scope.origin.owner, ValueDef, MemoryDef, DefineDef):
        if not _is_predicate(asked):
            yield _declared(asked.name, asked, found)
    yield from (_question(builtin) for builtin in _once(BUILTINS))


def _words_of(kind: Type, names: Names, found: Composition) -> Iterator[Item]:
    """The words of packs of a type; a deck is the set of its tiles."""
    for named in (kind, DECK) if kind in (ANY_SET, set_of(TILE)) else (kind,):
        yield from (_word(str(named), word, found) for word in names.words.get(named, ()))
    if kind == NUMBER:
        yield from (_word("number", word, found) for word in sorted(names.fields))


def _of_type(kind: Type, scope: Scope, names: Names, found: Composition) -> Iterator[Item]:
    """Everything of a type, or sets where a set of anything is expected."""

    def fits(other: Type) -> bool:
        if kind.name == "anything":
            return other.is_set
        if other == MEMBER:
            return not kind.is_set
        return other in (kind, UNKNOWN) or (kind.is_set and other == kind.element)

    yield from (_declared(name, var, found) for name, var in scope.locals.items() if fits(var.type))
    for asked in _asked(names, scope.origin.owner, ValueDef, MemoryDef, DefineDef):
        if fits(asked.type) and not _is_predicate(asked):
            yield _declared(asked.name, asked, found)
    yield from (_question(builtin) for builtin in _once(b for b in BUILTINS if fits(b.result)))


def _asked(names: Names, owner: Owner, *kinds: type) -> Iterator[ValueDef | DefineDef | MemoryDef]:
    """Declarations that can be asked there, the nearest first."""
    near: list[ValueDef | DefineDef | MemoryDef] = []
    for name in names.of_kind(ValueDef, DefineDef, MemoryDef):
        near += [
            found
            for found in names.asked(name, owner)[:1]
            if isinstance(found, kinds) and _near(found, owner, names)
        ]
    yield from sorted(near, key=lambda found: found.origin.owner.pack != owner.pack)


def _near(declared: Declared | ActionDef, owner: Owner, names: Names) -> bool:
    """Does the tile itself declare it, or a pack that its pack knows? Declarations of other tiles are theirs."""
    by = declared.origin.owner
    if by.tile or by.piece:
        return (by.pack, by.tile or by.piece) == (owner.pack, owner.tile or owner.piece)
    return by.pack in names.program.composition.known_to(owner.pack)


def _is_predicate(declared: ValueDef | DefineDef | MemoryDef) -> bool:
    return isinstance(declared, DefineDef) and declared.is_predicate


def _about(declared: ValueDef | DefineDef | MemoryDef) -> Type | None:
    """The type of its subject."""
    if isinstance(declared, MemoryDef):
        return declared.on
    return declared.params[0].type if declared.params else None


def _once(builtins: Iterable[Builtin]) -> Iterator[Builtin]:
    yield from {builtin.name: builtin for builtin in builtins}.values()


# ── items ──


def _declared(name: str, meaning: Meaning, found: Composition) -> Item:
    symbol = symbol_of(meaning) or Symbol("name in this rule", name)
    return Item(name.partition("@")[0], symbol.kind, in_short(symbol, meaning, found))


def _word(what: str, text: str, found: Composition) -> Item:
    symbol = symbol_of(WordOf(what, text)) or Symbol(what, text)
    return Item(text, symbol.kind, in_short(symbol, None, found))


def _question(builtin: Builtin) -> Item:
    return Item(builtin.name, BUILT_IN, builtin.doc)


# ── words of the language ──


def _words(asked: _Asked) -> Iterator[Item]:
    """The words of the language that fit."""
    for terminal in sorted(asked.begun.terminals - {"NAME"}):
        for phrase in asked.begun.phrases(terminal):
            if _fits(phrase, asked):
                yield Item(phrase, "word", small_words().get(phrase.split()[0], ""))


def _fits(phrase: str, asked: _Asked) -> bool:
    """Does a word that the grammar permits make sense at the place?"""
    hole = asked.hole
    if hole is None or hole.scope is None:
        return True
    first = phrase.partition(" ")[0]
    wanted = hole.left or hole.expected
    if first in PRONOUNS:
        pronoun = hole.scope.pronoun(first, hole.scope.origin.span)
        return pronoun is not None and (wanted in (None, FLAG, UNKNOWN) or _alike(pronoun.type, wanted))
    if first == "my":
        return hole.scope.me
    if first in ORDERED and hole.left is not None:
        return hole.left == NUMBER
    if first in ("yes", "no"):
        return wanted in (None, FLAG, UNKNOWN)
    if first == "none":
        return wanted not in (NUMBER, FLAG)
    return True


def _alike(kind: Type, wanted: Type | None) -> bool:
    return wanted is not None and (
        kind == wanted or (wanted.is_set and wanted.name in (kind.name, "anything"))
    )
