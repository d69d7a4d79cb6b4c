"""Games that could be the real one for all that a seat knows: everything else is made up anew.

Two games that a seat cannot tell apart give it the same one for the same seed, bit for bit. So nothing that is read from such a game can give a
secret away, and a seat's view is read from one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from ruledsl.engine.primitives import queries
from ruledsl.engine.primitives.hidden import Hidden, sees, tile_of, with_tile
from ruledsl.engine.running.choices import STOP
from ruledsl.engine.running.frames import SLOTS
from ruledsl.engine.running.run import run
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.limits import EngineError
from ruledsl.engine.state.memories import remember, rememberers
from ruledsl.engine.state.rng import below, seeded
from ruledsl.engine.state.rows import player_cell, tile_cell, tile_key
from ruledsl.engine.state.state import PendingChoice
from ruledsl.explain.journal import journal_for
from ruledsl.play.match import Match
from ruledsl.play.views.dealing import dealt
from ruledsl.positions.map import IN_PLACE
from ruledsl.vocabulary.types import BY_NAME, BY_PLACE, PEOPLE, PLAYER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.engine.rules.code import Limited
    from ruledsl.engine.state.state import Frame, State

__all__ = ["game_for"]

M = TypeVar("M", bound=Match)

LEAST: dict[str, list[Any]] = {
    "may": [1, 0],
    "choose": [-1],
    "may_choose": [-1],
    "offer": [STOP],
    "offer_one": [STOP],
}
"""What somebody else can choose, if as things seem there is nothing."""


def game_for(game: M, seat: int, seed: int) -> M:
    """A game that fits what a seat knows of this one; chance, and all that the seat cannot know, follow from `seed`."""
    g = _Anew(game.state, seat, seed).made()
    start: dict[str, Any] = {"map": g.board.id, "players": g.seats, "seed": seed}
    if g.board.id == IN_PLACE:
        start["position"] = {"players": g.seats, "map": game.start["position"]["map"]}
    found = game.made_up(g, {**start, "analysis": bool(game.start.get("analysis")), "sampled": True})
    waiting = game.state.pending
    if waiting is not None and waiting.player == seat:
        found.tell(game.decision.told)  # its options have the names that they really have
    return found


class _Anew:
    """Makes one state out of another, `real`, of which nothing is kept but what a seat knows. `moved` says which tile is now where another was."""

    def __init__(self, real: State, seat: int, seed: int) -> None:
        self.real = real
        self.seat = seat
        self.g = real.copy()
        self.hidden = Hidden(real, seat)
        self.chance = seeded(~seed)  # not what a game of this seed rolls
        self.moved: dict[int, int] = {}

    def made(self) -> State:
        """The state. The order of the steps is fixed: chance is used up on the way."""
        g, real = self.g, self.real
        self._forget_secrets()
        self._deal()
        if real.pending is not None:
            self._purses()
        on_tiles = sum(n for key, n in g.T.items() if key % g.code.tile_width == at.TILE_COINS)
        in_hand = sum(player_cell(g, p, at.COINS) for p in range(g.seats))
        g.G[at.SUPPLY] = -on_tiles - in_hand
        g.frames = [self._frame(frame) for frame in real.frames]
        g.used = dict(self._used())
        g.G[at.RANDOM], g.loaded, g.marks = self.chance, [], None
        g.pending = self._asked()
        g.journal = None if real.journal is None else journal_for(real, self.seat)
        return g

    def _pick(self, bound: int) -> int:
        found, self.chance = below(self.chance, bound)
        return found

    # ── coins, memories ──

    def _purses(self) -> None:
        """What others gained and paid everybody saw; what they began with nobody did, so they are taken to have begun with what this seat had."""
        g, width = self.g, self.g.code.player_width
        own = g.Y[self.seat * width + at.SECRET]
        for other in range(g.seats):
            if other != self.seat:
                row = other * width
                seen = g.Y[row + at.COINS] - g.Y[row + at.SECRET]
                g.Y[row + at.COINS] = max(seen + own, 0)
                g.Y[row + at.SECRET] = g.Y[row + at.COINS] - seen

    def _forget_secrets(self) -> None:
        """Others have nothing in mind; nor has anything that has no owner."""
        g = self.g
        for memory in g.code.program.memories:
            if memory.secret:
                nouns = range(g.people_count) if memory.on == PEOPLE else rememberers(g, memory.on)
                for noun in nouns:
                    if not sees(self.real, self.seat, memory, noun):
                        remember(g, memory, noun, memory.initial)

    # ── tiles ──

    def _deal(self) -> None:
        """Hidden tiles to the places where there are some, each to one where its kind belongs, if that can be."""
        hidden, code = self.hidden, self.g.code
        down, unseen = hidden.face_down, self._unseen()
        decks = [deck for deck, is_hidden in enumerate(code.hidden) if is_hidden]
        old = [*down, *(tile for deck in decks for tile in self.real.decks[deck])]
        kinds = self._kinds(decks)
        takes = [frozenset(code.backs[code.tile_kinds[tile]]) for tile in down]
        takes += [kinds[deck] for deck in decks for _ in self.real.decks[deck]]
        pool = sorted([*old, *unseen])
        for last in range(len(pool) - 1, 0, -1):
            pick = self._pick(last + 1)
            pool[last], pool[pick] = pool[pick], pool[last]
        found = dealt(pool, takes, code.tile_kinds.__getitem__) or (pool[: len(old)], pool[len(old) :])
        self.moved = dict(zip([*old, *unseen], [*found[0], *found[1]], strict=True))
        coins = [tile_cell(self.g, tile, at.TILE_COINS) for tile in down]
        self._clear(set(pool))
        for tile, amount in zip(down, coins, strict=True):
            self._lay(tile, amount)
        for deck in decks:
            self.g.decks[deck] = [self.moved[tile] for tile in self.real.decks[deck]]
            for tile in self.g.decks[deck]:
                self.g.T[tile_key(self.g, tile, at.HOME)] = deck

    def _kinds(self, decks: list[int]) -> dict[int, frozenset[int]]:
        program = self.g.code.program
        found = list(program.composition.decks.values())
        return {deck: frozenset(map(program.kinds.index, found[deck].kinds)) for deck in decks}

    def _clear(self, pool: set[int]) -> None:
        """Of tiles that nobody can tell from others nothing is known but how many race tokens their trays hold."""
        width, count = self.g.code.tile_width, self.g.code.tile_count
        self.g.T = {
            key: n
            for key, n in self.g.T.items()
            if key % width == at.TRAY or key // width % count not in pool
        }

    def _lay(self, old: int, coins: int) -> None:
        """In the place of a tile that lies face down; coins on it lie there for all to see."""
        g, row = self.g, self.moved[old] * self.g.code.tile_width
        g.laid[self.real.laid.index(old)] = self.moved[old]
        g.T[row + at.SITE] = self.real.T[tile_key(self.real, old, at.SITE)]
        g.T[row + at.CONCEALED] = 1
        if coins:
            g.T[row + at.TILE_COINS] = coins

    def _unseen(self) -> list[int]:
        """Tiles that are nowhere: first those that a rule has in hand, in the order in which it came by them."""
        handled = [tile for tile in self._in_hand() if tile in self.hidden.unseen]
        return list(dict.fromkeys([*handled, *self.hidden.unseen]))

    def _in_hand(self) -> Iterator[int]:
        for frame in self.real.frames:
            for slot, way in self._slots(frame):
                if way == BY_PLACE:
                    yield from frame[slot] if isinstance(frame[slot], tuple) else (frame[slot],)
        waiting = self.real.pending
        if waiting is not None and waiting.player == self.seat:
            yield from (tile_of(self.real, waiting.info, raw) for raw in waiting.options)

    # ── what is half done ──

    def _slots(self, frame: Frame) -> Iterator[tuple[int, int]]:
        """The slots of a frame that hold tiles, with how its rule came by them."""
        code, first, procedure = self.g.code, SLOTS, frame[0]
        if procedure == 0:  # what comes after an event: its number, then its arguments
            first, procedure = SLOTS + 1, code.events[frame[SLOTS]].proc
        for slot, way in code.tile_slots[procedure]:
            if first + slot < len(frame):
                yield first + slot, way

    def _frame(self, frame: Frame) -> Frame:
        """A rule that is half done, without what it knows and the seat does not."""
        new, code, first, procedure = frame.copy(), self.g.code, SLOTS, frame[0]
        if procedure == 0:
            first, procedure = SLOTS + 1, code.events[frame[SLOTS]].proc
        for slot, way in self._slots(frame):
            held = frame[slot]
            new[slot] = (
                tuple(self._known(tile, way) for tile in held)
                if isinstance(held, tuple)
                else self._known(held, way)
            )
        for slot, nothing, whose in code.secret_slots[procedure]:
            if first + slot < len(frame) and not all(self._is_mine(frame, first, who) for who in whose):
                new[first + slot] = nothing
        return new

    def _known(self, tile: int, way: int) -> int:
        """A tile that a rule has, as the seat knows it."""
        if way == BY_NAME or tile not in self.hidden:
            return tile
        return self.moved[tile] if way == BY_PLACE else -1

    def _is_mine(self, frame: Frame, first: int, who: tuple[str, int]) -> bool:
        """Is this the seat whose secrets a slot hangs on?"""
        word, slot = who
        holder = frame[2] if word == "me" else frame[first + slot] if word else -1
        return (holder if word == PLAYER.name else queries.owner(self.real, holder)) == self.seat

    def _used(self) -> Iterator[tuple[Limited, int]]:
        """Limits: for which tiles an action was taken already, as the seat knows them."""
        for (action, this, each), times in self.real.used.items():
            way = self.g.code.actions[action].each
            if way == 0:
                yield (action, this, each), times
            elif way > 0 and (each < 0 or self._known(each, way) >= 0):
                yield (action, this, self._known(each, way)), times

    # ── what is asked ──

    def _asked(self) -> PendingChoice | None:
        waiting = self.real.pending
        if waiting is None:
            return None
        if waiting.player == self.seat:
            return PendingChoice(
                waiting.info, waiting.player, [self._option(waiting, raw) for raw in waiting.options]
            )
        return PendingChoice(waiting.info, waiting.player, self._others_options(waiting))

    def _option(self, waiting: PendingChoice, raw: Any) -> Any:
        """An own option; a tile that is hidden was come by through its place, as all members of sets of tiles are."""
        tile = tile_of(self.real, waiting.info, raw)
        return with_tile(raw, self.moved[tile]) if tile in self.hidden else raw

    def _others_options(self, waiting: PendingChoice) -> list[Any]:
        """What somebody else could choose if things were as they are here."""
        trial = self.g.copy()
        try:
            run(trial)
        except EngineError:
            return LEAST[waiting.kind]
        found = trial.pending
        same = found is not None and (found.place, found.player) == (waiting.place, waiting.player)
        return found.options if found is not None and same else LEAST[waiting.kind]
