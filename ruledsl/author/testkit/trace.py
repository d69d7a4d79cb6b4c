"""The trace of a scenario, line by line: who is asked, automatic choices, the log; and the reasons of compared numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.author.testkit.comparing import written
from ruledsl.base.dataclass import dataclass
from ruledsl.base.errors import EngineError, GameError
from ruledsl.engine.machines.running import steps
from ruledsl.engine.small.kinds import COINS_MOVED, EVENT, OPTION_CHOSEN
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.board import bits
from ruledsl.engine.state.rows import people_cell, player_cell
from ruledsl.language.vocabulary.types import PEOPLE, PLAYER, REGION
from ruledsl.play.decisions import Decision
from ruledsl.play.explain.log import entries_of
from ruledsl.play.naming.nouns import Naming
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.graph import walk

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ruledsl.engine.state.state import ForcedChoice, State
    from ruledsl.play.game import Game
    from ruledsl.rules.check.program import Program
    from ruledsl.rules.check.typed.declarations import ValueDef


MOST_SHOWN = 12
LONGEST = 100


class Trace:
    """Follows a game during the steps of a scenario. `lines` is the trace, and `witness` has the reasons."""

    def __init__(self, state: State) -> None:
        self.lines: list[str] = []
        self.heard = self.made = 0
        self.witness = _Witness(state.copy())

    def position(self, game: Game) -> None:
        """A position was set up."""
        self.lines.append("position")
        self.witness.goes_on([0], 0)
        self._listen(game)

    def before(self, game: Game, number: int, kind: str, step: Any) -> None:
        """A step is about to run."""
        state = game.listened()
        self.witness.state = state.copy()
        self.heard, self.made = len(state.journal or ()), len(game.choices)
        wording = written(step)
        self.lines.append(
            f"step {number}, {kind}: {wording if len(wording) <= LONGEST else wording[:LONGEST] + ' …'}"
        )

    def after(self, game: Game, kind: str) -> None:
        """A step has run, or failed. Steps that only compare add nothing."""
        if kind == "choose":
            self.witness.goes_on(game.choices[self.made :], self.heard)
        if kind in ("choose", "undo"):
            self._listen(game)

    def _listen(self, game: Game) -> None:
        """Add the log in order, with automatic choices in place; then who is asked now."""
        g = game.state
        told = [
            (place + 1, entry.text)
            for place, entry in enumerate(entries_of(g, game.naming))
            if place >= self.heard
        ]
        alone = [(made.logged, _by_itself(game, g, made)) for made in g.forced or ()]
        self.lines += [f"  {text}" for _, text in sorted([*told, *alone], key=lambda line: line[0])]
        self.heard = len(g.journal or ())
        self.lines.append(f"  {_asked(game)}")


def _by_itself(game: Game, g: State, made: ForcedChoice) -> str:
    decision = Decision(g, made.choice, game.naming)
    answer = decision.option(0).id if made.choice.options else "nothing"
    return f"by itself: {decision.rule}, {decision.info.name}: {answer}"


def _asked(game: Game) -> str:
    if game.over:
        return "the game is over"
    decision = game.decision
    ids = [option.id for option in decision.options[:MOST_SHOWN]]
    more = f" and {len(decision.options) - MOST_SHOWN} more" if len(decision.options) > MOST_SHOWN else ""
    people = f" for {decision.people}" if decision.people else ""
    return (
        f"asked: {game.naming.player(decision.player)}{people}, {decision.kind} ({decision.rule}): "
        f"{', '.join(ids)}{more}"
    )


MOST_LINES = 24
Path = tuple[str | int, ...]


class _Witness:
    """Follows the states of a game and knows the reasons for what is on its table."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.naming = Naming()
        self._paid = list(dict.fromkeys(_paid_values(state.code.program)))
        self._reasons: dict[int, list[str]] = {}
        self._purses = [player_cell(state, player, at.COINS) for player in range(state.seats)]

    def goes_on(self, choices: Iterable[int], logged: int) -> None:
        """The game continues by choices, or, without any, to its first one: each payment is explained by the table at that time, step by step.

        `logged` entries were in its journal before.
        """
        for choice in choices:
            asked = self.state.pending
            logged = self._step_by_step(logged, None if asked is None else asked.options[choice])

    def _step_by_step(self, logged: int, option: Any) -> int:
        try:
            for now in steps(self.state, option):
                for entry in now.journal or ():
                    if entry[0] == COINS_MOVED and entry[2] >= 0:
                        self._reasons[logged] = self._explained(now, entry[2], entry[3])
                    logged += 1
                self.state = now
        except EngineError:  # broken rules fail in the game itself; nothing is added to that
            pass
        return logged

    def _explained(self, now: State, player: int, amount: int) -> list[str]:
        """The reason by the table before a step, or else after it."""
        for state in (self.state, now):
            try:
                found = self._payment(state, player, amount)
            except (GameError, EngineError):
                continue
            if found:
                return found
        return []

    def _payment(self, g: State, player: int, amount: int) -> list[str]:
        peoples = [people for people in bits(g.G[at.LIVE]) if people_cell(g, people, at.OWNER) == player]
        for value in self._paid:
            of = value.params[0]
            for noun in peoples if of.type == PEOPLE else [player]:
                found = self._why(g, value.name, {of.name: self.naming.id_of(g, of.type, noun)})
                if found[0] == amount:
                    return found[1]
        return []

    def _why(self, g: State, value: str, args: dict[str, Any]) -> tuple[Any, list[str]]:
        from ruledsl.play.explain.why import why  # noqa: PLC0415 - the evaluator is only needed where something failed

        explained = why(_Then(g, self.naming), value, args)  # type: ignore[arg-type]
        return explained.result, explained.text.split("\n")

    # ── differences ──

    def of(self, game: Game, kind: str, path: Path) -> tuple[str, ...]:
        """Why the thing at this path of a step has its value, line by line; empty if unknown."""
        try:
            found = list(self._lines(game, kind, path))
        except GameError:
            return ()
        left_out = len(found) - MOST_LINES
        return tuple(found if left_out <= 0 else [f"… {left_out} lines before", *found[left_out:]])

    def _lines(self, game: Game, kind: str, path: Path) -> Iterator[str]:
        match kind, path:
            case "state", ("players", int(player), "coins"):
                yield from self._purse(game.state, player)
            case "state", ("regions", region, *_):
                yield from self._told(game.state, REGION, str(region))
            case "state", ("peoples", race, *_):
                yield from self._told(game.state, PEOPLE, str(race))
            case "standings", (int(place), str(value)) if value not in ("player", "rank"):
                yield from game.why(value, player=game.standings[place]["player"]).text.split("\n")

    def _purse(self, g: State, player: int) -> Iterator[str]:
        """A player's initial coins, and all their income and payments with reasons."""
        if 0 <= player < len(self._purses) and self._purses[player]:
            yield f"{self._purses[player]} when the scenario begins"
        for place, (item, said) in enumerate(self._log(g)):
            if item[0] == COINS_MOVED and player in item[1:3]:
                yield said
                yield from (f"  {line}" for line in self._reasons.get(place, ()))

    def _told(self, g: State, kind: object, id_: str) -> Iterator[str]:
        """The log entries about a region or a people."""
        for item, said in self._log(g):
            if item[0] == EVENT:
                params = g.code.events[item[1]].definition.params
                named = zip(params, item[2:], strict=True)
                if any(p.type == kind and self.naming.id_of(g, p.type, v) == id_ for p, v in named):
                    yield said
            elif item[0] == OPTION_CHOSEN and id_ in said:
                yield said

    def _log(self, g: State) -> Iterator[tuple[tuple[int, ...], str]]:
        for item, entry in zip(g.journal or [], entries_of(g, self.naming), strict=True):
            yield item, entry.text


@dataclass(slots=True)
class _Then:
    """A game in an earlier state, as far as an explanation needs it."""

    state: State
    naming: Naming


def _paid_values(program: Program) -> Iterator[ValueDef]:
    """The values of one player or people that effects pay out."""
    blocks = [block for event in program.events for block in event.body]
    blocks += [effect for trigger in program.triggers for effect in trigger.body]
    for node in walk(*blocks):
        for inner in walk(node.amount) if isinstance(node, t.TCoins) else ():
            if isinstance(inner, t.ValueOf) and [p.type for p in inner.value.params] in ([PLAYER], [PEOPLE]):
                yield inner.value
