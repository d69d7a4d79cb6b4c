"""What the rules in play say, as tables that are filled when they are asked: no state is known here.

Which rules are in play is found out in `inplay`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.engine.rules.code import UNWATCHED, Instance, Watch
from ruledsl.vocabulary.strata import BATCHES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ruledsl.engine.rules.code import Force

__all__ = ["NOTHING", "Bearing", "Group", "InPlay", "Modifiers", "Strata", "Table"]

Entry = tuple[int, Instance, Instance]
"""(stratum, a modifier, its batch form for many regions)."""

Strata = tuple[tuple[Instance, ...], ...]
"""becomes, plus (or also), minus (or without), at least, at most; then the same five for pieces, asked only where a piece lies.

Then all of them once more, for many regions at once (`vocabulary.strata`).
"""

Bearing = tuple[int, "Force", int, int, int, int]
"""(its place in the order, the rules of a tile or piece that are in force, me, here, this, the owner of me)."""

Group = tuple[tuple[int, ...], tuple[Bearing, ...], Watch]
"""What a people, a tile on the map or a kind of piece brings: (what that hangs on, its rules, what they watch)."""

NOTHING: Group = ((), (), UNWATCHED)


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


class Unchanged(dict[int, Strata]):
    """Of a value that no rule in play changes: empty strata, whoever is asked about."""

    __slots__ = ()

    def __missing__(self, subject: int) -> Strata:
        return _NO_RULES


class InPlay:
    """`values[v]` gives the modifiers of a value by subject (a people or player, -1: everybody else); empty when there are none.

    States that were copied from one another share one: it is never changed but for being filled.
    """

    __slots__ = (
        "actions",
        "borrowing",
        "forbids",
        "groups",
        "in_frames",
        "laid",
        "permits",
        "triggers",
        "values",
        "watched",
    )

    values: Table
    forbids: Table
    permits: Table
    triggers: Table
    actions: Table
    watched: int
    """A bit for every event that a tile in play, or a piece that no tile brings, may watch, now or at another stage of its bearer."""
    in_frames: int
    """Those of them that have to run in frames; the triggers on all others can be called when their event runs in one go."""

    borrowing: tuple[int, ...]
    """The peoples whose tiles borrow others: what they bring hangs on who else has these."""

    def __init__(self) -> None:
        self.groups: dict[int, Group] = {}
        self.borrowing = ()
        self.laid = 0
        for part, fill in _FILLS.items():
            setattr(self, part, Table(fill, {}))

    def bearings(self) -> list[Bearing]:
        """All rules in force, in their order."""
        return [bearing for order in sorted(self.groups) for bearing in self.groups[order][1]]


def _modifiers(bearings: Iterable[Bearing], value: int) -> Modifiers | dict[int, Strata]:
    """The modifiers of a value: for every subject with some of its own, those for everybody, then its own."""
    general: list[Entry] = []
    own: dict[int, list[Entry]] = {}
    for _, force, me, here, this, owner in bearings:
        for rule in force.values[value]:
            entry = (rule.stratum, (rule.fn, me, here, this), (rule.batch, me, here, this))
            if not rule.own:
                general.append(entry)
                continue
            subject = me if rule.own == "people" else owner
            if subject >= 0:
                own.setdefault(subject, []).append(entry)
    return Modifiers(general, own) if general or own else _UNCHANGED


def _layered(entries: list[Entry]) -> Strata:
    strata: list[tuple[Instance, ...]] = [()] * (2 * BATCHES)
    for stratum, instance, batch in entries:
        strata[stratum] += (instance,)
        strata[stratum + BATCHES] += (batch,)
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
