"""What is kept from one keystroke to the next is never seen: findings are those of a look at everything."""

import random
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ruledsl.packs.folders.files import shown_path
from ruledsl.packs.folders.find import official_folder
from ruledsl.play.rules import validate
from ruledsl.service.service import Service
from ruledsl.service.world import World

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
    "conquest: remember swum on people: number event define value of people action permit forbid as despite"
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


@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 10**6))
def test_findings_of_a_file_are_those_of_a_look_at_everything(pack, seed):
    service, chance = Service(), random.Random(seed)
    for path, text in goes_on(service, [pack / name for name in OTTERS], chance, 10):
        assert service.findings(path) == looked_at_anew(service, path), text


def test_the_same_in_files_whose_names_others_say():
    service, chance = Service(("smallworld",)), random.Random(5)
    files = [official_folder() / name for name in OFFICIAL]
    for path, text in goes_on(service, files, chance, 12):
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
    for path, text in goes_on(service, files, chance, 12):
        path.write_text(text, encoding="utf-8")
        found = service.everything(path)
        # Another process would say the same.
        assert found == validate(str(pack)), text


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
