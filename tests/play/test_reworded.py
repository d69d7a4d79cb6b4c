"""A pack rewords the texts of another one: by the same keys, under `replaces`."""

import pytest

from ruledsl import PackError, load

HEAD = "id: districts\nversion: 0.1.0\nlanguage: {language}\nname: Districts\nrequires: {{smallworld: '>=0.1'}}\n"
TEXTS = """\
texts:
  ask.opening.take: Which crowd comes to town?
  coins.gained: "{receiver} earns {amount} {amount|point|points}"
  action.decline: fade away
"""
REPLACES = "replaces: [ask.opening.take, coins.gained, action.decline]\n"


def reworded(head):
    return load(texts={"pack.yaml": head, "texts.yaml": TEXTS})


def test_with_replaces_everybody_reads_the_new_ones():
    rules = reworded(HEAD.format(language=3) + REPLACES)
    game = rules.new_game(2)
    assert game.decision.prompt.startswith("Which crowd comes to town?")
    assert game.log[0].text == "Player 1 earns 5 points"
    assert not rules.findings


@pytest.mark.parametrize("language", [2, 3])
def test_without_it_that_is_an_error(language):
    head = HEAD.format(language=language)
    if language == 3:
        with pytest.raises(PackError) as caught:
            reworded(head)
        found = caught.value.diagnostics
    else:
        found = reworded(head).findings
    assert [(one.code, one.span.line) for one in found if one.code == "P064"] == [
        ("P064", n) for n in (2, 3, 4)
    ]


def test_texts_of_things_of_ones_own_need_none():
    own = (
        TEXTS.split("\n", maxsplit=1)[0]
        + "\n  ask.site: Where to?\nrules: |\n  after turn:\n    choose site from regions asking player\n"
    )
    rules = load(texts={"pack.yaml": HEAD.format(language=3), "own.yaml": own})
    assert not [one for one in rules.findings if one.code == "P064"]
