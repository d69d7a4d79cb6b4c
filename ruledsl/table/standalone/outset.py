"""The initial state of every worker of a page: the packs beside this program, their cached results, and the source of the rest."""

from __future__ import annotations

import json
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ruledsl.base.store import shipped
from ruledsl.base.system import PACKAGE
from ruledsl.rules.packs.folders.find import official_folder, user_folder
from ruledsl.table.standalone.later import Later

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

LIBRARY = PACKAGE.parent
"""The folder that Python imports this program from."""
ABOUT = "known.json"
"""The page's data about itself, beside its packs."""
SHOP = "workshop"
"""The folder of a workshop's packs."""
DRAFTS = ".drafts"
"""The folder of temporary files."""


def outset(data: Path, fetch: Callable[[str], Any]) -> dict[str, Any]:
    """Prepare this Python, with its data below a folder; returns the page's data about itself. `fetch` gets files that are needed later."""
    known: dict[str, Any] = json.loads((official_folder() / ABOUT).read_text(encoding="utf-8"))
    for archive, names in known["archives"].items():
        sys.meta_path.append(Later(names, LIBRARY, partial(_fetched, fetch, archive)))
    shipped().fetch = lambda name: fetch(name).to_bytes() if name in known["later"] else None
    lay_out(data, known["packs"])
    for folder in shared(data):
        folder.mkdir(parents=True, exist_ok=True)
    tempfile.tempdir = str(data / DRAFTS)
    return known


def _fetched(fetch: Callable[[str], Any], name: str) -> bytes:
    data: bytes = fetch(name).to_bytes()
    return data


def lay_out(data: Path, packs: Mapping[str, str]) -> None:
    """Store the packs of the page by digest, where tables look for theirs."""
    shelf = data / "packs"
    shelf.mkdir(parents=True, exist_ok=True)
    for id_, digest in packs.items():
        place = shelf / f"{id_}-{digest}"
        if not place.exists():
            place.symlink_to(official_folder() / id_)


def shared(data: Path) -> list[Path]:
    """The folders that all workers share: packs of strangers at tables, in a workshop, as drafts, and installed."""
    own = user_folder()
    return [data / "packs", data / SHOP, data / DRAFTS, *([own] if own else [])]
