"""The canonical layout."""

from __future__ import annotations

import pytest

from ruledsl.base.diagnostics import Diagnostics
from ruledsl.language.syntax import parse, to_text, walk
from ruledsl.language.syntax import tree as t


def printed(text):
    diagnostics = Diagnostics()
    document = parse(text, diagnostics)
    assert not diagnostics.has_errors, list(diagnostics)
    return to_text(document)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("my   income+1", "my income +1\n"),
        ("my income - (a + b)", "my income -(a + b)\n"),
        ("my income - a + b", "my income -(a + b)\n"),
        ("my income + (a)", "my income +a\n"),
        ("my income + tokens of me", "my income +(tokens of me)\n"),
        ("my income becomes ((a))", "my income becomes a\n"),
        ("my income + a - (b - c)", "my income +(a - (b - c))\n"),
        ("my income + (a - b) - c", "my income +((a - b) - c)\n"),
        ("my income + (a * b) + c", "my income +((a * b) + c)\n"),
        ("my income +1 if (a and b) or (not (c is d))", "my income +1 if (a and b) or (not (c is d))\n"),
        ("x at least (number of home of me)", "x at least number of home of me\n"),
        ("x +1 if (number of home of me) is ((3))", "x +1 if number of home of me is 3\n"),
        ("x +1 if (((a of (me))))", "x +1 if (a of me)\n"),
        ("x +1 if not (a of b)", "x +1 if not (a of b)\n"),
        ("x +1 if not (my a)", "x +1 if not my a\n"),
        ("after x: you gains 1 coins", "after x: you gain 1 coin\n"),
        ("after x: it gain 2 coin", "after x: it gains 2 coins\n"),
        ("after x: you pays coins of you coin to rival", "after x: you pay (coins of you) coins to rival\n"),
        ("after x: rival pay 1 coins", "after x: rival pays 1 coin\n"),
        ("after x: move 1 tokens of me from tray to hand", "after x: move 1 token of me from tray to hand\n"),
        ("after x: move all token of me to hand", "after x: move all tokens of me to hand\n"),
        ("after x: move 2 token from tray to hand", "after x: move 2 tokens from tray to hand\n"),
        ("after x: you gains coins of me coins", "after x: you gain (coins of me) coins\n"),
        ("after x:\n    do y", "after x:\n  do y\n"),
        ("after x: do y", "after x: do y\n"),
        ("after x:\n  do y\n  do z", "after x:\n  do y\n  do z\n"),
        ("declined: my  income +1", "declined: my income +1\n"),
        ("declined:\n my income +1", "declined:\n  my income +1\n"),
        ("declined: after x: do y", "declined:\n  after x: do y\n"),
        ("action a\n do: do x\n 1 times per turn", "action a\n  once per turn\n  do: do x\n"),
        (
            "action a\n do: do x\n 2 times per turn  with b",
            "action a\n  2 times per turn with b\n  do: do x\n",
        ),
        ("a +1\n\n\n\nb +1\nc +1", "a +1\n\nb +1\nc +1\n"),
        ("after x:\n\n  do y\n\n  do z", "after x:\n  do y\n\n  do z\n"),
        ("after x:  end   game", "after x: end game\n"),
        ("after x: draw a from (b)", "after x: draw a from b\n"),
        ("after x: return (a of b) to top of c of d", "after x: return (a of b) to top of c of d\n"),
        ("", ""),
        ("# a", "# a\n"),
    ],
)
def test_layout(text, canonical):
    assert printed(text) == canonical
    assert printed(canonical) == canonical


COMMENTED = """\
# about the file

# about the modifier
my income +1  # behind it
after x:
  # why
  do y
after x:  # a trigger
  if a: do y  # first
  # about the else
  else:
    # in the else
    do z
action a
  # when
  during b
  do:
    # what
    do c
# the end
"""


def test_comments_stay_where_they_are():
    assert printed(COMMENTED) == COMMENTED


def test_comments_move_with_their_clause():
    text = "action a\n  # what\n  do: do c  # c\n  # when\n  during b  # b\n"
    assert printed(text) == "action a\n  # when\n  during b  # b\n  # what\n  do: do c  # c\n"


