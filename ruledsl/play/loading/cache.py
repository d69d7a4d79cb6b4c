"""Loaded rules, and findings about packs, as cache entries.

Only entries from the user's own folder and those in the package are read (`ruledsl.base.store`); they can create only objects of the classes named
here.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, TypeVar

from ruledsl.base.diagnostics import diagnostic, visible
from ruledsl.base.store import OLD, classes_in, decoded, from_bytes, much_is_built, shipped, store, to_bytes
from ruledsl.play.loading.request import Request
from ruledsl.rules.packs.folders.contents import called, program_key, seen_now, sources_key

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ruledsl.base.diagnostics import Diagnostic
    from ruledsl.base.store import Changes, Classes, Shipped, Store
    from ruledsl.base.store.encoding import Encoded
    from ruledsl.engine.state.code import Code
    from ruledsl.rules.packs.folders.contents import Seen
    from ruledsl.rules.packs.model import Composition

    Places = list[tuple[str, str]]
    Found = tuple[Composition, Code, list[Diagnostic]]

T = TypeVar("T")

SPAN, PACK = "ruledsl.base.diagnostics.diagnostic.Span", "ruledsl.rules.packs.model.Pack"
"""The classes that contain paths."""

TREE = "<tree>"
"""Replaced by a name: the trees of rule texts, which are checked and no longer needed."""


# ── rules ──


def kept_rules(request: Request) -> Found | None:
    """The cached rules, if their packs have not changed. Options that nobody needs to name are the same rules, named or not."""
    rules = _kept(request, "rules", rules_of)
    if rules is None and request.variants:
        plain = _kept(Request(request.packs, {}), "rules", rules_of)
        if plain is not None and request.variants.items() <= plain[0].chosen.items():
            return plain
    return rules


def keep_rules(request: Request, seen: Seen, content: Found) -> None:
    """Store rules in the cache."""
    _keep(request, "rules", seen, lambda: plain_rules(content))


def plain_rules(content: Found) -> Encoded:
    """Rules as plain data, without the trees of their texts."""
    from ruledsl.base.store.encoding import encoded  # noqa: PLC0415 - only what is kept anew needs it
    from ruledsl.language.syntax.tree import Document  # noqa: PLC0415

    return encoded(content, _rule_classes(), lambda item: TREE if isinstance(item, Document) else None)


def rules_of(content: Encoded, changes: Changes) -> Found:
    """The rules in plain data."""
    rules: Found = decoded(content, _rule_classes(), {TREE: None}, changes)
    return rules


def _rule_classes() -> Classes:
    from ruledsl.engine.state import (  # noqa: PLC0415
        code,
        layout,
    )
    from ruledsl.language.vocabulary import builtins, types  # noqa: PLC0415
    from ruledsl.rules.check import program  # noqa: PLC0415 - what was found in packs is read without
    from ruledsl.rules.check.typed import base, declarations, effects, expressions  # noqa: PLC0415
    from ruledsl.rules.packs import model  # noqa: PLC0415
    from ruledsl.rules.packs.yaml import nodes  # noqa: PLC0415

    return _finding_classes() | classes_in(
        model, model, nodes, types, builtins, program, declarations, base, expressions, effects, layout, code
    )


# ── findings ──


def kept_findings(request: Request) -> list[Diagnostic] | None:
    """The cached findings, if the packs have not changed."""
    return _kept(request, "findings", _findings_of)


def keep_findings(request: Request, seen: Seen, findings: list[Diagnostic]) -> None:
    """Store findings in the cache."""
    _keep(request, "findings", seen, lambda: _encoded(findings))


def kept_trial(request: Request) -> list[Diagnostic] | None:
    """The cached results of a trial, if the packs have not changed."""
    return _kept(request, "trial", _findings_of)


def keep_trial(request: Request, seen: Seen, findings: list[Diagnostic]) -> None:
    """Store the results of a trial in the cache."""
    _keep(request, "trial", seen, lambda: _encoded(findings))


def _encoded(findings: list[Diagnostic]) -> Encoded:
    from ruledsl.base.store.encoding import encoded  # noqa: PLC0415 - only what is kept anew needs it

    return encoded(findings, _finding_classes(), lambda _: None)


def _findings_of(content: Encoded, changes: Changes) -> list[Diagnostic]:
    findings: list[Diagnostic] = decoded(content, _finding_classes(), {}, changes)
    return findings


def _finding_classes() -> Classes:
    return classes_in(diagnostic, diagnostic)


# ── shared ──


def _kept(request: Request, kind: str, read: Callable[[Encoded, Changes], T]) -> T | None:
    for stored, program in ((store(), program_key), (shipped(), sources_key)):
        if stored.is_open:
            try:
                kept = _kept_in(stored, request, program, kind, read)
            except Exception:  # noqa: BLE001, S112 - whatever an entry is, if it cannot be read it is none
                continue
            if kept is not None:
                return kept
    return None


def _kept_in(
    stored: Store | Shipped,
    request: Request,
    program: Callable[[], str],
    kind: str,
    read: Callable[[Encoded, Changes], T],
) -> T | None:
    listed = stored.get(f"{kind}-packs-{request.key(program)}")
    if listed is None:
        return None
    names = [request.packs[name] if isinstance(name, int) else str(name) for name in json.loads(listed)]
    seen = seen_now(names, _with_tests(request, kind))
    content = stored.get(f"{kind}-{seen.key(request.key(program))}") if seen.whole else None
    if content is None:
        return None
    with much_is_built():
        before, data = from_bytes(content)
        return read(data, _changes(before, seen.places, map(seen.files.__getitem__, seen.folders)))


def _keep(request: Request, kind: str, seen: Seen, plain: Callable[[], object]) -> None:
    stored = store()
    if not stored.is_open:
        return
    seen.look(_with_tests(request, kind))
    if seen.whole:
        stored.put(f"{kind}-{seen.key(request.key())}", to_bytes((seen.places, plain())))
        stored.put(f"{kind}-packs-{request.key()}", json.dumps(seen.names(request.packs)).encode())


def _with_tests(request: Request, kind: str) -> tuple[str, ...]:
    """The packs whose scenarios matter."""
    return request.packs if kind == "findings" else ()


def ship_rules(into: Shipped, request: Request, seen: Seen, content: Found) -> None:
    """Add rules to the package: the same bytes, wherever it is built."""
    _ship(into, request, "rules", seen, lambda changes: plain_rules(rules_of(plain_rules(content), changes)))


def ship_findings(into: Shipped, request: Request, seen: Seen, findings: list[Diagnostic]) -> None:
    """Add findings to the package."""
    _ship(
        into, request, "findings", seen, lambda changes: _encoded(_findings_of(_encoded(findings), changes))
    )


def _ship(into: Shipped, request: Request, kind: str, seen: Seen, plain: Callable[[Changes], object]) -> None:
    seen.look(_with_tests(request, kind))
    key = request.key(sources_key)
    nowhere = [(name, f"{name}/") for name in map(called, seen.folders)]
    data = plain(_changes(seen.places, nowhere, map(seen.files.__getitem__, seen.folders)))
    into.put(f"{kind}-{seen.key(key)}", to_bytes((nowhere, data), OLD))
    into.put(f"{kind}-packs-{key}", json.dumps(seen.names(request.packs)).encode())


def _changes(before: Places, now: Places, files_of: Iterable[Iterable[str]]) -> Changes:
    """The changes of paths: folders may have moved, and the new place may display paths differently."""
    if before == now:
        return {}
    folders = {old: new for (old, _), (new, _) in zip(before, now, strict=True)}
    files = {
        old + visible(name): new + visible(name)
        for (_, old), (_, new), names in zip(before, now, files_of, strict=True)
        for name in names
    }
    return {
        (SPAN, "file"): lambda name: files.get(name, name),
        (PACK, "folder"): lambda folder: folders.get(folder, folder),
    }
