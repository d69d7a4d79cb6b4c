"""The place of the caret in an unfinished file: in a rule text, or at a key or value. Read from the lines, which need not be valid YAML."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from ruledsl.author.service.world import Reading
from ruledsl.base.dataclass import dataclass, field
from ruledsl.rules.packs.model import Owner

# ── item ────────────────────────────────────────────────────────────────────────
# A completion.


class Item(NamedTuple):
    """The inserted `text`, its kind, and its meaning in a line."""

    text: str
    kind: str
    meaning: str = ""


_ROW = re.compile(r"^( *)((?:- +)*)(.*)$")
_KEY = re.compile(r"""["']?([A-Za-z0-9_.-]+)["']?:(?=\s|$)""")
_RULES = re.compile(r"^( *)((?:- +)*)rules:[ ]*(\|[-+0-9]*[ ]*(?:#.*)?$)?")
_WORD = re.compile(r"[a-z][a-z0-9_/]*$|$")
MOST_ROWS = 2000
"""The most rows to search upwards for the key of a rule text."""


@dataclass(slots=True)
class RuleSpot:
    """A statement up to the caret: its lines, the unfinished word, the lines of the file that it occupies, and the text above them."""

    text: str
    prefix: str
    first: int
    last: int
    above: str = ""


@dataclass(slots=True)
class YamlSpot:
    """The keys that lead to the caret (`[]` for an item of a list), whether a key is there, the unfinished word, the sibling keys."""

    path: list[str] = field(default_factory=list)
    is_key: bool = True
    prefix: str = ""
    beside: set[str] = field(default_factory=set)


def rule_spot(rows: list[str], line: int, column: int) -> RuleSpot | None:
    """The statement around the caret; None outside of rule texts."""
    spot = _statement(rows, line, column)
    if spot is not None:
        spot.above = "\n".join(rows[max(0, spot.first - MOST_ROWS) : spot.first - 1])
    return spot


def _statement(rows: list[str], line: int, column: int) -> RuleSpot | None:
    before = rows[line - 1][: column - 1]
    inline = _RULES.match(before)
    if inline and not inline[3] and not rows[line - 1][inline.end() :].startswith(("|", ">")):
        text = before[inline.end() :].lstrip("'\"")
        return _cut([text], line, line)
    head = _head(rows, line, len(before) - len(before.lstrip()) if before.strip() else column - 1)
    if head is None:
        return None
    inside = [row for row in rows[head : line - 1] if row.strip()]
    base = min((_indent(row) for row in [*inside, *([before] if before.strip() else [])]), default=0)
    first = line
    if not before.strip() and (column - 1 <= base or not inside):
        return _cut([""], line, line)
    while first > head + 1 and (
        not rows[first - 1].strip() or _indent(rows[first - 1]) > base or first == line
    ):
        if first == line and before.strip() and _indent(before) <= base:
            break
        first -= 1
    last = line
    while last < len(rows) and (rows[last].strip() and _indent(rows[last]) > base):
        last += 1
    margin = " " * (column - 1) if not before.strip() else before
    texts = [*rows[first - 1 : line - 1], margin]
    return _cut([text[base:] for text in texts], first, last)


def _cut(rows: list[str], first: int, last: int) -> RuleSpot:
    text = "\n".join(rows)
    match = _WORD.search(text)
    start = match.start() if match else len(text)
    return RuleSpot(text[:start], text[start:], first, last)


def _head(rows: list[str], line: int, indent: int) -> int | None:
    """The row with the key of the rule text that contains this line."""
    for number in range(line - 1, max(0, line - MOST_ROWS), -1):
        row = rows[number - 1]
        if not row.strip():
            continue
        match = _RULES.match(row)
        if match and match[3] and len(match[1]) + len(match[2]) < indent:
            return number
        depth = _indent(row)
        if depth == 0 or (match and not match[3]):
            return None
        if depth < indent and _KEY.match(row.lstrip()) and _ends_block(rows, number, depth):
            return None
    return None


def _ends_block(rows: list[str], number: int, depth: int) -> bool:
    """Is a row that looks like a key really one, because none of the rows that it lies below opens a rule text?"""
    for row in reversed(rows[max(0, number - MOST_ROWS) : number - 1]):
        if row.strip() and _indent(row) < depth:
            match = _RULES.match(row)
            if match and match[3]:
                return False
            depth = _indent(row)
    return True


def _indent(row: str) -> int:
    return len(row) - len(row.lstrip(" "))


# ── YAML ──


def yaml_spot(rows: list[str], line: int, column: int) -> YamlSpot:
    """The place of the caret in YAML."""
    before = rows[line - 1][: column - 1]
    margin, dashes, content = _parts(before)
    depth = len(margin) + len(dashes)
    spot = YamlSpot()
    spot.path = _above(rows, line, depth, len(margin) if dashes else None, spot.beside)
    spot.path += ["[]"] * dashes.count("-")
    _below(rows, line, depth, spot.beside)
    key = _KEY.match(content)
    if key is None:
        spot.prefix = content.strip("\"' ")
        return _inside(spot, content, "") if content[:1] in ("[", "{") else spot
    spot.path.append(key[1])
    return _inside(spot, content[key.end() :].lstrip(), key[1])


def _parts(row: str) -> tuple[str, str, str]:
    match = _ROW.match(row)
    return (match[1], match[2], match[3]) if match else ("", "", row)


def _above(rows: list[str], line: int, depth: int, dash: int | None, beside: set[str]) -> list[str]:
    """The keys above; siblings go to `beside`. `dash` is the column of the dash if the line begins an item."""
    path: list[str] = []
    need, in_item, own = (depth, False, True) if dash is None else (dash + 1, True, False)
    for number in range(line - 1, max(0, line - MOST_ROWS), -1):
        margin, dashes, content = _parts(rows[number - 1])
        if not content or content.startswith("#"):
            continue
        at, key = len(margin) + len(dashes), _KEY.match(content)
        if key is None:
            continue
        if at == need and own:
            beside.add(key[1])
        elif at < need and not (dashes and in_item and len(margin) + 1 == need):
            path.insert(0, key[1])
            own, need, in_item = False, at, False
        else:
            continue
        if dashes and at <= need and not (in_item and own):
            path[:0] = ["[]"] * dashes.count("-")
            own, need, in_item = False, len(margin) + 1, True
        if need == 0:
            break
    return path


def _below(rows: list[str], line: int, depth: int, beside: set[str]) -> None:
    for row in rows[line:]:
        margin, dashes, content = _parts(row)
        if not content or content.startswith("#"):
            continue
        if len(margin) < depth:
            return
        key = _KEY.match(content)
        if key and len(margin) == depth and not dashes:
            beside.add(key[1])


def _inside(spot: YamlSpot, value: str, key: str) -> YamlSpot:
    """The place within the value on the same line, including brackets and braces."""
    del key
    frames: list[list[str]] = []
    word = ""
    for sign in value:
        if sign in "[{":
            frames.append([sign, ""])
            word = ""
        elif sign in "]}":
            if frames:
                frames.pop()
            word = ""
        elif sign == "," and frames:
            frames[-1][1] = ""
            word = ""
        elif sign == ":" and frames and frames[-1][0] == "{" and not frames[-1][1]:
            frames[-1][1] = word.strip("\"' ")
            frames[-1].append(frames[-1][1])
            word = ""
        else:
            word += sign
    for bracket, name, *_ in frames:
        if bracket == "[":
            spot.path.append("[]")
        elif name:
            spot.path.append(name)
    spot.is_key = bool(frames) and frames[-1][0] == "{" and not frames[-1][1]
    if spot.is_key:
        spot.beside = set(frames[-1][2:])
    spot.prefix = word.strip().lstrip("\"'")
    return spot


# ── owner ───────────────────────────────────────────────────────────────────────
# The owner of the rule that is being written, by the keys above it.


def owner_at(rows: list[str], line: int, now: Reading, path: Path) -> Owner:
    """The pack, tile and piece that bring the rule at a line of a file."""
    pack = now.pack_of(path)
    id_ = pack.id if pack else ""
    keys = _keys(rows, line)
    tile = piece = ""
    for number, key in enumerate(keys[:-1]):
        if key in now.plurals and not number:
            tile = _called(keys[1], id_, list(now.composition.tiles))
        elif key == "pieces":
            piece = _called(keys[number + 1], id_, list(now.composition.pieces))
    return Owner(id_, tile, piece)


def _keys(rows: list[str], line: int) -> list[str]:
    """The keys that lead to the rule text that a line is in."""
    for number in range(line, 0, -1):
        path = yaml_spot(rows, number, len(rows[number - 1]) + 1).path
        if "rules" in path[-1:] or (number < line and "rules" in path):
            return path
    return []


def _called(text: str, pack: str, keys: list[str]) -> str:
    """The key of a tile or piece in a pack, if it exists already."""
    return next((key for key in (f"{pack}/{text}", text) if key in keys), "")
