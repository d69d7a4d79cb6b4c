"""The rules in play: which tile, borne by whom, changes which value, watches which event, offers which action.

The tables follow from the state. What a table says about one thing is found when somebody asks, from the rules that are about it, and kept as long
as these stay. When a people comes, goes or changes its stage, or a tile on the map gets another bearer, only what their rules are about is
forgotten. What is not in play is never asked.
"""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

from ruledsl.engine.primitives.lending import borrowed, lends_pieces
from ruledsl.engine.rules.code import UNWATCHED, Watch, both
from ruledsl.engine.rules.tables import NOTHING, Bearing, Group, InPlay, Table
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.board import bits

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ruledsl.engine.rules.code import Rules
    from ruledsl.engine.state.state import State

__all__ = ["all_changed", "map_changed", "people_changed", "rebuilt", "refresh"]

PATCH, BUILD = 5, 20
"""So many rounds of a loop is it worth to bring the tables up to date, and to make them from nothing."""

# Places in the order: peoples from the oldest, tiles on the map as they were laid, pieces that no tile brings; then the rules of each one by one.
ON_MAP, ALONE = 1 << 20, 1 << 21


ONE = 64


def refresh(g: State) -> InPlay:
    """The tables of a state, built if need be."""
    if g.play is None:
        g.fuel -= PATCH
        if g.was is None:
            g.fuel -= BUILD
            g.play = rebuilt(g)
        else:
            g.play = _patched(g, g.was, g.changed)
        g.was = None
    return g.play


def people_changed(g: State, people: int) -> None:
    """A people came, changed its stage or badge, or went: what its tiles have to do with is forgotten when somebody asks again."""
    if g.play is not None:
        g.was, g.changed, g.play = g.play, (people,), None
    elif g.was is not None and people not in g.changed:
        g.changed += (people,)


def map_changed(g: State) -> None:
    """Tiles on the map lie elsewhere, or have other bearers."""
    if g.play is not None:
        g.was, g.changed, g.play = g.play, (), None


def all_changed(g: State) -> None:
    """Everything is forgotten: a piece with rules of its own was seen for the first time, or a tile borrows another one."""
    g.play = g.was = None


def rebuilt(g: State) -> InPlay:
    """The tables of a state, made from nothing."""
    return _patched(g, InPlay(), bits(g.G[at.LIVE]), whole=True)


def _patched(g: State, old: InPlay, changed: Iterable[int], *, whole: bool = False) -> InPlay:
    """The tables after some peoples changed, and perhaps what lies on the map."""
    groups = old.groups.copy()
    gone: list[Bearing] = []
    come: list[Bearing] = []
    if old.borrowing:
        changed = {*changed, *old.borrowing}
    _exchange(groups, {people: _of_people(g, people) for people in changed}, gone, come)
    if g.laid or old.laid:
        fresh = dict.fromkeys(range(ON_MAP, ON_MAP + old.laid), NOTHING)
        _exchange(groups, fresh | _of_map(g, groups), gone, come)
    if whole:
        _exchange(groups, _of_pieces(g), gone, come)
    new = object.__new__(InPlay)
    new.groups, new.laid = groups, len(g.laid)
    new.borrowing = tuple([people for people in changed if _borrows(g, people)])
    new.values, new.forbids, new.permits = old.values, old.forbids, old.permits
    new.triggers, new.actions = old.triggers, old.actions
    own = set()
    for bearings, change in ((gone, Table.remove), (come, Table.add)):
        for bearing in bearings:
            for part, keys in bearing[1].about:
                if part not in own:
                    own.add(part)
                    setattr(new, part, getattr(old, part).copy())
                table = getattr(new, part)
                for key in keys:
                    change(table, key, bearing)
    new.watched, new.in_frames = _watched(g, groups.values())
    return new


def _exchange(
    groups: dict[int, Group], fresh: dict[int, Group], gone: list[Bearing], come: list[Bearing]
) -> None:
    """Put new groups in the place of old ones; groups without anything are left out."""
    for order, group in fresh.items():
        before = groups.pop(order, NOTHING)
        if before is not group:
            gone += before[1]
            come += group[1]
        if group is not NOTHING:
            groups[order] = group


# ── who bears which rules ──


