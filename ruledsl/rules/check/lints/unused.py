"""Lints about what is declared and never used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.language.syntax import tree as s
from ruledsl.language.syntax.visitor import walk
from ruledsl.language.vocabulary.types import DECK, KIND, NUMBER, REGION, STRATA, TILE, calculated, compared
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.bounds.ranges import Ranges, Sizes
from ruledsl.rules.check.graph import Clause, clauses, constant
from ruledsl.rules.check.graph import walk as graph_walk
from ruledsl.rules.check.reachability import Patience, find_pointless
from ruledsl.rules.check.typed import raised_in
from ruledsl.rules.check.typed.declarations import (
    ActionDef,
    EventDef,
    ForbidDef,
    MemoryDef,
    ModifierDef,
    PermitDef,
    TriggerDef,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.base.diagnostics import Diagnostics, Span
    from ruledsl.rules.check.program import Program
    from ruledsl.rules.packs.model import Composition

# ── switched ────────────────────────────────────────────────────────────────────
# Rules that the chosen variants switch off: they exist, though no checked program contains them.


def switched_off(composition: Composition) -> Iterator[s.Node]:
    """Every node of every rule text that is not in force."""
    used = {id(rule.document) for rule in composition.rules}
    for pack in composition.packs:
        for rule in pack.rules:
            if rule.document is not None and id(rule.document) not in used:
                yield from walk(rule.document)


# ── declared ────────────────────────────────────────────────────────────────────
# Unused declarations, unread locals, constant conditions, amounts that are always zero.


def everything_is_used(program: Program, diagnostics: Diagnostics) -> None:
    """Memories are read, definitions used, values and permissions asked, locals read.

    A pack without tiles exists for others, which may use what it declares.
    """
    used_ids: set[int] = set()
    written: set[int] = set()
    for clause in clauses(program):
        used_ids |= clause.once(_all_looked_at)
        written |= clause.once(_all_written)
        clause.report(_locals, diagnostics)
    elsewhere = _named_elsewhere(program)
    playing = {pack.id for pack in program.composition.packs if pack.tiles}
    _read_only(program, used_ids - written, elsewhere, diagnostics)
    for what, doing, table in (
        ("memory", "reads", program.memories),
        ("definition", "uses", program.defines),
        ("value", "asks", program.values),
        ("permission", "asks", program.permissions),
    ):
        for declared in table:
            owner = declared.origin.owner
            if owner.pack not in playing or id(declared) in used_ids:
                continue
            is_shown = isinstance(declared, MemoryDef) and declared.secret  # its owner sees it
            if declared.name not in elsewhere and not is_shown:
                message = f"No rule {doing} the {what} `{declared.name}`."
                diagnostics.warning("R022", message, declared.origin.span)


def _all_looked_at(clause: Clause) -> set[int]:
    return {id(thing) for node in clause.nodes for thing in _looked_at(node)}


def _all_written(clause: Clause) -> set[int]:
    return {id(thing) for node in clause.nodes for thing in _written(node)}


def _looked_at(node: object) -> tuple[object, ...]:
    """What a node reads; exchanging a memory counts as reading it."""
    spots = t.written_in(node)
    return (t.asked_in(node), *(spot.memory for spot in spots if len(spots) > 1))


def _written(node: object) -> tuple[object, ...]:
    return tuple(spot.memory for spot in t.written_in(node))


def _read_only(program: Program, read: set[int], elsewhere: set[str], diagnostics: Diagnostics) -> None:
    """Memories that rules read and none writes."""
    playing = {pack.id for pack in program.composition.packs if pack.tiles}
    for memory in program.memories:
        if id(memory) in read and memory.origin.owner.pack in playing and memory.name not in elsewhere:
            message = f"No rule writes the memory `{memory.name}`, so it always has its start value."
            help_ = f"`set {memory.name} …` in some rule would write it."
            diagnostics.warning("R018", message, memory.origin.span, help=help_)


def _named_elsewhere(program: Program) -> set[str]:
    """Names in roles, standings, panels and measures, and in rules that the chosen variants switch off."""
    composition = program.composition
    names = {*composition.roles.values()}
    names |= {panel.value for panel in (*composition.panels, *composition.measures)}
    names |= {name for name, _ in composition.standings}
    names |= {node.text for node in switched_off(composition) if isinstance(node, s.Word | s.Name)}
    return names


def _locals(clause: Clause, diagnostics: Diagnostics) -> None:
    nodes = list(clause.walk())
    read = {id(node.var) for node in nodes if isinstance(node, t.VarRef)}
    for node in nodes:
        if isinstance(node, t.TLet | t.TRoll) and id(node.var) not in read:
            diagnostics.warning("R023", f"Nothing reads `{node.var.name}`.", node.span)


def conditions_vary(program: Program, diagnostics: Diagnostics) -> None:
    """No condition is constant."""
    for clause in clauses(program):
        clause.report(_vary, diagnostics)


def _vary(clause: Clause, diagnostics: Diagnostics) -> None:
    for condition in _conditions(clause):
        value = constant(condition)
        # One that takes up no room stands in for a line that could not be read.
        if value is not None and condition.span.start != condition.span.end:
            always = "always holds" if value else "never holds"
            diagnostics.warning("R024", f"This condition {always}.", condition.span)
    for node in clause.walk():
        amount = t.amount_of(node)  # type: ignore[arg-type]
        value = constant(amount) if amount is not None else None
        if amount is not None and value is not None and value <= 0:
            message = "This happens 0 times, so it does nothing."
            diagnostics.warning("R025", message, amount.span, expected="at least 1")
        if isinstance(node, t.Math) and node.op == "/" and constant(node.right) == 0:
            message = "This is divided by 0, so it is always 0."
            diagnostics.warning("R034", message, node.right.span, expected="another number")
    if isinstance(clause.what, ModifierDef):
        _idle(clause.what, diagnostics)


def _idle(rule: ModifierDef, diagnostics: Diagnostics) -> None:
    """Adding 0 or multiplying by 1 changes nothing."""
    kind = STRATA[rule.op]
    grows = kind.operator is not None and kind.operator.grows
    if rule.value.type == NUMBER and (kind.adds or grows) and constant(rule.change) == int(not kind.adds):
        diagnostics.warning("R025", "This changes nothing.", rule.change.span, expected="another number")


def numbers_can_be_so(program: Program, diagnostics: Diagnostics) -> None:
    """A count is compared with a number that it can be below or equal to: most counts are never less than zero."""
    ranges = Ranges(Sizes(program))
    for clause in clauses(program):
        for node, written in clause.once(_compared):
            _can_be_so(node, written, ranges, diagnostics)


def _compared(clause: Clause) -> list[tuple[t.Order, int]]:
    """Counts that are compared with a literal number."""
    comparisons: list[tuple[t.Order, int]] = []
    for condition in _conditions(clause) if any(isinstance(node, t.Order) for node in clause.nodes) else ():
        for node in graph_walk(condition):
            if isinstance(node, t.Order) and isinstance(node.left, t.Ask | t.Count | t.FieldOf):
                written = constant(node.right)
                if node.left.type == NUMBER and written is not None:
                    comparisons.append((node, written))
    return comparisons


def _can_be_so(node: t.Order, written: int, ranges: Ranges, diagnostics: Diagnostics) -> None:
    least = ranges(node.left)[0]
    if written < least or (written == least and node.op in ("<", ">=")):
        word = "always" if compared(node.op, least, written) else "never"
        message = f"This condition {word} holds: such a number is never below {least}."
        diagnostics.warning("R024", message, node.span)


def divisions_come_out(program: Program, diagnostics: Diagnostics) -> None:
    """Two written numbers are divided without a rest: numbers are whole, so that a half is nothing."""
    for clause in clauses(program):
        for node, left, right in clause.once(_divided):
            message = f"`{left} / {right}` is {calculated('/', left, right)}: numbers are whole, and the rest is dropped."
            diagnostics.warning(
                "R053", message, node.span, expected="a division that comes last, such as `hand of me / 2`"
            )


def _divided(clause: Clause) -> list[tuple[t.Math, int, int]]:
    """Divisions of written numbers that leave a rest."""
    divisions: list[tuple[t.Math, int, int]] = []
    for node in clause.nodes:
        if isinstance(node, t.Math) and node.op == "/":
            left, right = constant(node.left), constant(node.right)
            if left is not None and right and left % right:
                divisions.append((node, left, right))
    return divisions


def _conditions(clause: Clause) -> Iterator[t.TExpr]:
    rule = clause.what
    if (
        isinstance(rule, ModifierDef | ForbidDef | PermitDef | TriggerDef | ActionDef)
        and rule.condition is not None
    ):
        yield rule.condition
    for node in clause.walk():
        yield from t.conditions_in(node)


# ── raised ──────────────────────────────────────────────────────────────────────
# Rules that wait for an event that never comes.


def events_are_raised(program: Program, diagnostics: Diagnostics) -> None:
    """Some rule raises every event that rules wait for, unless a game begins with it.

    A pack without tiles exists for others, which may wait for its events.
    """
    if program.event(program.composition.roles.get("start", "")) is None:
        return
    raised = _raised(program)
    waited: set[EventDef] = set()
    for event, what, span in _waiting(program):
        if event not in raised:
            waited.add(event)
            message = f"{what} `{event.name}`, but no rule raises that."
            labels = ((event.origin.span, "declared here"),)
            help_ = f"`do {event.name}` in some event would raise it."
            diagnostics.error("R016", message, span, labels=labels, help=help_)
    playing = {pack.id for pack in program.composition.packs if pack.tiles}
    for event in program.events:
        if event in raised or event in waited or event.parent is not None:
            continue
        if event.origin.owner.pack in playing:
            diagnostics.warning("R017", f"Nothing raises the event `{event.name}`.", event.origin.span)


def _raised(program: Program) -> set[EventDef]:
    """Events that some rule raises; phases come with their event."""
    events = {program.event(name) for name in program.composition.roles.values()} - {None}
    for clause in clauses(program):
        own = clause.what.phases if isinstance(clause.what, EventDef) else []
        events |= clause.once(_done).difference(own)
    raised = {event for event in events if event is not None}
    while True:
        phases = {phase for event in raised for phase in event.phases}
        if phases <= raised:
            return raised
        raised |= phases


def _done(clause: Clause) -> set[EventDef]:
    return {event for node in clause.nodes if (event := raised_in(node)) is not None}


def _waiting(program: Program) -> Iterator[tuple[EventDef, str, Span]]:
    for trigger in program.triggers:
        yield trigger.event, "This waits for", trigger.origin.span
    for memory in program.memories:
        if memory.until is not None:
            yield memory.until, f"`{memory.name}` is forgotten at", memory.origin.span
    for action in program.actions:
        yield action.phase, f"`{action.name}` is offered in", action.origin.span
        if action.limit is not None:
            yield (
                action.limit.unit,
                f"How often `{action.name}` can be done is counted from",
                action.origin.span,
            )


# ── stopped ─────────────────────────────────────────────────────────────────────
# Rules that stop an offer where there is none.


def stops_end_offers(program: Program, diagnostics: Diagnostics) -> None:
    """`stop` ends an offer that repeats until the player stops: not that of one action, nor a phase without any."""
    lasting = [
        clause.what.name
        for clause in clauses(program)
        if isinstance(clause.what, EventDef) and clause.once(_lasts)
    ]
    for clause in clauses(program):
        for node in clause.once(_stopping):
            if node.phase.name not in lasting:
                what = "offers one action only" if node.phase.offers else "offers no actions"
                message = f"The phase `{node.phase.name}` {what}: there is nothing to stop."
                labels = ((node.phase.origin.span, "declared here"),)
                near = diagnostics.nearest(node.phase.name, lasting)
                diagnostics.error(
                    "R027",
                    message,
                    node.span,
                    labels=labels,
                    expected="a phase that offers actions until the player stops",
                    suggestion=near[0] if near else "",
                )


def _lasts(clause: Clause) -> bool:
    return any(isinstance(node, t.TOffer) and not node.one for node in clause.nodes)


def _stopping(clause: Clause) -> list[t.TStop]:
    return [node for node in clause.nodes if isinstance(node, t.TStop)]


# ── tiles ───────────────────────────────────────────────────────────────────────
# Tiles without effect on any loaded map.


def tiles_make_sense(program: Program, diagnostics: Diagnostics) -> None:
    """Every tile has a rule that can take effect on some loaded map."""
    alike = program.composition.words.alike
    maps = set()
    for board in program.composition.maps.values():
        words = {word for region in board.regions for trait in region.traits for word in alike[trait]}
        maps.add((frozenset(words), frozenset(region.traits[0] for region in board.regions)))
    if not maps:
        return
    everywhere = frozenset[str]().union(*(words for words, _ in maps))
    entries = program.composition.tiles
    for tile in [program.tiles[i] for i in sorted(_pointless_on_all(program, maps))]:
        if entries[tile].copy_of or _blamed(program, tile, diagnostics):
            continue
        missing = " and ".join(f"`{word}`" for word in sorted(_spoken_of(program, tile) - everywhere))
        why = f"does nothing: no map has {missing}." if missing else "does nothing on any map of these packs."
        diagnostics.warning("R026", f"`{tile}` {why}", entries[tile].span)


def tiles_are_brought(program: Program, diagnostics: Diagnostics) -> None:
    """Every tile with rules comes from a deck that rules read, or a rule names it or its kind.

    A pack may leave it to others to bring the tiles of a kind: one whose rules mention no deck and no kind.
    """
    composition = program.composition
    words = [(node.type, node.value) for clause in clauses(program) for node in clause.once(_written_out)]
    words += [
        (DECK, program.decks.index(name)) for name in composition.roles.values() if name in program.decks
    ]
    decks = list(composition.decks.values())
    kinds = {program.kinds[value] for kind, value in words if kind == KIND and value >= 0}
    for deck in (decks[value] for kind, value in words if kind == DECK and value >= 0):
        kinds |= set(deck.kinds) if deck.deals else set()
    named = {program.tiles[value] for kind, value in words if kind == TILE and value >= 0}
    ruled = {clause.origin.owner.tile for clause in clauses(program)}
    for key, tile in composition.tiles.items():
        if key in ruled and tile.kind not in kinds and key not in named and not tile.copy_of:
            message = f"Nothing brings `{tile.id}` into a game: no rule draws from a deck that deals the kind `{tile.kind}`, and none names it."
            if not _blamed(program, key, diagnostics):
                diagnostics.warning(
                    "R020", message, tile.span, expected="a deck that deals it, and a rule that draws"
                )


def _written_out(clause: Clause) -> list[t.Const]:
    return [node for node in clause.nodes if isinstance(node, t.Const) and node.type in (DECK, KIND, TILE)]


def _pointless_on_all(program: Program, maps: set[tuple[frozenset[str], frozenset[str]]]) -> frozenset[int]:
    """The tiles that are pointless on each of these maps, given by terrains and symbols, and by printed terrains.

    A tile that is pointless on one map is most likely to make sense on the map with the most new words, so few others need an analysis.
    """
    index = program.traits.index
    met: frozenset[str] = frozenset()
    left = sorted(maps, key=lambda words: tuple(map(sorted, words)))
    pointless = _judged(program)
    patience = Patience()
    while left and pointless:
        words, printed = max(left, key=lambda some: (len(some[0] - met), len(some[0])))
        left.remove((words, printed))
        met |= words
        pointless = find_pointless(
            program, frozenset(map(index, words)), frozenset(map(index, printed)), pointless, patience
        )
    return pointless


def _judged(program: Program) -> frozenset[int]:
    """All tiles; in an alternative reading those with rules that it may switch on, since the others are judged already."""
    composition = program.composition
    if not composition.beside:
        return frozenset(range(len(program.tiles)))
    switched = {rule.owner.tile for rule in composition.rules if rule.choice}
    tiles = composition.tiles.items()
    return frozenset(i for i, (key, tile) in enumerate(tiles) if switched & {key, tile.copy_of} - {""})


def _blamed(program: Program, tile: str, diagnostics: Diagnostics) -> bool:
    """Does one of its rules have a finding already?"""
    rules = [clause.origin.span for clause in clauses(program) if clause.origin.owner.tile == tile]
    reported = [diagnostic.span for diagnostic in diagnostics]
    return any(a.file == b.file and a.start <= b.start < a.end for a in rules for b in reported)


def _spoken_of(program: Program, tile: str) -> set[str]:
    """The terrains and symbols that the rules of a tile mention, including through definitions."""
    words: set[str] = set()
    waiting = [
        part for clause in clauses(program) if clause.origin.owner.tile == tile for part in clause.roots
    ]
    seen: set[int] = set()
    while waiting:
        for node in graph_walk(waiting.pop()):
            if isinstance(node, t.HasTrait) and node.noun.type == REGION:
                words.add(node.word)
            elif isinstance(node, t.Defined) and id(node.define) not in seen:
                seen.add(id(node.define))
                waiting.append(node.define.body)
    return words
