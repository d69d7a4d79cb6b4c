"""Choices of which nothing comes but that somebody remembers something in secret: others are not told what was chosen."""

from __future__ import annotations

from typing import TypeGuard

from ruledsl.check import typed as t
from ruledsl.check.graph import walk

__all__ = ["is_kept_secret", "only_keeps_secrets"]


def is_kept_secret(var: t.Var, body: t.TBlock) -> bool:
    """Is all that a body does with a variable to write it into secret memories?"""
    read = kept = 0
    for node in walk(*body):
        read += isinstance(node, t.VarRef) and node.var is var
        kept += _keeps(node) and isinstance(node.value, t.VarRef) and node.value.var is var
    return 0 < kept == read


def only_keeps_secrets(*blocks: t.TBlock) -> bool:
    """Do these blocks write secret memories, and do nothing else?"""
    effects = [effect for block in blocks for effect in block]
    return bool(effects) and all(map(_keeps, effects))


def _keeps(node: object) -> TypeGuard[t.TWrite]:
    return isinstance(node, t.TWrite) and node.spot.memory is not None and node.spot.memory.secret
