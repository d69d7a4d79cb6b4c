"""A seat: who sits there, under which name, and the secret of its link."""

from __future__ import annotations

import secrets
from typing import Any

from ruledsl.dataclass import asdict, dataclass, field

__all__ = ["COLOURS", "PERSON", "Seat", "new_id"]

PERSON = "person"
COLOURS = 12
"""So many colours there are to choose from."""
SECRET = 24
"""Bytes of chance in a secret."""


def new_id() -> str:
    """An id that nobody can guess and that fits into an address."""
    return secrets.token_urlsafe(12)


@dataclass(slots=True)
class Seat:
    """`who` is `person` or a bot; `away` the bot that sits there for a person meanwhile."""

    player: int
    who: str
    name: str = ""
    colour: int = 0
    away: str = ""
    secret: str = field(default_factory=lambda: secrets.token_urlsafe(SECRET), repr=False)

    @property
    def bot(self) -> str:
        """The bot that chooses here now; empty if it is a person."""
        return self.away or ("" if self.who == PERSON else self.who)

    def as_dict(self) -> dict[str, Any]:
        """Plain data, with the secret: for the journal."""
        return asdict(self)

    def opens_with(self, secret: str) -> bool:
        """Is this its secret? The answer takes as long whatever is given."""
        return secrets.compare_digest(self.secret.encode(), secret.encode("utf-8", "replace"))
