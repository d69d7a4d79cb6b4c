"""Rules that most likely do something else than intended: a printed symbol for a piece, an action for its result."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ruledsl.base.diagnostics import Fix, Span
from ruledsl.language.vocabulary.types import FLAG, PEOPLE, PLAYER, REGION
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.graph import Clause, asks, clauses, reaches, walk
from ruledsl.rules.check.typed.declarations import ActionDef, EventDef, ModifierDef, TriggerDef

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ruledsl.base.diagnostics import Diagnostics
    from ruledsl.rules.check.graph import Part
    from ruledsl.rules.check.program import Program

ALIKE = 5
"""The number of equal first letters that make an action and an event related: `conquer` and `conquest`."""


def rules_say_what_is_meant(program: Program, diagnostics: Diagnostics) -> None:
    """Checks rules of tiles and pieces; packs themselves say what is printed, what happens to everybody, and how things are lost."""
    following = _Following(program)
    for clause in clauses(program):
        _played_on(clause, diagnostics)
        if clause.origin.owner.tile or clause.origin.owner.piece:
            _symbols(clause, program, diagnostics)
            if isinstance(clause.what, TriggerDef):
                _actions(clause.what, following, diagnostics)
            if isinstance(clause.what, ModifierDef):
                _everybodys(clause.what, program, diagnostics)
            _taken(clause, diagnostics)
            if isinstance(clause.what, ActionDef):
                _never_offered(clause.what, program, diagnostics)


def _symbols(clause: Clause, program: Program, diagnostics: Diagnostics) -> None:
    """`region is lost_tribe` asks what is printed; `has` asks whether the piece lies there."""
    composition, owner = program.composition, clause.origin.owner
    printed = composition.words.symbols.keys() - composition.words.terrains.keys()
    required = composition.known_to(owner.pack)
    own = {word for pack in composition.packs if pack.id == owner.pack for word in pack.words.symbols}
    loose = {
        word
        for word, piece in composition.pieces.items()
        if (not piece.tile or piece.tile != owner.tile)
        and (piece.pack == owner.pack or (piece.pack in required and word not in own))
    }
    for node in clause.nodes:
        if isinstance(node, t.HasTrait) and node.noun.type == REGION and node.word in printed & loose:
            line = diagnostics.sources.line(node.noun.span.file, node.noun.span.line) or ""
            noun = line[node.noun.span.column - 1 : node.noun.span.end_column - 1]
            meant = f"{noun} has {node.word}"
            between = line[node.noun.span.end_column - 1 : node.span.column - 1]
            whole = node.noun.span._replace(end_line=node.span.end_line, end_column=node.span.end_column)
            diagnostics.warning(
                "R047",
                f"This asks for what is printed on the map. Whether the piece `{node.word}` lies there now is a question for `has`.",
                node.span,
                expected=f"`{meant}`",
                fix=Fix(whole, meant) if between.strip() == "is" else None,
            )


def _played_on(clause: Clause, diagnostics: Diagnostics) -> None:
    """`end game` in a loop: the rule is done to its end, so the game goes on for the rest of the loop."""
    for loop in clause.nodes:
        if not isinstance(loop, t.TForEach | t.TRepeat) or loop.until is not None:
            continue
        inside = list(walk(*loop.body))
        ends = [node for node in inside if isinstance(node, t.TAct) and node.act.startswith("end_game")]
        if ends and any(isinstance(node, t.TDo | t.TChoose | t.TMay | t.TOffer) for node in inside):
            diagnostics.warning(
                "R067",
                "The rule is done to its end before the game is over, so this loop goes on, and with it the game.",
                ends[0].span,
                expected="`end game` in an event or a phase of its own, which the loop raises",
                labels=((loop.span, "the loop that goes on"),),
            )


class _Following:
    """The events that the bodies of events can lead to."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._reaches: dict[int, frozenset[int]] | None = None

    def of(self, event: EventDef) -> list[EventDef]:
        """The events that raising this one can lead to, by its own body."""
        if self._reaches is None:
            self._reaches = reaches(self.program)
        return [self.program.events[index] for index in sorted(self._reaches[event.index])]


def _actions(rule: TriggerDef, following: _Following, diagnostics: Diagnostics) -> None:
    """`after my conquer` waits for the action; its result, however it comes about, is `conquest`."""
    action = rule.event.action
    if action is None or rule.origin.owner == action.origin.owner:
        return
    for event in following.of(rule.event):
        if (
            event.name[:ALIKE] == action.name[:ALIKE]
            and len(event.name) > ALIKE
            and event.name != action.name
        ):
            diagnostics.warning(
                "R048",
                f"`{action.name}` is an action, one of the ways to a `{event.name}`: this does not see the others.",
                rule.origin.span,
                expected=f"`{event.name}`, if every one is meant",
                fix=_written_once(action.name, event.name, rule.origin.span, diagnostics),
                labels=((event.origin.span, f"`{event.name}` is declared here"),),
            )


