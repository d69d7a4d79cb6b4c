"""A pack as it stands in the workshop, as a folder of its own: for tables, whose rules stay as they were when they began."""

from __future__ import annotations

import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ruledsl.serve.workshop.shop import Shop


@contextmanager
def drafted(shop: Shop, pack: str, texts: Mapping[str, str]) -> Iterator[Path]:
    """A folder with the files of a pack, these `texts` (by paths as the shop has them) instead of what was saved. Gone when it is left."""
    start = f"{pack}/" if pack else ""
    files = {path: shop.read(path).text for path in shop.packs().get(pack, ())}
    files.update((path, text) for path, text in texts.items() if path.startswith(start))
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / shop.folder_of(pack).name
        for path, text in files.items():
            place = home / path.removeprefix(start)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, encoding="utf-8")
        yield home
