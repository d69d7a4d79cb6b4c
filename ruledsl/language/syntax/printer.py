"""Expressions as text, with the necessary brackets and those that the author added for the reader; long ones are broken inside brackets.

Every expression has a level, that of its rule in the grammar: it needs brackets where a higher level is required. Those of the author stay,
except around a single word or number, and a second pair around the first.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from string import Formatter
from typing import Any, Final, NamedTuple, cast

from ruledsl.base.dataclass import dataclass, field
from ruledsl.base.plaintext import STEP
from ruledsl.language.syntax import tree
from ruledsl.language.syntax.tree import (
    Arg,
    Binary,
    Block,
    Call,
    Can,
    Change,
    Comment,
    Compare,
    Count,
    Effect,
    Expr,
    Filter,
    Flag,
    Fold,
    Has,
    Limit,
    Members,
    My,
    Name,
    Node,
    Nothing,
    Number,
    Operand,
    Param,
    Pronoun,
    Statement,
    TypeRef,
    Unary,
    Word,
    narrowed,
)
from ruledsl.language.vocabulary.types import (
    ACTS,
    ATOM,
    BINARY,
    CHAIN,
    COMPARISON,
    EXPR,
    FACTOR,
    NOT,
    OR,
    STRATA,
    SUM,
    filled,
)

_LEVELS: Final = {"expr": EXPR, "or": OR, "sum": SUM, "factor": FACTOR, "chain": CHAIN, "atom": ATOM}
"""The names of operand levels in sentences."""
NARROWEST: Final = 30  # columns for deeply nested parts

Parts = list[str | tuple[Expr, int]]
"""A line: text, and expressions with the required level. Nothing is inserted between the parts."""


class Segment(NamedTuple):
    """A possible line inside an expression: words, and an operand with the required level."""

    words: str
    operand: Expr | None
    level: int


def level_of(expr: Expr) -> int:
    """The level of an expression as written."""
    match expr:
        case Fold(members=members):
            return EXPR if members is not None else FACTOR
        case Binary(op=op):
            return BINARY[op].level
        case Unary(op=op):
            return NOT if op == "not" else FACTOR
        case Compare():
            return COMPARISON
        case Can():
            return FACTOR
        case Call(args=(_,) | (Arg(prep="between"), _)):
            return CHAIN
        case Call():
            return FACTOR
        case My(args=args):
            return FACTOR if args else ATOM
        case Count(members=members):
            return FACTOR if members.condition is None else EXPR
    return expr.level if expr.written else ATOM


def flat(expr: Expr, level: int = EXPR) -> str:
    """The expression on one line, in brackets if this level requires them."""
    text = inside(expr)
    return f"({text})" if _in_brackets(expr, level) else text


def inside(expr: Expr) -> str:
    """The expression on one line, without outer brackets."""
    text = _atom(expr) or " ".join(_flat(segment) for segment in segments(expr))
    return "-" + text[2:] if isinstance(expr, Unary) and expr.op == "-" else text


def _in_brackets(expr: Expr, level: int) -> bool:
    return level_of(expr) < level or (expr.bracketed and not _is_short(expr))


def _is_short(expr: Expr) -> bool:
    """Are brackets around it useless?"""
    return level_of(expr) == ATOM or (isinstance(expr, Count) and expr.members.condition is None)


def _flat(segment: Segment) -> str:
    if segment.operand is None:
        return segment.words
    operand = flat(segment.operand, segment.level)
    return f"{segment.words} {operand}" if segment.words else operand


def _atom(expr: Expr) -> str:
    match expr:
        case Number(value=value):
            return str(value)
        case Flag(value=value):
            return "yes" if value else "no"
        case Nothing():
            return "none"
        case Pronoun(word=word):
            return word
        case Name(text=text):
            return text
    return ""


def segments(expr: Expr) -> list[Segment]:
    """The parts of an expression, each of which could be a line of its own."""
    match expr:
        case Binary():
            return _binary(expr)
        case Unary(op=op, operand=operand):
            return [Segment(op, operand, _below(op, operand))]
        case Compare():
            return _compare(expr)
        case Call(name=name, args=args):
            return _call(name.text, args)
        case My(name=name, args=args):
            return _call(f"my {name.text}", args)
        case Can(name=name, args=args, despite=despite):
            lifted = [Segment(f"despite {word.text}", None, 0) for word in despite]
            return [*_call(f"can {name.text}", args), *lifted]
        case Fold(op=op, term=term, members=members):
            if members is None:
                return [Segment(f"{op} of", term, CHAIN)]
            return [Segment(f"{op} of", term, OR), *_members("over", members, OR)]
        case Filter(members=members, condition=condition) if narrowed(members, condition, printed=True):
            return [Segment("", members, ATOM), Segment("where", condition, OR)]
    return list(_sentence(expr)) if expr.written else [Segment(_atom(expr), None, 0)]


def _spoken(node: Node) -> Iterator[tuple[str, Node | None, int]]:
    """A sentence as words, each with the following operand and its level; names are words."""
    words = ""
    for text, name, level, _ in Formatter().parse(node.written):
        part = getattr(node, name) if name else None
        words += text + (part.text if isinstance(part, Word) else "")
        if part is not None and not isinstance(part, Word):
            yield words, part, _LEVELS[level or "expr"]
            words = ""
    if words:
        yield words, None, EXPR


def sentence_parts(node: Node) -> Parts:
    """An effect that is a sentence."""
    parts: list[Any] = []
    for words, part, level in _spoken(node):
        parts += [words] if part is None else [words, (part, level)]
    return parts


def _sentence(expr: Operand) -> Iterator[Segment]:
    """An expression that is a sentence: each operand with the words before it."""
    for words, part, level in _spoken(expr):
        if isinstance(part, Members):
            yield from _members(words.strip(), part, level)
        else:
            yield Segment(words.strip(), cast("Expr | None", part), level)


def _below(op: str, operand: Expr) -> int:
    """The operand level of `not` and `-`; `not (a is b)` keeps brackets that it could omit, because it is easier to read."""
    if op == "-":
        return FACTOR
    return ATOM if isinstance(operand, Compare | Has) else NOT


def _binary(expr: Binary) -> list[Segment]:
    """`a + b - c` as three segments, however deep the tree is."""
    level = BINARY[expr.op].level
    pieces: list[Segment] = []
    left: Expr = expr
    while (
        isinstance(left, Binary) and BINARY[left.op].level == level and (left is expr or not left.bracketed)
    ):
        pieces.append(Segment(left.op, left.right, level + 1))
        left = left.left
    return [Segment("", left, level), *reversed(pieces)]


def _compare(expr: Compare) -> list[Segment]:
    left = Segment("", expr.left, SUM)
    right = expr.right
    if isinstance(right, Call) and right.args and right.args[0].prep != "of":
        first, *others = _call(right.name.text, right.args)
        return [left, Segment(f"{expr.op} {first.words}", first.operand, first.level), *others]
    return [left, Segment(expr.op, right, SUM)]


def _members(words: str, members: Members, level: int) -> list[Segment]:
    binder = f"{words} {members.binder.text} in" if members.binder else words
    pieces = [Segment(binder, members.members, level)]
    if members.condition is not None:
        pieces.append(Segment("where", members.condition, OR))
    return pieces


def _call(name: str, args: Sequence[Arg]) -> list[Segment]:
    if not args:
        return [Segment(name, None, 0)]
    first, *others = args
    return [
        Segment(f"{name} {first.prep}", first.value, CHAIN),
        *(Segment(arg.prep, arg.value, CHAIN) for arg in others),
    ]


def args_parts(args: Sequence[Arg]) -> Parts:
    """Arguments after a name, with a space before each."""
    return [part for arg in args for part in (f" {arg.prep} ", (arg.value, CHAIN))]


def joined(parts: Parts) -> str:
    """The parts on one line."""
    return "".join(part if isinstance(part, str) else flat(*part) for part in parts)


def broken(expr: Expr, level: int, margin: int, width: int) -> str:
    """The expression over several lines in brackets, the later ones indented by `margin`. Parts that fit stay whole.

    A question with its arguments is no list: if it fits, it gets a line of its own.
    """
    parts = segments(expr)
    if _atom(expr):
        return flat(expr, level)
    if len(parts) == 1:
        text = _broken_segment(parts[0], margin, width)
        return f"({text})" if _in_brackets(expr, level) else text
    if isinstance(expr, Call) and margin + len(inside(expr)) < width:
        return f"(\n{' ' * margin}{inside(expr)})"
    return "(" + f"\n{' ' * margin}".join(_fitted(part, margin, width) for part in parts) + ")"


def _fitted(part: Segment, margin: int, width: int) -> str:
    line = _flat(part)
    return (
        line
        if margin + len(line) < max(width, margin + NARROWEST)
        else _broken_segment(part, margin + 2, width)
    )


def _broken_segment(part: Segment, margin: int, width: int) -> str:
    if part.operand is None:
        return part.words
    operand = broken(part.operand, part.level, margin, width)
    return f"{part.words} {operand}" if part.words else operand


# ── entries ─────────────────────────────────────────────────────────────────────
# Entries to print (one logical line each), with their original places, and the comments.


WIDTH: Final = 110

Place = tuple[int, int]
Placed = tuple[int, Comment]
"""A comment with its depth."""


@dataclass(slots=True)
class Entry:
    """One logical line; `start` and `end` are its place in the original text.

    `opens` if something may stand in a block of this line. Comments of their own lines stand `before` and `below` it, each at its depth.
    """

    depth: int
    parts: Parts
    start: Place
    end: Place
    opens: bool = False
    before: list[Placed] = field(default_factory=list)
    behind: list[Comment] = field(default_factory=list)
    below: list[Placed] = field(default_factory=list)

    def text(self) -> str:
        """The line, or its lines if it is too long for one."""
        margin = self.depth * STEP
        return " " * margin + _fitted_entry(self.parts, margin)


class Entries:
    """The lines printed so far."""

    __slots__ = ("_comments", "lines")

    def __init__(self, comments: Sequence[Comment] = ()) -> None:
        self.lines: list[Entry] = []
        self._comments = sorted(comment.span.start for comment in comments)

    def add(self, depth: int, parts: Parts, first: Node, last: Node | None, *, opens: bool = False) -> None:
        """Add a line that begins where `first` begins and ends where `last` ends, or where it begins."""
        end = last.span.end if last else first.span.start
        self.lines.append(Entry(depth, parts, first.span.start, end, opens))

    def fits(self, depth: int, parts: Parts) -> bool:
        """Does this fit on one line?"""
        return depth * STEP + len(joined(parts)) <= WIDTH

    def comment_between(self, first: Node, last: Node) -> bool:
        """Is a comment between the starts of these two?"""
        start, end = (bisect_right(self._comments, node.span.start) for node in (first, last))
        return start < end

    def place(self, comments: Iterable[Comment]) -> list[Placed]:
        """Attach comments to the lines before, behind or below which they stand; returns those after everything."""
        in_order = sorted(self.lines, key=lambda entry: entry.start)
        starts = [entry.start for entry in in_order]
        after: list[Placed] = []
        gap = -1  # after which line the last comment was no longer in a block that ends there
        for comment in sorted(comments, key=lambda comment: comment.span.start):
            place = comment.span.start
            number = bisect_right(starts, place) - 1
            last, following = in_order[max(number, 0) : number + 1], in_order[number + 1 : number + 2]
            if last and not comment.own_line:
                last[0].behind.append(comment)
                continue
            if last and place < last[0].end:
                last[0].before.append((last[0].depth, comment))
                continue
            outside = following[0].depth if following else 0
            depth = max(outside, self._depth(comment, in_order, starts) if last else 0)
            if depth > outside and gap < number:
                self._end_of_block(last[0], depth).below.append((depth, comment))
                continue
            gap = number
            (following[0].before if following else after).append((depth, comment))
        return after

    def _depth(self, comment: Comment, in_order: Sequence[Entry], starts: Sequence[Place]) -> int:
        """The depth of a comment: that of the line with which it is level, or one more in a block of that line."""
        number = bisect_left(starts, comment.level)
        level = in_order[min(number, len(in_order) - 1)]
        opens = level.opens or any(entry.depth > level.depth for entry in in_order[number + 1 : number + 2])
        return level.depth + (comment.inside and opens)

    def _end_of_block(self, last: Entry, depth: int) -> Entry:
        """The line that is printed last in the block of this depth in which a line is: clauses have an order of their own."""
        number = next(number for number, entry in enumerate(self.lines) if entry is last)
        while number + 1 < len(self.lines) and self.lines[number + 1].depth >= depth:
            number += 1
        return self.lines[number]


def _fitted_entry(parts: Parts, margin: int) -> str:
    """One line if it fits; otherwise its longest expressions are broken, one after the other, until every line fits.

    Lengths are counted without brackets: a broken expression gets some, and must still be the first choice when it is parsed and printed again.
    """
    texts = [part if isinstance(part, str) else flat(*part) for part in parts]
    exprs = [(number, *part) for number, part in enumerate(parts) if not isinstance(part, str)]
    for number, expr, level in sorted(exprs, key=lambda numbered: -len(inside(numbered[1]))):
        if _widest("".join(texts), margin) <= WIDTH:
            break
        texts[number] = broken(expr, level, margin + 2 * STEP, WIDTH)
    return "".join(texts)


def _widest(text: str, margin: int) -> int:
    first, *others = text.split("\n")
    return max(margin + len(first), *(len(line) for line in others), 0)


def _full_rows(lines: Sequence[Entry], after: Sequence[Placed]) -> set[int]:
    """The rows of the original text where something stood."""
    comments = [comment for entry in lines for comment in entry.behind]
    comments += [comment for entry in lines for _, comment in (*entry.before, *entry.below)]
    rows = {comment.span.line for comment in (*comments, *(comment for _, comment in after))}
    return rows.union(*(range(entry.start[0], entry.end[0] + 1) for entry in lines))


def laid_out(lines: Sequence[Entry], after: Sequence[Placed]) -> str:
    """The lines with their comments. One blank line stays where there were some, but not at the start of a block."""
    printed: list[str] = []
    full = _full_rows(lines, after)
    last_line, last_depth = 0, 0

    def put(text: str, depth: int, first: int, last: int) -> None:
        nonlocal last_line, last_depth
        if printed and first > last_line + 1 and first - 1 not in full and depth <= last_depth:
            printed.append("")
        printed.append(text)
        last_line, last_depth = last, depth

    def remark(depth: int, comment: Comment) -> None:
        put(" " * (depth * STEP) + comment.text, depth, comment.span.line, comment.span.end_line)

    for entry in lines:
        behind = [(entry.depth, comment) for comment in entry.behind]
        for depth, comment in sorted([*entry.before, *behind[:-1]], key=lambda placed: placed[1].span.start):
            remark(depth, comment)
        end = "".join(f"  {comment.text}" for comment in entry.behind[-1:])
        put(entry.text() + end, entry.depth, entry.start[0], entry.end[0])
        for depth, comment in entry.below:
            remark(depth, comment)
    for depth, comment in after:
        remark(depth, comment)
    return "\n".join(printed)


# ── statements ──────────────────────────────────────────────────────────────────
# Statements as lines.


# ── effects ─────────────────────────────────────────────────────────────────────
# Effects as lines.


TOKEN: Final = "token"  # noqa: S105 - of a race


def _short(expr: Expr) -> tuple[Expr, int]:
    return expr, CHAIN


def _amount(expr: Expr) -> tuple[Expr, int]:
    """A number before a word: `gains (coins of me) coins` is easier to read with brackets than without."""
    return expr, ATOM


def _asking(asking: Expr | None) -> Parts:
    return [" asking ", _short(asking)] if asking else []


def _move(node: tree.Move) -> Parts:
    amount = node.amount.value
    kind = _counted(TOKEN, amount) if node.kind.text == TOKEN else node.kind.text
    parts: Parts = ["move ", "all" if amount is None else _amount(amount), f" {kind}"]
    for word, value in (("of", node.owner), ("from", node.source), ("to", node.target)):
        if value is not None:
            parts += [f" {word} ", _short(value)]
    if node.form is not None:
        parts.append(f" as {_counted(TOKEN, amount) if node.form.text == TOKEN else node.form.text}")
    return parts


def _counted(word: str, amount: Expr | None) -> str:
    """The singular or plural of a word."""
    return word if isinstance(amount, tree.Number) and amount.value == 1 else f"{word}s"


def _coins(node: tree.Gains | tree.Pays, verb: str) -> Parts:
    """The one who gains or pays, with the right form of the verb, and the amount."""
    is_you = isinstance(node.player, tree.Pronoun) and node.player.word == "you"
    coins = _counted("coin", node.amount)
    return [_short(node.player), f" {verb if is_you else f'{verb}s'} ", _amount(node.amount), f" {coins}"]


def _pays(node: tree.Pays) -> Parts:
    receiver: Parts = [" to ", _short(node.receiver)] if node.receiver else []
    return [*_coins(node, "pay"), *receiver]


def _act(node: tree.Act) -> Parts:
    sentence = filled(ACTS[node.name].written, node.binds.text if node.binds else "", node.args)
    return [part if isinstance(part, str) else _short(part) for part in sentence]


def _roll(node: tree.Roll) -> Parts:
    amount: Parts = [_amount(node.amount), " "] if node.amount is not None else []
    return ["roll ", *amount, f"{node.die.text} as {node.name.text}", *_asking(node.asking)]


def _reroll(node: tree.Reroll) -> Parts:
    where: Parts = [" where ", (node.condition, EXPR)] if node.condition is not None else []
    return [f"reroll {node.name.text}", *where, *_asking(node.asking)]


def _until(until: Expr | None) -> Parts:
    return [" until ", (until, EXPR)] if until is not None else []


def _draw(node: tree.Draw) -> Parts:
    return [f"draw {node.name.text} from ", (node.options, EXPR), *_until(node.until)]


def _choose(node: tree.Choose) -> Parts:
    return [f"choose {node.name.text} from ", (node.options, EXPR), *_asking(node.asking)]


def _at_once(node: tree.AtOnce) -> Parts:
    one, kept = node.name.text, node.memory.text
    return [f"at once each {one} in ", (node.members, EXPR), f" choose {kept} from ", (node.options, EXPR)]


SIMPLE: Final[dict[type[Node], Callable[[Any], Parts]]] = {
    **{kind: sentence_parts for kind in Node.__subclasses__() if kind.written},
    tree.Do: lambda node: [f"do {node.name.text}", *args_parts(node.args)],
    tree.AtOnce: _at_once,
    tree.Choose: _choose,
    tree.Roll: _roll,
    tree.Reroll: _reroll,
    tree.Draw: _draw,
    tree.Move: _move,
    tree.Gains: lambda node: _coins(node, "gain"),
    tree.Pays: _pays,
    tree.Collect: lambda node: [f"collect {node.name.text}", *args_parts(node.args)],
    tree.Act: _act,
    tree.Offer: lambda node: ["offer one to " if node.one else "offer to ", _short(node.to)],
}


def effect(node: Effect, depth: int, entries: Entries) -> None:
    """Print an effect with its blocks."""
    simple = SIMPLE.get(type(node))
    if simple is not None:
        entries.add(depth, simple(node), node, node)
    elif isinstance(node, tree.IfEffect):
        _if(node, depth, entries)
    elif isinstance(node, tree.ForEach):
        head: Parts = [f"for each {node.name.text} in ", (node.members, EXPR), *_until(node.until)]
        block(head, (node, node.until or node.members), node.body, depth, entries)
    elif isinstance(node, tree.Repeat):
        times: Parts = [" ", _short(node.times), " times"] if node.times is not None else []
        head = ["repeat", *times, *_until(node.until)]
        block(head, (node, node.until or node.times), node.body, depth, entries)
    elif isinstance(node, tree.InTurn):
        first: Parts = [" from ", _short(node.first)] if node.first is not None else []
        which: Parts = [" where ", (node.condition, OR)] if node.condition is not None else []
        _optional(node.choice, node, [f"each {node.name.text} in turn", *first, *which, " "], depth, entries)
    elif isinstance(node, tree.UpTo):
        _optional(node.choice, node, ["up to ", _short(node.times), " times "], depth, entries)
    elif isinstance(node, tree.MayChoose | tree.May):
        _optional(node, node, [], depth, entries)


def _optional(
    node: tree.MayChoose | tree.May, first: Node, before: Parts, depth: int, entries: Entries
) -> None:
    """Print a choice that may be declined; `first` is where its head begins."""
    if isinstance(node, tree.MayChoose):
        head = [*before, f"may choose {node.name.text} from ", (node.options, EXPR), *_asking(node.asking)]
        last: Node = node.asking or node.options
    else:
        head = [*before, f"may {node.name.text}", *_asking(node.asking)]
        last = node.asking or node.name
    if node.passing is not None:
        head.append(f" until all{' others' if node.passing.others else ''} pass")
        last = node.passing
    block(head, (first, last), node.body, depth, entries)
    _else(node.otherwise, depth, entries)


def _if(node: tree.IfEffect, depth: int, entries: Entries) -> None:
    for number, (condition, body) in enumerate(node.branches):
        head: Parts = ["else if " if number else "if ", (condition, EXPR)]
        block(head, (condition if number else node, condition), body, depth, entries)
    _else(node.otherwise, depth, entries)


def _else(otherwise: Block | None, depth: int, entries: Entries) -> None:
    if otherwise is not None:
        block(["else"], (otherwise, None), otherwise, depth, entries)


def block(head: Parts, around: tuple[Node, Node | None], body: Block, depth: int, entries: Entries) -> None:
    """Print the block after a colon: a single simple effect on the colon's line if it was there and fits, otherwise lines below it.

    `around` is where the head begins and ends; without an end, it ends where it begins.
    """
    first, last = around
    if len(body.effects) == 1:
        only = body.effects[0]
        simple = SIMPLE.get(type(only))
        stood_there = only.span.line == body.span.line
        if simple is not None and stood_there and not entries.comment_between(first, only):
            line: Parts = [*head, ": ", *simple(only)]
            if entries.fits(depth, line):
                entries.add(depth, line, first, only, opens=True)
                return
    entries.add(depth, [*head, ":"], first, last)
    for one in body.effects:
        effect(one, depth + 1, entries)


def _scope(scope: str) -> str:
    return f"{scope} " if scope else ""


def _condition(condition: Expr | None) -> Parts:
    return [" if ", (condition, EXPR)] if condition is not None else []


def change_parts(change: Change) -> Parts:
    """`-1`, `+(tokens of me)`, `becomes 0`. A sign precedes a number, a word, or brackets."""
    if STRATA[change.op].adds:
        return [change.op, (change.value, ATOM)]
    return [f"{change.op} ", (change.value, EXPR)]


def limit_parts(limit: Limit) -> Parts:
    """`once per turn`, `3 times per turn for each …`, `once per turn with …`."""
    once = isinstance(limit.times, tree.Number) and limit.times.value == 1
    times: Parts = ["once"] if once else [(limit.times, CHAIN), " times"]
    each: Parts = [" for each ", (limit.each, CHAIN)] if limit.each is not None else []
    along = f" with {limit.along.text}" if limit.along is not None else ""
    return [*times, f" per {limit.unit.text}", *each, along]


def type_text(kind: TypeRef) -> str:
    """`number`, `set of region`."""
    return f"set of {kind.name.text}" if kind.is_set else kind.name.text


def param_text(param: Param) -> str:
    """` with force (number)`, with a space before it."""
    prep = f" {param.prep} " if param.prep else " "
    kind = f" ({type_text(param.type)})" if param.type else ""
    return f"{prep}{param.name.text}{kind}"


def _params(params: Iterable[Param]) -> str:
    return "".join(param_text(param) for param in params)


# ── of one line ──────────────────────────────────────────────────────────────


def _modifier(node: tree.Modifier) -> Parts:
    return [f"{_scope(node.scope)}{node.name.text} ", *change_parts(node.change), *_condition(node.condition)]


def _forbid(node: tree.Forbid) -> Parts:
    return [f"forbid {_scope(node.scope)}{node.name.text} as {node.reason.text}", *_condition(node.condition)]


def _permit(node: tree.Permit) -> Parts:
    return [
        f"permit {_scope(node.scope)}{node.name.text} despite {node.reason.text}",
        *_condition(node.condition),
    ]


def _value(node: tree.Value) -> Parts:
    head: Parts = [f"value {node.name.text}{_params(node.params)} = ", (node.base, EXPR)]
    if node.against is None:
        return head
    return [*head, " against ", (node.against, CHAIN), f" when {node.direction}"]


def _define(node: tree.Define) -> Parts:
    if not node.is_predicate:
        return [f"define {node.name.text}{_params(node.params)} = ", (node.body, EXPR)]
    subject, *others = node.params
    return [f"define{param_text(subject)} is {node.name.text}{_params(others)} = ", (node.body, EXPR)]


def _remember(node: tree.Remember) -> Parts:
    parts: Parts = [f"remember {node.name.text} of {node.on.text}: {type_text(node.type)}"]
    if node.initial is not None:
        parts += [" = ", (node.initial, EXPR)]
    until = f" until {node.until.text}" if node.until else ""
    return [*parts, until, " secret" if node.secret else ""]


LINES: Final[dict[type[Node], Callable[[Any], Parts]]] = {
    tree.Modifier: _modifier,
    tree.Forbid: _forbid,
    tree.Permit: _permit,
    tree.Value: _value,
    tree.Define: _define,
    tree.Permission: lambda node: [f"permission {node.name.text}{_params(node.params)}"],
    tree.Remember: _remember,
}


# ── with blocks ──────────────────────────────────────────────────────────────


def statement(node: Statement, depth: int, entries: Entries) -> None:
    """Print a statement with its contents."""
    line = LINES.get(type(node))
    if line is not None:
        entries.add(depth, line(node), node, node)
    elif isinstance(node, tree.Guard):
        _guard(node, depth, entries)
    elif isinstance(node, tree.Trigger):
        head: Parts = [f"{node.moment} {_scope(node.scope)}{node.name.text}", *_condition(node.condition)]
        block(head, (node, node.condition or node.name), node.body, depth, entries)
    elif isinstance(node, tree.Action):
        _action(node, depth, entries)
    elif isinstance(node, tree.Event):
        _event(node, depth, entries)
    elif isinstance(node, tree.PhaseAdded):
        head = [f"phase {node.name.text} {node.moment} {node.anchor.text} of {node.event.text}"]
        block(head, (node, node.event), node.body, depth, entries)


def _guard(node: tree.Guard, depth: int, entries: Entries) -> None:
    if len(node.rules) == 1:
        rule = node.rules[0]
        parts = LINES.get(type(rule))
        stood_there = rule.span.line == node.stage.span.line
        if parts is not None and stood_there and not entries.comment_between(node, rule):
            line: Parts = [f"{node.stage.text}: ", *parts(rule)]
            if entries.fits(depth, line):
                entries.add(depth, line, node, rule, opens=True)
                return
    entries.add(depth, [f"{node.stage.text}:"], node, node.stage)
    for rule in node.rules:
        statement(rule, depth + 1, entries)


def _action(node: tree.Action, depth: int, entries: Entries) -> None:
    target = f" of {node.target.text}" if node.target else ""
    head: Parts = [f"action {node.name.text}{target}"]
    if node.by is not None:
        head += [" by ", (node.by, CHAIN)]
    entries.add(depth, head, node, node.by or node.target or node.name)
    inner = depth + 1
    if node.during is not None:
        entries.add(inner, [f"during {node.during.text}"], node.during, node.during)
    if node.limit is not None:
        entries.add(inner, limit_parts(node.limit), node.limit, node.limit)
    if node.options is not None:
        entries.add(inner, ["from ", (node.options, EXPR)], node.options, node.options)
    if node.condition is not None:
        entries.add(inner, ["if ", (node.condition, EXPR)], node.condition, node.condition)
    if node.body is not None:
        block(["do"], (node.body, None), node.body, inner, entries)


def _event(node: tree.Event, depth: int, entries: Entries) -> None:
    last: Node = node.params[-1] if node.params else node.name
    colon = ":" if node.body else ""
    entries.add(depth, [f"event {node.name.text}{_params(node.params)}{colon}"], node, last)
    for part in node.body:
        if isinstance(part, tree.Phase):
            phase(part, depth + 1, entries)
        else:
            effect(part, depth + 1, entries)


def phase(node: tree.Phase, depth: int, entries: Entries) -> None:
    """Print a phase of an event's body."""
    if node.body is None:
        entries.add(depth, [f"phase {node.name.text}"], node, node.name)
    else:
        block([f"phase {node.name.text}"], (node, node.name), node.body, depth, entries)


