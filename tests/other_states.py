"""States that tests write themselves, and games that go on from them."""

from ruledsl.engine.machines.blocks import Block
from ruledsl.engine.machines.states import gone_on, state_of, with_journal
from ruledsl.engine.machines.writing import first
from ruledsl.engine.state.state import PARTS, State
from ruledsl.language.vocabulary.types import GAME, PEOPLE, PLAYER, TILE


def first_state(code, board, players, seed):
    """A game before anything has happened."""
    return state_of(code, board, players, first(code, board, players, seed))


def begun(state):
    """The first choice after that."""
    return gone_on(state, Block.go_on).state()


def after(state, option):
    """The state after a choice, by the place of the option."""
    return gone_on(state, lambda block: block.take(option)).state()


def rewritten(state):
    """The same state from its content alone."""
    content = state.content()
    asking = state.pending is not None
    return with_journal(state_of(state.code, state.board, state.seats, content, asking=asking), state.journal)


class Draft:
    """A state to be written into: all its parts, as `State` has them."""

    content = State.content

    def __init__(self, g):
        self.code, self.board, self.seats = g.code, g.board, g.seats
        for part in PARTS:
            value = getattr(g, part)
            setattr(self, part, value.copy() if isinstance(value, list | dict) else value)
        self.decks = [deck.copy() for deck in g.decks]
        self.frames = [frame.copy() for frame in g.frames]

    def state(self):
        """What it is now, where somebody may be asked."""
        return rewritten(self)

    def remember(self, memory, noun, value):
        """Set a noun's memory."""
        code, cell = self.code, self.code.layout.cells[memory.index]
        if memory.on == TILE:
            self.T[noun * code.tile_width + cell] = value
            if value == memory.initial:
                del self.T[noun * code.tile_width + cell]
            return
        widths = {GAME: ("G", 0), PLAYER: ("Y", code.player_width), PEOPLE: ("P", code.people_width)}
        rows, width = widths.get(memory.on, ("R", code.region_width))
        getattr(self, rows)[noun * width + cell] = value


def going_on_from(game, state):
    """The game, now in another state."""
    game.block = gone_on(state, lambda _: None)
    game.past = [(len(game.choices), state)]
    game.let_go()
    return game
