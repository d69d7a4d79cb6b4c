"""Pieces to our tree: lark's LALR engine with our lexer, which calls a function for each name of the grammar."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from copy import copy
from dataclasses import replace
from functools import cache, partial
from types import SimpleNamespace
from typing import Any, Final

from lark import Lark, Token, UnexpectedToken, __version__
from lark.lexer import Lexer, LexerState
from lark.parsers.lalr_parser_state import ParseConf

from ruledsl.base.diagnostics import Fix, Span, merge
from ruledsl.language.syntax.grammar import RESERVED, grammar, tables
from ruledsl.language.syntax.grammarfile import grammar_text
from ruledsl.language.syntax.larktables import lark_of, tables_of
from ruledsl.language.syntax.lexer import Piece, Refused, Source
from ruledsl.language.syntax.tree import (
    Act,
    Action,
    Amount,
    Arg,
    AtOnce,
    Binary,
    Block,
    Call,
    Can,
    Change,
    Choose,
    Collect,
    Compare,
    Count,
    Define,
    Do,
    Draw,
    Effect,
    Event,
    Expr,
    Filter,
    Flag,
    Fold,
    Forbid,
    ForEach,
    Guard,
    IfEffect,
    InTurn,
    Limit,
    May,
    MayChoose,
    Members,
    Modifier,
    Move,
    My,
    Name,
    Node,
    Nothing,
    Number,
    Offer,
    Operand,
    Param,
    Passing,
    Pays,
    Permission,
    Permit,
    Phase,
    PhaseAdded,
    Pronoun,
    Remember,
    Repeat,
    Reroll,
    Roll,
    Rounded,
    Rule,
    Statement,
    Trigger,
    TypeRef,
    Unary,
    UpTo,
    Value,
    Word,
    narrowed,
)
from ruledsl.language.vocabulary.types import ACTS, COMPARISONS, FOLDS, LOGIC, OPERATORS, STRATA, Stratum

# ── building ────────────────────────────────────────────────────────────────────
# The common parts of tree-building functions: a matched rule with its children already built.


Placed = tuple[Any, int, int, Any]
"""Something with the offsets of its start and end, including brackets around it (-1 if it is empty), and its reading."""


class Part:
    """A value that is no node by itself: a keyword (its kind is its terminal), a scope, a condition, a clause."""

    __slots__ = ("_end", "_source", "_start", "kind", "value")

    def __init__(self, kind: str, value: Any, source: Source, start: int, end: int) -> None:  # noqa: ANN401 - its maker says
        self.kind = kind
        self.value = value
        self._source = source
        self._start = start
        self._end = end

    @property
    def span(self) -> Span:
        """Its span, which most parts never need."""
        return self._source.span(self._start, self._end)


class Made:
    """A matched rule of the grammar. Children are nodes, `Word`s, `Part`s, or None for absent ones."""

    __slots__ = ("_end", "_placed", "_source", "_start", "children", "name")

    def __init__(self, name: str, source: Source, start: int, end: int, placed: list[Placed]) -> None:
        self.name = name
        self.children = [child for child, _, _, _ in placed]
        self._source = source
        self._start = max(start, 0)
        self._end = max(end, 0)
        self._placed = placed

    @property
    def span(self) -> Span:
        """Where it stands."""
        return self._source.span(self._start, self._end)

    @property
    def ends(self) -> list[Span]:
        """The spans of the children, including brackets around them."""
        return [self._source.span(start, end) for _, start, end, _ in self._placed]

    def __getitem__(self, index: int) -> Any:  # noqa: ANN401 - the grammar says what stands there
        return self.children[index]

    def part(self, kind: str, value: Any) -> Part:  # noqa: ANN401 - who asks for the part knows what it holds
        """A part with the span of this rule."""
        return Part(kind, value, self._source, self._start, self._end)

    def find(self, kind: str) -> Any:  # noqa: ANN401 - the part's maker says what it holds
        """The value of the part of this kind, or None."""
        return find(self.children, kind)

    def several(self, *kinds: type) -> tuple[Any, ...]:
        """The children of these classes, in order."""
        return tuple(child for child in self.children if isinstance(child, kinds))


def sentence(kind: type[Node]) -> Callable[[Made], Node]:
    """The builder of nodes of a sentence class: its fields are the operands, in order."""
    return lambda made: kind(*made.several(Node), span=made.span)


def find(children: Sequence[Any], kind: str) -> Any:  # noqa: ANN401 - the part's maker says what it holds
    """The value of the first part of this kind, or None."""
    for child in children:
        if isinstance(child, Part) and child.kind == kind:
            return child.value
    return None


# ── build effects ───────────────────────────────────────────────────────────────
# The effects of the grammar.


TOKEN, TOKENS = "token", "tokens"
"""Singular and plural of race tokens: the tree has the singular."""


def _move(made: Made) -> Effect:
    amount, kind, owner, source, target, form = (made[index] for index in (1, 2, 4, 6, 8, 10))
    if not isinstance(amount, Amount):
        amount = Amount(amount, span=amount.span)
    if kind.text == TOKENS:
        kind = Word(TOKEN, span=kind.span)
    if form is not None and form.text == TOKENS:
        form = Word(TOKEN, span=form.span)
    return Move(amount, kind, owner, source, target, form, span=made.span)


def _if(made: Made) -> Effect:
    """`if C: B (else if C: B)* [else: B]`; the keywords and colons between them carry no information."""
    meant = [child for child in made.children if child is not None and not isinstance(child, Part)]
    otherwise = meant.pop() if len(meant) % 2 else None
    return IfEffect(tuple(zip(meant[::2], meant[1::2], strict=True)), otherwise, span=made.span)


def _may_choose(made: Made) -> Effect:
    asking: Expr | None = made.find("asking")
    return MayChoose(made[2], made[4], asking, *_body_and_else(made), *made.several(Passing), span=made.span)


def _body_and_else(made: Made) -> tuple[Block, Block | None]:
    """The block of a choice, and the one after its `else`."""
    first, *rest = [child for child in made.children if isinstance(child, Block)]
    return first, rest[0] if rest else None


def _act(made: Made) -> Effect:
    bound = made.several(Word)
    return Act(made.name, made.several(Operand), bound[0] if bound else None, span=made.span)


EFFECT_MAKERS: Final[dict[str, Callable[[Made], Any]]] = {
    **{kind.rule: sentence(kind) for kind in Node.__subclasses__() if kind.rule},
    "block": lambda made: Block(made.several(Node), span=made.span),
    "do": lambda made: Do(made[1], made[2].value, span=made.span),
    "choose": lambda made: Choose(made[1], made[3], made.find("asking"), span=made.span),
    "roll": lambda made: Roll(made[2], made[4], made.find("asking"), made[1], span=made.span),
    "reroll": lambda made: Reroll(made[1], made[3], made.find("asking"), span=made.span),
    "move": _move,
    "everything": lambda made: Amount(None, span=made.span),
    "pays": lambda made: Pays(made[0], made[2], made[5], span=made.span),
    "collect": lambda made: Collect(made[1], made[2].value, span=made.span),
    **dict.fromkeys(ACTS, _act),
    "at_once": lambda made: AtOnce(made[3], made[5], made[7], made[9], span=made.span),
    "draw": lambda made: Draw(made[1], made[3], made[5], span=made.span),
    "offer": lambda made: Offer(made[1] is not None, made[3], span=made.span),
    "if_": _if,
    "for_each": lambda made: ForEach(made[2], made[4], made[6], made[8], span=made.span),
    "repeat": lambda made: Repeat(made[1], made[4], made[6], span=made.span),
    "repeat_until": lambda made: Repeat(None, made[2], made[4], span=made.span),
    "up_to": lambda made: UpTo(made[2], made[4], span=made.span),
    "may_choose": _may_choose,
    "may": lambda made: May(
        made[1], made.find("asking"), *_body_and_else(made), *made.several(Passing), span=made.span
    ),
    "in_turn": lambda made: InTurn(made[1], made[5], made[7], made[8], span=made.span),
    "passing": lambda made: Passing(made[2] is not None, span=made.span),
    "asking": lambda made: made.part("asking", made[1]),
}


# ── build expressions ───────────────────────────────────────────────────────────
# The expressions of the grammar.


def _arguments(made: Made, first: int) -> tuple[Arg, ...]:
    """Pairs of a preposition and an expression, from the child `first` on."""
    preps, values = made.children[first::2], made.children[first + 1 :: 2]
    spans = (merge(prep.span, end) for prep, end in zip(preps, made.ends[first + 1 :: 2], strict=True))
    return tuple(
        Arg(prep.value, value, span=span) for prep, value, span in zip(preps, values, spans, strict=True)
    )


def _binary(op: str) -> Callable[[Made], Expr]:
    def make(made: Made) -> Expr:
        return Binary(op, made[0], made[-1], span=made.span)

    return make


def _compare(op: str) -> Callable[[Made], Expr]:
    def make(made: Made) -> Expr:
        return Compare(op, made[0], made[-1], span=made.span)

    return make


def _chain_of(op: str) -> Callable[[Made], Expr]:
    """`a and b and c`, left-associative."""

    def make(made: Made) -> Expr:
        result: Expr = made[0]
        for operand, end in zip(made.children[2::2], made.ends[2::2], strict=True):
            result = Binary(op, result, operand, span=merge(made.ends[0], end))
        return result

    return make


def _fold(op: str) -> Callable[[Made], Expr]:
    def make(made: Made) -> Expr:
        return Fold(op, made[2], made[-1], span=made.span)

    return make


def _rounded(made: Made) -> Expr:
    direction: Part = made[2]
    return Rounded(made[0], Word(direction.value, span=direction.span), span=made.span)


def _unary(op: str) -> Callable[[Made], Expr]:
    def make(made: Made) -> Expr:
        return Unary(op, made[1], span=made.span)

    return make


def _call(made: Made) -> Expr:
    return Call(made[0], _arguments(made, 1), span=made.span)


def _my(made: Made) -> Expr:
    return My(made[1], _arguments(made, 2), span=made.span)


def _can(made: Made) -> Expr:
    return Can(made[1], made[2].value, tuple(part.value for part in made.children[3:]), span=made.span)


def _args(made: Made) -> Part:
    return made.part("args", _arguments(made, 0))


def _members(made: Made) -> Members:
    binder, _, members, _, condition = made.children
    return Members(binder, members, condition, span=made.span)


def _count(made: Made) -> Expr:
    members: Expr = made[4]
    return Count(
        Members(made[2], members, None, span=merge(made.ends[2 if made[2] else 4], made.ends[4])),
        span=made.span,
    )


def _filter(made: Made) -> Expr:
    """`where` narrows the set before it, or the counted set."""
    members, condition = made[0], made[2]
    return narrowed(members, condition) or Filter(members, condition, span=made.span)


def _name(made: Made) -> Expr:
    word: Word = made[0]
    return Name(word.text, span=word.span)


def _flag(made: Made) -> Expr:
    return Flag(made[0].kind == "YES", span=made.span)


EXPRESSION_MAKERS: Final[dict[str, Callable[[Made], Any]]] = {
    **{kind.rule: sentence(kind) for kind in Operand.__subclasses__() if kind.rule},
    **{fold.rule: _fold(fold.word) for fold in FOLDS.values()},
    "count": _count,
    "of_themselves": lambda made: Fold(made[0].value, made[2], None, span=made.span),
    "filter": _filter,
    "despite": lambda made: made.part("despite", made[1]),
    "every": lambda made: Word("all", span=made.span),
    "members": _members,
    **{operator.rule: _chain_of(operator.word) for operator in LOGIC.values()},
    "negation": _unary("not"),
    **{comparison.rule: _compare(comparison.word) for comparison in COMPARISONS.values()},
    "is_in": _compare("is in"),
    "is_not_in": _compare("is not in"),
    "call": _call,
    **{operator.rule: _binary(operator.word) for operator in OPERATORS.values()},
    "negative": _unary("-"),
    "rounded": _rounded,
    "my": _my,
    "can": _can,
    "name": _name,
    "pronoun": lambda made: Pronoun(made[0].value, span=made.span),
    "number": lambda made: Number(int(made[0].value), span=made.span),
    "flag": _flag,
    "nothing": lambda made: Nothing(span=made.span),
    "bracketed": lambda made: replace(made[1], bracketed=True),
    "args": _args,
}


# ── build statements ────────────────────────────────────────────────────────────
# The statements of the grammar.


CLAUSES: Final = {
    "during": "during",
    "limit": "once",
    "options": "from",
    "condition": "if",
    "body": "do",
}


def _modifier(made: Made) -> Rule:
    (name,) = made.several(Word)
    (change,) = made.several(Change)
    return Modifier(made.find("scope") or "", name, change, made.find("condition"), span=made.span)


COUNTS: Final = frozenset("count total size quantity".split())
"""Words for `number of`, which names and types refuse with the right one."""


def _change(stratum: Stratum) -> Callable[[Made], Change]:
    """A `where` after a purely numeric change can only mean `if`."""

    def make(made: Made) -> Change:
        value: Expr = made[-1]
        counts = (
            isinstance(value, Filter)
            and isinstance(value.members, Call)
            and value.members.name.text in COUNTS
        )
        if (
            isinstance(value, Filter)
            and not counts
            and (stratum.of == "number" or isinstance(value.members, Number | Flag))
        ):
            message = "The members of a number cannot be looked through with `where`."
            raise Refused(
                "L017", message, value.span, "A condition of a rule begins with `if`.", _if_for_where(value)
            )
        return Change(stratum.word, value, span=made.span)

    return make


def _if_for_where(value: Filter) -> Fix | None:
    """The fix that replaces a filter's `where` by `if`, if it is in the usual place."""
    first, last = value.members.span, value.condition.span
    start = first.end_column + 1
    if first.end_line != last.line or last.column != start + len("where "):
        return None
    return Fix(first._replace(line=last.line, column=start, end_column=start + len("where")), "if")


