import pytest

from ruledsl.author.testkit import Runner, run_scenarios
from ruledsl.author.testkit.runner import Coverage, instrumented
from ruledsl.base.diagnostics import Diagnostics, explain
from ruledsl.play.rules import load
from ruledsl.rules.scenarios.reading import find_scenarios, scenarios_in_text

HEAD = """\
scenarios:
  one:
    packs: [smallworld]
    position:
      players: 2
      map: {regions: {a: {terrain: hill, entry: true, borders: [b]}, b: {terrain: farmland, borders: [c]}, c: {terrain: sea}}}
      phase: conquests
      dice: [2]
      peoples: [{race: tritons, power: hill, player: 0, hand: 3, at: {a: 1}}]
    steps:
"""

# a step, the code, its line and column within the step, what is expected, what is found
# fmt: off
FAILURES = {
    "a number": ("- cost: {value: conquest_cost, people: tritons, region: b, is: 2}", "C010", 60, 2, 1),
    "a flag is no number": ("- cost: {value: immune, region: b, is: 0}", "C010", 36, 0, False),
    "a set": ("- cost: {value: reach, people: tritons, is: [c]}", "C010", 41, ["c"], ["b"]),
    "an unknown value": ("- cost: {value: conquest_costs, people: tritons, region: b, is: 2}", "C016", 10, "conquest_costs", None),
    "a missing parameter": ("- cost: {value: conquest_cost, region: b, is: 2}", "C016", 10, "conquest_cost", None),
    "an unknown region": ("- cost: {value: conquest_cost, people: tritons, region: q, is: 2}", "C016", 10, "conquest_cost", None),
    "another reason": ("- why: {value: conquest_cost, people: tritons, region: b, says: [inland]}", "C011", 66, "inland", ...),
    "another amount": (
        "- why: {value: conquest_cost, people: tritons, region: b, says: [{source: tritons, amount: -2}]}",
        "C011", 66, {"source": "tritons", "amount": -2}, ...,
    ),
    "another player": ("- options: {player: 1}", "C012", 13, 1, 0),
    "an option missing": ('- options: {include: [stop, "conquer:d"]}', "C013", 29, "conquer:d", ...),
    "an option too many": ("- options: {exclude: [stop]}", "C012", 23, "no such option", "stop"),
    "no option that there could be": ('- options: {exclude: ["conqer:b"]}', "C018", 23, None, None),
    "no option of these tiles": ("- options: {exclude: [conquer@hil]}", "C018", 23, None, None),
    "no target that there could be": ('- options: {exclude: ["conquer:q"]}', "C018", 23, None, None),
    "nothing that could be refused": ('- refuse: "conqer:b"', "C018", 3, None, None),
    "other options": ("- options: {exactly: [stop]}", "C012", 13, ["stop"], ["conquer:b", "abandon:a", "stop"]),
    "no such choice": ("- choose: [stop, conquer]", "C013", 18, "conquer", ...),
    "possible after all": ("- why_not: {action: conquer, target: b, says: [own]}", "C012", 3, "not among the options", ...),
    "another prohibition": ("- why_not: {action: conquer, target: c, says: [immune]}", "C011", 48, "immune", ...),
    "not refused": ('- refuse: "conquer:b"', "C014", 3, "refused", "chosen"),
    "nothing to take back": ("- undo: true", "C014", 3, "taken back", "refused"),
    "the table": ("- state: {regions: {a: {tokens: 2}}}", "C010", 25, 2, 1),
    "what is not on the table": ("- state: {regions: {d: {tokens: 2}}}", "C010", 21, {"tokens": 2}, ...),
    "a misspelt piece": ("- state: {stock: {mountian: 9}}", "C010", 19, 9, "there is no such thing, but there is `mountain`"),
    "a memory": ("- state: {peoples: {tritons: {memory: {attempts: 1}}}}", "C010", 40, 1, 0),
    "not over": ("- over: true", "C010", 3, True, False),
    "other standings": ("- standings: [{rank: 2}]", "C010", 16, 2, 1),
}
# fmt: on


def run(steps):
    diagnostics = Diagnostics()
    text = HEAD + "".join(f"      {line}\n" for line in steps.splitlines())
    (scenario,) = scenarios_in_text(text, "one.yaml", "", diagnostics)
    return Runner(diagnostics=diagnostics).run(scenario)


