"""Completion in rule texts: the grammar determines the words, the checker the names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, TypeVar

from ruledsl.author.service.completing.habits import Habits
from ruledsl.author.service.completing.spot import Item, RuleSpot
from ruledsl.author.service.describe import in_short, small_words
from ruledsl.author.service.outline import BUILT_IN, TYPE, Symbol, symbol_of
from ruledsl.base.dataclass import dataclass, replace
from ruledsl.base.diagnostics import Diagnostics, Span
from ruledsl.language.syntax import tree as s
from ruledsl.language.syntax.advice.place import Stack, advance, begin, terminal_of, wanted
from ruledsl.language.syntax.builder import Reading, automaton
from ruledsl.language.syntax.grammar import grammar
from ruledsl.language.syntax.lexer import INDENT, NEWLINE, Fault, Piece, Refused, Source, laid_out, read_lines
from ruledsl.language.syntax.tree import Statement
from ruledsl.language.vocabulary.builtins import BUILTINS, MEMBER, Builtin
from ruledsl.language.vocabulary.types import (
    ANY_SET,
    DECK,
    FLAG,
    PEOPLE,
    PIECE,
    PLAYER,
    REGION,
    TILE,
    TRAIT,
    TYPES_SAID,
    UNKNOWN,
    Type,
    set_of,
)
from ruledsl.language.vocabulary.types import NUMBER as TYPES_NUMBER
from ruledsl.rules.check.checker import check_names
from ruledsl.rules.check.names import Declared, Names
from ruledsl.rules.check.scope import CARET, Hole, Meaning, Meanings, Scope, WordOf
from ruledsl.rules.check.typed.declarations import (
    ActionDef,
    DefineDef,
    EventDef,
    MemoryDef,
    PermissionDef,
    ValueDef,
)
from ruledsl.rules.packs.model import Composition, Owner, RuleText
from ruledsl.rules.packs.yaml.nodes import ScalarNode

_Meant = TypeVar("_Meant", bound=Declared | ActionDef)

# ── continuing ──────────────────────────────────────────────────────────────────
# Completes unfinished statements, so that the checker can judge the place of the caret.


MOST_STEPS: Final = 40
FIRST: Final = ("", "PLUS", "GAINS", "ALSO")
"""Continuations after the name: as short as possible; a change, for a value; a gain, for a player."""
ORDER: Final = (
    "_DEDENT _NL RPAR COINS COLON EQUALS NOTHING NUMBER_SIGN THEN ELSE OVER PLUS NAME TO FROM LEAST THAN".split()
    + "_INDENT DURING GAINS AS DESPITE".split()
)
"""The terminals that finish a statement fastest; others follow in alphabetical order."""
PAIRED: Final = frozenset({"at", "instead", "more", "less", "end", "up"})
"""Words that are always followed by one of a few others."""
PLACEHOLDER: Final = "anything_at_all"
LEADING: Final = "x"


class Begun:
    """A statement up to the caret: its pieces, and the state of the parser there."""

    def __init__(self, pieces: list[Piece], stack: Stack, source: Source) -> None:
        self._pieces, self.stack, self._source = pieces, stack, source

    @property
    def words(self) -> list[str]:
        """The words before the caret."""
        return [piece.text for piece in self._pieces if piece.text]

    @property
    def terminals(self) -> frozenset[str]:
        """The possible terminals at the caret."""
        return wanted(self.stack)

    def phrases(self, terminal: str) -> Iterator[str]:
        """A word of the language, with its obligatory continuations: `instead of`, `at least` and `at most`."""
        stack, text = advance(self.stack, terminal), grammar().spelling.get(terminal, "")
        if stack is None or not text.isalpha():
            return
        following = [grammar().spelling.get(name, "") for name in sorted(wanted(stack))]
        yield from (f"{text} {word}" for word in following) if text in PAIRED else (text,)

    def finished(self) -> Iterator[Statement]:
        """The statement with a name at the caret, finished in every possible way."""
        stack = advance(self.stack, "NAME")
        end = self._pieces[-1].end if self._pieces else 0
        if stack is None:
            return
        name = Piece("word", CARET, end, end + len(CARET))
        for first in FIRST:
            more = self._to_the_end(stack, first, name.end)
            if more is None:
                continue
            reading = Reading([*self._pieces, name, *more], self._source)
            try:
                yield from reading.statements() or ()
            except Refused:
                continue

    def _to_the_end(self, stack: Stack, first: str, at: int) -> list[Piece] | None:
        pieces: list[Piece] = []
        for step in range(MOST_STEPS):
            possible = wanted(stack)
            if "$END" in automaton().states[stack[-1]] and "_DEDENT" not in possible:
                return pieces
            names = [name for name in ORDER if name in possible] or sorted(possible)
            terminal = first if first and not step else names[0]
            after = advance(stack, terminal)
            if after is None:
                return None
            stack = after
            pieces.append(_piece(terminal, at))
        return None


def begun(text: str, file: str) -> Begun | None:
    """A statement up to the caret, in that file; None if its beginning cannot be parsed."""
    lines, _ = read_lines(_in_one_line(text) + LEADING)
    pieces: list[Piece] = []
    try:
        for piece in laid_out(lines, 0):
            if piece.start >= len(text) and piece.text:
                break
            pieces.append(piece)
    except Fault:
        return None
    readable = _readable(pieces)
    return None if readable is None else Begun(*readable, Source(text + CARET, None, file))


def _in_one_line(text: str) -> str:
    """The text with line ends after an open bracket replaced by spaces, since the line continues there."""
    opened: list[int] = []
    for place, sign in enumerate(text):
        if sign == "(":
            opened.append(place)
        elif sign == ")" and opened:
            opened.pop()
    at = opened[0] if opened else len(text)
    return text[:at] + text[at:].replace("\n", " ")


def _readable(pieces: list[Piece]) -> tuple[list[Piece], Stack] | None:
    """The parsable pieces, and the state after them; None if the line with the caret has an error.

    In earlier lines, the rest after an error is dropped; a piece that only fits below a line counts as if it were there.
    """
    stack, readable = begin(), list[Piece]()
    last = max((n for n, piece in enumerate(pieces) if piece.kind == NEWLINE), default=-1)
    is_faulty = False
    for number, piece in enumerate(pieces):
        if is_faulty and piece.kind != NEWLINE:
            continue
        more = [piece]
        after = _after(stack, more)
        if after is None:
            more = [_piece(NEWLINE, piece.start), _piece(INDENT, piece.start), piece]
            after = _after(stack, more)
        is_faulty = after is None
        if after is not None:
            stack = after
            readable += more
        elif number >= last:
            return None
    return readable, stack


def _after(stack: Stack, pieces: list[Piece]) -> Stack | None:
    for piece in pieces:
        after = advance(stack, terminal_of(piece, stack))
        if after is None:
            return None
        stack = after
    return stack


def _piece(terminal: str, at: int) -> Piece:
    if terminal.startswith("_"):
        return Piece(terminal, "", at, at)
    text = {"NAME": PLACEHOLDER, "NUMBER_SIGN": "0"}.get(terminal) or grammar().spelling[terminal]
    kind = "word" if text.isidentifier() else "number" if text == "0" else "sign"
    return Piece(kind, text, at, at)


FILE: Final = "<what is being written>"
PRONOUNS: Final = ("me", "you", "here", "this", "it")
BORNE: Final = ("my", "here")
"""Words that are useless in rules of a pack itself, which have no bearer."""
ORDERED: Final = ("at", "more", "less")
"""First words of numeric comparisons."""
BEARERS: Final = (PEOPLE, PLAYER)


@dataclass(slots=True)
class _Context:
    """A statement up to the caret, with what the checker knows of the name there."""

    begun: Begun
    names: Names | None
    hole: Hole | None
    composition: Composition
    owner: Owner

    @property
    def behind(self) -> str:
        """The word before the caret."""
        return self.begun.words[-1] if self.begun.words else ""


def items_in_rules(
    spot: RuleSpot, owner: Owner, file: str, composition: Composition, habits: Habits
) -> list[Item]:
    """The completions at the caret, in a rule of that owner, the most usual first."""
    start = begun(spot.text, FILE)
    if start is None:
        return []
    holes = list(_holes(start, spot, owner, file, composition))
    items: dict[str, Item] = {}
    for context in holes:
        for item in _names(context):
            items.setdefault(item.text, item)
    first = holes[0] if holes else _Context(start, None, None, composition, owner)
    short = {
        text: item
        for text, item in items.items()
        if "/" not in text or text.rpartition("/")[2] not in items or _is_hidden(text, first)
    }
    is_borne = bool(owner.tile or owner.piece)
    for item in _rules_words(first):
        if is_borne or item.text not in BORNE:
            short.setdefault(item.text, item)
    return habits.ranked(spot.text, list(short.values()), spot.above)


def _is_hidden(text: str, context: _Context) -> bool:
    """Does the name alone mean something of the pack's own, so that the full name is worth offering, too?"""
    home, _, name = text.rpartition("/")
    declared = context.names.declared.get(name, ()) if context.names is not None else ()
    packs = {one.origin.owner.pack for one in declared}
    return home != context.owner.pack and {home, context.owner.pack} <= packs


