"""What is said of a rule says what it does: two rules of one shape that do different things are never said in the same words.

A sentence is read back by what it could have come from: the rule itself, and the rule with any one thing changed in it (`variations.py`),
a condition, a target or an operand left out, two exchanged, brackets elsewhere. Where both come to the same in every world that can be made up
(`meaning.py`) they may be said alike; anywhere else a reader could not tell which one the sentence means. For the rules of shipped tiles
`test_every_clause.py` does that; here are rules that nobody wrote, and those that were said wrongly once.
"""

import random

import made_up
import pytest
from lengths import part
from ruamel.yaml import YAML
from variations import rule_variants

from ruledsl.base.diagnostics import Diagnostics, render_text
from ruledsl.play.explain.log import Bookkeeping
from ruledsl.play.explain.wording.described import InWords, Telling
from ruledsl.play.explain.wording.sentence import Sentence
from ruledsl.play.naming.nouns import Naming
from ruledsl.rules.check.checker import check
from ruledsl.rules.packs import load_packs
from ruledsl.rules.packs.compose import compose

HEAD = "id: house\nversion: 0.1.0\nlanguage: 1\nname: House\nrequires: {smallworld: '>=0.1'}\n"
RACE = "  {}:\n    name: Newts\n    number: 5\n    tray: 10\n    rules: |\n"
SAID = """
- rule: my reach also regions where hops of it to (regions of me) through (regions of cavern) is at most 2
  said: You can also attack all regions that are at most 2 steps from regions you hold through regions with a cavern.
- rule: "after my conquest if round is 3: end game lost by opponents of you"
  said: After you conquer a region, if the current round is 3, the game ends, and it is lost for opponents.
- rule: permit my conquer despite immune if some kind in pieces of region where not (immune of region despite kind)
  said: You can conquer a region if there is a piece of the region that the region is not immune without, even if the region is immune.
- rule: my income +(income of me despite this)
  said: Each turn you earn as many coins more as what you earn this turn without this tile (not counting such rules).
- rule: forbid abandon as homesick if people is me and region is farmland
  said: You cannot abandon a farmland region.
- rule: forbid abandon as homesick if people is enemy of me and region is in neighbours of (regions of me)
  said: An enemy cannot abandon a region next to a region you hold.
- rule: forbid my abandon as homesick if region is farmland and round is 3
  said: You cannot abandon a farmland region if the current round is 3.
- rule: my income +(10 - (round - luck of me))
  said: Each turn you earn as many coins more as 10 minus (the current round minus your luck).
- rule: my income +(10 - round - luck of me)
  said: Each turn you earn as many coins more as 10 minus the current round minus your luck.
- rule: my income +(6 / (round * 2))
  said: Each turn you earn as many coins more as 6 divided by (the current round times 2).
- rule: my income +(3 * (luck of me / round * hand of me))
  said: Each turn you earn as many coins more as 3 times (your luck divided by the current round times the number of tokens in your hand).
- rule: my income +1 if hand of me is 3 and (not (not (not (coins of you is 4 or round is 2))))
  said: Each turn you earn 1 coin more if you have exactly 3 tokens in hand, you have other than 4 coins and the current round is not 2.
- rule: "after turn if not (player is assailant of you): you gains 1 coins"
  said: After a player's turn, unless the player has attacked you this turn, you gain 1 coin.
- rule: my region_income +1 if region is hill or round is 3 or coins of you is 3
  said: Each of your regions earns 1 coin more if either the region is hill, the current round is 3 or you have exactly 3 coins.
- rule: my income +1 if not (round is 2 and round is 3) or coins of you is 3
  said: Each turn you earn 1 coin more if either the current round is not 2, the current round is not 3 or you have exactly 3 coins.
- rule: my income +1 if (round is 2 or coins of you is 4) and hand of me is 3
  said: Each turn you earn 1 coin more if either the current round is 2 or you have exactly 4 coins and you have exactly 3 tokens in hand.
- rule: my income +1 if round is 2 or (coins of you is 4 and hand of me is 3)
  said: Each turn you earn 1 coin more if either the current round is 2 or (you have exactly 4 coins and you have exactly 3 tokens in hand).
- rule: "after my conquest: move (tokens of me in region) token of me from tray to region"
  said: "After you conquer a region, move 1 token from the tray to the region for each of your tokens in the region."
- rule: my income +(sum of round over regions of me)
  said: Each turn you earn as many coins more as the total of the current round for each of the regions you hold.
- rule: my income +(sum of (lowest of round over regions of me) over regions of me)
  said: Each turn you earn as many coins more as the total of the lowest of the current round for each of the regions you hold
    for each of the regions you hold.
- rule: my income +(number of (conquered of me) where it is first of regions)
  said: Each turn you earn 1 coin more for each region you have conquered this turn that is the first region.
- rule: my income +(number of regions of me where (some other in neighbours of it where other is mountain and it is hill))
  said: Each turn you earn 1 coin more for each hill region you hold next to a mountain region.
- rule: my income +(number of regions of me
    where (some other in neighbours of it where other is mountain) and (some third in neighbours of it where third is swamp))
  said: Each turn you earn 1 coin more for each region you hold next to a mountain region and next to a swamp region.
- rule: my income +(number of regions of me
    where (some other in neighbours of it where other is mountain and (some third in neighbours of other where third is swamp)))
  said: Each turn you earn 1 coin more for each region you hold next to a mountain region next to a swamp region.
- rule: my income +(number of regions where (some other in neighbours of it where other is mountain) and it is in regions of me and it is not hill)
  said: Each turn you earn 1 coin more for each region you hold next to a mountain region and that is not hill.
- rule: my income +(number of regions
    where (some other in neighbours of it where (some third in neighbours of other where terrain of third is terrain of it)))
  said: Each turn you earn 1 coin more for each region next to a region next to a region with the same terrain as the first one.
- rule: my income +(number of home in regions of me where home is first of (regions of me where board of it is board of home))
  said: Each turn you earn 1 coin more for each different island among regions you hold.
- rule: my income +(number of home in regions of me where home is first of (regions of me where board of home is board of home))
  said: Each turn you earn 1 coin more for each region you hold and that is the first region you hold and where the other one's island
    is the other one's island.
- rule: "instead of my redeployment:\\n  you gains 1 coins\\n  proceed"
  said: "When you redeploy, this happens instead: you gain 1 coin, then it happens all the same."
"""
CASES = YAML(typ="safe").load(SAID)


