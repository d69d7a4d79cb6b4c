"""A name of a pack's own is its own, whatever core, a required pack or a stranger calls so: a case for each kind of thing that has a name."""

import pytest
from lengths import some

import ruledsl

OTTERS = "races:\n  otters:\n    name: Otters\n    number: 5\n    tray: 10\n    rules: |\n"
OWN = {
    # What the pack brings, the rules with which 7 coins come of it, and a name of the same kind in core or Small World.
    "piece trait": (
        "piece_traits: [NAME]\npieces: {totem: {name: T, supply: 2, traits: [NAME]}}",
        "my income +7 if totem is NAME",
        "loyal",
    ),
    "tile trait": ("tile_traits: [NAME]", "my income +7 if not this is NAME", None),
    "terrain": ("terrains: [NAME]", "my income +7 if number of (regions where it is NAME) is 0", "hill"),
    "symbol": ("symbols: [NAME]", "my income +7 if number of (regions where it is NAME) is 0", "mine"),
    "die": ("dice: {NAME: [7]}", "before my closing:\n  roll NAME as face\n  you gains face coins", None),
    "deck": (
        "kinds: {relic: {plural: relics, name: R, borne_by: nobody}}\ndecks: {NAME: {of: relic}}",
        "my income +7 if number of NAME is 0",
        "column",
    ),
    "kind": (
        "kinds: {NAME: {plural: NAMEs, name: R, borne_by: nobody}}\nNAMEs: {urn: {name: U}}",
        "my income +7 if kind of urn is NAME",
        None,
    ),
    "mode": ("modes: [NAME]", "after my conquest if mode is NAME: nothing\nmy income +7", "ordinary"),
    "stage": ("stages: [NAME]", "my income +7 if not stage of me is NAME", "active"),
    "variant": ("variants: {NAME: {options: [hot, cold], name: V}}", "my income +7", None),
    "piece": ("pieces: {NAME: {name: T, supply: 2}}", "my income +7 if stock of NAME is 2", "hero"),
    "tile": (
        "powers: {NAME: {name: T, number: 4, rules: my income +1}}",
        "my income +7 if power of me is not NAME",
        "alchemist",
    ),
    "value": ("", "value NAME of people = 7\nmy income +NAME of me", "conquest_cost"),
    "definition": ("", "define NAME of people = 7\nmy income +NAME of me", "active"),
    "memory": ("", "remember NAME of people: number\nmy income +(NAME of me + 7)", "silenced"),
    "event": (
        "",
        "event NAME of people:\n  owner of people gains 7 coins\nbefore my closing: do NAME of me",
        "decline",
    ),
    "phase": ("rules: |\n  phase NAME after scoring of turn:\n    player gains 7 coins", "", "conquests"),
    "permission": ("", "permission NAME of people\nmy income +7 if can NAME of me", "conquer"),
    "action": ("", "action NAME\n  during opening\n  do: nothing\nmy income +7", "expand"),
    "prohibition": ("", "forbid my conquer as NAME if region is sea\nmy income +7", "waters"),
    "local": ("", "before my closing:\n  let NAME be 7\n  you gains NAME coins", "silenced"),
    "choice": ("", "before my closing:\n  choose NAME from regions of me\n  you gains 7 coins", "silenced"),
    "parameter": ("", "define twice of NAME (number) = NAME + NAME\nmy income +(twice of 3 + 1)", "joining"),
}
TAKEN = "rules: |\n  value NAME of people = 3\n"
"""A name that rules declare meanwhile, for something that is asked of a people."""
MAP = {"regions": {"a": {"terrain": "swamp", "entry": True, "borders": ["b"]}, "b": {"terrain": "farmland"}}}


def bringing(kind):
    """A pack with Otters that brings something of a kind."""
    brought, rules, _ = OWN[kind]
    lines = "".join(f"      {line}\n" for line in (rules or "my income +0 if no").split("\n"))
    return (f"{brought}\n" if brought else "") + OTTERS + lines


def written(folder, id_, requires, text, name, language=2):
    (folder / id_).mkdir(exist_ok=True)
    head = (
        f"id: {id_}\nversion: 0.1.0\nlanguage: {language}\nname: {id_}\nrequires: {{{requires}: '>=0.1'}}\n"
    )
    (folder / id_ / "pack.yaml").write_text(head)
    (folder / id_ / "it.yaml").write_text(text.replace("NAME", name))
    return str(folder / id_)


def earned(*packs):
    """What the Otters earn with a region in a turn."""
    people = {"race": "otters", "player": 0, "at": {"a": 1}}
    game = ruledsl.load(*packs).position(
        {"players": 2, "map": MAP, "phase": "finishing", "coins": [0, 0], "peoples": [people]}
    )
    return game.view(0)["players"][0]["coins"]


def wrong(*packs):
    return [str(one) for one in ruledsl.validate(*packs) if one.severity == "error" or one.code == "R047"]


@pytest.mark.parametrize("kind", some(list(OWN), of=12))
def test_a_name_of_ones_own_wins(tmp_path, monkeypatch, kind):
    """Core has it; a required pack takes it later, for something else or for the same; a stranger has it."""
    monkeypatch.setenv("RULEDSL_PACKS", str(tmp_path))
    text, of_core = bringing(kind), OWN[kind][2]
    if of_core:
        house = written(tmp_path, "house", "smallworld", text, of_core)
        assert (wrong(house), earned(house)) == ([], 8)
    house = written(tmp_path, "house", "base", text, "zork")
    written(tmp_path, "base", "smallworld", TAKEN, "zork", language=3)
    assert (wrong(house), earned(house)) == ([], 8)
    both = 15 if kind == "phase" else 8  # phases of both packs come
    base = written(tmp_path, "base", "smallworld", text.replace("otters", "newts"), "zork", language=3)
    assert (wrong(house), earned(house)) == ([], both)
    house = written(tmp_path, "house", "smallworld", text, "zork")
    assert (wrong(base, house), earned(base, house)) == ([], both)
