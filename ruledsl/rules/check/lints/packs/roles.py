"""The values and events that YAML names: roles, standings, panels, measures."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import TYPE_CHECKING

from ruledsl.base.dataclass import dataclass
from ruledsl.language.vocabulary.types import DIE, FLAG, GAME, NUMBER, PEOPLE, PLAYER, REGION, TILE

if TYPE_CHECKING:
    from ruledsl.base.diagnostics import Diagnostics, Span
    from ruledsl.rules.check.program import Program
    from ruledsl.rules.check.typed.declarations import DefineDef, ValueDef


@dataclass(frozen=True, slots=True)
class Role:
    """What can have a role: in words, and the names of all candidates."""

    what: str
    fitting: Callable[[Program], Iterable[str]]


def _events(*types: object) -> Callable[[Program], Iterable[str]]:
    return lambda program: (e.name for e in program.events if tuple(p.type for p in e.params) == types)


def _partners(program: Program) -> Iterable[str]:
    return (m.name for m in program.memories if m.on == TILE and m.type == TILE)


def _silences(program: Program) -> Iterable[str]:
    return (m.name for m in program.memories if m.on == TILE and m.type == FLAG)


def _bearings(program: Program) -> Iterable[str]:
    return (m.name for m in program.memories if m.on == TILE and m.type == PEOPLE)


def _rolled(program: Program) -> Iterable[str]:
    return (m.name for m in program.memories if m.on == GAME and m.type == NUMBER)


def _immunities(program: Program) -> Iterable[str]:
    return (
        v.name for v in program.values if v.type == FLAG and [p.type for p in v.params] == [PEOPLE, PEOPLE]
    )


def _of_regions(program: Program) -> Iterable[str]:
    return (
        v.name for v in program.values if v.type == NUMBER and [p.type for p in v.params] == [PEOPLE, REGION]
    )


def _of_a_region(program: Program) -> Iterable[str]:
    return (v.name for v in program.values if v.type == NUMBER and [p.type for p in v.params] == [REGION])


def _of_players(program: Program) -> Iterable[str]:
    return (v.name for v in program.values if v.type == NUMBER and [p.type for p in v.params] == [PLAYER])


def _by_place(program: Program) -> Iterable[str]:
    asked: list[ValueDef | DefineDef] = [*program.values, *program.defines]
    return (d.name for d in asked if d.type == NUMBER and [p.type for p in d.params] == [PLAYER, NUMBER])


def _permissions(program: Program) -> Iterable[str]:
    return (p.name for p in program.permissions if [q.type for q in p.params] == [REGION, PEOPLE])


ROLES = {
    "start": Role("an event without parameters", _events()),
    "turn": Role("an event of a player", _events(PLAYER)),
    "market": Role("a deck", lambda program: program.decks),
    "partner": Role("a memory of a tile on a tile", _partners),
    "silence": Role("a memory of yes or no on a tile", _silences),
    "bearing": Role("a memory of a people on a tile", _bearings),
    "price": Role("a value or definition of a player and a number that is a number", _by_place),
    "restock": Role("an event without parameters", _events()),
    "setting_out": Role("an event without parameters", _events()),
    "immunity": Role("a value of a people by a people that is yes or no", _immunities),
    "bound": Role("a value of a people in a region that is a number", _of_regions),
    "defence": Role("a value of a region that is a number", _of_a_region),
    "cost": Role("a value of a people for a region that is a number", _of_regions),
    "region_income": Role("a value of a people for a region that is a number", _of_regions),
    "earnings": Role("a value of a player that is a number", _of_players),
    "payday": Role("an event or phase of a player", _events(PLAYER)),
    "conquest": Role("a permission of a region by a people", _permissions),
    "aiming": Role("an event of two peoples", _events(PEOPLE, PEOPLE)),
    "rolling": Role("an event of a player with a die", _events(PLAYER, DIE)),
    "rolled": Role("a number that the game remembers", _rolled),
    "stand_ins": Role("a trait of pieces", lambda program: program.piece_traits),
    "rooted": Role("a trait of pieces", lambda program: program.piece_traits),
}


def roles_fit(program: Program, diagnostics: Diagnostics) -> None:
    """Roles exist and name something of the right kind; so do standings, panels and measures."""
    if program.composition.incomplete:
        return
    spans = {key: span for pack in program.composition.packs for key, span in pack.places.items()}
    for name, word in program.composition.roles.items():
        span = spans["roles", name]
        if name not in ROLES:
            _report("P040", f"There is no role `{name}`.", name, ROLES, "a role", span, diagnostics)
            continue
        role = ROLES[name]
        fitting = set(role.fitting(program))
        if word not in fitting and not _is_broken(program, word):
            message = f"The role `{name}` is played by {role.what}, and `{word}` is none."
            _report("P040", message, word, fitting, role.what, span, diagnostics)
    _numbers_fit(program, diagnostics)


def _numbers_fit(program: Program, diagnostics: Diagnostics) -> None:
    """Standings and panels are numbers of a player, measures are numbers of a people."""
    composition = program.composition
    panels, measures = (
        [(shown.value, shown.span) for shown in some] for some in (composition.panels, composition.measures)
    )
    for noun, named in ((PLAYER, [*composition.standings, *panels]), (PEOPLE, measures)):
        fitting = {
            v.name for v in program.values if v.type == NUMBER and [p.type for p in v.params] == [noun]
        }
        for word, span in named:
            if word not in fitting and not _is_broken(program, word):
                message = f"`{word}` is no value of a {noun.name} that is a number."
                _report("P041", message, word, fitting, "the name of such a value", span, diagnostics)


def _is_broken(program: Program, word: str) -> bool:
    """Is it a value with an error that is already reported?"""
    value = program.value(word)
    return value is not None and "unknown" in (value.type.name, *(p.type.name for p in value.params))


def _report(
    code: str,
    message: str,
    word: str,
    known: Collection[str],
    expected: str,
    span: Span,
    diagnostics: Diagnostics,
) -> None:
    near = diagnostics.nearest(word, known)
    diagnostics.error(code, message, span, expected=expected, suggestion=near[0] if near else "")
