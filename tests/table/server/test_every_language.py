"""In a language in which every letter has an accent nothing has none: what has, was forgotten, or nobody can translate it.

What is said in a real language is whole where no text of a pack lacks that language; the browser's tests look at what a page says itself.
"""

import json
import re

import pytest
from lengths import WHOLE

from ruledsl.base.diagnostics import Diagnostics
from ruledsl.play.naming.languages import LANGUAGES, PSEUDO
from ruledsl.rules.packs.folders.find import official_folder
from ruledsl.rules.packs.loading import load_packs
from ruledsl.table.server.views.things import read_by_players

PLAIN = re.compile(r"[A-Za-z]{2,}")
PACKS = {
    "smallworld": ["smallworld"],
    "underground": ["underground"],
    "warcraft": ["warcraft"],
    "crossover": ["crossover"],
    "sky": ["smallworld", "cursed", "sky_islands", "spiders_web", "leaders"],
}
FOR_MACHINES = frozenset(
    "type coins table language languages id key kind kinds place rule seat action svg option options made places shape cut emblem symbol colour who "
    "version rules_language pack terrain traits borders holder race power stage people requires source ends dropped value region".split()
)
"""What is said under these names is for the page, not for people."""
IN_ENGLISH = frozenset(["rules"])
"""Rules in words are English where a pack has no texts for them; the page says so."""
DECLARED = re.compile(r"^ *(?:value|define(?: [a-z_]+(?: \([a-z_ ]+\))? is)?) ([a-z_]+)", re.MULTILINE)


def untold(message, path=""):
    """The texts in a message that nobody has translated, by where they stand."""
    if isinstance(message, dict):
        for key, part in message.items():
            if key not in FOR_MACHINES | IN_ENGLISH:
                yield from untold(part, f"{path}.{key}")
    elif isinstance(message, list):
        for part in message:
            yield from untold(part, path)
    elif isinstance(message, str) and PLAIN.search(message):
        yield path, message


def questions(data):
    """What is asked of numbers that can be asked."""
    if isinstance(data, list):
        return [why for one in data for why in questions(one)]
    if not isinstance(data, dict):
        return []
    own = [data["why"]] if isinstance(data.get("why"), dict) and "args" in data["why"] else []
    return own + [why for one in data.values() for why in questions(one)]


@pytest.mark.parametrize("name", PACKS if WHOLE else ["crossover"])
def test_everything_that_a_table_says_can_be_translated(at_desk, name):
    async def work(desk):
        visitor, table = await desk.table("mine", "mine", packs=PACKS[name])
        page = await visitor.open(table, PSEUDO)
        ids = {*page.last["table"]["tiles"], *page.last["table"]["pieces"]}
        for turn in range(60 if WHOLE else 15):
            if page.view["over"]:
                break
            await page.say("brings", made=page.view["made"])
            for region in list(page.view["regions"])[turn % 9 :: 9]:
                await page.say("region", region=region)
            for why in questions(page.view) if turn % 14 == 13 else ():
                await page.say("why", **why)
            await page.choose(seed=name)
        await page.say("plots")
        await page.say("story")
        said = [found for text in page.heard for found in untold(json.loads(text))]
        assert [(path, text) for path, text in said if text not in ids and "@" not in text] == []

    at_desk(work)


def test_shipped_packs_speak_every_language():
    """Names, summaries, and what players read: whole in each language; what a number is made of has a name; pieces and variants say what they do."""
    lacking, silent = [], []
    for pack in load_packs(
        [folder.parent.name for folder in official_folder().glob("*/pack.yaml")], Diagnostics()
    ):
        texts = list(read_by_players(pack))
        silent += [
            id_ for id_, piece in pack.pieces.items() if not (piece.summary or pack.tiles[piece.tile].summary)
        ]
        silent += [id_ for id_, variant in pack.variants.items() if not variant.summary]
        called = [names for rule in pack.rules for names in DECLARED.findall(rule.text)]
        texts += [
            (name, pack.texts.get(f"value.{name}") or pack.texts.get(f"called.{name}", {})) for name in called
        ]
        lacking += [
            (pack.id, id_, language) for id_, names in texts for language in set(LANGUAGES) - set(names)
        ]
    assert sorted(set(lacking)) == []
    assert silent == []
