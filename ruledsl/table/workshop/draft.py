"""A pack in its current form, as a separate folder: for tables, whose rules must not change after their beginning."""

from __future__ import annotations

import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ruledsl.table.workshop.shop import Shop


@contextmanager
def drafted(shop: Shop, pack: str, texts: Mapping[str, str]) -> Iterator[Path]:
    """A temporary folder with the files of a pack; `texts` (by paths as in the shop) replace saved files."""
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
