"""The packs that come with ruledsl have nothing that any check finds fault with."""

import pytest
from families import family

import ruledsl
from ruledsl.base.diagnostics import render_text
from ruledsl.rules.packs import known_packs


@pytest.mark.parametrize("pack", known_packs())
def test_a_shipped_pack_is_clean(pack):
    found = ruledsl.validate(pack)
    assert not found, render_text(found)


def test_the_shipped_packs_of_one_game_are_clean_together():
    found = ruledsl.validate(*family())
    assert not found, render_text(found)
