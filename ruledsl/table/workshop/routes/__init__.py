"""The HTTP requests of the workshop's page: from this computer only, changes from the pages of this server only.

Papers have their own headers (`page.py`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.table.server.web.guard import needs_loopback
from ruledsl.table.workshop.doors import doors_of
from ruledsl.table.workshop.routes import language, page
from ruledsl.table.workshop.workshop import PAPER

if TYPE_CHECKING:
    from starlette.routing import BaseRoute

    from ruledsl.table.server.web.doors import Doors
    from ruledsl.table.workshop.workshop import Workshop

__all__ = ["routes_of"]


def routes_of(workshop: Workshop, doors: Doors) -> list[BaseRoute]:
    """All routes."""
    asked = [doors.route(door, needs_loopback) for door in doors_of(workshop) if door.path != PAPER]
    return [*page.routes(workshop, doors), *language.routes(workshop, doors), *asked]
