"""A saved game names its packs, and whoever reads it says where they are."""

import json

import pytest

import ruledsl
from ruledsl import Game, GameError
from ruledsl.author.testkit.recording import scenario_text
from ruledsl.rules.packs.folders.find import official_folder

PACK = "id: mine\nversion: 0.1.0\nlanguage: 1\nname: Mine\nrequires: {smallworld: '>=0.1'}\n"
IMPS = "races:\n  imps: {name: Imps, number: 3, tray: 9, rules: my conquest_cost -1}\n"


@pytest.fixture
def pack(tmp_path, monkeypatch):
    """A pack that is not found under its id."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    folder = tmp_path / "elsewhere" / "house"
    folder.mkdir(parents=True)
    (folder / "pack.yaml").write_text(PACK)
    (folder / "imps.yaml").write_text(IMPS)
    return folder


SAVED = []


@pytest.fixture
def text(pack):
    """A saved game; it is the same wherever the pack lies."""
    if not SAVED:
        game = ruledsl.load(str(pack), "underground").new_game(2, 7)
        for _ in range(5):
            game.choose(0)
        SAVED.append(game.to_json())
    return SAVED[0]


def test_a_save_says_nothing_about_folders(pack, text):
    assert pack.name not in text
    assert str(pack.parent) not in text
    assert [entry["id"] for entry in json.loads(text)["packs"]] == [
        "core",
        "smallworld",
        "mine",
        "underground",
    ]


@pytest.mark.parametrize("more", [{}, {"asked_for": ["{}"]}, {"asked_for": ["mine"]}], ids=str)
def test_packs_that_are_not_found_are_not_looked_for_elsewhere(pack, text, more):
    """Saves once had the names under which packs were loaded; nothing is loaded by them."""
    data = json.loads(text) | {key: [name.format(pack) for name in names] for key, names in more.items()}
    with pytest.raises(GameError, match=r"needs the pack `mine` 0.1.0.*--packs FOLDER") as caught:
        Game.from_json(json.dumps(data))
    assert caught.value.code == "G023"


def test_whoever_reads_it_says_where_they_are(pack, text):
    for again in (
        Game.from_json(text, packs=[str(pack)]),
        Game.from_json(text, packs=[str(pack), "smallworld"]),
        Game.from_json(text, ruledsl.load(str(pack), "underground")),
    ):
        assert again.to_json() == text
        assert [pack.id for pack in again.rules.composition.packs] == [
            "core",
            "smallworld",
            "mine",
            "underground",
        ]


def test_packs_are_found_under_their_ids(pack, text, monkeypatch):
    monkeypatch.setenv("RULEDSL_PACKS", str(pack.parent))
    pack.rename(pack.parent / "mine")
    assert Game.from_json(text).to_json() == text


@pytest.mark.parametrize(
    ("packs", "said"),
    [(["warcraft"], "not played with the pack `warcraft`"), (["nothing"], "no pack `nothing`")],
)
def test_packs_that_do_not_belong_to_it(text, packs, said):
    with pytest.raises(GameError, match=said):
        Game.from_json(text, packs=packs)


def test_packs_that_have_changed(pack, text):
    (pack / "imps.yaml").write_text(IMPS.replace("3", "4"))
    with pytest.raises(GameError, match="`mine` has changed"):
        Game.from_json(text, packs=[str(pack)])
    (pack / "imps.yaml").write_text("races: [")
    with pytest.raises(GameError, match="cannot be loaded"):
        Game.from_json(text, packs=[str(pack)])


@pytest.mark.parametrize(
    "name", ["../elsewhere/house", "/etc", ".", "", "a/b", "core\0", "Core", "a" * 5000, None, 3, ["core"]]
)
def test_ids_are_no_paths(text, name):
    data = json.loads(text)
    data["packs"][0]["id"] = name
    with pytest.raises(GameError, match="damaged"):
        Game.from_json(json.dumps(data))


@pytest.mark.parametrize(
    "packs",
    [
        None,
        [],
        {},
        ["core"],
        [{}],
        [{"id": "core"}],
        [{"id": "core", "version": 1}],
        [{"id": "core", "version": "1"}] * 65,
    ],
)
def test_lists_of_packs_that_are_none(text, packs):
    with pytest.raises(GameError, match="damaged"):
        Game.from_json(json.dumps(json.loads(text) | {"packs": packs}))


@pytest.mark.parametrize(
    ("packs", "named"),
    [
        (["smallworld"], ["smallworld"]),
        (["underground", "smallworld"], ["underground", "smallworld"]),
        (["crossover"], ["crossover"]),
        (["smallworld", "crossover"], ["crossover"]),
        (["warcraft", "crossover"], ["warcraft", "crossover"]),
        ([str(official_folder() / "blank-tiles")], ["blank_tiles"]),
    ],
    ids=str,
)
def test_a_recorded_scenario_names_the_packs_as_an_author_would(packs, named):
    rules = ruledsl.load(*packs)
    game = rules.new_game(3, 1)
    while game.decision.kind == "choose":  # amid the setting out of the board
        game.choose(0)
    assert f"    packs: [{', '.join(named)}]\n" in scenario_text(game, "it")
    assert ruledsl.load(*named).composition.identity == rules.composition.identity
