"""What is kept from one keystroke to the next is never seen: findings are those of a look at everything."""

import random
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lengths import WHOLE, part

from ruledsl.author.service.service import Service
from ruledsl.author.service.world import World
from ruledsl.base.diagnostics import Diagnostics
from ruledsl.play.loading.validating import validate
from ruledsl.rules.check.checker import Checking
from ruledsl.rules.check.graph import clauses
from ruledsl.rules.check.incremental.texts import KeptTexts
from ruledsl.rules.check.typed import TDo, TRoll
from ruledsl.rules.packs.folders.files import shown_path
from ruledsl.rules.packs.folders.find import official_folder
from ruledsl.rules.scenarios.nouns import Nouns

HERE = Path(__file__).parent
OTTERS = ("otters.yaml", "mates.yaml")
OFFICIAL = (
    "smallworld/races/amazons.yaml",
    "smallworld/powers/bivouacking.yaml",
    "smallworld/races/sorcerers.yaml",
    "core/turn.yaml",
)
"""Files whose names nobody else says, and files whose names many say."""
WORDS = (
    "races otters dam pieces rules rules: | my conquest_cost -1 if region is forest region is watr reserve +2 after "
    "conquest: remember swum of people: number event define value of people action permit forbid as despite"
).split()


@pytest.fixture
def pack(tmp_path):
    folder = tmp_path / "otters"
    shutil.copytree(HERE / "otters", folder)
    return folder


def changed(text, chance):
    """Something typed, put in from elsewhere, or deleted."""
    at = chance.randrange(len(text) + 1)
    match chance.randrange(4):
        case 0:
            return text[:at] + chance.choice("abc :\n  -1{}[]'\"|") + text[at:]
        case 1:
            return f"{text[:at]} {chance.choice(WORDS)} {text[at:]}"
        case 2:
            return text[:at] + text[at + chance.randrange(12) :]
    other = chance.randrange(len(text) + 1)
    return text[:at] + text[other : other + 20] + text[at:]


def looked_at_anew(service, path):
    """What somebody finds in a file who has kept nothing, and looks at all files."""
    world = World(service.world(path).packs, service.documents)
    return [found for found in world.wrong() if found.span.file == shown_path(path)]


def goes_on(service, files, chance, steps):
    """Changes in some files; now and then one is as it was."""
    whole = {path: path.read_text(encoding="utf-8") for path in files}
    texts = dict(whole)
    path = files[0]
    for _ in range(steps):
        path = chance.choice(files) if chance.random() < 0.3 else path
        texts[path] = whole[path] if chance.random() < 0.1 else changed(texts[path], chance)
        service.put(path, texts[path])
        for asked in dict.fromkeys((path, chance.choice(files))):
            yield asked, texts[asked]


@settings(max_examples=part(20), deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 10**6))
def test_findings_of_a_file_are_those_of_a_look_at_everything(pack, seed):
    service, chance = Service(), random.Random(seed)
    for path, text in goes_on(service, [pack / name for name in OTTERS], chance, part(10, 2)):
        assert service.findings(path) == looked_at_anew(service, path), text


def test_the_same_in_files_whose_names_others_say():
    service, chance = Service(("smallworld",)), random.Random(5)
    files = [official_folder() / name for name in OFFICIAL]
    for path, text in goes_on(service, files, chance, part(12, 3)):
        assert service.findings(path) == looked_at_anew(service, path), text


def test_everything_is_what_validate_says_after_many_changes(pack):
    """Files with maps and scenarios, on the disk as well: `validate` reads only that."""
    service, chance = Service(), random.Random(3)
    files = [pack / name for name in OTTERS]
    (pack / "maps.yaml").write_text(
        "maps:\n  pond:\n    name: Pond\n    players: [2]\n    rounds: 8\n    regions:\n"
        "      1: {terrain: water, borders: [2], entry: true}\n      2: {terrain: hill, borders: [1, 3]}\n"
    )
    (pack / "scenarios").mkdir()
    (pack / "scenarios" / "otters.yaml").write_text(
        "scenarios:\n  swim:\n    position: {players: 2, map: pond, peoples: [{race: otters}]}\n    steps: [{over: true}]\n"
    )
    files += [pack / "maps.yaml", pack / "scenarios" / "otters.yaml"]
    for path, text in goes_on(service, files, chance, part(12, 2)):
        path.write_text(text, encoding="utf-8")
        found = service.everything(path)
        # Another process would say the same.
        assert found == validate(str(pack)), text