@pytest.mark.parametrize("name", FAILURES)
def test_what_does_not_come_out_is_a_value_with_its_place(name):
    step, code, column, expected, actual = FAILURES[name]
    result = run("- options: {player: 0}\n" + step)
    assert not result.passed
    failure = result.failure
    assert (failure.diagnostic.code, failure.step, result.steps) == (code, 2, 1)
    assert failure.expected == expected
    assert actual is ... or failure.actual == actual
    span = failure.diagnostic.span
    assert (span.file, span.line, span.column) == ("one.yaml", 12, column + 6)
    assert failure.diagnostic.excerpt
    assert explain(code)


def test_a_scenario_that_comes_out():
    result = run('- cost: {value: conquest_cost, people: tritons, region: b, is: 1}\n- choose: "conquer:b"')
    assert result.passed
    assert result.steps == 2


def test_what_there_is_none_of_is_nothing():
    result = run("- state: {memory: {way_out: null}, regions: {b: {others: {ratmen: 0}}}}")
    assert result.passed


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ("race: tritons", "race: triton", "C005", 9),
        ("phase: conquests", "phase: mustering", "C005", 7),
        ("packs: [smallworld]", "packs: [smalworld]", "C004", 2),
        ("packs: [smallworld]", "packs: [smallworld]\n    variants: {no_such: yes}", "C004", 2),
    ],
)
def test_what_cannot_even_begin(old, new, code, line):
    diagnostics = Diagnostics()
    text = HEAD.replace(old, new) + "      - over: false\n"
    (scenario,) = scenarios_in_text(text, "one.yaml", "", diagnostics)
    result = Runner(diagnostics=diagnostics).run(scenario)
    assert result.failure.diagnostic.code == code
    assert result.failure.diagnostic.span.line == line
    assert result.failure.step == 0


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("scenarios: {}", "S007"),
        ("scenarios:\n  one: {steps: [{over: true}]}\n", "S002"),
        ("scenarios:\n  one: {position: {}, steps: [{cots: {}}]}\n", "S001"),
        ("scenarios:\n  one: {position: {}, steps: [{over: true, undo: true}]}\n", "S007"),
        ("scenarios:\n  one: {position: {}, steps: [{undo: maybe}]}\n", "S004"),
        ("scenarios:\n  one: {position: {}, steps: [{choose: []}]}\n", "S007"),
        ("scenarios:\n  one: {position: {}, steps: [{over: true}]}\n", "C002"),
        ("scenarios: {one", ""),
    ],
)
def test_files_that_are_no_scenarios(text, code):
    diagnostics = Diagnostics()
    assert scenarios_in_text(text, "one.yaml", "", diagnostics) == []
    assert not code or code in {found.code for found in diagnostics}
    assert diagnostics.has_errors


def test_two_scenarios_of_one_name(tmp_path):
    (tmp_path / "pack.yaml").write_text("id: mine\n")
    (tmp_path / "scenarios").mkdir()
    for name in ("a", "b"):
        (tmp_path / "scenarios" / f"{name}.yaml").write_text(
            "scenarios:\n  one: {position: {}, steps: [{over: true}]}\n"
        )
    diagnostics = Diagnostics()
    found = find_scenarios([str(tmp_path / "scenarios")], diagnostics)
    assert len(found) == 2
    assert [d.code for d in diagnostics] == ["C003"]


def test_a_file_says_for_all_its_scenarios_which_packs_they_are_played_with():
    text = """packs: [smallworld, cursed]
scenarios:
  one: {position: {}, steps: [{over: true}]}
  other: {packs: [underground], position: {}, steps: [{over: true}]}
"""
    found = scenarios_in_text(text, "one.yaml", "", Diagnostics())
    assert [scenario.packs for scenario in found] == [("smallworld", "cursed"), ("underground",)]


def test_nothing_there():
    report = run_scenarios("smalworld")
    assert not report.passed
    assert [found.code for found in report.diagnostics] == ["C001"]


# ── which rules were used ──


def used(rules, coverage):
    return {(c.owner, c.kind, c.name) for c in coverage.clauses(rules) if c.exercised}


