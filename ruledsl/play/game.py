"""Rules and games for callers: rules make games, and games answer questions, give views, and can be saved and loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ruledsl.base.arguments import FLAG, MAPPING, NUMBER, TEXT, TEXTS, a, expect, names_of_packs, or_none
from ruledsl.base.errors import GameError
from ruledsl.play.match import Match
from ruledsl.play.naming.nouns import player_of
from ruledsl.play.rulebook import Rulebook

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from os import PathLike

    from ruledsl.engine.machines.batch import Batch
    from ruledsl.engine.machines.machine import Machine
    from ruledsl.engine.state.board import Board
    from ruledsl.play.views import SeatView


class Game(Match):
    """One game. It stops at every decision; `choose` continues. An invalid request raises `GameError` and changes nothing."""

    rules: Rules

    # ── many choices at once ──

    def place(self, amounts: Mapping[str, int]) -> None:
        """Choose each option this many times, in order, such as tokens placed one by one.

        If that is impossible, raises `GameError` and changes nothing.
        """
        from ruledsl.play.match import place  # noqa: PLC0415

        expect(MAPPING, "Amounts", amounts)
        trial = self.copy()
        place(trial, amounts)
        self.become(trial)

    def leave(self, rest: str | None = None) -> bool:
        """Place tokens as they were when this phase began, and the remaining ones in `rest`.

        Returns False if tokens remain to be placed because there is no `rest`.
        """
        from ruledsl.play.match import leave  # noqa: PLC0415

        expect(or_none(TEXT), "rest", rest)
        trial = self.copy()
        done = leave(trial, rest)
        self.become(trial)
        return done

    # ── saving ──

    def to_json(self) -> str:
        """The whole game as text: packs, start, choices, and the state itself. A pause is not stored."""
        from ruledsl.play.saves.record import to_json  # noqa: PLC0415

        return to_json(self.gone_on() if self.paused else self)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as its saved text, with its rules."""
        from ruledsl.play.saves.record import arrived, packed  # noqa: PLC0415 - hardly any game travels

        return arrived, packed(self)

    @staticmethod
    def from_json(
        text: str,
        rules: Rules | None = None,
        *,
        packs: Sequence[str | PathLike[str]] = (),
        replay: bool = True,
    ) -> Game:
        """The game that `to_json` wrote.

        The text names its packs by id. They are loaded by these ids, unless `rules` are given; `packs` are the folders of packs without a known
        id. The game is replayed from its start, and the result must equal the state and the journal in the text. `replay=False` skips the replay,
        for programs that read their own files. Then the state is only checked: it must be possible under these rules, with no coin, token or
        piece too many. Whether the choices lead there shows only when one of them is taken back. Raises `GameError` for a text that is not such
        a game, or whose packs are missing or changed.
        """
        from ruledsl.play.saves.record import from_json  # noqa: PLC0415

        expect(TEXT, "A saved game", text)
        expect(or_none(a(Rules, "Rules, from ruledsl.load")), "rules", rules)
        expect(TEXTS, "packs", packs)
        expect(FLAG, "replay", replay)
        return from_json(Game, text, rules, names_of_packs(tuple(packs)), replay=replay)

    # ── what a player sees ──

    def view(self, player: int) -> SeatView:
        """Everything that one player may know now: the table as a mapping, the decision, the log, answers to questions."""
        from ruledsl.play.views import SeatView  # noqa: PLC0415

        expect(NUMBER, "player", player)
        return SeatView(self, player_of(self.players, player)).look()

    def sample(self, player: int, seed: int) -> Game:
        """A game that could be this one for all that `player` knows, for bots. The rest is dealt and made up again, with fresh random numbers."""
        from ruledsl.play.views import game_for  # noqa: PLC0415

        expect(NUMBER, "player", player)
        expect(NUMBER, "seed", seed)
        return game_for(self, player_of(self.players, player), seed)

    def picture(self) -> str:
        """The map with everything on it, as SVG."""
        return self.view(0).picture()

    def _repr_svg_(self) -> str:
        """For notebooks."""
        return self.picture()

    def __repr__(self) -> str:
        packs, players = ", ".join(self.rules.asked_for), self.players
        state = "over" if self.over else "paused" if self.paused else repr(self.decision).strip("<>")
        return f"<a game of {players} by {packs}: round {self.round}, {state}>"

    # ── questions: the whole truth, for programs; `view` answers what a player may know ──

    def value(self, name: str, /, **args: Any) -> Any:
        """The current value of a value or definition of the rules; arguments are ids by the names of its parameters. Fast, without an explanation."""
        from ruledsl.play.match import value_of  # noqa: PLC0415 - what scripts ask is only imported when they do

        expect(TEXT, "The name of a value", name)
        return value_of(self, name, args)

    def costs(self, people: str) -> dict[str, int]:
        """The cost of each region for a people (named by its race), whether it may conquer it or not."""
        from ruledsl.play.match import costs_of  # noqa: PLC0415

        expect(TEXT, "people", people)
        return costs_of(self, people)

    def conquerable(self, people: str) -> list[str]:
        """The regions that no rule keeps a people from conquering, whatever it has in hand."""
        from ruledsl.play.match import conquerable  # noqa: PLC0415

        expect(TEXT, "people", people)
        return conquerable(self, people)

    def why(self, value: str, /, **args: Any) -> Any:
        """The explanation of a value: a trace of its base and of every rule that changed it, each with its place."""
        from ruledsl.play.explain.why import why  # noqa: PLC0415

        expect(TEXT, "The name of a value", value)
        return why(self, value, args)

    def why_not(self, action: str, target: Any = None) -> Any:
        """The reasons why an action (at a target) is not among the options: the prohibitions and conditions against it, each with its place."""
        from ruledsl.play.explain.whynot import why_not  # noqa: PLC0415

        expect(TEXT, "The name of an action", action)
        return why_not(self, action, target)


