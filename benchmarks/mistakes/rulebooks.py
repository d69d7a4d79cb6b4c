"""What somebody writes who knows rulebooks and word processors, but no program and no YAML."""

from __future__ import annotations

from benchmarks.mistakes.texts import Kind, swap

FIRST = r"^(\s*)(?=(?:my|after|before|forbid|permit) )"
"""Before a rule that begins its line."""
TEXT = r"^(\s*(?:name|number|tray|supply|summary))"
"""Up to the key of an entry."""

KINDS: tuple[Kind, ...] = (
    # counting
    swap("`number of` for `amount of`", r"\bamount of\b(?= \w+ in)", "number of"),
    swap("`number of` a number", r"\b(?=(?:hand|tray|troops|coins) of )", "number of "),
    swap("`tokens of` for `troops of`", r"\btroops of\b", "tokens of"),
    swap("a number behind `has`", r"\bhas (?=\w)", "has 1 "),
    swap("`more` tokens", r"\bmove (\d+) (?=tokens? )", r"move \1 more "),
    swap("`extra` coins", r"\b(gains?) (\d+) (?=coins?)", r"\1 \2 extra "),
    swap("`victory` coins", r"\b(gains?) (\d+) (?=coins?)", r"\1 \2 victory "),
    swap("`doubled`", r"\btimes 2\b", "doubled"),
    swap("`x2`", r"\btimes 2\b", "x2"),
    # comparing
    swap("`is equal to`", r"\bis(?= (?:\d|me\b|you\b))", "is equal to"),
    swap("`is greater than or equal to`", r"\bis at least\b", "is greater than or equal to"),
    swap("`≥`", r"\bis at least\b", "≥"),
    swap("`≠`", r"\bis not\b(?! in)", "≠"),
    swap("`doesn't have`", r"\bnot \((\w+) has (\w+)\)", r"\1 doesn't have \2"),
    swap("`does not have`", r"\bnot \((\w+) has (\w+)\)", r"\1 does not have \2"),
    swap("`it's`", r"\bit is\b(?! not)", "it's"),
    swap("`&`", r"\band\b", "&"),
    swap("`and/or`", r"\bor\b(?! more)", "and/or"),
    # spelling of other countries
    swap("`neighbors`", r"\bneighbours\b", "neighbors"),
    swap("`defense`", r"\bdefence\b", "defense"),
    # actions
    swap("colon behind `action`", r"^(\s*)action (?=\w)", r"\1action: "),
    swap("colon behind the line of an action", r"^(\s*action [\w ]+)$", r"\1:"),
    swap("`during my`", r"\bduring (?=\w)", "during my "),
    swap("`one time per`", r"\bonce per\b", "one time per"),
    swap("`once per round`", r"\bonce per turn\b", "once per round"),
    # lists and marks of word processors
    swap("a rule behind `-`", FIRST, r"\1- "),
    swap("a rule behind `*`", FIRST, r"\1* "),
    swap("a rule behind `•`", FIRST, r"\1• "),
    swap("a rule behind `1.`", FIRST, r"\g<1>1. "),
    swap("an exclamation mark", r"(?<=\w)$", "!"),
    # entries
    swap("key with a capital", r"^(\s*)n(?=ame: |umber: )", r"\1N", where="yaml"),
    swap("semicolon for a colon in YAML", TEXT + r":", r"\1;", where="yaml"),
    swap("dash for a colon in YAML", TEXT + r":", r"\1 –", where="yaml"),
    swap("comma behind a number", r"^(\s*(?:number|tray|supply): \d+)$", r"\1,", where="yaml"),
    swap("unit behind a number", r"^(\s*(?:number|tray): \d+)$", r"\1 tokens", where="yaml"),
    swap("`-` before a key", r"^(\s+)(?=number: )", r"\1- ", where="yaml"),
    swap("rules on the line of `|`", r"^(\s*rules: \|)$", r"\1 my income +1", where="yaml", mends=False),
    swap("no space before `|`", r"^(\s*rules:) \|$", r"\1|", where="yaml"),
    swap(
        "comment with `//` in YAML",
        r"^(\s*(?:number|tray): \d+)$",
        r"\1 // as printed",
        where="yaml",
        mends=False,
    ),
    swap("bold key", r"^(\s*)(name|number)(?=: )", r"\1**\2**", where="yaml"),
)
