"""Objects as plain data and back: the same, with what is shared shared and circles closed, and nothing but the classes that are given."""

from __future__ import annotations

import marshal
import os
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruledsl.base.store import classes_in, decoded
from ruledsl.base.store.encoding import CannotBeKept, encoded


class Place(NamedTuple):
    line: int
    words: tuple[str, ...] = ()


FIRST = Place(1)


class Label(NamedTuple):
    text: str
    at: Place
    inner: Any = ()


@dataclass(slots=True)
class Owner:
    name: str
    things: list[Thing] = field(default_factory=list)
    by_name: dict[str, Thing] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Thing:
    owner: Owner | None
    parts: tuple[Any, ...] = ()
    place: Place = FIRST


@dataclass(frozen=True, slots=True)
class Special(Thing):
    more: Any = None


@dataclass
class Loose:
    anything: Any = None


CLASSES = {kind.__name__: kind for kind in (Place, Label, Owner, Thing, Special)}


def there_and_back(value, names=None):
    names = names or {}
    known = {id(thing): name for name, thing in names.items()}
    data = encoded(value, CLASSES, lambda thing: known.get(id(thing)))
    return decoded(marshal.loads(marshal.dumps(data)), CLASSES, names)  # noqa: S302 - our own


PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(max_size=5)
    | st.binary(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
)
ANYTHING = st.recursive(
    PLAIN
    | st.sets(st.integers(), max_size=1)
    | st.frozensets(st.text(max_size=3), max_size=1)
    | st.builds(Place, st.integers()),
    lambda inner: (
        st.builds(
            Special, st.none(), st.lists(inner, max_size=3).map(tuple), st.builds(Place, st.integers()), inner
        )
        | st.lists(inner, max_size=3)
        | st.dictionaries(st.tuples(st.integers(), st.text(max_size=3)), inner, max_size=3)
    ),
)


@given(ANYTHING)
def test_it_comes_back_as_it_was(value):
    again = there_and_back(value)
    assert again == value
    assert repr(again) == repr(value)


def test_what_is_shared_is_shared_and_circles_are_closed():
    owner = Owner("me")
    inner = Thing(owner)
    plain = [1, 2]
    parts = ((inner, plain), (inner, (plain, owner)))
    owner.things += [inner, Special(owner, parts, more={"list": plain})]
    owner.by_name = {"inner": inner}
    again = there_and_back(owner)
    first, second = again.things
    assert first.owner is second.owner is again is second.parts[1][1][1]
    assert first is again.by_name["inner"] is second.parts[0][0] is second.parts[1][0]
    assert second.parts[0][1] is second.parts[1][1][0] is second.more["list"]
    assert second.more == {"list": [1, 2]}
    assert second.place == Place(1)


def test_named_tuples_hold_others_of_another_class():
    places = [Place(1), Place(2)]
    value = {"labels": [Label("b", places[1], (1, "x")), Label("a", places[0])], "places": places}
    again = there_and_back(value)
    assert again == value
    assert again["labels"][1].at is again["places"][0]
    assert type(again["labels"][0]) is Label


def test_a_list_that_holds_itself():
    value = [1]
    value.append(value)
    again = there_and_back(value)
    assert again[0] == 1
    assert again[1] is again


def test_deep_trees():
    value = None
    for _ in range(20_000):
        value = Thing(None, (value,))
    again = there_and_back(value)
    depth = 0
    while again is not None:
        (again,) = again.parts
        depth += 1
    assert depth == 20_000


def test_what_has_a_name_goes_by_it():
    assert there_and_back([len, Thing(None, (len, 3))], {"length": len}) == [len, Thing(None, (len, 3))]
    data = encoded([len], CLASSES, lambda thing: "length" if thing is len else None)
    with pytest.raises(KeyError):
        decoded(data, CLASSES, {"size": len})


@pytest.mark.parametrize(
    "value",
    [
        object(),
        Loose(),
        os.system,
        os,
        [Thing],
        {Thing(None)},
        {Place(3): 1},
        Place(3, [Thing(None)]),
        Label("a", FIRST, Label("b", FIRST)),
        Label("a", FIRST, (FIRST,)),
        [Label("a", FIRST), Label("b", None)],
        type("Place", (Place,), {})(3),
    ],
    ids=lambda value: type(value).__name__,
)
def test_nothing_else_can_be_kept(value):
    with pytest.raises(CannotBeKept):
        there_and_back(value)


@pytest.mark.parametrize("name", ["os.system", "Loose", "builtins.eval", "Owner.name", ""])
def test_no_other_class_can_be_asked_for(name):
    data = ((), (), ((name, 1, ()),), (), (), (), (), 0)
    with pytest.raises(KeyError):
        decoded(data, CLASSES, {})
    with pytest.raises(KeyError):
        decoded(((), ((name, 1, ((True, (1,)),)),), (), (), (), (), (), 0), CLASSES, {})


def test_no_constructor_runs(tmp_path):
    @dataclass(slots=True)
    class Eager:
        path: str

        def __post_init__(self):
            Path(self.path).mkdir()

    data = ((), (), (("Eager", 1, ((True, (str(tmp_path / "made"),)),)),), (), (), (), (), 0)
    assert decoded(data, {"Eager": Eager}, {}).path == str(tmp_path / "made")
    assert not (tmp_path / "made").exists()


@pytest.mark.parametrize(
    "data",
    [
        (),
        None,
        ((), (), (), (), (), (), (), 0),
        ((), (), (("Thing", 1, ()),), (), (), (), (), 0),
        ((), (), (("Thing", 1, ((False, (9,)),) * 3),), (), (), (), (), 0),
        ((), (), (), (), (((1,), ()),), (), (), 0),
    ],
    ids=repr,
)
def test_data_of_another_shape_is_refused(data):
    with pytest.raises((KeyError, ValueError, IndexError, TypeError)):
        decoded(data, CLASSES, {})


def test_classes_are_those_that_a_module_declares():
    module = ModuleType(__name__)
    vars(module).update(
        Place=Place, Thing=Thing, Loose=Loose, Any=Any, os=os, number=3, ModuleType=ModuleType
    )
    assert classes_in(module) == {f"{__name__}.{kind.__name__}": kind for kind in (Place, Thing, Loose)}