# ── questions to the checker ──


def _holes(
    start: Begun, spot: RuleSpot, owner: Owner, file: str, composition: Composition
) -> Iterator[_Context]:
    """What the checker knows of the name at the caret, for each possible continuation of the statement."""
    seen: list[Hole] = []
    rules = [_without(rule, spot, file) for rule in composition.rules]
    for statement in start.finished():
        statement = _with_body(statement)  # noqa: PLW2901
        node = ScalarNode("", "", "literal", Span(FILE, 1, 1, 1, 1))
        document = s.Document((statement,), span=statement.span)
        meanings = Meanings()
        with_rule = replace(composition, rules=[*rules, RuleText(owner, node, document=document)])
        names = check_names(with_rule, Diagnostics(), meanings, FILE)
        if meanings.hole is not None and meanings.hole not in seen:
            seen.append(meanings.hole)
            yield _Context(start, names, meanings.hole, composition, owner)
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
    return replace(action, body=action.body or s.Block((), span=action.span))


# ── names ──


def _names(context: _Context) -> Iterator[Item]:
    """The names that fit, best first."""
    hole, names = context.hole, context.names
    if hole is None or names is None:
        return
    if hole.scope is None:
        yield from _looked_up(context, hole, names)
        return
    scope = hole.scope
    yield from (Item(word, "word", small_words()[word]) for word in hole.also)
    if hole.left is not None:
        yield from _behind_is(hole.left, scope, names, context.composition)
    elif hole.first is not None:
        yield from _of_bearer(scope, names, context.composition)
    elif hole.written:
        yield from _writable(scope, names, context.composition)
    else:
        for kind in hole.among or (hole.expected,):
            yield from _expression(kind, scope, names, context.composition)