class Rules(Rulebook):
    """Packs ready to play. `asked_for` holds the arguments of `load`; `findings` are warnings and notes."""

    def new_game(
        self,
        players: int,
        seed: int = 0,
        map: str | None = None,  # noqa: A002 - the word that users expect
        *,
        analysis: bool = False,
        dice: Sequence[int] = (),
    ) -> Game:
        """A game from its first decision.

        `seed` is any integer; the same packs, seed and choices give the same game everywhere. An `analysis` game allows undo past dice
        and draws. `dice` are the faces of the next rolls; later rolls are random. Raises `GameError` for an impossible number of players, map or
        face.
        """
        return Game.dealt(self, self.table(players, seed, map, analysis=analysis, dice=dice))

    def batch(
        self,
        count: int,
        players: int,
        seed: int = 0,
        map: str | None = None,  # noqa: A002 - the word that users expect
    ) -> Batch:
        """Games side by side, for programs that make a choice in all of them at once (`ruledsl.engine.machines.batch`).

        The first game has the seed `seed`, each later one the next number, including games that start when others end. A map that is drawn
        from boards is drawn for each game. Raises `GameError` for an impossible table.
        """
        for what, number in (("count", count), ("players", players), ("seed", seed)):
            expect(NUMBER, what, number)
        board = self.table(players, seed, map, analysis=False, dice=()).board
        from ruledsl.engine.compile.wasm.memory import words_needed  # noqa: PLC0415 - hardly anybody plays many at once
        from ruledsl.engine.machines.batch import Batch  # noqa: PLC0415

        try:
            return Batch(Dealing(self, players, map, words_needed(board.size)), players, seed, count)
        except (MemoryError, RuntimeError) as problem:
            raise GameError("G049", "There is no room for this many games.") from problem

    def position(self, data: Mapping[str, Any]) -> Game:
        """A game that starts in the given position; see `docs/scenarios.md` for the format. Raises `GameError` if it is impossible."""
        return Game.begin(self, *self.set_up(data))


class Dealing(NamedTuple):
    """Deals the games of a batch."""

    rules: Rules
    players: int
    map_id: str | None
    words: int

    def __call__(self, seed: int) -> Board:
        """The map of the game with this seed."""
        return self.rules.board(self.rules.map_dealt(self.players, seed, self.map_id).id)

    def board(self, map_id: str) -> Board:
        """The map of an id."""
        return self.rules.board(map_id)

    def machine(self) -> Machine:
        """A new machine for such games."""
        return self.rules.backend.machine(self.words)


Game.rulebook = Rules
