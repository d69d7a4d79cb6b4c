"""The steps of a trial: everything that others may request of offered packs, however much there is."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from ruledsl.author.book import Unprintable, rulebook, sheets
from ruledsl.author.service.service import Service
from ruledsl.base.errors import GameError
from ruledsl.engine.machines.setup import Setup
from ruledsl.engine.state.state import rememberers
from ruledsl.language.vocabulary.limits import LARGEST
from ruledsl.language.vocabulary.types import NUMBER, PEOPLE, PLAYER, REGION, TILE
from ruledsl.play.draw import map_svg
from ruledsl.play.game import Game
from ruledsl.play.rules import load
from ruledsl.rules.packs.folders.below import below, size_of
from ruledsl.rules.packs.folders.find import is_installed

if TYPE_CHECKING:
    from ruledsl.author.trial.places import Step
    from ruledsl.engine.state.state import State
    from ruledsl.language.vocabulary.types import Type
    from ruledsl.play.game import Rules
    from ruledsl.rules.packs.model import BoardMap

MOST_CHOICES = 200
LOOKED_AT = 25
"""The number of choices between two looks at the table during a game."""
SEEDS = (1, 2)
MOST_MAPS = 3
MOST_ASKED = 12


def steps(packs: Sequence[str], variants: Mapping[str, str]) -> Iterator[Step]:
    """The steps by name, in order: the first one creates what the others need."""
    made: list[Rules] = []
    yield "loading it", lambda: made.append(load(*packs, variants=variants))
    rules = made[0]
    yield "drawing its maps", partial(_draw, rules)
    yield "its rulebook", partial(rulebook, rules, _own(rules))
    yield "its sheets to cut out", partial(_sheets, rules)
    yield "what an editor is told of it", partial(_edit, rules)
    board = _board(rules)
    if board is not None:
        for seats, seed in zip((min(board.players), max(board.players)), SEEDS, strict=True):
            yield f"a game of {seats} players", partial(_play, rules, board, seats, seed)
        yield "a view of a full table", partial(_look_at_most, rules, board)
        yield "what is asked at a table", partial(_ask, rules, board)


def _own(rules: Rules) -> list[str]:
    """The packs that are not installed ones."""
    return [pack.id for pack in rules.composition.packs if not is_installed(pack.folder)]


def _board(rules: Rules) -> BoardMap | None:
    """The largest playable map, preferably one of the packs themselves; not one that is drawn for each game."""
    own = _own(rules)
    maps = [board for board in rules.composition.maps.values() if board.players and not board.draw]
    return max(maps, key=lambda board: (board.pack in own, len(board.regions)), default=None)


def _draw(rules: Rules) -> None:
    own = _own(rules)
    maps = [board for board in rules.composition.maps.values() if board.pack in own]
    for board in sorted(maps, key=lambda board: len(board.regions), reverse=True)[:MOST_MAPS]:
        map_svg(rules.composition, board, with_borders=rules.program.has_borders)


def _sheets(rules: Rules) -> None:
    own = _own(rules)
    try:
        sheets(rules, [t.id for t in rules.composition.tiles.values() if t.pack in own and not t.copy_of])
    except Unprintable:
        return  # refused with a sentence


def _look(game: Game) -> None:
    """Compute what each seat sees of the table."""
    for player in range(game.players):
        view = game.view(player)
        json.dumps(view.as_dict())
        _ = view.standings, view.panels, view.log


def _look_at_most(rules: Rules, board: BoardMap) -> None:
    _look(crowded(rules.new_game(max(board.players), SEEDS[0], board.id)))


def _ask(rules: Rules, board: BoardMap) -> None:
    """At the beginning of the game: compute samples, and explain the last values and actions, preferably those of the packs themselves."""
    game = rules.new_game(min(board.players), SEEDS[0], board.id)
    for player in range(game.players):
        view = game.view(player)
        view.sample(SEEDS[1])
        nouns = {PLAYER: player, REGION: board.regions[0].id, PEOPLE: None}
        for value in rules.program.values[-MOST_ASKED:]:
            args = {param.name: nouns[param.type] for param in value.params if param.type in nouns}
            with suppress(GameError):
                view.why(value.name, **args)
        for action in rules.program.actions[-MOST_ASKED:]:
            with suppress(GameError):
                view.why_not(action.name)


def _edit(rules: Rules) -> None:
    """Check the largest file of each pack as an editor would, as a whole and at a place in the middle."""
    service = Service()
    for folder in (pack.folder for pack in rules.composition.packs if not is_installed(pack.folder)):
        path = max(below(folder).paths, key=size_of)
        text = service.text(path) or ""
        service.put(path, text)
        for whole in (service.everything, service.outline, service.colours, service.formatted):
            whole(path)
        lines = text.split("\n")
        number = len(lines) // 2
        place = path, number + 1, len(lines[number]) // 2 + 1
        for ask in (service.hover, service.definition, service.references, service.completions):
            ask(*place)


def _play(rules: Rules, board: BoardMap, seats: int, seed: int) -> None:
    """Play a random game, with regular looks, saving and loading. A refused request must leave the game unchanged."""
    chance = random.Random(seed)
    try:
        game = rules.new_game(seats, seed, board.id)
        for number in range(MOST_CHOICES):
            if number % LOOKED_AT == 0:
                _look(game)
            if game.over:
                break
            game.choose(chance.randrange(len(game.decision.options)))
    except GameError:
        return
    Game.from_json(game.to_json(), rules)


def crowded(game: Game) -> Game:
    """A copy of a game with all memories as full as possible. It cannot be continued, only read."""
    g = game.state
    table = Setup.of(g)
    for memory in g.code.program.memories:
        value = _most(g, memory.type)
        if value is not None:
            for noun in rememberers(g, memory.on):
                table.remember(memory, noun, value)
    return Game.begin(game.rules, table.state, game.start)


def _most(g: State, kind: Type) -> int | tuple[int, ...] | None:
    """The largest possible value of a memory of this type; None if all are equally large, or small."""
    if kind.is_set:
        full: dict[Type, int | tuple[int, ...]] = {
            REGION: (1 << g.board.size) - 1,
            PLAYER: (1 << g.seats) - 1,
            TILE: tuple(range(g.code.tile_count)),
        }
        return full.get(kind.element)
    return LARGEST if kind == NUMBER else None