def _trigger(moment: str) -> Callable[[Made], Rule]:
    def make(made: Made) -> Rule:
        (name,) = made.several(Word)
        return Trigger(
            moment, made.find("scope") or "", name, made.find("condition"), made[-1], span=made.span
        )

    return make


def _forbid(made: Made) -> Rule:
    name, reason = made.several(Word)
    return Forbid(made.find("scope") or "", name, reason, made.find("condition"), span=made.span)


def _permit(made: Made) -> Rule:
    name, reason = made.several(Word)
    return Permit(made.find("scope") or "", name, reason, made.find("condition"), span=made.span)


def _action(made: Made) -> Rule:
    clauses: dict[str, Any] = dict.fromkeys(CLAUSES)
    for clause in made.several(Part):
        if clause.kind not in CLAUSES:
            continue
        if clauses[clause.kind] is not None:
            raise Refused("L013", f"This action already has a clause `{CLAUSES[clause.kind]}`.", clause.span)
        clauses[clause.kind] = clause.value
    return Action(made[1], made[3], made[5], **clauses, span=made.span)


def _limit(made: Made) -> Part:
    """`once per turn` has no number; `3 times per turn` begins with one."""
    (unit,) = made.several(Word)
    times = made[0] if made.name == "times" else Number(1, span=made[0].span)
    return made.part("limit", Limit(times, unit, made.find("each"), made.find("along"), span=made.span))


