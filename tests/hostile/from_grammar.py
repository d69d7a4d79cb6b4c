"""Chains made of the grammar itself: for every way in which a construct comes to stand in one of its kind again, a text with as many links as wanted.

What is repeated is found in the productions of `grammar/ruledsl.lark`, so that a construct that comes to the language is among them.
"""

from __future__ import annotations

import json
import sys
from functools import cache
from heapq import heappop, heappush
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # where what all tests share is

from lark import Lark
from lark.indenter import Indenter
from lengths import crossed, some
from trial import timed, tried_alone

from ruledsl.base.diagnostics import Diagnostics
from ruledsl.language.syntax.grammar import grammar
from ruledsl.language.syntax.grammarfile import grammar_text
from ruledsl.rules.packs.formatting import formatted

SPELT = {"NAME": "a", "NUMBER_SIGN": "1", "LPAR": "(", "RPAR": ")"}
LONGEST = 900
"""Lines are broken behind so many characters, as they may be in brackets."""
LARGEST = 1_000_000


class _Lines(Indenter):
    """Lark wants one where lines count; nothing is parsed here."""

    NL_type, INDENT_type, DEDENT_type = "_NL", "_INDENT", "_DEDENT"
    OPEN_PAREN_types, CLOSE_PAREN_types, tab_len = [], [], 8


@cache
def productions():
    """Of each rule what it may stand for, as names of rules and of terminals."""
    found = {}
    for rule in Lark(grammar_text(), parser="lalr", postlex=_Lines(), keep_all_tokens=True).rules:
        found.setdefault(rule.origin.name, []).append(tuple(symbol.name for symbol in rule.expansion))
    return found


@cache
def shortest():
    """Of each rule the fewest terminals that it may be."""
    found, changes = {}, True
    while changes:
        changes = False
        for name, ways in productions().items():
            for way in ways:
                if any(part in productions() and part not in found for part in way):
                    continue
                text = tuple(terminal for part in way for terminal in found.get(part, (part,)))
                if name not in found or len(text) < len(found[name]):
                    found[name], changes = text, True
    return found


def written(parts):
    """Terminals alone."""
    return tuple(terminal for part in parts for terminal in shortest().get(part, (part,)))


@cache
def around(outer):
    """For each rule that may stand in another one: the fewest terminals before and behind it."""
    found, todo = {}, [(0, 0, outer, (), ())]
    while todo:
        _, _, name, before, behind = heappop(todo)
        if name in found:
            continue
        found[name] = before, behind
        for way in productions()[name]:
            for place, part in enumerate(way):
                if part in productions() and part not in found:
                    first, last = before + written(way[:place]), written(way[place + 1 :]) + behind
                    heappush(todo, (len(first) + len(last), len(todo), part, first, last))
    return found


@cache
def loops():
    """(where it stands, what each link puts before the next one and behind it, what is innermost) for every construct that may stand in its like."""
    found = {}
    for name, ways in productions().items():
        for way in ways:
            for place, part in enumerate(way):
                if part not in productions() or name not in around(part):
                    continue
                inner = around(part)[name]
                link = written(way[:place]) + inner[0], inner[1] + written(way[place + 1 :])
                if link != ((), ()):
                    found.setdefault((name, link), None)
    return [(_place_of(name), link, shortest()[name]) for name, link in found]


def _place_of(name):
    """What is before and behind it in a whole text; of expressions in brackets, so that lines may be broken."""
    inside = around("expr")
    if name not in inside:
        return around("start")[name]
    outer = around("start")["atom"]
    return (
        (*outer[0], "LPAR", *inside[name][0]),
        (*inside[name][1], "RPAR", *outer[1]),
    )


def chain_of(loop, count):
    """A text with so many links, or with as many as a file has room for: what stands further in with every link grows faster than they do."""
    (before, behind), (first, last), inner = loop
    further_in = first.count("_INDENT") - first.count("_DEDENT")
    while count * (count * further_in * first.count("_NL") // 2 + 4 * len(first + last)) > LARGEST:
        count = count * 3 // 4
    terminals = [*before, *first * count, *inner, *last * count, *behind]
    spelling, pieces, depth, column, is_new = grammar().spelling, [], 0, 0, True
    for terminal in terminals:
        if terminal in ("_INDENT", "_DEDENT"):
            depth += 1 if terminal == "_INDENT" else -1
        elif terminal == "_NL":
            column, is_new = 0, True
            pieces.append("\n")
        else:
            if column > LONGEST:
                pieces.append("\n" + " " * (depth + 4))
                column = depth + 4
            word = SPELT.get(terminal) or spelling[terminal]
            text = " " * depth + word if is_new else f" {word}"
            column, is_new = column + len(text), False
            pieces.append(text)
    return "".join(pieces)


def read(text):
    """Read it as a file of a pack, and write it as it is laid out, which has to be read alike; the codes of what is wrong."""
    findings = Diagnostics()
    written = "rules: |\n" + "".join(f"  {line}\n" for line in text.split("\n"))
    laid_out = formatted(written, "chain.yaml", findings)
    if not len(findings) and len(text) < LARGEST // 50:
        assert formatted(laid_out, "chain.yaml", findings) == laid_out
    return " ".join(sorted({found.code for found in findings}))


def main():
    """Read chains of so many links, or one of these numbers each: a line of JSON for each, with the processor time."""
    counts = [int(word) for word in sys.argv[1:]]
    for loop, count in crossed(some(loops(), 4), counts):
        text = chain_of(loop, count)
        found = tried_alone(lambda found, text=text: timed(found, "took", lambda: read(text)))
        sys.stdout.write(json.dumps({"name": loop[1], "count": count, "size": len(text), **found}) + "\n")


if __name__ == "__main__":
    sys.exit(main())
