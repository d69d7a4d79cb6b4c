"""What somebody writes who plays a lot and has never written a rule: other languages, rulebooks, spreadsheets, the wrong section of a file."""

from __future__ import annotations

from benchmarks.mistakes.shapes import head, yaml
from benchmarks.mistakes.stories import story
from benchmarks.mistakes.texts import Kind, swap

KINDS: tuple[Kind, ...] = (
    # rules
    swap("decimal comma", r"(?<=[+-]\d)(?=$| if\b)", ",5", mends=False),
    swap("quotes of other countries", r"(?<=is )(hill|forest|swamp|mountain)\b", r"„\1“"),
    swap("a terrain in the plural", r"(?<=region is )(hill|forest|swamp|mountain)(?=$| or| and)", r"\1s"),
    swap("`on` a terrain", r"\bregion is (?=(?:hill|forest|swamp|mountain)\b)", "region on ", mends=False),
    swap("`is a` terrain", r"(?<=region is )(?=(?:hill|forest|swamp|mountain)\b)", "a "),
    swap("`lose`", r"\byou pay (?=\d)", "you lose "),
    swap("`receive`", r"\byou gain (?=\d)", "you receive "),
    swap("`may` gain", r"\byou gain (?=\d)", "you may gain ", mends=False),
    swap("`me` gains", r"\byou gain (?=\d)", "me gains ", also=("you gains ",)),
    swap("`victory points`", r"(?<=gain )(\d+) coins?$", r"\1 victory points", mends=False),
    swap("`supply` for `tray`", r"\bfrom tray\b", "from supply"),
    swap("`bag` for `box`", r"\bfrom box\b", "from bag"),
    swap("`reserve` for `hand`", r"\bto hand$", "to reserve", mends=False),
    swap("`race token`", r"\btokens? of me (?=from (?:tray|hand))", "race token of me ", mends=False),
    swap("`conquered` for an event", r"(?<=\bafter my )conquest\b", "conquered", mends=False),
    swap("event for a permission", r"(?<=\bforbid )conquer\b", "conquest"),
    swap("event for a phase", r"(?<=\bduring )conquests\b", "conquest"),
    swap("`in decline:`", r"^(\s*)declined:", r"\1in decline:", mends=False),
    swap("`decline:`", r"^(\s*)declined:", r"\1decline:"),
    swap("`end of turn`", r"(?<=\buntil )turn\b", "end of turn", mends=False),
    swap("`for` in a memory", r"^(\s*remember \w+) of (?=\w+:)", r"\1 for "),
    swap("memory without its noun", r"^(\s*remember \w+) of \w+(?=:)", r"\1", mends=False),
    swap("`by` in a modifier", r"^(\s*my \w+) ([+-])(?=\d)", r"\1 by \2", mends=False),
    swap("`my` with an apostrophe", r"\bholder of region\b", "region's holder"),
    swap("`do nothing`", r": nothing$", ": do nothing"),
    swap("condition before the rule", r"^(\s*)(my \w+ [+-]\d) (if region is \w+)$", r"\1\3: \2", mends=False),
    swap("`each` in a bonus", r"(?<=[+-]\d)(?= if region is)", " per region", mends=False),
    swap("brackets of a spreadsheet", r"\bnumber of (\w+) of me\b(?= is)", r"number(\1 of me)", mends=False),
    swap("dots of a program", r"\bholder of region\b", "region.holder", mends=False),
    swap("a Turkish letter", r"(?<=\b)i(?=f\b)", "ı", mends=False),
    # files
    yaml("comma in a number of an entry", r"^(\s*(?:number|tray): \d+)$", r"\1,0", mends=False),
    yaml("key one column too far", r"^(\s{4})(?=(?:number|tray): )", r"\1 ", slack=1),
    yaml("key one column too near", r"^(\s{3}) (?=(?:number|tray): )", r"\1", slack=1),
    yaml("two keys in a line", r"^(\s*number: \d+)$", r"\1 tray: 9", mends=False),
    yaml("key and `=>`", r"^(\s*(?:number|tray)):(?= \d)", r"\1 =>"),
    yaml("key of other rulebooks", r"^(\s*)tray(?=: \d)", r"\1tokens", mends=False),
    yaml("`ability` for `rules`", r"^(\s*)rules(?=:)", r"\1ability", mends=False),
    yaml("`description` for `summary`", r"^(\s*)summary(?=:)", r"\1description"),
    yaml("supply as text", r"(?<=supply: )(\d+)", r"\1 pieces", mends=False),
    yaml("one trait as a word", r"(?<=traits: )\[(\w+)\]", r"\1"),
    yaml("one trait in braces", r"(?<=traits: )\[(\w+)\]", r"{\1}"),
    head("colon without a space in the head", r"^(version|language): ", r"\1:"),
    head("version without its last number", r"(?<=version: )(\d+\.\d+)\.\d+", r"\1", mends=False),
    # scenarios
    story("`tokens` of a region by race", r"(?<=tokens: )(\d+)", r"{ratmen: \1}", mends=False),
    story("coins at the wrong place", r"- state: \{players: \[", "- state: {coins: [", mends=False),
    story("`equals` for `is` in a step", r"(?<=, )is(?=: \d+\})", "equals"),
    story("race with a capital", r"(?<=race: )([a-z])(?=\w)", r"X\1", mends=False),
    story("`region` for `regions` in a state", r"(?<=- state: \{)regions(?=:)", "region"),
    story("`holders` for `holder`", r"(?<=\{)holder(?=:)", "holders"),
    story("hand below zero", r"(?<=hand: )(\d+)", r"-\1", mends=False),
    story(
        "dash left out before a step", r"^(\s+)- (?=(?:state|choose|options): )", r"\1", mends=False, slack=2
    ),
    story("noun of a stage", r"(?<=stage: )declined", "decline"),
    story("coins of one player", r"(?<=      coins: )\[(\d+).*\]", r"\1", mends=False),
    story("space in a choice", r'(?<=choose: ")(conquer):(?=\w)', r"\1: "),
)
