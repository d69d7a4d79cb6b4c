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
  said: Each turn you earn 1 coin more for each region you have conquered this turn and that is the first region.
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
- rule: "after turn: you pays (luck of me) coins to player"
  said: After a player's turn, you pay the player as many coins as your luck.
- rule: my income +(hand of me + coins of you but at most 2)
  said: Each turn you earn as many coins more as (the number of tokens in your hand plus your coins), but at most 2.
- rule: my income +(hand of me but at most 2 - round)
  said: Each turn you earn as many coins more as the number of tokens in your hand, but at most (2 minus the current round).
- rule: my region_income at least 0
  said: Each of your regions earns at least 0 coins.
- rule: my income +(number of neighbours of (regions where it is mountain) where can conquer of it by me)
  said: Each turn you earn 1 coin more for each region next to a mountain region and that you can conquer.
- rule: my income +1 if hand of me is more than luck of me
  said: Each turn you earn 1 coin more if you have more tokens in hand than your luck.
- rule: my income +1 if hand of me is more than number of regions of me
  said: Each turn you earn 1 coin more if you have more tokens in hand than the number of regions you hold.
- rule: "after decline if people is enemy of me:\\n  for each shared in regions of people where it is in regions of me: you gains 1 coins"
  said: After an enemy goes into decline, for each region the enemy holds and you hold, you gain 1 coin.
- rule: "before my redeployment:\\n  for each camp in regions of me:\\n    do parting of me from camp by me with (tokens of me in camp) as gone"
  said: Before you redeploy, for each region you hold, lose (the number of your tokens in the region) tokens in the region.
- rule: "before eviction if attacker is me and not (returning of people in region): you gains 1 coins"
  said: Before a race loses a region to you, unless the race's other tokens in the region come back to hand when it is lost, you gain 1 coin.
- rule: "after my parting if way is conquered and doer is me: you gains 1 coins"
  said: When tokens of yours leave a region, if it happens by a conquest and whoever does it is you, you gain 1 coin.
- rule: "after my redeployment:\\n  choose camp from regions of me\\n  if camp is none: you gains 1 coins"
  said: After you redeploy, choose a region you hold. If there is none, you gain 1 coin.
- rule: toll +2 if holder of region is me and people is enemy of me
  said: Before attacking a region you hold, an enemy pays 2 coins more, to you.
- rule: my income +(number of regions where (conquest_cost of me for it + 1) / 2 is at most hand of me)
  said: Each turn you earn 1 coin more for each region where half of (what it costs you plus 1), rounded down is at most
    the number of tokens in your hand.
- rule: "after my conquest if region is in conquered of me and region is in regions of me:\\n\\
    \\  choose camp from conquered of me where holder of it is me"
  said: After you conquer a region that you have conquered this turn, if you hold the region,
    choose a region you have conquered this turn and you hold (the camp).
- rule: my income +1 if (if round is 2 then hand of me is 1 else coins of you is 1)
  said: Each turn you earn 1 coin more if (you have exactly 1 token in hand if the current round is 2, otherwise you have exactly 1 coin).
- rule: "after my turn:\\n  do advance_payment of (number of regions of me) to you"
  said: After your turn, gain (the number of regions you hold) coins, which count for this turn.
- rule: my income +(number of regions where (if round is 2 then holder of it is none or holder of it is enemy of me
    else stage of holder of it is declined))
  said: Each turn you earn 1 coin more for each region where (either nobody holds it or it is held by an enemy if the current round is 2,
    otherwise it is held by a race in decline).
- rule: my bound at least tokens of people in region
  said: In each region, you must leave at least all your tokens.
- rule: "after my redeployment:\\n  let mute be hand of me is 1\\n  let deaf be hand of me is 2\\
    \\n  you gains 1 coins\\n  if mute and not deaf: you gains 1 coins"
  said: "After you redeploy, note “mute” if you have exactly 1 token in hand. Note “deaf” if you have exactly 2 tokens in hand. You gain 1 coin.
    If “mute” applies and “deaf” does not apply, you gain 1 coin."
- rule: "remember camps of people: set of region secret\\nafter my redeployment: set camps of me to regions of me"
  said: After you redeploy, your camps becomes the regions you hold (in secret).
- rule: "define hosts of region to people = holder of region is enemy of people and round is 2\\nmy conquest_cost -1 if hosts of region to me"
  said: |-
    A region is hosts to a race if the region is held by an enemy of the race and the current round is 2.
    Each region that is hosts to you costs you 1 token less to conquer.
- rule: "after my turn: do waking of me in first of regions\\nevent waking of people in region:\\n  owner of people gains 1 coins"
  said: |-
    After your turn, your waking in the first region takes place.
    “your waking in a region” means: you gain 1 coin.
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
    assert said == [case["said"].split("\n") for case in CASES]


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
