"""Checked effects as statements of the intermediate representation. An effect that may wait for a player or raise events stays one statement."""

from __future__ import annotations

from ruledsl.engine.ir import nodes as n
from ruledsl.engine.ir.lower.expressions import Lowering, Scope, bounded, type_of
from ruledsl.engine.ir.module import BEARER
from ruledsl.engine.state import keys as tokens
from ruledsl.language.vocabulary.limits import MOST_ASKED, MOST_MEMBERS
from ruledsl.language.vocabulary.types import ACTS, BIT_SETS, NUMBER, PEOPLE, PLAYER, TILE, set_of
from ruledsl.rules.check import typed as t

_PLACES = {"anywhere": tokens.EVERYWHERE, "tray": tokens.TRAY, "aside": tokens.ASIDE, "box": tokens.TRAY}
_ORDERS = {PLAYER: "seats", PEOPLE: "peoples"}
_WRITERS = {
    "holder": "set_holder",
    "stage": "set_stage",
    "power": "set_power",
    "turn_player": "set_turn_player",
    "round_now": "set_round",
}
"""The engine's functions that write to built-in questions: changes with their own bounds."""
_MOVES = {
    ("hand", "region"): "deploy",
    ("region", "hand"): "withdraw",
    ("region", "tray"): "dismiss",
    ("hand", "tray"): "dismiss",
}
"""The most frequent moves have their own functions in the engine, by source and target."""


