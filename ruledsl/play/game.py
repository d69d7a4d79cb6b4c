"""A game: decisions in, states out, with its record, its past and its log."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from ruledsl.engine.running.run import answer, pause_at, run
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.limits import EngineError
from ruledsl.explain.journal import LogEntry, entries_of
from ruledsl.naming.border import FLAG, MAPPING, NUMBER, TEXT, TEXTS, a, expect, names_of_packs, or_none
from ruledsl.naming.errors import GameError
from ruledsl.naming.nouns import Naming
from ruledsl.play.decisions import Decision, Option
from ruledsl.play.standing import panels_of, standings_of
from ruledsl.vocabulary.types import PLAYER

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from os import PathLike

    from ruledsl.check.program import ValueDef
    from ruledsl.engine.state.state import State
    from ruledsl.play.rules import Rules
    from ruledsl.play.views.view import SeatView

__all__ = ["MOST_CHOICES", "Game"]

EVERY = 64
"""A copy of the state is kept every so many decisions, so that undo has little to play again."""
MOST_CHOICES = 1600 * EVERY
"""So many choices can be made in one game; long ones have some hundreds."""


class Game:
    """One game. It stops at every decision; `choose` goes on. What is refused raises `GameError` and changes nothing."""

    def __init__(self, rules: Rules, state: State, start: dict[str, Any]) -> None:
        self.rules = rules
        self.state = state
        self.start = start
        self.naming = Naming()
        self.choices: list[int] = []
        self._past: list[tuple[int, int, State]] = []
        self._decision: Decision | None = None

    @classmethod
    def begin(cls, rules: Rules, state: State, start: dict[str, Any]) -> Game:
        """A game from a first state: run on to its first decision. `start` is what it can be begun from again."""
        game = cls(rules, state, start)
        try:
            run(state)
        except EngineError as problem:
            raise GameError("G006", f"The game cannot begin: {problem}.") from problem
        game._keep()
        return game

    # ── where it stands ──

    @property
    def over(self) -> bool:
        """Is there nothing left to decide?"""
        return self.state.asked is None and not self.state.frames

    @property
    def paused(self) -> bool:
        """Does it stand where a phase begins, with nobody asked? See `choose` and `run_until`."""
        return self.state.asked is None and bool(self.state.frames)

    @property
    def decision(self) -> Decision:
        """What the game waits for; `GameError` when it is over or paused."""
        if self.paused:
            raise GameError("G008", "The game is paused where nobody has to decide: `go_on` goes on.")
        if self.state.asked is None:
            raise GameError("G002", "The game is over: there is nothing to decide.")
        if self._decision is None:
            self._decision = Decision(self.state, self.state.asked, self.naming)
        return self._decision

    @property
    def players(self) -> int:
        """How many players there are."""
        return self.state.seats

    @property
    def began(self) -> str:
        """How the game began: `game` (dealt by its packs), `position` (set up by somebody) or `sample` (what a player could think it is)."""
        if self.start.get("sampled"):
            return "sample"
        return "position" if "position" in self.start else "game"

    @property
    def first(self) -> State:
        """A copy of the state at its first decision, with its journal."""
        _, entries, first = self._past[0]
        state = first.copy()
        state.journal = None if self.state.journal is None else self.state.journal[:entries]
        return state

    @property
    def round(self) -> int:
        """The round, from 1; after the end it stays the last one."""
        return min(self.state.G[at.ROUND], self.state.board.rounds)

    @property
    def standings(self) -> list[dict[str, Any]]:
        """The players, best first: `player`, `rank` (shared by those who are even in everything) and the values that decide."""
        return standings_of(self.rules, self.players, self._answer)

    @property
    def panels(self) -> list[dict[str, Any]]:
        """The measures that packs declare, for every player."""
        return panels_of(self.rules, self.players, self._answer, self.naming)

    def _answer(self, value: ValueDef, player: int) -> int:
        return int(self.rules.code.values[value.index](self.state, player))

    @property
    def log(self) -> list[LogEntry]:
        """What has happened, oldest first: keys with arguments, and sentences made of them."""
        return entries_of(self.state, self.naming)

    @property
    def hash(self) -> str:
        """A hash of the whole state: equal states have equal hashes on every machine."""
        text = json.dumps(self.state.content(), separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    # ── going on ──

    def choose(self, choice: Option | str | int, *, until: str | None = None) -> None:
        """Take an option of the decision, given as itself, by its id or by its index.

        With `until` the game pauses where that phase or event begins, even if nobody has to decide there, unless somebody has to before.
        """
        state = self.state
        asked = state.asked
        if len(self.choices) % EVERY == 0:
            self._mark()
        if asked is not None and type(choice) is int and 0 <= choice < len(asked.options):
            index = choice  # the way of bots: no decision has to be made ready for it
        else:
            index = self.decision.index_of(choice)
            asked = self.decision.asked
        if until is not None:
            pause_at(state, self._event(until))
        self._decision = None
        try:
            answer(state, asked.options[index])
        except EngineError as problem:
            self.state = self.rewound(len(self.choices))
            raise GameError("G006", f"This choice cannot be carried out: {problem}.") from problem
        self.choices.append(index)

    def _mark(self) -> None:
        """What is seen to every so many choices: the state is kept, and no game is endless."""
        if len(self.choices) >= MOST_CHOICES:
            raise GameError(
                "G007", f"This game has gone on for {MOST_CHOICES} choices, and no game is longer."
            )
        if self._past[-1][0] < len(self.choices):
            self._keep()

    def go_on(self, *, until: str | None = None) -> None:
        """From a pause to the next decision, the end, or the next pause. Where the game is not paused nothing happens.

        If the choice before the pause turns out not to be one that can be carried out, that is a `GameError` and it is taken back.
        """
        if not self.paused:
            return
        if until is not None:
            pause_at(self.state, self._event(until))
        try:
            run(self.state)
        except EngineError as problem:
            self.choices.pop()
            self.state = self.rewound(len(self.choices))
            raise GameError("G006", f"This choice cannot be carried out: {problem}.") from problem

    def run_until(self, phase: str, choose: Callable[[Game], Option | str | int] | None = None) -> bool:
        """Go on until a phase or event begins, and pause there; what `choose` gives is chosen on the way.

        True if the game has come to it; False if it is over before, or, without `choose`, if somebody has to decide before.
        """
        self._event(phase)
        self.go_on(until=phase)
        while choose is not None and self.state.asked is not None:
            self.choose(choose(self), until=phase)
        return self.paused

    def _event(self, name: str) -> int:
        from ruledsl.play.answers import event_named  # noqa: PLC0415 - what scripts ask is only imported when they do

        expect(TEXT, "The name of a phase", name)
        return event_named(self, name)

    def place(self, amounts: Mapping[str, int]) -> None:
        """Choose each of these so many times, in their order: tokens that are placed one by one. All of it, or `GameError` and nothing."""
        from ruledsl.play.placing import place  # noqa: PLC0415

        expect(MAPPING, "Amounts", amounts)
        trial = self.copy()
        place(trial, amounts)
        self._become(trial)

    def leave(self, rest: str | None = None) -> bool:
        """Place tokens as they stood when this phase began, and those that are left over in `rest`.

        False if some are left over, and still to be placed, because there is no `rest`.
        """
        from ruledsl.play.placing import leave  # noqa: PLC0415

        expect(or_none(TEXT), "rest", rest)
        trial = self.copy()
        done = leave(trial, rest)
        self._become(trial)
        return done

    def _become(self, other: Game) -> None:
        self.state, self.choices, self._past = other.state, other.choices, other._past
        self._decision = None

    def _keep(self) -> None:
        state = self.state
        self._past.append((len(self.choices), len(state.journal or ()), state.copy()))

    # ── copies, undo, replay ──

    def copy(self) -> Game:
        """A game of its own from here on, with the same past."""
        other = Game(self.rules, self.state.copy(), self.start)
        other.state.journal = None if self.state.journal is None else self.state.journal.copy()
        other.choices = self.choices.copy()
        other._past = self._past.copy()
        other.naming = self.naming
        return other

    def undo(self, *, force: bool = False) -> None:
        """Take back the last choice. Refused past a roll or a draw, unless the game is for analysis or it is forced."""
        expect(FLAG, "force", force)
        if not self.choices:
            raise GameError("G004", "There is nothing to take back.")
        earlier = self.rewound(len(self.choices) - 1)
        revealed = earlier.G[at.REVEALS] != self.state.G[at.REVEALS]
        if revealed and not (force or self.start.get("analysis")):
            raise GameError("G005", "That choice showed something hidden (a roll or a draw), so it stands.")
        self._back_to(len(self.choices) - 1, earlier)

    def go_back(self, count: int) -> None:
        """Take back all choices but the first `count`, past whatever they showed."""
        if not 0 <= count <= len(self.choices):
            raise GameError(
                "G004", f"There are {len(self.choices)} choices, so there is no way back to {count}."
            )
        self._back_to(count, self.rewound(count))

    def _back_to(self, count: int, state: State) -> None:
        del self.choices[count:]
        self._past = [entry for entry in self._past if entry[0] <= count]
        self.state = state
        self._decision = None

    def rewound(self, count: int) -> State:
        """The state after so many choices."""
        known = next((entry for entry in reversed(self._past) if entry[0] <= count), None)
        if known is None:
            raise GameError("G004", "Nothing is known of what came before.")
        done, logged, kept = known
        state = kept.copy()
        if self.state.journal is not None:
            state.journal = self.state.journal[:logged]
        for index in self.choices[done:count]:
            asked = state.asked
            if asked is None or index >= len(asked.options):
                raise GameError("G021", "The choices of this game are not those that led to its state.")
            answer(state, asked.options[index])
        return state

    def restarted(self) -> Game:
        """The same game at its first decision."""
        from ruledsl.play.saves.restoring import begin_again  # noqa: PLC0415 - records know games, games know records

        if self.began == "sample":
            return Game.begin(self.rules, self.first, self.start)
        return begin_again(self.rules, self.start)

    def replayed(self) -> Game:
        """The same game played again from its start with the same choices; equal to this one if all is well."""
        again = self.restarted()
        for index in self.choices:
            again.choose(index)
        return again

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
        from ruledsl.play.rules import Rules  # noqa: PLC0415
        from ruledsl.play.saves.record import from_json  # noqa: PLC0415

        expect(TEXT, "A saved game", text)
        expect(or_none(a(Rules, "Rules, from ruledsl.load")), "rules", rules)
        expect(TEXTS, "packs", packs)
        expect(FLAG, "replay", replay)
        return from_json(text, rules, names_of_packs(tuple(packs)), replay=replay)

    # ── what a player sees ──

    def view(self, player: int) -> SeatView:
        """Everything that one player may know now: the table as a mapping, the decision, the log, answers to questions."""
        from ruledsl.play.views.view import SeatView  # noqa: PLC0415 - views look at games, games give views

        expect(NUMBER, "player", player)
        return SeatView(self, self.naming.value_of(self.state, PLAYER, player)).look()

    def sample(self, player: int, seed: int) -> Game:
        """A game that could be this one for all that `player` knows: the rest is dealt and made up anew, chance is fresh. For bots."""
        from ruledsl.play.views.seat import game_for  # noqa: PLC0415 - samples are games, games make samples

        expect(NUMBER, "player", player)
        expect(NUMBER, "seed", seed)
        return game_for(self, self.naming.value_of(self.state, PLAYER, player), seed)

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
