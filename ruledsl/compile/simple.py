"""Effects that never wait, as statements that call `engine.mutations`."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from ruledsl.check import typed as t
from ruledsl.compile.context import bounded
from ruledsl.compile.pyast import const, expr, stmts
from ruledsl.engine import tokens
from ruledsl.vocabulary.types import BIT_SETS, NUMBER, PEOPLE, PLAYER, TILE

if TYPE_CHECKING:
    from ruledsl.compile.procedures import Procedure

__all__ = ["SimpleEffects"]

_DIRECT = {
    ("hand", "region"): "deploy",
    ("region", "hand"): "withdraw",
    ("region", "tray"): "dismiss",
    ("hand", "tray"): "dismiss",
}
"""What happens most has mutations of its own: from where to where tokens move."""

_WRITERS = {
    "stage": "set_stage(g, A, V)",
    "power": "set_power(g, A, V)",
    "turn_player": "set_turn_player(g, V)",
    "round_now": "set_round(g, V)",
}
"""What is written to the questions that can be: changes with bounds of their own."""


class SimpleEffects:
    """Compiles the effects of one procedure that are done at once."""

    def __init__(self, procedure: Procedure) -> None:
        self.procedure = procedure

    def __call__(self, effect: t.TEffect) -> list[ast.stmt]:
        """The statements of one effect."""
        match effect:
            case t.TLet(var=var, value=value):
                source = self.procedure.use.passed(value)
                return stmts("SLOT = V", SLOT=self.procedure.bind(var), V=source)
            case t.TWrite():
                return self._write(effect.spot, self._written(effect))
            case t.TSwap(left=left, right=right):
                return self._swap(left, right)
            case t.TSwapRegions(left=left, right=right):
                return stmts("swap_regions(g, L, R)", L=self._use(left), R=self._use(right))
            case t.TMoveTokens() | t.TMovePieces():
                return self._move(effect)
            case t.TCoins():
                return self._coins(effect)
            case t.TCollect():
                return self._collect(effect)
            case _:
                return self._tiles(effect)

    def _use(self, node: t.TExpr) -> ast.expr:
        return self.procedure.use(node)

    # ── writing ──

    def _cell(self, spot: t.Spot) -> ast.expr:
        if spot.memory is not None:
            return self.procedure.use.recall(spot.memory, spot.arg)
        assert spot.builtin is not None  # noqa: S101 - one of the two
        args = [self._use(spot.arg)] if spot.arg else []
        return self.procedure.context.inline_ask(spot.builtin, args, (spot.arg,) if spot.arg else ())

    def _written(self, effect: t.TWrite) -> ast.expr:
        """What a spot holds after this."""
        value = self.procedure.use.passed(effect.value)
        if effect.op == "add":
            return self._sum(effect.spot, effect.value, value)
        return value if effect.op == "set" else self._changed(effect.spot, value, put=effect.op == "put")

    def _write(self, spot: t.Spot, value: ast.expr) -> list[ast.stmt]:
        if spot.builtin is not None:
            arg = self._use(spot.arg) if spot.arg is not None else const(-1)
            return stmts(_WRITERS[spot.builtin.code], A=arg, V=value)
        if spot.memory is not None and spot.memory.on == TILE and spot.arg is not None:
            cell = const(self.procedure.context.layout.cells[spot.memory.index])
            width = self.procedure.context.width(TILE)
            return stmts("write_tile(g, A * W + C, V)", A=self._use(spot.arg), W=width, C=cell, V=value)
        lines = stmts("CELL = V", CELL=self._cell(spot), V=value)
        if spot.arg is not None:
            return stmts("if A >= 0:\n    BODY", A=self._use(spot.arg), BODY=lines)
        return lines

    def _sum(self, spot: t.Spot, amount: t.TExpr, value: ast.expr) -> ast.expr:
        """A number with another one added to it; of questions their writers see to the bounds."""
        found = expr("C + V", C=self._cell(spot), V=value)
        if spot.memory is None:
            return found
        ranges = self.procedure.context.ranges
        (low, high), (less, more) = ranges.remembered(spot.memory), ranges(amount)
        return bounded((low + less, high + more), found)

    def _changed(self, spot: t.Spot, member: ast.expr, *, put: bool) -> ast.expr:
        """A set with a member more or less."""
        current, element = self._cell(spot), spot.type.element
        if element in BIT_SETS:
            bit = self.procedure.use.single_bit(element, member)
            return expr("C | B" if put else "C & ~B", C=current, B=bit)
        kind = "number" if element == NUMBER else "member"
        return expr(f"{'with' if put else 'without'}_{kind}(C, M)", C=current, M=member)

    def _swap(self, left: t.Spot, right: t.Spot) -> list[ast.stmt]:
        slot = self.procedure.spare()
        keep = stmts("SLOT = L", SLOT=slot, L=self._cell(left))
        return [*keep, *self._write(left, self._cell(right)), *self._write(right, slot)]

    # ── tokens, pieces, coins ──

    def _place(self, where: t.Where, *, pieces: bool) -> ast.expr:
        if where.what == "anywhere":
            return const(tokens.EVERYWHERE)
        if where.what in ("tray", "box"):
            return const(tokens.TRAY)
        if where.what == "outside":
            return const(tokens.OUTSIDE)
        assert where.of is not None  # noqa: S101 - the checker saw to it
        if where.what == "region":
            return self._use(where.of)
        if not pieces:
            return const(tokens.HAND)
        template = "hand_of_people(H)" if where.of.type == PEOPLE else "hand_of_player(H)"
        return expr(template, H=self._use(where.of))

    def _move(self, effect: t.TMoveTokens | t.TMovePieces) -> list[ast.stmt]:
        pieces = isinstance(effect, t.TMovePieces)
        call = "move_pieces(g, N, WHAT, FROM, TO)" if pieces else "move_tokens(g, N, WHAT, FROM, TO)"
        what = effect.kind if isinstance(effect, t.TMovePieces) else effect.people
        if not pieces and (effect.source.what, effect.target.what) in _DIRECT:
            return self._move_directly(effect)
        return stmts(
            call,
            N=self._use(effect.amount) if effect.amount else ast.Constant(None),
            WHAT=self._use(what),
            FROM=self._place(effect.source, pieces=pieces),
            TO=self._place(effect.target, pieces=pieces),
        )

    def _move_directly(self, effect: t.TMoveTokens | t.TMovePieces) -> list[ast.stmt]:
        assert isinstance(effect, t.TMoveTokens)  # noqa: S101 - pieces are moved in another way
        place = effect.target if effect.target.what == "region" else effect.source
        return stmts(
            f"{_DIRECT[effect.source.what, effect.target.what]}(g, N, WHAT, PLACE)",
            N=self._use(effect.amount) if effect.amount else ast.Constant(None),
            WHAT=self._use(effect.people),
            PLACE=self._place(place, pieces=False),
        )

    def _holder(self, holder: t.TExpr | None) -> ast.expr:
        if holder is None:
            return ast.Constant(None)
        return expr("tile_purse(T)", T=self._use(holder)) if holder.type == TILE else self._use(holder)

    def _coins(self, effect: t.TCoins) -> list[ast.stmt]:
        payer, receiver = self._holder(effect.payer), self._holder(effect.receiver)
        if effect.payer is None and effect.receiver is not None and effect.receiver.type == PLAYER:
            return stmts("gain(g, R, N)", R=receiver, N=self._use(effect.amount))
        return stmts("move_coins(g, P, R, N)", P=payer, R=receiver, N=self._use(effect.amount))

    def _collect(self, effect: t.TCollect) -> list[ast.stmt]:
        args = ast.Tuple([self._use(a) for a in effect.args], ast.Load())
        return stmts(
            "collect(g, V, ARGS, PAYER)",
            V=const(effect.value.index),
            ARGS=args,
            PAYER=self._use(effect.payer),
        )

    # ── tiles, decks, chance ──

    def _tiles(self, effect: t.TEffect) -> list[ast.stmt]:
        bind = self.procedure.bind
        match effect:
            case t.TRoll(die=die, var=var):
                return stmts("SLOT = roll(g, D)", SLOT=bind(var), D=const(die))
            case t.TDraw(var=var, deck=deck):
                source = self._use(deck)
                return stmts("SLOT = draw(g, D)", SLOT=bind(var), D=source)
            case t.TReturn(tile=tile, top=top, deck=deck):
                return stmts(
                    "put_in_deck(g, T, D, top=TOP)", T=self._use(tile), D=self._use(deck), TOP=const(top)
                )
            case t.TShuffle(deck=deck):
                return stmts("shuffle(g, D)", D=self._use(deck))
            case t.TLay(tile=tile, region=region, face_down=down):
                return stmts(
                    "lay(g, T, R, face_down=D)", T=self._use(tile), R=self._use(region), D=const(down)
                )
            case t.TReveal(tile=tile):
                return stmts("reveal(g, T)", T=self._use(tile))
            case t.TFound(var=var, race=race, power=power, player=player):
                parts = {"R": self._use(race), "B": self._use(power), "P": self._use(player)}
                return stmts("SLOT = found(g, R, B, P)", SLOT=bind(var), **parts)
            case t.TBorrow(tile=tile, bearer=bearer):
                return stmts("borrow(g, T, B)", T=self._use(tile), B=self._use(bearer))
            case t.TStop(phase=phase):
                return stmts("stop_phase(g, P)", P=const(phase.index))
        message = f"no code for {type(effect).__name__}"
        raise TypeError(message)
