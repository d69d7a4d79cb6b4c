"""Do two checked expressions come to the same? Both are evaluated in worlds that are made up.

In such a world there are a few things of each kind, and every question has some answer: the same whenever the same is asked about the same things. So
`and`, `or`, sums, comparisons, filters and counts mean what they mean, and everything that hangs on a game can be anything.
"""

from __future__ import annotations

from zlib import crc32

from ruledsl.language.vocabulary.types import FLAG, NUMBER, calculated, compared
from ruledsl.rules.check import typed as t

WORLDS = 24
THINGS = 3
"""Of each kind, beside nobody."""
NUMBERS = 7


def differ(one, other):
    """Is there a world in which they come to different things?"""
    return any(World(seed).answer(one, {}) != World(seed).answer(other, {}) for seed in range(WORLDS))


class World:
    def __init__(self, seed):
        self.seed = seed

    def chance(self, *asked):
        return crc32(repr((self.seed, *asked)).encode()) >> 3

    def anything(self, kind, *asked):
        """Some answer of a type, always the same to the same question."""
        number = self.chance(kind.name, kind.is_set, *asked)
        if kind.is_set:
            return frozenset(thing for thing in range(THINGS) if number >> thing & 1)
        if kind == FLAG:
            return bool(number & 1)
        return number % NUMBERS if kind == NUMBER else number % (THINGS + 1) - 1

    def answer(self, node, env):
        """What an expression comes to; `env` has what variables are."""
        match node:
            case None:
                return None
            case t.Const(value=value):
                return self._constant(node, value)
            case t.VarRef(var=var):
                return env[var] if var in env else self.anything(node.type, var.name)
            case t.Not(operand=operand):
                return not self.answer(operand, env)
            case t.Logic(op=op, left=left, right=right):
                sides = self.answer(left, env), self.answer(right, env)
                return all(sides) if op == "and" else any(sides)
            case t.Math(op=op, left=left, right=right):
                return calculated(op, self.answer(left, env), self.answer(right, env))
            case t.Order(op=op, left=left, right=right):
                return self._ordered(op, self.answer(left, env), self.answer(right, env))
            case t.Either(condition=condition, then=then, otherwise=otherwise):
                return self.answer(then if self.answer(condition, env) else otherwise, env)
            case t.SetOf(item=item):
                return frozenset({self.answer(item, env)} - {-1})
            case t.SetMath(op=op, left=left, right=right):
                first, second = self.answer(left, env), self.answer(right, env)
                return first | second if op == "+" else first - second
            case t.Member(item=item, members=members):
                return self.answer(item, env) in self.answer(members, env)
            case _:
                return self._over(node, env)

    @staticmethod
    def _constant(node, value):
        if node.type.is_set:
            return frozenset()
        return bool(value) if node.type == FLAG else value

    @staticmethod
    def _ordered(op, left, right):
        if op in ("==", "!="):
            return (left == right) == (op == "==")
        return compared(op, left, right)

    def _those(self, node, env):
        """The members of a set that are meant."""
        members = sorted(self.answer(node.members, env))
        if node.condition is None:
            return members
        return [thing for thing in members if self.answer(node.condition, {**env, node.var: thing})]

    def _over(self, node, env):
        match node:
            case t.Filter():
                return frozenset(self._those(node, env))
            case t.Count():
                return len(self._those(node, env))
            case t.Exists():
                return bool(self._those(node, env))
            case t.Fold(op=op, term=term, var=var):
                found = [self.answer(term, {**env, var: thing}) for thing in self._those(node, env)]
                if node.type.is_set:
                    return frozenset().union(*found)
                return sum(found) if op == "sum" else {"highest": max, "lowest": min}[op](found, default=0)
            case t.Reach(var=var, start=start, step=step):
                steps = [self.answer(step, {**env, var: thing}) for thing in range(THINGS)]
                return frozenset({("reached", self.answer(start, env), *steps)})
            case _:
                return self._asked(node, env)

    def _asked(self, node, env):
        """A question to the game, or to what packs declare."""
        match node:
            case t.Pronoun(word=word):
                return self.anything(node.type, word)
            case t.Ask(args=()) if node.type.is_set:  # all there are of a kind
                return frozenset(range(THINGS))
            case t.Ask(builtin=builtin, args=(members,)) if builtin.gives_member:
                found = sorted(self.answer(members, env))
                return found[0] if found and (len(found) == 1 or builtin.name == "first") else -1
            case t.Ask(builtin=builtin, args=args):
                return self._called(node, builtin.name, builtin.preps, args, env)
            case t.ValueOf(value=found, args=args) | t.Defined(define=found, args=args):
                return self._called(node, found.name, (), args, env)
            case t.CanDo(permission=found, args=args, despite=despite):
                return self._called(node, found.name, despite, args, env)
            case t.Recall(memory=memory, arg=arg):
                return self._called(node, memory.name, (), (arg,), env)
            case t.FieldOf(field=name, arg=arg):
                return self._called(node, name, (), (arg,), env)
            case t.DeckTiles(deck=deck):
                return self._called(node, "deck", (), (deck,), env)
            case t.HasPiece(place=region, kind=kind):
                return self._called(node, "has", (), (region, kind), env)
            case t.HasTrait(noun=noun, word=word):
                return self._called(node, word, (), (noun,), env)
        raise TypeError(type(node).__name__)

    def _called(self, node, name, how, args, env):
        found = [self.answer(arg, env) for arg in args]
        return self.anything(
            node.type, name, how, [sorted(a, key=repr) if isinstance(a, frozenset) else a for a in found]
        )
