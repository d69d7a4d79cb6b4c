"""Roles: the names by which a pack tells the program which of its events, values, memories and words are which. Also standings, panels, measures."""

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
    """What can have a role, in words, and the names of all candidates; what the program does with it."""

    what: str
    means: str
    fitting: Callable[[Program], Iterable[str]]


def _events(*types: object) -> Callable[[Program], Iterable[str]]:
    return lambda program: (e.name for e in program.events if tuple(p.type for p in e.params) == types)


def _partners(program: Program) -> Iterable[str]:
    return (m.name for m in program.memories if m.on == TILE and m.type == TILE)


def _silences(program: Program) -> Iterable[str]:
    return (m.name for m in program.memories if m.on == TILE and m.type == FLAG)


def _flags_of_players(program: Program) -> Iterable[str]:
    return (m.name for m in program.memories if m.on == PLAYER and m.type == FLAG and not m.secret)


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


def _reasons(program: Program) -> Iterable[str]:
    return dict.fromkeys(forbid.reason for forbid in program.forbids)


ROLES = {
    "start": Role(
        "an event without parameters",
        "a whole game; a map can be played only in packs that give it",
        _events(),
    ),
    "turn": Role(
        "an event of a player",
        "a turn, by which logs are cut; a position that names no phase begins with it",
        _events(PLAYER),
    ),
    "out": Role(
        "a memory of yes or no on a player, no secret",
        "who is out of the game; tables show it",
        _flags_of_players,
    ),
    "team": Role(
        "a value of a player that is a number",
        "players with the same number win together: ranks, statistics and tables are by team",
        _of_players,
    ),
    "market": Role(
        "a deck", "the deck that lies open, for tables, cards and bots", lambda program: program.decks
    ),
    "partner": Role(
        "a memory of a tile on a tile",
        "the tile that lies beside one of the market, and may have another one beside it",
        _partners,
    ),
    "silence": Role(
        "a memory of yes or no on a tile", "while it is so, a tile and its pieces do nothing", _silences
    ),
    "acting": Role(
        "a memory of yes or no on a tile",
        "while it is so, a tile works as if its people were in the first stage",
        _silences,
    ),
    "bearing": Role(
        "a memory of a people on a tile", "the people for which a tile works that it does not bear", _bearings
    ),
    "price": Role(
        "a value or definition of a player and a number that is a number",
        "what a player pays for the tile at a place of the market",
        _by_place,
    ),
    "restock": Role(
        "an event without parameters", "fills the market; a position without a market raises it", _events()
    ),
    "setting_out": Role(
        "an event without parameters",
        "sets out the board; a position with `setting_out: true` raises it",
        _events(),
    ),
    "immunity": Role(
        "a value of a people by a people that is yes or no",
        "while it is so, tiles of the second people do nothing to the first",
        _immunities,
    ),
    "bound": Role(
        "a value of a people in a region that is a number",
        "how many tokens cannot leave a region",
        _of_regions,
    ),
    "defence": Role(
        "a value of a region that is a number", "what pieces add to the cost of a region", _of_a_region
    ),
    "cost": Role(
        "a value of a people for a region that is a number",
        "what taking a region costs, for tables, bots and `Game.costs`",
        _of_regions,
    ),
    "region_income": Role(
        "a value of a people for a region that is a number",
        "what a region brings, for tables and learners",
        _of_regions,
    ),
    "earnings": Role(
        "a value of a player that is a number", "what a player earns in a turn, for tables", _of_players
    ),
    "payday": Role("an event or phase of a player", "when that is paid", _events(PLAYER)),
    "reach": Role(
        "a reason why something is forbidden",
        "the prohibition of what is too far away: tables do not show it at every region",
        _reasons,
    ),
    "conquest": Role(
        "a permission of a region by a people",
        "the permission to take a region, for tables, bots and `Game.conquerable`",
        _permissions,
    ),
    "arrival": Role(
        "an event of a tile and a people",
        "a tile comes to work for a people: its pieces come then",
        _events(TILE, PEOPLE),
    ),
    "aiming": Role(
        "an event of two peoples",
        "what comes before an action of a tile against another people",
        _events(PEOPLE, PEOPLE),
    ),
    "rolling": Role(
        "an event of a player with a die", "a roll of a die that rules can watch", _events(PLAYER, DIE)
    ),
    "rolled": Role(
        "a number that the game remembers", "the number of that roll, which rules can change", _rolled
    ),
    "stand_ins": Role(
        "a trait of pieces",
        "pieces that are race tokens in a hand and in a region",
        lambda program: program.piece_traits,
    ),
    "rooted": Role(
        "a trait of pieces",
        "pieces that stay when the contents of two regions are exchanged",
        lambda program: program.piece_traits,
    ),
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


def games_begin_and_end(program: Program, diagnostics: Diagnostics) -> None:
    """Where there is a map there is an event that is a game, and a last round, if nothing else ends it; a goal is a number."""
    composition = program.composition
    if composition.frame.get("ends", "rounds") == "rounds":
        for board in composition.maps.values():
            if not board.rounds:
                message = f"`{board.id}` has no `rounds`, and nothing else is said to end a game."
                expected = "`rounds:` of the map, `ends: {goal: …}` or `ends: rule`"
                diagnostics.error("P065", message, board.span, expected=expected)
    span = next((p.places["ends", "goal"] for p in composition.packs if p.frame.get("goal")), None)
    if span is not None and composition.goal and not _is_broken(program, composition.goal):
        numbers = {v.name for v in program.values if v.type == NUMBER and not v.params}
        if composition.goal not in numbers:
            message = f"The goal of a game is a number, and `{composition.goal}` is no value that is one."
            expected = "the name of a value without parameters that is a number"
            _report("P041", message, composition.goal, numbers, expected, span, diagnostics)
    if composition.maps and "start" not in composition.roles:
        board = next(iter(composition.maps.values()))
        fitting = list(ROLES["start"].fitting(program))
        near = "game" if "game" in fitting else next(iter(fitting), "")
        message = f"No game can begin on `{board.id}`: no pack says which of its events is the whole game."
        expected = f"`roles: {{start: {near or '…'}}}`, with {ROLES['start'].what}"
        diagnostics.error("P063", message, board.span, expected=expected)


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
    words: Collection[str],
    expected: str,
    span: Span,
    diagnostics: Diagnostics,
) -> None:
    near = diagnostics.nearest(word, words)
    diagnostics.error(code, message, span, expected=expected, suggestion=near[0] if near else "")
