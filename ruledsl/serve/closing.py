"""The codes with which sockets close, as `docs/table-protocol.md` tells them to pages (`page/table/connection.js` knows which are for good)."""

from __future__ import annotations

from typing import Final

NORMAL: Final = 1000
BROKEN: Final = 1011
"""Something did not go on: it could not be written, or a process has ended."""
NOT_ALLOWED: Final = 4003
NO_TABLE: Final = 4004
TOO_FAST: Final = 4008
"""More is said than can be answered, or less is heard than there is to say."""
NONSENSE: Final = 4009
