"""Effects: what is done, to whom, and the names that they bind."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from ruledsl.base.dataclass import replace
from ruledsl.base.diagnostics import Fix
from ruledsl.language.syntax import tree as s
from ruledsl.language.vocabulary.limits import MOST_CHOSEN
from ruledsl.language.vocabulary.types import (
    ACTS,
    DECK,
    DIE,
    FLAG,
    GAME,
    NOTHING,
    NUMBER,
    PEOPLE,
    PLAYER,
    TILE,
    UNKNOWN,
    Type,
    set_of,
)
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.actions import watched
from ruledsl.rules.check.advice.misfit import piece_put
from ruledsl.rules.check.graph import asks, constant
from ruledsl.rules.check.moves import check_exchange, check_move, check_spot
from ruledsl.rules.check.names import ROLLED, ROLLING
from ruledsl.rules.check.passes import most_passes
from ruledsl.rules.check.scope import ask, first_of
from ruledsl.rules.check.typed.declarations import EventDef, MemoryDef

if TYPE_CHECKING:
    from collections.abc import Callable

    from ruledsl.rules.check.expressions import ExpressionChecker
    from ruledsl.rules.check.scope import Scope
    from ruledsl.rules.check.typed.declarations import ActionDef

Result = t.TEffect | None

_TAKERS = {PEOPLE: "me", PLAYER: "you"}
"""The bearer of an action that a rule does without naming one."""

MOST_BRANCHES = 50


def check_block(checker: ExpressionChecker, block: s.Block | None, scope: Scope) -> t.TBlock:
    """The effects of a block in order; those with errors are left out (and reported)."""
    if block is None:
        return ()
    effects: list[t.TEffect] = []
    for effect in block.effects:
        result = _HANDLERS[type(effect)](checker, effect, scope)
        if result is not None:
            effects.append(result)
    return tuple(effects)


NOTHING_DONE = "nothing"


def _do(checker: ExpressionChecker, node: s.Do, scope: Scope) -> Result:
    owner = scope.origin.owner
    actions = checker.names.actions_meant(node.name.text, owner)
    if actions and not checker.names.meant(node.name.text, owner, EventDef):
        return _take(checker, node, scope, actions)
    if node.name.text == NOTHING_DONE and not checker.names.meant(NOTHING_DONE, owner, EventDef):
        message = f"`{NOTHING_DONE}` is no event: it stands alone."
        whole = node.span._replace(end_line=node.name.span.end_line, end_column=node.name.span.end_column)
        checker.names.diagnostics.error("N003", message, whole, suggestion=NOTHING_DONE)
        return None
    candidates = chain(checker.names.of_kind(EventDef), checker.names.actions)
    event = checker.names.one(node.name, owner, EventDef, candidates=candidates)
    if event is None:
        for arg in node.args:
            checker.open(arg.value, scope)
        return None
    args = checker.arguments(event.name, event.params, event.preps, node.args, scope, node.span)
    return t.TDo(event, args, span=node.span) if args is not None else None


def _take(checker: ExpressionChecker, node: s.Do, scope: Scope, actions: list[ActionDef]) -> Result:
    """A rule does an action, for those who could take it; without a named bearer, for those who have the tile."""
    names = checker.names
    if len(actions) > 1:
        names.several(node.name, actions)
        return None
    (action,) = actions
    names.means(node.name.span, action)
    if action.bringer and action.origin.owner.tile != scope.origin.owner.tile:
        names.diagnostics.error(
            "N012",
            f"`{action.name}` is an action of {action.origin.owner}: only rules of that do it.",
            node.name.span,
            expected="an event, or an action of the packs or of this tile",
        )
        return None
    aims = [action.target] if action.target is not None else []
    takers = action.phase.params
    params, preps = [*aims, *takers], [*("of" for _ in aims), *("by" for _ in takers)]
    given = [scope.pronoun(_TAKERS.get(taker.type, ""), node.span) for taker in takers]
    if len(node.args) == len(aims) and None not in given:
        params, preps = aims, preps[: len(aims)]
    else:
        given = []
    args = checker.arguments(action.name, params, preps, node.args, scope, node.span)
    if args is None:
        return None
    event = watched(names.program, action)
    names.taken.append(action)
    subjects = tuple(one for one in given if one is not None) or args[len(aims) :]
    return t.TDo(event, (*subjects, *args[: len(aims)]), borne=bool(action.bringer), span=node.span)


def _let(checker: ExpressionChecker, node: s.Let, scope: Scope) -> Result:
    value = checker.check(node.value, scope)
    if value is None:
        scope.locals[node.name.text] = t.Var(node.name.text, UNKNOWN)
        return None
    return t.TLet(bind(scope, node.name, value.type), value, span=node.span)


def bind(scope: Scope, name: s.Word, kind: Type) -> t.Var:
    """Bind a new local; it hides an outer one of the same name from here on."""
    var = t.Var(name.text, kind, name.span)
    scope.locals[name.text] = var
    return var


def _write(
    checker: ExpressionChecker, node: s.SetTo | s.AddTo | s.PutIn | s.DropFrom, scope: Scope
) -> Result:
    op = {s.SetTo: "set", s.AddTo: "add", s.PutIn: "put", s.DropFrom: "drop"}[type(node)]
    if isinstance(node, s.PutIn | s.AddTo) and piece_put(node, checker.names):
        return None
    spot = check_spot(checker, node.place, scope)
    if spot is None:
        checker.check(node.value, scope, NUMBER if op == "add" else UNKNOWN)
        return None
    if spot.type == UNKNOWN:
        checker.check(node.value, scope, UNKNOWN)
        return None
    wanted = spot.type.element if spot.type.is_set and op != "set" else spot.type
    fits = {"set": True, "add": spot.type == NUMBER, "put": spot.type.is_set}
    if not fits.get(op, spot.type == NUMBER or spot.type.is_set):
        checker.mismatch(node.place.span, NUMBER if op == "add" else Type("region", is_set=True), spot.type)
        return None
    value = checker.check(node.value, scope, wanted)
    return t.TWrite(op, spot, value, span=node.span) if value else None


def _if(checker: ExpressionChecker, node: s.IfEffect, scope: Scope) -> Result:
    branches = []
    if len(node.branches) > MOST_BRANCHES:
        checker.names.diagnostics.error(
            "R041",
            f"These are {len(node.branches)} cases one after the other.",
            node.span,
            expected=f"at most {MOST_BRANCHES}",
        )
        return None
    for condition, block in node.branches:
        checked = checker.check(condition, scope, FLAG)
        body = check_block(checker, block, scope.inner())
        if checked is not None:
            branches.append((checked, body))
    return t.TIf(tuple(branches), check_block(checker, node.otherwise, scope.inner()), span=node.span)


def _for_each(checker: ExpressionChecker, node: s.ForEach, scope: Scope) -> Result:
    members, var, inner = named_members(checker, node.name, node.members, scope)
    body = check_block(checker, node.body, inner)
    looking = _looking_at(inner, var)
    until = checker.check(node.until, looking, FLAG) if node.until else None
    if members is None or (node.until and until is None):
        return None
    return t.TForEach(var, members, body, until, span=node.span)


def _at_once(checker: ExpressionChecker, node: s.AtOnce, scope: Scope) -> Result:
    """A choice of each, which their secret memory keeps."""
    members, var, inner = named_members(checker, node.name, node.members, scope)
    if members is not None and members.type.element not in (PLAYER, UNKNOWN):
        checker.mismatch(node.members.span, set_of(PLAYER), members.type)
        return None
    who = s.Name(node.name.text, span=node.name.span)
    place = s.Call(node.memory, (s.Arg("of", who, span=node.name.span),), span=node.memory.span)
    spot = check_spot(checker, place, inner)
    choice = _choose(checker, s.Choose(node.memory, node.options, who, span=node.span), inner.inner())
    if members is None or spot is None or not isinstance(choice, t.TChoose):
        return None
    if spot.memory is None or not spot.memory.secret or spot.memory.on != PLAYER:
        checker.names.diagnostics.error(
            "T020",
            f"`{node.memory.text}` is no secret of a player: others would see what is chosen first.",
            node.memory.span,
            expected=f"a memory such as `remember {node.memory.text} of player: {choice.var.type} secret`",
        )
        return None
    kept = checker.fit(t.VarRef(choice.var, type=choice.var.type, span=node.memory.span), spot.type)
    if kept is None:
        return None
    body = (choice, t.TWrite("set", spot, kept, span=node.span))
    return t.TForEach(var, members, body, at_once=True, span=node.span)


def _looking_at(scope: Scope, member: t.Var) -> Scope:
    """A scope in which a member with a name is `it` as well."""
    looking = scope.inner()
    looking.it, looking.it_alone = member, True
    return looking


def named_members(
    checker: ExpressionChecker, name: s.Word, node: s.Expr, scope: Scope
) -> tuple[t.TExpr | None, t.Var, Scope]:
    """A set with a name for its members; inside its own `where`, the member has that name, too."""
    if isinstance(node, s.Filter):
        members = checker.members(node.members, scope)
        kind = members.type.element if members else UNKNOWN
        looking, candidate = scope.with_member(name, kind, unnamed=True)
        condition = checker.check(node.condition, looking, FLAG)
        if members is not None:
            members = (
                t.Filter(candidate, members, condition, type=members.type, span=node.span)
                if condition
                else None
            )
    else:
        members = checker.members(node, scope)
        kind = members.type.element if members else UNKNOWN
    inner = scope.inner()
    return members, bind(inner, name, kind), inner


def _repeat(checker: ExpressionChecker, node: s.Repeat, scope: Scope) -> Result:
    times = checker.check(node.times, scope, NUMBER) if node.times else None
    inner = scope.inner()
    body = check_block(checker, node.body, inner)
    until = checker.check(node.until, inner, FLAG) if node.until else None
    if until is not None and node.times is None:
        times = most_passes(body, until)
        if times is None:
            _endless(checker, node)
    if times is None or (node.until and until is None):
        return None
    return t.TRepeat(times, body, until=until, seen=node.times is None, span=node.span)


def _endless(checker: ExpressionChecker, node: s.Repeat) -> None:
    """Nothing shows that a loop without a number ends."""
    assert node.until is not None  # noqa: S101 - the grammar saw to it
    place = node.until.span
    checker.names.diagnostics.error(
        "R056",
        "Nothing here shows that this loop ends.",
        place,
        expected="a number of times, or something that each pass uses up: a deck, coins, tokens, a memory that counts",
        fix=Fix(
            node.span._replace(end_line=node.span.line, end_column=node.span.column + len("repeat")),
            "repeat 20 times",
        ),
    )


def _up_to(checker: ExpressionChecker, node: s.UpTo, scope: Scope) -> Result:
    times = checker.check(node.times, scope, NUMBER)
    body = check_block(checker, s.Block((node.choice,), span=node.choice.span), scope.inner())
    return t.TRepeat(times, body, declinable=True, span=node.span) if times and body else None


def _in_turn(checker: ExpressionChecker, node: s.InTurn, scope: Scope) -> Result:
    players: s.Expr = s.Name("players", span=node.name.span)
    if node.condition is not None:
        players = s.Filter(players, node.condition, span=node.condition.span)
    first = checker.check(node.first, scope, PLAYER) if node.first else ask("turn_player", (), node.span)
    members, var, inner = named_members(checker, node.name, players, scope)
    asking = node.choice.asking or s.Name(node.name.text, span=node.name.span)
    choice = replace(node.choice, asking=asking, passing=None)
    body = check_block(checker, s.Block((choice,), span=choice.span), inner)
    passing = node.choice.passing
    until = "" if passing is None else "others" if passing.others else "all"
    return t.TInTurn(var, members, first, body, until, span=node.span) if members and first and body else None


def _never_passes(checker: ExpressionChecker, node: s.MayChoose | s.May) -> None:
    """Only who is asked in turn can pass."""
    if node.passing is not None:
        message = "Nobody passes here: this is asked only once."
        expected = "`each NAME in turn` before `may`, or no `until all pass`"
        checker.names.diagnostics.error("T018", message, node.passing.span, expected=expected)


def _asking(checker: ExpressionChecker, asking: s.Expr | None, scope: Scope, node: s.Node) -> t.TExpr | None:
    return checker.check(asking, scope, PLAYER) if asking is not None else scope.decider(node.span)


def _choose(checker: ExpressionChecker, node: s.Choose | s.MayChoose, scope: Scope) -> Result:
    options, var, inner = named_members(checker, node.name, node.options, scope)
    if options is not None and not _may_be_chosen_from(checker, options):
        options = None
    asking = _asking(checker, node.asking, scope, node)
    body: t.TBlock | None = None
    otherwise: t.TBlock = ()
    if isinstance(node, s.MayChoose):
        _never_passes(checker, node)
        body = check_block(checker, node.body, inner)
        otherwise = check_block(checker, node.otherwise, scope.inner())
    else:
        scope.locals[node.name.text] = var
    return t.TChoose(var, options, asking, body, otherwise, span=node.span) if options and asking else None


def _may_be_chosen_from(checker: ExpressionChecker, options: t.TExpr) -> bool:
    """Can the set be chosen from? Sets of numbers need a written range, and every option must be something."""
    if options.type.element not in (NUMBER, FLAG):
        return True
    from_to = options
    while isinstance(from_to, t.Filter):
        from_to = from_to.members
    if not asks(from_to, "numbers"):
        checker.names.diagnostics.error(
            "T012",
            f"Nobody can choose from a {options.type}.",
            options.span,
            expected="a set of regions, peoples, players, tiles, pieces or words, or numbers from one to another",
        )
        return False
    for bound in from_to.args:
        number = constant(bound)
        if number is not None and not 0 <= number <= MOST_CHOSEN:
            checker.names.diagnostics.error(
                "T012",
                f"Nobody can choose {number}.",
                bound.span,
                expected=f"a number from 0 to {MOST_CHOSEN}",
            )
            return False
    return True


def _may(checker: ExpressionChecker, node: s.May, scope: Scope) -> Result:
    asking = _asking(checker, node.asking, scope, node)
    _never_passes(checker, node)
    body = check_block(checker, node.body, scope.inner())
    otherwise = check_block(checker, node.otherwise, scope.inner())
    return t.TMay(node.name.text, asking, body, otherwise, span=node.span) if asking else None


def _coin_holder(checker: ExpressionChecker, node: s.Expr, scope: Scope) -> t.TExpr | None:
    """A holder of coins: a player or a tile."""
    checker.names.seen_as(node, scope, (PLAYER, TILE))
    holder = checker.check(node, scope)
    if holder is None or holder.type in (PLAYER, TILE, UNKNOWN):
        return holder
    return checker.fit(holder, PLAYER)


def _gains(checker: ExpressionChecker, node: s.Gains, scope: Scope) -> Result:
    player, amount = _coin_holder(checker, node.player, scope), checker.check(node.amount, scope, NUMBER)
    return t.TCoins(None, player, amount, span=node.span) if player and amount else None


def _pays(checker: ExpressionChecker, node: s.Pays, scope: Scope) -> Result:
    payer, amount = _coin_holder(checker, node.player, scope), checker.check(node.amount, scope, NUMBER)
    receiver = _coin_holder(checker, node.receiver, scope) if node.receiver else None
    if payer is None or amount is None or (node.receiver and receiver is None):
        return None
    return t.TCoins(payer, receiver, amount, span=node.span)


def _collect(checker: ExpressionChecker, node: s.Collect, scope: Scope) -> Result:
    call = s.Call(node.name, node.args, span=node.span)
    called = checker.check(call, scope, NUMBER)
    if called is None:
        return None
    people = (
        next((a for a in called.args if a.type == PEOPLE), None) if isinstance(called, t.ValueOf) else None
    )
    if not isinstance(called, t.ValueOf) or people is None:
        checker.names.diagnostics.error(
            "T004", "Only a value with a people among its parameters can be collected.", node.span
        )
        return None
    return t.TCollect(called.value, called.args, ask("owner", (people,), node.span), span=node.span)


def _roll(checker: ExpressionChecker, node: s.Roll, scope: Scope) -> Result:
    pack = scope.origin.owner.pack
    asking = _asking(checker, node.asking, scope, node)
    if node.amount:
        checker.names.seen_as(node.amount, scope, (NUMBER, DIE))
    amount = checker.check(node.amount, scope, NUMBER) if node.amount else None
    var = bind(scope, node.name, set_of(NUMBER) if node.amount else NUMBER)
    if checker.names.word(DIE, node.die.text, pack) is None:
        checker.names.unknown("N005", "die", node.die.text, node.die.span, checker.names.words[DIE])
        return None
    die = checker.names.word_of(DIE, node.die, pack)
    if die is None or asking is None or (node.amount and amount is None):
        return None
    scope.dice[var] = die
    return t.TRoll(die.value, var, *_seen(checker, asking, die, scope), amount, span=node.span)


def _reroll(checker: ExpressionChecker, node: s.Reroll, scope: Scope) -> Result:
    asking = _asking(checker, node.asking, scope, node)
    var = scope.locals.get(node.name.text)
    die = scope.dice.get(var) if var is not None else None
    if var is None or die is None or not var.type.is_set:
        rolled = [one.name for one in scope.dice if one.type.is_set]
        checker.names.diagnostics.error(
            "T017",
            f"`{node.name.text}` is not a roll of several dice.",
            node.name.span,
            expected="the name of one, as in `roll 3 reinforcement as attack`",
            suggestion=rolled[0] if len(rolled) == 1 else "",
        )
        return None
    checker.names.means(node.name.span, var)
    again: t.TExpr | None = t.VarRef(var, type=var.type, span=node.name.span)
    if node.condition is not None:
        written = s.Filter(s.Name(node.name.text, span=node.name.span), node.condition, span=node.span)
        again = checker.check(written, scope)
    if again is None or asking is None:
        return None
    return t.TReroll(die.value, var, again, *_seen(checker, asking, die, scope), span=node.span)


def _seen(
    checker: ExpressionChecker, asking: t.TExpr, die: t.Const, scope: Scope
) -> tuple[t.TDo | None, t.Spot | None]:
    """The event as which others see a roll, and where its number lies meanwhile."""
    event, face = checker.names.playing(ROLLING, EventDef), checker.names.playing(ROLLED, MemoryDef)
    if event is None or face is None or scope.awaited is event or not _can_show(event, face):
        return None, None
    return t.TDo(event, (asking, die), span=asking.span), t.Spot(face, None, None, NUMBER)


def _can_show(event: EventDef, face: MemoryDef) -> bool:
    """Do the event and the memory with these roles fit? If not, that is reported with the roles."""
    fitting = [param.type for param in event.params] == [PLAYER, DIE]
    return fitting and (face.on, face.type) == (GAME, NUMBER)


def _act(checker: ExpressionChecker, node: s.Act, scope: Scope) -> Result:
    act = ACTS[node.name]
    args = [checker.check(arg, scope, kind) for arg, kind in zip(node.args, act.takes, strict=True)]
    var = bind(scope, node.binds, act.binds) if node.binds and act.binds else None
    checked = tuple(arg for arg in args if arg is not None)
    return t.TAct(node.name, checked, var, span=node.span) if len(checked) == len(args) else None


def _draw(checker: ExpressionChecker, node: s.Draw, scope: Scope) -> Result:
    """From a deck the top tile, or the first that fits; from any other set a member by chance."""
    asked = node.options.members if isinstance(node.options, s.Filter) else node.options
    deck = checker.open(asked, scope, DECK)
    if deck.type == NOTHING:
        deck = checker.fit(deck, DECK) or deck
    if deck.type != DECK:
        if node.until is not None:
            checker.fit(deck, DECK)
        options = named_members(checker, node.name, node.options, scope)[0]
        var = bind(scope, node.name, options.type.element if options else UNKNOWN)
        fits = options is not None and node.until is None and _may_be_chosen_from(checker, options)
        return t.TPick(options, var, span=node.span) if options and fits else None
    if node.until is None and asked is node.options:
        return t.TAct("draw", (deck,), bind(scope, node.name, TILE), span=node.span)
    until = s.Filter(node.options, node.until, span=node.options.span) if node.until else node.options
    tiles = named_members(checker, node.name, until, scope)[0]
    var = bind(scope, node.name, TILE)
    if tiles is None:
        return None
    return t.TDig(deck, first_of(tiles), var, node.until is not None, span=node.span)


def _offer(checker: ExpressionChecker, node: s.Offer, scope: Scope) -> Result:
    if scope.phase is not None:
        scope.phase.offers = True
    to = checker.check(node.to, scope)
    if to is None:
        return None
    if to.type not in (PLAYER, PEOPLE, UNKNOWN):
        checker.mismatch(to.span, PEOPLE, to.type)
        return None
    if scope.phase is None:
        checker.names.diagnostics.error(
            "R010", "`offer` stands in a phase: it offers the actions of that phase.", node.span
        )
        return None
    return t.TOffer(scope.phase, node.one, to, span=node.span)


def _stop(checker: ExpressionChecker, node: s.Stop, scope: Scope) -> Result:
    phase = checker.names.one(node.phase, scope.origin.owner, EventDef, "phase")
    return t.TStop(phase, span=node.span) if phase is not None else None


def _proceed(checker: ExpressionChecker, node: s.Proceed, scope: Scope) -> Result:
    if not scope.replaces:
        message = "`proceed` continues with what a rule replaces, but this rule replaces nothing."
        checker.names.diagnostics.error(
            "R046", message, node.span, expected="`proceed` inside `instead of …:`"
        )
    return t.TProceed(scope.replaced, span=node.span) if scope.replaced is not None else None


_HANDLERS: dict[type, Callable[..., Result]] = {
    s.Do: _do,
    s.Let: _let,
    s.SetTo: _write,
    s.AddTo: _write,
    s.PutIn: _write,
    s.DropFrom: _write,
    s.IfEffect: _if,
    s.ForEach: _for_each,
    s.AtOnce: _at_once,
    s.Repeat: _repeat,
    s.UpTo: _up_to,
    s.InTurn: _in_turn,
    s.Choose: _choose,
    s.MayChoose: _choose,
    s.May: _may,
    s.Move: check_move,
    s.Exchange: check_exchange,
    s.Gains: _gains,
    s.Pays: _pays,
    s.Collect: _collect,
    s.Roll: _roll,
    s.Reroll: _reroll,
    s.Draw: _draw,
    s.Act: _act,
    s.Offer: _offer,
    s.Stop: _stop,
    s.Proceed: _proceed,
}
