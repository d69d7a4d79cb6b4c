"""`ruledsl validate` reads lessons as it reads scenarios."""

import pytest

HEAD = 'id: teaching\nversion: 0.1.0\nlanguage: 3\nname: Teaching\nrequires: {smallworld: ">=0.1"}\n'
LESSON = """
lessons:
  first:
    name: First
    position: {players: 2, map: small_world_2p, market: [{race: orcs}]}
    steps:
      - {text: Take it, choose: "take:orcs"}
      - {text: Done}
"""


@pytest.fixture
def validated(run, tmp_path):
    def validated(lesson):
        (tmp_path / "pack.yaml").write_text(HEAD)
        (tmp_path / "lesson.yaml").write_text(lesson)
        found = run("validate", tmp_path)
        return found.code, found.out + found.err

    return validated


def test_a_sound_lesson_is_fine(validated):
    assert validated(LESSON)[0] == 0


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("race: orcs", "race: orks", "orcs"),
        ("take:orcs", "tak:orcs", "take"),
        ("text: Done", "texts: Done", "text"),
        ("    position: {players: 2, map: small_world_2p, market: [{race: orcs}]}\n", "", "position"),
    ],
)
def test_what_is_wrong_in_a_lesson_is_said_in_its_place(validated, old, new, said):
    code, text = validated(LESSON.replace(old, new))
    assert code == 1
    assert "lesson.yaml" in text
    assert said in text