def test_a_roll_leans_on_the_event_that_it_is(pack):
    """Core's event is another object when its text was looked at again; no text that rolls says its name."""
    squall = (
        "rules: |\n  event squall of player:\n    roll reinforcement as pips\n    player gains pips coins\n"
    )
    (pack / "squall.yaml").write_text(squall, encoding="utf-8")
    service, setup = Service((str(pack),)), official_folder() / "core/setup.yaml"
    world, kept = service.world(setup), KeptTexts()
    Checking(world.now().composition, Diagnostics(), kept=kept).run()
    text = setup.read_text(encoding="utf-8")
    service.put(setup, text.replace("combos_in_view = 6", "combos_in_view = 7"))
    program = Checking(world.now().composition, Diagnostics(), kept=kept).run()
    rolls = [node for clause in clauses(program) for node in clause.nodes if isinstance(node, TRoll)]
    assert rolls
    assert all(any(roll.shown.event is event for event in program.events) for roll in rolls)


def test_what_does_an_action_leans_on_it(pack):
    """Whether the text with the action was looked at again, or only another one: the action is that of the program."""
    leaving = pack / "leaving.yaml"
    leaving.write_text(
        "rules: |\n  event leaving of people:\n    for each home in regions of people: do abandon of home by people\n"
    )
    service = Service((str(pack),))
    world, kept = service.world(leaving), KeptTexts()
    for name, old, new in (
        ("conquest", "", ""),
        ("conquest", "attempts of people is 0", "attempts of people is 1"),
        ("setup", "combos_in_view = 6", "combos_in_view = 7"),
    ):
        path = official_folder() / f"core/{name}.yaml"
        service.put(path, path.read_text(encoding="utf-8").replace(old, new))
        program = Checking(world.now().composition, Diagnostics(), kept=kept).run()
        (abandon,) = (action for action in program.actions if action.name == "abandon")
        (done,) = (
            node
            for clause in clauses(program)
            for node in clause.nodes
            if isinstance(node, TDo) and node.event is abandon.watched and not node.borne
        )
        assert done.event in program.events
        assert done.event.body == abandon.does != ()


def test_a_prohibition_of_an_action_in_another_file_is_known(pack):
    """What is forbidden elsewhere can be permitted here, also where only this file is looked at."""
    forbidding = pack / "forbidding.yaml"
    forbidding.write_text("rules: |\n  forbid conquer as tired if region is hill\n", encoding="utf-8")
    service = Service()
    path = pack / "permitting.yaml"
    service.put(path, "rules: |\n  permit conquer despite tired if region is hill\n")
    assert service.findings(path) == []
    service.put(path, "rules: |\n  permit conquer despite tird if region is hill\n")
    assert [found.code for found in service.findings(path)] == ["N013"]
    service.put(forbidding, "rules: |\n  forbid conquer as tird if region is hill\n")
    assert service.findings(path) == []


LEANING = {
    "pond.yaml": "rules: |\n  define region is strange to people = holder of region is enemy of people\n",
    "newts.yaml": (
        "races:\n  newts:\n    name: Newts\n    number: 5\n    tray: 10\n    rules: |\n"
        "      after my conquest if region is strange to me: you gains 1 coins\n"
        "      after my conquest if swum of people is 0: you gains 1 coins\n"
        "      after my conquest if region is wild to me: you gains 1 coins\n"
    ),
    "frogs.yaml": (
        "races:\n  frogs:\n    name: Frogs\n    number: 5\n    tray: 10\n    rules: |\n"
        "      remember swum of people: number\n"
        "      define region is wild to people = holder of region is enemy of people\n"
        "      after my conquest: add 1 to swum of me\n"
    ),
    "toads.yaml": (
        "races:\n  toads:\n    name: Toads\n    number: 5\n    tray: 10\n    rules: |\n"
        "      after my conquest: you gains 1 coins\n"
    ),
    "voles.yaml": (
        "races:\n  voles:\n    name: Voles\n    number: 5\n    tray: 10\n    rules: |\n"
        "      action hop of region\n        during conquests\n        once per turn\n        from regions of me\n"
        "        do: you gains 1 coins\n"
    ),
    "waiting.yaml": (
        "rules: |\n  event harvest\n  phase drying after finishing of turn:\n    do harvest\n"
        "  after hop: do harvest\n  forbid hop as wet if region is hill\n"
        "  permit hop despite wet if region is mountain\n"
    ),
    "beavers.yaml": (
        "races:\n  beavers:\n    name: Beavers\n    number: 5\n    tray: 10\n    pieces:\n      lodge:\n        name: Lodge\n        supply: 2\n"
        "    rules: |\n      after my conquest: move 2 lodge to region\n"
    ),
    "naming.yaml": (
        "rules: |\n  define people is swimming = race of people is frogs\n  remember sign of game: tile = toads\n"
        "  after conquest if race of people is toads and people is swimming: move 3 lodge from box to region\n"
    ),
    "moles.yaml": (
        "races:\n  moles:\n    name: Moles\n    number: 5\n    tray: 10\n    rules: |\n"
        "      after my conquest if sign is toads: you gains 1 coins\n"
    ),
    "work.yaml": (
        "rules: |\n  value envy of people = sum of (sum of (sum of (force of a + force of b) over a in regions) over b in regions)"
        " over c in regions\n"
        "  value jealousy of people = sum of (envy of people + force of d) over d in regions\n  income +(jealousy of people)\n"
    ),
    "texts.yaml": 'texts:\n  says.swum: {en: "swum {people}"}\n',
}
"""Rules of a tile that lean on a pack and on another tile, and a text about them."""
ANTS = "  ants:\n    name: Ants\n    number: 5\n    tray: 10\n    rules: my conquest_cost +0\n  frogs:"
EDITS = (
    ("pond.yaml", "holder of region is enemy of people", "region is hill"),
    ("pond.yaml", "region is strange to people", "people is strange to region"),
    ("newts.yaml", "me: you", "me:  you"),
    ("frogs.yaml", "add 1 to swum", "add 0 to swum"),
    ("frogs.yaml", "after my conquest: add 1 to swum of me", ""),
    ("frogs.yaml", "remember swum of people: number", ""),
    ("frogs.yaml", "remember swum of people", "remember swam of people"),
    ("frogs.yaml", "wild to people = holder of region is enemy of people", "wild to people = region is hill"),
    ("toads.yaml", "after my conquest", "instead of conquest"),
    ("voles.yaml", "once per turn", "once per trun"),
    ("voles.yaml", "action hop", "action hops"),
    ("voles.yaml", "you gains 1", "you gains 0"),
    ("waiting.yaml", "after hop: do harvest\n", ""),
    ("waiting.yaml", "as wet", "as damp"),
    ("waiting.yaml", "drying after finishing", "drying after finish"),
    ("waiting.yaml", "phase drying after finishing of turn:\n    do harvest\n", ""),
    ("beavers.yaml", "supply: 2", "supply: 3"),
    ("beavers.yaml", "      lodge:", "      dike:\n        name: Dike\n        supply: 1\n      lodge:"),
    ("frogs.yaml", "  frogs:", ANTS),
    ("frogs.yaml", "  frogs:", "  frog:"),
    ("naming.yaml", "is toads", "is frogs"),
    ("naming.yaml", "= toads", "= frogs"),
    ("work.yaml", "force of a + force of b", "force of a"),
    ("work.yaml", "over d in regions", "over d in regions of people"),
    ("texts.yaml", "{people}", "{poeple}"),
    ("texts.yaml", "says.swum", "says.swam"),
)


