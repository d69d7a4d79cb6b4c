"""The message `seats`: the occupants, and who is present."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.table.server.tables.seat import HOST, PERSON

if TYPE_CHECKING:
    from ruledsl.table.server.tables.seat import Seat
    from ruledsl.table.server.tables.table import Table


def seats_message(table: Table, visitor: str) -> dict[str, Any]:
    """The seats for one visitor. Only the host gets links, and only of seats without a holder: nobody learns how to take an occupied one."""
    held, host = table.held_by(visitor), table.is_host(visitor)
    spectators = sum(not table.held_by(watcher.visitor) for watcher in table.watchers)
    return {
        "type": "seats",
        "spectators": spectators,
        "host": host,
        "hosts": len(table.holders_of(HOST)),
        "seats": [_seat(table, seat, mine=seat.player in held, host=host) for seat in table.seats],
    }


def _seat(table: Table, seat: Seat, *, mine: bool, host: bool) -> dict[str, Any]:
    holders = table.holders_of(seat.player)
    found = {
        "player": seat.player,
        "who": seat.bot or PERSON,
        "name": seat.name,
        "colour": seat.colour,
        "present": table.is_present(seat.player),
        "mine": mine,
        "held": len(holders),
        "hosted": any(map(table.is_host, holders)),
        "renewed": seat.renewed,
        "bot": "stands in" if seat.away else None,
        "failed": seat.player in table.failed,
    }
    if host and seat.who == PERSON and not holders:
        found["link"] = link_of(table, seat.secret)
    return found


def link_of(table: Table, secret: str) -> str:
    """The part after `#` never leaves a browser with a request."""
    return f"/table/{table.id}#{secret}"
