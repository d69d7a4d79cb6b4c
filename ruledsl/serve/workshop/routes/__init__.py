"""The requests of the workshop's page, each module of routes a function of the workshop."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.serve.workshop.routes import asking, files, language, making, page, playing

if TYPE_CHECKING:
    from starlette.routing import BaseRoute

    from ruledsl.serve.workshop.workshop import Workshop

__all__ = ["routes_of"]

PARTS = (page.routes, files.routes, asking.routes, language.routes, making.routes, playing.routes)


def routes_of(workshop: Workshop) -> list[BaseRoute]:
    """All of them."""
    return [route for part in PARTS for route in part(workshop)]
