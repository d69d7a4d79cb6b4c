"""What is suggested is tried first: pairs of what is written and what is suggested, and faults of people, for which no suggestion misleads."""

import pytest
from lengths import WHOLE, some

from benchmarks.mistakes.people.faults import faults, judged
from ruledsl.base.diagnostics.diagnostic import applied
from ruledsl.play.loading import fresh
from ruledsl.play.loading.validating import validate

HEAD = "id: {id}\nversion: 0.1.0\nlanguage: 3\nname: Moles\nrequires: {{{requires}}}\n"
SMALL_WORLD = 'smallworld: ">=0.1"'
PIECE = '    pieces: {burrow: {name: Burrow, supply: 3, symbol: "o", rules: here defence +1}}\n'
RACE = "races:\n  moles:\n    name: Moles\n    number: 5\n    tray: 12\n    rules: |\n"
BURROW = RACE.replace("    rules:", f"{PIECE}    rules:")

MENDED = {
    # one mistake behind another: both are put right at once
    "when I conquer a hill: you gain 1 coin": "after my conquest if region is hill: you gain 1 coin",
    "after my conquering: you gain 1 coin": "after my conquest: you gain 1 coin",
    "before my redeploy: you gain 1 coin": "before my redeployment: you gain 1 coin",
    # what is neither one nor the other
    "my region_income +1 if region is not swamp or hill": "my region_income +1 if region is not swamp and region is not hill",
    "my region_income +1 if region is swamp or hill": "my region_income +1 if region is swamp or region is hill",
    "my conquest_cost -1 if region is swamp, hill or forest": "my conquest_cost -1 if region is swamp or region is hill or region is forest",
    # in the form of the declaration
    "my conquest_cost -1 if region is swamp or coastal region": "my conquest_cost -1 if region is swamp or region is coastal",
    "my region_income +1 if forest region": "my region_income +1 if region is forest",
    "my region_income +1 if coastal": "my region_income +1 if region is coastal",
    "my conquest_cost -1 if region is enemy": "my conquest_cost -1 if holder of region is enemy of me",
    "my conquest_cost -1 if region is empty": "my conquest_cost -1 if holder of region is none",
    # known elsewhere
    "permit my conquer despite sea": "permit my conquer despite waters",
    "after my mustering: move 2 moles from tray to hand": "after my mustering: move 2 tokens of me from tray to hand",
    "my income +(number of regions of me where region is hill)": "my income +(number of regions of me where it is hill)",
    # what programmers write
    "my income +1 if me.hand is 2": "my income +1 if hand of me is 2",
    "my income += 1": "my income +1",
    "my conquest_cost -= 1 if region is hill": "my conquest_cost -1 if region is hill",
    "reduce my conquest_cost by 1 if region is hill": "my conquest_cost -1 if region is hill",
    "my conquest_cost 1 less if region is hill": "my conquest_cost -1 if region is hill",
    "their conquest_cost -1 if region is hill": "my conquest_cost -1 if region is hill",
    "prevent my losses": "my losses becomes 0",
    "my income +(number of forests of me)": "my income +(number of regions of me where it is forest)",
    # what rulebooks say
    "after my battle if region is hill: you gain 1 coin": "after my conquest if region is hill: you gain 1 coin",
    "after my reinforcement: you gain 1 coin": "after my last_attack: you gain 1 coin",
    "after conquering a hill: you gain 1 coin": "after my conquest if region is hill: you gain 1 coin",
    "if I conquer a hill: you gain 1 coin": "after my conquest if region is hill: you gain 1 coin",
    "each time I conquer a hill: you gain 1 coin": "after my conquest if region is hill: you gain 1 coin",
    "after my conquest: you score 1 point": "after my conquest: you gain 1 coin",
    "after my conquest: you gain coin": "after my conquest: you gain 1 coin",
    "after my mustering: move 2 troops of me from tray to hand": "after my mustering: move 2 tokens of me from tray to hand",
    "my cost -1 if region is hill": "my conquest_cost -1 if region is hill",
    "my cost_of_conquest -1 if region is hill": "my conquest_cost -1 if region is hill",
    "my bonus +1 if region is hill": "my region_income +1 if region is hill",
    "my victory_points +1": "my income +1",
    "my conquest_cost -1 if owner of region is none": "my conquest_cost -1 if holder of region is none",
    "my conquest_cost -1 if region is occupied": "my conquest_cost -1 if holder of region is not none",
    "my conquest_cost -1 if holder of region is opponent": "my conquest_cost -1 if holder of region is enemy of me",
    "my conquest_cost -1 if holder of region is in decline": "my conquest_cost -1 if stage of holder of region is declined",
    "my region_income +1 if active": "my region_income +1 if stage of me is active",
    "my region_income +1 if region is woods": "my region_income +1 if region is forest",
    "my region_income +1 if not hill": "my region_income +1 if region is not hill",
    "my region_income +1 if region is neither hill nor forest": "my region_income +1 if region is not hill and region is not forest",
    "my region_income +1 if region adjacent to forest": "my region_income +1 if some neighbours of region where it is forest",
    "my income +(number of regions of me next to lake)": "my income +(number of regions of me where (some neighbours of it where it is lake))",
    "my income of me +1": "my income +1",
    # where conditions belong
    "after my conquest: you gain 1 coin if region is hill": "after my conquest if region is hill: you gain 1 coin",
    "after my conquest if round is 1: you gain 1 coin if region is mine": "after my conquest if round is 1 and region is mine: you gain 1 coin",
    "conquest_cost +1 if border of region with first of regions is none": "conquest_cost +1 if border between region and first of regions is none",
    # where brackets belong
    "my income +1 if some sites of fortress and not (round is 1)": "my income +1 if (some sites of fortress) and not (round is 1)",
}

