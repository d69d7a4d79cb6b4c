"""Requests: packs by name or path, or given as texts, and options of variants."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ruledsl.base.arguments import MAPPING, TEXT, expect, names_of_packs, options_of_variants
from ruledsl.base.dataclass import dataclass, field
from ruledsl.base.diagnostics import Diagnostics
from ruledsl.base.errors import GameError
from ruledsl.rules.packs.folders.contents import Seen, called, digest_of, program_key
from ruledsl.rules.packs.folders.files import shown_as
from ruledsl.rules.packs.folders.find import MARK, find_pack
from ruledsl.version import LANGUAGE_VERSION

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from os import PathLike


@dataclass(frozen=True, slots=True)
class Request:
    """A request: packs, in order, and variants."""

    packs: tuple[str, ...]
    variants: dict[str, str]
    keys: dict[Callable[[], str], str] = field(default_factory=dict, repr=False)

    def key(self, program: Callable[[], str] = program_key) -> str:
        """The cache key of this request for a program, here or anywhere (`sources_key`); computed on demand."""
        if program not in self.keys:
            options = (f"{name}={option}" for name, option in self.variants.items())
            self.keys[program] = digest_of((program(), *map(called, self.packs), "", *options))
        return self.keys[program]


def request_of(packs: Sequence[str | PathLike[str]], variants: Mapping[str, str] | None) -> Request:
    """The request for these packs and variants; `PackError` or `GameError` if it is malformed."""
    return Request(names_of_packs(tuple(packs)), options_of_variants(variants))


def with_texts(
    packs: Sequence[str | PathLike[str]], texts: Mapping[str, str] | None
) -> tuple[str | PathLike[str], ...]:
    """The packs, and after them a pack with these texts, by file name, in a folder that lives as long as this process.

    Without a `pack.yaml` in the texts, it requires the packs before it. Raises `TypeError` if a text is no string, `GameError` (G051) for
    file names that a pack cannot have.
    """
    if texts is None:
        return tuple(packs)
    from ruledsl.rules.packs.folders.bundles import BundleError, laid_out  # noqa: PLC0415 - hardly anybody gives texts

    expect(MAPPING, "texts", texts)
    for name, text in texts.items():
        expect(TEXT, "The name of a text", name)
        expect(TEXT, f"The text `{name}`", text)
    files = {name: text.encode("utf-8", "surrogatepass") for name, text in texts.items()}
    if MARK not in files:
        files[MARK] = _head(names_of_packs(tuple(packs))).encode()
    try:
        folder = laid_out(files)
    except BundleError as problem:
        raise GameError("G051", f"These texts are no pack: {problem}") from None
    shown_as(folder, "texts")
    return (*packs, str(folder))


def _head(packs: Sequence[str]) -> str:
    """A `pack.yaml` that requires some packs, or core."""
    from ruledsl.rules.packs.reading import read_head  # noqa: PLC0415 - reads YAML, and hardly anybody gives texts

    requires = []
    for name in packs or ("core",):
        folder = find_pack(name)
        head = None if folder is None else read_head(folder, Diagnostics(), Seen())
        if head is not None:  # a missing pack is reported when packs are loaded
            requires.append(f'{head.id}: ">={head.version.partition(".")[0]}"')
    return f"id: texts\nversion: 0.1.0\nlanguage: {LANGUAGE_VERSION}\nname: Texts\nrequires: {{{', '.join(requires)}}}\n"
