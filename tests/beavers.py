"""A pack of one race in a folder of its own, as the workshop has it open."""

PACK = 'id: beavers\nversion: 0.1.0\nlanguage: 1\nname: Beavers\nrequires: {smallworld: ">=0.1"}\n'
RACE = """\
races:
  beavers:
    name: Beavers
    number: 6
    tray: 11
    rules: |
      my conquest_cost -1 if region is forest
"""
FILE = "beavers/races/beavers.yaml"


def lay(folder, race=RACE, **texts):
    """Write the pack into a shop's folder: the race, and what else is named; the folder."""
    for name, text in {"pack": PACK, "races/beavers": race, **texts}.items():
        place = folder / "beavers" / f"{name}.yaml"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
    return folder