def _guard(made: Made) -> Statement:
    rules: tuple[Rule, ...] = tuple(made.children[2:])
    return Guard(made[0], rules, span=made.span)


def _param(made: Made) -> Param:
    return Param("", made[0], made[2], span=made.span)


def _params(made: Made) -> Part:
    """Pairs of a preposition and a parameter, which gets its preposition here."""
    params: list[Param] = []
    for prep, param in zip(made.children[::2], made.children[1::2], strict=True):
        params.append(Param(prep.value, param.name, param.type, span=merge(prep.span, param.span)))
    return made.part("params", tuple(params))


def _value(made: Made) -> Statement:
    against, direction = made.find("against") or (None, "")
    return Value(made[1], made.find("params"), made[4], against, direction, span=made.span)


def _define(made: Made) -> Statement:
    return Define(made[1], made.find("params"), made[4], is_predicate=False, span=made.span)


def _define_predicate(made: Made) -> Statement:
    params = (made[1], *made.find("params"))
    return Define(made[3], params, made[6], is_predicate=True, span=made.span)


def _event(made: Made) -> Statement:
    body: tuple[Effect | Phase, ...] = tuple(
        child for child in made.children[3:] if not isinstance(child, Part)
    )
    return Event(made[1], made.find("params"), body, span=made.span)


