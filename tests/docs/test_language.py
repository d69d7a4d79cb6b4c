"""Every block of the pages that teach the language is tried, and their tables name what there is."""

from __future__ import annotations

import random
import re
from itertools import pairwise

import pytest
from doc_blocks import (
    DOCS,
    PAGES,
    blocks_of,
    builtin_reference,
    files_of,
    generated_part,
    message_of,
    shown,
    table_shapes,
    try_files,
)

import ruledsl
from ruledsl.author.testkit.runner import run_scenarios
from ruledsl.base.diagnostics import Diagnostics
from ruledsl.language.vocabulary.builtins import BUILTINS
from ruledsl.rules.packs.formatting import formatted

BLOCKS = [block for page in PAGES for block in blocks_of(page)]
KINDS = ("yaml", "rules", "text", "console", "{toctree}")
RIGHT = [block for block in BLOCKS if block.kind in ("yaml", "rules") and "wrong" not in block.flags]
WRONG = [(block, message) for block, message in pairwise(BLOCKS) if "wrong" in block.flags]


def test_every_block_is_of_a_kind_that_is_tried():
    assert not [str(block) for block in BLOCKS if block.kind not in KINDS]


@pytest.mark.parametrize("block", RIGHT, ids=str)
def test_block_is_right(block, tmp_path):
    pack, files = files_of(block)
    found = try_files(tmp_path, pack, files)
    # A line on its own may declare what nobody uses yet, and packs that are required answer for themselves.
    heeded = [
        f for f in found if f.severity == "error" or (block.kind == "yaml" and f.span.file.startswith(pack))
    ]
    assert not heeded, shown(heeded)


def is_scenario(block):
    return block.page.startswith("language/") and block.settings.get("file", "").startswith("scenarios/")


@pytest.mark.parametrize("block", list(filter(is_scenario, RIGHT)), ids=str)
def test_scenario_passes(block, tmp_path):
    pack, files = files_of(block)
    assert not try_files(tmp_path, pack, {**files, block.settings["file"]: block.text})
    report = run_scenarios(str(tmp_path / pack))
    assert report.passed, [str(failure.diagnostic) for failure in report.failures]


@pytest.mark.parametrize(("block", "message"), WRONG, ids=str)
def test_message_is_the_true_one(block, message, tmp_path):
    assert message.kind == "text"
    assert "error" in message.flags
    assert message_of(block, tmp_path).rstrip("\n") == message.text.rstrip("\n"), (
        "write it anew: python tests/docs/doc_blocks.py"
    )


WORDS = re.compile(r"\w+|[^\w\s]")


def test_layout_takes_nothing_from_what_the_pages_teach():
    """`fmt` may put brackets; those that are taught stay."""
    for text in dict.fromkeys(text for block in RIGHT for text in files_of(block)[1].values()):
        words = iter(WORDS.findall(formatted(text, "block.yaml", Diagnostics())))
        assert all(word in words for word in WORDS.findall(text)), text


# ── the race of your own ─────────────────────────────────────────────────────


@pytest.fixture
def beavers(tmp_path):
    """The finished pack of `first-race.md`, with its scenarios."""
    files = {
        b.settings["file"]: b.text
        for b in BLOCKS
        if b.page == "first-race.md" and b.settings.get("pack") == "beavers"
    }
    assert not try_files(tmp_path, "beavers", files)
    return str(tmp_path / "beavers")


@pytest.mark.parametrize("seed", range(3))
def test_first_race_can_be_played(beavers, seed):
    game = ruledsl.load(beavers).new_game(2, seed=seed)
    dice = random.Random(seed)
    while not game.over:
        game.choose(dice.randrange(len(game.decision.options)))
    assert "beavers" in game.rules.composition.tiles


def test_scenarios_of_first_race_pass(beavers):
    report = run_scenarios(beavers)
    assert not report.problems, shown(report.problems)
    assert len(report.results) == 3
    assert not [shown([result.failure.diagnostic]) for result in report.results if result.failure]


# ── the tables of what core asks and raises ──────────────────────────────────


@pytest.fixture(scope="module")
def core():
    return ruledsl.load("core").program


def shape(name, preps, params):
    """A name with its parameters, as one writes it."""
    return " ".join([name, *(f"{prep} {param.name}" for prep, param in zip(preps, params, strict=True))])


def shapes(found):
    return [shape(item.name, item.preps, item.params) for item in found]


def test_values_of_core(core):
    assert sorted(table_shapes("language/core.md", "values")) == sorted(shapes(core.values))


def test_definitions_of_core(core):
    plain = [d for d in core.defines if not d.is_predicate]
    predicates = [
        f"{d.params[0].name} is {shape(d.name, d.preps[1:], d.params[1:])}"
        for d in core.defines
        if d.is_predicate
    ]
    assert sorted(table_shapes("language/core.md", "definitions")) == sorted(shapes(plain) + predicates)


def test_events_of_core(core):
    events = [event for event in core.events if event.parent is None]
    assert sorted(table_shapes("language/core.md", "events")) == sorted(shapes(events))


def test_phases_of_core(core):
    phases = [f"{event.name} of {event.parent.name}" for event in core.events if event.parent]
    assert table_shapes("language/core.md", "phases") == phases


def test_actions_of_core(core):
    actions = [f"{a.name} of {a.target.name}" if a.target else a.name for a in core.actions]
    assert sorted(table_shapes("language/core.md", "actions")) == sorted(actions)


def test_prohibitions_of_core(core):
    named = [f"{p.name} as {f.reason}" for p in core.permissions for f in p.forbids]
    assert sorted(table_shapes("language/core.md", "prohibitions")) == sorted(named)


def test_memories_of_core(core):
    assert sorted(table_shapes("language/core.md", "memories")) == sorted(
        f"{m.name} on {m.on}" for m in core.memories
    )


def test_words_of_core(core):
    words = core.composition.words
    named = [
        *words.stages,
        *words.modes,
        *words.ways,
        *words.symbols,
        *words.piece_traits,
        *words.tile_traits,
        *core.composition.kinds,
        *core.composition.decks,
        *core.composition.dice,
    ]
    assert sorted(table_shapes("language/core.md", "words")) == sorted(named)


# ── the reference of questions ───────────────────────────────────────────────


def test_reference_of_questions_is_up_to_date():
    source = (DOCS / "language/questions.md").read_text(encoding="utf-8")
    made = builtin_reference()
    assert generated_part(source, "questions") == made, "write it anew: python tests/docs/doc_blocks.py"
    assert all(builtin.doc in made for builtin in BUILTINS)
