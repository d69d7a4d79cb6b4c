"""The assembler of guest programs, beside wasmtime's: the same bytes, but for the names that ours leaves out."""

import pytest
import wasmtime
from lengths import some
from native_games import native

from ruledsl.engine.compile.wasm.binary import binary_of
from ruledsl.engine.compile.wasm.program import native_program

WORLDS = (
    (("smallworld",), 2),
    (("necromancer_island",), 3),
    (("smallworld", "cursed", "grand_dames", "royal_bonus", "be_not_afraid"), 2),
    (("spiders_web", "underground", "tunnels"), 8),
)
NAMES = 0


def sections(binary):
    """The sections of a module, by number, and the end of what was read."""
    at = 8
    while at < len(binary):
        id_, length, shift = binary[at], 0, 0
        while True:
            at += 1
            length |= (binary[at] & 0x7F) << shift
            shift += 7
            if binary[at] < 0x80:
                break
        yield id_, binary[at + 1 : at + 1 + length]
        at += 1 + length


@pytest.mark.parametrize(("packs", "words"), some(WORLDS))
def test_it_writes_what_wasmtime_does(packs, words):
    rules, _ = native(*packs)
    text = native_program(rules.code, words, guest=True).text
    theirs = [section for section in sections(wasmtime.wat2wasm(text)) if section[0] != NAMES]
    assert list(sections(binary_of(text))) == theirs


GUEST = """(module
(type $f0 (func (result i64)))
(table 1 funcref) (elem (i32.const 0) $f)
(func $f{} (result i64)
{})
)
"""


@pytest.mark.parametrize(
    ("head", "body"),
    [
        ("", "(f64.const 0)"),
        ("", "(call $nobody)"),
        ("", "(local.get $nothing)"),
        ("", "(br $nowhere)"),
        (" (param f64)", "(i64.const 0)"),
    ],
)
def test_what_no_printer_writes_is_refused(head, body):
    with pytest.raises((LookupError, ValueError)):
        binary_of(GUEST.format(head, body))
