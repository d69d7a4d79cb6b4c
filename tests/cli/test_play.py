import json
import re

import pytest

BOTS = ("play", "smallworld", "--players", "2", "--seats", "random,random", "--seed", "5")


def test_bots_play_to_the_end_and_the_standings_come_last(run):
    result = run(*BOTS)
    assert result.code == 0
    assert not result.err
    assert "Round 1 of 10" in result.out
    assert "Round 10 of 10" in result.out
    table = result.out[result.out.rindex("The game is over") :]
    assert re.search(r"1\..*player \d random", table)
    assert "Income" in table


def test_a_seed_is_a_game(run):
    assert run(*BOTS).out == run(*BOTS).out
    assert run(*BOTS).out != run(*BOTS[:-1], "6").out


def test_output_for_a_pipe_is_plain_and_fits_a_hundred_columns(run):
    out = run("play", "smallworld", "--players", "5", "--seats", "random", "--seed", "5").out
    assert "\x1b" not in out
    assert max(map(len, out.splitlines())) <= 100


def test_every_region_has_its_number_on_the_map(run):
    out = run("show", "smallworld/small_world_5p").out
    assert all(re.search(rf"(?<!\d){number}(?!\d)", out) for number in range(1, 49))


def test_quiet_shows_the_standings_only(run):
    out = run(*BOTS, "--quiet").out
    assert "Round" not in out
    assert "The game is over" in out


def test_maps_are_drawn_as_often_as_asked(run):
    drawn = [run(*BOTS, "--maps", n).out.count("Mountain") for n in (0, 5)]
    assert drawn == [1, 2]


def test_names_in_another_language(run):
    assert "Montagna" in run(*BOTS, "--lang", "it").out


def test_seats_not_named_are_random_bots(run):
    out = run("play", "smallworld", "--players", "2", "--quiet").out
    assert out.count("random") == 2


def test_variants_are_switched(run, tmp_path):
    run(*BOTS, "--variant", "final_conquest=cost_three", "--quiet", "--save", tmp_path / "game.json")
    assert json.loads((tmp_path / "game.json").read_text())["variants"]["final_conquest"] == "cost_three"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["smalworld"], "There is no pack `smalworld`. Did you mean `smallworld`?"),
        (["./nowhere"], "no folder `./nowhere`"),
        (["core"], "no map"),
        (["smallworld", "--seats", "hunan"], "There is no seat `hunan`. Did you mean `human`?"),
        (["smallworld", "--players", "9"], "for 2, 3, 4 or 5 players, not for 9"),
        (["smallworld", "--players", "0"], "not in the range"),
        (["smallworld", "--players", "two"], "'two' is not a valid integer"),
        (["smallworld", "--players", "2", "--seats", "random,random,random"], "3 seats named for 2"),
        (["smallworld", "--map", "small_world_4"], "no map `small_world_4`. Did you mean `small_world_4p`?"),
        (["smallworld", "--map", "small_world_2p"], "for 2 players, not for 3"),
        (["smallworld", "--variant", "final=x"], "no variant `final`"),
        (["smallworld", "--variant", "final_conquest=cost_thre"], "Did you mean `cost_three`?"),
        (["smallworld", "--variant", "final_conquest"], "NAME=OPTION"),
        (["smallworld", "--speeed", "1"], "No such option"),
        (["smallworld", "--save", "/nowhere/at/all/game"], "no folder `/nowhere/at/all`"),
        (["smallworld", "--save", "/dev/null"], "not an ordinary file"),
        ([], "Missing argument"),
    ],
)
def test_misuse(refused, words, said):
    assert said in refused("play", *words)


def test_a_pack_with_errors_is_shown_with_its_errors(run, tmp_path):
    (tmp_path / "pack.yaml").write_text(
        "id: broken\nversion: 0.1.0\nlanguage: 1\nname: {en: Broken}\nrequires: {core: '>=0.1'}\n"
    )
    (tmp_path / "world.yaml").write_text("rules: value x = nonsense\n")
    result = run("play", tmp_path)
    assert result.code == 1
    assert "nonsense" in result.err
    assert result.err.splitlines()[-1].startswith("ruledsl: Fix these errors before you play ")


# ── people ──

HUMAN = ("play", "smallworld", "--players", "2", "--seats", "human,random", "--seed", "3")


def test_options_can_be_chosen_by_number_by_id_and_by_the_beginning_of_their_label(run):
    for typed in ("2", "take:trolls", "take the Tro"):
        out = run(*HUMAN, typed=f"{typed}\nquit\n").out
        assert "Which conquest comes next?" in out


