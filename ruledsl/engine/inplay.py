"""The rules in play: which tile, borne by whom, changes which value, watches which event, offers which action.

The tables follow from the state. They are filled when somebody asks, entry by entry, and what was filled is kept as long as the rules
behind it stay: when one people comes, goes or changes its stage, only the entries its tiles have rules for are forgotten. What is not in
play is never asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.engine import layout as at
from ruledsl.engine.board import bits

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from ruledsl.engine.code import Force, Rules
    from ruledsl.engine.state import State

__all__ = ["InPlay", "map_changed", "people_changed", "refresh"]

Instance = tuple[Any, int, int, int]
"""(function or number of the rule, me, here, this)."""

Entry = tuple[int, Instance, Instance]
"""(stratum, a modifier, its twin for many regions)."""

Strata = tuple[tuple[Instance, ...] | None, ...]
"""becomes, plus (or also), minus (or without), at least, at most; then the same five for pieces, asked only where a piece lies.

Then the twins of all these; last all twins together if they only add, or None.
"""

STRATA = 10
SUMS = (1, 6)

Watch = tuple[int, int, int]
"""Bits of events: those that some rules watch, those of them that have to run in frames for that, those that the other triggers lead to."""

Bearing = tuple["Force", int, int, int, int]
"""(the rules of a tile or piece that are in force, me, here, this, the owner of me)."""


class Table(dict[int, Any]):
    """What the rules in play say about one value, permission, event or phase, found when it is asked for the first time."""

    __slots__ = ("fill", "play")

    def __init__(self, fill: Callable[[Iterable[Bearing], int], Any], play: InPlay) -> None:
        super().__init__()
        self.fill = fill
        self.play = play

    def __missing__(self, key: int) -> Any:
        found = self[key] = self.fill(self.play.bearings(), key)
        return found

    def without(self, stale: Collection[int], play: InPlay) -> Table:
        """What is still true when other rules are in force, and only these keys are concerned."""
        if not stale:
            return self
        new = Table(self.fill, play)
        new.update(self)
        for key in stale:
            new.pop(key, None)
        return new


class Modifiers(dict[int, Strata]):
    """The modifiers of a value: the strata for each subject that was asked about; at -1 those for everybody."""

    __slots__ = ("general", "own")

    def __init__(self, general: list[Entry], own: dict[int, list[Entry]]) -> None:
        super().__init__()
        self.general = general
        self.own = own
        self[-1] = _layered(general)

    def __missing__(self, subject: int) -> Strata:
        own = self.own.get(subject)
        found = self[subject] = _layered(self.general + own) if own else self[-1]
        return found

    def patched(self, subject: int, entries: list[Entry]) -> Modifiers | dict[int, Strata]:
        """The same with other modifiers of one subject's own."""
        own = self.own.copy()
        own.pop(subject, None)
        if entries:
            own[subject] = entries
        if not own and not self.general:
            return {}
        new = Modifiers(self.general, own)
        new.update((key, strata) for key, strata in self.items() if key != subject)
        return new


class InPlay:
    """`values[v]` gives the modifiers of a value by subject (a people or player, -1: everybody else); empty when there are none.

    States that were copied from one another share one: it is never changed but for being filled.
    """

    __slots__ = (
        "actions",
        "every",
        "forbids",
        "framed",
        "laid",
        "peoples",
        "permits",
        "pieces",
        "triggers",
        "values",
        "watched",
        "watching",
    )

    values: Table
    forbids: Table
    permits: Table
    triggers: Table
    actions: Table
    watched: int
    """A bit for every event that a tile in play may watch, now or at another stage of its bearer."""
    framed: int
    """Those of them that have to run in frames; the triggers on all others can be called when their event runs in one go."""

    def __init__(self) -> None:
        self.peoples: dict[int, tuple[Bearing, ...]] = {}
        self.watching: dict[int, Watch] = {}
        self.laid: list[Bearing] = []
        self.pieces: list[Bearing] = []
        self.every: list[Bearing] | None = None

    def bearings(self) -> list[Bearing]:
        """All rules in force: those of peoples from the oldest, of tiles on the map, of pieces that no tile brings."""
        if self.every is None:
            found = [bearing for borne in self.peoples.values() for bearing in borne]
            self.every = found + self.laid + self.pieces
        return self.every


def refresh(g: State) -> InPlay:
    """The tables of a state, built if need be."""
    if g.play is None:
        g.play = _build(g) if g.was is None else _patched(g, g.was)
        g.was = None
    return g.play


