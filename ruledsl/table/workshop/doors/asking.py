"""Questions to the jobs: workers answer them, about the packs in their current form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.table.server.asking import form
from ruledsl.table.server.asking.asked import Asked, Door, Told
from ruledsl.table.server.refused import Refused
from ruledsl.table.server.work.aside import aside
from ruledsl.table.workshop.forms import ASKED
from ruledsl.table.workshop.jobs import JOBS
from ruledsl.table.workshop.workshop import MOST_BODY, PAPER

if TYPE_CHECKING:
    from ruledsl.table.workshop.workshop import Workshop


def doors(workshop: Workshop) -> list[Door]:
    """`/api/workshop/ask`, and the resulting papers."""

    async def ask(asked: Asked) -> Told:
        """The answer of a job; a page of HTML in it (`html`) becomes a paper, and the answer has its address."""
        data = form.read_object(asked.body)
        job = JOBS.get(data.get("job", "") if isinstance(data.get("job"), str) else "")
        if job is None:
            raise Refused("table-001", "There is no such job.")
        form.form_of(data, {**ASKED, **job.form})
        for path in data.get("texts", {}):
            workshop.shop.place(path)
        await aside(workshop.shop.folder_of, data["pack"])
        data["language"] = form.asked_for(asked.query)
        found = await workshop.bench.ask(data.pop("job"), data)
        if "refused" in found:
            raise Refused("table-053", found["refused"])
        if "html" in found:
            html = found.pop("html")
            found["paper"] = f"{PAPER}?name={workshop.keep_paper(html)}" if html else ""
        return Told.of(found)

    async def show(asked: Asked) -> Told:
        """A paper that was made before."""
        return Told(workshop.paper(asked.query.get("name", "")), "text/html")

    return [Door("/api/workshop/ask", ask, MOST_BODY), Door(PAPER, show)]
