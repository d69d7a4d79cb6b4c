"""Loaded rules, and what was found in packs, as entries of the cache and back.

Only entries from the user's own folder are read (`ruledsl.cache`), and only classes and functions of ruledsl are made of them.
"""

from __future__ import annotations

import io
import json
import marshal
import pickle
from dataclasses import dataclass, field
from types import CodeType, FunctionType
from typing import IO, TYPE_CHECKING, Any, TypeVar

from ruledsl.cache import much_is_built, store
from ruledsl.packs.contents import request_key, seen_now

if TYPE_CHECKING:
    from collections.abc import Callable

    from ruledsl.diagnostics import Diagnostic
    from ruledsl.engine.code import Code
    from ruledsl.packs.contents import Seen
    from ruledsl.packs.model import Composition

    Found = tuple[Composition, Code, list[Diagnostic]]

__all__ = ["Asked", "keep_findings", "keep_rules", "kept_findings", "kept_rules"]

T = TypeVar("T")

PLAIN = {("builtins", "set"), ("builtins", "frozenset")}
"""What else may be made of an entry."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What was asked for: packs, in their order, and variants."""

    packs: tuple[str, ...]
    variants: dict[str, str]
    keys: list[str] = field(default_factory=list, repr=False)

    @property
    def key(self) -> str:
        """The key of this, computed when it is needed for the first time."""
        if not self.keys:
            self.keys.append(request_key(self.packs, self.variants))
        return self.keys[0]


# ── rules ──


def kept_rules(asked: Asked) -> Found | None:
    """The rules, if they were kept and their packs are as they were then."""
    return _kept(asked, "rules", _rules_of)


def keep_rules(asked: Asked, seen: Seen, found: Found) -> None:
    """Keep them for the next time."""
    _keep(asked, "rules", seen, lambda: _text_of(found))


def _text_of(found: Found) -> bytes:
    _, code, _ = found
    return marshal.dumps((marshal.dumps(code.module), _pickled(found)))


def _rules_of(content: bytes) -> Found:
    from ruledsl.compile.support import executed  # noqa: PLC0415 - what was found in packs is read without

    module, pickled = marshal.loads(content)  # noqa: S302 - from the user's own folder
    code = marshal.loads(module)  # noqa: S302
    found: Found = _unpickled(pickled, {**executed(code), "": code})
    return found


# ── findings ──


def kept_findings(asked: Asked) -> list[Diagnostic] | None:
    """What was found, if it was kept and the packs are as they were then."""
    return _kept(asked, "findings", _findings_of)


def keep_findings(asked: Asked, seen: Seen, found: list[Diagnostic]) -> None:
    """Keep it for the next time."""
    _keep(asked, "findings", seen, lambda: _pickled(found))


def _findings_of(content: bytes) -> list[Diagnostic]:
    found: list[Diagnostic] = _unpickled(content, {})
    return found


# ── both ──


def _kept(asked: Asked, kind: str, read: Callable[[bytes], T]) -> T | None:
    kept = store()
    if not kept.is_open:
        return None
    found = kept.get(f"{kind}-packs-{asked.key}")
    seen = None if found is None else seen_now(json.loads(found), tests=kind == "findings")
    content = None if seen is None else kept.get(f"{kind}-{seen.key(asked.key)}")
    if content is None:
        return None
    try:
        return read(content)
    except Exception:  # noqa: BLE001 - whatever an entry is, if it cannot be read it is none
        return None


def _keep(asked: Asked, kind: str, seen: Seen, written: Callable[[], bytes]) -> None:
    kept = store()
    if not kept.is_open:
        return
    if kind == "findings":
        seen.look(tests=True)
    if seen.whole:
        kept.put(f"{kind}-{seen.key(asked.key)}", written())
        kept.put(f"{kind}-packs-{asked.key}", json.dumps(seen.packs).encode())


class _Pickler(pickle.Pickler):
    """Compiled functions go by their names, and the trees of rule texts stay behind: they have been checked."""

    def __init__(self, out: IO[bytes]) -> None:
        from ruledsl.compile.support import RULES  # noqa: PLC0415 - only needed where they were imported already
        from ruledsl.syntax.tree import Document  # noqa: PLC0415

        super().__init__(out, pickle.HIGHEST_PROTOCOL)
        self.compiled = RULES
        self.document = Document

    def persistent_id(self, item: Any) -> str | None:
        """The name under which `_Unpickler` finds it again."""
        if isinstance(item, CodeType):
            return ""
        if isinstance(item, FunctionType) and item.__code__.co_filename == self.compiled:
            return item.__name__
        return "document" if isinstance(item, self.document) else None


class _Unpickler(pickle.Unpickler):
    """Makes nothing but what belongs to rules."""

    def __init__(self, content: bytes, functions: dict[str, Any]) -> None:
        super().__init__(io.BytesIO(content))
        self.functions = {**functions, "document": None}

    def persistent_load(self, name: str) -> Any:
        """A compiled function."""
        return self.functions[name]

    def find_class(self, module: str, name: str) -> Any:
        """A class or function of ruledsl."""
        if not module.startswith("ruledsl.") and (module, name) not in PLAIN:
            raise pickle.UnpicklingError(f"{module}.{name} is no part of rules")
        return super().find_class(module, name)


def _pickled(found: Any) -> bytes:
    out = io.BytesIO()
    _Pickler(out).dump(found)
    return out.getvalue()


def _unpickled(content: bytes, functions: dict[str, Any]) -> Any:
    with much_is_built():
        return _Unpickler(content, functions).load()
