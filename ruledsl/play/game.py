"""Rules and games, as whoever plays uses them: rules make games, and games answer, are seen, saved and read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.naming.border import FLAG, MAPPING, NUMBER, TEXT, TEXTS, a, expect, names_of_packs, or_none
from ruledsl.naming.errors import GameError
from ruledsl.play.match import Match
from ruledsl.play.rulebook import Rulebook
from ruledsl.vocabulary.types import PLAYER

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from os import PathLike

    from ruledsl.native.batch import Batch
    from ruledsl.play.views.view import SeatView

__all__ = ["Game", "Rules"]


class Game(Match):
    """One game. It stops at every decision; `choose` goes on. What is refused raises `GameError` and changes nothing."""

    rules: Rules

    # ── many choices at once ──

    def place(self, amounts: Mapping[str, int]) -> None:
        """Choose each of these so many times, in their order: tokens that are placed one by one. All of it, or `GameError` and nothing."""
        from ruledsl.play.placing import place  # noqa: PLC0415

        expect(MAPPING, "Amounts", amounts)
        trial = self.copy()
        place(trial, amounts)
        self.become(trial)

    def leave(self, rest: str | None = None) -> bool:
        """Place tokens as they stood when this phase began, and those that are left over in `rest`.

        False if some are left over, and still to be placed, because there is no `rest`.
        """
        from ruledsl.play.placing import leave  # noqa: PLC0415

        expect(or_none(TEXT), "rest", rest)
        trial = self.copy()
        done = leave(trial, rest)
        self.become(trial)
        return done

    # ── saving ──

    def to_json(self) -> str:
        """The whole game as text: packs, start, choices, and the state itself. Of a pause nothing is kept."""
        from ruledsl.play.saves.record import to_json  # noqa: PLC0415

        whole = self
        if self.paused:
            whole = self.copy()
            whole.go_on()
        return to_json(whole)

    @staticmethod
    def from_json(
        text: str,
        rules: Rules | None = None,
        *,
        packs: Sequence[str | PathLike[str]] = (),
        replay: bool = True,
    ) -> Game:
        """The game that `to_json` wrote, wherever it was since.

        It names its packs by id, and they are loaded from where packs with these ids are found, unless `rules` are given; `packs` are the folders
        of those that are not found so. The game is played again from its start by its choices, and what comes of them must be the state and
        the journal that it says. `replay=False` leaves that out, for programs that read their own files: then the state is taken as it is if
        it is one that these rules could have, with no coin, token or piece too many; whether its choices lead there is not known before one of them
        is taken back. `GameError` for a text that is no such game, or whose packs are missing or changed.
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
        from ruledsl.play.views.view import SeatView  # noqa: PLC0415

        expect(NUMBER, "player", player)
        return SeatView(self, self.naming.value_of(self.state, PLAYER, player)).look()

    def sample(self, player: int, seed: int) -> Game:
        """A game that could be this one for all that `player` knows: the rest is dealt and made up anew, chance is fresh. For bots."""
        from ruledsl.play.views.seat import game_for  # noqa: PLC0415

        expect(NUMBER, "player", player)
        expect(NUMBER, "seed", seed)
        return game_for(self, self.naming.value_of(self.state, PLAYER, player), seed)

    def picture(self) -> str:
        """The map with all that lies on it, as SVG."""
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
        """What a value or definition of the rules is now; arguments are ids by the names of its parameters. Quick: nothing is explained."""
        from ruledsl.play.answers import value_of  # noqa: PLC0415 - what scripts ask is only imported when they do

        expect(TEXT, "The name of a value", name)
        return value_of(self, name, args)

    def costs(self, people: str) -> dict[str, int]:
        """What each region would cost a people (named by its race) to conquer, whether it may or not."""
        from ruledsl.play.answers import costs_of  # noqa: PLC0415

        expect(TEXT, "people", people)
        return costs_of(self, people)

    def conquerable(self, people: str) -> list[str]:
        """The regions that nothing keeps a people from conquering, whatever it has in hand."""
        from ruledsl.play.answers import conquerable  # noqa: PLC0415

        expect(TEXT, "people", people)
        return conquerable(self, people)

    def why(self, value: str, /, **args: Any) -> Any:
        """Why a value is what it is: a trace of its base and of every rule that changed it, each with its place."""
        from ruledsl.explain.why import why  # noqa: PLC0415

        expect(TEXT, "The name of a value", value)
        return why(self, value, args)

    def why_not(self, action: str, target: Any = None) -> Any:
        """Why an action (at a target) is not among the options: the prohibitions and conditions that stand against it, each with its place."""
        from ruledsl.explain.why import why_not  # noqa: PLC0415

        expect(TEXT, "The name of an action", action)
        return why_not(self, action, target)


class Rules(Rulebook):
    """Packs that can be played. `asked_for` is what `load` was given; `findings` are warnings and notes."""

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

        `seed` is any integer; the same packs, seed and choices give the same game everywhere. An `analysis` game may be undone past dice and
        draws. `dice` are the faces that the next rolls show, then chance goes on. Raises `GameError` for a number of players, a map or a face that
        cannot be.
        """
        return Game.dealt(self, self.table(players, seed, map, analysis=analysis, dice=dice))

    def batch(
        self,
        count: int,
        players: int,
        seed: int = 0,
        map: str | None = None,  # noqa: A002 - the word that users expect
    ) -> Batch:
        """So many games side by side, for programs that make a choice in all of them at once (`ruledsl.native.batch`).

        The first game has the seed `seed`, the next one the number after it, also those that begin when others are over. All are played
        on one map.`GameError` for a table that cannot be.
        """
        for what, number in (("count", count), ("players", players), ("seed", seed)):
            expect(NUMBER, what, number)
        board = self.table(players, seed, map, analysis=False, dice=()).board
        from ruledsl.compile.native.memory import words_needed  # noqa: PLC0415 - hardly anybody plays many at once
        from ruledsl.native.batch import Batch  # noqa: PLC0415
        from ruledsl.native.machine import TooMuch  # noqa: PLC0415

        try:
            machine = self.backend.machine(words_needed(board.size))
            return Batch(machine, board, players, lambda number: seed + number, count)
        except (TooMuch, MemoryError, RuntimeError) as problem:
            raise GameError("G049", "There is no room for so many games.") from problem

    def position(self, data: Mapping[str, Any]) -> Game:
        """A game that begins in a set-up position; see `docs/scenarios.md` for the format. Raises `GameError` for what cannot be."""
        return Game.begin(self, *self.set_up(data))


Game.rulebook = Rules