def _phase(made: Made) -> Phase:
    body: Block | None = made[-1] if isinstance(made[-1], Block) else None
    return Phase(made[1], body, span=made.span)


def _phase_added(made: Made) -> Statement:
    return PhaseAdded(made[1], made[2].value, made[3], made[5], made[7], span=made.span)


def _remember(made: Made) -> Statement:
    name, prep, on, kind, initial, until, secret = (made[index] for index in (1, 2, 3, 5, 7, 9, 10))
    written = Word(prep.value, span=prep.span)
    return Remember(name, on, kind, initial, until, secret is not None, written, span=made.span)


STATEMENT_MAKERS: Final[dict[str, Callable[[Made], Any]]] = {
    "guard": _guard,
    "modifier": _modifier,
    "scope": lambda made: made.part("scope", made[0].value),
    **{stratum.rule: _change(stratum) for stratum in STRATA.values()},
    "condition": lambda made: made.part("condition", made[1]),
    "before": _trigger("before"),
    "after": _trigger("after"),
    "instead": _trigger("instead of"),
    "forbid": _forbid,
    "permit": _permit,
    "action": _action,
    "during": lambda made: made.part("during", made[1]),
    "once": _limit,
    "times": _limit,
    "targets": lambda made: made.part("options", made[1]),
    "only_if": lambda made: made.part("condition", made[1]),
    "body": lambda made: made.part("body", made[2]),
    "each": lambda made: made.part("each", made[2]),
    "along": lambda made: made.part("along", made[1]),
    "value": _value,
    "against": lambda made: made.part("against", (made[1], made[3].value)),
    "define": _define,
    "define_predicate": _define_predicate,
    "permission": lambda made: Permission(made[1], made.find("params"), span=made.span),
    "event": _event,
    "phase": _phase,
    "phase_added": _phase_added,
    "remember": _remember,
    "params": _params,
    "param": _param,
    "type": lambda made: TypeRef(made[-1], len(made.children) > 1, span=made.span),
}