def indented(text, by):
    """Its lines, further in."""
    return "".join(f"{' ' * by}{line}\n" for line in text.rstrip("\n").split("\n"))


def programmed(folder, **races):
    """The program of races with these rules."""
    home = folder / "house"
    home.mkdir()
    (home / "pack.yaml").write_text(HEAD, encoding="utf-8")
    written = f"rules: |\n{indented(made_up.HEAD, 2)}races:\n"
    for race, texts in races.items():
        written += RACE.format(race) + indented("\n".join(texts), 6)
    (home / "a.yaml").write_text(written, encoding="utf-8")
    diagnostics = Diagnostics()
    program = check(compose(load_packs([str(home)], diagnostics), {}, diagnostics), diagnostics)
    assert not diagnostics.has_errors, render_text(diagnostics)
    return program


def test_what_was_said_wrongly_once(tmp_path):
    races = {f"newts_{n}": [case["rule"]] for n, case in enumerate(CASES)}
    words = InWords(programmed(tmp_path, **races), Naming())
    said = [words.sentences(race) for race in races]
    assert said == [[case["said"]] for case in CASES]


@pytest.mark.parametrize("seed", range(part(160, 80)))
def test_rules_that_nobody_wrote_say_what_they_do(seed, tmp_path):
    texts = made_up.clauses(random.Random(seed), part(30, 2), 2 + seed % 2)
    program = programmed(tmp_path, newts=texts)
    books, naming, found = Bookkeeping(program), Naming(), []
    for rule in Telling(program).of("newts"):
        usual = Sentence(program, naming, rule, books).told()
        for what, name, value in rule_variants(rule, program, books):
            if name == "origin":  # in which stages it is in force is said around the sentence
                continue
            kept = getattr(rule, name)
            setattr(rule, name, value)
            if Sentence(program, naming, rule, books).told() == usual:
                found.append(f"{what}: {rule.origin.span.line}: {usual}")
            setattr(rule, name, kept)
    assert not found, "\n".join(found)
