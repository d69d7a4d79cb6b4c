"""What comes from the cache is what would have come without it."""

import marshal
import os
import random
import shutil
import subprocess
import sys
from dataclasses import fields, is_dataclass
from types import FunctionType, SimpleNamespace

import pytest

import ruledsl
from ruledsl.base.store import store
from ruledsl.play.loading import cache as kept
from ruledsl.play.loading import fresh
from ruledsl.rules.packs.folders import contents
from ruledsl.rules.packs.folders.find import official_folder

PACK = "id: {id}\nversion: 0.1.0\nlanguage: 1\nname: Mine\nrequires: {{core: '>=0.1'}}\n"
IMPS = """\
races:
  imps:
    name: Imps
    number: {number}
    tray: 9
    rules: my conquest_cost -1 if region is {trait}
"""


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    place = tmp_path / "cache"
    monkeypatch.setenv("RULEDSL_CACHE", str(place))
    monkeypatch.chdir(tmp_path)
    return place


@pytest.fixture
def work(monkeypatch):
    """How often packs were really loaded and validated."""
    done = SimpleNamespace(loaded=0, validated=0)

    def counting(name, what):
        plain = getattr(fresh, name)

        def count(asked):
            setattr(done, what, getattr(done, what) + 1)
            return plain(asked)

        monkeypatch.setattr(fresh, name, count)

    counting("fresh_rules", "loaded")
    counting("fresh_findings", "validated")
    return done


@pytest.fixture
def pack(tmp_path):
    folder = tmp_path / "mine"
    (folder / "scenarios").mkdir(parents=True)
    (folder / "pack.yaml").write_text(PACK.format(id="mine"))
    write(folder)
    return folder


def write(folder, number=3, trait="edge"):
    (folder / "imps.yaml").write_text(IMPS.format(number=number, trait=trait))


def imps(rules):
    return next(tile.fields["number"] for tile in rules.composition.tiles.values() if tile.id == "imps")


def played(rules, players, seed):
    """A game of chance: its choices, its states, its log and what it says of its values."""
    game = rules.new_game(players, seed)
    chance = random.Random(seed)
    while not game.over:
        game.choose(chance.randrange(len(game.decision.options)))
    why = [str(game.why(name, player=0)) for name in ("earnings",)]
    return game.choices, game.hash, game.standings, game.panels, [e.text for e in game.log], why


# ── the same ──


@pytest.mark.parametrize("packs", [("smallworld",), ("smallworld", "underground"), ("blank-tiles",)])
def test_kept_rules_play_the_same_games(packs, work):
    first, again = ruledsl.load(*packs), ruledsl.load(*packs)
    assert work.loaded == 1
    assert first is not again
    for players in (2, 3):
        for seed in range(2):
            assert played(first, players, seed) == played(again, players, seed)


def test_kept_rules_are_the_same_in_everything_but_trees(work):
    first, again = ruledsl.load("smallworld"), ruledsl.load("smallworld")
    assert work.loaded == 1
    assert all(rule.document is None for rule in again.composition.rules)
    for rule in (
        *first.composition.rules,
        *(rule for pack in first.composition.packs for rule in pack.rules),
    ):
        rule.document = None
    first, again = ((rules.composition, rules.code, rules.findings) for rules in (first, again))
    many = compared(first, again) > 3000  # an assertion would show all of it
    assert many


def compared(one, other):
    """Two things are the same all the way down, and what is one object in one of them is one in the other; how many objects these are."""
    twins, waiting = {}, [(one, other)]
    while waiting:
        one, other = waiting.pop()
        assert type(one) is type(other)
        if is_dataclass(one):
            if id(one) not in twins:
                twins[id(one)] = other
                names = [field.name for field in fields(one) if field.name != "_index"]  # made on demand
                waiting += [(getattr(one, name), getattr(other, name)) for name in names]
            assert twins[id(one)] is other
        elif isinstance(one, dict | list | tuple):
            waiting += zip(one, other, strict=True)
            waiting += zip(one.values(), other.values(), strict=True) if isinstance(one, dict) else ()
        elif isinstance(one, FunctionType):
            waiting.append((one.__code__, other.__code__))
        else:
            assert one == other
    return len(twins)


def test_saved_games_go_on(work):
    game = ruledsl.load("smallworld").new_game(3, 5)
    for _ in range(50):
        game.choose(0)
    for _ in range(2):
        assert ruledsl.Game.from_json(game.to_json()).hash == game.hash
    assert work.loaded == 2  # a save names all its variants


@pytest.mark.parametrize(("trait", "severity"), [("edg", "error"), ("edge", "warning")])
def test_kept_findings_are_the_same(pack, work, trait, severity):
    write(pack, trait=trait)
    (pack / "more.yaml").write_text("rules: value never_asked = 3\n")
    first = ruledsl.validate("mine")
    assert severity in {finding.severity for finding in first}
    assert ruledsl.validate("mine") == first
    assert work.validated == 1


