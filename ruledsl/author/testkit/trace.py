"""The trace of a scenario, line by line: who is asked, automatic choices, the log; and the reasons of compared numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.author.testkit.values import written
from ruledsl.base.dataclass import dataclass
from ruledsl.base.diagnostics import Purse
from ruledsl.base.errors import EngineError, GameError
from ruledsl.engine.machines.states import steps
from ruledsl.engine.small.kinds import COINS_MOVED, EVENT, OPTION_CHOSEN
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.board import bits
from ruledsl.engine.state.state import people_cell, player_cell, tile_cell
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
    from ruledsl.rules.check.typed.declarations import MemoryDef, ValueDef

MOST_SHOWN = 12
LONGEST = 100


class Trace:
    """Follows a game during the steps of a scenario. `lines` is the trace, and `witness` has the reasons."""

    def __init__(self, state: State) -> None:
        self.lines: list[str] = []
        self.heard = self.made = self.alone = 0
        self.witness = _Witness(state)

    def position(self, game: Game) -> None:
        """A position was set up."""
        self.lines.append("position")
        self.witness.goes_on([0], 0)
        self._listen(game)

    def before(self, game: Game, number: int, kind: str, step: Any) -> None:
        """A step is about to run."""
        self.witness.state = game.state
        self.heard, self.made, self.alone = len(game.state.journal), len(game.choices), len(game.listened())
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
        alone = [(made.logged, _by_itself(game, made)) for made in game.listened()[self.alone :]]
        self.lines += [f"  {text}" for _, text in sorted([*told, *alone], key=lambda line: line[0])]
        self.heard = len(g.journal)
        self.lines.append(f"  {_asked(game)}")


def _by_itself(game: Game, made: ForcedChoice) -> str:
    decision = Decision(game, game.naming, made.choice)
    answer = decision.id_of(0) if made.choice.options else "nothing"
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
            logged = self._step_by_step(logged, -1 if self.state.pending is None else choice)

    def _step_by_step(self, logged: int, option: int) -> int:
        try:
            for now in steps(self.state, option):
                for entry in now.journal:
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
                reasons = self._payment(state, player, amount)
            except (GameError, EngineError):
                continue
            if reasons:
                return reasons
        return []

    def _payment(self, g: State, player: int, amount: int) -> list[str]:
        peoples = [people for people in bits(g.G[at.LIVE]) if people_cell(g, people, at.OWNER) == player]
        for value in self._paid:
            of = value.params[0]
            for noun in peoples if of.type == PEOPLE else [player]:
                answer = self._why(g, value.name, {of.name: self.naming.id_of(g, of.type, noun)})
                if answer[0] == amount:
                    return answer[1]
        return []

    def _why(self, g: State, value: str, args: dict[str, Any]) -> tuple[Any, list[str]]:
        from ruledsl.play.explain.why import why  # noqa: PLC0415 - the evaluator is only needed where something failed

        explained = why(_Then(g, self.naming), value, args)  # type: ignore[arg-type]
        return explained.result, explained.text.split("\n")

    # ── differences ──

    def of(self, game: Game, kind: str, path: Path) -> tuple[str, ...]:
        """Why the thing at this path of a step has its value, line by line; empty if unknown."""
        try:
            lines = list(self._lines(game, kind, path))
        except GameError:
            return ()
        left_out = len(lines) - MOST_LINES
        return tuple(lines if left_out <= 0 else [f"… {left_out} lines before", *lines[left_out:]])

    def _lines(self, game: Game, kind: str, path: Path) -> Iterator[str]:
        match kind, path:
            case "state", ("players", int(player), "coins"):
                yield from self._purse(game.state, player)
            case "state", ("regions", region, *_):
                yield from self._told(game.state, REGION, str(region))
            case "state", ("peoples", race, *_):
                yield from self._told(game.state, PEOPLE, str(race))
            case "standings", (int(place), str(value)) if value not in ("player", "rank", "lost"):
                yield from game.why(value, player=game.standings[place]["player"]).text.split("\n")

    def _purse(self, g: State, player: int) -> Iterator[str]:
        """A player's initial coins, and all their income and payments with reasons."""
        if 0 <= player < len(self._purses) and self._purses[player]:
            yield f"{self._purses[player]} when the scenario begins"
        for place, (item, sentence) in enumerate(self._log(g)):
            if item[0] == COINS_MOVED and player in item[1:3]:
                yield sentence
                yield from (f"  {line}" for line in self._reasons.get(place, ()))

    def _told(self, g: State, kind: object, id_: str) -> Iterator[str]:
        """The log entries about a region or a people."""
        for item, sentence in self._log(g):
            if item[0] == EVENT:
                params = g.code.events[item[1]].definition.params
                named = zip(params, item[2:], strict=True)
                if any(p.type == kind and self.naming.id_of(g, p.type, v) == id_ for p, v in named):
                    yield sentence
            elif item[0] == OPTION_CHOSEN and id_ in sentence:
                yield sentence

    def _log(self, g: State) -> Iterator[tuple[tuple[int, ...], str]]:
        for item, entry in zip(g.journal, entries_of(g, self.naming), strict=True):
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


