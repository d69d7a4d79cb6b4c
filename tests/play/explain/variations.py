"""Checked rules with one thing changed in them: a number, a noun, a condition, a bracket, an effect. Each of these has to be said differently.

What comes to the same in every world that can be made up (`meaning.py`) is no change.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace

from meaning import differ

from ruledsl.language.vocabulary.builtins import builtins_named
from ruledsl.language.vocabulary.types import FLAG, NUMBER
from ruledsl.rules.check import program as p
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.graph import walk
from ruledsl.rules.check.typed import declarations as defs

OTHER_OP = {"==": "!=", "!=": "==", ">=": ">", ">": ">=", "<=": "<", "<": "<="}
OTHER_SUM = {"+": "-", "-": "+", "*": "+", "/": "*", "max": "min", "min": "max"}
OTHER_CHANGE = {"+": "-", "-": "+", "times": "+", "at least": "at most", "at most": "at least"}
EVERYTHING = {"region": "regions", "people": "peoples", "player": "players"}
BORNE = ("base", "body", "change", "condition", "options")


def rule_variants(rule, program, books):
    """(what is changed, field, value) for each way to change one thing in a rule."""
    for name in BORNE:
        value = getattr(rule, name, None)
        if isinstance(value, t.TExpr):
            yield from ((what, name, other) for what, other in otherwise(value, program, books))
        elif isinstance(value, tuple):
            yield from ((what, name, other) for what, other in blocks(value, program, books))
    if getattr(rule, "condition", None) is not None:
        yield "without its condition", "condition", None
    yield from _frame(rule, program)
    if isinstance(rule, defs.ActionDef):
        yield from _action(rule, program, books)


def _frame(rule, program):
    """What stands around expressions and effects."""
    if isinstance(rule, defs.ModifierDef) and rule.op in OTHER_CHANGE and not rule.value.type.is_set:
        yield f"{OTHER_CHANGE[rule.op]} for {rule.op}", "op", OTHER_CHANGE[rule.op]
    if isinstance(rule, defs.TriggerDef) and rule.moment != "instead":
        other = {"before": "after", "after": "before"}[rule.moment]
        yield other, "moment", other
    if isinstance(rule, defs.PermitDef):
        reasons = [f.reason for f in rule.permission.forbids if f.reason != rule.reason]
        yield from ((f"despite {reason}", "reason", reason) for reason in reasons[:1])
    if not isinstance(rule, defs.EventDef | defs.DefineDef | defs.ValueDef) and not p.is_static(
        rule.origin.owner
    ):
        stages = frozenset({1}) if rule.origin.stages is None else None
        yield f"in stages {stages}", "origin", replace(rule.origin, stages=stages)


def _action(rule, program, books):
    """When, and how often."""
    phase = next(e for e in program.events if e.offers and e is not rule.phase)
    yield f"during {phase.name}", "phase", phase
    if rule.limit is None:
        return
    yield "without its limit", "limit", None
    if rule.limit.each is not None:
        yield "one limit for all", "limit", replace(rule.limit, each=None)
    for what, times in variants(rule.limit.times, program, books):
        yield f"{what} times", "limit", replace(rule.limit, times=times)


def blocks(body, program, books):
    """The same of a block: without one of its effects, or with one changed; but for those that keep books."""
    for number, effect in enumerate(body):
        if books.does(effect) and not isinstance(effect, t.TLet):
            continue
        rest = (*body[:number], *body[number + 1 :])
        if not isinstance(effect, t.TLet | t.TRoll | t.TPick) and getattr(effect, "var", None) is None:
            yield f"without effect {type(effect).__name__} {number}", rest
        for what, other in variants(effect, program, books):
            yield what, (*body[:number], other, *body[number + 1 :])


def otherwise(value, program, books):
    """A whole expression with one thing changed, as far as it means something else."""
    return ((what, other) for what, other in variants(value, program, books) if differ(value, other))


def variants(node, program, books):
    """(what is changed, the node so changed)."""
    yield from _here(node, program)
    for field in fields(node):
        if field.name in ("span", "type"):
            continue
        value = getattr(node, field.name)
        if isinstance(value, t.TExpr | t.TEffect | t.Spot | t.Where):
            change = variants if isinstance(node, t.TExpr) or not isinstance(value, t.TExpr) else otherwise
            for what, other in change(value, program, books):
                yield what, replace(node, **{field.name: other})
        elif isinstance(value, tuple):
            for what, other in _tuples(value, program, books):
                yield what, replace(node, **{field.name: other})


def _tuples(parts, program, books):
    if parts and all(isinstance(part, t.TEffect) for part in parts):
        yield from blocks(parts, program, books)
        return
    for number, part in enumerate(parts):
        found = ()
        if isinstance(part, tuple):
            found = _tuples(part, program, books)
        elif is_dataclass(part) and isinstance(part, t.TExpr | t.TEffect | t.Spot | t.Where):
            change = otherwise if isinstance(part, t.TExpr) else variants
            found = change(part, program, books)
        for what, other in found:
            yield what, (*parts[:number], other, *parts[number + 1 :])


def _here(node, program):
    yield from _noun(node, program)
    yield from _operator(node)
    yield from _moved(node)
    yield from _part(node)
    yield from _regrouped(node)
    yield from _of_another(node)
    if isinstance(node, t.Count | t.Exists | t.Fold | t.Filter) and node.condition is not None:
        yield "any of them", replace(node, condition=None)


def _noun(node, program):
    match node:
        case t.Const(type=kind, value=value) if kind == NUMBER:
            yield f"{value + 1} for {value}", replace(node, value=value + 1)
        case t.Const(type=kind, value=value) if kind == FLAG:
            yield f"flag {1 - value}", replace(node, value=1 - value)
        case t.Const(type=kind, value=value) if not kind.is_set and value >= 0:
            many = len(_table(program, kind.name))
            if many > 1:
                yield f"another {kind.name}", replace(node, value=(value + 1) % many)
        case t.HasTrait(word=word):
            words = [w for w in (*program.traits, *program.tile_traits, *program.piece_traits) if w != word]
            yield f"{words[0]} for {word}", replace(node, word=words[0])


def _operator(node):
    match node:
        case t.Order(op=op):
            yield f"{OTHER_OP[op]} for {op}", replace(node, op=OTHER_OP[op])
        case t.Logic(op=op):
            yield f"no {op}", replace(node, op={"and": "or", "or": "and"}[op])
        case t.Not(operand=operand):
            yield "without not", operand
        case t.Math(op=op):
            yield f"{OTHER_SUM[op]} for {op}", replace(node, op=OTHER_SUM[op])
        case t.Fold(op=op) if not node.type.is_set:
            yield f"another fold than {op}", replace(node, op="sum" if op != "sum" else "highest")
        case t.CanDo(despite=despite) if despite:
            yield "despite less", replace(node, despite=despite[1:])


def _part(node):
    """One of two alone, or both the other way round."""
    match node:
        case (
            t.Logic(op=op, left=left, right=right)
            | t.Math(op=op, left=left, right=right)
            | t.SetMath(op=op, left=left, right=right)
        ):
            yield f"left of {op} alone", left
            yield f"right of {op} alone", right
            yield f"{op} the other way round", replace(node, left=right, right=left)
        case t.Order(op=op, left=left, right=right) if left.type == NUMBER:
            yield f"{op} the other way round", replace(node, left=right, right=left)
        case t.Either(then=then, otherwise=other):
            yield "then alone", then
            yield "else alone", other
            yield "then and else exchanged", replace(node, then=other, otherwise=then)
        case t.Filter(members=members) if members.type == node.type:
            yield "all of them", members
        case t.Ask(args=(one, other)) | t.ValueOf(args=(one, other)) | t.Defined(args=(one, other)) if (
            one.type == other.type
        ):
            yield "operands exchanged", replace(node, args=(other, one))

    match node:
        case (
            t.Filter(members=members)
            | t.Count(members=members)
            | t.Exists(members=members)
            | t.Fold(members=members)
        ):
            if members.type.name in EVERYTHING and not (isinstance(members, t.Ask) and not members.args):
                everything = builtins_named(EVERYTHING[members.type.name])[0]
                yield "of all there are", replace(node, members=replace_with(members, everything))
            if isinstance(node, t.Filter) and isinstance(members, t.SetMath):
                inner = replace(node, members=members.right)
                yield "where of the right alone", replace(members, right=inner)


def replace_with(members, builtin):
    return t.Ask(builtin, (), type=members.type, span=members.span)


def _regrouped(node):
    """The same words with the brackets elsewhere."""
    match node:
        case t.Not(operand=t.Logic(left=left) as both):
            yield "not of the first alone", replace(both, left=replace(node, operand=left))
        case t.Not(operand=t.Either() | t.Order()):
            return
        case t.Either(then=t.Either() as inner):
            yield "brackets of if", replace(inner, otherwise=replace(node, then=inner.otherwise))
    for make in (t.Logic, t.Math, t.SetMath):
        match node:
            case make(left=left, right=make(left=middle, right=right) as inner):
                yield (
                    "brackets on the left",
                    replace(inner, left=replace(node, left=left, right=middle), right=right),
                )
            case _:
                pass
        match node:
            case make(left=make(left=left, right=middle) as inner, right=right):
                yield (
                    "brackets on the right",
                    replace(inner, left=left, right=replace(node, left=middle, right=right)),
                )
            case _:
                pass


def _of_another(node):
    """What is said of a member said of one of the members around it, and the other way round."""
    if not isinstance(node, t.Count | t.Exists | t.Fold | t.Filter) or node.condition is None:
        return
    bound = {part.var for part in walk(node) if isinstance(part, t.Count | t.Exists | t.Fold | t.Filter)}
    used = {part.var for part in walk(node) if isinstance(part, t.VarRef)}
    for outer in sorted((var for var in used - bound if var.type == node.var.type), key=lambda var: var.name):
        for one, other in ((node.var, outer), (outer, node.var)):
            for condition in _instead(node.condition, one, other):
                yield f"{other.name} for {one.name}", replace(node, condition=condition)


def _instead(node, one, other):
    """A tree with another variable at one of the places of a variable."""
    if isinstance(node, t.VarRef):
        if node.var is one:
            yield replace(node, var=other)
        return
    for field in fields(node):
        value = getattr(node, field.name)
        if isinstance(value, t.TExpr):
            yield from (replace(node, **{field.name: made}) for made in _instead(value, one, other))
        elif isinstance(value, tuple) and all(isinstance(part, t.TExpr) for part in value):
            for number, part in enumerate(value):
                for made in _instead(part, one, other):
                    yield replace(node, **{field.name: (*value[:number], made, *value[number + 1 :])})


def _moved(node):
    match node:
        case t.TRepeat(declinable=declinable, until=None):
            yield "declinable or not", replace(node, declinable=not declinable)
        case t.Where(what=what) if what in ("box", "hand"):
            yield f"not {what}", replace(node, what="anywhere", of=None)
        case t.TMovePieces(amount=amount) if amount is not None and not isinstance(amount, t.Const):
            yield "all pieces", replace(node, amount=None)
        case t.TMoveTokens(amount=amount) if amount is not None:
            yield "all tokens", replace(node, amount=None)


def _table(program, kind):
    tables = {
        "tile": program.tiles,
        "piece": program.pieces,
        "trait": program.traits,
        "mode": program.modes,
        "stage": program.stages,
        "kind": program.kinds,
        "deck": program.decks,
        "die": program.dice,
    }
    return tables.get(kind, ())
