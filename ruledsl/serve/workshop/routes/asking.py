"""Questions to the jobs: answered by workers, about the packs as they stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from anyio import to_thread
from starlette.responses import JSONResponse
from starlette.routing import Route

from ruledsl.serve.asking import form
from ruledsl.serve.refused import Refused
from ruledsl.serve.web.guard import body_of
from ruledsl.serve.workshop.forms import ASKED
from ruledsl.serve.workshop.jobs import JOBS
from ruledsl.serve.workshop.routes.page import paper
from ruledsl.serve.workshop.workshop import MOST_BODY

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import BaseRoute

    from ruledsl.serve.workshop.workshop import Workshop

__all__ = ["routes"]


def routes(workshop: Workshop) -> list[BaseRoute]:
    """`/api/workshop/ask`."""

    async def ask(request: Request) -> Response:
        """What a job answers; a page of HTML among it (`html`) becomes a paper, and the answer has its address."""
        data = form.read_object(await body_of(request, MOST_BODY))
        job = JOBS.get(data.get("job", "") if isinstance(data.get("job"), str) else "")
        if job is None:
            raise Refused("table-001", "There is no such job.")
        form.form_of(data, {**ASKED, **job.form})
        for path in data.get("texts", {}):
            workshop.shop.place(path)
        await to_thread.run_sync(workshop.shop.folder_of, data["pack"])
        data["language"] = form.asked_for(request.query_params)
        found = await workshop.bench.ask(data.pop("job"), data)
        if "refused" in found:
            raise Refused("table-053", found["refused"])
        if "html" in found:
            html = found.pop("html")
            found["paper"] = paper(workshop, html) if html else ""
        return JSONResponse(found)

    return [Route("/api/workshop/ask", workshop.written(ask), methods=["POST"])]
