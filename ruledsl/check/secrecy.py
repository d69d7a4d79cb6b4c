"""What hangs on secrets: on coins in hand, on what is remembered in secret, on hidden tiles. And choices that are nothing but secrets.

While somebody is asked, a rule that is half done holds numbers and nouns in its variables. Whoever may not know what they hang on may not see them.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, TypeGuard

from ruledsl.check import typed as t
from ruledsl.check.graph import clauses, walk
from ruledsl.check.pointing import Pointing, all_given
from ruledsl.check.program import DefineDef, PermissionDef, ValueDef
from ruledsl.vocabulary.types import BY_NAME, BY_PLACE, PEOPLE, PLAYER, TILE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.check.program import Program

__all__ = ["ME", "Secrecy", "Whose", "kept_secret", "only_keeps_secrets"]

ME = "me"
Whose = t.Var | str | None
"""Whose secret it is: the bearer's of the rule (`ME`), that of the player or people in a variable, or nobody's that could be named."""

Holder = t.Var | ValueDef | DefineDef | PermissionDef


# ── choices ──


def kept_secret(*body: t.TEffect | t.TExpr) -> set[t.Var]:
    """The variables with which a body does nothing but write them into secret memories."""
    read, kept = Counter[t.Var](), Counter[t.Var]()
    for node in walk(*body):
        if isinstance(node, t.VarRef):
            read[node.var] += 1
        elif _keeps(node) and isinstance(node.value, t.VarRef):
            kept[node.value.var] += 1
    return {var for var, times in kept.items() if read[var] == times}


def only_keeps_secrets(*blocks: t.TBlock) -> bool:
    """Do these blocks write secret memories, and do nothing else?"""
    effects = [effect for block in blocks for effect in block]
    return bool(effects) and all(map(_keeps, effects))


def _keeps(node: object) -> TypeGuard[t.TWrite]:
    return isinstance(node, t.TWrite) and node.spot.memory is not None and node.spot.memory.secret


# ── variables ──


class Secrecy:
    """Worked out once for a program: whose secrets every variable hangs on."""

    def __init__(self, program: Program, pointing: Pointing) -> None:
        self.pointing = pointing
        self.found: dict[Holder, set[Whose]] = {}
        leading: dict[Holder, list[tuple[Holder, bool]]] = {}
        for holder, given, passed in _all_given(program):
            for whose, source in self._read(given):
                if source is None:
                    self.found.setdefault(holder, set()).add(None if passed else whose)
                else:
                    leading.setdefault(source, []).append((holder, passed or not isinstance(source, t.Var)))
        for var, whose in _chosen_in_secret(program):
            self.found.setdefault(var, set()).add(whose)
        waiting = list(self.found)
        while waiting:
            source = waiting.pop()
            for holder, passed in leading.get(source, ()):
                known = self.found.setdefault(holder, set())
                more = ({None} if passed else self.found[source]) - known
                if more:
                    known |= more
                    waiting.append(holder)

    def of(self, var: t.Var) -> set[Whose]:
        """Whose secrets a variable hangs on."""
        return self.found.get(var, set())

    def __call__(self, node: t.TExpr) -> set[Whose]:
        """Whose secrets an expression hangs on."""
        found: set[Whose] = set()
        for whose, source in self._read(node):
            if source is None:
                found.add(whose)
            elif source in self.found:
                found |= self.found[source] if isinstance(source, t.Var) else {None}
        return found

    def _read(self, node: t.TExpr | None) -> Iterator[tuple[Whose, Holder | None]]:
        """The secrets that are read right here, and whatever else may hang on some."""
        for part in walk(node):
            match part:
                case t.VarRef(var=holder) | t.ValueOf(value=holder) | t.Defined(define=holder):
                    yield None, holder
                case t.CanDo(permission=permission):
                    yield None, permission
                case t.Recall(memory=memory, arg=arg) if memory.secret:
                    yield _whose(arg), None
                case t.Ask(builtin=asked, args=(arg, *_)) if asked.reads == "purse":
                    yield _whose(arg), None
                case t.Ask(builtin=asked, args=(arg, *_)) if asked.reads == "face" and self._may_hide(arg):
                    yield None, None
                case t.FieldOf(arg=arg) | t.HasTrait(noun=arg) if arg.type == TILE and self._may_hide(arg):
                    yield None, None
                case t.Ask(builtin=asked, args=(arg, *_)) if asked.reads == "place" and self._may_be_named(arg):
                    yield None, None

    def _may_hide(self, tile: t.TExpr) -> bool:
        return bool(self.pointing(tile) & BY_PLACE)

    def _may_be_named(self, tile: t.TExpr) -> bool:
        known = isinstance(tile, t.Pronoun | t.Ask) or tile.type != TILE
        return not known and bool(self.pointing(tile) & BY_NAME)


def _all_given(program: Program) -> Iterator[tuple[Holder, t.TExpr | None, bool]]:
    """Everything that may hang on secrets, with what it is filled from, and whether that is passed from somewhere else.

    What somebody chose is no secret any more, whatever there was to choose from.
    """
    passed = {var for event in program.events for var in event.params}
    chosen = {action.target for action in program.actions}
    chosen |= {n.var for clause in clauses(program) for n in clause.walk() if isinstance(n, t.TChoose)}
    for holder, given in all_given(program):
        if holder not in chosen:
            yield holder, given, holder in passed or not isinstance(holder, t.Var)
    for rule in (*program.forbids, *program.permits):
        yield rule.permission, rule.condition, True
    for modifier in program.modifiers:
        yield modifier.value, modifier.condition, True


def _chosen_in_secret(program: Program) -> Iterator[tuple[t.Var, Whose]]:
    """The variables of choices that are kept secret, and whose choices they are."""
    for clause in clauses(program):
        kept = kept_secret(*clause.roots)
        for node in clause.walk() if kept else ():
            if isinstance(node, t.TChoose) and node.var in kept:
                yield node.var, _whose(node.asking)
    for action in program.actions:
        if action.target is not None and action.target in kept_secret(*action.body):
            yield action.target, None


def _whose(noun: t.TExpr | None) -> Whose:
    """The owner of a secret that is read, if the rule itself tells who that is."""
    if isinstance(noun, t.Ask) and noun.builtin.code == "owner":
        noun = noun.args[0]
    if isinstance(noun, t.Pronoun) and noun.word == "me":
        return ME
    return noun.var if isinstance(noun, t.VarRef) and noun.var.type in (PLAYER, PEOPLE) else None
