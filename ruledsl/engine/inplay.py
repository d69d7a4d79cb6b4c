"""The rules in play: which tile, borne by whom, changes which value, watches which event, offers which action.

The tables follow from the state and are built anew when a tile comes or goes, a people changes its stage, or a region with a tile
changes hands. What is not in play is never asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.engine import layout as at
from ruledsl.engine.board import bits

if TYPE_CHECKING:
    from ruledsl.engine.code import RuleCode, Rules
    from ruledsl.engine.state import State

__all__ = ["InPlay", "refresh"]

Instance = tuple[Any, int, int, int]
"""(function or number of the rule, me, here, this)."""

Strata = tuple[list[Instance], ...]
"""becomes, plus (or also), minus (or without), at least, at most; then the same five for pieces, asked only where a piece lies."""

STRATA = 10


class InPlay:
    """`values[v]` maps a subject (a people or player; -1: everybody else) to the strata of its modifiers."""

    __slots__ = ("actions", "forbids", "permits", "triggers", "values")

    def __init__(self) -> None:
        self.values: dict[int, dict[int, Strata]] = {}
        self.forbids: dict[int, list[tuple[Instance, str]]] = {}
        self.permits: dict[int, dict[str, list[Instance]]] = {}
        self.triggers: dict[int, list[Instance]] = {}
        self.actions: dict[int, list[Instance]] = {}


def refresh(g: State) -> InPlay:
    """The tables of a state, built if need be."""
    if g.play is None:
        g.play = _build(g)
    return g.play


def _build(g: State) -> InPlay:
    code, play = g.code, InPlay()
    own: dict[tuple[int, int], list[tuple[int, Instance]]] = {}
    width = code.people_width
    for people in bits(g.G[at.LIVE]):
        row = people * width
        for tile in (g.P[row + at.RACE], g.P[row + at.POWER]):
            if tile >= 0:
                _enter_tile(g, play, own, tile, people, -1)
    for tile in g.laid:
        region = g.T.get(tile * code.tile_width + at.SITE, -1)
        if not g.T.get(tile * code.tile_width + at.CONCEALED, 0):
            _enter_tile(g, play, own, tile, g.R[region * code.region_width], region)
    for kind in bits(g.G[at.SEEN]):
        rules = code.piece_rules.get(kind)
        if rules is not None and code.brought_by[kind] < 0:
            _enter(g, play, own, rules, -1, -1, -1)
    _merge_own(play, own)
    return play


def _enter_tile(
    g: State,
    play: InPlay,
    own: dict[tuple[int, int], list[tuple[int, Instance]]],
    tile: int,
    me: int,
    here: int,
) -> None:
    code = g.code
    if tile in code.tile_rules:
        _enter(g, play, own, code.tile_rules[tile], me, here, tile)
    for kind in code.brings.get(tile, ()):
        if kind in code.piece_rules:
            _enter(g, play, own, code.piece_rules[kind], me, here, tile)
    lent = g.T.get(tile * code.tile_width + at.BORROWED, -1)
    if lent >= 0 and lent in code.tile_rules:
        site = g.T.get((code.tile_count + tile) * code.tile_width + at.SITE, -1)
        _enter(g, play, own, code.tile_rules[lent], me, site, code.tile_count + tile)


def _enter(
    g: State,
    play: InPlay,
    own: dict[tuple[int, int], list[tuple[int, Instance]]],
    rules: Rules,
    me: int,
    here: int,
    this: int,
) -> None:
    stage = g.P[me * g.code.people_width + at.STAGE]
    instance = (me, here, this)
    for rule in rules.modifiers:
        if rule.stages is None or stage in rule.stages:
            _enter_modifier(g, play, own, rule, instance)
    for rule in rules.forbids:
        if rule.stages is None or stage in rule.stages:
            play.forbids.setdefault(rule.place, []).append(((rule.fn, *instance), rule.own))
    for rule in rules.permits:
        if rule.stages is None or stage in rule.stages:
            play.permits.setdefault(rule.place, {}).setdefault(rule.own, []).append((rule.fn, *instance))
    for trigger, stages in rules.triggers:
        if stages is None or stage in stages:
            event = g.code.triggers[trigger].definition.event.index
            play.triggers.setdefault(event, []).append((trigger, *instance))
    for action, stages in rules.actions:
        if stages is None or stage in stages:
            phase = g.code.actions[action].definition.phase.index
            play.actions.setdefault(phase, []).append((action, *instance))


def _enter_modifier(
    g: State,
    play: InPlay,
    own: dict[tuple[int, int], list[tuple[int, Instance]]],
    rule: RuleCode,
    instance: tuple[int, int, int],
) -> None:
    me = instance[0]
    if not rule.own:
        general = play.values.setdefault(rule.place, {-1: tuple([] for _ in range(STRATA))})
        general[-1][rule.stratum].append((rule.fn, *instance))
        return
    subject = me if rule.own == "people" else g.P[me * g.code.people_width + at.OWNER]
    if subject >= 0:
        own.setdefault((rule.place, subject), []).append((rule.stratum, (rule.fn, *instance)))


def _merge_own(play: InPlay, own: dict[tuple[int, int], list[tuple[int, Instance]]]) -> None:
    """For every subject with modifiers of its own: those for everybody, then its own."""
    for (value, subject), entries in own.items():
        table = play.values.setdefault(value, {-1: tuple([] for _ in range(STRATA))})
        strata = tuple(list(general) for general in table[-1])
        for stratum, entry in entries:
            strata[stratum].append(entry)
        table[subject] = strata