IN_BLOCKS = """\
after x if a:
  do y
  # at the end of its block
# between two rules
after x:
  if a:
    if b:
      do y
      # in the third block
    # in the second

    # after a blank line
  # in the first
  # once more
  else:
    do z
    # at the end of the else

# between
  # deeper behind one that is not
declined:
  my a +1
  # my b +1
action c
  during d
  do: do e
  # a clause left out
event f:
  do g
  phase h:
    do i
    # at the end of a phase
  # at the end of an event
after x: do y
  # in the block of one line
# the end
"""
DEDENTED = [
    ("after x:\n    do y\n  # less far in\nmy b +1", "after x:\n  do y\n  # less far in\nmy b +1\n"),
    ("after x:\n  # far\n    do y\n# less\n    do z", "after x:\n  # far\n  do y\n  # less\n  do z\n"),
    ("my a +1\n      # further in than a rule\nmy b +1", "my a +1\n# further in than a rule\nmy b +1\n"),
    (
        "action a\n  do:\n    do x\n    # 1\n  # 2\n  once per turn\n  # 3",
        "action a\n  # 2\n  once per turn\n  do:\n    do x\n    # 1\n  # 3\n",
    ),
    ("declined: after x: do y\n  # in it\nmy b +1", "declined:\n  after x: do y\n  # in it\nmy b +1\n"),
    ("  after x:\n    do y\n    # in\n  # out", "after x:\n  do y\n  # in\n# out\n"),
]


def test_comments_stay_in_their_blocks():
    assert printed(IN_BLOCKS) == IN_BLOCKS
    for text, canonical in DEDENTED:
        assert printed(text) == printed(canonical) == canonical


def test_comments_in_brackets_stand_before_and_behind():
    text = "my income + (a  # one\n  # two\n  + b)  # three\n"
    assert printed(text) == "# one\n# two\nmy income +(a + b)  # three\n"


LONG = "my conquest_cost + " + " + ".join(f"a_rather_long_name_{number} of region" for number in range(6))
LONG_PRINTED = """\
my conquest_cost +(a_rather_long_name_0 of region
    + a_rather_long_name_1 of region
    + a_rather_long_name_2 of region
    + a_rather_long_name_3 of region
    + a_rather_long_name_4 of region
    + a_rather_long_name_5 of region)
"""


QUESTION = """\
event going of people from region with a_long_reason (number) as way:
  do expulsion of people from region by the_one_who_does_it with (full_losses of people in region to doer as way)
"""
LAID_OUT = """\
event going of people from region with a_long_reason (number) as way:
  do expulsion of people from region by the_one_who_does_it with (
      full_losses of people in region to doer as way)
"""


def test_a_long_question_stays_in_one_piece():
    assert printed(QUESTION) == LAID_OUT
    assert printed(LAID_OUT) == LAID_OUT


def test_long_expressions_are_broken_in_brackets():
    assert printed(LONG) == LONG_PRINTED
    assert printed(printed(LONG)) == printed(LONG)


DEEP = "x becomes " + " or ".join(
    " and ".join(f"a_rather_long_name_{n}{m}" for m in range(4)) for n in range(3)
)
DEEP_PRINTED = """\
x becomes (a_rather_long_name_00 and a_rather_long_name_01 and a_rather_long_name_02 and a_rather_long_name_03
    or a_rather_long_name_10 and a_rather_long_name_11 and a_rather_long_name_12 and a_rather_long_name_13
    or a_rather_long_name_20 and a_rather_long_name_21 and a_rather_long_name_22 and a_rather_long_name_23)
"""


def test_only_what_is_too_long_is_broken():
    assert printed(DEEP) == DEEP_PRINTED


def test_conditions_are_broken_where_they_are_joined():
    text = f"forbid conquer as {'own' * 15} if {'a' * 30} is {'b' * 30} and stage of holder is active\n"
    head, *lines = printed(text).splitlines()
    assert head == f"forbid conquer as {'own' * 15} if ({'a' * 30} is {'b' * 30}"
    assert lines == ["    and stage of holder is active)"]


def test_a_long_effect_stands_below_its_colon():
    name = "x" * 50
    assert printed(f"after {name}: do {name}_{name}") == f"after {name}:\n  do {name}_{name}\n"


def test_parts_have_a_text_of_their_own():
    text = "action a of b\n  once per turn\n  from c where d\n  do: move all e of f to g\n"
    document = parse(text + "value v of p (set of q) = number of w in x where y of z is k\n", Diagnostics())
    shown = {type(node): to_text(node) for node in walk(document)}
    assert shown[t.Limit] == "once per turn"
    assert shown[t.Amount] == "all"
    assert shown[t.Move] == "move all e of f to g"
    assert shown[t.Members] == "w in x where y of z is k"
    assert shown[t.Count] == "number of w in x where y of z is k"
    assert shown[t.Param] == "of p (set of q)"
    assert shown[t.TypeRef] == "set of q"
    assert shown[t.Arg] == "of z"
    assert shown[t.Action] == text.strip()
    assert shown[t.Block] == "move all e of f to g"
