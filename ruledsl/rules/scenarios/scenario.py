"""One scenario as a value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.base.dataclass import dataclass, field

if TYPE_CHECKING:
    from ruledsl.base.diagnostics import Span
    from ruledsl.rules.packs.yaml.nodes import MappingNode


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario of a file. `pack` is the folder of its pack (empty for none), `node` the whole entry with its places.

    `named` are its packs as written: in the entry, or for the whole file.
    """

    name: str
    file: str
    pack: str
    packs: tuple[str, ...]
    variants: dict[str, str]
    about: str
    covers: tuple[str, ...]
    span: Span
    node: MappingNode = field(repr=False, compare=False)
    named: tuple[str, ...] = field(default=(), repr=False, compare=False)

    @property
    def id(self) -> str:
        """The file and the name, which are unique."""
        return f"{self.file}::{self.name}"
