"""What happens in a scenario, line by line: who is asked, what was answered by itself, the log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.explain.log import entries_of
from ruledsl.play.decisions import Decision
from ruledsl.testkit.comparing import written
from ruledsl.testkit.reasons import Witness

if TYPE_CHECKING:
    from ruledsl.engine.state.state import ForcedChoice, State
    from ruledsl.play.game import Game

__all__ = ["Trace"]

MOST_SHOWN = 12
LONGEST = 100


class Trace:
    """Listens to a game while the steps of a scenario are done with it. `lines` is what it has heard, and `witness` knows the reasons."""

    def __init__(self, state: State) -> None:
        self.lines: list[str] = []
        self.heard = self.made = 0
        self.witness = Witness(state.copy())

    def position(self, game: Game) -> None:
        """A position was set up."""
        self.lines.append("position")
        self.witness.goes_on([0], 0)
        self._listen(game)

    def before(self, game: Game, number: int, kind: str, step: Any) -> None:
        """A step is about to be done."""
        state = game.listened()
        self.witness.state = state.copy()
        self.heard, self.made = len(state.journal or ()), len(game.choices)
        wording = written(step)
        self.lines.append(
            f"step {number}, {kind}: {wording if len(wording) <= LONGEST else wording[:LONGEST] + ' …'}"
        )

    def after(self, game: Game, kind: str) -> None:
        """It was done, or did not come out. Steps that only compare leave nothing to tell."""
        if kind == "choose":
            self.witness.goes_on(game.choices[self.made :], self.heard)
        if kind in ("choose", "undo"):
            self._listen(game)

    def _listen(self, game: Game) -> None:
        """The log in its order, with what was answered by itself where that happened; then who is asked now."""
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
