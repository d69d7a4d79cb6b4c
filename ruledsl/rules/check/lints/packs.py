"""Lints about a pack as a whole: its maps, what it requires, rivals of one name, words."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import TYPE_CHECKING

from ruledsl.base.dataclass import dataclass
from ruledsl.language.syntax.grammar import grammar
from ruledsl.language.vocabulary.types import DIE, FLAG, GAME, NUMBER, PEOPLE, PLAYER, REGION, TILE, set_of
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.graph import Clause, clauses, same, walk
from ruledsl.rules.check.typed.declarations import EventDef, ModifierDef, PermitDef, TriggerDef

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.base.diagnostics import Diagnostics, Span
    from ruledsl.rules.check.names import Declared
    from ruledsl.rules.check.program import Program
    from ruledsl.rules.check.typed.declarations import DefineDef, Origin, ValueDef
    from ruledsl.rules.packs.model import BoardMap, MapRegion

# ── maps ────────────────────────────────────────────────────────────────────────
# Maps that nobody can enter, and regions that nobody can reach.


def regions_can_be_reached(program: Program, diagnostics: Diagnostics) -> None:
    """In every connected group of regions, a race can enter at least one: by an entry, or by a trait that rules mention."""
    ways, open_ways = _ways_in(program), _ways_for_all(program)
    for board in program.composition.maps.values():
        groups = _groups(board)
        reached = [any(ways & set(region.traits) for region in group) for group in groups]
        if not any(open_ways & set(region.traits) for region in board.regions):
            message = f"Nobody can enter the map `{board.id}`: none of its regions is an entry."
            diagnostics.warning("P034", message, board.span, expected="`entry: true` in at least one region")
            continue
        for group, fine in zip(groups, reached, strict=True):
            if not fine:
                names = ", ".join(region.id for region in group)
                message = f"Nobody can reach region {names}: no border and no entry leads there."
                diagnostics.warning("P033", message, group[0].span)


def _ways_in(program: Program) -> set[str]:
    """Entries, and the traits of the regions that rules add to a set."""
    ways = {"entry"}
    for rule in program.modifiers:
        if rule.value.type == set_of(REGION) and rule.op in ("also", "becomes"):
            ways |= {node.word for node in walk(rule.change) if isinstance(node, t.HasTrait)}
    for first, second, _ in program.composition.words.equivalents:
        ways |= {first, second} if ways & {first, second} else set()
    return ways


def _ways_for_all(program: Program) -> set[str]:
    """Entries, and the traits of the regions that rules of packs add to those by which one enters the map."""
    landing = {value for value in program.values if _speaks_of_entries(value)}
    ways = {"entry"}
    for rule in program.modifiers:
        owner = rule.origin.owner
        if rule.value in landing and rule.op in ("also", "becomes") and not (owner.tile or owner.piece):
            ways |= {node.word for node in walk(rule.change) if isinstance(node, t.HasTrait)}
    for first, second, _ in program.composition.words.equivalents:
        ways |= {first, second} if ways & {first, second} else set()
    return ways


def _speaks_of_entries(value: ValueDef) -> bool:
    """Is it a question whose answer begins with the entries of the map?"""
    waiting, met = [value.base], {value.name}
    while waiting:
        for node in walk(waiting.pop()):
            if isinstance(node, t.HasTrait) and node.word == "entry":
                return True
            asked = node.value if isinstance(node, t.ValueOf) else None
            if asked is not None and asked.name not in met and asked.type == set_of(REGION):
                met.add(asked.name)
                waiting.append(asked.base)
    return False


def _groups(board: BoardMap) -> list[list[MapRegion]]:
    """Connected groups of regions."""
    by_id = {region.id: region for region in board.regions}
    left = dict.fromkeys(by_id)
    groups = []
    while left:
        waiting = [next(iter(left))]
        group = []
        while waiting:
            id_ = waiting.pop()
            if id_ in left:
                del left[id_]
                group.append(by_id[id_])
                waiting += by_id[id_].borders
        groups.append(group)
    return groups


# ── required ────────────────────────────────────────────────────────────────────
# Rules that use a declaration without requiring its pack.


def packs_require_what_they_use(program: Program, diagnostics: Diagnostics) -> None:
    """A pack requires every pack whose values, events, memories … it uses, or one that requires that."""
    required = _required(program)
    told: set[tuple[str, str]] = set()
    for clause in clauses(program):
        user = clause.origin.owner.pack
        for used, span in clause.once(_uses):
            pack = used.origin.owner.pack
            if pack not in required[user] and (user, pack) not in told:
                told.add((user, pack))
                message = f"`{used.name}` belongs to the pack `{pack}`, which `{user}` does not require."
                labels = ((used.origin.span, "declared here"),)
                expected = f"`requires: {{{pack}: …}}` in pack.yaml"
                diagnostics.warning("P013", message, span, labels=labels, expected=expected)


def _required(program: Program) -> dict[str, set[str]]:
    """For each pack, itself and everything that it requires, transitively."""
    required: dict[str, set[str]] = {}
    for pack in program.composition.packs:
        required[pack.id] = {pack.id}.union(*(required.get(other, {other}) for other in pack.requires))
    return required


def _uses(clause: Clause) -> list[tuple[Declared, Span]]:
    """The declarations that a clause uses, at most one of each pack. An event with phases only raises them, including those of other packs."""
    uses: list[tuple[Declared, Span]] = []
    match clause.what:
        case EventDef(phases=phases) if phases:
            return []
        case ModifierDef(value=target) | TriggerDef(event=target) | PermitDef(permission=target):
            uses.append((target, clause.origin.span))
    for node in clause.nodes:
        used = t.asked_in(node) or t.raised_in(node)
        if used is not None:
            uses.append((used, node.span))  # type: ignore[union-attr]  # places ask nothing
    first = {used.origin.owner.pack: (used, span) for used, span in reversed(uses)}
    return [*first.values()]


# ── rivals ──────────────────────────────────────────────────────────────────────
# Rules that replace the same thing at the same time.


MOST_COMPARED = 60
"""The most replacements of one thing that are compared with each other."""
MOST_NAMED = 8
"""The most rivals that are named."""

Replacement = ModifierDef | TriggerDef


def replacements_agree(program: Program, diagnostics: Diagnostics) -> None:
    """No two `becomes` of a value, and no two `instead of` of an event, hold at once without a condition.

    One of a tile takes precedence over one of the game; those of one level must say the same, or when they hold.
    """
    for value in (value for value in program.values if value.whole is None):
        _compare([m for m in value.modifiers if m.op == "becomes"], value.name, program, diagnostics)
    for event in program.events:
        _compare([x for x in event.triggers if x.moment == "instead"], event.name, program, diagnostics)


def _compare(
    rules: list[ModifierDef] | list[TriggerDef], name: str, program: Program, diagnostics: Diagnostics
) -> None:
    plain: list[Replacement] = [rule for rule in rules if rule.condition is None][:MOST_COMPARED]
    for number, last in enumerate(plain):
        rivals = [
            other
            for other in plain[:number]
            if _together(other, last, program) and not same(_outcome(other), _outcome(last))
        ]
        if not rivals:
            continue
        code, word = ("R019", "becomes") if isinstance(last, ModifierDef) else ("R021", "instead of")
        many = "Two" if len(rivals) == 1 else str(len(rivals) + 1)
        message = f"{many} rules say what takes the place of `{name}`, and nothing says which one applies."
        which = "the other" if len(rivals) == 1 else "another"
        labels = [(other.origin.span, f"{which} `{word}`, of {other.origin.owner}") for other in rivals]
        report = diagnostics.warning if last.origin.owner.tile else diagnostics.error
        report(
            code,
            message,
            last.origin.span,
            labels=labels[:MOST_NAMED],
            expected=f"a condition (`if …`) in {'one' if len(rivals) == 1 else 'all but one'} of them",
        )


def _outcome(rule: Replacement) -> object:
    return rule.change if isinstance(rule, ModifierDef) else rule.body


def _together(first: Replacement, second: Replacement, program: Program) -> bool:
    """Can both hold for one subject at the same time?"""
    one, other = first.origin, second.origin
    if bool(one.owner.tile) != bool(other.owner.tile) or first.scope != second.scope:
        return False
    if one.stages is not None and other.stages is not None and not one.stages & other.stages:
        return False
    return first.scope != "my" or _borne_together(one, other, program)


def _borne_together(one: Origin, other: Origin, program: Program) -> bool:
    """A people has one race and one power; it may have any tiles that lie in regions."""
    tiles = program.composition.tiles
    kinds = program.composition.kinds
    if one.owner.tile == other.owner.tile:
        return True
    first, second = tiles[one.owner.tile].kind, tiles[other.owner.tile].kind
    return first != second or kinds[first].borne_by != "people"


# ── words ───────────────────────────────────────────────────────────────────────
# Words of packs that no rule can use, because the language reserves them.


RESERVED_PLACES = ("tray", "aside", "box", "hand", "token", "tokens")
"""Places that `move` reads before it looks for pieces."""


FREE = frozenset({"coin", "gain", "pay"})
"""Alternative forms of keywords, in places where no rule could mean a name: packs used these names before the language did."""


def words_can_be_said(program: Program, diagnostics: Diagnostics) -> None:
    """No terrain, piece, tile … has the name of a keyword."""
    language = grammar().words.keys() - FREE
    for what, word, span in _words(program):
        if word in language or (what == "piece" and word in RESERVED_PLACES):
            message = f"`{word}` is a word of the language, so no rule can name the {what} `{word}`."
            diagnostics.error("N023", message, span, expected="another name")


def _words(program: Program) -> Iterator[tuple[str, str, Span]]:
    composition = program.composition
    for what, table in (
        ("stage", composition.words.stages),
        ("mode", composition.words.modes),
        ("way", composition.words.ways),
        ("terrain", composition.words.terrains),
        ("symbol", composition.words.symbols),
        ("trait", composition.words.piece_traits),
        ("trait", composition.words.tile_traits),
    ):
        yield from ((what, word, span) for word, span in table.items())
    for piece in composition.pieces.values():
        yield "piece", piece.id, piece.span
    for tile in composition.tiles.values():
        yield "tile", tile.id, tile.span
    for deck in composition.decks.values():
        yield "deck", deck.id, deck.span
    for die in composition.dice.values():
        yield "die", die.id, die.span
    for kind in composition.kinds.values():
        yield "kind of tile", kind.id, kind.span
        yield from (("printed number", field.name, field.span) for field in kind.fields)


# ── roles ───────────────────────────────────────────────────────────────────────
# The values and events that YAML names: roles, standings, panels, measures.


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


def _reasons(program: Program) -> Iterable[str]:
    return dict.fromkeys(forbid.reason for forbid in program.forbids)


ROLES = {
    "start": Role("an event without parameters", _events()),
    "turn": Role("an event of a player", _events(PLAYER)),
    "market": Role("a deck", lambda program: program.decks),
    "partner": Role("a memory of a tile on a tile", _partners),
    "silence": Role("a memory of yes or no on a tile", _silences),
    "acting": Role("a memory of yes or no on a tile", _silences),
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
    "reach": Role("a reason why something is forbidden", _reasons),
    "conquest": Role("a permission of a region by a people", _permissions),
    "arrival": Role("an event of a tile and a people", _events(TILE, PEOPLE)),
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
    words: Collection[str],
    expected: str,
    span: Span,
    diagnostics: Diagnostics,
) -> None:
    near = diagnostics.nearest(word, words)
    diagnostics.error(code, message, span, expected=expected, suggestion=near[0] if near else "")
