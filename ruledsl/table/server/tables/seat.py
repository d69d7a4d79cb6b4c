"""A seat: its occupant, its name, and the secret of its link. The host has such a link too."""

from __future__ import annotations

import secrets
import unicodedata
from bisect import bisect_right
from typing import TYPE_CHECKING, Any, NamedTuple

from ruledsl.base.dataclass import asdict, dataclass, field
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.board import bits
from ruledsl.engine.state.state import people_cell, player_cell, region_cell
from ruledsl.play.naming.languages import LANGUAGES
from ruledsl.play.naming.nouns import Naming
from ruledsl.table.server.refusals import Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ruledsl.engine.state.state import State
    from ruledsl.play.game import Game

PERSON = "person"
PALETTE = (
    *("#c8372d", "#2c60ba", "#f2b52c", "#7c3fa3", "#17805a", "#e2711d"),
    *("#15a0a6", "#d9589a", "#6d4a2e", "#47505f", "#a3c734", "#f4efe2"),
)
"""The colours of players, as on the page (`tokens.css`)."""
COLOURS = len(PALETTE)
SECRET = 24
"""Random bytes in a secret."""
HOST = -1
"""The part of the host, where others hold the number of a seat."""


def new_id() -> str:
    """An unguessable id that fits into an address."""
    return secrets.token_urlsafe(12)


def new_secret() -> str:
    """The secret after `#` in a link."""
    return secrets.token_urlsafe(SECRET)


def opens(secret: str, given: str) -> bool:
    """Is this the secret? Compares in constant time."""
    return secrets.compare_digest(secret.encode(), given.encode("utf-8", "replace"))


@dataclass(slots=True)
class Seat:
    """`who` is `person` or a bot; `away` is the bot that replaces an absent person."""

    player: int
    who: str
    name: str = ""
    colour: int = 0
    away: str = ""
    secret: str = field(default_factory=new_secret, repr=False)
    renewed: int = 0
    """How often the host has replaced its link."""
    patience: int = 0
    """Minutes after which a bot plays on here, while somebody waits; 0: never."""

    @property
    def bot(self) -> str:
        """The bot that chooses here now; empty for a person."""
        return self.away or ("" if self.who == PERSON else self.who)

    def as_dict(self) -> dict[str, Any]:
        """Plain data with the secret, for the journal."""
        return asdict(self)


KINDS = {key: type(value) for key, value in asdict(Seat(0, PERSON)).items()}


def seats_in(entries: list[dict[str, Any]]) -> list[Seat]:
    """The seats from plain data; `ValueError` if another program has changed them."""
    for player, entry in enumerate(entries):
        fits = entry.keys() <= KINDS.keys() and all(type(entry[key]) is KINDS[key] for key in entry)
        if not fits or entry["player"] != player or not 0 <= entry["colour"] < COLOURS:
            raise ValueError
    return [Seat(**entry) for entry in entries]


def needs_own_name(seats: Sequence[Seat], player: int, name: str) -> None:
    """`Refused` if another of these seats is called like this, or would be by its number in any language: nobody could tell the two apart."""
    others = [seat for seat in seats if seat.player != player]
    taken = {_alike(seat.name) for seat in others if seat.name}
    taken |= {
        _alike(Naming(one).player(seat.player)) for seat in others if not seat.name for one in LANGUAGES
    }
    if name and _alike(name) in taken:
        raise Refused("table-033", "Another seat is called {name} already: choose another name.", name=name)


def _alike(name: str) -> str:
    """A text that is equal for all names that look the same."""
    return "".join(unicodedata.normalize("NFKC", name).casefold().split())


# ── course ──────────────────────────────────────────────────────────────────────
# Facts about each choice of a game: who made it, the log and reveals before it, and the state of the table.


class Stand(NamedTuple):
    """The public state at a moment: whose turn of which round it is, and who holds each region (a player and the banner of a race, or -1 twice).

    `coins` are each player's gains and payments in public; `peoples` are a player, the banner of a race and a stage each.
    """

    round: int
    turn: int
    held: tuple[tuple[int, int], ...]
    coins: tuple[int, ...]
    peoples: tuple[tuple[int, int, int], ...]

    @classmethod
    def of(cls, g: State) -> Stand:
        """The stand of a state."""
        holders = [region_cell(g, region, at.HOLDER) for region in range(len(g.board.ids))]
        return cls(
            g.G[at.ROUND],
            g.G[at.TURN_PLAYER],
            tuple(
                (people_cell(g, one, at.OWNER), people_cell(g, one, at.RACE)) if one >= 0 else (-1, -1)
                for one in holders
            ),
            tuple(player_cell(g, p, at.COINS) - player_cell(g, p, at.SECRET) for p in range(g.seats)),
            tuple(
                (people_cell(g, one, at.OWNER), people_cell(g, one, at.RACE), people_cell(g, one, at.STAGE))
                for one in bits(g.G[at.LIVE])
            ),
        )


@dataclass(slots=True)
class Course:
    """For each choice: its player, the number of log entries after it, the number of reveals before it, the stand before it.

    `stood` has one more: the current stand.
    """

    players: list[int] = field(default_factory=list)
    logged: list[int] = field(default_factory=list)
    revealed: list[int] = field(default_factory=list)
    stood: list[Stand] = field(default_factory=list)

    def choose(self, game: Game, choice: int | str) -> None:
        """Make a choice in the game, and record it."""
        self.note(game, game.decision.player, lambda: game.choose(choice))

    def note(self, game: Game, player: int, choose: Callable[[], object]) -> None:
        """Record choices of a player."""
        revealed, before = game.state.G[at.REVEALS], Stand.of(game.state)
        choose()
        new = len(game.choices) - len(self.players)
        self.players += [player] * new
        self.logged += [len(game.state.journal)] * new
        self.revealed += [revealed] * new
        self.stood[-1:] = [before] * new + [Stand.of(game.state)]

    def forget(self, count: int) -> None:
        """Keep only the first `count` choices."""
        del self.players[count:], self.logged[count:], self.revealed[count:], self.stood[count + 1 :]

    def turn_of(self, choice: int) -> int:
        """The first choice in the turn of this one."""
        turn = self.stood[choice][:2]
        while choice and self.stood[choice - 1][:2] == turn:
            choice -= 1
        return choice

    def copy(self) -> Course:
        """An independent copy."""
        return Course(self.players[:], self.logged[:], self.revealed[:], self.stood[:])

    def made(self, entry: int) -> int:
        """How many choices had been made when this log entry was written."""
        return bisect_right(self.logged, entry)

    def hides_nothing_since_last(self, game: Game) -> bool:
        """Has the last choice revealed nothing?"""
        return bool(self.revealed) and self.revealed[-1] == game.state.G[at.REVEALS]
