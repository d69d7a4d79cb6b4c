"""Lints about a pack as a whole: its maps, what it requires, rivals of one name, words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.language.syntax import tree as s
from ruledsl.language.syntax.grammar import grammar
from ruledsl.language.vocabulary.builtins import BUILTINS
from ruledsl.language.vocabulary.types import REGION, TYPES, set_of
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.graph import Clause, clauses, same, walk
from ruledsl.rules.check.lints.unused import switched_off
from ruledsl.rules.check.typed.declarations import EventDef, ModifierDef, PermitDef, TriggerDef

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.base.diagnostics import Diagnostics, Span
    from ruledsl.rules.check.names import Declared
    from ruledsl.rules.check.program import Program
    from ruledsl.rules.check.typed.declarations import Origin, ValueDef
    from ruledsl.rules.packs.model import BoardMap, MapRegion

# ── maps ────────────────────────────────────────────────────────────────────────
# Maps that nobody can enter, and regions that nobody can reach.


def regions_can_be_reached(program: Program, diagnostics: Diagnostics) -> None:
    """In every connected group of regions, a race can enter at least one: by an entry, or by a trait that rules mention.

    Where no rule asks for entries, peoples come onto the map in other ways.
    """
    if not any(map(_speaks_of_entries, program.values)):
        return
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


# ── synonyms ────────────────────────────────────────────────────────────────────
# What people write for names that are not there is suggested to nobody.


def synonyms_are_of_names(program: Program, diagnostics: Diagnostics) -> None:
    """Each key of `also_called` is a name that rules or files of these packs may say."""
    names = {*_known(program), *_named_when_switched_on(program)}
    for pack in program.composition.packs:
        for name in pack.also_called.keys() - names:
            near = "".join(diagnostics.nearest(name, sorted(names))[:1])
            message = f"There is nothing called `{name}`, for which people could write something else."
            span = pack.places["also_called", name]
            diagnostics.warning("P070", message, span, expected="a name of the pack", suggestion=near)


def _known(program: Program) -> Iterator[str]:
    """Everything that has a name: by the language, in the files of packs, in their rules."""
    composition = program.composition
    yield from (*TYPES, *(builtin.name for builtin in BUILTINS))
    yield from (word for _, word, _ in _words(program))
    yield from (name for _, _, name in composition.called)
    declared = (
        program.memories,
        program.values,
        program.defines,
        program.permissions,
        program.events,
        program.actions,
    )
    yield from (one.name for list_ in declared for one in list_)
    yield from (forbid.reason for forbid in program.forbids)


def _named_when_switched_on(program: Program) -> Iterator[str]:
    nodes = switched_off(program.composition)
    return (node.text for node in nodes if isinstance(node, s.Word | s.Name))
