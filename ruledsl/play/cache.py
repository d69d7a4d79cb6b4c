"""Loaded rules, and what was found in packs, as entries of the cache and back.

Only entries from the user's own folder are read (`ruledsl.store`), and nothing is made of them but objects of the classes that are named here.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, TypeVar

from ruledsl.dataclass import dataclass, field
from ruledsl.diagnostics import diagnostic, span, visible
from ruledsl.packs.folders.contents import called, digest_of, program_key, seen_now
from ruledsl.store import classes_in, decoded, from_bytes, much_is_built, store, to_bytes

if TYPE_CHECKING:
    from collections.abc import Callable

    from ruledsl.diagnostics import Diagnostic
    from ruledsl.engine.rules.code import Code
    from ruledsl.packs.folders.contents import Seen
    from ruledsl.packs.model import Composition
    from ruledsl.store import Changes, Classes

    Places = list[tuple[str, str]]
    Found = tuple[Composition, Code, list[Diagnostic]]

__all__ = [
    "Request",
    "keep_findings",
    "keep_rules",
    "keep_trial",
    "kept_findings",
    "kept_rules",
    "kept_trial",
]

T = TypeVar("T")

SPAN, PACK = "ruledsl.diagnostics.span.Span", "ruledsl.packs.model.Pack"
"""The classes that know where something is."""

TREE = "<tree>"
"""What goes by a name: the trees of rule texts, which have been checked and stay behind."""


@dataclass(frozen=True, slots=True)
class Request:
    """What was asked for: packs, in their order, and variants."""

    packs: tuple[str, ...]
    variants: dict[str, str]
    keys: list[str] = field(default_factory=list, repr=False)

    @property
    def key(self) -> str:
        """The key of this, computed when it is needed for the first time."""
        if not self.keys:
            said = (f"{name}={option}" for name, option in self.variants.items())
            self.keys.append(digest_of((program_key(), *map(called, self.packs), "", *said)))
        return self.keys[0]


# ── rules ──


def kept_rules(request: Request) -> Found | None:
    """The rules, if they were kept and their packs are as they were then."""
    return _kept(request, "rules", _rules_of)


def keep_rules(request: Request, seen: Seen, found: Found) -> None:
    """Keep them for the next time."""
    _keep(request, "rules", seen, lambda: _plain_rules(found))


def _plain_rules(found: Found) -> object:
    from ruledsl.store.encoding import encoded  # noqa: PLC0415 - only what is kept anew needs it
    from ruledsl.syntax.tree import Document  # noqa: PLC0415

    return encoded(found, _rule_classes(), lambda item: TREE if isinstance(item, Document) else None)


def _rules_of(content: Any, changes: Changes) -> Found:
    found: Found = decoded(content, _rule_classes(), {TREE: None}, changes)
    return found


def _rule_classes() -> Classes:
    from ruledsl.check import program  # noqa: PLC0415 - what was found in packs is read without
    from ruledsl.check.typed import base, declarations, effects, expressions  # noqa: PLC0415
    from ruledsl.engine.rules import code  # noqa: PLC0415
    from ruledsl.engine.state import layout  # noqa: PLC0415
    from ruledsl.packs import model  # noqa: PLC0415
    from ruledsl.packs.maps import plan  # noqa: PLC0415
    from ruledsl.packs.yaml import nodes  # noqa: PLC0415
    from ruledsl.vocabulary import builtins, types  # noqa: PLC0415

    return _finding_classes() | classes_in(
        model, plan, nodes, types, builtins, program, declarations, base, expressions, effects, layout, code
    )


# ── findings ──


def kept_findings(request: Request) -> list[Diagnostic] | None:
    """What was found, if it was kept and the packs are as they were then."""
    return _kept(request, "findings", _findings_of)


def keep_findings(request: Request, seen: Seen, found: list[Diagnostic]) -> None:
    """Keep it for the next time."""
    _keep(request, "findings", seen, lambda: _encoded(found))


def kept_trial(request: Request) -> list[Diagnostic] | None:
    """What came of a trial, if it was kept and the packs are as they were then."""
    return _kept(request, "trial", _findings_of)


def keep_trial(request: Request, seen: Seen, found: list[Diagnostic]) -> None:
    """Keep it for the next time."""
    _keep(request, "trial", seen, lambda: _encoded(found))


def _encoded(found: list[Diagnostic]) -> Any:
    from ruledsl.store.encoding import encoded  # noqa: PLC0415 - only what is kept anew needs it

    return encoded(found, _finding_classes(), lambda _: None)


def _findings_of(content: Any, changes: Changes) -> list[Diagnostic]:
    found: list[Diagnostic] = decoded(content, _finding_classes(), {}, changes)
    return found


def _finding_classes() -> Classes:
    return classes_in(diagnostic, span)


# ── both ──


def _kept(request: Request, kind: str, read: Callable[[Any, Changes], T]) -> T | None:
    stored = store()
    if not stored.is_open:
        return None
    try:
        found = stored.get(f"{kind}-packs-{request.key}")
        if found is None:
            return None
        names = [request.packs[name] if isinstance(name, int) else str(name) for name in json.loads(found)]
        seen = seen_now(names, _with_tests(request, kind))
        content = stored.get(f"{kind}-{seen.key(request.key)}") if seen.whole else None
        if content is None:
            return None
        with much_is_built():
            places, data = from_bytes(content)
            return read(data, _changes(places, seen))
    except Exception:  # noqa: BLE001 - whatever an entry is, if it cannot be read it is none
        return None


def _keep(request: Request, kind: str, seen: Seen, plain: Callable[[], object]) -> None:
    stored = store()
    if not stored.is_open:
        return
    seen.look(_with_tests(request, kind))
    if seen.whole:
        stored.put(f"{kind}-{seen.key(request.key)}", to_bytes((seen.places, plain())))
        stored.put(f"{kind}-packs-{request.key}", json.dumps(seen.names(request.packs)).encode())


def _with_tests(request: Request, kind: str) -> tuple[str, ...]:
    """The packs whose scenarios matter."""
    return request.packs if kind == "findings" else ()


def _changes(before: Places, seen: Seen) -> Changes:
    """Folders may lie elsewhere than those that these were, and where one stands now their files may be shown otherwise."""
    now = seen.places
    if before == now:
        return {}
    folders = {old: new for (old, _), (new, _) in zip(before, now, strict=True)}
    files = {
        old + visible(name): new + visible(name)
        for (_, old), (folder, new) in zip(before, now, strict=True)
        for name in seen.files[folder]
    }
    return {
        (SPAN, "file"): lambda name: files.get(name, name),
        (PACK, "folder"): lambda folder: folders.get(folder, folder),
    }