def test_packs_with_errors_cannot_be_loaded_from_the_cache_either(pack, work):
    write(pack, trait="edg")
    for _ in range(2):
        with pytest.raises(ruledsl.PackError, match="edge"):
            ruledsl.load("mine")


# ── changes ──


def test_a_changed_file_is_seen_whatever_its_time(pack, work):
    assert imps(ruledsl.load("mine")) == 3
    before = (pack / "imps.yaml").stat()
    write(pack, number=4)
    os.utime(pack / "imps.yaml", ns=(before.st_atime_ns, before.st_mtime_ns))
    assert imps(ruledsl.load("mine")) == 4
    write(pack, number=3)
    assert imps(ruledsl.load("mine")) == 3
    assert work.loaded == 2


def test_a_mistake_is_found_and_gone_again(pack, work):
    assert not ruledsl.validate("mine")
    write(pack, trait="edg")
    assert [finding.suggestion for finding in ruledsl.validate("mine")] == ["edge"]
    write(pack)
    assert not ruledsl.validate("mine")
    assert work.validated == 2


def test_files_that_come_go_and_change_their_names(pack):
    ruledsl.load("mine")
    (pack / "more").mkdir()
    (pack / "more/ants.yaml").write_text(IMPS.format(number=5, trait="edge").replace("imps", "ants"))
    assert "ants" in ruledsl.load("mine").composition.tiles
    (pack / "more/ants.yaml").rename(pack / "more/ants.txt")
    assert "ants" not in ruledsl.load("mine").composition.tiles
    (pack / "imps.yaml").rename(pack / "demons.yaml")
    assert ruledsl.load("mine").composition.tiles["imps"].span.file == "mine/demons.yaml"


def test_scenarios_belong_to_what_is_validated_and_not_to_the_rules(pack, work):
    ruledsl.load("mine")
    ruledsl.validate("mine")
    (pack / "scenarios/imps.yaml").write_text("scenarios: {}\n")
    ruledsl.load("mine")
    ruledsl.validate("mine")
    assert (work.loaded, work.validated) == (1, 2)


def test_a_change_in_a_pack_that_is_required(tmp_path, monkeypatch, work):
    monkeypatch.setenv("RULEDSL_PACKS", str(tmp_path / "packs"))
    for name, needs in (("low", "core"), ("high", "low")):
        folder = tmp_path / "packs" / name
        folder.mkdir(parents=True)
        (folder / "pack.yaml").write_text(PACK.format(id=name).replace("core", needs).replace("Mine", name))
    write(tmp_path / "packs/low")
    assert imps(ruledsl.load("high")) == 3
    write(tmp_path / "packs/low", number=4)
    assert imps(ruledsl.load("high")) == 4
    assert work.loaded == 2


def test_another_folder_under_the_same_name(tmp_path, monkeypatch):
    for number in (3, 4):
        folder = tmp_path / str(number) / "mine"
        folder.mkdir(parents=True)
        (folder / "pack.yaml").write_text(PACK.format(id="mine"))
        write(folder, number=number)
    for number in (3, 4, 3):
        monkeypatch.setenv("RULEDSL_PACKS", str(tmp_path / str(number)))
        assert imps(ruledsl.load("mine")) == number


def test_another_place_to_stand_shows_other_paths(pack, monkeypatch):
    write(pack, trait="edg")
    assert [f.span.file for f in ruledsl.validate(str(pack))] == ["mine/imps.yaml"]
    monkeypatch.chdir(pack)
    assert [f.span.file for f in ruledsl.validate(str(pack))] == ["imps.yaml"]


def test_variants_have_rules_of_their_own(work):
    for option in ("three_short", "cost_three", "three_short", "cost_three"):
        rules = ruledsl.load("smallworld", variants={"final_conquest": option})
        assert rules.composition.chosen["final_conquest"] == option
    assert work.loaded == 2


def test_options_that_are_usual_need_not_be_named(work):
    plain = ruledsl.load("smallworld")
    named = ruledsl.load("smallworld", variants=plain.composition.chosen)
    assert named.composition.chosen == plain.composition.chosen
    assert work.loaded == 1
    with pytest.raises(ruledsl.PackError, match="P008"):
        ruledsl.load("smallworld", variants={"final_conquest": "none"})


def test_another_program_or_python_starts_anew(work, monkeypatch):
    ruledsl.load("core")
    for changed in ({"version": "3.99"}, {"flags": SimpleNamespace(optimize=2)}):
        contents.program_key.cache_clear()
        with monkeypatch.context() as patch:
            for name, value in changed.items():
                patch.setattr(contents.sys, name, value)
            ruledsl.load("core")
    contents.program_key.cache_clear()
    ruledsl.load("core")
    assert work.loaded == 3


