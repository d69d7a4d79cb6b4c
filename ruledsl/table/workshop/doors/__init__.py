"""The requests of the workshop's page, on any transport; each module of doors is a function of the workshop."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.table.workshop.doors import asking, files, linking, making, playing, sending

if TYPE_CHECKING:
    from ruledsl.table.server.asking.asked import Door
    from ruledsl.table.workshop.workshop import Workshop

__all__ = ["doors_of"]

PARTS = (files.doors, asking.doors, making.doors, linking.doors, playing.doors, sending.doors)


def doors_of(workshop: Workshop) -> list[Door]:
    """All doors."""
    return [door for part in PARTS for door in part(workshop)]
