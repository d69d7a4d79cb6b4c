"""A map means the same wherever it is written: in a pack, or in place in a position. The bounds are the same, too."""

import pytest
from ruamel.yaml import YAML

from ruledsl import GameError, PackError, PositionError, load
from ruledsl.rules.packs.maps.drawing import MOST_REGIONS

HEAD = "id: {id}\nversion: 0.1.0\nlanguage: 1\nname: House\nrequires: {{smallworld: '>=0.1'}}\n"
ONE_SIDED = """
a: {terrain: hill, entry: true, borders: [b, c]}
b: {terrain: farmland, borders: [c]}
c: {terrain: forest}
d: {terrain: swamp, borders: [a]}
"""


def ring(count):
    return "\n".join(
        f"r{n}: {{terrain: hill, entry: true, borders: [r{(n + 1) % count}]}}" for n in range(count)
    )


def in_a_pack(tmp_path, regions, more=""):
    home = tmp_path / "isle"
    home.mkdir()
    indented = "".join(f"      {line}\n" for line in regions.strip().split("\n"))
    head = "maps:\n  isle:\n    name: Isle\n    players: [2]\n    rounds: 5\n"
    text = f"{head}    regions:\n{indented}{more and f'    {more}'}\n"
    (home / "pack.yaml").write_text(HEAD.format(id="isle"), encoding="utf-8")
    (home / "map.yaml").write_text(text, encoding="utf-8")
    return load("smallworld", str(home)).new_game(2, 1, "isle").board


def in_place(tmp_path, regions, more="{}"):
    plain = YAML(typ="safe")
    board = {"regions": plain.load(regions), **plain.load(more)}
    return load("smallworld").position({"players": 2, "map": board}).board


def near(board):
    return {id_: board.near[n] for n, id_ in enumerate(board.ids)}


@pytest.mark.parametrize("regions", [ONE_SIDED, ring(500)], ids=["one side", "500"])
def test_both_are_the_same_map(tmp_path, regions):
    pack, place = in_a_pack(tmp_path, regions), in_place(tmp_path, regions)
    assert near(pack) == near(place)
    assert pack.terrain == place.terrain


def test_a_border_counts_for_both_sides(tmp_path):
    board = in_a_pack(tmp_path, ONE_SIDED)
    assert near(board) == {"a": 0b1110, "b": 0b0101, "c": 0b0011, "d": 0b0001}


@pytest.mark.parametrize("read", [in_a_pack, in_place])
def test_too_many_are_too_many_in_both(tmp_path, read):
    with pytest.raises((PackError, GameError), match=str(MOST_REGIONS)):
        read(tmp_path, ring(MOST_REGIONS + 1))


@pytest.mark.parametrize(
    ("regions", "more"),
    [
        ("5: removed\nx: {terrain: hill, borders: [9]}\n7: {terrain: sea}", "extends: small_world_2p"),
        ("x: {terrain: hill, entry: true}", "{beside: {b: small_world_2p}, joins: [[x, b3]]}"),
    ],
    ids=["extends", "beside"],
)
def test_maps_of_maps_are_the_same(tmp_path, regions, more):
    in_pack = more.strip("{}").replace("}, joins", "}\n    joins")
    pack, place = in_a_pack(tmp_path, regions, in_pack), in_place(tmp_path, regions, more)
    assert (pack.ids, near(pack)) == (place.ids, near(place))
    assert (pack.terrain, pack.traits, pack.boards) == (place.terrain, place.traits, place.boards)


@pytest.mark.parametrize(
    "regions",
    [
        "a: {terrain: hill, borders: [a]}",
        "a: {terrain: hill, borders: [z]}",
        "a: {terrain: hil}",
        "a: {terrain: mine}",
        "a: {terrain: hill, symbols: [mines]}",
        "a: {}",
        "a: {terrain: hill, shape: [[0, 0], [1, 1]]}",
        "a: {terrain: hill, entry: 2}",
        "A-1: {terrain: hill}",
    ],
)
def test_what_is_wrong_is_wrong_in_both(tmp_path, regions):
    """And is said in the same words, but for what the map is called."""
    with pytest.raises(PositionError) as place:
        in_place(tmp_path, regions)
    message = place.value.problems[0][1].partition(". ")[0].replace("(in place)", "isle")
    with pytest.raises(PackError) as pack:
        in_a_pack(tmp_path, regions)
    assert message.rstrip(".") in str(pack.value)
