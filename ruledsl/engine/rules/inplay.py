"""The rules in play: which tile, borne by whom, changes which value, watches which event, offers which action.

The tables follow from the state. What a table says about one thing is found when somebody asks, from the rules that are about it, and kept as long
as these stay. When a people comes, goes or changes its stage, or a tile on the map gets another bearer, only what their rules are about is
forgotten. What is not in play is never asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.engine.rules.code import UNWATCHED, Watch, both
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.board import bits
from ruledsl.vocabulary.strata import BATCHES, SUMS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ruledsl.engine.rules.code import Force, Rules
    from ruledsl.engine.state.state import State

__all__ = ["InPlay", "all_changed", "map_changed", "people_changed", "refresh"]

Instance = tuple[Any, int, int, int]
"""(function or number of the rule, me, here, this)."""

Entry = tuple[int, Instance, Instance]
"""(stratum, a modifier, its twin for many regions)."""

Strata = tuple[tuple[Instance, ...], ...]
"""becomes, plus (or also), minus (or without), at least, at most; then the same five for pieces, asked only where a piece lies.

Then all of them once more, for many regions at once (`vocabulary.strata`).
"""

Bearing = tuple[int, "Force", int, int, int, int]
"""(its place in the order, the rules of a tile or piece that are in force, me, here, this, the owner of me)."""

Group = tuple[tuple[int, ...], tuple[Bearing, ...], Watch]
"""What a people, a tile on the map or a kind of piece brings: (what that hangs on, its rules, what they watch)."""

NOTHING: Group = ((), (), UNWATCHED)

PATCH, BUILD = 5, 20
"""So many rounds of a loop is it worth to bring the tables up to date, and to make them from nothing."""

# Places in the order: peoples from the oldest, tiles on the map as they were laid, pieces that no tile brings; then the rules of each one by one.
ON_MAP, ALONE = 1 << 20, 1 << 21
ONE = 64


class Table(dict[int, Any]):
    """What the rules in play say about one value, permission, event or phase, found when it is asked for the first time from the rules about it."""

    __slots__ = ("about", "fill")

    def __init__(
        self, fill: Callable[[Iterable[Bearing], int], Any], about: dict[int, tuple[Bearing, ...]]
    ) -> None:
        super().__init__()
        self.fill = fill
        self.about = about

    def __missing__(self, key: int) -> Any:
        found = self[key] = self.fill(self.about.get(key, ()), key)
        return found

    def copy(self) -> Table:
        """Another one that says the same."""
        new = Table(self.fill, self.about.copy())
        new.update(self)
        return new

    def add(self, key: int, bearing: Bearing) -> None:
        """Rules about something came into play."""
        self.about[key] = tuple(sorted((*self.about.get(key, ()), bearing)))
        self.pop(key, None)

    def remove(self, key: int, bearing: Bearing) -> None:
        """Rules about something went."""
        self.about[key] = tuple([other for other in self.about[key] if other is not bearing])
        self.pop(key, None)


class Modifiers(dict[int, Strata]):
    """The modifiers of a value: the strata for each subject that was asked about; at -1 those for everybody. `sums` if all they do is add."""

    __slots__ = ("general", "own", "sums")

    def __init__(self, general: list[Entry], own: dict[int, list[Entry]], *, sums: bool) -> None:
        super().__init__()
        self.sums = sums
        self.general = general
        self.own = own
        self[-1] = _layered(general)

    def __missing__(self, subject: int) -> Strata:
        own = self.own.get(subject)
        found = self[subject] = _layered(self.general + own) if own else self[-1]
        return found


class Unchanged(dict[int, Strata]):
    """Of a value that no rule in play changes: empty strata, whoever is asked about."""

    __slots__ = ()
    sums = True

    def __missing__(self, subject: int) -> Strata:
        return _NO_RULES


class InPlay:
    """`values[v]` gives the modifiers of a value by subject (a people or player, -1: everybody else); empty when there are none.

    States that were copied from one another share one: it is never changed but for being filled.
    """

    __slots__ = ("actions", "forbids", "framed", "groups", "laid", "permits", "triggers", "values", "watched")

    values: Table
    forbids: Table
    permits: Table
    triggers: Table
    actions: Table
    watched: int
    """A bit for every event that a tile in play, or a piece that no tile brings, may watch, now or at another stage of its bearer."""
    framed: int
    """Those of them that have to run in frames; the triggers on all others can be called when their event runs in one go."""

    def __init__(self) -> None:
        self.groups: dict[int, Group] = {}
        self.laid = 0
        for part, fill in _FILLS.items():
            setattr(self, part, Table(fill, {}))

    def bearings(self) -> list[Bearing]:
        """All rules in force, in their order."""
        return [bearing for order in sorted(self.groups) for bearing in self.groups[order][1]]


def refresh(g: State) -> InPlay:
    """The tables of a state, built if need be."""
    if g.play is None:
        g.fuel -= PATCH
        if g.was is None:
            g.fuel -= BUILD
            g.play = _build(g)
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
    """Everything is forgotten: a piece with rules of its own was seen for the first time, or a tile borrows the rules of another one."""
    g.play = g.was = None


def _build(g: State) -> InPlay:
    return _patched(g, InPlay(), bits(g.G[at.LIVE]), whole=True)


def _patched(g: State, old: InPlay, changed: Iterable[int], *, whole: bool = False) -> InPlay:
    """The tables after some peoples changed, and perhaps what lies on the map."""
    groups = old.groups.copy()
    gone: list[Bearing] = []
    come: list[Bearing] = []
    _exchange(groups, {people: _of_people(g, people) for people in changed}, gone, come)
    if g.laid or old.laid:
        fresh = dict.fromkeys(range(ON_MAP, ON_MAP + old.laid), NOTHING)
        _exchange(groups, fresh | _of_map(g, groups), gone, come)
    if whole:
        _exchange(groups, _of_pieces(g), gone, come)
    new = object.__new__(InPlay)
    new.groups, new.laid = groups, len(g.laid)
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
    new.watched, new.framed = _watched(g, groups.values())
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
        hangs = (tile, region, me, g.P[me * code.people_width + at.STAGE])
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
    lent = g.T.get(tile * code.tile_width + at.BORROWED, -1)
    if lent >= 0 and lent in code.tile_rules:
        instance = code.tile_count + tile
        site = g.T.get(instance * code.tile_width + at.SITE, -1)
        found += _bearing(g, code.tile_rules[lent], me, site, instance, order + len(found))
    return found


def _bearing(g: State, rules: Rules, me: int, here: int, this: int, order: int) -> tuple[Bearing, ...]:
    row = me * g.code.people_width
    force = rules.at(g.P[row + at.STAGE])
    return () if force is None else ((order, force, me, here, this, g.P[row + at.OWNER]),)


def _watches(g: State, tile: int) -> Watch:
    """The events that a tile watches, at whatever stage."""
    code = g.code
    if tile < 0:
        return UNWATCHED
    found = code.watches_of_tile[tile]
    lent = g.T.get(tile * code.tile_width + at.BORROWED, -1)
    return both(found, code.tile_rules[lent].watch) if lent in code.tile_rules else found


def _watched(g: State, groups: Iterable[Group]) -> tuple[int, int]:
    """All events that are watched, and those of them that run in frames. A trigger that leads to a watched event needs frames as well."""
    watches = [watch for _, _, watch in groups if watch[0]]
    watched = framed = g.code.piece_watches
    for found, frames, _ in watches:
        watched |= found
        framed |= frames
    for found, _, ways in watches:
        if ways & watched:
            framed |= found
    for kind, mask in g.code.gates:
        if g.G[at.SEEN] >> kind & 1:
            watched |= mask
            framed |= mask
    return watched, framed


# ── what they say ──


def _modifiers(bearings: Iterable[Bearing], value: int) -> Modifiers | dict[int, Strata]:
    """The modifiers of a value: for every subject with some of its own, those for everybody, then its own."""
    general: list[Entry] = []
    own: dict[int, list[Entry]] = {}
    sums = True
    for _, force, me, here, this, owner in bearings:
        for rule in force.values[value]:
            entry = (rule.stratum, (rule.fn, me, here, this), (rule.twin, me, here, this))
            sums = sums and rule.stratum in SUMS
            if not rule.own:
                general.append(entry)
                continue
            subject = me if rule.own == "people" else owner
            if subject >= 0:
                own.setdefault(subject, []).append(entry)
    return Modifiers(general, own, sums=sums) if general or own else _UNCHANGED


def _layered(entries: list[Entry]) -> Strata:
    strata: list[tuple[Instance, ...]] = [()] * (2 * BATCHES)
    for stratum, instance, twin in entries:
        strata[stratum] += (instance,)
        strata[stratum + BATCHES] += (twin,)
    return tuple(strata)


_NO_RULES = _layered([])
_UNCHANGED = Unchanged()


def _forbids(bearings: Iterable[Bearing], permission: int) -> list[tuple[Instance, str]]:
    return [
        ((rule.fn, me, here, this), rule.own)
        for _, force, me, here, this, _ in bearings
        for rule in force.forbids[permission]
    ]


def _permits(bearings: Iterable[Bearing], permission: int) -> dict[str, list[Instance]]:
    found: dict[str, list[Instance]] = {}
    for _, force, me, here, this, _ in bearings:
        for rule in force.permits[permission]:
            found.setdefault(rule.own, []).append((rule.fn, me, here, this))
    return found


def _triggers(bearings: Iterable[Bearing], event: int) -> tuple[list[Instance], list[Instance]]:
    """Those that come before the event or replace it, and those that come after it."""
    found: tuple[list[Instance], list[Instance]] = ([], [])
    for _, force, me, here, this, _ in bearings:
        for trigger, late in force.triggers[event]:
            found[late].append((trigger, me, here, this))
    return found


def _actions(bearings: Iterable[Bearing], phase: int) -> list[Instance]:
    return [
        (action, me, here, this)
        for _, force, me, here, this, _ in bearings
        for action in force.actions[phase]
    ]


_FILLS: dict[str, Callable[[Iterable[Bearing], int], Any]] = {
    "values": _modifiers,
    "forbids": _forbids,
    "permits": _permits,
    "triggers": _triggers,
    "actions": _actions,
}
