"""A seat: who sits there, under which name, and the secret of its link. The host has such a link too."""

from __future__ import annotations

import secrets
from typing import Any

from ruledsl.dataclass import asdict, dataclass, field

PERSON = "person"
COLOURS = 12
"""So many colours there are to choose from."""
SECRET = 24
"""Bytes of chance in a secret."""
HOST = -1
"""What the host of a table holds, where others hold the number of a seat."""


def new_id() -> str:
    """An id that nobody can guess and that fits into an address."""
    return secrets.token_urlsafe(12)


def new_secret() -> str:
    """What stands in a link behind `#`."""
    return secrets.token_urlsafe(SECRET)


def opens(secret: str, given: str) -> bool:
    """Is that the secret? The answer takes as long whatever is given."""
    return secrets.compare_digest(secret.encode(), given.encode("utf-8", "replace"))


@dataclass(slots=True)
class Seat:
    """`who` is `person` or a bot; `away` the bot that sits there for a person meanwhile."""

    player: int
    who: str
    name: str = ""
    colour: int = 0
    away: str = ""
    secret: str = field(default_factory=new_secret, repr=False)
    renewed: int = 0
    """So many times the host has ended its link and made another one."""

    @property
    def bot(self) -> str:
        """The bot that chooses here now; empty if it is a person."""
        return self.away or ("" if self.who == PERSON else self.who)

    def as_dict(self) -> dict[str, Any]:
        """Plain data, with the secret: for the journal."""
        return asdict(self)


KINDS = {key: type(value) for key, value in asdict(Seat(0, PERSON)).items()}


def seats_in(entries: list[dict[str, Any]]) -> list[Seat]:
    """The seats that some plain data are; `ValueError` if something else has changed them."""
    for player, entry in enumerate(entries):
        fits = entry.keys() <= KINDS.keys() and all(type(entry[key]) is KINDS[key] for key in entry)
        if not fits or entry["player"] != player or not 0 <= entry["colour"] < COLOURS:
            raise ValueError
    return [Seat(**entry) for entry in entries]