ACTION = "action dig of region\n  {}during conquests\n  once per turn\n  do: move 1 burrow from box to region"
MENDED |= {
    # whole phrases, of which no single word is wrong
    "my income +1 unless in decline": "my income +1 if stage of me is not declined",
    "my income +1 if I have at least 5 regions": "my income +1 if number of regions of me is at least 5",
    "my income +2 if I have 3 hills": "my income +2 if (number of regions of me where it is hill) is at least 3",
    "my income +2 if more than 3 regions": "my income +2 if number of regions of me is more than 3",
    "my income +half number of regions of me": "my income +half of (number of regions of me)",
    "my income +1 for each hill": "my income +number of regions of me where it is hill",
    "my income +number of hills": "my income +number of regions of me where it is hill",
    "my conquest_cost -1 on a hill": "my conquest_cost -1 if region is hill",
    "my conquest_cost -1 if in hill": "my conquest_cost -1 if region is hill",
    "after conquest by me: you gain 1 coin": "after my conquest: you gain 1 coin",
    "after every conquest: you gain 1 coin": "after my conquest: you gain 1 coin",
    "after i conquer region: you gain 1 coin": "after my conquest: you gain 1 coin",
    "after my conquest: you gain 1": "after my conquest: you gain 1 coin",
    "after my conquest: my coins +1": "after my conquest: you gain 1 coin",
    "after my turn: gain 1 coin for each hill": "after my turn: you gain (number of regions of me where it is hill) coins",
    "my no losses": "my losses becomes 0",
    "my reach also all regions": "my reach also regions",
    # what has no change, no name, or nothing that it lifts
    "my regions immune": "immune becomes yes if holder of region is me",
    "here immune": "immune becomes yes if holder of region is me",
    "my immune becomes yes if region is hill": "immune becomes yes if holder of region is me and region is hill",
    "forbid enemy conquer": "forbid conquer as enemy if people is enemy of me",
    "forbid my conquer if region is hill": "forbid my conquer as hill if region is hill",
    "permit my conquer if region is sea": "permit my conquer despite waters if region is sea",
    "permit my conquer of lake": "permit my conquer despite waters",
    # stages
    "my region_income +1 in decline": "declined: my region_income +1",
    "if in decline: my region_income +1": "declined: my region_income +1",
    "my region_income +1 if declined": "declined: my region_income +1",
    "my region_income +1 even in decline": "always: my region_income +1",
    # what the declaration of an event says
    "after conquest of region by people: you gain 1 coin": "after conquest: you gain 1 coin",
    "before my decline of people: you gain 1 coin": "before my decline: you gain 1 coin",
    # several for one, and sets for numbers
    "my income +2 if regions of me >= 3": "my income +2 if number of regions of me is at least 3",
    "after my conquest: opponents of you pay 1 coin to you": "after my conquest:\n  for each player in opponents of you: player pays 1 coin to you",
    "my reach +regions": "my reach also regions",
    # pieces
    "after my conquest: move burrow to region": "after my conquest: move 1 burrow from box to region",
    "after my conquest: move burrow from box to region": "after my conquest: move 1 burrow from box to region",
    "after my conquest: place burrow": "after my conquest: move 1 burrow from box to region",
    "after my conquest: add burrow to region": "after my conquest: move 1 burrow from box to region",
    "after my conquest: region gets burrow": "after my conquest: move 1 burrow from box to region",
    "my conquest_cost -1 if region borders burrow": "my conquest_cost -1 if some neighbours of region where it has burrow",
    "my income +number of burrow": "my income +sum of (amount of burrow in it) over regions of me",
    ACTION.format(""): ACTION.format("from regions of me\n  "),
}
MENDED |= {
    # what lies beside a region
    "my region_income +1 if region borders a lake": "my region_income +1 if some neighbours of region where it is lake",
    "my region_income +1 if region borders lake and round is 1": "my region_income +1 if (some neighbours of region where it is lake) and round is 1",
    "my region_income +1 if region does not border lake": "my region_income +1 if not (some neighbours of region where it is lake)",
    "my region_income +1 if region is hill and borders lake": "my region_income +1 if region is hill and some neighbours of region where it is lake",
    "my region_income +1 if borders lake": "my region_income +1 if some neighbours of region where it is lake",
    "my income +number of regions of me where it borders lake": "my income +number of regions of me where (some neighbours of it where it is lake)",
    "region borders lake: my region_income +1": "my region_income +1 if some neighbours of region where it is lake",
    # in which rounds
    "my income +1 in round 1 to 3": "my income +1 if round is at least 1 and round is at most 3",
    "my income +1 if round is 1 to 3": "my income +1 if round is at least 1 and round is at most 3",
    "my region_income +1 if region is hill in round 1": "my region_income +1 if region is hill and round is 1",
    "my income +1 from round 3 on": "my income +1 if round is at least 3",
    "my income +1 after round 3": "my income +1 if round is more than 3",
    "in rounds 1 to 3: my income +1": "my income +1 if round is at least 1 and round is at most 3",
    "after my conquest in round 2: you gain 1 coin": "after my conquest if round is 2: you gain 1 coin",
    # all of them
    "after my conquest: move all burrow in region to box": "after my conquest: move all burrow from region to box",
    "after my conquest: move all of the burrows to box": "after my conquest: move all burrow to box",
    "after my conquest: move all my burrows to box": "after my conquest: move all burrow to box",
    # when
    "my region_income +1 if region is forest while in decline": "declined: my region_income +1 if region is forest",
    "during redeployment: you gain 1 coin": "after my redeployment: you gain 1 coin",
    "once per turn: you gain 1 coin": "after my turn: you gain 1 coin",
    # what needs lines of its own
    "after my conquest: you may gain 1 coin": "after my conquest:\n  may gain_1_coin: you gain 1 coin",
    "after my conquest:\n  you may gain 1 coin": "after my conquest:\n  may gain_1_coin: you gain 1 coin",
    "after my conquest: you may move 1 burrow from box to region": "after my conquest:\n  may move_1_burrow: move 1 burrow from box to region",
    "after my conquest: if region is hill: you gain 1 coin": "after my conquest:\n  if region is hill: you gain 1 coin",
}
LIMITED = """remember paid of people: flag until turn
after my conquest if {}not paid of me:
  set paid of me to yes
  you gain 1 coin"""
