"""`new`: whatever is made is valid and passes, and nothing that is there is written over."""

import pytest
from lengths import some

import ruledsl
from ruledsl.author.testkit import run_scenarios


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("base", "kinds"),
    some([("smallworld", ("race", "power")), ("underground", ("race", "power", "place", "relic"))]),
)
def test_tiles_maps_and_scenarios_are_valid_and_pass(run, here, base, kinds):
    assert run("new", "pack", "mine", "--requires", base).code == 0
    for kind in kinds:
        made = run("new", kind, f"first_{kind}", "--in", "mine")
        assert (made.code, made.out.count("made: ")) == (0, 2), made
    assert run("new", "map", "pond", "--in", "mine", "--borders", "1-2, 2-3").code == 0
    assert run("new", "scenario", "a_story", "--in", "mine").code == 0
    assert [found for found in ruledsl.validate("./mine") if found.severity == "error"] == []
    report = run_scenarios("./mine")
    assert report.passed
    assert len(report.results) == len(kinds) + 1
    assert "race: first_race" in (here / "mine/scenarios/a_story.yaml").read_text()


def test_new_tiles_are_not_said_to_be_alike(run, here):
    run("new", "pack", "mine", "--requires", "smallworld")
    for name in ("first", "second"):
        run("new", "power", name, "--in", "mine")
    assert ruledsl.validate("./mine") == []


def test_what_scenarios_reach_of_a_bundle_is_what_they_reach_of_its_folder(run, here):
    run("new", "pack", "mine", "--requires", "smallworld")
    run("new", "race", "imps", "--in", "mine")
    assert run("bundle", "mine").code == 0
    of_folder, of_bundle = (run("test", name, "--min", "100") for name in ("mine", "mine-0.1.0.ruledsl"))
    assert (of_folder.code, of_folder.out) == (0, of_bundle.out)


def test_nothing_is_written_over(run, refused, here):
    run("new", "pack", "mine", "--requires", "smallworld")
    run("new", "race", "imps", "--in", "mine")
    before = {path: path.read_bytes() for path in here.rglob("*.yaml")}
    assert "already" in refused("new", "race", "imps", "--in", "mine")
    assert "already" in refused("new", "pack", "mine", "--requires", "smallworld")
    assert {path: path.read_bytes() for path in here.rglob("*.yaml")} == before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("new race Otters --in mine", "Did you mean `otters`?"),
        (
            "new race mine/otters",
            "Did you mean `otters` (in the folder `mine`: go there first, or for a tile say `--in`)?",
        ),
        ("new pack 7", "a letter first."),
        (
            "validate empty",
            "There is no pack in the folder `empty`: it needs a pack.yaml; `ruledsl new pack` makes one.",
        ),
        ("validate shelf", "packs lie below it, such as `shelf/mine`"),
        ("validate notes.txt", "`notes.txt` is a file"),
        ("validate nothing_like_it", "`ruledsl packs` lists"),
        ("test shelf/mine", "`ruledsl new scenario NAME` makes a first one"),
        ("explain forest", "One such as N001 stands in brackets"),
    ],
)
def test_a_refusal_leads_on(run, refused, here, monkeypatch, words, said):
    for folder in ("empty", "shelf"):
        (here / folder).mkdir()
    (here / "notes.txt").write_text("Otters\n")
    monkeypatch.chdir(here / "shelf")
    run("new", "pack", "mine", "--requires", "core")
    monkeypatch.chdir(here)
    assert said in refused(*words.split())


def test_what_cannot_be_made(run, refused, here):
    assert "no pack in" in refused("new", "race", "imps")
    assert "no id" in refused("new", "pack", "My Pack", "--requires", "core")
    assert "smallworld" in refused("new", "pack", "mine", "--requires", "smalworld")
    run("new", "pack", "mine", "--requires", "smallworld")
    assert "no dragon" in refused("new", "dragon", "imps", "--in", "mine")
    for borders in ("1", "1-1", "1-2-3", "a-b c", "1-" + "x" * 50):
        assert "no border" in refused("new", "map", "pond", "--in", "mine", "--borders", borders)
    (here / "mine/broken.yaml").write_text("races: [")
    assert "errors" in refused("new", "race", "imps", "--in", "mine")
    assert sorted(path.name for path in here.rglob("*.yaml")) == ["broken.yaml", "pack.yaml"]


def test_what_is_missing_is_asked(run, here):
    result = run("new", "pack", typed="mine\nsmallworld\n")
    assert result.code == 0
    assert (here / "mine/pack.yaml").is_file()