@pytest.fixture(scope="function" if WHOLE else "module")
def leaning(tmp_path_factory):
    """A pack of these files, a service that has looked at it, and what is found; in the short form all edits are made in one, each of them undone."""
    pack = tmp_path_factory.mktemp("leaning") / "otters"
    pack.mkdir()
    shutil.copy(HERE / "otters" / "pack.yaml", pack)
    for other, text in LEANING.items():
        (pack / other).write_text(text, encoding="utf-8")
    service = Service((str(pack),))
    first = service.everything(pack / "pond.yaml")
    assert first == validate(str(pack))
    return pack, service, first


@pytest.mark.parametrize(("name", "old", "new"), EDITS)
def test_what_lints_found_is_not_said_of_what_leans_on_a_change(leaning, name, old, new):
    """A rule changes, and what is found in a file that nobody touched; then it is as it was."""
    pack, service, first = leaning
    path, edited = pack / name, LEANING[name].replace(old, new)
    for text in (edited, LEANING[name], *([edited] if WHOLE else [])):
        assert text.count(old) or new in text
        service.put(path, text)
        path.write_text(text, encoding="utf-8")
        found = service.everything(path)
        if text == edited:
            assert found == validate(str(pack)) != first
        else:
            assert found == first


def test_scenario_files_keep_their_findings_over_names_that_they_do_not_say(pack, monkeypatch):
    """They are looked at again when a name changes that they say, not when a file cannot be read, nor for other names."""
    (pack / "scenarios").mkdir()
    for name in ("otters", "amazons"):
        (pack / "scenarios" / f"{name}.yaml").write_text(
            f"scenarios:\n  swim:\n    position: {{players: 2, peoples: [{{race: {name}}}]}}\n    steps: [{{over: true}}]\n"
        )
    looked, check = [], Nouns.check
    monkeypatch.setattr(
        Nouns, "check", lambda self, scenario: looked.append(scenario.span.file) or check(self, scenario)
    )
    service, path = Service((str(pack),)), pack / "otters.yaml"
    text = path.read_text(encoding="utf-8")
    seen = []
    for changed_text in (
        text,
        text.replace("swum", "swam"),
        "#",
        text,
        text.replace("otters:", "newts:"),
        text,
    ):
        service.put(path, changed_text)
        service.everything(path)
        seen.append([name.rpartition("/")[2] for name in looked])
        looked.clear()
    assert seen == [["amazons.yaml", "otters.yaml"], [], [], [], ["otters.yaml"], ["otters.yaml"]]