def _looked_up(context: _Context, hole: Hole, names: Names) -> Iterator[Item]:
    """Names of one kind: values, events, permissions, phases, prohibitions, dice, stages, types."""
    wanted, owner = {"my": BEARERS, "here": (REGION,)}.get(context.behind, ()), context.owner
    for name in hole.candidates:
        declared = [*names.declared.get(name, ()), *names.actions.get(name, ())]
        fitting = [d for d in declared if _is_wanted(d, hole.wanted)]
        if fitting and wanted:
            fitting = [d for d in fitting if any(p.type in wanted for p in getattr(d, "params", ()))]
        if fitting:
            first, *others = sorted(fitting, key=lambda one: one.origin.owner.pack != owner.pack)
            yield _declared(name, first, context.composition)
            hidden = others if first.origin.owner.pack == owner.pack else []
            for full, one in _hidden(name, hidden, owner, names):
                yield _declared(full, one, context.composition)
        elif not declared:
            kind = {"N009": "stage", "N005": "die", "N006": "type", "N013": "prohibition"}.get(
                hole.wanted, "word"
            )
            yield Item(name, kind, TYPES_SAID.get(name, kind) if kind == TYPE else kind)


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


def _behind_is(left: Type, scope: Scope, names: Names, composition: Composition) -> Iterator[Item]:
    """After `is`: possible values, predicates, and things to compare with."""
    traits = {REGION: names.words[TRAIT], PIECE: names.piece_traits, TILE: names.tile_traits}
    for word in traits.get(left, ()):
        yield _word(f"trait of {left}", word, composition)
    for name, define in _asked(names, scope.origin.owner, DefineDef):
        if _is_predicate(define) and _about(define) == left:
            yield _declared(name, define, composition)
    yield from _words_of(left, names, composition)
    yield from _of_type(left, scope, names, composition)


def _of_bearer(scope: Scope, names: Names, composition: Composition) -> Iterator[Item]:
    """After `my`: questions about a people or its player."""
    for name, declaration in _asked(names, scope.origin.owner, ValueDef, MemoryDef, DefineDef):
        if _about(declaration) in BEARERS:
            yield _declared(name, declaration, composition)
    for builtin in _once(b for b in BUILTINS if b.params and b.params[0] in BEARERS):
        yield _question(builtin)


def _expression(
    expected: Type | None, scope: Scope, names: Names, composition: Composition
) -> Iterator[Item]:
    """In place of an expression: those of its type first; where any can begin one, the others follow."""
    if expected is not None and expected not in (FLAG, UNKNOWN):
        yield from _words_of(expected, names, composition)
        yield from _of_type(expected, scope, names, composition)
        return
    yield from (_declared(name, var, composition) for name, var in scope.locals.items())
    if expected == FLAG:
        yield from _of_type(FLAG, scope, names, composition)
    for name, declaration in _asked(names, scope.origin.owner, ValueDef, MemoryDef, DefineDef):
        if not _is_predicate(declaration):
            yield _declared(name, declaration, composition)
    yield from (_question(builtin) for builtin in _once(BUILTINS))


def _writable(scope: Scope, names: Names, composition: Composition) -> Iterator[Item]:
    """What rules can write to."""
    for name, memory in _asked(names, scope.origin.owner, MemoryDef):
        yield _declared(name, memory, composition)
    yield from (_question(builtin) for builtin in _once(b for b in BUILTINS if b.writable))