def test_the_key_of_the_program_has_all_its_sources(monkeypatch):
    def forget():
        contents.sources_key.cache_clear()
        contents.program_key.cache_clear()

    before = contents.program_key()
    monkeypatch.setattr(contents, "OUTSIDE", (*contents.OUTSIDE, "language"))
    forget()
    assert contents.program_key() != before
    monkeypatch.undo()
    monkeypatch.setattr(contents, "grammar_text", lambda: "start: NAME")
    forget()
    assert contents.program_key() != before
    forget()


def test_a_pack_that_changes_while_it_is_read_is_not_kept(pack, work, monkeypatch):
    plain = contents.Seen.file

    def changing(self, folder, path, data):
        plain(self, folder, path, data)
        if (folder.name, path.name) == ("mine", "pack.yaml"):
            path.write_text(path.read_text() + "\n")

    monkeypatch.setattr(contents.Seen, "file", changing)
    ruledsl.load("mine")
    ruledsl.load("mine")
    assert work.loaded == 2


# ── what is not trusted ──


def entries(place):
    return sorted(path for path in place.iterdir() if path.name.startswith("rules-"))


def test_damaged_entries_are_ignored_and_written_again(place, work):
    ruledsl.load("core")
    for path in entries(place):
        path.write_bytes(path.read_bytes()[:-1] + b"?")
    ruledsl.load("core")
    ruledsl.load("core")
    assert work.loaded == 2


@pytest.mark.parametrize(
    "nonsense",
    [b"nonsense", b"[1]", b'{"a": 1}', b"", marshal.dumps((1, 2)), marshal.dumps(compile("1", "", "eval"))],
)
def test_whole_entries_with_nonsense_in_them_are_ignored(place, work, nonsense):
    ruledsl.load("core")
    for path in entries(place):
        store().put(path.name, nonsense)
        done = work.loaded
        ruledsl.load("core")
        assert work.loaded == done + 1


@pytest.mark.parametrize(
    "name", ["ruledsl.base.store.entries.os.system", "os.system", "ruledsl.play.rules.Rules"]
)
def test_nothing_but_rules_is_made_of_an_entry(place, work, name):
    """Not even of a whole one: `ruledsl.base.store.entries` knows `os`, and `os` knows `system`."""
    ruledsl.load("core")
    (path,) = (path for path in entries(place) if "packs" not in path.name)
    places, data = marshal.loads(store().get(path.name))  # noqa: S302 - our own
    names, records, objects, *rest = data
    for forged in (
        (names, records, ((name, *objects[0][1:]), *objects[1:]), *rest),
        (names, ((name, *records[0][1:]), *records[1:]), objects, *rest),
        ((name, *names[1:]), records, objects, *rest),
    ):
        store().put(path.name, marshal.dumps((places, forged)))
        done = work.loaded
        ruledsl.load("core")
        assert work.loaded == done + 1


def test_every_class_of_rules_can_be_kept():
    """Slots only: what else an object held would be lost."""
    for kind in kept._rule_classes().values():
        assert "__dict__" not in dir(kind), kind


def test_packs_hold_no_cache(pack):
    ruledsl.load("mine")
    ruledsl.validate("mine")
    assert {path.name for path in pack.rglob("*")} == {"pack.yaml", "imps.yaml", "scenarios"}


@pytest.mark.parametrize("how", [{"RULEDSL_CACHE": "off"}, {"RULEDSL_CACHE": "/dev/null/nothing"}])
def test_without_a_cache_everything_is_done_anew(how, work, monkeypatch, tmp_path):
    for name, value in how.items():
        monkeypatch.setenv(name, value)
    ruledsl.load("core")
    ruledsl.load("core")
    assert work.loaded == 2
    assert not list(tmp_path.iterdir())


# ── processes ──


def command(*words, **env):
    return subprocess.run(
        [sys.executable, "-m", "ruledsl.cli", *words],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | env,
    )


def test_a_folder_that_others_can_write_is_not_used_and_that_is_said_once(place):
    place.mkdir()
    place.chmod(0o777)
    said = command("simulate", "smallworld", "--players", "2", "--games", "2", "--workers", "2")
    assert said.stderr == f"ruledsl: The cache `{place}` is not used: others can write there.\n"
    assert not list(place.iterdir())


def test_no_cache_neither_reads_nor_writes(place):
    assert command("--no-cache", "validate", "blank-tiles").stdout == "blank-tiles: nothing wrong\n"
    assert not place.exists()


