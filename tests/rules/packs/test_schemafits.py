"""Whatever fits without a doubt has no fault for jsonschema either; all of our own files fit without a doubt."""

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lengths import part, some

from ruledsl.base.diagnostics import Diagnostics
from ruledsl.rules.packs.folders.find import known_packs
from ruledsl.rules.packs.loading import load_packs
from ruledsl.rules.packs.schema.check import fits
from ruledsl.rules.packs.schema.faults import faults
from ruledsl.rules.packs.schema.scenarios import scenario_schema
from ruledsl.rules.packs.schema.schemas import file_schema, pack_schema
from ruledsl.rules.packs.translations import FOLDER, translation_form
from ruledsl.rules.packs.yaml.nodes import to_plain
from ruledsl.rules.packs.yaml.reader import read_yaml_text

RULESETS = Path(__file__).resolve().parents[3] / "rulesets"
FILES = sorted(path for path in RULESETS.rglob("*.yaml") if "playthroughs" not in path.parts)
ODD = [
    None,
    True,
    False,
    0,
    1,
    -1,
    1.0,
    2.5,
    10**6,
    "",
    "x",
    "X y",
    "en",
    [],
    ["a"],
    [1],
    [[]],
    {},
    {"en": "x"},
    {"x": 1},
    {"name": "x"},
]


@pytest.fixture(scope="module")
def schemas():
    kinds = {
        kind.id: kind for pack in load_packs(known_packs(), Diagnostics()) for kind in pack.kinds.values()
    }
    files = file_schema(kinds.values())
    return {
        "pack": pack_schema(),
        "file": files,
        "scenario": scenario_schema(),
        "translation": translation_form(files),
    }


def schema_of(path, schemas):
    folders = {"scenarios": "scenario", FOLDER: "translation"}
    return schemas["pack" if path.name == "pack.yaml" else folders.get(path.parent.name, "file")]


def data_of(path):
    return to_plain(read_yaml_text(path.read_text(encoding="utf-8"), "file", Diagnostics()))


@pytest.mark.parametrize("kind", ["pack", "file", "scenario", "translation"])
def test_our_own_files_fit(kind, schemas):
    """Without the full check, so that nothing waits for it; and it would find nothing."""
    schema = schemas[kind]
    own = {path: data_of(path) for path in some(FILES) if schema_of(path, schemas) is schema}
    assert own
    assert not [path for path, data in own.items() if not fits(data, schema) or list(faults(data, schema))]


def damaged(data, chance):
    """The same with something else somewhere in it."""
    if isinstance(data, dict) and data and chance.random() < 0.8:
        key = chance.choice(list(data))
        way = chance.random()
        if way < 0.15:
            return {other: value for other, value in data.items() if other != key}
        if way < 0.3:
            return {**data, chance.choice(["x", "name", "rules", "Not a key"]): chance.choice(ODD)}
        return {**data, key: damaged(data[key], chance)}
    if isinstance(data, list) and data and chance.random() < 0.8:
        place = chance.randrange(len(data))
        return [*data[:place], damaged(data[place], chance), *data[place + 1 :]]
    return chance.choice(ODD)


def test_what_fits_has_no_faults(schemas):
    chance = random.Random(3)
    fitting = 0
    trees = [(data_of(path), schema_of(path, schemas)) for path in chance.sample(FILES, 25)]
    for _ in range(400):
        data, schema = chance.choice(trees)
        data = damaged(data, chance)
        if fits(data, schema):
            fitting += 1
            assert not list(faults(data, schema))
    assert fitting > 20


KEYS = st.sampled_from(["a", "b", "name"])
LEAVES = (
    st.none() | st.booleans() | st.integers(-2, 3) | st.sampled_from([0.0, 1.0, 2.5, "", "a", "b", "name"])
)
ALIKE = st.lists(st.sampled_from([0, 1, 1.0, True, "a", []]), min_size=2, max_size=3)
DATA = ALIKE | st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=6,
)
TYPES = st.sampled_from(["object", "array", "string", "boolean", "integer", "number", "null"])
SIZES = st.integers(0, 2)


def of_words(inner):
    """Schemas of the words that are known, with others inside."""
    words = {
        "type": TYPES | st.lists(TYPES, min_size=1, max_size=2, unique=True),
        "properties": st.dictionaries(KEYS, inner, max_size=2),
        "additionalProperties": inner,
        "propertyNames": inner,
        "required": st.lists(KEYS, max_size=2, unique=True),
        "items": inner,
        "anyOf": st.lists(inner, min_size=1, max_size=2),
        "if": st.fixed_dictionaries({"required": st.lists(KEYS, max_size=1)}) | inner,
        "then": inner,
        "else": inner,
        "pattern": st.sampled_from(["^a", "m", "^$"]),
        "enum": st.lists(LEAVES, min_size=1, max_size=3),
        "minimum": st.integers(-1, 2),
        "maximum": st.integers(-1, 2),
        "uniqueItems": st.just(True),
    }
    sizes = [f"{end}{what}" for end in ("min", "max") for what in ("Items", "Length", "Properties")]
    every = [st.fixed_dictionaries({word: value}) for word, value in words.items()]
    every += [st.fixed_dictionaries({word: SIZES}) for word in sizes]
    return st.lists(st.one_of(every), min_size=1, max_size=3).map(
        lambda parts: {word: value for part in parts for word, value in part.items()}
    )


@settings(max_examples=part(4000))
@given(DATA, st.recursive(st.booleans() | of_words(st.booleans()), of_words, max_leaves=4))
def test_whatever_fits_any_schema_has_no_faults(data, schema):
    if fits(data, schema):
        assert not list(faults(data, schema))


@pytest.mark.parametrize(
    "word", ["$ref", "oneOf", "not", "const", "if", "uniqueItems", "format", "patternProperties"]
)
def test_words_that_are_not_known_are_left_to_the_full_check(word):
    assert not fits("x", {word: []})


def test_numbers_that_look_alike():
    assert not fits(True, {"type": "integer"})
    assert not fits(True, {"type": "number"})
    assert not fits(1, {"enum": [True]})
    assert not fits(1.0, {"type": "integer"})
    assert fits(1, {"type": ["string", "integer"], "minimum": 1, "maximum": 1})