# ── table ───────────────────────────────────────────────────────────────────────
# The whole table, including hidden things, in the form of scenarios; and comparison of its parts.


NOTHING: tuple[Any, ...] = (0, False, None, "", [], {})
TABLES = ("others", "memory")
"""Tables of a region that are omitted when empty."""


def table_of(game: Game) -> dict[str, Any]:
    """The views of all players combined: peoples by race, all coins, hidden decks and face-down tiles by name."""
    g, naming = game.state, game.naming
    views = [game.view(player).as_dict() for player in range(game.players)]
    table = views[0]
    del table["player"]
    table["players"] = [view["players"][player] for player, view in enumerate(views)]
    table["peoples"] = {
        entry["race"]: views[entry["player"]]["peoples"][place]
        for place, entry in enumerate(table["peoples"])
    }
    table["decks"] = {
        name: [naming.tile_id(g, tile) for tile in g.decks[index]]
        if g.code.hidden[index]
        else table["decks"][name]
        for index, name in enumerate(g.code.decks)
    }
    for place, id_ in enumerate(g.board.ids):
        lying = [t for t in g.laid if tile_cell(g, t, at.SITE) == place]
        down = [t for t in lying if tile_cell(g, t, at.CONCEALED)]
        table["regions"][id_]["tiles"] = [naming.tile_id(g, t) for t in lying if t not in down]
        table["regions"][id_]["face_down"] = [naming.tile_id(g, t) for t in down]
    return table


def differences(
    game: Game, expected: Any, actual: Any, path: Path = (), purse: Purse | None = None
) -> Iterator[tuple[Path, Any, Any]]:
    """Differences between the table and what is expected: (path, expected, actual). Only expected things are compared.

    A mapping is compared key by key and a list of mappings item by item, as far as they go; a list of plain values is compared as a whole. Things
    that a table omits because there are none count as 0.
    """
    purse = Purse() if purse is None else purse
    if isinstance(expected, dict):
        yield from _mappings(game, expected, actual, path, purse)
    elif isinstance(expected, list) and expected and all(isinstance(item, dict) for item in expected):
        if not isinstance(actual, list) or len(expected) > len(actual):
            yield path, expected, actual
            return
        for place, item in enumerate(expected):
            yield from differences(game, item, actual[place], (*path, place), purse)
    elif isinstance(expected, list) and isinstance(actual, list):
        plain = [item["tile"] if isinstance(item, dict) and "tile" in item else item for item in actual]
        if [str(item) for item in expected] != [str(item) for item in plain]:
            yield path, expected, plain
    elif expected != actual or isinstance(expected, bool) != isinstance(actual, bool):
        yield path, expected, actual


def _mappings(
    game: Game, expected: dict[str, Any], actual: Any, path: Path, purse: Purse
) -> Iterator[tuple[Path, Any, Any]]:
    if not isinstance(actual, dict):
        yield path, expected, actual
        return
    for key, item in expected.items():
        if key in actual:
            yield from differences(game, item, actual[key], (*path, key), purse)
        elif key not in _possible(game, path, actual):
            near = purse.nearest(key, [*_possible(game, path, actual), *actual])
            yield (*path, key), item, f"there is no such thing{f', but there is `{near[0]}`' if near else ''}"
        elif path[-1] == "memory":
            yield from differences(game, item, _at_first(game, path, key, item), (*path, key), purse)
        elif isinstance(item, dict) and (key in TABLES or path[0] == "tiles"):
            yield from differences(game, item, {}, (*path, key), purse)
        elif item not in NOTHING:
            yield (*path, key), item, _none_of(item)


def _at_first(game: Game, path: Path, name: str, expected: Any) -> Any:
    """The initial value of a memory; nobody is nothing, however that is written."""
    memory = _memories(game, path)[name]
    initial = game.naming.id_of(game.state, memory.type, memory.initial)
    return expected if initial in NOTHING and expected in NOTHING else initial


def _memories(game: Game, path: Path) -> dict[str, MemoryDef]:
    """The memories of the noun at a path, by name."""
    nouns = {"players": "player", "peoples": "people", "regions": "region", "decks": "tile"}
    noun = nouns.get(str(path[0]), "game")
    return {memory.name: memory for memory in game.rules.program.memories if memory.on.name == noun}


def _none_of(expected: Any) -> Any:
    """The value of something that a table omits."""
    if isinstance(expected, bool):
        return False
    if isinstance(expected, int):
        return 0
    return [] if isinstance(expected, list) else {} if isinstance(expected, dict) else None


def _possible(game: Game, path: Path, actual: dict[str, Any]) -> list[str]:
    """The keys that a mapping may omit because they are empty."""
    program, last = game.rules.program, path[-1] if path else ""
    if last in ("pieces", "stock"):
        return program.pieces
    if last == "memory":
        return [*_memories(game, path)]
    if last == "tiles":
        return program.tiles
    if len(path) > 1 and path[-2] == "tiles":
        return ["pieces"]
    if last in ("peoples", "others", "aside"):
        return [tile for tile, tray in zip(program.tiles, game.rules.code.trays, strict=False) if tray]
    return [*TABLES] if path and path[0] == "regions" and "holder" in actual else []
