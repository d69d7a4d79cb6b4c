"""Another world: a game in which everything that a seat may not know is different. And all that a seat can be told."""

from __future__ import annotations

import io
import json

from other_states import Draft, going_on_from
from rich.console import Console

from ruledsl.base.errors import GameError
from ruledsl.cli.screen.report import Report
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.hidden import sees
from ruledsl.engine.state.state import remembered, rememberers
from ruledsl.language.vocabulary.types import FLAG, NUMBER, PLAYER, REGION, TILE
from ruledsl.play.positions.export import position_of

SAMPLES = (0, 7)


def otherwise(game, seat, chance):
    """The same game for all that a seat knows, with everything else changed."""
    other = game.copy()
    g = Draft(other.state)
    other.start = {**other.start, "seed": chance.getrandbits(32)}
    _purses(g, seat, chance)
    other_memories(g, seat, chance)
    _tiles(g, chance)
    g.G[at.RANDOM] ^= chance.getrandbits(64) | 1
    return going_on_from(other, g.state())


def _purses(g, seat, chance):
    """What others began with; all else that they have was gained and paid in the open."""
    for rival in range(g.seats):
        if rival != seat:
            more = 1 + chance.randrange(50)
            g.Y[rival * g.code.player_width + at.COINS] += more
            g.Y[rival * g.code.player_width + at.SECRET] += more
            g.G[at.SUPPLY] -= more


def other_memories(g, seat, chance):
    """Whatever is remembered and this seat may not know is something else."""
    for memory in g.code.program.memories:
        for noun in rememberers(g, memory.on) if memory.secret else ():
            if not sees(g, seat, memory, noun):
                many = {NUMBER: 9, FLAG: 2, TILE: g.code.tile_count, PLAYER: g.seats, REGION: g.board.size}
                known = remembered(g, memory, noun)
                others = [value for value in range(many[memory.type]) if value != known]
                g.remember(memory, noun, chance.choice(others))


def _tiles(g, chance):
    """Hidden decks in another order, and tiles of the same kind in place of those that lie face down."""
    width = g.code.tile_width
    for deck, hidden in enumerate(g.code.hidden):
        if hidden:
            chance.shuffle(g.decks[deck])
            kinds = {g.code.tile_kinds[tile] for tile in g.decks[deck]}
            for place, tile in enumerate(g.laid):
                if g.T.get(tile * width + at.CONCEALED) and g.code.tile_kinds[tile] in kinds:
                    _exchange(g, place, deck)


def _exchange(g, place, deck):
    """A tile that lies face down and the top of a hidden deck."""
    width, laid, top = g.code.tile_width, g.laid[place], g.decks[deck][0]
    g.laid[place], g.decks[deck][0] = top, laid
    g.T[top * width + at.SITE], g.T[top * width + at.CONCEALED] = g.T.pop(laid * width + at.SITE), 1
    g.T.pop(laid * width + at.CONCEALED)
    g.T.pop(top * width + at.HOME)
    g.T[laid * width + at.HOME] = deck


# ── what a seat is told ──


def told(game, seat, *, questions=True):
    """Everything that a seat can get out of a game, as bytes by what it is."""
    view = game.view(seat)
    decision = view.decision
    options = () if decision is None else decision.options
    found = {
        "view": view.as_dict(),
        "prompt": None if decision is None else [decision.key, decision.prompt, decision.rule],
        "options": [[option.id, option.label, option.data] for option in options],
        "log": [[entry.key, entry.args, entry.text] for entry in view.log],
        "standings": view.standings,
        "panels": view.panels,
        "export": _said(position_of, game.sample(seat, SAMPLES[0])),
        "terminal": _on_the_terminal(view),
    }
    for seed in SAMPLES:
        found[f"sample {seed}"] = inside(game.sample(seat, seed))
        found[f"sample of the view {seed}"] = inside(view.sample(seed))
    if questions:
        found |= dict(_answers(view))
    return {what: json.dumps(said, default=str).encode() for what, said in found.items()}


def _on_the_terminal(view):
    """The table as the command line shows it to a person."""
    stream = io.StringIO()
    names = ["human"] * view.players
    Report(Console(file=stream, width=120), names, open_hands=False).table(view)
    return stream.getvalue()


def inside(sample):
    """All there is in a sample, its past and its options too."""
    options = [] if sample.over else [[o.id, o.label] for o in sample.decision.options]
    past = [state.content() for _, state in sample.past]
    return [sample.state.content(), sample.start, sample.choices, past, options, sample.state.journal]


def _answers(view):
    program = view.rules.program
    for asked in (*program.values, *program.defines):
        for args in _arguments(view, asked):
            yield f"why {asked.name} {args}", _said(view.why, asked.name, **args)
            yield f"value {asked.name} {args}", _said(view.value, asked.name, **args)
    for action in program.actions:
        yield f"why not {action.name}", _said(view.why_not, action.name)
        if action.target is not None:
            for target in _some_of(view, action.target.type):
                yield f"why not {action.name} {target}", _said(view.why_not, action.name, target)


def _said(ask, *args, **named):
    """An answer in full, or why there is none."""
    try:
        found = ask(*args, **named)
    except GameError as problem:
        return [problem.code, str(problem)]
    return [found.as_dict(), found.text] if hasattr(found, "as_dict") else found


def _arguments(view, asked):
    """Some ways to ask: the first parameter goes through all there is, the others stay."""
    kinds = [param.type for param in asked.params]
    choices = [_some_of(view, kind) for kind in kinds]
    if not all(choices):
        return
    for first in choices[0] if choices else [None]:
        rest = [members[len(str(first)) % len(members)] for members in choices[1:]]
        yield dict(zip([param.name for param in asked.params], [first, *rest], strict=False))


def _some_of(view, kind):
    program = view.rules.program
    lying = [tile for region in view["regions"].values() for tile in region["tiles"]]
    known = {
        "player": list(range(view.players)),
        "region": list(view["regions"])[:6],
        "people": [people["race"] for people in view["peoples"]],
        "tile": [*dict.fromkeys([*lying, *program.tiles[::9]])],
        "number": [0, 2],
        "flag": [True, False],
        "piece": program.pieces[:4],
        "kind": program.kinds,
        "deck": program.decks,
        "mode": program.modes[:2],
        "stage": program.stages,
        "trait": program.traits[:3],
        "die": program.dice,
    }
    return known.get(kind.name, [])