def _written_once(name: str, meant: str, span: Span, diagnostics: Diagnostics) -> Fix | None:
    """The fix of the first mention of a name in a rule."""
    line = diagnostics.sources.line(span.file, span.line) or ""
    match = re.compile(rf"\b{re.escape(name)}\b").search(line, span.column - 1)
    if match is None:
        return None
    start, end = match.span()
    return Fix(Span(span.file, span.line, start + 1, span.line, end + 1), meant)


def _everybodys(rule: ModifierDef, program: Program, diagnostics: Diagnostics) -> None:
    """`defence +1` of a tile that a people bears changes the answer for all."""
    tile = program.composition.tiles.get(rule.origin.owner.tile)
    if tile is None or rule.origin.owner.piece or rule.scope or rule.condition is not None:
        return
    if any(isinstance(part, t.Pronoun | t.VarRef) for part in walk(rule.change)):
        return  # it names its subject itself
    if program.composition.kinds[tile.kind].borne_by != "people":
        return
    params = rule.value.params
    if any(param.type in (PEOPLE, PLAYER) for param in params):
        meant = f"`my {rule.value.name}`"
    elif region := next((param.name for param in params if param.type == REGION), ""):
        meant = f"a condition, as `if holder of {region} is me`"
    else:
        return
    message = f"This changes `{rule.value.name}` for everybody, not only for whoever has `{tile.id}`."
    diagnostics.warning("R049", message, rule.origin.span, expected=meant)


def _never_offered(action: ActionDef, program: Program, diagnostics: Diagnostics) -> None:
    """`always: action` of a place, in a phase of peoples: whoever holds it in decline does not act, and its player is not asked."""
    tile, phase, stages = (
        program.composition.tiles.get(action.origin.owner.tile),
        action.phase,
        action.origin.stages,
    )
    if tile is None or program.composition.kinds[tile.kind].borne_by != "region" or action.by is not None:
        return
    first = phase.params[0].type if phase.params else None
    if first == PEOPLE and (stages is None or any(stages)):
        target = f" of {action.target.name}" if action.target is not None else ""
        diagnostics.warning(
            "R064",
            f"A people in decline holds `{tile.id}`, but is not asked in `{phase.name}`: its player never gets this action.",
            action.origin.span,
            expected=f"`action {action.name}{target} by you`",
        )


def _taken(clause: Clause, diagnostics: Diagnostics) -> None:
    """A tile that returns others' tokens to the tray: nobody is asked whether they can be taken, and no event tells of the loss."""
    asked = any(_asks_leave(node) for node in clause.nodes)
    told = any(isinstance(node, t.TDo) for node in clause.nodes)
    for node in clause.nodes:
        if not isinstance(node, t.TMoveTokens) or (node.source.what, node.target.what) != ("region", "tray"):
            continue
        if not asked and not isinstance(node.people, t.Pronoun):
            message = "This takes tokens of others, and nothing asks whether it may."
            diagnostics.warning(
                "R050", message, node.span, expected="a condition that asks it, as `can … of …`"
            )
        if not told:
            message = "These tokens go to the tray and are not lost: no rule that waits for losses sees it."
            diagnostics.warning(
                "R051", message, node.span, expected="an event that says so, as `do loss of …`"
            )


def _asks_leave(node: object) -> bool:
    """Does it ask for a permission, or whether somebody is the bearer's own?"""
    if isinstance(node, t.Order):
        return all(asks(side, "owner") for side in (node.left, node.right))
    return isinstance(node, t.CanDo) or (isinstance(node, t.ValueOf) and node.type == FLAG)


# ── attackers ───────────────────────────────────────────────────────────────────
# Effects that take tokens from a region into which the event that is under way has yet to bring them: they are still in hand.


if TYPE_CHECKING:
    Pair = tuple[int, int]
    Pairs = dict[EventDef, set[Pair]]
    """For events: which parameters are a people and the region that its tokens enter or leave."""


def attackers_are_met(program: Program, diagnostics: Diagnostics) -> None:
    """Whoever takes tokens from a region in a trigger does so when they can be there."""
    entering = _moving(program, _enters)
    leaving = _moving(program, _leaves)
    during = _during(program, entering)
    for clause in clauses(program):
        rule = clause.what
        if not isinstance(rule, TriggerDef) or not rule.origin.owner.tile:
            continue
        pairs = during.get(rule.event, set())
        if rule.moment != "after":
            pairs = pairs | entering.get(rule.event, set())
        effects = [node for node in clause.nodes if isinstance(node, t.TMoveTokens | t.TDo)] if pairs else []
        for node in effects:
            if any(
                _is_meant(rule, pair, moved) for moved in _moved(node, _leaves, leaving) for pair in pairs
            ):
                when = f"{rule.moment} `{rule.event.name}`".replace("instead", "in place of")
                message = (
                    f"This takes nothing: {when} these tokens are still in hand, and enter the region later."
                )
                diagnostics.warning(
                    "R052", message, node.span, expected="tokens in `hand`, or a later moment"
                )