Maker = Callable[[Made], Any]

MAKERS: Final[dict[str, Maker]] = {
    **EXPRESSION_MAKERS,
    **EFFECT_MAKERS,
    **STATEMENT_MAKERS,
}


class Reading:
    """One reading of the pieces of one text; `made` counts the pieces and their nodes."""

    __slots__ = ("made", "pieces", "source")

    def __init__(self, pieces: Iterable[Piece], source: Source) -> None:
        self.pieces = pieces
        self.source = source
        self.made = 0

    def statements(self) -> list[Statement] | None:
        """All statements; None if the grammar does not permit them.

        Errors that the grammar permits come second: only a text that the grammar accepts to its end raises `Refused`.
        """
        try:
            tree: Any = parser().parse(self)
        except UnexpectedToken:
            return None
        for child in tree.children:
            if isinstance(child[0], Refused):
                raise child[0]
        return [child[0] for child in tree.children]

    @property
    def most_nodes(self) -> int:
        """The most nodes there can be: no function makes more of them than it has children, plus one."""
        return 2 * self.made


class _Leaf(Token):
    """A piece as lark's token, which knows its reading."""

    __slots__ = ("reading",)
    reading: Reading


class _Several:
    """The result of a helper of the grammar, until a rule takes it in."""

    __slots__ = ("children",)

    def __init__(self, _name: str, children: list[Any], _meta: None) -> None:
        self.children = children