def _words_of(kind: Type, names: Names, composition: Composition) -> Iterator[Item]:
    """The words of packs of a type; a deck is the set of its tiles."""
    for named in (kind, DECK) if kind in (ANY_SET, set_of(TILE)) else (kind,):
        yield from (_word(str(named), word, composition) for word in names.words.get(named, ()))
    if kind == TYPES_NUMBER:
        yield from (_word("number", word, composition) for word in sorted(names.fields))


def _of_type(kind: Type, scope: Scope, names: Names, composition: Composition) -> Iterator[Item]:
    """Everything of a type, or sets where a set of anything is expected."""

    def fits(other: Type) -> bool:
        if kind.name == "anything":
            return other.is_set
        if other == MEMBER:
            return not kind.is_set
        return other in (kind, UNKNOWN) or (kind.is_set and other == kind.element)

    yield from (_declared(name, var, composition) for name, var in scope.locals.items() if fits(var.type))
    for name, declaration in _asked(names, scope.origin.owner, ValueDef, MemoryDef, DefineDef):
        if fits(declaration.type) and not _is_predicate(declaration):
            yield _declared(name, declaration, composition)
    yield from (_question(builtin) for builtin in _once(b for b in BUILTINS if fits(b.result)))


def _asked(
    names: Names, owner: Owner, *kinds: type
) -> Iterator[tuple[str, ValueDef | DefineDef | MemoryDef]]:
    """Declarations that can be asked there, as they are called there, the nearest first; those that a nearer one hides last."""
    near: list[tuple[str, ValueDef | DefineDef | MemoryDef]] = []
    hidden: list[tuple[str, ValueDef | DefineDef | MemoryDef]] = []
    for name in names.of_kind(ValueDef, DefineDef, MemoryDef):
        first = names.asked(name, owner)[:1]
        near += [(name, one) for one in first if isinstance(one, kinds) and _near(one, owner, names)]
        others = [
            one
            for one in names.declared[name]
            if isinstance(one, ValueDef | DefineDef | MemoryDef)
            and isinstance(one, kinds)
            and one not in first
        ]
        hidden += _hidden(name, others, owner, names) if first else []
    yield from sorted(near, key=lambda entry: entry[1].origin.owner.pack != owner.pack)
    yield from hidden


def _hidden(name: str, others: Iterable[_Meant], owner: Owner, names: Names) -> list[tuple[str, _Meant]]:
    """What packs declare under a name that means something nearer here: `core/fewest`."""
    return [
        (f"{one.origin.owner.pack}/{name}", one)
        for one in others
        if not one.origin.owner.tile and not one.origin.owner.piece and _near(one, owner, names)
    ]


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


def _declared(name: str, meaning: Meaning, composition: Composition) -> Item:
    symbol = symbol_of(meaning) or Symbol("name in this rule", name)
    return Item(name.partition("@")[0], symbol.kind, in_short(symbol, meaning, composition))


def _word(what: str, text: str, composition: Composition) -> Item:
    symbol = symbol_of(WordOf(what, text)) or Symbol(what, text)
    return Item(text, symbol.kind, in_short(symbol, None, composition))


def _question(builtin: Builtin) -> Item:
    return Item(builtin.name, BUILT_IN, builtin.doc)


# ── words of the language ──


def _rules_words(context: _Context) -> Iterator[Item]:
    """The words of the language that fit."""
    for terminal in sorted(context.begun.terminals - {"NAME"}):
        for phrase in context.begun.phrases(terminal):
            if _fits(phrase, context):
                yield Item(phrase, "word", small_words().get(phrase.split()[0], ""))


def _fits(phrase: str, context: _Context) -> bool:
    """Does a word that the grammar permits make sense at the place?"""
    hole = context.hole
    if hole is None or hole.scope is None:
        return True
    first = phrase.partition(" ")[0]
    wanted = hole.among or (hole.left or hole.expected,)
    if first in PRONOUNS:
        pronoun = hole.scope.pronoun(first, hole.scope.origin.span)
        return pronoun is not None and (
            _is_open(wanted) or any(_alike(pronoun.type, kind) for kind in wanted)
        )
    if first == "my":
        return hole.scope.me
    if first in ORDERED and hole.left is not None:
        return hole.left == TYPES_NUMBER
    if first in ("yes", "no"):
        return _is_open(wanted)
    if first == "none":
        return not {TYPES_NUMBER, FLAG}.issuperset(wanted)
    return True


def _is_open(wanted: Iterable[Type | None]) -> bool:
    """Can anything begin there?"""
    return not {None, FLAG, UNKNOWN}.isdisjoint(wanted)


def _alike(kind: Type, wanted: Type | None) -> bool:
    return wanted is not None and (
        kind == wanted or (wanted.is_set and wanted.name in (kind.name, "anything"))
    )
