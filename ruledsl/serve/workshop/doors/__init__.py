"""What the workshop's page asks, whatever it comes by; each module of doors a function of the workshop."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.serve.workshop.doors import asking, files, linking, making, playing

if TYPE_CHECKING:
    from ruledsl.serve.asking.asked import Door
    from ruledsl.serve.workshop.workshop import Workshop

__all__ = ["doors_of"]

PARTS = (files.doors, asking.doors, making.doors, linking.doors, playing.doors)


def doors_of(workshop: Workshop) -> list[Door]:
    """All of them."""
    return [door for part in PARTS for door in part(workshop)]
