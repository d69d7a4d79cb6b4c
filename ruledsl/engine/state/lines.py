"""The content of a state as one line of text, equal for equal states on every machine."""

from __future__ import annotations

import hashlib
import json
from typing import Any


def line_of(content: Any) -> str:
    """Numbers (of `State.content`, of a journal) as JSON. Booleans become 1 and 0; rules may write either."""
    return json.dumps(content, separators=(",", ":")).replace("true", "1").replace("false", "0")


def hash_of(content: Any) -> str:
    """The hash of that line."""
    return hashlib.sha256(line_of(content).encode()).hexdigest()