def people_changed(g: State, people: int) -> None:
    """A people came, changed its stage or badge, or went: what its tiles have to do with is forgotten when somebody asks again."""
    if g.play is not None:
        g.was, g.changed, g.play = g.play, (people,), None
    elif g.was is not None and people not in g.changed:
        g.changed += (people,)


def map_changed(g: State) -> None:
    """Tiles on the map, or pieces with rules of their own, changed: everything is forgotten."""
    g.play = g.was = None


def _build(g: State) -> InPlay:
    play = InPlay()
    for people in bits(g.G[at.LIVE]):
        borne = _of_people(g, people)
        if borne:
            play.peoples[people] = borne
        play.watching[people] = _watching(g, people)
    play.laid = _of_map(g)
    for kind in bits(g.G[at.SEEN]):
        rules = g.code.piece_rules.get(kind)
        if rules is not None and g.code.brought_by[kind] < 0:
            play.pieces += _bearing(g, rules, -1, -1, -1)
    play.values = Table(_modifiers, play)
    play.forbids = Table(_forbids, play)
    play.permits = Table(_permits, play)
    play.triggers = Table(_triggers, play)
    play.actions = Table(_actions, play)
    play.watched, play.framed = _watched(g, play)
    return play


def _patched(g: State, old: InPlay) -> InPlay:
    """The tables after some peoples changed: what their tiles have to do with is forgotten."""
    new = InPlay()
    new.peoples, new.watching = old.peoples.copy(), old.watching.copy()
    new.pieces = old.pieces
    new.laid = _of_map(g) if g.laid else old.laid
    changed = [(people, _exchanged(g, new, people)) for people in g.changed]
    if new.laid != old.laid:
        changed.append(
            (-1, (*(b for b in old.laid if b not in new.laid), *(b for b in new.laid if b not in old.laid)))
        )
    new.values = old.values
    stale: dict[str, list[int]] = {"forbids": [], "permits": [], "triggers": [], "actions": []}
    for people, bearings in changed:
        new.values = _changed_values(new.values, bearings, people, new)
        for bearing in bearings:
            for part, keys in bearing[0].others.items():
                stale[part] += keys
    new.forbids = old.forbids.without(stale["forbids"], new)
    new.permits = old.permits.without(stale["permits"], new)
    new.triggers = old.triggers.without(stale["triggers"], new)
    new.actions = old.actions.without(stale["actions"], new)
    new.watched, new.framed = _watched(g, new)
    return new


def _exchanged(g: State, play: InPlay, people: int) -> tuple[Bearing, ...]:
    """A people's rules that were in force and those that are now, which take their place in the tables."""
    before = play.peoples.get(people, ())
    after: tuple[Bearing, ...] = ()
    if g.G[at.LIVE] >> people & 1:
        after = _of_people(g, people)
        play.watching[people] = _watching(g, people)
    else:
        play.watching.pop(people, None)
    if after:
        play.peoples[people] = after
        if not before:
            play.peoples = dict(sorted(play.peoples.items()))
    elif before:
        del play.peoples[people]
    return before + after


def _changed_values(table: Table, changed: tuple[Bearing, ...], people: int, play: InPlay) -> Table:
    """A people's own modifiers are exchanged for others; values with other rules that changed are worked out anew."""
    stale: dict[int, bool] = {}
    for force, me, _, _, _ in changed:
        for value, rules in force.values.items():
            own = me == people and all(rule.own == "people" for rule in rules)
            stale[value] = own and stale.get(value, True)
    new = table.without(stale, play)
    for value, own in stale.items():
        known = table.get(value) if own else None
        if known:
            new[value] = known.patched(people, _own_entries(play, people, value))
    return new


def _own_entries(play: InPlay, people: int, value: int) -> list[Entry]:
    borne = (*play.peoples.get(people, ()), *(b for b in play.laid if b[1] == people))
    return [
        (rule.stratum, (rule.fn, me, here, this), (rule.twin, me, here, this))
        for force, me, here, this, _ in borne
        for rule in force.values.get(value, ())
        if rule.own == "people"
    ]


# ── who bears which rules ──


def _of_people(g: State, people: int) -> tuple[Bearing, ...]:
    row = people * g.code.people_width
    race, power = g.P[row + at.RACE], g.P[row + at.POWER]
    found = _of_tile(g, race, people, -1) if race >= 0 else []
    if power >= 0:
        found += _of_tile(g, power, people, -1)
    return tuple(found)


