"""docs/cookbook.md: what is said of each recipe in words is what the program says, and one of each kind is played.

That each recipe is right is tried with the other blocks of the language (`test_language.py`).
"""

import json
import re
from pathlib import Path

import cookbook
from ruamel.yaml import YAML

import ruledsl
from ruledsl.base.diagnostics import render_text

TEXT = cookbook.PAGE.read_text(encoding="utf-8")
KINDS = re.findall(r"^## (.*)$", TEXT, re.MULTILINE)
FOR_ALL = "The whole game"
STORIES = YAML(typ="safe").load(Path(__file__).with_name("cookbook.yaml").read_text(encoding="utf-8"))


def test_there_are_enough_recipes_and_none_is_there_twice():
    wanted = re.findall(r"^\*I want (.*?)\.\*", TEXT, re.MULTILINE)
    assert len(wanted) == len(set(wanted)) >= 60
    assert len(cookbook.recipes(TEXT)) + TEXT.split(f"## {FOR_ALL}\n")[1].count("```rules pack") == len(
        wanted
    )


def test_words_are_those_of_the_program():
    assert cookbook.written(TEXT) == TEXT, "write them anew: python tests/docs/cookbook.py"


def test_each_kind_has_a_story():
    assert [*STORIES, FOR_ALL] == KINDS


def test_one_of_each_kind_is_played():
    wants = list(cookbook.recipes(TEXT))

    def tile(race):
        if not race.startswith("<"):
            return race
        (number,) = (n for n, want in enumerate(wants, 1) if want.startswith(race[1:-1]))
        section = TEXT[: TEXT.index(f"*I want {race[1:-1]}")].rpartition("\n## ")[2].splitlines()[0]
        assert section == kind
        return f"tile{number}"

    scenarios = {}
    for kind, story in STORIES.items():
        position = {"players": 2, "map": "small_world_2p", "phase": "conquests"}
        peoples = [story["position"].pop(name) for name in ("people", "enemy") if name in story["position"]]
        peoples = [people | {"race": tile(people["race"])} for people in peoples]
        steps = [
            {"cost": {"people": peoples[0]["race"]} | step["cost"]} if "cost" in step else step
            for step in story["steps"]
        ]
        scenarios[kind.lower().replace(" ", "_")] = {
            "about": kind,
            "position": position | story["position"] | {"peoples": peoples},
            "steps": steps,
        }
    texts = {"cookbook.yaml": cookbook.pack_of(cookbook.recipes(TEXT))}
    report = ruledsl.run_scenarios(
        "smallworld", texts=texts | {"scenarios/s.yaml": json.dumps({"scenarios": scenarios})}
    )
    assert report.passed, render_text([r.failure.diagnostic for r in report.results if r.failure])
    assert len(report.results) == len(STORIES)
