"""What is compiled of the typed tree and the evaluator that explains it say the same of every position."""

import itertools
import random
from pathlib import Path

import pytest
from lengths import part, some

from ruledsl.engine.state.board import bits
from ruledsl.language.vocabulary.types import BIT_SETS, NUMBER, STRATA, Type
from ruledsl.play.explain import rules
from ruledsl.play.explain.evaluator import Evaluator
from ruledsl.play.explain.explanation import Lines
from ruledsl.play.explain.whynot import why_not
from ruledsl.play.rules import load
from ruledsl.rules.check import typed as t
from ruledsl.rules.packs.folders.find import known_packs

SCRATCH = str(Path(__file__).parent / "packs" / "twins")
MOST_ARGS = part(30, 4)
MOST_TARGETS = 8
LOOKS = part(4, 2)


def members(g, kind):
    """All that a parameter of this type can be, nobody first."""
    program = g.code.program
    sizes = {
        "tile": len(program.tiles),
        "piece": len(program.pieces),
        "trait": len(program.traits),
        "way": len(program.ways),
        "mode": len(program.modes),
        "stage": len(program.stages),
        "kind": len(program.kinds),
    }
    match kind.name:
        case "region":
            return [-1, *range(g.board.size)]
        case "people":
            return [-1, *range(g.people_count)]
        case "player":
            return [-1, *range(g.seats)]
        case "number":
            return [0, 1, 3]
        case "flag":
            return [0, 1]
        case _:
            return [-1, *range(sizes[kind.name])]


def arguments(g, params, rng, most=MOST_ARGS):
    """All tuples of arguments, or so many of them."""
    domains = []
    for param in params:
        domain = members(g, param.type.element)
        if param.type.is_set:
            some = [[m for m in domain if m >= 0 and rng.random() < 0.4] for _ in range(3)]
            domain = [sum(1 << m for m in s) if param.type.element in BIT_SETS else tuple(s) for s in some]
        domains.append(domain)
    found = list(itertools.product(*domains))
    return found if len(found) <= most else rng.sample(found, most)


def total(lines):
    return sum(line.amount for line in lines if line.dropped not in ("immune", "replaced"))


def compare_values(g, evaluator, lines, rng):
    for value in g.code.program.values:
        for args in arguments(g, value.params, rng):
            fast = evaluator.ask.value(value.index, *args)
            answer = evaluator.answers.value(value, args)
            assert fast == answer.result, (value.name, args)
            if value.type == NUMBER:
                assert total(lines.value(answer)) == fast, (value.name, args, lines.value(answer))
            else:
                assert lines.value(answer), value.name


def compare_permissions(g, evaluator, rng):
    for permission in g.code.program.permissions:
        for rest in arguments(g, permission.params[1:], rng):
            mask = evaluator.ask.allowed(permission.index, *rest)
            everybody = members(g, permission.params[0].type)
            slow = {m for m in everybody if evaluator.answers.verdict(permission, (m, *rest)).allowed}
            assert set(bits(mask)) == slow, (permission.name, rest)


def compare_options(game, rng):
    """What is offered has nothing against it, and what is not offered has."""
    asked = game.state.pending
    if asked.kind not in ("offer", "offer_one"):
        return
    offered = {option.id for option in game.decision.options}
    phase = game.state.code.choices[asked.place].phase
    for action in game.rules.program.actions:
        if action.phase.index != phase:
            continue
        targets = [None] if action.target is None else members(game.state, action.target.type)[1:]
        targets = rng.sample(targets, min(len(targets), MOST_TARGETS))
        for target in targets:
            id_ = None if target is None else game.naming.id_of(game.state, action.target.type, target)
            found = why_not(game, action.name, id_)
            name = action.name if target is None else f"{action.name}:{id_}"
            there = any(o.replace(f"@{o.partition('@')[2].partition(':')[0]}", "") == name for o in offered)
            assert found.result == there, name
            assert there or found.lines, f"{name} is not offered, and nothing says why"


def play(rules, seed, players, look):
    rng = random.Random(seed)
    map_id = next((m.id for m in rules.composition.maps.values() if players in m.players), None)
    if map_id is None:
        return
    game = rules.new_game(players, seed=seed)
    looks = 0
    while not game.over:
        if looks < LOOKS and rng.random() < 0.08:
            looks += 1
            look(game, rng)
        game.choose(rng.randrange(len(game.decision.options)))


def compare(game, rng):
    g = game.state
    evaluator = Evaluator(g)
    compare_values(g, evaluator, Lines(evaluator, game.naming), rng)
    compare_permissions(g, evaluator, rng)
    compare_options(game, rng)


@pytest.mark.parametrize("players", some([2, 3, 4, 5], 2))
@pytest.mark.parametrize("pack", [*known_packs(), SCRATCH])
def test_the_twins_agree(pack, players):
    """In every official pack, and in one that has one of everything."""
    rules = load(pack)
    if not rules.composition.maps:
        pytest.skip("no game begins without a map")
    for seed in range(4 if pack == SCRATCH else 2):
        play(rules, 100 * players + seed, players, compare)


def test_the_scratch_pack_has_one_of_everything():
    """Every kind of node and every kind of rule stands somewhere in it, and all its rules come into play."""
    rules = load(SCRATCH)
    kinds = set()

    def walk(node):
        if isinstance(node, tuple):
            for item in node:
                walk(item)
        elif isinstance(node, t.TExpr):
            kinds.add(type(node).__name__)
            for name in node.__dataclass_fields__:
                walk(getattr(node, name))

    program = rules.program
    walk(tuple(value.base for value in program.values))
    walk(tuple(define.body for define in program.defines))
    for rule in (*program.modifiers, *program.forbids, *program.permits, *program.actions):
        walk(rule.condition)
        walk(getattr(rule, "change", None))
        walk(getattr(rule, "options", None))
    assert kinds == {kind.__name__ for kind in t.TExpr.__subclasses__()}
    assert {m.op for m in program.modifiers} == set(STRATA)


def test_a_broken_order_of_strata_is_noticed(monkeypatch):
    """The comparison is worth something: the same game with another order of strata in the evaluator does not pass."""
    monkeypatch.setattr(rules, "ORDER", rules.ORDER[::-1])
    with pytest.raises(AssertionError):
        play(load(SCRATCH), 200, 2, compare)


def test_questions_about_nobody_have_an_answer():
    game = load(SCRATCH).new_game(2, seed=1)
    evaluator = Evaluator(game.state)
    for value in game.rules.program.values:
        nobody = tuple(-1 if p.type != NUMBER else 0 for p in value.params)
        assert evaluator.answers.value(value, nobody).result == evaluator.ask.value(value.index, *nobody)
    assert evaluator.ask("owner", -1) == -1
    assert Type("people") not in {
        p.type for v in game.rules.program.values for p in v.params if p.type.is_set
    }