def _enters(move: t.TMoveTokens) -> t.TExpr | None:
    return move.target.of if (move.source.what, move.target.what) == ("hand", "region") else None


def _leaves(move: t.TMoveTokens) -> t.TExpr | None:
    return move.source.of if move.source.what == "region" else None


def _moved(
    node: Part, place: Callable[[t.TMoveTokens], t.TExpr | None], pairs: Pairs
) -> Iterator[tuple[t.TExpr, t.TExpr]]:
    """The peoples and regions between which an effect moves tokens, itself or by the event that it raises."""
    if isinstance(node, t.TMoveTokens):
        region = place(node)
        if region is not None:
            yield node.people, region
    elif isinstance(node, t.TDo):
        yield from ((node.args[who], node.args[where]) for who, where in pairs.get(node.event, ()))


def _moving(program: Program, place: Callable[[t.TMoveTokens], t.TExpr | None]) -> Pairs:
    """The events that move tokens so, and the parameters that say whose and where."""
    moving: Pairs = {}
    inside = {event: list(walk(*event.body)) for event in program.events}
    grown = True
    while grown:
        grown = False
        for event, nodes in inside.items():
            pairs = moving.setdefault(event, set())
            moved = [pair for node in nodes for pair in _moved(node, place, moving)]
            more = {pair for one in moved if (pair := _pair(event, one)) is not None} - pairs
            pairs |= more
            grown |= bool(more)
    return moving


def _pair(event: EventDef, moved: tuple[t.TExpr, t.TExpr]) -> Pair | None:
    """The parameters of an event that are this people and this region."""
    variables = [part.var if isinstance(part, t.VarRef) else None for part in moved]
    places = [number for var in variables for number, param in enumerate(event.params) if param is var]
    return (places[0], places[1]) if len(places) == len(variables) else None


def _during(program: Program, entering: Pairs) -> Pairs:
    """The events that happen on the way: what one that brings tokens raises before it does, and what only such events raise."""
    during: Pairs = {}
    for event, pairs in entering.items():
        for pair in pairs:
            for first in _before(event, pair, entering):
                during.setdefault(first.event, set()).update(_passed(event, {event: {pair}}, first))
    raised: dict[EventDef, list[tuple[EventDef | None, t.TDo]]] = {}
    for clause in clauses(program):
        what = clause.what if isinstance(clause.what, EventDef) else None
        for node in clause.nodes:
            if isinstance(node, t.TDo):
                raised.setdefault(node.event, []).append((what, node))
    grown = True
    while grown:
        grown = False
        for event, by in raised.items():
            shared = set.intersection(*(_passed(what, during, node) for what, node in by))
            more = shared - during.get(event, set())
            during.setdefault(event, set()).update(more)
            grown |= bool(more)
    return during


def _before(event: EventDef, pair: Pair, entering: Pairs) -> Iterator[t.TDo]:
    """What an event raises before its effect that brings the tokens."""
    for effect in event.body:
        nodes = list(walk(effect))
        if any(_pair(event, moved) == pair for node in nodes for moved in _moved(node, _enters, entering)):
            return
        yield from (node for node in nodes if isinstance(node, t.TDo))


def _passed(what: EventDef | None, pairs: Pairs, node: t.TDo) -> set[Pair]:
    """The parameters of a raised event that are the known people and regions of the event that raises it; none if a rule does."""
    passed: set[Pair] = set()
    if what is None:
        return passed
    for who, where in pairs.get(what, ()):
        args = [arg.var if isinstance(arg, t.VarRef) else None for arg in node.args]
        wanted = what.params[who], what.params[where]
        if all(var in args for var in wanted):
            passed.add((args.index(wanted[0]), args.index(wanted[1])))
    return passed


def _is_meant(rule: TriggerDef, pair: Pair, moved: tuple[t.TExpr, t.TExpr]) -> bool:
    """Are these tokens those that the trigger's event brings to its region?"""
    people, region = moved
    params = rule.event.params
    mine = (
        isinstance(people, t.Pronoun)
        and people.word == "me"
        and rule.scope == "my"
        and rule.subject == pair[0]
    )
    theirs = isinstance(people, t.VarRef) and people.var is params[pair[0]]
    return (mine or theirs) and isinstance(region, t.VarRef) and region.var is params[pair[1]]