def test_a_warm_command_says_the_same_and_loads_nothing_heavy(pack):
    write(pack, trait="edg")
    (pack / "more.yaml").write_text("rules: value never_asked = 3\n")
    cold, warm = command("validate", "mine"), command("validate", "mine")
    assert (cold.returncode, cold.stdout, cold.stderr) == (warm.returncode, warm.stdout, warm.stderr)
    code = (
        "import sys\nfrom ruledsl.cli import main\n"
        "try: main(['validate', 'mine'])\nexcept SystemExit: pass\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == cold.stdout
    loaded = {name.split(".")[0] for name in done.stderr.split()}
    assert not loaded & {"lark", "ruamel", "jsonschema", "rich"}
    assert "ruledsl.rules.check" not in done.stderr.split()


def test_two_processes_at_once(place):
    words = [sys.executable, "-m", "ruledsl.cli", "validate", "blank-tiles"]
    processes = [subprocess.Popen(words, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    said = {process.communicate(timeout=120)[0] for process in processes}
    assert len(said) == 1
    assert not [path for path in place.iterdir() if path.name.startswith("writing")]
    assert command(*words[3:]).stdout in said


def test_packs_that_are_moved_elsewhere_are_the_same_and_say_where(tmp_path, work):
    copy = tmp_path / "copies" / "blank-tiles"
    shutil.copytree(official_folder() / "blank-tiles", copy)
    first, second = ruledsl.load(str(official_folder() / "blank-tiles")), ruledsl.load(str(copy))
    assert work.loaded == 1
    assert first.composition.identity == second.composition.identity
    assert second.composition.packs[-1].folder == str(copy)
    (tile, *_) = (tile for tile in second.composition.tiles.values() if tile.pack == "blank_tiles")
    assert tile.span.file.startswith("copies/blank-tiles/")
    core = next(tile for tile in second.composition.tiles.values() if tile.pack == "smallworld")
    assert core.span == first.composition.tiles[core.id].span


def test_findings_of_packs_that_are_moved_say_where(pack, work, monkeypatch):
    write(pack, trait="edg")
    before = ruledsl.validate(str(pack))
    (pack.parent / "elsewhere").mkdir()
    pack.rename(pack.parent / "elsewhere/mine")
    after = ruledsl.validate("elsewhere/mine")
    assert work.validated == 1
    assert [f.span.file for f in before] == ["mine/imps.yaml"]
    assert [f.span.file for f in after] == ["elsewhere/mine/imps.yaml"]
    assert [(f.code, f.message, f.suggestion) for f in before] == [
        (f.code, f.message, f.suggestion) for f in after
    ]


def test_another_folder_under_the_same_name_in_another_order(tmp_path, work):
    """What is kept does not say where packs are: it must not take one for the other."""
    for number in (3, 4):
        folder = tmp_path / str(number) / "mine"
        folder.mkdir(parents=True)
        (folder / "pack.yaml").write_text(PACK.format(id=f"mine{number}"))
        write(folder, number=number)
    for order in ((3, 4), (4, 3), (3, 4)):
        rules = ruledsl.load(*(f"{number}/mine" for number in order))
        assert [pack.id for pack in rules.composition.packs[-2:]] == [f"mine{number}" for number in order]
    assert work.loaded == 2


def test_nothing_else_that_is_installed_makes_a_difference(tmp_path, work, monkeypatch):
    libraries = tmp_path / "site-packages"
    libraries.mkdir()
    monkeypatch.syspath_prepend(str(libraries))
    for name, loaded in (("other-1.0", 1), ("lark-99.0", 2), ("ruamel.yaml.clib-99.0", 3)):
        contents.program_key.cache_clear()
        (libraries / f"{name}.dist-info").mkdir()
        ruledsl.load("core")
        assert work.loaded == loaded
    contents.program_key.cache_clear()


def test_what_scenarios_lean_on_is_part_of_what_is_kept(pack, tmp_path, monkeypatch, work):
    """A scenario names a pack that is not asked for: what is said of it changes with that pack, and with whether it is there."""
    monkeypatch.setenv("RULEDSL_PACKS", str(tmp_path / "packs"))
    other = tmp_path / "packs/other"
    story = "scenarios:\n  one:\n    packs: [mine, other]\n    position: {players: 2, trays: {imps: 1, ants: 1}}\n    steps: [{choose: stop}]\n"
    (pack / "scenarios/one.yaml").write_text(story)
    assert [finding.code for finding in ruledsl.validate(str(pack))] == ["C019"]
    other.mkdir(parents=True)
    (other / "pack.yaml").write_text(PACK.format(id="other"))
    assert [finding.code for finding in ruledsl.validate(str(pack))] == ["C019"]
    (other / "ants.yaml").write_text(IMPS.format(number=5, trait="edge").replace("imps", "ants"))
    for _ in range(2):
        assert not ruledsl.validate(str(pack))
    assert work.validated == 3