class _Pieces(Lexer):
    """Passes the pieces of a reading to lark. The terminal of a word depends on what could stand at its place."""

    __future_interface__ = 2

    def __init__(self, _conf: object) -> None:
        pass

    def lex(self, lexer_state: LexerState, parser_state: Any) -> Iterator[Token]:  # noqa: ANN401 - lark's own
        reading: Any = lexer_state.text
        possible = parser_state.parse_conf.states
        for piece in reading.pieces:
            terminal = terminal_in(piece, possible[parser_state.position])
            leaf = _Leaf(terminal, piece.text, piece.start, end_pos=piece.end)
            leaf.reading = reading
            reading.made += 1
            yield leaf


@cache
def parser() -> Lark:
    """Lark for our grammar."""
    stored = tables()
    if stored["by"] != __version__:
        stored = tables_of(grammar_text())
    makers = {name: partial(_put_together, name) for name in MAKERS}
    return lark_of(stored, _Pieces, SimpleNamespace(**makers, __default__=_Several))


@cache
def automaton() -> ParseConf[int]:
    """Its automaton, for callers that build nothing."""
    config = copy(parser().parse_interactive().parser_state.parse_conf)
    config.callbacks = {}
    return config


def terminal_in(piece: Piece, possible: Container[str]) -> str:
    """A word is a keyword where the grammar could expect it, and a name otherwise; `possible` are the terminals that could stand there."""
    if piece.kind == "word":
        word = grammar().words.get(piece.text)
        if word is None or (word not in possible and "NAME" in possible and piece.text not in RESERVED):
            return "NAME"
        return word
    if piece.kind == "reserved":
        return grammar().words[piece.text]
    if piece.kind == "lone":
        return "LONE"
    if piece.kind == "sign":
        return grammar().signs[piece.text]
    return "NUMBER_SIGN" if piece.kind == "number" else piece.kind


def _put_together(name: str, children: list[Any]) -> Placed:
    """The result of a rule of the grammar; the first refused child, if any."""
    placed = [child if type(child) is tuple else _placed(child) for child in children]
    start, end, reading = _room(placed)
    for child in placed:
        if type(child[0]) is Refused:
            return child
    source = _NOTHING if reading is None else reading.source
    if reading is not None:
        reading.made += 1
    made: Any
    try:
        made = MAKERS[name](Made(name, source, start, end, placed))
    except Refused as refused:
        made = refused
    return made, start, end, reading


def _placed(child: _Leaf | None) -> Placed:
    """A piece, or its absence."""
    if child is None:
        return None, -1, -1, None
    start, end, reading = child.start_pos or 0, child.end_pos or 0, child.reading
    if child.type == "NAME":
        return Word(str(child.value), span=reading.source.span(start, end)), start, end, reading
    return Part(child.type, child.value, reading.source, start, end), start, end, reading


def _room(placed: list[Placed]) -> tuple[int, int, Reading | None]:
    """The earliest start, the latest end, and the reading; -1 and None for nothing."""
    standing = [child for child in placed if child[1] >= 0]
    if not standing:
        return -1, -1, None
    return standing[0][1], standing[-1][2], standing[0][3]


_NOTHING: Final = Source("", None, "")
