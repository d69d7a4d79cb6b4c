"""What depends on secrets: on coins in hand, secret memories, hidden tiles. And choices whose only effect is a secret.

While somebody is asked, an unfinished rule holds numbers and nouns in its variables. A player who may not know what they depend on may not see
them.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, TypeGuard

from ruledsl.base.dataclass import dataclass
from ruledsl.language.vocabulary.types import BY_NAME, BY_PLACE, PEOPLE, PLAYER, TILE
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.graph import asks, clauses, walk
from ruledsl.rules.check.knowledge.pointing import Pointing, all_given
from ruledsl.rules.check.typed.declarations import DefineDef, PermissionDef, ValueDef

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from ruledsl.rules.check.graph import Part
    from ruledsl.rules.check.program import Program

ME = "me"
Whose = t.Var | str | None
"""The owner of a secret: the bearer of the rule (`ME`), the player or people in a variable, or an unknown one."""

Holder = t.Var | ValueDef | DefineDef | PermissionDef


# ── choices ──


def kept_secret(*body: Part) -> set[t.Var]:
    """The variables that a body does nothing with but write them to secret memories."""
    read, secret_vars = Counter[t.Var](), Counter[t.Var]()
    for node in walk(*body):
        if isinstance(node, t.VarRef):
            read[node.var] += 1
        elif _keeps(node) and isinstance(node.value, t.VarRef):
            secret_vars[node.value.var] += 1
    return {var for var, times in secret_vars.items() if read[var] == times}


def only_keeps_secrets(*blocks: t.TBlock) -> bool:
    """Is writing secret memories the only effect of these blocks?"""
    effects = [effect for block in blocks for effect in block]
    return bool(effects) and all(map(_keeps, effects))


def _keeps(node: object) -> TypeGuard[t.TWrite]:
    return isinstance(node, t.TWrite) and node.spot.memory is not None and node.spot.memory.secret


# ── variables ──


@dataclass(frozen=True, slots=True)
class _Source:
    """Something else that an expression reads. For a question, `given` maps its parameters."""

    holder: Holder
    given: Mapping[t.Var, Whose] | None = None

    def whose(self, secrets: Iterable[Whose]) -> set[Whose]:
        """The owners of the secrets from this source, by their names at the reader."""
        if self.given is None:
            return set(secrets)
        return {self.given.get(who) if isinstance(who, t.Var) else None for who in secrets}


class Secrecy:
    """The owners of the secrets that each variable depends on; computed once for a program."""

    def __init__(self, program: Program, pointing: Pointing) -> None:
        self.pointing = pointing
        self.found: dict[Holder, set[Whose]] = {}
        leading: dict[Holder, list[tuple[Holder, _Source]]] = {}
        passed = {var for event in program.events for var in event.params}
        for holder, given in _all_given(program):
            for read in self._read(given):
                if isinstance(read, _Source):
                    source = _Source(read.holder, {}) if holder in passed else read
                    leading.setdefault(read.holder, []).append((holder, source))
                else:
                    self.found.setdefault(holder, set()).add(None if holder in passed else read)
        for var, whose in _chosen_in_secret(program):
            self.found.setdefault(var, set()).add(whose)
        waiting = list(self.found)
        while waiting:
            changed = waiting.pop()
            for holder, source in leading.get(changed, ()):
                known = self.found.setdefault(holder, set())
                more = source.whose(self.found[changed]) - known
                if more:
                    known |= more
                    waiting.append(holder)

    def of(self, var: t.Var) -> set[Whose]:
        """The owners of the secrets that a variable depends on."""
        return self.found.get(var, set())

    def __call__(self, node: t.TExpr) -> set[Whose]:
        """The owners of the secrets that an expression depends on."""
        found: set[Whose] = set()
        for read in self._read(node):
            found |= read.whose(self.found.get(read.holder, ())) if isinstance(read, _Source) else {read}
        return found

    def _read(self, node: t.TExpr | None) -> Iterator[_Source | Whose]:
        """The owners of the secrets that are read directly, and everything else that may depend on some."""
        for part in walk(node):
            match part:
                case t.VarRef(var=var):
                    yield _Source(var)
                case t.ValueOf(value=called, args=args) | t.Defined(define=called, args=args):
                    yield _called(called, args)
                case t.CanDo(permission=called, args=args):
                    yield _called(called, args)
                case t.Recall(memory=memory, arg=arg) if memory.secret:
                    yield _whose(arg)
                case t.Ask(builtin=builtin, args=(arg, *_)) if builtin.reads == "purse":
                    yield _whose(arg)
                case t.Ask(builtin=builtin, args=(arg, *_)) if self._is_hidden(builtin.reads, arg):
                    yield None
                case t.FieldOf(arg=arg) | t.HasTrait(noun=arg) if arg.type == TILE and self._is_hidden(
                    "face", arg
                ):
                    yield None

    def _is_hidden(self, reads: str, tile: t.TExpr) -> bool:
        """May the property of a tile be unknown: the face of one known by its place, the place of one known by its name?"""
        if reads == "face":
            return bool(self.pointing(tile) & BY_PLACE)
        in_play = isinstance(tile, t.Pronoun | t.Ask)
        return reads == "place" and not in_play and bool(self.pointing(tile) & BY_NAME)


def _called(called: ValueDef | DefineDef | PermissionDef, args: tuple[t.TExpr, ...]) -> _Source:
    return _Source(called, {param: _whose(arg) for param, arg in zip(called.params, args, strict=True)})


def _all_given(program: Program) -> Iterator[tuple[Holder, t.TExpr | None]]:
    """Everything that may depend on secrets, with its sources.

    A choice that was made is no longer secret, whatever its options were.
    """
    chosen = {action.target for action in program.actions}
    chosen |= {n.var for clause in clauses(program) for n in clause.walk() if isinstance(n, t.TChoose)}
    yield from ((holder, given) for holder, given in all_given(program) if holder not in chosen)
    yield from ((rule.permission, rule.condition) for rule in program.forbids)
    yield from ((rule.permission, rule.condition) for rule in program.permits)
    yield from ((modifier.value, modifier.condition) for modifier in program.modifiers)


def _chosen_in_secret(program: Program) -> Iterator[tuple[t.Var, Whose]]:
    """The variables of secret choices, and who makes them."""
    for clause in clauses(program):
        secret_vars = kept_secret(*clause.roots)
        for node in clause.walk() if secret_vars else ():
            if isinstance(node, t.TChoose) and node.var in secret_vars:
                yield node.var, _whose(node.asking)
    for action in program.actions:
        if action.target is not None and action.target in kept_secret(*action.body):
            yield action.target, None


def _whose(noun: t.TExpr | None) -> Whose:
    """The owner of a secret that is read, if the rule itself tells."""
    if asks(noun, "owner"):
        noun = noun.args[0]
    if isinstance(noun, t.Pronoun) and noun.word == "me":
        return ME
    return noun.var if isinstance(noun, t.VarRef) and noun.var.type in (PLAYER, PEOPLE) else None