def test_an_ambiguous_beginning_chooses_nothing(run):
    out = run(*HUMAN, typed="take\nquit\n").out
    assert "That could be: take the Humans, take the Trolls" in out
    assert "Which conquest" not in out


def test_why_and_why_not(run):
    out = run(
        *HUMAN, typed="2\nwhy conquest_cost 5\nwhy not conquer 15\nwhy conqest_cost\nwhy\nwhy not\nquit\n"
    ).out
    assert "cost of 5 hill for" in out
    assert "not among the options" in out
    assert "Did you mean `conquest_cost`?" in out


def test_undo_goes_back_to_the_last_choice_of_a_person(run):
    out = run(*HUMAN, typed="2\n2\nundo\nquit\n").out
    assert out.count("29 end the conquests") == 2


def test_undo_stops_at_what_was_shown(run):
    assert "showed something hidden" in run(*HUMAN, typed="2\nundo\nquit\n").out


def test_help_log_map_and_unknown_words(run):
    out = run(*HUMAN, typed="help\nlog\nmap\nxyzzy\n99\n\nquit\n").out
    assert "why not ACTION" in out
    assert "Player 1 gains 5 coins" in out
    assert "`xyzzy` is no option and no command" in out
    assert "numbers 1 to 6" in out


def test_the_coins_of_others_are_not_shown_to_people(run):
    out = run(*HUMAN, typed="quit\n").out
    assert re.search(r"2 random +– +\?", out)


def test_nothing_tells_the_coins_of_others_to_people(run):
    out = run(*HUMAN, typed="why victory 2\nwhy victory 1\nquit\n").out
    assert "This depends on the coins of player 2, which only they know." in out
    assert "result of player 1 is 5" in out
    assert "victory of player 2 is" not in out


def test_a_new_save_is_for_its_owner_alone(run, tmp_path):
    """It is the whole game, with all its secrets."""
    file = tmp_path / "game.json"
    run(*HUMAN, "--save", file, typed="quit\n")
    assert file.stat().st_mode & 0o777 == 0o600


def test_the_end_of_the_input_leaves_the_table(run):
    result = run(*HUMAN, typed="2\n")
    assert result.code == 0
    assert "The game is over" not in result.out


# ── saving ──


def test_a_game_that_was_left_goes_on(run, tmp_path):
    file = tmp_path / "game.json"
    run(*HUMAN, "--save", file, typed="2\n1\nquit\n")
    result = run("resume", file, "--seats", "greedy,random", "--quiet")
    assert result.code == 0
    assert "The game is over" in result.out
    assert json.loads(file.read_text())["start"]["seats"] == ["greedy", "random"]
    assert run("replay", file).code == 0


def test_resuming_keeps_the_seats(run, tmp_path):
    file = tmp_path / "game.json"
    run(*HUMAN, typed=f"2\nsave {file}\nquit\n")
    assert "Which conquest comes next?" in run("resume", file, typed="quit\n").out


def test_a_game_left_and_resumed_is_the_game_played_at_once(run, tmp_path):
    whole, parts = tmp_path / "whole.json", tmp_path / "parts.json"
    run(*BOTS, "--save", whole, "--quiet")
    run("play", "smallworld", "--seats", "human,human", "--seed", "5", "--save", parts, typed="quit\n")
    run("resume", parts, "--seats", "random,random", "--quiet")
    assert whole.read_text() == parts.read_text()


def test_replay_tells_the_game(run, tmp_path):
    file = tmp_path / "game.json"
    run(*BOTS, "--save", file, "--quiet")
    out = run("replay", file, "--show").out
    assert "Round 10 of 10" in out
    assert "the same game" in out
    told = json.loads(run("replay", file, "--format", "json").out)
    assert f"{told['choices']} choices, the same game: {told['hash'][:16]}" in out
    assert (told["over"], told["round"], len(told["standings"])) == (True, 10, 2)
    assert run("replay", file, "--show", "--format", "json").code == 2


def test_replay_finds_a_game_that_differs(refused, run, tmp_path):
    file = tmp_path / "game.json"
    run(*BOTS, "--save", file, "--quiet")
    data = json.loads(file.read_text())
    data["choices"] = data["choices"][:-1]
    file.write_text(json.dumps(data))
    assert "differs" in refused("replay", file, code=1)


