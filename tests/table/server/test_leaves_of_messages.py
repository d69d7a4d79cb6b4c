"""Whatever a message may say is what its handler takes: a fraction is no number, a flag none either, and a number is no text."""

import pytest
from leaves import VALUES, at, leaves

from ruledsl.base.whole import is_whole
from ruledsl.table.server.asking.messages import MESSAGES

KEYS = [(name, key) for name, message in MESSAGES.items() for key in message.form]
OF_NUMBERS = ("made", "step", "from", "count", "seat", "colour")
"""Keys with numbers, or nobody."""


@pytest.mark.parametrize(("name", "key"), KEYS)
def test_a_value_of_each_type(name, key):
    check, _ = MESSAGES[name].form[key]
    taken = [
        value
        for value in (*VALUES, *([value] for value in VALUES), *({"a": value} for value in VALUES))
        if check(value)
    ]
    assert taken, "no value of any type is taken: then this test says nothing"
    assert not [value for value in taken for path in leaves(value) if type(at(value, path)) is float]
    if key in OF_NUMBERS:
        assert all(value is None or is_whole(value) for value in taken)