def _of_people(g: State, people: int) -> Group:
    if not g.G[at.LIVE] >> people & 1:
        return NOTHING
    row = people * g.code.people_width
    race, power = g.P[row + at.RACE], g.P[row + at.POWER]
    found = _of_tile(g, race, people, -1, people * ONE) if race >= 0 else ()
    watch = _watches(g, race)
    if power >= 0:
        found += _of_tile(g, power, people, -1, people * ONE + ONE // 2)
        watch = both(watch, _watches(g, power))
    return ((), found, watch) if found or watch[0] else NOTHING


def _of_map(g: State, groups: dict[int, Group]) -> dict[int, Group]:
    """The tiles that lie on the map; nobody bears them where nobody is, and those face down have no rules in force."""
    code = g.code
    found: dict[int, Group] = {}
    for order, tile in enumerate(g.laid, ON_MAP):
        cell = tile * code.tile_width
        region = g.T.get(cell + at.SITE, -1)
        me = g.R[region * code.region_width]
        hangs = (tile, region, me, g.P[me * code.people_width + at.STAGE], lends_pieces(g, tile))
        known = groups.get(order)
        if g.T.get(cell + at.CONCEALED, 0):
            found[order] = NOTHING
        elif known is not None and known[0] == hangs:
            found[order] = known
        else:
            found[order] = (hangs, _of_tile(g, tile, me, region, order * ONE), _watches(g, tile))
    return found


def _of_pieces(g: State) -> dict[int, Group]:
    """Kinds of pieces that no tile brings, once they were seen."""
    found: dict[int, Group] = {}
    for kind in bits(g.G[at.SEEN]):
        rules = g.code.piece_rules.get(kind)
        if rules is not None and g.code.brought_by[kind] < 0:
            order = ALONE + kind
            found[order] = ((), _bearing(g, rules, -1, -1, -1, order * ONE), UNWATCHED)
    return found


def _of_tile(g: State, tile: int, me: int, here: int, order: int) -> tuple[Bearing, ...]:
    code = g.code
    found: tuple[Bearing, ...] = ()
    for rules in code.rules_of_tile[tile]:
        found += _bearing(g, rules, me, here, tile, order + len(found))
    instance = code.tile_count + tile
    for rules in _lent(g, tile):
        site = g.T.get(instance * code.tile_width + at.SITE, -1)
        found += _bearing(g, rules, me, site, instance, order + len(found))
    return found


def _lent(g: State, tile: int) -> tuple[Rules, ...]:
    """The rules that a tile has borrowed: those of another tile, and of its pieces if it is this one that brings them."""
    lent = borrowed(g, tile)
    if lent < 0:
        return ()
    if lends_pieces(g, tile):
        return g.code.rules_of_tile[lent]
    return (g.code.tile_rules[lent],) if lent in g.code.tile_rules else ()


def _borrows(g: State, people: int) -> bool:
    """Does a tile of a people borrow one? What that brings hangs on who else has the other tile."""
    row = people * g.code.people_width
    tiles = (g.P[row + at.RACE], g.P[row + at.POWER])
    return any(tile >= 0 and borrowed(g, tile) >= 0 for tile in tiles)


def _bearing(g: State, rules: Rules, me: int, here: int, this: int, order: int) -> tuple[Bearing, ...]:
    row = me * g.code.people_width
    force = rules.at(g.P[row + at.STAGE])
    return () if force is None else ((order, force, me, here, this, g.P[row + at.OWNER]),)


def _watches(g: State, tile: int) -> Watch:
    """The events that a tile watches, at whatever stage."""
    code = g.code
    if tile < 0:
        return UNWATCHED
    return reduce(both, (rules.watch for rules in _lent(g, tile)), code.watches_of_tile[tile])


def _watched(g: State, groups: Iterable[Group]) -> tuple[int, int]:
    """All events that are watched, and those of them that run in frames. A trigger that leads to a watched event needs frames as well."""
    watches = [watch for _, _, watch in groups if watch[0]]
    watched = in_frames = g.code.piece_watches
    for found, frames, _ in watches:
        watched |= found
        in_frames |= frames
    for found, _, ways in watches:
        if ways & watched:
            in_frames |= found
    for kind, mask in g.code.watch_guards:
        if g.G[at.SEEN] >> kind & 1:
            watched |= mask
            in_frames |= mask
    return watched, in_frames