def test_rules_are_noted_when_they_take_effect():
    coverage = Coverage()
    rules = instrumented(load("smallworld"), coverage)
    data = {
        "players": 2,
        "map": {
            "regions": {
                "a": {"terrain": "hill", "borders": ["b"]},
                "b": {"terrain": "farmland", "borders": ["c"]},
                "c": {"terrain": "sea"},
            }
        },
        "phase": "conquests",
        "peoples": [{"race": "tritons", "power": "hill", "player": 0, "hand": 3, "at": {"a": 1}}],
    }
    game = rules.position(data)
    first = used(rules, coverage)
    assert ("smallworld/tritons", "modifier", "conquest_cost") in first
    assert ("core", "modifier", "conquest_cost") in first
    assert ("core", "forbid", "conquer as unreachable") in first
    assert ("smallworld/hill", "modifier", "region_income") not in first
    assert ("core", "action", "conquer") not in first
    for choice in ("conquer:b", "stop", "a", "a"):
        if choice in [option.id for option in game.decision.options]:
            game.choose(choice)
    later = used(rules, coverage)
    assert ("smallworld/hill", "modifier", "region_income") in later
    assert ("core", "action", "conquer") in later
    assert ("core", "event", "conquest") in later
    assert ("core", "action", "decline") not in later


def test_noted_rules_play_the_same_game():
    plain = load("smallworld")
    noted = instrumented(plain, Coverage())
    games = [rules.new_game(3, seed=8) for rules in (plain, noted)]
    for turn in range(400):
        if games[0].over:
            break
        pick = turn * 7 % len(games[0].decision.options)
        for game in games:
            game.choose(pick)
        assert games[0].hash == games[1].hash


def test_the_report_lists_the_rules_of_the_pack_tested():
    report = run_scenarios("core", coverage=True)
    assert report.passed
    assert {clause.owner for clause in report.coverage} == {"core"}
    assert all(clause.span.line for clause in report.coverage)
    assert len(report.unexercised) <= len(report.coverage) / 5


# ── what happened ──

TRACE = """\
position
  asked: player 1 for tritons, offer (core: conquests): conquer:b, abandon:a, stop
step 1, choose: conquer:b
  Player 1: conquer b farmland
  Tritons conquer b farmland
  by itself: core: conquests, conquests: nothing
  asked: player 1 for tritons, choose (core: placing): a, b
step 2, over: true"""


def test_a_scenario_that_fails_says_what_happened():
    result = run('- choose: "conquer:b"\n- over: true')
    assert not result.passed
    assert "\n".join(result.trace) == TRACE.replace("Tritons", "Hill Tritons")
    assert run("- over: true").trace[-1] == "step 1, over: true"
    assert run("- over: false").trace == ()


def test_traces_of_all_if_they_are_wanted():
    report = run_scenarios("blank-tiles", trace=True)
    assert report.passed
    assert all(result.trace[0] == "position" for result in report.results)


def in_a_pack(folder, text):
    (folder / "scenarios").mkdir(parents=True)
    (folder / "pack.yaml").write_text(
        'id: house\nversion: 0.1.0\nlanguage: 1\nname: House\nrequires: {smallworld: ">=0.1"}\n'
    )
    (folder / "scenarios" / "all.yaml").write_text(text)
    return run_scenarios(str(folder))


def test_a_cause_that_the_text_of_a_scenario_shows_is_said_once(tmp_path):
    one = HEAD.replace("    packs: [smallworld]\n", "")
    first = one.replace("race: tritons", "race: triton") + "      - over: false\n"
    second = one.replace("scenarios:\n  one:", "  two:") + '      - choose: "conqer:b"\n'
    third = one.replace("scenarios:\n  one:", "  three:") + '      - choose: "conquer:c"\n'
    report = in_a_pack(tmp_path / "house", first + second + third)
    assert [found.code for found in report.diagnostics] == ["C019", "C018", "C013"]
    assert [bool(failure.causes) for failure in report.failures] == [True, True, False]
    assert not report.problems


UNKNOWN = {
    "player: 2": "There is no player `2` here.",
    "player: 0, memory: {rolled: 3}": "There is no memory of people `rolled` here, only a memory of game.",
}


@pytest.mark.parametrize("owner", UNKNOWN)
def test_names_that_nothing_has_are_told_what_there_is(owner, tmp_path):
    text = HEAD.replace("    packs: [smallworld]\n", "").replace("player: 0", owner)
    (found,) = in_a_pack(tmp_path / "house", text + "      - over: false\n").diagnostics
    assert (found.code, found.message, found.suggestion) == ("C019", UNKNOWN[owner], "")