MENDED |= {
    "after my conquest once per turn: you gain 1 coin": LIMITED.format(""),
    "after my conquest: you gain 1 coin once per turn": LIMITED.format(""),
    "after my conquest if region is hill or region is swamp once per turn: you gain 1 coin": LIMITED.format(
        "(region is hill or region is swamp) and "
    ),
}
PAID = "before my conquest if holder of region is enemy of me: you pay 1 coin to owner of holder of region"
EACH_OTHER = "\n  for each player in opponents of you: "
MENDED |= {
    # whom they pay
    "after my conquest: pay 1 coin to enemy": PAID,
    "after my conquest: you pay 1 coin to enemy": PAID,
    "after my conquest: you pay 1 coin to the opponent": PAID,
    "after my conquest if region is hill: pay 1 coin to enemy": PAID.replace("me:", "me and region is hill:"),
    "after my conquest: take 1 coin from the enemy": PAID.replace(
        "you pay 1 coin to owner of holder of region", "owner of holder of region pays 1 coin to you"
    ),
    "after my turn: you pay 1 coin to opponents of you": f"after my turn:{EACH_OTHER}you pay 1 coin to player",
    "after my conquest:\n  opponents of you pay 1 coin to you": f"after my conquest:{EACH_OTHER}player pays 1 coin to you",
    "my conquest_cost -1 if enemy": "my conquest_cost -1 if holder of region is enemy of me",
    # a stage behind a terrain
    "my region_income +1 if region is hill in decline": "declined: my region_income +1 if region is hill",
}
UNPLACED = {"R026", "R061"}
"""What is said of a piece that no rule of the race places."""

