"""The codes with which sockets close, as in `docs/table-protocol.md` (`page/table/connection.js` knows which are final)."""

from __future__ import annotations

from typing import Final

NORMAL: Final = 1000
BROKEN: Final = 1011
"""A failure: something could not be written, or a process has ended."""
NOT_ALLOWED: Final = 4003
NO_TABLE: Final = 4004
TOO_FAST: Final = 4008
"""The page sends more than can be answered, or reads less than it is sent."""
NONSENSE: Final = 4009
