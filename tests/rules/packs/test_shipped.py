"""The packs that come with ruledsl have nothing that any check finds fault with."""

import pytest

import ruledsl
from ruledsl.base.diagnostics import render_text
from ruledsl.rules.packs import known_packs


@pytest.mark.parametrize("pack", known_packs())
def test_a_shipped_pack_is_clean(pack):
    found = ruledsl.validate(pack)
    assert not found, render_text(found)


def test_all_shipped_packs_together_are_clean():
    found = ruledsl.validate(*known_packs())
    assert not found, render_text(found)
