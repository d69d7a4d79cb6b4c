"""A tree of nodes against a JSON Schema: plain words at the right places."""

import pytest

from ruledsl.base.diagnostics import Diagnostics
from ruledsl.rules.packs.schema.check import check_schema
from ruledsl.rules.packs.yaml.reader import read_yaml_text

NAME = {"type": "string", "pattern": "^[a-z_]+$", "description": "small letters and underscores"}
TOKEN = {
    "type": "object",
    "additionalProperties": False,
    "required": ["kind", "supply"],
    "properties": {"kind": {"const": "token"}, "supply": {"type": "integer"}},
}
DIE = {
    "type": "object",
    "additionalProperties": False,
    "required": ["kind", "faces"],
    "properties": {"kind": {"const": "die"}, "faces": {"type": "array", "items": {"type": "integer"}}},
}
SCHEMA = {
    "type": "object",
    "additionalProperties": False,
    "required": ["id", "names"],
    "definitions": {"tree": {"type": "array", "items": {"$ref": "#/definitions/tree"}}},
    "properties": {
        "id": NAME,
        "names": {
            "type": "object",
            "minProperties": 1,
            "propertyNames": {"enum": ["en", "it", "da"]},
            "additionalProperties": {"type": "string", "minLength": 1},
        },
        "tokens": {"type": "integer", "minimum": 0, "maximum": 20},
        "more": {"type": "number", "exclusiveMinimum": 0},
        "traits": {"type": "array", "uniqueItems": True, "items": {"enum": ["hill", "coastal", "swamp"]}},
        "place": {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2},
        "hidden": {"type": "boolean"},
        "rules": {"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]},
        "piece": {"anyOf": [TOKEN, DIE]},
        "pieces": {"type": "array", "items": {"oneOf": [{"type": "string"}, TOKEN, DIE]}},
        "mode": {"anyOf": [{"const": "ordinary"}, {"enum": ["sorcery", "dragon"]}]},
        "never": False,
        "tree": {"$ref": "#/definitions/tree"},
        "table": {"type": "object", "propertyNames": NAME, "additionalProperties": {"type": "integer"}},
    },
}
HEAD = "id: x\nnames: {en: X}\n"


def check(text, schema=SCHEMA):
    diagnostics = Diagnostics()
    node = read_yaml_text(text, "f", diagnostics)
    assert not list(diagnostics)
    fits = check_schema(node, schema, diagnostics)
    assert fits == (not list(diagnostics))
    return diagnostics.sorted()


@pytest.mark.parametrize(
    "text",
    [
        HEAD,
        HEAD + "tokens: 3\ntraits: [hill, swamp]\nrules: |\n  my income +1\nhidden: true\nmore: 0.5\n",
        HEAD + "rules: [a, b]\npiece: {kind: die, faces: []}\nmode: dragon\ntree: [[], [[]]]\n",
        HEAD + "pieces: [a, {kind: token, supply: 1}]\n",
    ],
)
def test_what_fits(text):
    assert check(text) == []


CASES = [
    # keys
    (HEAD + "tokns: 3\n", "S001 3:1 There is no key `tokns` here. || tokens"),
    (
        HEAD + "xyzzy: 3\n",
        "S001 3:1 There is no key `xyzzy` here. | "
        + ", ".join(f"`{key}`" for key in "tokens more traits place hidden rules piece pieces mode".split())
        + ", `tree` or `table`",
    ),
    (HEAD + "never: 3\n", "S001 3:1 There can be no key `never` here."),
    ("id: x\nname: {en: X}\n", "S001 2:1 There is no key `name` here. || names"),
    ("tokens: 1\n", "S002 1:1 This file has no `id` and `names`. ||| Write `id: …` and `names: …` below it."),
    (HEAD + "piece:\n  kind: die\n", "S002 3:1 `piece` has no `faces`. ||| Write `faces: …` below it."),
    (HEAD + "pieces:\n  - kind: die\n", "S002 4:5 This item has no `faces`. ||| Write `faces: …` below it."),
    (HEAD + "table:\n  Ab: 1\n", "S006 4:3 `Ab` cannot be a key here. | small letters and underscores | ab"),
    ("id: x\nnames:\n  eng: X\n", "S006 3:3 `eng` cannot be a key here. | `en`, `it` or `da` | en"),
    # types
    (HEAD + "tokens: six\n", "S003 3:9 The text `six` is not possible here. | a whole number"),
    (
        HEAD + "tokens: '6'\n",
        "S003 3:9 The text `6` is not possible here. | a whole number || Write it without quotes.",
    ),
    *(
        (
            f"{HEAD}tokens: {written}\n",
            (
                f"S003 3:9 The number {written} is not possible here. | a whole number || "
                "A whole number is written without a point or an exponent."
            ),
        )
        for written in ("1.5", "11.0", "1e1", "-0.0", "2.")
    ),
    (HEAD + "tokens: true\n", "S003 3:9 `true` is not possible here. | a whole number"),
    (HEAD + "tokens:\n", "S003 3:8 A value is missing here. | a whole number"),
    (
        HEAD + "tokens: [1]\n",
        "S003 3:9 A list is not possible here. | a whole number || Write one value here.",
    ),
    (
        HEAD + "hidden: yes\n",
        (
            "S003 3:9 The text `yes` is not possible here. | `true` or `false` || "
            "Flags in pack files are written `true` and `false`."
        ),
    ),
    (
        "id: 3\nnames: {en: X}\n",
        "S003 1:5 The number 3 is not possible here. | a text || Put it in quotes if it is meant as a text.",
    ),
    (
        "id: x\nnames:\n  en:Elves\n",
        (
            "S003 3:3 The text `en:Elves` is not possible here. | keys with values || "
            "Is a space missing after the colon?"
        ),
    ),
    (
        HEAD + "traits: hill\n",
        "S003 3:9 The text `hill` is not possible here. | a list || Write a list, also for one item: `[…]`.",
    ),
    ("- x\n", "S003 1:1 A list is not possible here. | keys with values"),
    (
        HEAD + "tree: [[], [3]]\n",
        "S003 3:13 The number 3 is not possible here. | a list || Write a list, also for one item: `[…]`.",
    ),
    # values
    (
        HEAD + "traits: [hill, swmp]\n",
        "S004 3:16 `swmp` is not possible here. | `hill`, `coastal` or `swamp` | swamp",
    ),
    (
        HEAD + "mode: dragoon\n",
        "S004 3:7 `dragoon` is not possible here. | `ordinary`, `sorcery` or `dragon` | dragon",
    ),
    (HEAD + "tokens: 21\n", "S005 3:9 The number 21 is out of range. | a number from 0 to 20"),
    (HEAD + "more: 0\n", "S005 3:7 The number 0 is out of range. | more than 0"),
    (
        "id: X y\nnames: {en: X}\n",
        "S006 1:5 `X y` has the wrong form. | small letters and underscores | x_y",
    ),
    (
        "id: |\n  a b\n  c\nnames: {en: X}\n",
        "S006 2:3 `a b c` has the wrong form. | small letters and underscores | a_b_c",
    ),
    ("id: x\nnames: {}\n", "S007 2:8 `names` has no keys. | at least 1 key"),
    (HEAD + "place: [1]\n", "S007 3:8 `place` has 1 item. | at least 2 items"),
    (HEAD + "place: [1, 2, 3]\n", "S007 3:8 `place` has 3 items. | at most 2 items"),
    (HEAD + "traits: [hill, swamp, hill]\n", "S008 3:23 `hill` is in this list twice."),
    ("id: x\nnames: {en: ''}\n", "S010 2:13 This text is empty. | at least 1 character"),
    # one shape out of several
    (HEAD + "rules: {a: 1}\n", "S003 3:8 A group of keys is not possible here. | a text or a list"),
    (
        HEAD + "rules: [1]\n",
        "S003 3:9 The number 1 is not possible here. | a text || Put it in quotes if it is meant as a text.",
    ),
    (HEAD + "piece: {kind: coin}\n", "S004 3:15 `coin` is not possible here. | `token` or `die`"),
    (
        HEAD + "piece: {kind: die, faces: [x]}\n",
        "S003 3:28 The text `x` is not possible here. | a whole number",
    ),
    (HEAD + "pieces: [{kind: token, suply: 3}]\n", "S001 3:24 There is no key `suply` here. || supply"),
    (
        HEAD + "pieces: [3]\n",
        (
            "S003 3:10 The number 3 is not possible here. | a text or keys with values || "
            "Put it in quotes if it is meant as a text."
        ),
    ),
]


@pytest.mark.parametrize(
    ("text", "expected"), CASES, ids=[expected[:9] + repr(text[-20:]) for text, expected in CASES]
)
def test_one_fault(text, expected):
    (fault,) = check(text)
    parts = [fault.expected, fault.suggestion, fault.help]
    while parts and not parts[-1]:
        parts.pop()
    shown = f"{fault.code} {fault.span.line}:{fault.span.column} {fault.message}"
    wanted = [part.strip() for part in expected.split("|")]
    assert [shown, *parts] == wanted


def test_all_faults_in_one_run():
    text = "id: X\nnames: {en: 3, fr: x}\ntokens: 21\ntraits: [hil, hill, hill]\nhidden: yes\nmode: drgon\nxyzzy: 1\n"
    assert [fault.code for fault in check(text)] == [
        "S006",
        "S003",
        "S006",
        "S005",
        "S004",
        "S008",
        "S003",
        "S004",
        "S001",
    ]


def test_the_first_of_two_equal_items_is_shown():
    (fault,) = check(HEAD + "traits: [hill, hill]\n")
    assert [(span.line, span.column) for span, _ in fault.labels] == [(3, 10)]


def test_unknown_rules_of_a_schema_are_reported_too():
    schema = {"not": {"type": "string"}, "description": "anything but a text"}
    (fault,) = check("a text", schema)
    assert (fault.code, fault.expected) == ("S009", "anything but a text")
    (fault,) = check("- 1\n", {"contains": {"type": "string"}})
    assert fault.code == "S009"
    (fault,) = check("- 1\n", {"oneOf": [{"type": "array"}, {"minItems": 1}]})
    assert fault.code == "S009"
    (fault,) = check("x: 1\n", {"dependencies": {"x": ["y"]}})
    assert fault.code == "S009"


def test_no_word_of_json_schema_reaches_the_author():
    words = (
        "property properties schema anyOf oneOf enum object array integer regex string boolean null".split()
    )
    for text, _ in CASES:
        for fault in check(text):
            for word in words:
                assert word not in f"{fault.message} {fault.expected} {fault.help}"


def test_a_large_file_is_checked():
    text = (
        HEAD
        + "table:\n"
        + "".join(f"  a{'b' * (n % 7)}{'_' * (n // 7)}: {n}\n" for n in range(700))
        + "traits:\n"
        + "- hil\n" * 3000
    )
    assert len(check(text)) > 1


@pytest.mark.parametrize(
    ("written", "fixed"),
    [
        ("11.0", "11"),
        ("1e1", "10"),
        ("-0.0", "0"),
        ("7.", "7"),
        ("'11'", "11"),
        ("1_000", "1000"),
        ("six", "6"),
        ("11.5", None),
        ("1:30", None),
        ("true", None),
        ("2001-01-01", None),
    ],
)
def test_a_whole_number_written_otherwise(written, fixed):
    (fault,) = check(f"{HEAD}tokens: {written}\n")
    assert fault.code == "S003"
    assert (fault.fix and fault.fix.text) == fixed
