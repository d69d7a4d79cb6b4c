"""Whatever is given, checking it ends, and with findings instead of exceptions."""

import random
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lengths import part
from trying import checked, race, rules, shown, try_pack

from ruledsl import validate
from ruledsl.rules.check.lints.termination import MOST_DEEP

PACKS = Path(__file__).resolve().parents[3] / "rulesets"
OFTEN = settings(
    max_examples=part(25), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def codes(found):
    return {d.code for d in found}


# ── mutations of shipped packs ───────────────────────────────────────────────

WORDS = sorted(
    {
        word
        for path in PACKS.rglob("*.yaml")
        if "maps" not in path.parts
        for word in path.read_text("utf-8").split()
    }
)


def mutated(text, rng):
    """A text with one thing cut out, put in, exchanged or doubled."""
    at = rng.randrange(len(text) + 1)
    lines, words = text.split("\n"), text.split(" ")
    first, second = rng.randrange(len(lines)), rng.randrange(len(lines))
    words[rng.randrange(len(words))] = rng.choice(WORDS)
    return rng.choice(
        [
            text[:at] + text[at + rng.randrange(20) :],
            text[:at] + rng.choice(":[]{}#|\n\t'\"-+*()é\0$") + text[at:],
            " ".join(words),
            "\n".join([*lines[:first], lines[second], *lines[first:]]),
            "\n".join(lines[:first] + lines[first + 1 :]),
        ]
    )


@OFTEN
@given(seed=st.integers(0, 10**9), times=st.integers(1, 8))
def test_mutated_packs_are_checked(seed, times, tmp_path):
    rng = random.Random(seed)
    copy = tmp_path / "warcraft"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(PACKS / "warcraft", copy, ignore=shutil.ignore_patterns("scenarios", "playthroughs"))
    files = sorted(path for path in copy.rglob("*.yaml") if "maps" not in path.parts)
    for _ in range(times):
        file = rng.choice(files)
        file.write_text(mutated(file.read_text("utf-8"), rng), encoding="utf-8")
    found, _ = checked(str(copy))
    shown(found)


@OFTEN
@given(words=st.lists(st.sampled_from(WORDS) | st.sampled_from(["\n", "\n  ", "("]), max_size=30))
def test_any_words_are_checked(words, tmp_path):
    shown(try_pack(tmp_path, {"house.yaml": race(" ".join(words) or "x")})[0])


# ── size ─────────────────────────────────────────────────────────────────────


def test_questions_in_one_another_are_each_checked_once(tmp_path):
    text = "coins of (" * 40 + "turn_player" + ")" * 40
    found, _ = try_pack(tmp_path, {"a.yaml": rules(f"define x = {text}")})
    assert codes(found) == {"T001"}


# By what is asked or raised: its declarations, of which {0} is the number and {1} the next one, the last one, and what asks or raises the first one.
CHAINS = {
    "definitions": ("define a{0} = a{1} + 1", "define a{0} = 1", "income +a0"),
    "definitions in brackets": (
        "define a{0} = " + "(" * 45 + "a{1}" + " + 1)" * 45,
        "define a{0} = 1",
        "income +a0",
    ),
    "values": ("value a{0} = a{1} + a{1}", "value a{0} = 1", "income +a0"),
    "values by their rules": ("value a{0} = 1\na{0} +1 if a{1} is 7", "value a{0} = 1", "income +a0"),
    "events": (
        "event a{0} of people:\n  do a{1} of people",
        "event a{0} of people:\n  owner of people gains 1 coins",
        "after conquest: do a0 of people",
    ),
    "events in blocks": (
        "event a{0} of people:\n  for each region in regions:\n    for each player in players:\n      if round is 1:\n        do a{1} of people",
        "event a{0} of people:\n  owner of people gains 1 coins",
        "after conquest: do a0 of people",
    ),
    "permissions": (
        "permission a{0} of people\nforbid a{0} as shut if not (can a{1} of people)",
        "permission a{0} of people",
        "after conquest:\n  if can a0 of people: owner of people gains 1 coins",
    ),
}


def chained(tmp_path, kind, length):
    """What is found in a chain of such a length."""
    link, last, first = CHAINS[kind]
    lines = [link.format(i, i + 1) for i in range(length)]
    return try_pack(tmp_path, {"a.yaml": rules("\n".join([*lines, last.format(length), first]))})


@pytest.mark.parametrize("kind", CHAINS)
@pytest.mark.parametrize("length", [1, 20, 90, 400])
def test_chains_are_checked_or_too_deep(kind, length, tmp_path):
    found, program = chained(tmp_path, kind, length)
    assert codes(found) <= {"R003", "R043"}
    assert program is not None
    if length == 1:
        assert not found.has_errors, shown(found)
    if length >= MOST_DEEP // 2:
        assert "R003" in codes(found)
        assert all(one.span.file.endswith("a.yaml") for one in found)


def test_memories_that_are_written_from_one_another(tmp_path):
    text = "".join(f"remember a{i} of people: number\n" for i in range(401))
    text += "after conquest:\n" + "".join(
        f"  set a{i} of people to a{i + 1} of people + 1\n" for i in range(400)
    )
    found, program = try_pack(tmp_path, {"a.yaml": rules(text)})
    assert "R003" not in codes(found)
    assert program is not None


def test_a_long_circle_is_reported(tmp_path):
    text = "".join(f"define a{i} = a{(i + 1) % 1000} + 1\n" for i in range(1000))
    found, _ = try_pack(tmp_path, {"a.yaml": rules(text)})
    assert found.has_errors
    assert codes(found) <= {"R002", "R003"}


def test_many_unknown_names(tmp_path):
    text = "".join(f"define a{i} = b{i} + 1\n" for i in range(1000))
    found, _ = try_pack(tmp_path, {"a.yaml": rules(text)})
    assert codes(found) == {"N001"}


# ── folders that are none ────────────────────────────────────────────────────


@pytest.mark.parametrize("name", ["", "nowhere", "./nowhere", "\0", "a" * 5000, "/", ".", "..", "naïve/pack"])
def test_packs_that_are_not_there(name):
    assert checked(name)[0].has_errors


def test_a_folder_that_is_a_file(tmp_path):
    (tmp_path / "house").write_text("id: house")
    assert codes(checked(str(tmp_path / "house"))[0]) == {"P001"}


def test_a_folder_without_a_head(tmp_path):
    assert checked(f"{tmp_path}/")[0].has_errors


def test_a_head_that_is_a_folder(tmp_path):
    (tmp_path / "house" / "pack.yaml").mkdir(parents=True)
    assert checked(f"{tmp_path}/house/")[0].has_errors


def test_a_folder_that_holds_another_pack(tmp_path, monkeypatch):
    monkeypatch.setenv("RULEDSL_PACKS", str(tmp_path))
    (tmp_path / "caves").mkdir()
    (tmp_path / "caves" / "pack.yaml").write_text("id: caverns\nversion: 0.1.0\nlanguage: 1\nname: Caverns\n")
    assert "P016" in codes(try_pack(tmp_path, {}, requires=("caves",))[0])


@pytest.mark.parametrize(("variants", "code"), [({"nonsense": "on"}, "P007"), ({"weather": "snow"}, "P008")])
def test_variants_that_are_not_there(variants, code, tmp_path):
    text = "variants:\n  weather: {name: Weather, options: [sun, rain]}\n"
    assert codes(try_pack(tmp_path, {"a.yaml": text}, variants=variants)[0]) == {code}


def test_variants_that_can_be_read_in_too_many_ways(tmp_path):
    options = [f"o{number}" for number in range(20)]
    switched = "".join(
        f"  - when: {{weather: {option}}}\n    rules: conquest_cost +{number + 1} if round is 3\n"
        for number, option in enumerate(options)
    )
    text = (
        f"variants:\n  weather: {{name: Weather, options: [{', '.join(options)}]}}\nrules_when:\n{switched}"
    )
    try_pack(tmp_path, {"a.yaml": text})
    assert [d.code for d in validate(str(tmp_path / "house"))] == ["P017"]
