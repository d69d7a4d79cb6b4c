"""The message `seats`: who sits where, and who is there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.serve.tables.seat import PERSON

if TYPE_CHECKING:
    from ruledsl.serve.tables.seat import Seat
    from ruledsl.serve.tables.table import Table

__all__ = ["link_of", "seats_message"]


def seats_message(table: Table, visitor: str) -> dict[str, Any]:
    """As one visitor sees it: the links are the host's."""
    held, host = table.held_by(visitor), table.is_host(visitor)
    spectators = sum(not table.held_by(watcher.visitor) for watcher in table.watchers)
    return {
        "type": "seats",
        "spectators": spectators,
        "seats": [_seat(table, seat, mine=seat.player in held, host=host) for seat in table.seats],
    }


def _seat(table: Table, seat: Seat, *, mine: bool, host: bool) -> dict[str, Any]:
    found = {
        "player": seat.player,
        "who": seat.bot or PERSON,
        "name": seat.name,
        "colour": seat.colour,
        "present": table.is_present(seat.player),
        "mine": mine,
        "bot": "stands in" if seat.away else None,
        "failed": seat.player in table.failed,
    }
    if host and seat.who == PERSON:
        found["link"] = link_of(table, seat)
    return found


def link_of(table: Table, seat: Seat) -> str:
    """What stands behind `#` never leaves a browser with a request."""
    return f"/table/{table.id}#{seat.secret}"
