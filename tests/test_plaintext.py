"""A byte order mark, the ends of lines and white space behind a text say nothing, whatever is read back (issue 44, cases 03 and 17)."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

import ruledsl
from ruledsl.author.exchange.installed import every_pack
from ruledsl.author.testkit.recording import played, replayed
from ruledsl.cli.files.lines import there_already
from ruledsl.cli.files.writing import load_game
from ruledsl.lab.series import Series, read_games
from ruledsl.lab.study.results import read_results
from ruledsl.play.bots.policy import Policy
from ruledsl.play.saves.record import line_of_choice, line_of_undo, read
from ruledsl.rules.packs.folders.below import below
from ruledsl.rules.packs.folders.bundles import contents, packed
from ruledsl.rules.packs.folders.contents import Seen
from ruledsl.rules.packs.reading import digest_of_pack
from ruledsl.table.server.asking.form import bytes_in
from ruledsl.table.server.work.worker import packs_of

DRESSED = {
    "as it is": lambda text: text,
    "a line more": lambda text: f"{text}\n",
    "printed by Windows": lambda text: f"{text}\n".replace("\n", "\r\n"),
    "stored twice by Windows": lambda text: text.replace("\n", "\r\r\n"),
    "a mark in front": lambda text: f"\ufeff{text}",
    "all of it": lambda text: f"\ufeff{text}  \n\t\n \n".replace("\n", "\r\n"),
    "no last line end": lambda text: text.removesuffix("\n"),
    "spaces behind": lambda text: f"{text} \t",
    "lines apart": lambda text: text.replace("\n", "\n\n"),
    "spaces behind lines": lambda text: text.replace("\n", " \t\n"),
}
"""What editors, systems and programs do to a text."""
LF = {
    "pack.yaml": 'id: beavers\nversion: 0.1.0\nlanguage: 2\nname: Beavers\nrequires: {smallworld: ">=0.1"}\n',
    "races/beavers.yaml": "races:\n  beavers:\n    name: Beavers\n    number: 6\n    tray: 11\n    rules: |\n"
    "      my conquest_cost -1 if region is forest\n      after my conquest if region is forest: you gain 1 coin\n",
}


@pytest.fixture(scope="module")
def rules() -> ruledsl.Rules:
    return ruledsl.load("smallworld")


@pytest.fixture(scope="module")
def series(rules: ruledsl.Rules) -> str:
    return "".join(ruledsl.simulate(rules, games=2, players=2, seed=3, workers=1).lines)


@pytest.mark.parametrize("dress", DRESSED.values(), ids=DRESSED)
def test_a_saved_game_is_the_same_however_it_was_stored(dress, rules, tmp_path):
    game = rules.new_game(players=2, seed=3)
    text = game.to_json()
    lines = []
    for _ in range(3):
        game.choose(0)
        lines.append(line_of_choice(game))
    game.undo()
    lines.append(line_of_undo(len(game.choices)))
    for written, wanted in ((text, rules.new_game(players=2, seed=3)), (text + "".join(lines), game)):
        stored = dress(written)
        found = read(ruledsl.Game, stored, rules)
        assert (found.game.hash, found.broke_off) == (wanted.hash, False)
        (tmp_path / "game.json").write_bytes(stored.encode())
        assert load_game(str(tmp_path / "game.json"), tell=False).hash == wanted.hash
        if written == text and dress is not DRESSED["no last line end"]:
            asked = {"text": ruledsl.base.plaintext.decoded(stored.encode())}
            assert packs_of(asked)["packs"] == ["core", "smallworld"]


def test_what_is_damaged_stays_damaged(rules):
    game = rules.new_game(players=2, seed=3)
    text = game.to_json()
    game.choose(0)
    line = line_of_choice(game)
    assert read(ruledsl.Game, text + line[:-9], rules).broke_off
    for bad in (line[:-9] + "\n", " x\n", "\n\n{}\n" + line, "{" * 300, line.replace("}", "}}")):
        with pytest.raises(ruledsl.GameError, match="differs in line 1 of those behind it"):
            read(ruledsl.Game, text + bad, rules)
    with pytest.raises(ruledsl.GameError, match="there are not so many"):
        read(ruledsl.Game, text + '{"left": 0}\n' * 10_001, rules)


@pytest.mark.parametrize("dress", DRESSED.values(), ids=DRESSED)
def test_lines_of_games_are_the_same_however_they_were_stored(dress, rules, series, tmp_path):
    file = tmp_path / "games.jsonl"
    file.write_bytes(dress(series).encode())
    found = read_results([str(file)])
    assert [row["seed"] for row in found.games] == [
        row["seed"] for row in Series(series.splitlines(keepends=True)).rows
    ]
    assert not found.cut
    assert "".join(read_games(file).lines) == "".join(Series([dress(series)]).lines) == series
    plan = ruledsl.lab.series.set_up(rules, 2, (), 3, None)
    whole = 1 if dress == DRESSED["no last line end"] else 2
    with file.open("rb") as lines:
        assert there_already(rules, plan, range(2), lines) == (whole, True)


def test_a_cut_line_hides_no_other_file(series, tmp_path):
    head, first, second = series.splitlines(keepends=True)
    for name, text in (("a", head + first[:-30]), ("b", head + second)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    found = read_games(tmp_path / "a", tmp_path / "b")
    assert (len(found), len(found.rows), len(found.results.cut)) == (1, 1, 1)


@pytest.mark.parametrize("dress", DRESSED.values(), ids=DRESSED)
def test_policies_playthroughs_and_wrapped_files_too(dress):
    policy = Policy(("core",), 3, {"a": 1})
    assert Policy.read(dress(policy.text()), "p").weights == {"a": 1}
    assert bytes_in(dress("AAEC\nAwQF\n").removeprefix("\ufeff")) == bytes(range(6))


@pytest.mark.parametrize("dress", ["all of it"])
def test_a_playthrough_too(dress, golden):
    assert replayed(DRESSED[dress](golden)) == golden


@pytest.fixture(scope="module")
def golden() -> str:
    return played(["smallworld"], 2, 1, "small_world_2p", lambda game: game.decision.options[0].id)


# ── digests ──


def _stored(how: str, folder: Path) -> Path:
    """The pack, stored in one of these ways."""
    change = {"crlf": lambda data: data.replace(b"\n", b"\r\n"), "bom": lambda data: b"\xef\xbb\xbf" + data}
    files = {name: text.encode() for name, text in LF.items()}
    for part in how.split("+"):
        files = {name: change.get(part, bytes)(data) for name, data in files.items()}
    place = folder / how / "beavers"
    for name, data in files.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_bytes(data)
    if "bundle" in how:
        sent = folder / how / "beavers.ruledsl"
        sent.write_bytes(packed(below(place).contents()))
        return sent
    if "zip" in how:
        sent = folder / how / "sent.ruledsl"
        with zipfile.ZipFile(sent, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data in files.items():
                archive.writestr(name, data)
        return sent
    return place


WAYS = ("lf", "crlf", "bom", "bundle", "crlf+bundle", "crlf+bom+zip")


def test_a_pack_is_the_same_however_it_is_stored(tmp_path, monkeypatch):
    packs = {how: _stored(how, tmp_path) for how in WAYS}
    loaded = {how: ruledsl.load(str(place)) for how, place in packs.items()}
    assert len({tuple(rules.composition.identity) for rules in loaded.values()}) == 1
    assert len({tuple(rules.composition.packs[-1].files.items()) for rules in loaded.values()}) == 1
    text = loaded["lf"].new_game(players=2, seed=1).to_json()
    for rules in loaded.values():
        assert ruledsl.Game.from_json(text, rules).hash == loaded["lf"].new_game(players=2, seed=1).hash
    bundles = {
        packs["bundle"].read_bytes(),
        packs["crlf+bundle"].read_bytes(),
        packed(contents(packs["crlf+bom+zip"].read_bytes())),
    }
    assert len(bundles) == 1
    keys = set()
    for how in ("lf", "crlf", "bom"):
        seen = Seen()
        seen.pack("beavers", packs[how])
        seen.look()
        keys.add(seen.key("asked"))
    assert len(keys) == 1
    monkeypatch.setenv("RULEDSL_PACKS", str(packs["crlf"].parent))
    assert (
        next(pack.digest for pack in every_pack() if pack.id == "beavers")
        == loaded["lf"].composition.packs[-1].digest
    )


def test_the_refusal_names_what_differs(tmp_path):
    place = _stored("lf", tmp_path)
    text = ruledsl.load(str(place)).new_game(players=2, seed=1).to_json()
    race = place / "races/beavers.yaml"
    race.write_text(race.read_text().replace("number: 6", "number: 7"))
    (place / "more.yaml").write_text("texts: {}\n")
    with pytest.raises(ruledsl.GameError, match="has changed") as refused:
        ruledsl.Game.from_json(text, ruledsl.load(str(place)))
    said = " ".join(str(refused.value).split())
    assert "`beavers` has changed" in said
    assert "still called 0.1.0" in said
    assert "What differs: `more.yaml` (new), `races/beavers.yaml`." in said


def test_digests_are_of_what_they_always_were():
    """Those of plain files, so that games saved before still load."""
    assert digest_of_pack({name: text.encode() for name, text in LF.items()}) == "d346fdaadc8a49de"