POWER = "powers:\n  digging:\n    name: Digging\n    number: 4\n{}    rules: my income +1\n"
FILES = {
    # by the file: what is written, and what is suggested
    "powers/digging.yaml": (POWER.format("    tray: 9\n"), POWER.format("")),
    "digging.yaml": (POWER.format("    tray: 9\n"), POWER.format("    tray: 9\n").replace("powers", "races")),
}
"""A key of races under `powers`: in a folder `powers` the key is wrong, elsewhere the table."""

NOT_MENDED = (
    # a word that says more must not get lost
    "after my first conquest: you gain 1 coin",
    "after enemy conquest: you gain 1 coin",
    "prevent my swept",  # `forbid` would fit the words, and 0 would be no flag
    "my income +(1 if some regions of me where it is hill else 0)",  # no bracket is missing
    "after my conquest once per round: you gain 1 coin",  # no event, and a colon would make it worse
)


@pytest.fixture
def found(tmp_path):
    def of(rules, requires=SMALL_WORLD, name="moles"):
        folder = tmp_path / name
        folder.mkdir(exist_ok=True)
        (folder / "pack.yaml").write_text(HEAD.format(id=name, requires=requires))
        lines = "".join(f"      {line}\n" for line in rules.split("\n"))
        text = (BURROW if "burrow" in rules else RACE) + lines
        (folder / "moles.yaml").write_text(text)
        return validate(str(folder)), text

    return of


@pytest.mark.parametrize("written", MENDED)
def test_the_first_suggestion_puts_the_line_right(found, written):
    findings, text = found(written)
    fix = next(one.correction for one in findings if one.correction)
    mended = applied(text, [fix]).partition("rules: |\n")[2].replace("\n      ", "\n").strip()
    assert mended == MENDED[written]
    left = found(mended)[0]
    assert [one for one in left if one.code not in UNPLACED or "burrow" not in written] == []


@pytest.mark.parametrize("file", FILES)
def test_the_first_suggestion_puts_the_file_right(tmp_path, file):
    written, meant = FILES[file]
    folder = tmp_path / "moles"
    (folder / file).parent.mkdir(parents=True)
    (folder / "pack.yaml").write_text(HEAD.format(id="moles", requires=SMALL_WORLD))
    (folder / file).write_text(written)
    fix = next(one.correction for one in validate(str(folder)) if one.correction)
    assert applied(written, [fix]) == meant


@pytest.mark.parametrize("written", NOT_MENDED)
def test_what_would_not_help_is_not_suggested(found, written):
    findings, _ = found(written)
    assert findings
    assert [one for one in findings if one.correction] == []


