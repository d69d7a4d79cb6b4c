"""The bot `greedy` as it was before, to measure the present one against."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.base.errors import EngineError
from ruledsl.engine.machines.questions import Questions, answer
from ruledsl.engine.state import layout as at
from ruledsl.play.bots.simple import Chance

if TYPE_CHECKING:
    from ruledsl.engine.state.state import PendingChoice, State
    from ruledsl.play.views import SeatView


class Greedy:
    """Tries every option on games that could be this one, plays the turn to its end, and takes what left it best off.

    A choice of one action out of several sets a direction: for it, some turns more are played. After each round of trials the worse
    half of the options is dropped, and those that remain are tried twice as often.
    """

    def __init__(self, seed: int = 0, patience: int = 1) -> None:
        self.seed = seed
        self.patience = patience

    def choose(self, view: SeatView) -> int:
        """The option with the best outcome on average."""
        if view.count == 1:
            return 0
        return _Trials(view, Chance(self.seed, view.seat, view.made), self.patience).best()


AHEAD = 2
"""How many own turns more a choice of direction looks ahead."""
LONGEST = 400
"""No trial has more choices than this."""
CURIOSITY = 6
"""In a trial, one choice of so many is made without regard to how such choices have done."""


class _Trials:
    """What one decision comes to, option by option."""

    def __init__(self, view: SeatView, chance: Chance, patience: int) -> None:
        self.view = view
        self.player = view.seat
        self.chance = chance
        self.patience = patience
        self.weights = _weights(view)
        self.known: dict[Any, list[float]] = {}

    def best(self) -> int:
        """Halve the field until one is left."""
        decision = self.view.decision
        direction = decision is not None and decision.kind == "offer_one"
        turns = 1 + AHEAD * self.view.players if direction else 1
        field = list(range(self.view.count))
        totals = [0.0] * len(field)
        trials = self.patience * (4 if direction else 1)
        while len(field) > 1:
            for _ in range(trials):
                start = self.view.sample(self._seed()).state
                luck = self._seed()
                for option in field:
                    totals[option] += self._trial(start.copy(), option, turns, Chance(luck))
            field.sort(key=lambda option: -totals[option])
            field = field[: len(field) // 2]
            trials *= 2
        return field[0]

    def _seed(self) -> int:
        return self.chance.below(1 << 31)

    def _trial(self, g: State, option: int, turns: int, chance: Chance) -> float:
        """Take an option, go on to the end of the turn (or some turns), and see how things stand for this player."""
        path: list[tuple[int, Any]] = []
        try:
            waiting = g.pending
            assert waiting is not None  # noqa: S101 - a seat is only asked while there is something to decide
            answer(g, waiting.options[option])
            turn = g.G[at.ROUND], g.G[at.TURN_PLAYER]
            for _ in range(LONGEST):
                if g.pending is None:
                    break
                now = g.G[at.ROUND], g.G[at.TURN_PLAYER]
                if now != turn:
                    turn = now
                    turns -= 1
                    if not turns:
                        break
                answer(g, self._pick(g.pending, chance, path))
        except EngineError:
            return -1e6
        scores = self._scores(g)
        for player, key in path:
            seen = self.known.setdefault((player, key), [0.0, 0.0])
            seen[0] += scores[player]
            seen[1] += 1
        return scores[self.player]

    def _pick(self, waiting: PendingChoice, chance: Chance, path: list[tuple[int, Any]]) -> Any:
        """A quick choice: among actions the kind that has done best so far, otherwise anything."""
        options = waiting.options
        if len(options) == 1:
            return options[0]
        if waiting.kind not in ("offer", "offer_one"):
            return options[chance.below(len(options))]
        kinds = list(dict.fromkeys([option[0] for option in options]))
        kind = kinds[0]
        if len(kinds) > 1:
            kind = self._kind(waiting, kinds, chance)
            path.append((waiting.player, (waiting.place, kind)))
            options = [option for option in options if option[0] == kind]
        return options[chance.below(len(options))]

    def _kind(self, waiting: PendingChoice, kinds: list[int], chance: Chance) -> int:
        if not chance.below(CURIOSITY):
            return kinds[chance.below(len(kinds))]
        best, most = kinds[0], float("-inf")
        for kind in kinds:
            seen = self.known.get((waiting.player, (waiting.place, kind)))
            mean = seen[0] / seen[1] if seen else float("inf")
            if mean > most:
                best, most = kind, mean
        return best

    def _scores(self, g: State) -> list[float]:
        """For every player, what is theirs less what the others have on average."""
        seats = g.seats
        own = [
            sum(weight * Questions(g).value(value, player) for value, weight in self.weights)
            for player in range(seats)
        ]
        if seats == 1:
            return own
        total = sum(own)
        return [mine - (total - mine) / (seats - 1) for mine in own]


def _weights(view: SeatView) -> list[tuple[int, float]]:
    """What counts and how much: what decides the game, what breaks ties, and the first panel (what a turn brings)."""
    program = view.rules.program
    composition = view.rules.composition
    weights = {name: 0.02 for name, _ in reversed(composition.standings)}
    if composition.standings:
        weights[composition.standings[0][0]] = 1.0
    first = next((panel.value for panel in composition.panels if panel.value not in weights), None)
    if first is not None:
        weights[first] = 0.5
    found = []
    for name, weight in weights.items():
        value = program.value(name)
        if value is not None:
            found.append((value.index, weight))
    return found
