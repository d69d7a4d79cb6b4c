"""The names under which Gymnasium makes tables: `gymnasium.make("ruledsl/smallworld-v0")`, and `make_vec` for many of them.

`ruledsl/Table-v0` takes any packs (`packs=("smallworld", "my-pack")`). The version rises whenever observations, actions or rewards mean something
else, so that what was learned or measured with one version is never compared with another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gymnasium

from ruledsl.lab.rl.solo import Solo, Vector
from ruledsl.rules.packs.folders.find import official_folder

if TYPE_CHECKING:
    from collections.abc import Sequence

VERSION = 0


def one_seat(packs: Sequence[str], **kinds: Any) -> Solo:  # noqa: ANN401 - those of `Solo`
    """One seat of a table."""
    return Solo(*packs, **kinds)


def many_tables(packs: Sequence[str], **kinds: Any) -> Vector:  # noqa: ANN401 - those of `Vector`
    """Many tables."""
    return Vector(*packs, **kinds)


def register() -> None:
    """Make the names known to Gymnasium: one for any packs, and one for each shipped pack with maps."""
    shipped = sorted(folder.parent.name for folder in official_folder().glob("*/maps"))
    for name in ("Table", *shipped):
        gymnasium.register(
            f"ruledsl/{name}-v{VERSION}",
            entry_point=f"{__name__}:{one_seat.__name__}",
            vector_entry_point=f"{__name__}:{many_tables.__name__}",
            kwargs={} if name == "Table" else {"packs": (name,)},
        )