def test_a_word_of_an_installed_pack_is_required(found):
    findings, _ = found("my region_income +1 if region is forest", 'core: ">=0.1"')
    (one,) = [one for one in findings if one.code == "N001"]
    assert "`forest` is of `smallworld`: add it to `requires`" in one.help
    assert one.correction.span.file.endswith("pack.yaml")
    head = HEAD.format(id="moles", requires='core: ">=0.1"')
    assert applied(head, [one.correction]) == HEAD.format(id="moles", requires=SMALL_WORLD)


def test_a_name_that_does_not_put_the_line_right_is_told(found):
    (one,) = [one for one in found("my income +defense")[0] if one.severity == "error"]
    assert one.correction is None
    assert "If `defence` is meant" in one.help


def test_a_condition_with_an_error_is_not_said_to_be_constant(found):
    assert [one.code for one in found("my conquest_cost -1 if region is enemy")[0]] == ["T002"]


def test_a_limit_on_a_trigger_is_explained(found):
    (one,) = found("after my conquest once per turn: you gain 1 coin")[0]
    assert "belongs to an `action`" in one.message
    assert "remember paid of people: flag until EVENT" in one.help


PEOPLE = some(faults())


@pytest.mark.parametrize("fault", PEOPLE, ids=lambda fault: fault.name)
def test_no_suggestion_leaves_an_error_on_its_line(fault, tmp_path):
    outcome = judged(fault, tmp_path)
    folder = tmp_path / "beavers"
    for one in outcome.findings:
        fix = one.correction
        path = next(
            (
                folder / name
                for name in sorted(fault.wrong, key=len, reverse=True)
                if fix and fix.span.file.endswith(name)
            ),
            None,
        )
        if one.severity != "error" or fix is None or path is None:
            continue
        old = fault.wrong[path.relative_to(folder).as_posix()]
        path.write_bytes(applied(old, [fix]).encode())
        lines = range(fix.span.line, fix.span.line + fix.text.count("\n") + 1)
        left = [
            other
            for other in validate(str(folder))
            if other.severity == "error" and other.span.file == fix.span.file and other.span.line in lines
        ]
        before = {other.message for other in outcome.findings if other is not one}
        path.write_bytes(old.encode())
        assert [other for other in left if other.message not in before] == [], one


@pytest.mark.skipif(not WHOLE, reason="all faults are looked at in `make soak`")
def test_people_are_helped(tmp_path):
    outcomes = [judged(fault, tmp_path) for fault in faults()]
    for kind, least in (("is_found", 98), ("on_line", 95), ("suggests", 75), ("says", 80)):
        missed = [outcome.fault.name for outcome in outcomes if not getattr(outcome, kind)]
        assert len(missed) * 100 <= (100 - least) * len(outcomes), (kind, missed)


def test_packs_say_what_else_their_names_are_called(tmp_path):
    folder = tmp_path / "moles"
    folder.mkdir()
    (folder / "pack.yaml").write_text(HEAD.format(id="moles", requires=SMALL_WORLD))
    rules = RACE + "      my income +1 if tunnels_dug of me\n"
    more = "also_called:\n  dug: [tunnels_dug]\n  hill: [knoll]\nrules: value dug of people = no\n"
    (folder / "moles.yaml").write_text(rules + more)
    findings = validate(str(folder))
    assert [(one.code, one.suggestion) for one in findings if one.severity == "error"] == [
        ("N002", "dug"),
    ]


def test_many_plain_mistakes_are_tried_together(found, monkeypatch):
    checks = []

    def counted(*given):
        checks.append(given)
        return looked(*given)

    looked = fresh._looked
    monkeypatch.setattr(fresh, "_looked", counted)
    monkeypatch.setenv("RULEDSL_CACHE", "off")  # or what an earlier run of the tests has found is found again
    findings, _ = found("\n".join(f"my income +{n} if stage of me is activ" for n in range(1, 9)))
    assert [one.suggestion for one in findings if one.code == "N001"] == ["active"] * 8
    assert len(checks) == 2
