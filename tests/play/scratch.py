"""Packs of one file, written for a test, and small positions to try them in."""

HEAD = "id: {id}\nversion: 0.1.0\nlanguage: 1\nname: {id}\nrequires: {{{requires}}}\n"
RING = {
    "regions": {
        "a": {"terrain": "hill", "entry": True, "borders": ["b", "c"]},
        "b": {"terrain": "farmland", "entry": True, "borders": ["c", "d"]},
        "c": {"terrain": "forest", "borders": ["d"]},
        "d": {"terrain": "swamp"},
    },
}


def write_pack(folder, id_, text, *, requires=("smallworld",)):
    """The folder of a new pack with this text in its one file."""
    home = folder / id_
    home.mkdir(parents=True)
    wanted = ", ".join(f'{other}: ">=0.1"' for other in requires)
    (home / "pack.yaml").write_text(HEAD.format(id=id_, requires=wanted), encoding="utf-8")
    (home / "world.yaml").write_text(text, encoding="utf-8")
    return str(home)


def race(id_, rules, *, number=5, tray=10):
    """A race with a rule text, as text of a file."""
    head = f"races:\n  {id_}:\n    name: {id_.capitalize()}\n    number: {number}\n    tray: {tray}\n    rules: |\n"
    return head + indented(rules, 6)


def indented(text, by):
    """A text further in."""
    return "".join(f"{' ' * by}{line}\n" for line in text.strip("\n").split("\n"))