def test_a_place_that_cannot_be_written_loses_nothing(refused, run, tmp_path):
    file = tmp_path / "game.json"
    run(*BOTS, "--save", file, "--quiet")
    before = file.read_text()
    assert "is a folder" in refused(*BOTS, "--save", tmp_path)
    assert "no folder" in refused(*BOTS, "--save", file / "below")
    assert file.read_text() == before
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]


@pytest.mark.parametrize(
    "text", ["", "{}", "[1, 2", '{"format": "ruledsl game", "version": 99}', "\0\1", "null"]
)
@pytest.mark.parametrize("command", ["resume", "replay"])
def test_files_that_are_no_games(refused, tmp_path, command, text):
    file = tmp_path / "game.json"
    file.write_text(text)
    refused(command, file)


@pytest.mark.parametrize("command", ["resume", "replay"])
def test_files_that_are_not_there_or_no_text(refused, tmp_path, command):
    assert "cannot be read" in refused(command, tmp_path / "nothing")
    assert "is a folder, not a file" in refused(command, tmp_path)
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    assert "not a text" in refused(command, tmp_path / "bytes")


def test_a_damaged_state_is_refused(refused, run, tmp_path):
    file = tmp_path / "game.json"
    run(*BOTS, "--save", file, "--quiet")
    data = json.loads(file.read_text())
    data["state"]["game"][0] = 3
    file.write_text(json.dumps(data))
    assert "damaged" in refused("resume", file)


def test_packs_that_are_not_found_under_their_ids_are_named(refused, run, tmp_path):
    pack = tmp_path / "house"
    pack.mkdir()
    (pack / "pack.yaml").write_text(
        "id: mine\nversion: 0.1.0\nlanguage: 1\nname: Mine\nrequires: {smallworld: '>=0.1'}\n"
    )
    file = tmp_path / "game.json"
    run("play", pack, *BOTS[2:], "--save", file, "--quiet")
    assert str(tmp_path) not in file.read_text()
    for command in (["resume"], ["replay"], ["test", "--record"]):
        assert "--packs FOLDER" in refused(*command, file)
    assert run("resume", file, "--packs", pack, "--quiet").code == 0
    assert run("replay", file, "--packs", pack).code == 0
    made = pack / "scenarios/it.yaml"
    made.parent.mkdir()
    assert run("test", pack, "--record", file, "-o", made).code == 0
    assert "packs: [mine]" in made.read_text()
    assert run("test", pack).code == run("test", made).code == 0


def test_a_game_begins_with_a_tile_on_offer(run, refused):
    result = run(
        "play", "smallworld", "--players", "2", "--seats", "human", "--offer", "elves", typed="quit\n"
    )
    assert "take the Elves" in result.out
    assert result.err.startswith("With --seed ") or not result.err
    assert "elves" in refused("play", "smallworld", "--offer", "elvs")
    assert "first choices" in refused("play", "smallworld", "--offer", "flying")


def test_pages_are_broken_where_the_screen_ends_and_examples_nowhere(run, monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    lines = run("explain", "R028").out.splitlines()
    assert "          after my conquest if holder of region is enemy of me: you gain 1 coin" in lines
    why = [line.strip() for line in lines[lines.index("Why:") + 2 :] if line.strip()]
    assert min(map(len, why[:-1])) > 40


LOGGED = """after setting_out:
  for each a in regions:
    for each b in regions:
      for each c in regions:
        turn_player gains 1 coins
"""
REPEATED = """remember n of game: number = 900000
after setting_out:
  repeat n times:
    for each player in players: player gains 1 coins
"""


@pytest.mark.parametrize(
    ("command", "text", "says"),
    [
        ("play", LOGGED, "more happens than anybody could read"),
        ("play", REPEATED, "the rules repeat something without end"),
        ("simulate", REPEATED, "the rules repeat something without end"),
    ],
)
def test_rules_that_go_on_without_end_are_no_fault_of_ours(run, tmp_path, command, text, says):
    """The game cannot begin, which is said in a sentence."""
    folder = tmp_path / "endless"
    folder.mkdir()
    head = 'id: endless\nversion: 0.1.0\nlanguage: 1\nname: Endless\nrequires: {smallworld: ">=0.1"}\n'
    (folder / "pack.yaml").write_text(head, encoding="utf-8")
    rules = "".join(f"  {line}\n" for line in text.splitlines())
    (folder / "rules.yaml").write_text(f"rules: |\n{rules}", encoding="utf-8")
    found = run(command, str(folder), "--players", "2")
    assert says in found.out + found.err
    assert "should not have happened" not in found.err
