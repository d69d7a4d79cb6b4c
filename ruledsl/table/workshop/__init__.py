"""The workshop: packs of one folder, edited in the browser of the same computer."""
