"""What hypothesis makes up: trees of the rule language, texts that are nearly right, and games."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache

from hypothesis import strategies as st

from ruledsl import load
from ruledsl.base.diagnostics import Span
from ruledsl.language.syntax import tree as t
from ruledsl.language.syntax.grammar import grammar
from ruledsl.language.vocabulary.types import ACTS, FOLDS, STRATA

NOWHERE = Span("<made up>", 1, 1, 1, 1)
PREPOSITIONS = ("by", "for", "in", "to", "from", "with", "as", "on", "through")
LEAVES = 12


def _node(kind, /, **parts):
    return st.builds(kind, **parts, span=st.just(NOWHERE))


def _expr(kind, /, **parts):
    """An expression, perhaps in brackets."""
    return _node(kind, **parts, bracketed=st.booleans())


@st.composite
def _later(draw, name):
    """A strategy by its name, so that what hypothesis says of those that use it stays short."""
    return draw(globals()[name])


def _maybe(strategy):
    return st.none() | strategy


def _some(strategy, least=0, most=3):
    return st.lists(strategy, min_size=least, max_size=most).map(tuple)


# ── words ────────────────────────────────────────────────────────────────────


def is_free(text):
    return not set(text.split("/")) & set(grammar().words)


PLAIN_NAMES = st.sampled_from(["hill", "tokens", "x", "r2_d2", "core/cost", "near", "holder", "a" * 40])
NAMES = PLAIN_NAMES | st.from_regex("[a-z][a-z0-9_]{0,8}(/[a-z][a-z0-9_]{0,5})?", fullmatch=True).filter(
    is_free
)
WORDS = _node(t.Word, text=NAMES)
SCOPES = st.sampled_from(["", "my", "here"])
TYPES = _node(t.TypeRef, name=WORDS, is_set=st.booleans())


def _params(preps=("of", *PREPOSITIONS), most=3):
    """Parameters: `of` only for the first."""
    first = _node(t.Param, prep=st.sampled_from(preps), name=WORDS, type=_maybe(TYPES))
    other = _node(t.Param, prep=st.sampled_from(PREPOSITIONS), name=WORDS, type=_maybe(TYPES))
    return st.just(()) | st.tuples(first, _some(other, most=most)).map(lambda pair: (pair[0], *pair[1]))


# ── expressions ──────────────────────────────────────────────────────────────


def _arg(preps, expressions):
    return _node(t.Arg, prep=st.sampled_from(preps), value=expressions)


def _args(expressions, preps=("of", *PREPOSITIONS)):
    """One argument or several: `of` only for the first."""
    first, other = _arg(preps, expressions), _arg(PREPOSITIONS, expressions)
    return st.tuples(first, _some(other, most=2)).map(lambda pair: (pair[0], *pair[1]))


def _members(inner):
    return _node(t.Members, binder=_maybe(WORDS), members=inner, condition=_maybe(inner))


def _calls(inner):
    return _expr(t.Call, name=WORDS, args=_args(inner, ["of"]))


def _compared(inner):
    words = ["is in", "is not in", "is at least", "is at most", "is more than", "is less than"]
    predicate = _expr(t.Call, name=WORDS, args=_args(inner, PREPOSITIONS))
    return st.one_of(
        _expr(t.Compare, op=st.sampled_from(["is", "is not"]), left=inner, right=inner | predicate),
        _expr(t.Compare, op=st.sampled_from(words), left=inner, right=inner),
    )


def _composed(inner):
    binary = ["and", "or", "+", "-", "*", "/", "but at least", "but at most"]
    return st.one_of(
        _calls(inner),
        _expr(t.My, name=WORDS, args=_args(inner, PREPOSITIONS)),
        _expr(t.Can, name=WORDS, args=st.just(()) | _args(inner), despite=st.just(()) | st.tuples(WORDS)),
        _expr(t.Unary, op=st.sampled_from(["not", "-"]), operand=inner),
        _expr(t.Binary, op=st.sampled_from(binary), left=inner, right=inner),
        _compared(inner),
        _expr(t.Has, left=inner, kind=WORDS),
        _expr(t.Filter, members=inner, condition=inner),
        _expr(t.Count, members=_members(inner)),
        _expr(t.Fold, op=st.sampled_from([*FOLDS]), term=inner, members=_members(inner)),
        _expr(t.Some, members=_members(inner)),
        _expr(t.Either, condition=inner, then=inner, otherwise=inner),
        _expr(t.Reached, name=WORDS, start=inner, step=inner),
    )


NUMBERS = _expr(t.Number, value=st.integers(0, 999_999))
FLAGS = _expr(t.Flag, value=st.booleans())
ATOMS = st.one_of(
    NUMBERS,
    FLAGS,
    _expr(t.Nothing),
    _expr(t.Pronoun, word=st.sampled_from(["me", "you", "here", "this", "it"])),
    _expr(t.Name, text=NAMES),
    _expr(t.My, name=WORDS, args=st.just(())),
)
ALL_EXPRESSIONS = st.recursive(ATOMS, _composed, max_leaves=LEAVES)
EXPRESSIONS = _later("ALL_EXPRESSIONS")

# ── effects ──────────────────────────────────────────────────────────────────

PLACES = st.one_of(
    _node(t.Name, text=NAMES),
    _node(t.My, name=WORDS, args=st.just(())),
    _node(t.Call, name=WORDS, args=st.tuples(_arg(["of"], EXPRESSIONS))),
)
ARGS = st.just(()) | _args(EXPRESSIONS)
ASKING = _maybe(EXPRESSIONS)
MOVED = WORDS.filter(lambda word: word.text != "tokens")  # a tree has the singular
MOVES = _node(
    t.Move,
    amount=_node(t.Amount, value=_maybe(EXPRESSIONS)),
    kind=MOVED,
    owner=_maybe(EXPRESSIONS),
    source=_maybe(EXPRESSIONS),
    target=EXPRESSIONS,
    form=_maybe(MOVED),
)
SIMPLE_EFFECTS = st.one_of(
    _node(t.Do, name=WORDS, args=ARGS),
    _node(t.Let, name=WORDS, value=EXPRESSIONS),
    _node(t.SetTo, place=PLACES, value=EXPRESSIONS),
    _node(t.AddTo, value=EXPRESSIONS, place=PLACES),
    _node(t.PutIn, value=EXPRESSIONS, place=PLACES),
    _node(t.DropFrom, value=EXPRESSIONS, place=PLACES),
    _node(t.Choose, name=WORDS, options=EXPRESSIONS, asking=ASKING),
    MOVES,
    _node(t.Exchange, left=PLACES, right=PLACES),
    _node(t.Gains, player=EXPRESSIONS, amount=EXPRESSIONS),
    _node(t.Pays, player=EXPRESSIONS, amount=EXPRESSIONS, receiver=_maybe(EXPRESSIONS)),
    _node(t.Collect, name=WORDS, args=ARGS),
    _node(t.Roll, die=WORDS, name=WORDS, asking=ASKING),
    _node(t.Reroll, name=WORDS, condition=_maybe(EXPRESSIONS), asking=ASKING),
    _node(t.Draw, name=WORDS, options=EXPRESSIONS, until=_maybe(EXPRESSIONS)),
    *(
        _node(
            t.Act,
            name=st.just(act.name),
            args=st.tuples(*(EXPRESSIONS for _ in act.takes)),
            binds=WORDS if act.binds else st.none(),
        )
        for act in ACTS.values()
        if act.name != "draw"  # that has a node of its own
    ),
    _node(t.AtOnce, name=WORDS, members=EXPRESSIONS, memory=WORDS, options=EXPRESSIONS),
    _node(t.Offer, one=st.booleans(), to=EXPRESSIONS),
    _node(t.Stop, phase=WORDS),
)


def _blocks(effects):
    return _node(t.Block, effects=_some(effects, least=1))


def _compound(inner):
    body = _blocks(inner)
    return st.one_of(
        _node(t.IfEffect, branches=_some(st.tuples(EXPRESSIONS, body), least=1), otherwise=_maybe(body)),
        _node(t.ForEach, name=WORDS, members=EXPRESSIONS, body=body, until=_maybe(EXPRESSIONS)),
        _node(t.Repeat, times=EXPRESSIONS, body=body, until=_maybe(EXPRESSIONS)),
        _node(t.UpTo, times=EXPRESSIONS, choice=_optional(body)),
        _optional(body),
    )


def _optional(body):
    return st.one_of(
        _node(t.MayChoose, name=WORDS, options=EXPRESSIONS, asking=ASKING, body=body, otherwise=_maybe(body)),
        _node(t.May, name=WORDS, asking=ASKING, body=body, otherwise=_maybe(body)),
    )


ALL_EFFECTS = st.recursive(_later("SIMPLE_EFFECTS"), _compound, max_leaves=4)
EFFECTS = _later("ALL_EFFECTS")
BLOCKS = _blocks(EFFECTS)

# ── statements ───────────────────────────────────────────────────────────────

CONDITIONS = _maybe(EXPRESSIONS)
ALL_CHANGES = _node(t.Change, op=st.sampled_from([*STRATA]), value=EXPRESSIONS)


def means_something(change):
    """Not `+1 where …`, which the parser refuses."""
    if not isinstance(change.value, t.Filter):
        return True
    return STRATA[change.op].of != "number" and not isinstance(change.value.members, t.Number | t.Flag)


CHANGES = ALL_CHANGES.filter(means_something)
LIMITS = _node(t.Limit, times=EXPRESSIONS, unit=WORDS, each=_maybe(EXPRESSIONS))
ACTION_PARTS = {
    "name": WORDS,
    "target": _maybe(WORDS),
    "by": _maybe(EXPRESSIONS),
    "during": _maybe(WORDS),
    "limit": _maybe(LIMITS),
    "options": _maybe(EXPRESSIONS),
    "condition": _maybe(EXPRESSIONS),
    "body": _maybe(BLOCKS),
}


def has_a_clause(action):
    return any([action.during, action.limit, action.options, action.condition, action.body])


ALL_RULES = st.one_of(
    _node(t.Modifier, scope=SCOPES, name=WORDS, change=CHANGES, condition=CONDITIONS),
    _node(
        t.Trigger,
        moment=st.sampled_from(["before", "after", "instead of"]),
        scope=SCOPES,
        name=WORDS,
        condition=CONDITIONS,
        body=BLOCKS,
    ),
    _node(t.Forbid, scope=SCOPES, name=WORDS, reason=WORDS, condition=CONDITIONS),
    _node(t.Permit, scope=SCOPES, name=WORDS, reason=WORDS, condition=CONDITIONS),
    _node(t.Action, **ACTION_PARTS).filter(has_a_clause),
)
RULES = _later("ALL_RULES")
PHASES = _node(t.Phase, name=WORDS, body=_maybe(BLOCKS))
SUBJECTS = _node(t.Param, prep=st.just(""), name=WORDS, type=_maybe(TYPES))
PREDICATES = st.tuples(SUBJECTS, _params(PREPOSITIONS, most=2) | _params(("of",), most=1))
VALUES = {"name": WORDS, "params": _params(), "base": EXPRESSIONS}
ALL_STATEMENTS = st.one_of(
    RULES,
    _node(t.Guard, stage=WORDS, rules=_some(RULES, least=1)),
    _node(t.Value, **VALUES, against=st.none(), direction=st.just("")),
    _node(t.Value, **VALUES, against=EXPRESSIONS, direction=st.sampled_from(["lower", "higher"])),
    _node(t.Define, name=WORDS, params=_params(), body=EXPRESSIONS, is_predicate=st.just(value=False)),
    _node(
        t.Define,
        name=WORDS,
        params=PREDICATES.map(lambda pair: (pair[0], *pair[1])),
        body=EXPRESSIONS,
        is_predicate=st.just(value=True),
    ),
    _node(t.Permission, name=WORDS, params=_params()),
    _node(t.Event, name=WORDS, params=_params(), body=_some(EFFECTS | PHASES)),
    _node(
        t.PhaseAdded,
        name=WORDS,
        moment=st.sampled_from(["before", "after"]),
        anchor=WORDS,
        event=WORDS,
        body=BLOCKS,
    ),
    _node(
        t.Remember,
        name=WORDS,
        on=WORDS,
        type=TYPES,
        initial=_maybe(EXPRESSIONS),
        until=_maybe(WORDS),
        secret=st.booleans(),
    ),
)
STATEMENTS = _later("ALL_STATEMENTS")
DOCUMENTS = _node(t.Document, statements=_some(STATEMENTS, most=4), comments=st.just(()))

# ── games ────────────────────────────────────────────────────────────────────

UNDER_GROUND = ("underground_2p", "underground_3p", "underground_4p", "underground_5p")
ABOVE_GROUND = ("small_world_2p", "small_world_3p", "small_world_4p", "small_world_5p")
ISLANDS = ("islands_2p", "islands_3p", "islands_4p", "islands_5p")
ON_MAPS = {
    ("smallworld",): ABOVE_GROUND,
    ("underground",): UNDER_GROUND,
    ("smallworld", "underground"): UNDER_GROUND,
    ("crossover",): (*ABOVE_GROUND, *UNDER_GROUND),
    ("warcraft",): ("warcraft_test", *ISLANDS),
    ("crossover", "warcraft"): (*ABOVE_GROUND, *UNDER_GROUND, *ISLANDS),
}
"""Packs that are played together, and where."""

rules_of = cache(load)


def boards():
    """All (packs, map) that can be played."""
    return [(packs, board) for packs in ON_MAPS for board in ON_MAPS[packs]]


@dataclass(frozen=True)
class Play:
    """A game and the choices in it: those of an `eager` player rarely stop and take every kind of action alike."""

    packs: tuple[str, ...]
    board: str
    players: int
    seed: int
    chance: int
    eager: bool

    def begin(self):
        """The game at its first decision, and the generator that chooses in it."""
        game = rules_of(*self.packs).new_game(self.players, self.seed, self.board)
        return game, random.Random(self.chance)

    def pick(self, game, chance):
        """The index of the next choice."""
        asked = game.decision.pending
        if not self.eager or not asked.kind.startswith("offer"):
            return chance.randrange(len(asked.options))
        actions = sorted({option[0] for option in asked.options})
        action = chance.choice(actions)
        if len(actions) > 1 and action in {-1, actions[1]} and chance.random() < 0.7:
            action = chance.choice(actions)
        return chance.choice([i for i, option in enumerate(asked.options) if option[0] == action])

    def walk(self, every=1):
        """The game at every so many decisions, from the first to the end."""
        game, chance = self.begin()
        while not game.over:
            if len(game.choices) % every == 0:
                yield game
            game.choose(self.pick(game, chance))
        yield game

    def after(self, decisions):
        """The game after so many decisions, or the last one if it is shorter."""
        game, chance = self.begin()
        for _ in range(decisions):
            before = game.copy()
            game.choose(self.pick(game, chance))
            if game.over:
                return before
        return game


SEEDS = st.integers(0, 2**32 - 1)


@st.composite
def plays(draw):
    """A game of any packs on any of their maps."""
    packs, board = draw(st.sampled_from(boards()))
    return Play(packs, board, draw(st.integers(2, 5)), draw(SEEDS), draw(SEEDS), draw(st.booleans()))


@st.composite
def moments(draw):
    """A game somewhere on its way, at a decision."""
    return draw(plays()).after(draw(st.integers(0, 250)))