class Effects:
    """Lowers the effects of one body.

    `choices` are its choices, by the numbers of their statements; `held` says what its locals hold: a variable, the rest of a loop's
    members, or a number of repetitions.
    """

    def __init__(self, lowering: Lowering, scope: Scope) -> None:
        self.lowering = lowering
        self.scope = scope
        self.choices: list[t.Asking] = []
        self.held: dict[str, t.Var | t.TExpr] = {
            local.name: var for var, local in scope.env.items() if isinstance(local, n.Local)
        }

    def block(self, effects: t.TBlock) -> n.Block:
        """Effects in order."""
        return tuple([statement for effect in effects for statement in self.effect(effect)])

    def effect(self, effect: t.TEffect) -> list[n.Stmt]:
        """One effect."""
        match effect:
            case t.TDo(event=event, args=args, borne=borne):
                bearer = BEARER if borne or event in self.lowering.copied else ()
                return [n.Raise(event.index, tuple(map(self.scope.passed, args)), bearer=bearer)]
            case t.TProceed():
                return [n.Proceed()]
            case t.TLet(var=var, value=value):
                given = self.scope.passed(value)
                return [n.Assign(self._bind(var), given)]
            case t.TIf(branches=branches, otherwise=otherwise):
                tests = tuple((self.scope(condition), self.block(body)) for condition, body in branches)
                return [n.If(tests, self.block(otherwise))]
            case t.TForEach(var=var, members=members, body=body):
                source, order = self.scope.in_order(members), _ORDERS.get(members.type.element, "")
                one = self._bind(var)
                before, passed = self._passes(body, effect.until)
                return [*before, n.For(one, source, passed, self._rest(var, "list"), order)]
            case t.TRepeat(times=times, body=body, declinable=declinable):
                count = self.scope.passed(times)
                if effect.until is not None:  # it is asked after the first pass, which is made in any case
                    count = n.Arith("max", count, n.Const(1)) if effect.seen else count
                before, passed = self._passes(body, effect.until)
                return [*before, n.Repeat(count, passed, self._rest(times, "int"), declinable)]
            case t.TInTurn():
                return self._in_turn(effect)
            case t.TRoll():
                return self._rolls(effect)
            case t.TReroll():
                return self._rolls_again(effect)
            case t.TChoose() | t.TMay() | t.TOffer():
                return [self._choice(effect), *self._none_of_them(effect)]
            case _:
                return self._simple(effect)

    def _passes(self, body: t.TBlock, until: t.TExpr | None) -> tuple[n.Block, n.Block]:
        """The body of a loop, which does nothing more once its condition holds; and what precedes the loop."""
        if until is None:
            return (), self.block(body)
        over = self._rest(until, "int")
        passed = (*self.block(body), n.Assign(over, self.scope(until)))
        return (n.Assign(over, n.Const(0)),), (n.If(((n.Not(over), passed),)),)

    def _in_turn(self, effect: t.TInTurn) -> list[n.Stmt]:
        one, local = self._bind(effect.var), self.lowering.module.local
        first, left, acted, over = (
            local("first"),
            local("left", "bits"),
            local("acted", "bits"),
            local("over"),
        )
        for name in (left.name, acted.name):
            self.held[name] = t.Var(name, set_of(PLAYER))
        asked, *more = self.block(effect.choice)
        assert isinstance(asked, n.May | n.Choose) and asked.body is not None  # noqa: S101, PT018 - it may be declined
        begun: n.Block = (
            n.Assign(first, self.scope(effect.first)),
            n.Assign(left, self.scope(effect.members)),
        )
        players = n.Prim("clockwise", (left, first), "list")
        rest = self._rest(effect.var, "list")
        if not effect.passing:
            return [*begun, n.For(one, players, (asked, *more), rest)]
        asked.body = (n.Assign(acted, n.SetOp("|", acted, n.Single(one))), *asked.body)
        asked.otherwise = (*asked.otherwise, n.Assign(left, n.SetOp("-", left, n.Single(one))))
        nobody: n.Expr = n.Not(n.Some(left))
        if effect.passing == "others":
            alone = n.Compare("<=", n.Size(left), n.Const(1))
            nobody = n.Logic("and", n.Not(n.Some(n.SetOp("-", left, acted))), alone)
        again = n.Logic("and", n.Not(over), n.Has(left, one))
        turn = n.If(((again, (asked, *more, n.Assign(over, nobody))),))
        passed = n.If(((n.Not(over), (n.For(one, players, (turn,), rest),)),))
        times = t.Const(MOST_ASKED, type=NUMBER, span=effect.span)
        return [
            *begun,
            n.Assign(acted, n.Const(0, "bits")),
            n.Assign(over, nobody if effect.passing == "all" else n.Const(0)),
            n.Repeat(self.scope(times), (passed,), self._rest(times, "int")),
        ]

    def _rolls(self, roll: t.TRoll) -> list[n.Stmt]:
        if roll.amount is None:
            return self._roll(roll, self._bind(roll.var))
        amount = n.Arith("min", self.scope.passed(roll.amount), n.Const(MOST_MEMBERS))
        dice, face = self._bind(roll.var), self._face()
        more = n.Assign(dice, n.Prim("with_die", (dice, face), "list"))
        once = (*self._roll(roll, face), more)
        return [
            n.Assign(dice, n.Const((), "list")),
            n.Repeat(amount, once, self._rest(roll.amount, "int"), declinable=False),
        ]

    def _rolls_again(self, roll: t.TReroll) -> list[n.Stmt]:
        dice, face, old = self.scope.env[roll.var], self._face(), self._face()
        assert isinstance(dice, n.Local)  # noqa: S101 - a roll has bound it
        left = n.Prim("without_die", (dice, old), "list")
        changed = n.Assign(dice, n.Prim("with_die", (left, face), "list"))
        once = (*self._roll(roll, face), changed)
        return [n.For(old, self.scope(roll.again), once, self._rest(roll.var, "list"), "")]

    def _face(self) -> n.Local:
        return self.lowering.module.local("die", "int")

    def _roll(self, roll: t.TRoll | t.TReroll, rolled: n.Local) -> list[n.Stmt]:
        """One roll; if triggers watch it, as they see it. They may change the number; a roll that happens meanwhile has its own number."""
        thrown = n.Do("roll", (n.Const(roll.die),), rolled)
        if (
            roll.shown is None
            or roll.face is None
            or not (roll.shown.event.triggers or roll.shown.event.body)
        ):
            return [thrown]
        face = self._cell(roll.face)
        before = self.lowering.module.local("before", "int")
        return [
            thrown,
            n.Assign(before, face),
            n.Store(face, rolled),
            *self.effect(roll.shown),
            n.Assign(rolled, face),
            n.Store(face, before),
        ]

    def _bind(self, var: t.Var) -> n.Local:
        local = self.lowering.local(var)
        self.scope.env[var] = local
        self.held[local.name] = var
        return local

    def _rest(self, of: t.Var | t.TExpr, kind: n.Type) -> n.Local:
        local = self.lowering.module.local("rest", kind)
        self.held[local.name] = of
        return local

    # ── choices ──

    def _place(self, effect: t.Asking) -> int:
        self.choices.append(effect)
        return len(self.choices) - 1

    def _choice(self, effect: t.Asking) -> n.Stmt:
        use, place = self.scope, self._place(effect)
        if isinstance(effect, t.TOffer):
            actor = use(effect.to)
            of_people = effect.to.type == PEOPLE
            player, people = (use.cell("owner", actor), actor) if of_people else (actor, n.NOBODY)
            return n.Offer(effect.phase.index, effect.phase.name, effect.one, player, people, place)
        asking = use(effect.asking)
        if isinstance(effect, t.TMay):
            var = self.lowering.module.local("yes")
            return n.May(
                var, effect.name, asking, place, self.block(effect.body), self.block(effect.otherwise)
            )
        options, order = use.in_order(effect.options), _ORDERS.get(effect.options.type.element, "")
        var = self._bind(effect.var)
        word, kind = effect.var.name, effect.var.type.name
        body = None if effect.body is None else self.block(effect.body)
        return n.Choose(var, word, kind, options, order, asking, place, body, self.block(effect.otherwise))

    def _none_of_them(self, effect: t.Asking) -> n.Block:
        """A number that had to be chosen and could not be is 0, like every number without a value."""
        if not isinstance(effect, t.TChoose) or effect.body is not None or effect.var.type != NUMBER:
            return ()
        chosen = self.scope.env[effect.var]
        assert isinstance(chosen, n.Local)  # noqa: S101 - just bound
        return (n.Assign(chosen, n.Arith("max", chosen, n.Const(0))),)

    # ── immediate effects ──

    def _simple(self, effect: t.TEffect) -> list[n.Stmt]:
        use = self.scope
        match effect:
            case t.TWrite(op=op, spot=spot, value=value):
                return [self._write(spot, self._written(op, spot, value)), *self._stirred(spot)]
            case t.TSwap(left=left, right=right):
                keep = self.lowering.module.local("kept", type_of(left.type))
                return [
                    n.Assign(keep, self._cell(left)),
                    self._write(left, self._cell(right)),
                    self._write(right, keep),
                    *self._stirred(left),
                ]
            case t.TMoveTokens():
                return [self._move_tokens(effect)]
            case t.TMovePieces(amount=amount, kind=kind, source=source, target=target):
                places = self._where(source, pieces=True), self._where(target, pieces=True)
                does = "post" if self.lowering.stand_ins else "move_pieces"
                return [n.Do(does, (use(amount) if amount else None, use(kind), *places))]
            case t.TCoins(payer=payer, receiver=receiver, amount=amount):
                if payer is None and receiver is not None and receiver.type == PLAYER:
                    return [n.Do("gain", (use(receiver), use(amount)))]
                return [n.Do("move_coins", (self._holder(payer), self._holder(receiver), use(amount)))]
            case t.TCollect(value=value, args=args, payer=payer):
                return [n.Do("collect", (n.Const(value.index), use(payer), *map(use.passed, args)))]
            case _:
                return self._tiles(effect)

    def _tiles(self, effect: t.TEffect) -> list[n.Stmt]:
        use = self.scope
        match effect:
            case t.TSwapRegions(left=left, right=right):
                return [n.Do("swap_regions", (use(left), use(right)))]
            case t.TPick(members=members, var=var):
                kind = members.type.element
                does = "pick" if kind in BIT_SETS else "pick_number" if kind == NUMBER else "pick_item"
                return [n.Do(does, (use.in_order(members),), self._bind(var))]
            case t.TDig(deck=deck, tile=tile, var=var, under=under):
                return [n.Do("dig", (use(deck), use(tile), n.Const(int(under))), self._bind(var))]
            case t.TAct(act=name, args=args, var=var):
                act = ACTS[name]
                given = (*map(use, args), *map(n.Const, act.given))
                return [n.Do(act.does, given, self._bind(var) if var is not None else None)]
            case t.TStop(phase=phase):
                return [n.Do("stop_phase", (n.Const(phase.index),))]
        message = f"no lowering of {type(effect).__name__}"
        raise TypeError(message)

    def _move_tokens(self, effect: t.TMoveTokens) -> n.Stmt:
        amount = self.scope(effect.amount) if effect.amount else None
        who, source, target = self.scope(effect.people), effect.source, effect.target
        if effect.kind is not None and effect.spot is not None:
            does, place = ("send_out", source) if target.what == "aside" else ("bring_in", target)
            places = self._where(place, pieces=False), self._where(effect.spot, pieces=True)
            return n.Do(does, (amount, who, self.scope(effect.kind), *places))
        if {source.what, target.what} == {"tray", "aside"}:
            race = who if effect.people.type == TILE else self.scope.cell("race", who)
            return n.Do("put_away", (amount, race, self._where(target, pieces=False)))
        short = _MOVES.get((source.what, target.what))
        if short is not None and (short == "deploy" or not self.lowering.stand_ins):
            place = target if target.what == "region" else source
            return n.Do(short, (amount, who, self._where(place, pieces=False)))
        places = self._where(source, pieces=False), self._where(target, pieces=False)
        return n.Do("march" if self.lowering.stand_ins else "move_tokens", (amount, who, *places))

    def _cell(self, spot: t.Spot) -> n.Cell:
        if spot.memory is not None:
            return self.scope.recall(spot.memory, spot.arg)
        assert spot.builtin is not None  # noqa: S101 - one of the two
        return self.scope.cell(spot.builtin.code, self.scope(spot.arg) if spot.arg else None)

    def _written(self, op: str, spot: t.Spot, node: t.TExpr) -> n.Expr:
        """The value of a spot after this effect."""
        value = self.scope.passed(node)
        if op == "set":
            return value
        cell, element = self._cell(spot), spot.type.element
        if spot.type == NUMBER:
            changed = n.Arith("+" if op == "add" else "-", cell, value)
            if spot.memory is None:
                return changed  # these functions respect their own bounds
            ranges = self.lowering.ranges
            (low, high), (least, most) = ranges.remembered(spot.memory), ranges(node)
            if op == "drop":
                least, most = -most, -least
            return bounded((low + least, high + most), changed)
        if element in BIT_SETS:
            return n.SetOp("|" if op == "put" else "-", cell, n.Single(value))
        kind = "number" if element == NUMBER else "member"
        return n.Prim(f"{'with' if op == 'put' else 'without'}_{kind}", (cell, value), "list")

    def _write(self, spot: t.Spot, value: n.Expr) -> n.Stmt:
        cell = self._cell(spot)
        if spot.builtin is not None:
            rows = (cell.row,) if cell.row is not None else ()
            return n.Do(_WRITERS[spot.builtin.code], (*rows, value))
        return n.Store(cell, value)

    def _stirred(self, spot: t.Spot) -> list[n.Stmt]:
        """Mark the rules in play as changed if this memory says which tiles work, or for whom."""
        roles = self.lowering.program.composition.roles
        told = (roles.get("silence"), roles.get("acting"), roles.get("bearing"))
        telling = spot.memory is not None and spot.memory.name in told
        return [n.Do("stir", ())] if telling else []

    def _where(self, where: t.Where, *, pieces: bool) -> n.Expr:
        if where.what in _PLACES:
            return n.Const(_PLACES[where.what])
        assert where.of is not None  # noqa: S101 - the checker saw to it
        if where.what == "region":
            return self.scope(where.of)
        if where.what == "tile":
            return n.Prim("top_of_tile", (self.scope(where.of),))
        if not pieces:
            return n.Const(tokens.HAND)
        name = "hand_of_people" if where.of.type == PEOPLE else "hand_of_player"
        return n.Prim(name, (self.scope(where.of),))

    def _holder(self, holder: t.TExpr | None) -> n.Expr | None:
        if holder is None:
            return None
        who = self.scope(holder)
        return n.Prim("tile_purse", (who,)) if holder.type == TILE else who
