"""`ruledsl serve` with one more address, at which tests have tables set up as the command line would: `python tables.py OPTION …`.

What takes time at a server is its beginning, and packs that are loaded for the first time; tables do not disturb each other. The pages of all
tests together ask more than one visitor may, so that it bears with more.
"""

import json
import sys

from starlette.responses import PlainTextResponse
from starlette.routing import Route

from ruledsl.cli import main
from ruledsl.play.rules import load
from ruledsl.table.server import run
from ruledsl.table.server.bots import process
from ruledsl.table.server.web import routes

ADDRESS = "/a-table"
PATIENCE = 20_000
"""Requests in a second, and at once."""
MINUTE = 0.5
"""So long is a minute of a host's patience, in seconds."""
app_of = run.app_of


def with_tables(room):
    """The server's application, and the address; its answer is what the command would say."""

    async def set_up(request):
        asked = json.loads(request.query_params["asked"])
        table = run.NewTable(load(*asked["packs"]), asked["seats"], asked["map"], analysis=False, seed=7)
        return PlainTextResponse("\n".join(await run._first(room, table)))

    app = app_of(room)
    app.app.router.routes.insert(0, Route(ADDRESS, set_up))
    return app


if __name__ == "__main__":
    run.app_of = with_tables
    routes.REQUESTS = routes.AT_ONCE = PATIENCE
    process.MINUTE = MINUTE
    main(["serve", *sys.argv[1:]])
