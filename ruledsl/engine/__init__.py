"""A checked program in, running games out. It knows no pack.

`ir/` lowers the program and makes it fast (`ir/module.py` is what passes hand on, and is checked between them); `cells/` is the engine
itself, written with `small/` in the part of Python that is printed (dice and decks are in `cells/changes.py`); `compile/` prints both as
WebAssembly and as Python; `machines/` runs what was printed; `state/` is the state. Begin at `ir/lower/rules.py`, `cells/events.py` and
`machines/machine.py`.
"""
