"""A seat: its occupant, its name, and the secret of its link. The host has such a link too."""

from __future__ import annotations

import secrets
import unicodedata
from typing import TYPE_CHECKING, Any

from ruledsl.base.dataclass import asdict, dataclass, field
from ruledsl.play.naming.languages import LANGUAGES
from ruledsl.play.naming.nouns import Naming
from ruledsl.table.server.refused import Refused

if TYPE_CHECKING:
    from collections.abc import Sequence

PERSON = "person"
COLOURS = 12
"""The number of colours."""
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
    """The same text for names that look the same."""
    return "".join(unicodedata.normalize("NFKC", name).casefold().split())