# ── printer ─────────────────────────────────────────────────────────────────────
# Tree to text in one canonical layout; parsing that text gives the same tree.
#
# * Two spaces for each step of indentation; lines of at most 110 columns where they can be broken in brackets.
# * A block of one simple effect stays on its colon's line if it fits there; so does a single rule of one line behind a
#   guard. Everything else stands indented below, and so does what stood there before.
# * The clauses of an action in the order `during`, `once`, `from`, `if`, `do`.
# * The brackets that are needed, those around `not (a is b)` and around what is more than a word behind a sign or as an amount, and those
#   that the author put around more than a word.
# * Comments on lines of their own stand before the line that followed them, or at the end of the block that they were as far in as; the
#   others stand behind the line they stood on.
#   Where there were blank lines, one stays.


def to_text(node: Node) -> str:
    """The canonical text of a tree or of any part of it. A whole document ends with a line end."""
    if isinstance(node, tree.Document):
        entries = Entries(node.comments)
        for one in node.statements:
            statement(one, 0, entries)
        text = laid_out(entries.lines, entries.place(node.comments))
        return text + "\n" if text else ""
    if isinstance(node, tree.Expr):
        return flat(node)
    part = _part(node)
    if part is not None:
        return part
    entries = Entries()
    if isinstance(node, tree.Block):
        for effect_inside in node.effects:
            effect(effect_inside, 0, entries)
    elif isinstance(node, tree.Phase):
        phase(node, 0, entries)
    elif isinstance(node, tree.Statement):
        statement(node, 0, entries)
    elif isinstance(node, tree.Effect):
        effect(node, 0, entries)
    return laid_out(entries.lines, ())


def _part(node: Node) -> str | None:
    """Text of a node that is neither a line nor an expression."""
    match node:
        case tree.Word() | tree.Comment():
            return node.text
        case tree.Arg():
            return joined(args_parts([node])).strip()
        case tree.Members():
            return flat(tree.Some(node, span=node.span)).removeprefix("some ")
        case tree.Amount():
            return "all" if node.value is None else flat(node.value)
        case tree.Change():
            return joined(change_parts(node))
        case tree.Limit():
            return joined(limit_parts(node))
        case tree.TypeRef():
            return type_text(node)
        case tree.Param():
            return param_text(node).strip()
    return None