def _of_map(g: State) -> list[Bearing]:
    """The tiles that lie face up; nobody bears them where nobody is."""
    code = g.code
    found: list[Bearing] = []
    for tile in g.laid:
        region = g.T.get(tile * code.tile_width + at.SITE, -1)
        if not g.T.get(tile * code.tile_width + at.CONCEALED, 0):
            found += _of_tile(g, tile, g.R[region * code.region_width], region)
    return found


def _of_tile(g: State, tile: int, me: int, here: int) -> list[Bearing]:
    code = g.code
    found: list[Bearing] = []
    for rules in code.rules_of_tile[tile]:
        found += _bearing(g, rules, me, here, tile)
    lent = g.T.get(tile * code.tile_width + at.BORROWED, -1)
    if lent >= 0 and lent in code.tile_rules:
        instance = code.tile_count + tile
        site = g.T.get(instance * code.tile_width + at.SITE, -1)
        found += _bearing(g, code.tile_rules[lent], me, site, instance)
    return found


def _bearing(g: State, rules: Rules, me: int, here: int, this: int) -> tuple[Bearing, ...]:
    row = me * g.code.people_width
    force = rules.at(g.P[row + at.STAGE])
    return () if force is None else ((force, me, here, this, g.P[row + at.OWNER]),)


def _watching(g: State, people: int) -> Watch:
    """The events that tiles of a people watch, at whatever stage."""
    row = people * g.code.people_width
    watches, frames, ways = _watches(g, g.P[row + at.RACE])
    more, framed, further = _watches(g, g.P[row + at.POWER])
    return watches | more, frames | framed, ways | further


def _watches(g: State, tile: int) -> Watch:
    code = g.code
    if tile < 0:
        return 0, 0, 0
    found = code.watches_of_tile[tile]
    lent = g.T.get(tile * code.tile_width + at.BORROWED, -1)
    if lent in code.tile_rules:
        more = code.tile_rules[lent]
        return found[0] | more.watches, found[1] | more.frames, found[2] | more.ways
    return found


def _watched(g: State, play: InPlay) -> tuple[int, int]:
    """All events that are watched, and those of them that run in frames. A trigger that leads to a watched event needs frames as well."""
    found = [*play.watching.values(), *(_watches(g, tile) for tile in g.laid)]
    watched = framed = 0
    for watches, frames, _ in found:
        watched |= watches
        framed |= frames
    for watches, _, ways in found:
        if ways & watched:
            framed |= watches
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
    for force, me, here, this, owner in bearings:
        for rule in force.values.get(value, ()):
            entry = (rule.stratum, (rule.fn, me, here, this), (rule.twin, me, here, this))
            if not rule.own:
                general.append(entry)
                continue
            subject = me if rule.own == "people" else owner
            if subject >= 0:
                own.setdefault(subject, []).append(entry)
    return Modifiers(general, own) if general or own else {}


def _layered(entries: list[Entry]) -> Strata:
    strata: list[tuple[Instance, ...]] = [()] * (2 * STRATA)
    only_sums = True
    for stratum, instance, twin in entries:
        strata[stratum] += (instance,)
        strata[stratum + STRATA] += (twin,)
        only_sums = only_sums and stratum in SUMS
    return (*strata, tuple(twin for _, _, twin in entries) if only_sums else None)


def _forbids(bearings: Iterable[Bearing], permission: int) -> list[tuple[Instance, str]]:
    return [
        ((rule.fn, me, here, this), rule.own)
        for force, me, here, this, _ in bearings
        for rule in force.forbids.get(permission, ())
    ]


def _permits(bearings: Iterable[Bearing], permission: int) -> dict[str, list[Instance]]:
    found: dict[str, list[Instance]] = {}
    for force, me, here, this, _ in bearings:
        for rule in force.permits.get(permission, ()):
            found.setdefault(rule.own, []).append((rule.fn, me, here, this))
    return found


def _triggers(bearings: Iterable[Bearing], event: int) -> list[Instance]:
    return [
        (trigger, me, here, this)
        for force, me, here, this, _ in bearings
        for trigger in force.triggers.get(event, ())
    ]


def _actions(bearings: Iterable[Bearing], phase: int) -> list[Instance]:
    return [
        (action, me, here, this)
        for force, me, here, this, _ in bearings
        for action in force.actions.get(phase, ())
    ]
